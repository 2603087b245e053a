/*
 * host.h: the port through which the server reaches the world: time, random numbers, the network, threads.
 * A test passes its own host.
 */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include "bot/bot.h"
#include "bot/reasons.h"

enum { HOST_PASSWORD = 256 }; /* most bytes of a password */

struct message;
struct net_reply;

/* A question to a bot. */
struct host_question {
    const struct game *game;
    int seats, seat;
    const void *view; /* the seat's; it is copied */
    int level;        /* of the computer whose move it is; 0: the judge is asked (bot/judge.h) */
    int ms;           /* the most time for a computer's move, 0: as long as the level may think */
    /* The address on whose account it goes, and the player there: each gets the same share of the bots' time.
     */
    uint64_t payer, asker;
    /* For the judge: the move with which it compares its own, or -1 for the best other one. */
    int64_t made;
};

/* A computer's answer is its move. The judge's has also its opinions of all legal moves, best first, and in
 * what its move is better than `other`. */
struct host_thought {
    game_move move, other;
    int count;
    const struct bot_opinion *opinions;
    struct bot_reason reasons[BOT_REASONS];
    int reason_count;
};

/* A password to check, or to hash. */
struct host_password {
    const char *password;
    const char *hash; /* the hash to check it against; "": make one */
    uint64_t payer;   /* the address from which it comes: each gets the same share */
};

/* Work that takes too long for the thread of the tables, as the first member of what it needs. */
struct host_job {
    void (*run)(struct host_job *);  /* on another thread … */
    void (*done)(struct host_job *); /* … and then this on the caller's */
    uint64_t payer;                  /* the address on whose account it goes: each gets the same share */
};

/* The thought is NULL if the question was dropped because the server stops. */
typedef void host_thought_done(void *context, const struct host_thought *);
/* `right`: the password fits the hash; or, if there was none, it was hashed. */
typedef void host_hash_done(void *context, bool right, const char hash[128]);

struct host_figures {
    size_t connections;
    size_t queued;    /* bytes, for all connections */
    size_t questions; /* to bots, that wait */
    size_t resident;  /* bytes of memory; 0: not known */
};

struct host {
    void *me;
    /* Milliseconds since 1970. It never goes back, even if the machine's clock does. */
    int64_t (*now)(void *me);
    /* Seconds of an exact clock that only goes forward, for figures. */
    double (*clock)(void *me);
    /* Seconds of CPU that the thread of the tables has used, for figures. */
    double (*spent)(void *me);
    /* Calls room_woken for the table at this time. Another call for the same table adds a second time. */
    void (*wake)(void *me, uint64_t table, int64_t at);
    void (*random)(void *me, void *out, size_t size);
    /* Sends to a client; does nothing if the client is gone. The host holds the message while it needs it. */
    void (*send)(void *me, uint64_t client, struct message *);
    void (*drop)(void *me, uint64_t client);
    /* Calls client_go_on for a client after others had their turn. */
    void (*requeue)(void *me, uint64_t client);
    /* False if too many questions of this kind wait; `done` is not called then. Otherwise it is called once.
     */
    bool (*think)(void *me, const struct host_question *, host_thought_done *, void *context);
    /* Returns as `think` does. */
    bool (*hash)(void *me, const struct host_password *, host_hash_done *, void *context);
    /* Returns as `think` does. `done` may be called before it returns. */
    bool (*work)(void *me, struct host_job *);
    void (*reply)(void *me, uint64_t request, const struct net_reply *);
    void (*figures)(void *me, struct host_figures *out);
};

#endif
