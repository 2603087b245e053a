/* pg_store.c: the store port on PostgreSQL and a libuv loop: one connection writes, a few read. */
#include "server/store/pg_store.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/store/pg_read.h"
#include "server/store/pg_writer.h"

enum {
    TICK_MS = 250,
    LAST_WRITES_MS = 5000,
    CLOCK_SAMPLES = 5,
    SLOW_MS = 4000 /* without an answer: perhaps the network is cut, and people are better off elsewhere */
};

struct pg_store {
    char *url;
    uv_loop_t *loop;
    uv_timer_t tick;
    struct pg_writer writer;
    struct pg_reads reads;
};

static void read_store(void *me, const struct store_query *query, store_read *done, void *context)
{
    pg_reads_ask(&((struct pg_store *)me)->reads, query, done, context);
}

static void write_store(void *me, struct unit *unit, store_written *done, void *context)
{
    pg_writer_write(&((struct pg_store *)me)->writer, unit, done, context);
}

static void figures(void *me, struct store_figures *out)
{
    struct pg_store *s = me;
    *out = s->writer.figures;
    out->broken |= s->reads.broken || pg_is_silent(&s->writer.connection, SLOW_MS) ||
                   pg_reads_are_silent(&s->reads, SLOW_MS);
}

struct store pg_store_port(struct pg_store *s)
{
    return (struct store){.me = s, .read = read_store, .write = write_store, .figures = figures};
}

static void on_tick(uv_timer_t *timer)
{
    struct pg_store *s = timer->data;
    pg_writer_tick(&s->writer);
    pg_reads_tick(&s->reads);
}

/* Several, because the first are slow. */
static bool read_clock(PGconn *pg, pg_clock *clock, void *context, struct text *error)
{
    for (int i = 0; i < CLOCK_SAMPLES; i++) {
        uint64_t after = uv_hrtime();
        PGresult *result = PQexecPrepared(pg, PG_CLOCK, 0, NULL, NULL, NULL, 0);
        uint64_t before = uv_hrtime();
        bool fine = PQresultStatus(result) == PGRES_TUPLES_OK;
        if (fine)
            clock(context, strtoll(PQgetvalue(result, 0, 0), NULL, 10), after, before);
        else
            pg_explain(pg, error);
        PQclear(result);
        if (!fine)
            return false;
    }
    return true;
}

/* Everything that could be wrong with the database shows here, before anybody comes. */
static bool try_database(const char *url, pg_clock *clock, void *context, struct text *error)
{
    PGconn *pg = pg_connect(url, error);
    bool fine = pg && pg_run(pg, "SET client_min_messages = warning", error) && pg_upgrade(pg, error) &&
                pg_prepare_writes(pg, error) && pg_prepare_reads(pg, error) &&
                read_clock(pg, clock, context, error);
    if (pg)
        PQfinish(pg);
    return fine;
}

struct pg_store *pg_store_open(uv_loop_t *loop, const char *url, pg_clock *clock, void *context,
                               struct text *error)
{
    if (!try_database(url, clock, context, error))
        return NULL;
    struct pg_store *s = must_calloc(1, sizeof *s);
    s->loop = loop;
    s->url = must_malloc(strlen(url) + 1);
    memcpy(s->url, url, strlen(url) + 1);
    pg_writer_open(&s->writer, loop, s->url);
    pg_reads_open(&s->reads, loop, s->url, clock, context);
    uv_timer_init(loop, &s->tick);
    s->tick.data = s;
    uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
    return s;
}

void pg_store_close(struct pg_store *s)
{
    uint64_t begin = uv_now(s->loop);
    while (!pg_writer_is_idle(&s->writer) && uv_now(s->loop) - begin < LAST_WRITES_MS)
        uv_run(s->loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&s->tick, NULL);
    pg_writer_close(&s->writer);
    pg_reads_close(&s->reads);
}

void pg_store_free(struct pg_store *s)
{
    free(s->url);
    free(s);
}
