/* ws_client.h: a WebSocket to a server, on a libuv loop, with TLS or without. */
#ifndef CLI_SERVE_WS_CLIENT_H
#define CLI_SERVE_WS_CLIENT_H

#include <uv.h>

#include "server/transport/tls.h"

struct ws_client;

/* Where to connect. The strings must live as long as the client. */
struct ws_server {
    const char *host, *address; /* "[::1]", "::1" */
    int port;
    const char *path;
    const char *authorization; /* the value of this header, or NULL */
    const struct tls *tls;     /* or NULL */
};

struct ws_client_events {
    void (*open)(void *context);
    void (*message)(void *context, char *text, size_t length);
    /* The last call: there is no connection, or none any more. `status` is that of the server's refusal, or
     * 0; `why` is a sentence or NULL. */
    void (*ended)(void *context, int status, const char *why);
};

struct ws_client *ws_client_open(uv_loop_t *, const struct ws_server *, const struct ws_client_events *,
                                 void *context);
/* Sends a text. Only between `open` and `ended`. */
void ws_client_send(struct ws_client *, const char *text, size_t length);
/* Ends the connection; `ended` follows in a later turn of the loop. */
void ws_client_close(struct ws_client *);

#endif
