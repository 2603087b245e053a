/*
 * net.c: HTTP and WebSockets on a libuv loop: who is connected, and how long a connection may be silent.
 *
 * No extension is offered, so no message is ever decompressed.
 */
#include "server/transport/net.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/map.h"
#include "server/base/memory.h"
#include "server/transport/conn.h"

enum {
    TICK_MS = 500,
    FIRST_MS = 20 * 1000, /* for the first request to come whole */
    LAST_MS = 2 * 1000,   /* for last words to go out and the other end to hang up */
    BACKLOG = 511
};

/* ---- ending ---- */

void conn_set_deadline(struct conn *c, int64_t ms)
{
    c->deadline = ms ? (int64_t)uv_now(c->net->loop) + ms : 0;
}

void conn_end(struct conn *c)
{
    c->phase = PHASE_OVER;
    stream_close(&c->stream);
}

void conn_shut(struct conn *c)
{
    c->phase = PHASE_OVER;
    conn_set_deadline(c, LAST_MS);
    stream_resume(&c->stream);
    stream_shut(&c->stream);
}

static void on_closed(struct stream *stream)
{
    struct conn *c = (struct conn *)stream;
    struct net *net = c->net;
    if (c->known)
        net->events.closed(net->events.context, c->id);
    ws_forget(c);
    limits_leave(&net->plain, &c->plain);
    http_forget(c);
    inbox_clear(&c->in);
    map_drop(&net->conns, c->id);
    free(c);
}

/* Some clients say that they will ask nothing more, and wait for the answer. */
static void on_ended(struct stream *stream, const char *why)
{
    struct conn *c = (struct conn *)stream;
    if (!why && (c->phase == PHASE_ASKED || c->phase == PHASE_ANSWERING))
        c->hung_up = true;
    else
        conn_end(c);
}

void net_drop(struct net *net, uint64_t id)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || c->dropping || c->phase == PHASE_OVER)
        return;
    if (c->phase == PHASE_MESSAGES)
        ws_drop(c);
    else
        conn_end(c);
}

/* ---- what happens on a connection ---- */

static void on_got(struct stream *stream, char *at, size_t length)
{
    struct conn *c = (struct conn *)stream;
    if (c->phase == PHASE_MESSAGES)
        ws_take(c, at, length);
    else if (c->phase != PHASE_OVER)
        http_take(c, at, length);
}

static void on_drained(struct stream *stream)
{
    struct conn *c = (struct conn *)stream;
    if (c->phase == PHASE_MESSAGES)
        ws_write(c);
    else if (c->phase == PHASE_ANSWERING)
        http_write(c);
}

/* ---- connections ---- */

static const struct stream_events stream_events = {
    .got = on_got, .drained = on_drained, .ended = on_ended, .closed = on_closed};

/* Whether a connection may stay. Behind a proxy all are the proxy's; there read_head counts requests
 * instead. */
static bool may_stay(struct conn *c)
{
    struct net *net = c->net;
    return !net->stopped && net->conns.count <= net->config.most &&
           (net->config.trust_proxy || limits_enter(&net->plain, &c->plain, c->address, net->config.plain));
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct net *net = listener->data;
    if (status < 0)
        return;
    struct conn *c = must_calloc(1, sizeof *c);
    c->net = net;
    c->id = ++net->last_id;
    map_put(&net->conns, c->id, c);
    stream_init(&c->stream, net->loop, &stream_events);
    conn_set_deadline(c, FIRST_MS);
    bool fine = stream_accept(&c->stream, listener, net->config.cert ? &net->tls : NULL);
    stream_peer(&c->stream, c->address, sizeof c->address);
    if (!fine || !may_stay(c))
        conn_end(c);
}

static void on_tick(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now = (int64_t)uv_now(net->loop);
    size_t at = 0;
    for (struct conn *c; (c = map_next(&net->conns, &at));)
        if (c->deadline && now >= c->deadline)
            conn_end(c);
        else if (c->phase == PHASE_MESSAGES)
            ws_watch(c, now);
}

/* ---- the whole ---- */

/* A handle is made only when it listens; then it must be closed. */
static bool start_listening(struct net *net, struct text *error)
{
    struct sockaddr_storage at;
    const struct net_config *c = &net->config;
    bool v6 = strchr(c->address, ':') != NULL;
    int code = v6 ? uv_ip6_addr(c->address, c->port, (struct sockaddr_in6 *)&at)
                  : uv_ip4_addr(c->address, c->port, (struct sockaddr_in *)&at);
    uv_tcp_init(net->loop, &net->listener);
    net->listener.data = net;
    code = code ? code : uv_tcp_bind(&net->listener, (const struct sockaddr *)&at, 0);
    code = code ? code : uv_listen((uv_stream_t *)&net->listener, BACKLOG, on_connection);
    if (code)
        text_printf(error, "cannot listen on %s port %d: %s", c->address, c->port, uv_strerror(code));
    return code == 0;
}

struct net *net_open(struct uv_loop_s *loop, const struct net_config *config, const struct net_events *events,
                     struct text *error)
{
    if (!address_can_listen(config->address, config->port, error))
        return NULL;
    struct net *net = must_calloc(1, sizeof *net);
    net->loop = loop;
    net->config = *config;
    net->events = *events;
    uv_timer_init(loop, &net->timer);
    net->timer.data = net;
    uv_timer_start(&net->timer, on_tick, TICK_MS, TICK_MS);
    if ((config->cert && !tls_open_server(&net->tls, config->cert, config->key, error)) ||
        !start_listening(net, error)) {
        net_stop(net);
        uv_run(loop, UV_RUN_NOWAIT);
        net_free(net);
        return NULL;
    }
    return net;
}

bool net_take_certificate(struct net *net, const char *cert, const char *key, struct text *error)
{
    return tls_load(&net->tls, cert, key, error);
}

void net_change(struct net *net, int plain, int ping_seconds)
{
    net->config.plain = plain;
    net->config.ping_seconds = ping_seconds;
}

int net_port(const struct net *net)
{
    struct sockaddr_storage at;
    int length = sizeof at;
    uv_tcp_getsockname(&net->listener, (struct sockaddr *)&at, &length);
    return at.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&at)->sin6_port)
                                    : ntohs(((struct sockaddr_in *)&at)->sin_port);
}

size_t net_connections(const struct net *net)
{
    return net->conns.count;
}

size_t net_queued(const struct net *net)
{
    return net->queued;
}

void net_stop(struct net *net)
{
    size_t at = 0;
    net->stopped = true;
    uv_close((uv_handle_t *)&net->timer, NULL);
    if (net->listener.data)
        uv_close((uv_handle_t *)&net->listener, NULL);
    for (struct conn *c; (c = map_next(&net->conns, &at));)
        conn_end(c);
}

void net_free(struct net *net)
{
    map_free(&net->conns);
    limits_free(&net->plain);
    tls_free(&net->tls);
    free(net);
}
