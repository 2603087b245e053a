/* nats_bus.h: the bus over NATS. */
#ifndef SERVER_BUS_NATS_BUS_H
#define SERVER_BUS_NATS_BUS_H

#include <stdbool.h>
#include <string.h>
#include <uv.h>

#include "core/text.h"
#include "server/bus.h"

struct nats_bus;

/* Whether an address is one of NATS: nats://HOST[,HOST…][/NAME], each HOST perhaps with USER:PASSWORD@ and
 * :PORT. Nodes with the same NAME get each other's notices. */
#define NATS_SCHEME "nats://"
static inline bool nats_is_url(const char *url)
{
    return strncmp(url, NATS_SCHEME, sizeof NATS_SCHEME - 1) == 0 && url[sizeof NATS_SCHEME - 1];
}
/* Connects, also later and again if no server of NATS is there now. On failure NULL, with the reason. */
struct nats_bus *nats_bus_open(uv_loop_t *loop, const char *url, struct server *server, struct text *error);
struct bus nats_bus_port(struct nats_bus *bus);
/* No notice is handed over any more. Then run the loop, and free it. */
void nats_bus_close(struct nats_bus *bus);
void nats_bus_free(struct nats_bus *bus);

#endif
