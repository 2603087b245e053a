/* pg_bus.h: the bus over PostgreSQL itself (LISTEN and NOTIFY), for a few nodes without NATS. */
#ifndef SERVER_BUS_PG_BUS_H
#define SERVER_BUS_PG_BUS_H

#include <stdbool.h>
#include <string.h>
#include <uv.h>

#include "server/bus.h"

struct pg_bus;

/* Whether an address means this bus: "postgresql". */
static inline bool pg_bus_is_url(const char *url)
{
    return strcmp(url, "postgresql") == 0;
}
/* `store` is the URL of the store, which must live as long as the bus. It connects later, and again. */
struct pg_bus *pg_bus_open(uv_loop_t *loop, const char *store, struct server *server);
struct bus pg_bus_port(struct pg_bus *bus);
/* Sends what waits, if that works soon. No notice is handed over any more. Then run the loop, and free it. */
void pg_bus_close(struct pg_bus *bus);
void pg_bus_free(struct pg_bus *bus);

#endif
