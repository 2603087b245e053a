/* stream.h: a TCP connection on a libuv loop, with TLS or without. Everything here runs on the loop's thread.
 */
#ifndef SERVER_TRANSPORT_STREAM_H
#define SERVER_TRANSPORT_STREAM_H

#include <uv.h>

#include "server/transport/tls.h"

struct stream;

/* What the owner of a stream is told. None of these is called after stream_close. */
struct stream_events {
    /* Bytes have come. They may be changed, and are gone when this returns. */
    void (*got)(struct stream *, char *at, size_t length);
    /* What was written has gone out, and more may be written. */
    void (*drained)(struct stream *);
    /* The other end is gone, or will say nothing more; `why` is a sentence or NULL. Close the stream. */
    void (*ended)(struct stream *, const char *why);
    /* The last call: the memory of the stream may be freed. It comes after stream_close. */
    void (*closed)(struct stream *);
};

/* It is a member of what its owner keeps about the connection. */
struct stream {
    uv_tcp_t tcp; /* the first member: libuv knows the stream by it */
    const struct stream_events *events;
    struct tls_session *tls; /* or NULL */
    uv_shutdown_t shutdown;
    int writes; /* that the socket has not taken whole yet */
    bool paused, shut, closing;
};

/* Prepares a stream. After that it must be closed, also if it never was connected. */
void stream_init(struct stream *, uv_loop_t *, const struct stream_events *);
/* Takes a connection that waits at a listening socket; `tls` may be NULL. False: it is gone already. */
bool stream_accept(struct stream *, uv_stream_t *listener, const struct tls *tls);
/* Connects to an address; `tls` may be NULL, `host` is whose certificate is expected. `drained` is called
 * when the stream is open, `ended` if that fails. */
bool stream_connect(struct stream *, uv_connect_t *, const struct sockaddr *, const struct tls *tls,
                    const char *host);
/* The address of the other end; IPv4 as such, also where the socket speaks IPv6. "" if it is gone. */
void stream_peer(const struct stream *, char *out, size_t size);

/* Whether something waits to go out. What is written now waits too: better wait for `drained`. */
bool stream_is_busy(const struct stream *);
/* Writes bytes, if the stream is open. If they `stay` where they are until `drained`, what the socket does
 * not take at once is not copied. False if the connection is broken; `ended` is not called then. */
bool stream_write(struct stream *, const void *at, size_t length, bool stay);
/* Stops and goes on reading. */
void stream_pause(struct stream *);
void stream_resume(struct stream *);
/* Says to the other end that nothing more will be written; reading goes on. */
void stream_shut(struct stream *);
void stream_close(struct stream *);

#endif
