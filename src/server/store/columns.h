/* columns.h: the columns of the rows of store.h. Schema, writes and reads all use this list. */
#ifndef SERVER_STORE_COLUMNS_H
#define SERVER_STORE_COLUMNS_H

#include "server/store/unit.h"

enum column_kind { COLUMN_BYTE, COLUMN_INT, COLUMN_BIGINT, COLUMN_TEXT };

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset, size;
    bool fixed; /* set when the row is inserted, never updated */
};

/* A kind of row. Its first `keys` columns are its primary key. */
struct row_kind {
    const char *table;
    const struct column *columns; /* ended by a NULL name */
    size_t size;                  /* of the row's struct */
    int keys;
    bool once; /* a second row with the same key makes the store refuse the unit */
};

extern const struct row_kind row_kinds[WRITE_ROWS];
/* Rows that are only read. */
extern const struct row_kind head_kind, pair_kind, tally_kind, rank_kind;

int columns_count(const struct row_kind *);
/* The number in a column of a row; the column is no text. */
int64_t column_number(const struct column *, const void *row);
void column_set_number(const struct column *, void *row, int64_t number);

/* SQL statements with the parameters $1, $2 … in the order of the columns. */
void columns_create(const struct row_kind *, struct text *sql);
/* `many`: each parameter is an array with the values of many rows. If the key of a `once` row is taken, the
 * statement fails. */
void columns_insert(const struct row_kind *, bool many, struct text *sql);
/* Changes a row that is there. */
void columns_change(const struct row_kind *, struct text *sql);
/* As columns_insert, but a row whose key is taken is left out. */
void columns_add(const struct row_kind *, bool many, struct text *sql);
/* Whether two rows of a kind are stored alike. */
bool columns_same(const struct row_kind *, const void *a, const void *b);
/* The columns of the key: "a, b" */
void columns_keys(const struct row_kind *, struct text *sql);
/* "a, b, c", each with a prefix such as "t." */
void columns_list(const struct row_kind *, const char *prefix, struct text *sql);

#endif
