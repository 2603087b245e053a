/* run.h: a server with its network, its store and its loop, from start to end. */
#ifndef SERVER_RUN_H
#define SERVER_RUN_H

#include <stdbool.h>

#include "server/base/policy.h"

struct server_config {
    const char *address;
    int port;
    const char *data;
    const char *cert, *key;
    bool trust_proxy;
    int connections; /* WebSockets of one address */
    int ping;        /* seconds of silence after which the server sends a ping */
    struct policy policy;
    bool null_game; /* players may play the null game, for tests */
};

/* Runs until SIGTERM or SIGINT. Returns 0, or 1 after a message. */
int server_run(const struct server_config *config);

#endif
