/* ws.c: a client of many WebSockets in one thread, on epoll (RFC 6455, text messages only). */
#include "ws.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { READ_ROOM = 256 * 1024, EVENTS = 256, SMALL = 4096 };
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

/* A buffer for the part of a message that has come, or for the part that could not be sent yet. */
struct bytes {
    char *at;
    size_t length, room;
};

struct ws {
    int fd;
    bool open, lost;
    void *context;
    struct bytes in, out;
    char host[64];
};

static struct ws_events events;
static int set = -1;
static uint64_t bytes_in;
static char shared[READ_ROOM];

static void keep(struct bytes *b, const char *from, size_t n)
{
    if (b->length + n + 1 > b->room) {
        b->room = b->length + n + 1 < SMALL ? SMALL : (b->length + n + 1) * 2;
        b->at = realloc(b->at, b->room);
        if (!b->at)
            abort();
    }
    memcpy(b->at + b->length, from, n);
    b->length += n;
    b->at[b->length] = '\0';
}

/* Drops the first n bytes. Frees the memory when no byte is left. */
static void take(struct bytes *b, size_t n)
{
    b->length -= n;
    if (b->length == 0) {
        free(b->at);
        *b = (struct bytes){0};
    } else {
        memmove(b->at, b->at + n, b->length + 1);
    }
}

bool ws_begin(const struct ws_events *e)
{
    events = *e;
    set = epoll_create1(0);
    return set >= 0;
}

void ws_end(void)
{
    close(set);
    set = -1;
}

uint64_t ws_bytes_in(void)
{
    return bytes_in;
}

static void listen_for(struct ws *ws, bool room_to_write)
{
    struct epoll_event e = {.events = EPOLLIN | (room_to_write ? EPOLLOUT : 0), .data.ptr = ws};
    epoll_ctl(set, EPOLL_CTL_MOD, ws->fd, &e);
}

static void lose(struct ws *ws, const char *why)
{
    if (ws->lost)
        return;
    ws->lost = true;
    epoll_ctl(set, EPOLL_CTL_DEL, ws->fd, NULL);
    events.lost(ws->context, why);
}

/* Over loopback the clients come from many addresses, as people do: the server gives each of them its share.
 */
static void choose_source(int fd, const struct sockaddr *address)
{
    static uint32_t next;
    const struct sockaddr_in *to = (const struct sockaddr_in *)address;
    if (address->sa_family != AF_INET || ntohl(to->sin_addr.s_addr) >> 24 != 127)
        return;
    struct sockaddr_in from = {.sin_family = AF_INET};
    from.sin_addr.s_addr = htonl(0x7f010001 + next++ % 60000);
    bind(fd, (const struct sockaddr *)&from, sizeof from);
}

struct ws *ws_open(const struct sockaddr *address, socklen_t length, const char *host, void *context)
{
    int one = 1, fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return NULL;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    choose_source(fd, address);
    if (connect(fd, address, length) != 0 && errno != EINPROGRESS) {
        close(fd);
        return NULL;
    }
    struct ws *ws = calloc(1, sizeof *ws);
    if (!ws)
        abort();
    ws->fd = fd;
    ws->context = context;
    snprintf(ws->host, sizeof ws->host, "%s", host);
    char head[512];
    int n = snprintf(head, sizeof head,
                     "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: Y2FzdGVsbGFueSBsb2FkIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                     host);
    keep(&ws->out, head, (size_t)n);
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT, .data.ptr = ws};
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
    return ws;
}

void ws_close(struct ws *ws)
{
    close(ws->fd);
    free(ws->in.at);
    free(ws->out.at);
    free(ws);
}

/* ---- sending ---- */

static void flush(struct ws *ws)
{
    while (ws->out.length) {
        ssize_t n = send(ws->fd, ws->out.at, ws->out.length, MSG_NOSIGNAL);
        if (n < 0) {
            if (errno != EAGAIN)
                lose(ws, strerror(errno));
            return;
        }
        take(&ws->out, (size_t)n);
    }
    listen_for(ws, false);
}

static void send_frame(struct ws *ws, int kind, const char *text, size_t length)
{
    char head[14] = {(char)(0x80 | kind)};
    static uint32_t mask = 0x9e3779b9;
    size_t n = 2;
    if (ws->lost)
        return;
    if (length < 126) {
        head[1] = (char)(0x80 | length);
    } else if (length < 65536) {
        head[1] = (char)(0x80 | 126);
        head[n++] = (char)(length >> 8);
        head[n++] = (char)length;
    } else {
        head[1] = (char)(0x80 | 127);
        for (int i = 7; i >= 0; i--)
            head[n++] = (char)((uint64_t)length >> (8 * i));
    }
    mask = mask * 1664525 + 1013904223;
    memcpy(head + n, &mask, 4);
    const char *key = head + n;
    n += 4;
    bool waits = ws->out.length > 0;
    keep(&ws->out, head, n);
    size_t begin = ws->out.length;
    keep(&ws->out, text, length);
    for (size_t i = 0; i < length; i++)
        ws->out.at[begin + i] ^= key[i & 3];
    if (waits)
        return;
    ssize_t sent = send(ws->fd, ws->out.at, ws->out.length, MSG_NOSIGNAL);
    if (sent > 0)
        take(&ws->out, (size_t)sent);
    if (ws->out.length)
        listen_for(ws, true);
}

void ws_send(struct ws *ws, const char *text, size_t length)
{
    send_frame(ws, TEXT, text, length);
}

/* ---- receiving ---- */

/* Reads the answer to the upgrade, if all of it is there. Returns its length, or 0. */
static size_t take_head(struct ws *ws, const char *at, size_t length)
{
    const char *end = memmem(at, length, "\r\n\r\n", 4);
    if (!end)
        return 0;
    if (length < 12 || memcmp(at, "HTTP/1.1 101", 12) != 0) {
        char why[64];
        snprintf(why, sizeof why, "refused: %.*s", (int)(strcspn(at, "\r\n") % 50), at);
        lose(ws, why);
        return 0;
    }
    ws->open = true;
    events.on_message(ws->context, NULL, 0);
    return (size_t)(end - at) + 4;
}

/* Reads a frame, if all of it is there. The server sends each message as one frame. Returns its length, or 0.
 */
static size_t take_frame(struct ws *ws, char *at, size_t length)
{
    const unsigned char *p = (const unsigned char *)at;
    size_t head = 2, n = length < 2 ? 0 : p[1] & 127;
    if (n == 126)
        head = 4;
    else if (n == 127)
        head = 10;
    if (length < head)
        return 0;
    if (head > 2) {
        n = 0;
        for (size_t i = 2; i < head; i++)
            n = n << 8 | p[i];
    }
    if (length - head < n)
        return 0;
    int kind = p[0] & 15;
    if (kind == TEXT && (p[0] & 0x80)) {
        char after = at[head + n]; /* the buffer has at least one byte after the bytes that were read */
        at[head + n] = '\0';
        events.on_message(ws->context, at + head, n);
        at[head + n] = after;
    } else if (kind == PING) {
        send_frame(ws, PONG, at + head, n);
    } else if (kind != PONG) {
        lose(ws, kind == CLOSE ? "closed by the server" : "a frame that is not text");
    }
    return head + n;
}

static void take_all(struct ws *ws, char *at, size_t length, size_t *used)
{
    *used = 0;
    while (*used < length && !ws->lost) {
        size_t n =
            ws->open ? take_frame(ws, at + *used, length - *used) : take_head(ws, at + *used, length - *used);
        if (n == 0)
            return;
        *used += n;
    }
}

static void receive(struct ws *ws)
{
    ssize_t n = recv(ws->fd, shared, sizeof shared - 1, 0);
    if (n <= 0) {
        if (n == 0 || errno != EAGAIN)
            lose(ws, n == 0 ? "closed" : strerror(errno));
        return;
    }
    bytes_in += (uint64_t)n;
    size_t used;
    if (ws->in.length) {
        keep(&ws->in, shared, (size_t)n);
        take_all(ws, ws->in.at, ws->in.length, &used);
        if (used)
            take(&ws->in, used);
    } else {
        take_all(ws, shared, (size_t)n, &used);
        if (used < (size_t)n)
            keep(&ws->in, shared + used, (size_t)n - used);
    }
}

void ws_run(int ms)
{
    struct epoll_event ready[EVENTS];
    int count = epoll_wait(set, ready, EVENTS, ms);
    for (int i = 0; i < count; i++) {
        struct ws *ws = ready[i].data.ptr;
        if (ready[i].events & EPOLLOUT)
            flush(ws);
        if (!ws->lost && (ready[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
            receive(ws);
    }
}
