/* sqlite.h: tables, players and ratings in one SQLite file: reads and writes, without threads. */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store/questions.h"
#include "server/store/statements.h"

/* Two connections: in WAL mode a reader never waits for the writer. */
struct sqlite {
    int folder; /* the locked folder; -1: none */
    sqlite3 *reader, *writer;
    bool unreadable;                                     /* the last read failed */
    sqlite3_stmt *reads[READS][2], *writes[WRITE_KINDS]; /* reads: of the rows, and of their chairs */
};

/* Opens the file in a folder, and makes both if they are missing; with NULL a file in memory. Upgrades an
 * older schema. On failure false, with the reason. */
bool sqlite_open(struct sqlite *, const char *folder, struct text *error);
/* Opens only a reader of the file in a folder that sqlite_open has opened, for another thread. */
bool sqlite_open_reader(struct sqlite *, const char *folder, struct text *error);
void sqlite_close_all(struct sqlite *);

/* Writes units in one transaction and sets `end` of each. False if the transaction failed. */
bool sqlite_write(struct sqlite *, struct unit *units);
/* Reads what a query asks for, with the reader's connection. The caller frees the answer (answer_free). */
void sqlite_read(struct sqlite *, const struct store_query *, struct store_answer *);
/* Calls `done` with it. */
void sqlite_answer(struct sqlite *, const struct store_query *, store_read *, void *context);

/* sqlite_schema.c: the schema and its versions, and the statements. */
/* Makes the schema, or runs the steps that an older database lacks. */
bool sqlite_upgrade(sqlite3 *, const char *file, const char *const steps[], struct text *error);
/* Whether it is a store of this program, of at most the newest version. Changes nothing. */
bool sqlite_recognise(sqlite3 *, const char *file, int newest, struct text *error);
/* Says why the file cannot be opened or written, and what to do; `error` is empty before. */
void sqlite_explain(sqlite3 *, const char *file, struct text *error);
bool sqlite_prepare(struct sqlite *, struct text *error);
bool sqlite_prepare_reads(struct sqlite *, struct text *error);

#endif
