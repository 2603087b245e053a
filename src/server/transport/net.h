/*
 * net.h: HTTP and WebSockets on a libuv loop. Connections are known by number, never by pointer, so that who
 * answers late may find the connection gone and no harm is done. Everything here runs on the loop's thread.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "core/text.h"
#include "server/base/address.h"

enum {
    NET_COOKIE = 160,               /* room for a Set-Cookie value */
    NET_MAX_BODY = 16 * 1024,       /* of a POST */
    NET_MAX_QUEUE = 4 * 1024 * 1024 /* bytes that wait for a slow reader before the connection is dropped */
};

struct net;
struct message;

struct net_config {
    const char *address;    /* to listen on */
    int port;               /* 0: any free one */
    const char *cert, *key; /* files of a TLS certificate, or NULL */
    bool trust_proxy;       /* believe X-Forwarded-For and X-Forwarded-Proto */
    size_t most;            /* connections in all: further ones are closed at once */
    int plain; /* the most connections of one address that are no WebSockets; behind a proxy, of its requests
                  that are being answered */
    int ping_seconds; /* silence after which a client is asked whether it is there; it has as long to answer
                       */
};

/* A request. Members that were not sent are "". */
struct net_request {
    enum { NET_GET, NET_HEAD, NET_POST, NET_OTHER } method;
    char *path, *query, *host, *origin, *cookie, *authorization, *content_type, *if_none_match,
        *accept_encoding;
    char address[ADDRESS_TEXT];
    bool secure;
    char *body;
    size_t length;
};

struct net_header {
    const char *name; /* in lower case, with its colon */
    const char *value;
};

struct net_reply {
    int status;
    const struct net_header *headers; /* ended by a NULL name */
    const void *body;
    size_t length;
    bool constant; /* the body lives for ever and is not copied */
};

struct net_events {
    void *context;
    /* A request, to be answered with net_reply now or later. */
    void (*request)(void *context, uint64_t id, const struct net_request *);
    /* A WebSocket is asked for. Returns 0, with a Set-Cookie value or "", or the HTTP status to refuse with.
     */
    int (*upgrade)(void *context, uint64_t id, const struct net_request *, char cookie[NET_COOKIE]);
    /* The longest message that may begin like this. */
    size_t (*allowed)(void *context, const char *begin, size_t length);
    /* A whole text message; NULL if it was longer than allowed or not text. */
    void (*message)(void *context, uint64_t id, const char *text, size_t length);
    /* A WebSocket that was not refused is gone. */
    void (*closed)(void *context, uint64_t id);
};

/* Starts to listen. NULL with the reason in `error`. */
struct net *net_open(uv_loop_t *loop, const struct net_config *, const struct net_events *,
                     struct text *error);
int net_port(const struct net *net);

void net_reply(struct net *net, uint64_t id, const struct net_reply *reply);

/* Sends to a WebSocket; nothing happens if it is gone. */
void net_send(struct net *net, uint64_t id, struct message *message);
/* Ends a connection, after what is queued was sent unless that takes too long. */
void net_drop(struct net *net, uint64_t id);

/* Connections now, and bytes queued for all of them. */
size_t net_connections(const struct net *net);
size_t net_queued(const struct net *net);

/* Stops listening and drops everybody; the loop must run again until it is empty, then net_free. */
void net_stop(struct net *net);
void net_free(struct net *net);

#endif
