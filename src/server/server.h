/* server.h: the parts of a running server, as they know each other. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <uv.h>

#include "core/text.h"
#include "server/bots.h"
#include "server/bus.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/metrics.h"
#include "server/net.h"
#include "server/store.h"

struct server_config {
    const char *address;
    int port;
    const char *data;
    const char *cert, *key;
    bool trust_proxy;
    int connections; /* WebSockets of one address */
    int ping;        /* seconds of silence after which a client is asked whether it is there */
    bool null_game;  /* the developers' game may be played */
};

struct server {
    struct server_config config;
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct bus bus;
    struct bots bots;
    struct metrics metrics;
    struct limits addresses; /* WebSockets of each address */
    struct rates imports;    /* records from each address */
    struct map clients;      /* by connection */
    struct map players;      /* by id; those somebody holds */
    struct map tokens;       /* of players in memory, by the first bits of the token's hash */
    struct map rooms;        /* by table */
    uv_timer_t tick;         /* idle rooms, lists that people follow */
    uint32_t lists_changed;  /* a bit per enum store_list */
    int hashing;             /* passwords in the thread pool … */
    struct limits guessing;  /* … by address */
    bool closing;
    char *scratch; /* SHOW_ROOM bytes for building messages */
};

/* Runs until SIGTERM or SIGINT. Returns 0, or 1 after a message. */
int server_run(const struct server_config *config);

#endif
