/* pg_store.h: the store port on PostgreSQL and a libuv loop. */
#ifndef SERVER_STORE_PG_STORE_H
#define SERVER_STORE_PG_STORE_H

#include <string.h>
#include <uv.h>

#include "core/text.h"
#include "server/store.h"

struct pg_store;

/* The database's clock was at `then` at some moment between two moments of uv_hrtime. */
typedef void pg_clock(void *context, int64_t then, uint64_t after, uint64_t before);

/* Whether a --store means PostgreSQL. */
static inline bool pg_is_url(const char *text)
{
    return !strncmp(text, "postgresql://", 13) || !strncmp(text, "postgres://", 11);
}
/* Connects, makes or upgrades the schema, and reads the clock once. NULL, with the reason. */
struct pg_store *pg_store_open(uv_loop_t *, const char *url, pg_clock *, void *context, struct text *error);
struct store pg_store_port(struct pg_store *);
/* Writes what waits, if that works soon, and closes its handles. Call it outside the loop. */
void pg_store_close(struct pg_store *);
void pg_store_free(struct pg_store *);

#endif
