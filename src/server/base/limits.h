/* limits.h: how much one client, or one address, may ask for. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "server/base/address.h"
#include "server/base/map.h"

/* Each constant says what it limits: what one client, one player, one address or the server may have. */
enum {
    LIMIT_MESSAGE = 16 * 1024,          /* bytes of a message */
    LIMIT_BRIEF = 256,                  /* bytes of a refused message in which its id is looked for */
    LIMIT_RECORD = 1024 * 1024,         /* bytes of a record */
    LIMIT_IMPORT = LIMIT_RECORD + 4096, /* bytes of a message with a record */
    LIMIT_RATE = 20,                    /* requests of a client in a second */
    LIMIT_BURST = 60,                   /* requests of a client at once */
    LIMIT_REFUSALS = 1000, /* requests of a client beyond its rate; then its connection is dropped */
    LIMIT_QUEUE = 64,      /* requests of a client that wait */
    LIMIT_QUEUE_BYTES = LIMIT_IMPORT + 4 * LIMIT_MESSAGE, /* bytes of these */
    LIMIT_TABLES = 50,                                    /* open and running tables of a player */
    LIMIT_OPEN_CHAIRS = 20,                               /* chairs of a player at open tables of others */
    LIMIT_CONNECTIONS = 32,                               /* WebSockets of an address */
    LIMIT_PLAIN = 2,          /* other connections of an address for each WebSocket: browsers keep a few */
    LIMIT_SILENCE = 30,       /* seconds, see net_config.ping_seconds */
    LIMIT_WATCHED = 64,       /* tables that a client watches */
    LIMIT_NAME = 24,          /* characters of a name */
    LIMIT_CHAT = 300,         /* characters of a line of chat */
    LIMIT_CHAT_RATE = 5,      /* lines of a client in 10 seconds */
    LIMIT_CHATS = 500,        /* lines that a table keeps */
    LIMIT_LARGE = 2048,       /* bytes of an answer; a longer one is paid for with BUDGET_BYTES */
    LIMIT_COSTLY = 16 * 1024, /* bytes of an answer; after a longer one other clients go first */
    LIMIT_COSTLY_MS = 1000,   /* how long other clients go first after a costly request */
    LIMIT_PAGE = 64 * 1024,   /* bytes after which an answer of several parts ends */
    LIMIT_IMPORTS = 20,       /* records of an address in 2 minutes */
    LIMIT_REPORTS = 10,       /* reports of an address in an hour */
    LIMIT_BOTS = 10,          /* bot accounts of an account */
    LIMIT_UPGRADE = 2,        /* what a new WebSocket costs of BUDGET_VISITS */
    LIMIT_COOKIES = 50,       /* browsers that are logged in with an account; the oldest is logged out */
    LIMIT_HASHING = 256,      /* passwords that wait to be hashed */
    LIMIT_GUESSES = 2,        /* those from one address */
    LIMIT_ROWS = 10000,       /* entries of a table; from there on nothing is taken back */
    LIMIT_WORKING = 64,       /* records that wait to be read, each of 1 MB at most */
    LIMIT_THINKING = 1024,    /* questions that wait for a bot */
    LIMIT_THINKING_EACH = 64  /* those from one address */
};

/* A token bucket: tokens that are used up come back with time. */
struct bucket {
    double left;
    int64_t at; /* milliseconds */
};

/* What one address may do; budgets.c says how much of it. */
enum budget {
    BUDGET_REQUESTS, /* over WebSockets, those that are gone too */
    BUDGET_VISITS,   /* HTTP requests; http.c says what each costs */
    BUDGET_BYTES,    /* of large answers */
    BUDGET_CHAT,     /* lines */
    BUDGET_RECORDS,
    BUDGET_REPORTS,
    BUDGET_EXPORTS,
    BUDGET_TABLES,   /* that are made */
    BUDGET_GUESTS,   /* that are stored */
    BUDGET_ACCOUNTS, /* that are made */
    BUDGETS
};

/* Takes a token. The bucket holds at most `burst`, and `rate` come back every second. False if none is left.
 */
bool bucket_take(struct bucket *bucket, double rate, double burst, int64_t now);

/* Addresses are known by a hash of their network, see address_network. Two with the same hash share a limit,
 * which does no other harm. Never 0. */
uint64_t limits_key(const char *address);
/* The same for the /48 network of an IPv6 address, which one household or company may have as a whole; 0 for
 * other addresses. */
uint64_t limits_site(const char *address);

/* A bucket for each address. It outlives connections, and is dropped when it is full again. */
struct rates {
    struct map buckets; /* by limits_key */
    size_t enough;      /* drop full buckets when there are this many */
};

/* Tokens that come back in a second, and the most that there can be. */
struct pace {
    double rate, burst;
};

/* Whether a token could be taken. */
bool rates_has(struct rates *rates, uint64_t key, struct pace pace, int64_t now);
/* Takes tokens, even if fewer are left: then none can be taken until they have come back. */
void rates_spend(struct rates *rates, uint64_t key, double tokens, struct pace pace, int64_t now);
void rates_free(struct rates *rates);

/* Counts things for each address. */
struct limits {
    struct map counts;
};

/* One of these things: the address for which it is counted, or "". */
struct limits_place {
    char address[ADDRESS_TEXT];
};

/* Whether fewer than `max` things are counted for the address. */
bool limits_free_for(const struct limits *limits, const char *address, int max);
/* Counts a thing for an address, and no longer for another one. False, without counting it, if there are
 * `max` already. */
bool limits_enter(struct limits *limits, struct limits_place *place, const char *address, int max);
/* Stops counting a thing. */
void limits_leave(struct limits *limits, struct limits_place *place);
void limits_free(struct limits *limits);

#endif
