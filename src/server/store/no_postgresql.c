/* no_postgresql.c: what takes the place of the store and the bus on PostgreSQL in a program that was built
 * without it. */
#include "server/bus/pg_bus.h"
#include "server/store/migrate.h"
#include "server/store/pg_store.h"

static const char missing[] = "this castellany was built without PostgreSQL; build it with libpq installed "
                              "(meson setup -Dpostgresql=enabled)";

struct pg_store *pg_store_open(uv_loop_t *loop, const char *url, pg_clock *clock, void *context,
                               struct text *error)
{
    (void)loop, (void)url, (void)clock, (void)context;
    text_put(error, missing);
    return NULL;
}

/* Nothing was opened, so the rest is never called. */
struct store pg_store_port(struct pg_store *s)
{
    (void)s;
    return (struct store){0};
}

void pg_store_close(struct pg_store *s)
{
    (void)s;
}

void pg_store_free(struct pg_store *s)
{
    (void)s;
}

struct pg_bus *pg_bus_open(uv_loop_t *loop, const char *store, struct server *server)
{
    (void)loop, (void)store, (void)server;
    return NULL;
}

struct bus pg_bus_port(struct pg_bus *bus)
{
    (void)bus;
    return (struct bus){0};
}

void pg_bus_close(struct pg_bus *bus)
{
    (void)bus;
}

void pg_bus_free(struct pg_bus *bus)
{
    (void)bus;
}

/* Games move to PostgreSQL or from it: there is no other pair of stores. */
bool store_migrate(const char *from, const char *to, const struct store_watch *watch, struct migrated *out,
                   struct text *error)
{
    (void)from, (void)to, (void)watch, (void)out;
    text_put(error, missing);
    return false;
}
