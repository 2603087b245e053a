/*
 * pg_bus.c: the bus over PostgreSQL's LISTEN and NOTIFY. It has a connection of its own. One NOTIFY is under
 * way at a time and carries all notices that have come since the last one: PostgreSQL lets only one
 * transaction with a NOTIFY commit at a time, so one for each move would make all nodes wait for each other.
 */
#include "server/bus/pg_bus.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/store/pg_connection.h"
#include "server/store/pg_schema.h"

enum {
    PAYLOAD = 7900,      /* bytes of one NOTIFY; PostgreSQL takes less than 8000 */
    WAITING = 64 * 1024, /* bytes of notices that wait; more are lost */
    TICK_MS = 250,
    SILENCE_MS = 3000,
    GOODBYE_MS = 300
};

#define NOTIFY "notify"

struct pg_bus {
    struct server *server;
    uv_loop_t *loop;
    uv_timer_t tick, later;
    struct pg_connection connection;
    struct pg_params params;
    char waiting[WAITING]; /* notices, each ended by a line feed */
    size_t length;
    bool busy; /* a NOTIFY is under way */
    bool closed;
};

/* A notice is worth nothing after a crash, so its transaction need not wait for the disk. */
static bool prepare(PGconn *pg, struct text *error)
{
    static const Oid types[] = {PG_TEXT};
    if (!pg_run(pg, "SET synchronous_commit = off", error) || !pg_run(pg, "LISTEN castellany", error))
        return false;
    PGresult *result = PQprepare(pg, NOTIFY, "SELECT pg_notify('castellany', $1)", 1, types);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!fine)
        pg_explain(pg, error);
    PQclear(result);
    return fine;
}

/* As many whole notices as fit. */
static size_t first_payload(const struct pg_bus *b)
{
    size_t n = b->length < PAYLOAD ? b->length : PAYLOAD;
    while (n && b->waiting[n - 1] != '\n')
        n--;
    return n;
}

static void send_waiting(struct pg_bus *b)
{
    char payload[PAYLOAD + 1];
    size_t n = first_payload(b);
    if (!b->connection.ready || b->busy || !n)
        return;
    memcpy(payload, b->waiting, n);
    payload[n] = '\0';
    b->length -= n;
    memmove(b->waiting, b->waiting + n, b->length);
    b->busy = true;
    pg_params_clear(&b->params);
    pg_add_text(&b->params, payload);
    pg_params_end(&b->params);
    pg_send(&b->connection, NOTIFY, &b->params);
    pg_sync(&b->connection);
}

static void on_later(uv_timer_t *timer)
{
    send_waiting(timer->data);
}

static void publish(void *me, const char *text, size_t length, unsigned within_ms)
{
    struct pg_bus *b = me;
    if (b->length + length + 1 > WAITING || !b->connection.ready)
        return; /* the others miss its number at the next beat, and look by themselves */
    memcpy(b->waiting + b->length, text, length);
    b->waiting[b->length + length] = '\n';
    b->length += length + 1;
    if (within_ms <= BUS_SOON_MS)
        send_waiting(b);
    else if (!uv_is_active((uv_handle_t *)&b->later))
        uv_timer_start(&b->later, on_later, within_ms, 0);
}

struct bus pg_bus_port(struct pg_bus *b)
{
    return (struct bus){.me = b, .publish = publish};
}

/* ---- what the connection says ---- */

static void on_ready(void *me)
{
    struct pg_bus *b = me;
    log_event(LOG_INFO, "bus_connected", NULL);
    bus_interrupted(b->server);
}

static void on_result(void *me, const PGresult *result)
{
    (void)me;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        log_line(LOG_WARN, "bus", "cannot notify: %s %s", pg_state(result),
                 PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
}

static void on_synced(void *me)
{
    struct pg_bus *b = me;
    b->busy = false;
    pg_works(&b->connection);
    send_waiting(b);
}

static void on_lost(void *me)
{
    struct pg_bus *b = me;
    log_event(LOG_WARN, "bus_lost", NULL);
    b->busy = false;
    b->length = 0;
}

static void on_notified(void *me, const char *payload)
{
    struct pg_bus *b = me;
    if (!b->closed)
        bus_told_all(b->server, payload, strlen(payload));
}

static const struct pg_events events = {.prepare = prepare,
                                        .ready = on_ready,
                                        .result = on_result,
                                        .synced = on_synced,
                                        .lost = on_lost,
                                        .notified = on_notified};

static void on_tick(uv_timer_t *timer)
{
    struct pg_bus *b = timer->data;
    if (pg_is_silent(&b->connection, SILENCE_MS))
        pg_drop(&b->connection, "no answer for 3 seconds");
}

/* ---- opening and closing ---- */

struct pg_bus *pg_bus_open(uv_loop_t *loop, const char *store, struct server *server)
{
    struct pg_bus *b = must_calloc(1, sizeof *b);
    b->server = server;
    b->loop = loop;
    uv_timer_init(loop, &b->tick);
    uv_timer_init(loop, &b->later);
    b->tick.data = b->later.data = b;
    uv_timer_start(&b->tick, on_tick, TICK_MS, TICK_MS);
    pg_connection_open(&b->connection, loop, store, &events, b);
    return b;
}

void pg_bus_close(struct pg_bus *b)
{
    uint64_t begin = uv_now(b->loop);
    b->closed = true;
    while (b->connection.ready && (b->busy || b->length) && uv_now(b->loop) - begin < GOODBYE_MS)
        uv_run(b->loop, UV_RUN_ONCE);
    pg_connection_close(&b->connection);
    uv_close((uv_handle_t *)&b->tick, NULL);
    uv_close((uv_handle_t *)&b->later, NULL);
}

void pg_bus_free(struct pg_bus *b)
{
    pg_params_free(&b->params);
    free(b);
}
