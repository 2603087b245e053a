/* columns.h: how the rows of store.h are stored: each column once, for the schema, writes and reads alike. */
#ifndef SERVER_STORE_COLUMNS_H
#define SERVER_STORE_COLUMNS_H

#include "server/store/unit.h"

enum column_kind { COLUMN_BYTE, COLUMN_INT, COLUMN_BIGINT, COLUMN_TEXT };

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset, size;
    bool fixed; /* written once, with the row's first insertion */
};

/* A kind of row. Its first `keys` columns are its key. */
struct row_kind {
    const char *table;
    const struct column *columns; /* ended by a NULL name */
    int keys;
    bool once; /* a second row with the same key refuses the unit */
};

extern const struct row_kind row_kinds[WRITE_ROWS];

int columns_count(const struct row_kind *);

/* Statements, with parameters $1, $2 … in the order of the columns. */
void columns_create(const struct row_kind *, struct text *sql);
void columns_insert(const struct row_kind *, struct text *sql);
/* "a, b, c", each with a prefix such as "t." */
void columns_list(const struct row_kind *, const char *prefix, struct text *sql);

#endif
