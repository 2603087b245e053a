/* no_nats.c: what takes the place of the bus over NATS in a program that was built without it. */
#include "server/bus/nats_bus.h"

struct nats_bus *nats_bus_open(uv_loop_t *loop, const char *url, struct server *server, struct text *error)
{
    (void)loop, (void)url, (void)server;
    text_put(error, "this castellany was built without NATS; build it with libnats installed (meson setup "
                    "-Dnats=enabled)");
    return NULL;
}

/* Nothing was opened, so the rest is never called. */
struct bus nats_bus_port(struct nats_bus *bus)
{
    (void)bus;
    return (struct bus){0};
}

void nats_bus_close(struct nats_bus *bus)
{
    (void)bus;
}

void nats_bus_free(struct nats_bus *bus)
{
    (void)bus;
}
