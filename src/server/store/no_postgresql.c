/* no_postgresql.c: what takes the place of the store on PostgreSQL in a program that was built without it. */
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

/* Games move to PostgreSQL or from it: there is no other pair of stores. */
bool store_migrate(const char *from, const char *to, const struct store_progress *progress,
                   struct migrated *out, struct text *error)
{
    (void)from, (void)to, (void)progress, (void)out;
    text_put(error, missing);
    return false;
}
