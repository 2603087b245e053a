/*
 * sqlite_store.c: the store port on one SQLite file. One thread writes: it puts all units that wait into one
 * transaction, so that many tables share one wait for the disk. The loop's thread answers reads at once, over
 * a second connection that never waits for the writer; those that may take long have a third (sqlite_slow.c).
 */
#include "server/store/sqlite_store.h"

#include <stdlib.h>

#include "server/base/memory.h"
#include "server/store/sqlite_slow.h"
#include "server/store/worker.h"

struct units {
    struct unit *first, *last;
};

struct sqlite_store {
    struct sqlite sqlite;
    struct sqlite_slow *slow;
    struct worker worker;
    /* guarded by its lock */
    struct units waiting, finished;
    struct store_figures figures;
};

static void append(struct units *units, struct unit *unit)
{
    unit->next = NULL;
    if (units->last)
        units->last->next = unit;
    else
        units->first = unit;
    units->last = unit;
}

static struct unit *take_all(struct units *units)
{
    struct unit *first = units->first;
    *units = (struct units){0};
    return first;
}

static void write_batch(struct sqlite_store *s, struct unit *units)
{
    uint64_t begin = uv_hrtime();
    bool fine = sqlite_write(&s->sqlite, units);
    double seconds = (double)(uv_hrtime() - begin) * 1e-9;
    uv_mutex_lock(&s->worker.lock);
    s->figures.commits++;
    histogram_add(&s->figures.commits_took, seconds);
    s->figures.broken = !fine;
    for (struct unit *u = units, *next; u; u = next) {
        next = u->next;
        s->figures.units++;
        s->figures.failed += u->end != STORE_KEPT;
        s->figures.waiting--;
        append(&s->finished, u);
    }
    uv_mutex_unlock(&s->worker.lock);
    uv_async_send(&s->worker.async);
}

static void writer(void *context)
{
    struct sqlite_store *s = context;
    uv_mutex_lock(&s->worker.lock);
    for (;;) {
        while (!s->waiting.first && !s->worker.closing)
            uv_cond_wait(&s->worker.wake, &s->worker.lock);
        struct unit *units = take_all(&s->waiting);
        if (!units)
            break;
        uv_mutex_unlock(&s->worker.lock);
        write_batch(s, units);
        uv_mutex_lock(&s->worker.lock);
    }
    uv_mutex_unlock(&s->worker.lock);
}

/* On the loop's thread: calls `done` of the finished units, in their order. */
static void tell_finished(uv_async_t *async)
{
    struct sqlite_store *s = async->data;
    uv_mutex_lock(&s->worker.lock);
    struct unit *units = take_all(&s->finished), *next;
    uv_mutex_unlock(&s->worker.lock);
    for (struct unit *u = units; u; u = next) {
        next = u->next;
        if (u->done)
            u->done(u->context, u->end);
        unit_free(u);
    }
}

static void write_unit(void *me, struct unit *unit, store_written *done, void *context)
{
    struct sqlite_store *s = me;
    unit->done = done;
    unit->context = context;
    uv_mutex_lock(&s->worker.lock);
    append(&s->waiting, unit);
    s->figures.waiting++;
    uv_cond_signal(&s->worker.wake);
    uv_mutex_unlock(&s->worker.lock);
}

static void read_query(void *me, const struct store_query *query, store_read *done, void *context)
{
    struct sqlite_store *s = me;
    if (sqlite_slow_takes(query->what))
        sqlite_slow_read(s->slow, query, done, context);
    else
        sqlite_answer(&s->sqlite, query, done, context);
}

static void figures(void *me, struct store_figures *out)
{
    struct sqlite_store *s = me;
    uv_mutex_lock(&s->worker.lock);
    *out = s->figures;
    uv_mutex_unlock(&s->worker.lock);
    out->broken |= s->sqlite.unreadable;
}

struct store sqlite_store_port(struct sqlite_store *s)
{
    return (struct store){.me = s, .read = read_query, .write = write_unit, .figures = figures};
}

struct sqlite_store *sqlite_store_open(uv_loop_t *loop, const char *folder, struct text *error)
{
    struct sqlite_store *s = must_calloc(1, sizeof *s);
    if (!sqlite_open(&s->sqlite, folder, error)) {
        free(s);
        return NULL;
    }
    if (!(s->slow = sqlite_slow_open(loop, folder, error))) {
        sqlite_close_all(&s->sqlite);
        free(s);
        return NULL;
    }
    if (worker_start(&s->worker, loop, writer, tell_finished, s, error))
        return s;
    sqlite_slow_close(s->slow);
    uv_run(loop, UV_RUN_NOWAIT);
    sqlite_slow_free(s->slow);
    sqlite_close_all(&s->sqlite);
    free(s);
    return NULL;
}

void sqlite_store_close(struct sqlite_store *s)
{
    worker_close(&s->worker);
    worker_join(&s->worker);
    sqlite_slow_close(s->slow);
}

void sqlite_store_free(struct sqlite_store *s)
{
    sqlite_slow_free(s->slow);
    sqlite_close_all(&s->sqlite);
    worker_free(&s->worker);
    free(s);
}
