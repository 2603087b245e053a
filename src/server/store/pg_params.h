/* pg_params.h: the parameters of a statement, as PostgreSQL takes them in binary. */
#ifndef SERVER_STORE_PG_PARAMS_H
#define SERVER_STORE_PG_PARAMS_H

#include "server/store/columns.h"

enum { PG_PARAMS = 64, PG_BIGINT = 20, PG_TEXT = 25 };

/* Begin with pg_params_clear. All values are copied. */
struct pg_params {
    int count;
    const char *values[PG_PARAMS];
    int lengths[PG_PARAMS], formats[PG_PARAMS];
    char *bytes; /* of all values */
    size_t length, capacity;
};

void pg_params_clear(struct pg_params *);
void pg_params_free(struct pg_params *);
/* Add all of a statement's parameters, then call pg_params_end. */
void pg_add_number(struct pg_params *, int64_t);
void pg_add_text(struct pg_params *, const char *);
/* All columns of a row. */
void pg_add_row(struct pg_params *, const struct row_kind *, const void *row);
/* An array for each column. */
void pg_add_rows(struct pg_params *, const struct row_kind *, const struct write **rows, int count);
/* The same for an array of rows. */
void pg_add_rows_at(struct pg_params *, const struct row_kind *, const void *rows, int count);
void pg_params_end(struct pg_params *);

#endif
