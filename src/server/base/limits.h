/* limits.h: how much one client, or one address, may ask for. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "server/base/address.h"
#include "server/base/map.h"

enum {
    LIMIT_MESSAGE = 16 * 1024,
    LIMIT_BRIEF = 256, /* of a message that is refused, to find its id */
    LIMIT_RECORD = 1024 * 1024,
    LIMIT_IMPORT = LIMIT_RECORD + 4096, /* a record and what is around it */
    LIMIT_RATE = 20,
    LIMIT_BURST = 60,
    LIMIT_QUEUE = 64,                                     /* pending requests of one client … */
    LIMIT_QUEUE_BYTES = LIMIT_IMPORT + 4 * LIMIT_MESSAGE, /* … and the length of all of them */
    LIMIT_TABLES = 50,                                    /* open or running, of one player */
    LIMIT_OPEN_CHAIRS = 20, /* tables of others that have not begun, at which one player has a chair */
    LIMIT_CONNECTIONS = 32, /* WebSockets of one address … */
    LIMIT_PLAIN = 2,        /* … and this many times as many other connections: browsers keep a few */
    LIMIT_SILENCE = 30,     /* seconds, see net_config.ping_seconds */
    LIMIT_WATCHED = 64,
    LIMIT_NAME = 24,
    LIMIT_CHAT = 300,
    LIMIT_CHAT_RATE = 5,  /* lines of one connection in 10 seconds … */
    LIMIT_CHAT_EACH = 20, /* … and of one address, however many connections it has or makes */
    LIMIT_CHATS = 500,
    LIMIT_REFUSALS = 1000,    /* of one connection beyond LIMIT_RATE a second; then it is dropped */
    LIMIT_LARGE = 2048,       /* an answer with more bytes than these … */
    LIMIT_COSTLY = 16 * 1024, /* after an answer with more bytes than these other clients have their turn … */
    LIMIT_COSTLY_MS = 1000,   /* … before each request of so long */
    LIMIT_BYTES = 1 << 20,    /* … goes to the address's account: these bytes a second … */
    LIMIT_BYTES_BURST = 8 << 20, /* … and these at once */
    LIMIT_PAGE = 64 * 1024,      /* an answer of several parts ends soon after these bytes */
    LIMIT_IMPORTS = 20,          /* of one address in 2 minutes */
    LIMIT_REPORTS = 10,          /* of one address in an hour */
    LIMIT_EXPORTS = 10,          /* of one address in an hour */
    LIMIT_BOTS = 10,             /* bot accounts of one account */
    /* Of one address, for each WebSocket that it may have: */
    LIMIT_VISITS = 8,         /* what HTTP requests may cost in a second (http.c says what each costs) … */
    LIMIT_VISITS_BURST = 100, /* … and at once; … */
    LIMIT_UPGRADE = 2,        /* … a new WebSocket costs so much */
    LIMIT_ASKED = 20,         /* requests over all WebSockets, those that are gone too, in a second … */
    LIMIT_ASKED_BURST = 100,  /* … and at once */
    LIMIT_NEWCOMERS = 16,     /* guests that are stored, in an hour */
    LIMIT_ACCOUNTS = 1,       /* accounts that are made, in an hour; … */
    LIMIT_FAMILY = 4,         /* … so many more at once */
    LIMIT_COOKIES = 50,       /* logged in with one account; the oldest end */
    LIMIT_HASHING = 256,      /* passwords that wait to be hashed … */
    LIMIT_GUESSES = 2,        /* … and those from one address */
    LIMIT_ROWS = 10000,       /* of a table; from there on nothing is taken back */
    LIMIT_WORKING = 64,       /* records that wait to be read, each of 1 MB at most */
    LIMIT_THINKING = 1024,    /* questions that wait for a bot … */
    LIMIT_THINKING_EACH = 64  /* … and those of one address */
};

/* A token bucket: tokens that are used up come back with time. */
struct bucket {
    double left;
    int64_t at; /* milliseconds */
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
    struct map buckets;
    size_t enough; /* drop full buckets when there are this many */
};

/* Takes many tokens, even if fewer are left: then none can be taken until they have come back. */
void rates_spend(struct rates *rates, const char *address, double tokens, double rate, double burst,
                 int64_t now);
/* Whether a token could be taken. */
bool rates_has(struct rates *rates, const char *address, double rate, double burst, int64_t now);
bool rates_take(struct rates *rates, const char *address, double rate, double burst, int64_t now);
/* A token was taken at another node, for an address with this key. */
void rates_note(struct rates *rates, uint64_t key, double rate, double burst, int64_t now);
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
