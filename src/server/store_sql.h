/* store_sql.h: the store's schema and statements. Nothing in them is known to SQLite alone. */
#ifndef SERVER_STORE_SQL_H
#define SERVER_STORE_SQL_H

#include <sqlite3.h>
#include <stdbool.h>

#include "core/text.h"

enum sql_write {
    WRITE_TABLE,
    WRITE_CHAIR,
    WRITE_ROW,
    WRITE_CHAT,
    WRITE_PLAYER,
    WRITE_TOKEN,
    WRITE_RATING,
    WRITE_DROP_CHATS,
    WRITE_TRIM_TOKENS,
    WRITE_DROP_PLAYER,
    WRITE_DROP_TOKEN,
    WRITE_DROP_TOKENS,
    WRITE_DROP_RATINGS,
    SQL_WRITES
};

enum sql_read {
    READ_TABLE,
    READ_CHAIRS,
    READ_ROWS,
    READ_CHATS,
    READ_LIST_OPEN,
    READ_LIST_LIVE,
    READ_LIST_FINISHED,
    READ_LIST_MINE,
    READ_LIST_RUNNING,
    READ_COUNT_TABLES,
    READ_BOTS,
    READ_PLAYER,
    READ_NAME,
    READ_TOKEN,
    READ_RATING,
    SQL_READS
};

extern const char *const sql_writes[SQL_WRITES];
extern const char *const sql_reads[SQL_READS];

/* Makes the schema, or raises an older one. False with the reason, also if the file is newer than the
 * program. */
bool sql_upgrade(sqlite3 *db, const char *file, struct text *error);

#endif
