/* ws.h: a client of many WebSockets in one thread, on epoll. */
#ifndef LOAD_WS_H
#define LOAD_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct ws;

/* Called for every text message (a NUL follows it), and once with NULL when the connection is open. */
typedef void ws_message(void *context, const char *text, size_t length);
/* Called when a connection was refused or lost. */
typedef void ws_lost(void *context, const char *why);

struct ws_events {
    ws_message *on_message;
    ws_lost *lost;
};

/* Opens the epoll set for all connections. False, with errno, if that fails. */
bool ws_begin(const struct ws_events *events);
void ws_end(void);

/* Begins to connect. Returns NULL, with errno, if that fails. */
struct ws *ws_open(const struct sockaddr *address, socklen_t length, const char *host, void *context);
void ws_close(struct ws *ws);
void ws_send(struct ws *ws, const char *text, size_t length);

/* Handles what happens within this many milliseconds. */
void ws_run(int ms);
uint64_t ws_bytes_in(void);

#endif
