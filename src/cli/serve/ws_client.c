/* ws_client.c: a WebSocket to a server, on a libuv loop, with TLS or without. */
#include "cli/serve/ws_client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/base/memory.h"
#include "server/transport/queue.h"
#include "server/transport/stream.h"
#include "server/transport/ws_frames.h"

enum { ANSWER = 8192, KEY = 25 };

struct ws_client {
    struct stream stream; /* the first member: a stream is its client */
    uv_connect_t connect;
    uv_getaddrinfo_t find;
    uv_loop_t *loop;
    const struct ws_server *to;
    const struct ws_client_events *events;
    void *context;
    struct addrinfo *addresses, *next; /* all of the server, and the one to try next */
    char key[KEY];
    bool asked, open;
    struct inbox in; /* the answer to the upgrade, or a message */
    struct ws_reader reader;
    int status;
    char why[256];
};

static void try_next(struct ws_client *c);

static void fail(struct ws_client *c, const char *why)
{
    if (why && !c->why[0])
        snprintf(c->why, sizeof c->why, "%s", why);
    stream_close(&c->stream);
}

static void on_closed(struct stream *stream)
{
    struct ws_client *c = (struct ws_client *)stream;
    if (!c->asked && c->next) {
        try_next(c);
        return;
    }
    c->events->ended(c->context, c->status, c->why[0] ? c->why : NULL);
    if (c->addresses)
        uv_freeaddrinfo(c->addresses);
    inbox_clear(&c->in);
    free(c);
}

static void on_ended(struct stream *stream, const char *why)
{
    fail((struct ws_client *)stream, why);
}

/* ---- the upgrade ---- */

static void ask(struct ws_client *c)
{
    unsigned char random[16];
    char buffer[1024];
    struct text out = TEXT_IN(buffer);
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(c->key, sizeof c->key, random, sizeof random, sodium_base64_VARIANT_ORIGINAL);
    text_printf(&out,
                "GET %s HTTP/1.1\r\nhost: %s:%d\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                "sec-websocket-version: 13\r\nsec-websocket-key: %s\r\n",
                c->to->path, c->to->host, c->to->port, c->key);
    if (c->to->authorization)
        text_printf(&out, "authorization: %s\r\n", c->to->authorization);
    text_put(&out, "\r\n");
    c->asked = true;
    if (!stream_write(&c->stream, buffer, out.length, false))
        fail(c, NULL);
}

/* The value of a header in an answer whose lines end with NUL. */
static const char *header(const char *at, const char *end, const char *name)
{
    size_t n = strlen(name);
    for (; at < end; at += strlen(at) + 2)
        if (strncasecmp(at, name, n) == 0 && at[n] == ':')
            return at + n + 1 + strspn(at + n + 1, " ");
    return "";
}

/* Reads the answer to the upgrade if it has come whole. Returns the length of its head, or 0. */
static size_t read_answer(struct ws_client *c)
{
    char *end = strstr(c->in.at, "\r\n\r\n"), expected[WS_ACCEPT];
    if (!end) {
        if (c->in.length > ANSWER)
            fail(c, "the server's answer is not that of a WebSocket");
        return 0;
    }
    for (char *p = c->in.at; p <= end; p++)
        if (*p == '\r')
            *p = '\0';
    bool is_http = strncmp(c->in.at, "HTTP/1.1 ", 9) == 0;
    c->status = is_http ? (int)strtol(c->in.at + 9, NULL, 10) : 0;
    ws_accept(c->key, expected);
    if (c->status != 101)
        fail(c, is_http ? "the server refused the connection" : "the server's answer is not HTTP");
    else if (strcmp(header(c->in.at, end, "sec-websocket-accept"), expected) != 0)
        fail(c, "the server's answer is not that of a WebSocket");
    else
        return (size_t)(end + 4 - c->in.at);
    return 0;
}

/* ---- messages ---- */

static void send_frame(struct ws_client *c, enum ws_opcode opcode, const char *at, size_t length)
{
    unsigned char mask[4], *frame = must_malloc(WS_HEAD + length);
    randombytes_buf(mask, sizeof mask);
    int n = ws_head(frame, opcode, length, mask);
    for (size_t i = 0; i < length; i++)
        frame[(size_t)n + i] = (unsigned char)at[i] ^ mask[i & 3];
    if (!stream_write(&c->stream, frame, (size_t)n + length, false))
        fail(c, NULL);
    free(frame);
}

void ws_client_send(struct ws_client *c, const char *text, size_t length)
{
    send_frame(c, WS_TEXT, text, length);
}

static void on_part(struct ws_client *c, const struct ws_part *part)
{
    if (part->kind == WS_PART_BROKEN || (part->kind == WS_PART_CONTROL && part->opcode == WS_CLOSE)) {
        fail(c, part->kind == WS_PART_BROKEN ? "the server broke the protocol" : NULL);
    } else if (part->kind == WS_PART_CONTROL && part->opcode == WS_PING) {
        send_frame(c, WS_PONG, part->at, part->length);
    } else if (part->kind == WS_PART_MESSAGE) {
        inbox_add(&c->in, part->at, part->length);
        if (!part->ends)
            return;
        struct inbox whole = c->in;
        c->in = (struct inbox){0};
        c->events->message(c->context, whole.at, whole.length);
        inbox_clear(&whole);
    }
}

static void take_frames(struct ws_client *c, char *at, size_t length)
{
    for (size_t taken; length && !c->stream.closing; at += taken, length -= taken) {
        struct ws_part part;
        taken = ws_read(&c->reader, at, length, &part);
        on_part(c, &part);
    }
}

static void on_got(struct stream *stream, char *at, size_t length)
{
    struct ws_client *c = (struct ws_client *)stream;
    if (c->open) {
        take_frames(c, at, length);
        return;
    }
    inbox_add(&c->in, at, length);
    size_t head = read_answer(c);
    if (!head)
        return;
    struct inbox rest = c->in;
    c->in = (struct inbox){0};
    c->open = true;
    c->events->open(c->context);
    take_frames(c, rest.at + head, rest.length - head);
    inbox_clear(&rest);
}

static void on_drained(struct stream *stream)
{
    struct ws_client *c = (struct ws_client *)stream;
    if (!c->asked)
        ask(c);
}

/* ---- connecting ---- */

static const struct stream_events stream_events = {
    .got = on_got, .drained = on_drained, .ended = on_ended, .closed = on_closed};

/* A name can have several addresses, of which the server listens on one. */
static void try_next(struct ws_client *c)
{
    struct addrinfo *at = c->next;
    c->next = at->ai_next;
    c->why[0] = '\0';
    stream_init(&c->stream, c->loop, &stream_events);
    if (!stream_connect(&c->stream, &c->connect, at->ai_addr, c->to->tls, c->to->address))
        fail(c, "no connection");
}

static void on_found(uv_getaddrinfo_t *find, int status, struct addrinfo *found)
{
    struct ws_client *c = find->data;
    c->addresses = c->next = found;
    if (status == 0 && found) {
        try_next(c);
    } else {
        stream_init(&c->stream, c->loop, &stream_events);
        fail(c, uv_strerror(status));
    }
}

struct ws_client *ws_client_open(uv_loop_t *loop, const struct ws_server *to,
                                 const struct ws_client_events *events, void *context)
{
    struct ws_client *c = must_calloc(1, sizeof *c);
    *c = (struct ws_client){.loop = loop, .to = to, .events = events, .context = context};
    c->find.data = c;
    char port[16];
    snprintf(port, sizeof port, "%d", to->port);
    struct addrinfo how = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    int code = uv_getaddrinfo(loop, &c->find, on_found, to->address, port, &how);
    if (code)
        on_found(&c->find, code, NULL);
    return c;
}

void ws_client_close(struct ws_client *c)
{
    fail(c, NULL);
}
