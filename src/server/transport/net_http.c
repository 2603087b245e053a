/* net_http.c: the requests of a connection, one after the other, and their answers. */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/map.h"
#include "server/base/memory.h"
#include "server/transport/conn.h"

enum {
    REQUEST_MS = 20 * 1000, /* for a request to come whole */
    IDLE_MS = 30 * 1000,    /* until the next one begins */
    ANSWER_MS = 60 * 1000,  /* for a piece of an answer to go out */
    PIECE = 64 * 1024       /* of a body that TLS must encrypt */
};

/* ---- requests ---- */

void http_forget(struct conn *c)
{
    http_request_free(c->request);
    free(c->out);
    c->request = NULL;
    c->out = NULL;
    c->body = NULL;
    c->body_left = 0;
}

/* Refuses a request with a status alone, and ends the connection. */
static void refuse(struct conn *c, int status)
{
    char buffer[256];
    struct text out = TEXT_IN(buffer);
    http_head_write(&(struct net_reply){.status = status}, c->request->secure, false, &out);
    http_forget(c);
    if (!stream_write(&c->stream, buffer, out.length, false))
        conn_end(c);
    else
        conn_shut(c);
}

static void upgrade(struct conn *c)
{
    struct net *net = c->net;
    char cookie[NET_COOKIE] = "", accept[WS_ACCEPT], buffer[NET_COOKIE + 256];
    struct text out = TEXT_IN(buffer);
    snprintf(c->address, sizeof c->address, "%s", c->request->address);
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
    http_forget(c);
    if (c->phase == PHASE_OVER)
        return;
    ws_begin(c);
    if (!stream_write(&c->stream, buffer, out.length, false))
        conn_end(c);
    else
        ws_write(c);
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
    conn_set_deadline(c, 0);
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
        conn_shut(c);
    if (c->phase == PHASE_MESSAGES && c->in.length) { /* frames that came together with the request */
        struct inbox rest = c->in;
        c->in = (struct inbox){0};
        ws_take(c, rest.at, rest.length);
        inbox_clear(&rest);
    }
}

void http_take(struct conn *c, const char *at, size_t length)
{
    if (c->phase == PHASE_HEAD && !c->in.length)
        conn_set_deadline(c, REQUEST_MS);
    inbox_add(&c->in, at, length);
    /* More requests than one may come at once, but they wait in the network and not here. */
    if (c->phase != PHASE_HEAD && c->in.length > HTTP_HEAD + NET_MAX_BODY)
        stream_pause(&c->stream);
    advance(c);
}

/* ---- answers ---- */

/* The answer has gone out: the next request may come. */
static void end_answer(struct conn *c)
{
    bool keeps = c->head.keeps && !c->dropping;
    http_forget(c);
    if (c->net->config.trust_proxy)
        limits_leave(&c->net->plain, &c->plain);
    if (!keeps) {
        conn_shut(c);
        return;
    }
    c->phase = PHASE_HEAD;
    conn_set_deadline(c, c->in.length ? REQUEST_MS : IDLE_MS);
    stream_resume(&c->stream);
    advance(c);
}

/* Writes what is left of an answer, until the socket takes no more. */
void http_write(struct conn *c)
{
    bool encrypts = c->stream.tls != NULL;
    while (c->phase == PHASE_ANSWERING && c->body_left && !stream_is_busy(&c->stream)) {
        size_t n = encrypts && c->body_left > PIECE ? PIECE : c->body_left;
        const char *at = c->body;
        c->body += n;
        c->body_left -= n;
        conn_set_deadline(c, ANSWER_MS);
        if (!stream_write(&c->stream, at, n, true))
            conn_end(c);
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
        conn_end(c);
        return;
    }
    if (copied)
        memcpy(c->out + out.length, reply->body, copied);
    c->phase = PHASE_ANSWERING;
    conn_set_deadline(c, ANSWER_MS);
    c->body = c->out;
    c->body_left = out.length + copied;
    if (reply->constant && length) { /* the head goes out first; it is short, so the socket takes it */
        if (!stream_write(&c->stream, c->out, out.length, false)) {
            conn_end(c);
            return;
        }
        c->body = reply->body;
        c->body_left = length;
    }
    http_write(c);
}
