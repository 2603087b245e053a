/*
 * net.c: HTTP and WebSockets on a libuv loop: who is connected, which phase a connection is in, and how long
 * it may be silent.
 *
 * No extension is offered, so no message is ever decompressed.
 */
#include "server/transport/net.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/address.h"
#include "server/base/limits.h"
#include "server/base/log.h"
#include "server/base/map.h"
#include "server/base/memory.h"
#include "server/transport/http_head.h"
#include "server/transport/queue.h"
#include "server/transport/stream.h"
#include "server/transport/ws_frames.h"

static_assert((int)MESSAGE_HEAD >= (int)WS_HEAD, "the head of a frame stands before a message");

enum {
    TICK_MS = 500,
    REQUEST_MS = 20 * 1000, /* for a request to come whole */
    IDLE_MS = 30 * 1000,    /* until the next one begins */
    ANSWER_MS = 60 * 1000,  /* for a piece of an answer to go out */
    DROP_MS = 2 * 1000,     /* for the last words of a connection to go out and the other end to hang up */
    PIECE = 64 * 1024,      /* of a body that TLS must encrypt */
    BACKLOG = 511
};

enum phase {
    PHASE_HEAD,      /* a request is awaited, or has come in part */
    PHASE_BODY,      /* its head has come */
    PHASE_ASKED,     /* its receiver works on the answer */
    PHASE_ANSWERING, /* the answer goes out */
    PHASE_MESSAGES,  /* it is a WebSocket */
    PHASE_OVER       /* the last words go out; what comes is not read */
};

struct conn {
    struct stream stream; /* the first member: a stream is its connection */
    struct net *net;
    uint64_t id;
    enum phase phase;
    bool known;    /* a WebSocket that was not refused */
    bool dropping; /* it ends when what waits has gone out */
    bool advancing;
    bool hung_up;     /* the other end sends nothing more */
    int64_t deadline; /* of uv_now; 0: none */
    char address[ADDRESS_TEXT];
    struct limits_place plain; /* counts it for its address while it is not a WebSocket */
    struct inbox in;           /* bytes of requests, or of a message */
    /* a WebSocket */
    struct queue queue;
    struct ws_reader reader;
    int64_t heard;       /* when anything came */
    bool pinged;         /* it was asked since then whether it is there */
    bool receiving, bad; /* a message has begun … and is too long, or no text */
    unsigned char pong[WS_HEAD + WS_CONTROL];
    int pong_length; /* an answer to a ping that waits, or 0 */
    /* a request and its answer */
    struct http_head head;
    struct net_request *request; /* NULL: none, as most of the time */
    char *out;                   /* the head of an answer, and its body unless that is constant */
    const char *body;            /* what goes out next … */
    size_t body_left;
};

struct net {
    uv_loop_t *loop;
    struct net_config config;
    struct net_events events;
    struct map conns;
    struct limits plain; /* connections of each address that are not WebSockets */
    uint64_t last_id;
    size_t queued;
    struct tls tls;
    uv_tcp_t listener;
    uv_timer_t timer;
    bool stopped;
};

static void advance(struct conn *c);

static void set_deadline(struct conn *c, int64_t ms)
{
    c->deadline = ms ? (int64_t)uv_now(c->net->loop) + ms : 0;
}

/* ---- ending ---- */

static void end_conn(struct conn *c)
{
    c->phase = PHASE_OVER;
    stream_close(&c->stream);
}

/* Ends a connection politely: what was written goes out, and the other end hangs up. If bytes of it were not
 * read when we close, the system would tell it to forget our last words. */
static void shut_conn(struct conn *c)
{
    c->phase = PHASE_OVER;
    set_deadline(c, DROP_MS);
    stream_resume(&c->stream);
    stream_shut(&c->stream);
}

static void pop(struct conn *c)
{
    c->net->queued -= queue_first(&c->queue)->length;
    queue_pop(&c->queue);
}

static void forget_request(struct conn *c)
{
    http_request_free(c->request);
    free(c->out);
    c->request = NULL;
    c->out = NULL;
    c->body = NULL;
    c->body_left = 0;
}

static void on_closed(struct stream *stream)
{
    struct conn *c = (struct conn *)stream;
    struct net *net = c->net;
    if (c->known)
        net->events.closed(net->events.context, c->id);
    while (queue_first(&c->queue))
        pop(c);
    limits_leave(&net->plain, &c->plain);
    forget_request(c);
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
        end_conn(c);
}

/* ---- messages ---- */

static bool write_message(struct conn *c, struct message *m)
{
    unsigned char head[WS_HEAD];
    int n = ws_head(head, WS_TEXT, m->length, NULL);
    unsigned char *begin = m->bytes + MESSAGE_HEAD - n;
    memcpy(begin, head, (size_t)n); /* equal for everybody who gets it */
    return stream_write(&c->stream, begin, m->length + (size_t)n, false);
}

static void close_with(struct conn *c, int status)
{
    unsigned char frame[WS_HEAD + 2];
    int n = ws_head(frame, WS_CLOSE, 2, NULL);
    frame[n] = (unsigned char)(status >> 8);
    frame[n + 1] = (unsigned char)status;
    stream_write(&c->stream, frame, (size_t)n + 2, false);
    shut_conn(c);
}

/* Sends what waits for a WebSocket, until the socket takes no more. */
static void send_waiting(struct conn *c)
{
    bool fine = true;
    struct message *m;
    while (fine && c->phase == PHASE_MESSAGES && !stream_is_busy(&c->stream)) {
        if (c->pong_length) {
            fine = stream_write(&c->stream, c->pong, (size_t)c->pong_length, false);
            c->pong_length = 0;
        } else if ((m = queue_first(&c->queue))) {
            fine = write_message(c, m);
            pop(c);
        } else if (c->dropping) {
            close_with(c, WS_GOING_AWAY);
        } else {
            break;
        }
    }
    if (!fine)
        end_conn(c);
}

void net_send(struct net *net, uint64_t id, struct message *message)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || !c->known || c->dropping || c->phase == PHASE_OVER)
        return;
    if (c->queue.bytes + message->length > NET_MAX_QUEUE) {
        log_event(LOG_WARN, "dropped", "address", c->address, "reason", "it does not read what is sent",
                  NULL);
        end_conn(c);
        return;
    }
    /* Usually the socket takes the message at once; then nothing is kept. */
    if (c->phase == PHASE_MESSAGES && !queue_first(&c->queue) && !stream_is_busy(&c->stream)) {
        if (!write_message(c, message))
            end_conn(c);
        return;
    }
    queue_push(&c->queue, message);
    net->queued += message->length;
}

void net_drop(struct net *net, uint64_t id)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || c->dropping || c->phase == PHASE_OVER)
        return;
    c->dropping = true;
    if (c->phase != PHASE_MESSAGES) {
        end_conn(c);
        return;
    }
    set_deadline(c, DROP_MS);
    send_waiting(c);
}

static void on_control(struct conn *c, const struct ws_part *part)
{
    if (part->opcode == WS_PING) {
        /* Only the last ping of those that came together is answered (RFC 6455, 5.5.3). */
        c->pong_length = ws_head(c->pong, WS_PONG, part->length, NULL);
        memcpy(c->pong + c->pong_length, part->at, part->length);
        c->pong_length += (int)part->length;
    } else if (part->opcode == WS_CLOSE) {
        int status = part->length >= 2 ? (unsigned char)part->at[0] << 8 | (unsigned char)part->at[1] : 1000;
        close_with(c, part->length == 1 || !ws_may_close_with(status) ? WS_PROTOCOL_ERROR : status);
    }
}

/* Adds a piece to the message that comes in, and hands over the message when it is whole. */
static void on_message(struct conn *c, const struct ws_part *part)
{
    const struct net_events *e = &c->net->events;
    inbox_add(&c->in, part->at, part->length);
    if (part->binary || (!c->in.bad && c->in.length > e->allowed(e->context, c->in.at, c->in.length)))
        c->in.bad = true;
    if (!part->ends) {
        if (!c->receiving) /* what has come takes memory, so the rest must come in time */
            set_deadline(c, c->net->config.ping_seconds * 2000);
        c->receiving = true;
        return;
    }
    struct inbox whole = c->in;
    c->in = (struct inbox){0};
    if (c->receiving && !c->dropping)
        set_deadline(c, 0);
    c->receiving = false;
    if (!whole.bad && !ws_is_utf8(whole.at, whole.length))
        close_with(c, WS_NOT_UTF8);
    else
        e->message(e->context, c->id, whole.bad ? NULL : whole.at, whole.bad ? 0 : whole.length);
    inbox_clear(&whole);
}

static void take_frames(struct conn *c, char *at, size_t length)
{
    c->heard = (int64_t)uv_now(c->net->loop);
    c->pinged = false;
    for (size_t taken; length && c->phase == PHASE_MESSAGES && !c->dropping; at += taken, length -= taken) {
        struct ws_part part;
        taken = ws_read(&c->reader, at, length, &part);
        if (part.kind == WS_PART_BROKEN)
            close_with(c, WS_PROTOCOL_ERROR);
        else if (part.kind == WS_PART_CONTROL)
            on_control(c, &part);
        else if (part.kind == WS_PART_MESSAGE)
            on_message(c, &part);
    }
    send_waiting(c);
}

/* ---- requests ---- */

/* Refuses a request with a status alone, and ends the connection. */
static void refuse(struct conn *c, int status)
{
    char buffer[256];
    struct text out = TEXT_IN(buffer);
    http_head_write(&(struct net_reply){.status = status}, c->request->secure, false, &out);
    forget_request(c);
    if (!stream_write(&c->stream, buffer, out.length, false))
        end_conn(c);
    else
        shut_conn(c);
}

static void upgrade(struct conn *c)
{
    struct net *net = c->net;
    char cookie[NET_COOKIE] = "", accept[WS_ACCEPT], buffer[NET_COOKIE + 256];
    struct text out = TEXT_IN(buffer);
    snprintf(c->address, sizeof c->address, "%s", c->request->address);
    c->reader = (struct ws_reader){.masked = true};
    int status = net->stopped ? 503 : net->events.upgrade(net->events.context, c->id, c->request, cookie);
    if (status) {
        refuse(c, status);
        return;
    }
    c->known = true;
    limits_leave(&net->plain, &c->plain);
    ws_accept(c->head.key, accept);
    text_printf(&out,
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: "
                "Upgrade\r\nsec-websocket-accept: %s\r\n",
                accept);
    if (cookie[0])
        text_printf(&out, "set-cookie: %s\r\n", cookie);
    text_put(&out, "\r\n");
    forget_request(c);
    c->heard = (int64_t)uv_now(net->loop);
    set_deadline(c, 0);
    if (c->phase == PHASE_OVER)
        return;
    c->phase = PHASE_MESSAGES;
    if (!stream_write(&c->stream, buffer, out.length, false))
        end_conn(c);
    else
        send_waiting(c);
}

/* Forgets the first bytes of what has come. */
static void consume(struct conn *c, size_t length)
{
    c->in.length -= length;
    if (c->in.length)
        memmove(c->in.at, c->in.at + length, c->in.length);
    else
        inbox_clear(&c->in);
}

/* Reads a head. False if it has not come whole. */
static bool read_head(struct conn *c)
{
    struct net *net = c->net;
    size_t empty = c->in.length >= 2 && memcmp(c->in.at, "\r\n", 2) == 0 ? 2 : 0; /* some clients send it */
    consume(c, empty);
    struct http_from from = {
        .address = c->address, .trust_proxy = net->config.trust_proxy, .tls = net->config.cert != NULL};
    c->request = c->in.length ? http_head_read(c->in.at, c->in.length, &from, &c->head) : NULL;
    if (!c->request)
        return false;
    consume(c, c->head.length);
    c->phase = PHASE_BODY;
    if (c->head.refused)
        refuse(c, c->head.refused);
    else if (net->config.trust_proxy && !c->head.upgrades &&
             !limits_enter(&net->plain, &c->plain, c->request->address, net->config.plain))
        refuse(c, 429);
    else if (c->head.upgrades)
        upgrade(c);
    else if (c->head.expects && c->head.body > c->in.length)
        stream_write(&c->stream, "HTTP/1.1 100 Continue\r\n\r\n", 25, true);
    return true;
}

/* Hands over a request. False if its body has not come whole. */
static bool read_body(struct conn *c)
{
    size_t n = c->head.body;
    if (c->in.length < n)
        return false;
    if (c->request->method == NET_POST) {
        c->request->body = must_malloc(n + 1);
        if (n)
            memcpy(c->request->body, c->in.at, n);
        c->request->body[n] = '\0';
        c->request->length = n;
    }
    if (n)
        consume(c, n);
    c->phase = PHASE_ASKED;
    set_deadline(c, 0);
    c->net->events.request(c->net->events.context, c->id, c->request);
    return true;
}

/* Handles what has come, one request after the other. An answer that is ready at once comes back here. */
static void advance(struct conn *c)
{
    if (c->advancing)
        return;
    c->advancing = true;
    while (c->phase == PHASE_HEAD ? read_head(c) : c->phase == PHASE_BODY && read_body(c))
        ;
    c->advancing = false;
    if (c->hung_up && c->phase <= PHASE_BODY) /* nothing more comes, and that is no whole request */
        shut_conn(c);
    if (c->phase == PHASE_MESSAGES && c->in.length) { /* frames that came together with the request */
        struct inbox rest = c->in;
        c->in = (struct inbox){0};
        take_frames(c, rest.at, rest.length);
        inbox_clear(&rest);
    }
}

static void on_got(struct stream *stream, char *at, size_t length)
{
    struct conn *c = (struct conn *)stream;
    if (c->phase == PHASE_OVER)
        return;
    if (c->phase == PHASE_MESSAGES) {
        take_frames(c, at, length);
        return;
    }
    if (c->phase == PHASE_HEAD && !c->in.length)
        set_deadline(c, REQUEST_MS);
    inbox_add(&c->in, at, length);
    /* More requests than one may come at once, but they wait in the network and not here. */
    if (c->phase != PHASE_HEAD && c->in.length > HTTP_HEAD + NET_MAX_BODY)
        stream_pause(stream);
    advance(c);
}

/* ---- answers ---- */

/* The answer has gone out: the next request may come. */
static void end_answer(struct conn *c)
{
    bool keeps = c->head.keeps && !c->dropping;
    forget_request(c);
    if (c->net->config.trust_proxy)
        limits_leave(&c->net->plain, &c->plain);
    if (!keeps) {
        shut_conn(c);
        return;
    }
    c->phase = PHASE_HEAD;
    set_deadline(c, c->in.length ? REQUEST_MS : IDLE_MS);
    stream_resume(&c->stream);
    advance(c);
}

/* Writes what is left of an answer, until the socket takes no more. */
static void write_answer(struct conn *c)
{
    bool encrypts = c->stream.tls != NULL;
    while (c->phase == PHASE_ANSWERING && c->body_left && !stream_is_busy(&c->stream)) {
        size_t n = encrypts && c->body_left > PIECE ? PIECE : c->body_left;
        const char *at = c->body;
        c->body += n;
        c->body_left -= n;
        set_deadline(c, ANSWER_MS);
        if (!stream_write(&c->stream, at, n, true))
            end_conn(c);
    }
    if (c->phase == PHASE_ANSWERING && !c->body_left && !stream_is_busy(&c->stream))
        end_answer(c);
}

void net_reply(struct net *net, uint64_t id, const struct net_reply *reply)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || c->phase != PHASE_ASKED)
        return;
    bool bare = c->request->method == NET_HEAD || reply->status == 304;
    size_t length = bare ? 0 : reply->length, copied = reply->constant ? 0 : length;
    c->out = must_malloc(HTTP_HEAD + copied);
    struct text out = text_in(c->out, HTTP_HEAD);
    http_head_write(reply, c->request->secure, c->head.keeps, &out);
    if (out.cut) {
        log_event(LOG_ERROR, "dropped", "address", c->request->address, "reason", "long headers", NULL);
        end_conn(c);
        return;
    }
    if (copied)
        memcpy(c->out + out.length, reply->body, copied);
    c->phase = PHASE_ANSWERING;
    set_deadline(c, ANSWER_MS);
    c->body = c->out;
    c->body_left = out.length + copied;
    if (reply->constant && length) { /* the head goes out first; it is short, so the socket takes it */
        if (!stream_write(&c->stream, c->out, out.length, false)) {
            end_conn(c);
            return;
        }
        c->body = reply->body;
        c->body_left = length;
    }
    write_answer(c);
}

static void on_drained(struct stream *stream)
{
    struct conn *c = (struct conn *)stream;
    if (c->phase == PHASE_MESSAGES)
        send_waiting(c);
    else if (c->phase == PHASE_ANSWERING)
        write_answer(c);
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
    set_deadline(c, REQUEST_MS);
    bool fine = stream_accept(&c->stream, listener, net->config.cert ? &net->tls : NULL);
    stream_peer(&c->stream, c->address, sizeof c->address);
    if (!fine || !may_stay(c))
        end_conn(c);
}

/* Asks a WebSocket that was silent for long whether it is there, and ends one that does not say. */
static void watch_silence(struct conn *c, int64_t now)
{
    int64_t often = (int64_t)c->net->config.ping_seconds * 1000;
    if (now - c->heard >= 2 * often) {
        end_conn(c);
    } else if (now - c->heard >= often && !c->pinged && !stream_is_busy(&c->stream)) {
        unsigned char ping[WS_HEAD];
        c->pinged = true;
        if (!stream_write(&c->stream, ping, (size_t)ws_head(ping, WS_PING, 0, NULL), false))
            end_conn(c);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now = (int64_t)uv_now(net->loop);
    size_t at = 0;
    for (struct conn *c; (c = map_next(&net->conns, &at));)
        if (c->deadline && now >= c->deadline)
            end_conn(c);
        else if (c->phase == PHASE_MESSAGES)
            watch_silence(c, now);
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
        end_conn(c);
}

void net_free(struct net *net)
{
    map_free(&net->conns);
    limits_free(&net->plain);
    tls_free(&net->tls);
    free(net);
}
