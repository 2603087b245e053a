/* side.h: all rows of a store, SQLite or PostgreSQL, read and added in the order of their keys, for tools. */
#ifndef SERVER_STORE_SIDE_H
#define SERVER_STORE_SIDE_H

#include <libpq-fe.h>

#include "server/store/sqlite.h"

enum { SIDE_ROWS = 500 };

struct side {
    const char *name; /* what the user calls it, without a password */
    bool is_pg;
    struct sqlite sqlite;
    PGconn *pg;
};

/* Opens the store of a data folder, or of a postgresql:// URL. `make`: a missing one is made. */
bool side_open(struct side *, const char *where, bool make, struct text *error);
void side_close(struct side *);
/* Reads rows whose key is greater than that of `after`; NULL: from the first. Returns how many, at most
 * SIDE_ROWS; -1 on failure, with the reason. `rows` has elements of the kind's size. */
int side_read(struct side *, enum write_kind, const void *after, void *rows, struct text *error);
/* Adds rows whose keys are not there yet, in one transaction. */
bool side_add(struct side *, enum write_kind, const void *rows, int count, struct text *error);
/* How many rows there are; -1 on failure. */
long side_count(struct side *, enum write_kind, struct text *error);
bool side_run(struct side *, const char *sql, struct text *error);

#endif
