/* http_head.h: the head of an HTTP/1.1 request, read from bytes. Pure: it knows no sockets. */
#ifndef SERVER_TRANSPORT_HTTP_HEAD_H
#define SERVER_TRANSPORT_HTTP_HEAD_H

#include "server/transport/net.h"

enum { HTTP_HEAD = 8192, HTTP_KEY = 24 };

/* What the connection must know of a request besides what its receiver is told. */
struct http_head {
    int refused;   /* the status to refuse the request with, or 0; nothing behind it may be read then */
    size_t length; /* of the head */
    size_t body;   /* bytes that follow it and belong to it */
    bool keeps;    /* the connection stays open after the answer */
    bool expects;  /* the client waits for "100 Continue" before it sends the body */
    bool upgrades; /* the client asks for a WebSocket, with this Sec-WebSocket-Key */
    char key[HTTP_KEY + 1];
};

/* What a head depends on besides its bytes. */
struct http_from {
    const char *address; /* of the other end of the connection */
    bool trust_proxy, tls;
};

/*
 * Reads a head from the first bytes of a connection. NULL if it has not come whole, and `head->refused` is 0.
 * The strings of the request lie in one block; free it with http_request_free. A refused request has only
 * its address, and is not NULL either.
 */
struct net_request *http_head_read(const char *at, size_t length, const struct http_from *,
                                   struct http_head *);
void http_request_free(struct net_request *);

/* "Not Found" */
const char *http_phrase(int status);
/* Puts the status line and the headers of an answer; `out->cut` is set if they do not fit. */
void http_head_write(const struct net_reply *, bool secure, bool keeps, struct text *out);

#endif
