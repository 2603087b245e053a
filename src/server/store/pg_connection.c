/* pg_connection.c: a connection to PostgreSQL that never makes the loop wait. */
#include "server/store/pg_connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"

enum { FIRST_PAUSE_MS = 50, LAST_PAUSE_MS = 2000 };

/* ---- connecting ---- */

/* What stands in the URL goes before the settings above it, not before those below. A server that is gone is
 * noticed after some 20 seconds even if it says nothing. */
PGconn *pg_connect(const char *url, struct text *error)
{
    static const char *const keys[] = {"target_session_attrs",      "connect_timeout",
                                       "keepalives_idle",           "keepalives_interval",
                                       "keepalives_count",          "tcp_user_timeout",
                                       "fallback_application_name", "dbname",
                                       "client_encoding",           NULL};
    const char *const values[] = {"read-write", "5",          "10", "3",    "3",
                                  "20000",      "castellany", url,  "UTF8", NULL};
    PGconn *pg = PQconnectdbParams(keys, values, 1);
    if (PQstatus(pg) == CONNECTION_OK)
        return pg;
    pg_explain(pg, error);
    PQfinish(pg);
    return NULL;
}

void pg_explain(const PGconn *pg, struct text *error)
{
    const char *said = PQerrorMessage(pg);
    size_t end = strlen(said);
    while (end && said[end - 1] == '\n')
        end--;
    text_put(error, "PostgreSQL: ");
    for (size_t i = 0; i < end; i++)
        if (said[i] == '\n')
            text_put(error, "; ");
        else if (said[i] != '\t')
            text_char(error, said[i]);
    if (strstr(said, "database \"") && strstr(said, "does not exist"))
        text_printf(error, "; make it as the user postgres: createdb --owner=%s %s", PQuser(pg), PQdb(pg));
    else if (strstr(said, "role \"") && strstr(said, "does not exist"))
        text_printf(error, "; make it as the user postgres: createuser --pwprompt %s", PQuser(pg));
    else if (strstr(said, "password"))
        text_put(error, "; give it as postgresql://USER:PASSWORD@HOST/DATABASE or in ~/.pgpass");
}

const char *pg_state(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state ? state : "";
}

static void connect_now(void *context)
{
    struct pg_connection *c = context;
    struct text error = TEXT_IN(c->reason);
    c->made = pg_connect(c->url, &error);
    if (c->made && !c->events->prepare(c->made, &error)) {
        PQfinish(c->made);
        c->made = NULL;
    }
    uv_async_send(&c->async);
}

static void connect_later(struct pg_connection *c);

static void on_timer(uv_timer_t *timer)
{
    struct pg_connection *c = timer->data;
    int refused = uv_thread_create(&c->thread, connect_now, c);
    c->connecting = !refused;
    if (!refused)
        return;
    log_line(LOG_ERROR, "store", "the system gives no thread to connect to PostgreSQL: %s; it is tried again",
             uv_strerror(refused));
    connect_later(c);
}

static void connect_later(struct pg_connection *c)
{
    uv_timer_start(&c->timer, on_timer, c->pause_ms, 0);
    c->pause_ms = c->pause_ms ? c->pause_ms * 2 : FIRST_PAUSE_MS;
    if (c->pause_ms > LAST_PAUSE_MS)
        c->pause_ms = LAST_PAUSE_MS;
}

/* ---- sending and receiving ---- */

static void free_poll(uv_handle_t *handle)
{
    free(handle);
}

static void forget(struct pg_connection *c)
{
    if (c->poll)
        uv_close((uv_handle_t *)c->poll, free_poll);
    PQfinish(c->pg);
    c->poll = NULL;
    c->polled = 0;
    c->pg = NULL;
    c->ready = c->unsent = false;
    c->syncs = 0;
}

void pg_drop(struct pg_connection *c, const char *reason)
{
    if (!c->pg)
        return;
    log_line(LOG_ERROR, "store", "the connection to PostgreSQL is lost: %s", reason);
    forget(c);
    connect_later(c);
    c->events->lost(c->me);
}

static void drop_broken(struct pg_connection *c)
{
    char buffer[512];
    struct text reason = TEXT_IN(buffer);
    pg_explain(c->pg, &reason);
    pg_drop(c, buffer);
}

static void take_results(struct pg_connection *c)
{
    while (c->pg && c->syncs && !PQisBusy(c->pg)) {
        PGresult *result = PQgetResult(c->pg);
        if (PQstatus(c->pg) == CONNECTION_BAD) {
            PQclear(result);
            drop_broken(c);
            return;
        }
        if (result && PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            c->syncs--;
            c->events->synced(c->me);
        } else if (result) {
            c->events->result(c->me, result);
        }
        PQclear(result);
    }
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void flush(struct pg_connection *c)
{
    int left = c->pg ? PQflush(c->pg) : 0;
    int events = UV_READABLE | (left ? UV_WRITABLE : 0);
    if (left < 0) {
        drop_broken(c);
    } else if (c->pg && c->polled != events) { /* each start costs two calls of the system */
        c->polled = events;
        uv_poll_start(c->poll, events, on_poll);
    }
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct pg_connection *c = poll->data;
    c->heard = uv_now(c->loop);
    if (status < 0 || ((events & UV_READABLE) && !PQconsumeInput(c->pg))) {
        drop_broken(c);
        return;
    }
    take_results(c);
    if (c->pg && !c->syncs && (events & UV_READABLE) && PQstatus(c->pg) == CONNECTION_BAD)
        drop_broken(c);
    else
        flush(c);
}

void pg_send(struct pg_connection *c, const char *statement, const struct pg_params *p)
{
    if (c->pg && !PQsendQueryPrepared(c->pg, statement, p->count, p->values, p->lengths, p->formats, 0))
        c->unsent = true;
}

void pg_sync(struct pg_connection *c)
{
    if (!c->pg)
        return;
    if (!c->syncs++)
        c->heard = uv_now(c->loop);
    if (c->unsent ||
        !PQpipelineSync(c->pg)) /* a part of the transaction is missing: it must not be committed */
        drop_broken(c);
    else
        flush(c);
}

void pg_works(struct pg_connection *c)
{
    c->pause_ms = 0;
}

bool pg_is_silent(const struct pg_connection *c, uint64_t ms)
{
    return c->pg && c->syncs && uv_now(c->loop) - c->heard > ms;
}

/* ---- opening and closing ---- */

/* On the loop's thread, when the other has connected or failed. */
static void on_made(uv_async_t *async)
{
    struct pg_connection *c = async->data;
    if (!c->connecting)
        return;
    uv_thread_join(&c->thread);
    c->connecting = false;
    if (!c->made) {
        log_line(LOG_ERROR, "store", "%s", c->reason);
        connect_later(c);
        return;
    }
    c->pg = c->made;
    c->made = NULL;
    c->poll = must_calloc(1, sizeof *c->poll);
    c->poll->data = c;
    if (PQsetnonblocking(c->pg, 1) != 0 || !PQenterPipelineMode(c->pg) ||
        uv_poll_init(c->loop, c->poll, PQsocket(c->pg)) != 0) {
        free(c->poll);
        c->poll = NULL;
        drop_broken(c);
        return;
    }
    c->ready = true;
    flush(c);
    c->events->ready(c->me);
}

void pg_connection_open(struct pg_connection *c, uv_loop_t *loop, const char *url,
                        const struct pg_events *events, void *me)
{
    *c = (struct pg_connection){.loop = loop, .url = url, .events = events, .me = me};
    uv_async_init(loop, &c->async, on_made);
    uv_timer_init(loop, &c->timer);
    c->async.data = c->timer.data = c;
    connect_later(c);
}

void pg_connection_close(struct pg_connection *c)
{
    if (c->connecting)
        uv_thread_join(&c->thread);
    c->connecting = false;
    if (c->made)
        PQfinish(c->made);
    if (c->pg)
        forget(c);
    uv_close((uv_handle_t *)&c->async, NULL);
    uv_close((uv_handle_t *)&c->timer, NULL);
}
