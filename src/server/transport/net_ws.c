/* net_ws.c: the messages of a WebSocket: what comes, what waits to go out, and whether anybody is there. */
#include <assert.h>
#include <string.h>

#include "core/utf8.h"
#include "server/base/log.h"
#include "server/transport/conn.h"

static_assert((int)MESSAGE_HEAD >= (int)WS_HEAD, "the head of a frame stands before a message");

enum { DROP_MS = 2 * 1000 /* for what waits to go out before a connection is dropped */ };

static void pop(struct conn *c)
{
    c->net->queued -= queue_first(&c->queue)->length;
    queue_pop(&c->queue);
}

void ws_forget(struct conn *c)
{
    while (queue_first(&c->queue))
        pop(c);
}

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
    conn_shut(c);
}

void ws_write(struct conn *c)
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
        conn_end(c);
}

void net_send(struct net *net, uint64_t id, struct message *message)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || !c->known || c->dropping || c->phase == PHASE_OVER)
        return;
    if (c->queue.bytes + message->length > NET_MAX_QUEUE) {
        log_event(LOG_WARN, "dropped", "address", c->address, "reason", "it does not read what is sent",
                  NULL);
        conn_end(c);
        return;
    }
    /* Usually the socket takes the message at once; then nothing is kept. */
    if (c->phase == PHASE_MESSAGES && !queue_first(&c->queue) && !stream_is_busy(&c->stream)) {
        if (!write_message(c, message))
            conn_end(c);
        return;
    }
    queue_push(&c->queue, message);
    net->queued += message->length;
}

void ws_drop(struct conn *c)
{
    c->dropping = true;
    conn_set_deadline(c, DROP_MS);
    ws_write(c);
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
            conn_set_deadline(c, c->net->config.ping_seconds * 2000);
        c->receiving = true;
        return;
    }
    struct inbox whole = c->in;
    c->in = (struct inbox){0};
    if (c->receiving && !c->dropping)
        conn_set_deadline(c, 0);
    c->receiving = false;
    if (!whole.bad && !utf8_is_valid(whole.at, whole.length))
        close_with(c, WS_NOT_UTF8);
    else
        e->message(e->context, c->id, whole.bad ? NULL : whole.at, whole.bad ? 0 : whole.length);
    inbox_clear(&whole);
}

void ws_take(struct conn *c, char *at, size_t length)
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
    ws_write(c);
}

void ws_begin(struct conn *c)
{
    c->phase = PHASE_MESSAGES;
    c->reader = (struct ws_reader){.masked = true};
    c->heard = (int64_t)uv_now(c->net->loop);
    conn_set_deadline(c, 0);
}

void ws_watch(struct conn *c, int64_t now)
{
    int64_t often = (int64_t)c->net->config.ping_seconds * 1000;
    if (now - c->heard >= 2 * often) {
        conn_end(c);
    } else if (now - c->heard >= often && !c->pinged && !stream_is_busy(&c->stream)) {
        unsigned char ping[WS_HEAD];
        c->pinged = true;
        if (!stream_write(&c->stream, ping, (size_t)ws_head(ping, WS_PING, 0, NULL), false))
            conn_end(c);
    }
}
