/* store_sqlite.h: what the files of the SQLite store share. */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store.h"
#include "server/store_sql.h"

struct value {
    bool is_text;
    int64_t number;
    char *text;
};

struct write {
    struct write *next;
    enum sql_write statement;
    int count;
    struct value values[];
};

struct unit {
    struct unit *next;
    struct write *first, *last;
    store_done *done;
    void *context;
    char *problem;
};

struct store {
    int folder; /* its lock; -1: none */
    sqlite3 *reader, *writer;
    sqlite3_stmt *reads[SQL_READS], *writes[SQL_WRITES];
    struct unit *open; /* what is queued since the last commit */
    uv_thread_t thread;
    uv_async_t async;
    uv_mutex_t lock;
    uv_cond_t wake;
    /* under the lock */
    struct unit *waiting, *waiting_last, *finished, *finished_last;
    bool closing;
    struct store_figures figures;
};

#endif
