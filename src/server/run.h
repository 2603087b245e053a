/* run.h: a server with its network, its store and its loop, from start to end. */
#ifndef SERVER_RUN_H
#define SERVER_RUN_H

#include <stdbool.h>

#include "core/text.h"
#include "server/base/policy.h"
#include "server/host/push_config.h"

enum { SERVER_ADDRESS = 64 };

struct server_config {
    char address[SERVER_ADDRESS];
    int port;
    const char *data;
    const char *store; /* the URL of a PostgreSQL database; NULL: a SQLite file in `data` */
    const char *bus;   /* the URL of the bus to other nodes, or "postgresql"; NULL: there are none */
    const char *cert, *key;
    bool trust_proxy;
    int connections; /* WebSockets of one address */
    int ping;        /* seconds of silence after which the server sends a ping */
    struct policy policy;
    struct push_config push;
    const char *notify_command; /* is run when a table waits for somebody who is away; NULL: none */
    bool null_game;             /* players may play the null game, for tests */
    /* Reads the configuration again, for SIGHUP. On failure false, with the reason. */
    bool (*read_again)(void *context, struct server_config *out, struct text *error);
    void *context;
};

/* Runs until SIGTERM or SIGINT. Returns 0, or 1 after a message. */
int server_run(const struct server_config *config);

#endif
