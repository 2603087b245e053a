/* conn.h: one connection, as the three files of the network share it: net.c, net_http.c, net_ws.c. */
#ifndef SERVER_TRANSPORT_CONN_H
#define SERVER_TRANSPORT_CONN_H

#include "server/base/limits.h"
#include "server/transport/http_head.h"
#include "server/transport/queue.h"
#include "server/transport/stream.h"
#include "server/transport/ws_frames.h"

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

/* ---- net.c ---- */

/* The connection ends after this time, unless another time is set; 0: it does not. */
void conn_set_deadline(struct conn *, int64_t ms);
/* Ends a connection at once. */
void conn_end(struct conn *);
/* Ends a connection politely: what was written goes out, and the other end hangs up. If bytes of it were not
 * read when we close, the system would tell it to forget our last words. */
void conn_shut(struct conn *);

/* ---- net_http.c: requests and answers ---- */

/* Takes bytes that have come. */
void http_take(struct conn *, const char *at, size_t length);
/* Writes what is left of an answer, until the socket takes no more. */
void http_write(struct conn *);
void http_forget(struct conn *);

/* ---- net_ws.c: messages ---- */

/* The connection is a WebSocket from now on. */
void ws_begin(struct conn *);
/* Takes bytes that have come. They are changed. */
void ws_take(struct conn *, char *at, size_t length);
/* Sends what waits, until the socket takes no more. */
void ws_write(struct conn *);
/* Asks a connection that was silent for long whether it is there, and ends one that does not say. */
void ws_watch(struct conn *, int64_t now);
/* Sends what waits, then ends. */
void ws_drop(struct conn *);
void ws_forget(struct conn *);

#endif
