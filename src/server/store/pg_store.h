/* pg_store.h: the store port on PostgreSQL and a libuv loop. */
#ifndef SERVER_STORE_PG_STORE_H
#define SERVER_STORE_PG_STORE_H

#include "server/store/pg_read.h"

struct pg_store;

/* Whether a --store means PostgreSQL. */
bool pg_is_url(const char *text);
/* Connects, makes or upgrades the schema, and reads the clock once. NULL, with the reason. */
struct pg_store *pg_store_open(uv_loop_t *, const char *url, pg_clock *, void *context, struct text *error);
struct store pg_store_port(struct pg_store *);
/* Writes what waits, if that works soon, and closes its handles. Call it outside the loop. */
void pg_store_close(struct pg_store *);
void pg_store_free(struct pg_store *);

#endif
