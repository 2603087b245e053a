/* server.h: a running server: its ports, and what its parts share. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/base/busiest.h"
#include "server/base/holds.h"
#include "server/base/limits.h"
#include "server/base/map.h"
#include "server/base/metrics.h"
#include "server/base/policy.h"
#include "server/cluster/nodes.h"
#include "server/host.h"
#include "server/people/house.h"
#include "server/people/throttle.h"
#include "server/store.h"
#include "table/table.h"

struct alerts;
struct room;

enum { SERVER_BUFFER = 8 * 1024 * 1024, SERVER_LISTS = STORE_FINISHED - STORE_OPEN + 1 };

/* Buffers for texts. A text lives no longer than the call that builds it. */
struct buffers {
    char message[SERVER_BUFFER]; /* to a client, or an HTTP body */
    char answer[SERVER_BUFFER];  /* a request's answer around its members … */
    char members[SERVER_BUFFER]; /* … and these */
};

/* A list of tables as its followers were last told. */
struct list {
    bool known;
    struct stored_table *rows;
    int count;
    uint64_t *touched; /* tables whose row somebody was shown differently since then: followers get it too */
    int touched_count;
};

struct server {
    struct host host;
    struct store store;
    struct bus bus; /* to the other nodes of the store, or none */
    struct nodes nodes;
    int connections; /* WebSockets that one address may have */
    struct policy policy;
    bool trusts_proxy; /* requests have the addresses that a proxy names */
    bool null_game;    /* players may play the null game, for tests */
    bool closing;
    struct alerts *alerts; /* how people who are away are told … */
    /* … that a table waits for them (people/alerts.h); NULL: they are not */
    void (*tell_absent)(struct server *, const struct room *, int seat, const char *what);
    uint64_t last_id;         /* see id_make */
    struct table_world world; /* what tables need */
    struct buffers *buffers;
    struct metrics metrics;
    struct holds holds;        /* what holds the thread on which all this runs */
    struct house house;        /* what the owner has decided */
    struct limits addresses;   /* WebSockets of each address */
    struct limits guessing;    /* passwords that are hashed for each address */
    struct throttle passwords; /* wrong ones */
    struct rates budgets[BUDGETS];
    struct busiest busiest; /* what the busiest addresses send */
    struct map clients;     /* by connection */
    struct map players;     /* by id; those that are held */
    bool unsure;            /* one of them is */
    struct map tokens;      /* of guests that are not stored yet, by the first bits of the token's hash */
    struct map tables;      /* by id; those in memory */
    uint32_t lists_changed; /* a bit per list, STORE_OPEN first */
    struct list lists[SERVER_LISTS];
    int64_t lists_told; /* when */
    uint64_t resumed;   /* tables with clocks and with this id or a greater one were loaded; 0: none yet */
    bool all_resumed;
    int64_t swept;        /* when expiry_tick last began to look … */
    uint64_t old_from[2]; /* … and how far it came with open and running tables; 0: through */
    int64_t guests_swept; /* when guests were last forgotten */
};

/* Prepares a server whose ports are set. */
void server_open(struct server *server);
/* Makes the server a node: others use the same store. */
void server_join(struct server *server, const struct bus *bus);
void server_close(struct server *server);
/* Drops idle tables and sends lists. Call it about once a second. */
void server_tick(struct server *server);
/* Loads a few more of the tables whose clocks run, after a start. Call it until all_resumed. */
void server_resume(struct server *server);

int64_t server_now(const struct server *server);
/* Seconds of a clock that only goes forward, for figures. */
double server_clock(const struct server *server);
/* Whether new clients should come: the store works, and the server is not about to stop. */
bool server_is_ready(const struct server *server);
uint64_t server_new_id(struct server *server);
/* A secret of 128 random bits in hexadecimal digits. */
void server_new_token(const struct server *server, char out[TOKEN_TEXT]);

/* Whether an address has a token left. */
bool budget_has(struct server *server, enum budget, const char *address);
/* Spends tokens of an address, even if fewer are left. */
void budget_spend(struct server *server, enum budget, const char *address, double tokens);
/* Spends them if a token is left; else false. */
bool budget_take(struct server *server, enum budget, const char *address, double tokens);
/* An address with this limits_key has spent a token at another node. */
void budget_hear_spent(struct server *server, int budget, uint64_t key);

#endif
