/* sqlite_store.h: the store port on one SQLite file, on a libuv loop. */
#ifndef SERVER_STORE_SQLITE_STORE_H
#define SERVER_STORE_SQLITE_STORE_H

#include <uv.h>

#include "server/store.h"

struct sqlite_store;

/* On failure NULL, with the reason in `error`. */
struct sqlite_store *sqlite_store_open(uv_loop_t *loop, const char *folder, struct text *error);
struct store sqlite_store_port(struct sqlite_store *);
/* Finishes all writes. Run the loop until it is empty, then call sqlite_store_free. */
void sqlite_store_close(struct sqlite_store *);
void sqlite_store_free(struct sqlite_store *);

#endif
