/*
 * host.h: the port through which tables and players reach the world: time, chance, the network, threads. A
 * host is handed in; a test hands in its own.
 */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include "bot/bot.h"

enum { HOST_PASSWORD = 256 }; /* bytes of a password at most */

struct message;
struct net_reply;

/* A question to a bot. */
struct host_question {
    const struct game *game;
    int seats, seat;
    const void *view; /* the seat's; it is copied */
    int level;
    int ms;         /* at most, 0: as long as the level may think */
    uint64_t payer; /* on whose account it goes: each gets the same share of the bots' time */
    bool move_only; /* a computer's move, for which a table waits: what it thinks of the others is not wanted,
                       and it may stop when its choice is clear */
};

/* What a bot answers: the move it would make, and (best first, if wanted) what it thinks of each. */
struct host_thought {
    game_move move;
    int count;
    const struct bot_opinion *opinions;
};

/* NULL if the question was given up. */
typedef void host_thought_done(void *context, const struct host_thought *);
/* `right`: the password fits the hash, or (where there was none) was hashed. */
typedef void host_hash_done(void *context, bool right, const char hash[128]);

struct host {
    void *me;
    /* Milliseconds since 1970; it never goes back, whoever sets the machine's clock. */
    int64_t (*now)(void *me);
    /* Calls table_woken for the table at this time. A later call for the same table does not undo it. */
    void (*wake)(void *me, uint64_t table, int64_t at);
    void (*random)(void *me, void *out, size_t size);
    /* Sends to a client; nothing happens if it is gone. The host holds the message as long as it needs it. */
    void (*send)(void *me, uint64_t client, struct message *);
    void (*drop)(void *me, uint64_t client);
    /* False, without an answer, if too many questions of its kind wait. Otherwise `done` is called once. */
    bool (*think)(void *me, const struct host_question *, host_thought_done *, void *context);
    /* Checks a password against a hash, or with an empty one makes a hash. As think. */
    bool (*hash)(void *me, const char *password, const char *hash, host_hash_done *, void *context);
    void (*reply)(void *me, uint64_t request, const struct net_reply *);
    /* Connections now, bytes queued for all of them, questions to bots that wait. */
    void (*figures)(void *me, size_t *connections, size_t *queued, size_t *questions);
};

#endif
