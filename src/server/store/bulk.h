/* bulk.h: all rows of a store, SQLite or PostgreSQL, read and added in the order of their keys, for tools. */
#ifndef SERVER_STORE_BULK_H
#define SERVER_STORE_BULK_H

#include <libpq-fe.h>

#include "server/store/sqlite.h"

enum { BULK_ROWS = 500 };

struct bulk_store {
    const char *name; /* what the user calls it, without a password */
    bool is_pg;
    struct sqlite sqlite;
    PGconn *pg;
};

/* Opens the store of a data folder, or of a postgresql:// URL. `make`: a missing one is made. */
bool bulk_open(struct bulk_store *, const char *where, bool make, struct text *error);
void bulk_close(struct bulk_store *);
/* Reads rows whose key is greater than that of `after`; NULL: from the first. Returns how many, at most
 * BULK_ROWS; -1 on failure, with the reason. `rows` has elements of the kind's size. */
int bulk_read(struct bulk_store *, enum write_kind, const void *after, void *rows, struct text *error);
/* Adds rows whose keys are not there yet, in one transaction. */
bool bulk_add(struct bulk_store *, enum write_kind, const void *rows, int count, struct text *error);
/* How many rows there are; -1 on failure. */
long bulk_count(struct bulk_store *, enum write_kind, struct text *error);
bool bulk_run(struct bulk_store *, const char *sql, struct text *error);

#endif
