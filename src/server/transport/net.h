/*
 * net.h: HTTP and WebSockets on a libuv loop. Callers name a connection by its id, never by a pointer: an
 * answer to a connection that is gone does nothing. Everything here runs on the loop's thread.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "server/base/address.h"

enum {
    NET_COOKIE = 160,               /* capacity for a Set-Cookie value */
    NET_MAX_BODY = 16 * 1024,       /* of a POST */
    NET_MAX_QUEUE = 4 * 1024 * 1024 /* bytes that wait for a slow reader before the connection is dropped */
};

struct net;
struct message;
struct uv_loop_s; /* uv_loop_t */

struct net_config {
    const char *address;    /* to listen on */
    int port;               /* 0: any free one */
    const char *cert, *key; /* files of a TLS certificate, or NULL */
    bool trust_proxy;       /* believe X-Forwarded-For and X-Forwarded-Proto */
    size_t most;            /* connections in all: further ones are closed at once */
    int plain; /* most connections of one address that are not WebSockets; behind a proxy, most requests
                  of one address that are being answered */
    int ping_seconds; /* send a ping after this much silence, drop the client after as much again */
};

/* A request. Members that were not sent are "". */
struct net_request {
    enum { NET_GET, NET_HEAD, NET_POST, NET_OTHER } method;
    char *path, *query, *host, *origin, *cookie, *authorization, *content_type, *if_none_match,
        *accept_encoding, *user_agent;
    char address[ADDRESS_TEXT];
    bool secure;
    bool forwarded; /* a proxy passed it on, whether the server trusts it or not */
    char *text;     /* what the strings above lie in */
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
    /* A request. The receiver answers it with net_reply, now or later. */
    void (*request)(void *context, uint64_t id, const struct net_request *);
    /* A client asks for a WebSocket. Returns 0, with a Set-Cookie value or "", or the HTTP status to refuse
     * it with. */
    int (*upgrade)(void *context, uint64_t id, const struct net_request *, char cookie[NET_COOKIE]);
    /* How long a message that begins like this may be. */
    size_t (*allowed)(void *context, const char *begin, size_t length);
    /* A whole message; `text` is NULL if it was longer than allowed or not text. */
    void (*message)(void *context, uint64_t id, const char *text, size_t length);
    /* A WebSocket that was not refused is gone. */
    void (*closed)(void *context, uint64_t id);
};

/* Starts to listen. On failure NULL, with the reason in `error`. */
struct net *net_open(struct uv_loop_s *loop, const struct net_config *, const struct net_events *,
                     struct text *error);
/* Takes another certificate for new connections. On failure false, with the reason; the old one stays. */
bool net_take_certificate(struct net *net, const char *cert, const char *key, struct text *error);
/* Changes what net_config has under these names, for new connections. */
void net_change(struct net *net, int plain, int ping_seconds);
int net_port(const struct net *net);

void net_reply(struct net *net, uint64_t id, const struct net_reply *reply);

/* Sends to a WebSocket; nothing happens if it is gone. */
void net_send(struct net *net, uint64_t id, struct message *message);
/* Ends a connection. What is queued is sent first, for at most 2 seconds. */
void net_drop(struct net *net, uint64_t id);

/* Connections now, and bytes queued for all of them. */
size_t net_connections(const struct net *net);
size_t net_queued(const struct net *net);

/* Stops listening and drops all connections. Run the loop until it is empty, then call net_free. */
void net_stop(struct net *net);
void net_free(struct net *net);

#endif
