/* stream.c: a TCP connection on a libuv loop, with TLS or without. */
#include "server/transport/stream.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

enum { READ = 64 * 1024 };

/* What a read brings is handled before the next one, so all streams of the thread share these. */
static char shared[READ], plain[READ];

static void on_space(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    (void)handle, (void)wanted;
    *out = uv_buf_init(shared, READ);
}

static void end(struct stream *s, const char *why)
{
    if (!s->closing)
        s->events->ended(s, why);
}

/* ---- writing ---- */

/* What the socket did not take at once. */
struct waiting {
    uv_write_t write;
    struct stream *stream;
    char copy[];
};

static void on_written(uv_write_t *write, int status)
{
    struct waiting *w = (struct waiting *)write;
    struct stream *s = w->stream;
    free(w);
    s->writes--;
    if (s->closing)
        return;
    if (status < 0)
        end(s, uv_strerror(status));
    else if (!stream_is_busy(s))
        s->events->drained(s);
}

static bool send_bytes(struct stream *s, const char *at, size_t length, bool stay)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)at, (unsigned)length);
    int sent = uv_try_write((uv_stream_t *)&s->tcp, &buffer, 1);
    if (sent == UV_EAGAIN)
        sent = 0;
    if (sent < 0)
        return false;
    if ((size_t)sent == length)
        return true;
    size_t left = length - (size_t)sent;
    struct waiting *w = must_malloc(sizeof *w + (stay ? 0 : left));
    w->stream = s;
    if (!stay)
        memcpy(w->copy, at + sent, left);
    buffer = uv_buf_init(stay ? (char *)(uintptr_t)at + sent : w->copy, (unsigned)left);
    if (uv_write(&w->write, (uv_stream_t *)&s->tcp, &buffer, 1, on_written) != 0) {
        free(w);
        return false;
    }
    s->writes++;
    return true;
}

/* Sends what TLS has made. False if the connection is broken. */
static bool send_made(struct stream *s)
{
    char *at;
    size_t n = s->tls ? tls_waiting(s->tls, &at) : 0;
    bool fine = !n || send_bytes(s, at, n, false);
    if (n)
        tls_sent(s->tls);
    return fine;
}

bool stream_is_busy(const struct stream *s)
{
    return s->writes || (s->tls && !tls_is_open(s->tls));
}

bool stream_write(struct stream *s, const void *at, size_t length, bool stay)
{
    if (s->closing || s->shut)
        return false;
    if (s->tls && !tls_is_open(s->tls))
        return false;
    if (s->tls)
        return tls_write(s->tls, at, length) && send_made(s);
    return send_bytes(s, at, length, stay);
}

/* ---- reading ---- */

/* Hands over what TLS can read now. */
static void read_tls(struct stream *s)
{
    bool was_open = tls_is_open(s->tls);
    int n;
    while (!s->closing && (n = tls_read(s->tls, plain, sizeof plain)) > 0)
        s->events->got(s, plain, (size_t)n);
    if (s->closing)
        return;
    if (!send_made(s) || n < 0)
        end(s, tls_distrust(s->tls));
    else if (!was_open && tls_is_open(s->tls) && !stream_is_busy(s))
        s->events->drained(s);
}

static void on_read(uv_stream_t *tcp, ssize_t length, const uv_buf_t *buffer)
{
    struct stream *s = (struct stream *)tcp;
    if (length < 0) {
        end(s, length == UV_EOF ? NULL : uv_strerror((int)length));
    } else if (s->tls && length > 0) {
        tls_take(s->tls, buffer->base, (size_t)length);
        read_tls(s);
    } else if (length > 0) {
        s->events->got(s, buffer->base, (size_t)length);
    }
}

void stream_pause(struct stream *s)
{
    if (!s->paused && !s->closing)
        uv_read_stop((uv_stream_t *)&s->tcp);
    s->paused = true;
}

void stream_resume(struct stream *s)
{
    if (s->paused && !s->closing)
        uv_read_start((uv_stream_t *)&s->tcp, on_space, on_read);
    s->paused = false;
}

/* ---- beginning and ending ---- */

void stream_init(struct stream *s, uv_loop_t *loop, const struct stream_events *events)
{
    *s = (struct stream){.events = events};
    uv_tcp_init(loop, &s->tcp);
}

static bool start(struct stream *s)
{
    uv_tcp_nodelay(&s->tcp, 1);
    return uv_read_start((uv_stream_t *)&s->tcp, on_space, on_read) == 0;
}

bool stream_accept(struct stream *s, uv_stream_t *listener, const struct tls *tls)
{
    if (uv_accept(listener, (uv_stream_t *)&s->tcp) != 0)
        return false;
    s->tls = tls ? tls_session_new(tls, NULL) : NULL;
    return start(s);
}

static void on_connected(uv_connect_t *connect, int status)
{
    struct stream *s = connect->data;
    if (s->closing)
        return;
    if (status < 0 || !start(s) || !send_made(s))
        end(s, uv_strerror(status));
    else if (!s->tls)
        s->events->drained(s);
}

bool stream_connect(struct stream *s, uv_connect_t *connect, const struct sockaddr *address,
                    const struct tls *tls, const char *host)
{
    s->tls = tls ? tls_session_new(tls, host) : NULL;
    connect->data = s;
    return uv_tcp_connect(connect, &s->tcp, address, on_connected) == 0;
}

void stream_peer(const struct stream *s, char *out, size_t size)
{
    struct sockaddr_storage at;
    int length = sizeof at;
    out[0] = '\0';
    if (uv_tcp_getpeername(&s->tcp, (struct sockaddr *)&at, &length) != 0)
        return;
    if (at.ss_family == AF_INET)
        uv_ip4_name((struct sockaddr_in *)&at, out, size);
    else if (at.ss_family == AF_INET6)
        uv_ip6_name((struct sockaddr_in6 *)&at, out, size);
    if (strncmp(out, "::ffff:", 7) == 0 && strchr(out, '.'))
        memmove(out, out + 7, strlen(out + 7) + 1);
}

static void on_shut(uv_shutdown_t *shutdown, int status)
{
    (void)shutdown, (void)status;
}

void stream_shut(struct stream *s)
{
    if (s->shut || s->closing)
        return;
    if (s->tls) {
        tls_end(s->tls);
        send_made(s);
    }
    s->shut = true;
    uv_shutdown(&s->shutdown, (uv_stream_t *)&s->tcp, on_shut);
}

static void on_closed(uv_handle_t *handle)
{
    struct stream *s = (struct stream *)handle;
    tls_session_free(s->tls);
    s->tls = NULL;
    s->events->closed(s);
}

void stream_close(struct stream *s)
{
    if (s->closing)
        return;
    s->closing = true;
    uv_close((uv_handle_t *)&s->tcp, on_closed);
}
