/*
 * fake.h: a server with fake ports, for tests inside one process. Time passes only when the test says so. Two
 * servers that get the same requests make the same ids. Bots play at random. The test can read what was sent.
 * The store (SQLite in memory) keeps units, refuses them, leaves their end unknown or answers late, as the
 * test wants.
 */
#ifndef FAKE_H
#define FAKE_H

#include "server/host/wakes.h"
#include "server/protocol/client.h"
#include "server/store/sqlite.h"

/* What was sent to one connection since the test last read it. */
struct heard {
    char *at;
    size_t length, capacity;
};

enum { FAKE_CONNECTIONS = 8 };

/* A question to a bot that waits for its answer. */
struct fake_thought {
    struct fake_thought *next;
    host_thought_done *done;
    void *context;
    game_move move;
    struct bot_opinion opinions[GAME_MAX_MOVES];
    int count; /* how many opinions */
};

/* A read that waits for its answer. */
struct fake_read {
    struct fake_read *next;
    struct store_query query;
    char text[STORE_NAME];
    store_read *done;
    void *context;
    uint64_t ids[]; /* of the query */
};

/* Work that was done and not told of yet. */
struct fake_job {
    struct fake_job *next;
    struct host_job *job;
};

struct fake {
    struct server server;
    struct sqlite sqlite, *kept;              /* kept: the store that it uses, its own or another node's */
    uint64_t beside;                          /* how many nodes share its store */
    struct heard heard[FAKE_CONNECTIONS + 1]; /* connections are numbered from 1 */
    bool dropped[FAKE_CONNECTIONS + 1];
    int64_t now;
    uint64_t queued[FAKE_CONNECTIONS]; /* clients that go on with the next step */
    int queued_count;
    struct wakes wakes;
    struct rng random;             /* for ids and keys */
    struct rng rng;                /* for the moves of bots */
    struct match_chance chance;    /* lets a test decide draws (server.world.chance) */
    int questions;                 /* how many more questions bots accept; then they are busy */
    uint64_t payer, asker;         /* of the last question */
    bool slow;                     /* bots answer only when the test calls fake_answer */
    struct fake_thought *thoughts; /* oldest first */
    struct fake_job *jobs;         /* oldest first */
    bool fails;                    /* the store refuses units */
    bool
        unsure; /* the store says that the end of a unit is unknown; it kept the unit unless `fails` is set */
    bool blind; /* reads fail */
    bool late;  /* the store answers reads only when the test calls fake_step */
    struct unit *units, *last_unit; /* units that wait to be written, oldest first */
    struct fake_read *reads;        /* oldest first */
};

void fake_open(struct fake *fake);
/* Opens another node on the store of the first one, which must be closed last. */
void fake_open_beside(struct fake *fake, struct fake *first);
void fake_close(struct fake *fake);
/* Lets a node look how far the store has brought a table, as a notice or its own look would. */
void fake_look(struct fake *fake, uint64_t table);

/* Opens a WebSocket of a new guest. */
void fake_connect(struct fake *fake, uint64_t id);
/* The same with a token of 32 hexadecimal digits: a guest or an account, at any node. */
void fake_connect_as(struct fake *fake, uint64_t id, const char *token);
/* Sends a request. The server has handled it, and stored what it writes, when this returns. */
void fake_ask(struct fake *fake, uint64_t id, const char *text);
/* Asks for a path with GET. The body of the answer goes to `heard` of this connection. */
void fake_get(struct fake *fake, uint64_t id, const char *path);
/* Lets the store answer one waiting read or unit. False if none waits. */
bool fake_step(struct fake *fake);
/* What may be done next, by kind: work that is done, an answer to a read, a unit, a client that waits for its
 * turn. */
enum fake_kind { FAKE_JOB, FAKE_READ, FAKE_UNIT, FAKE_QUEUED, FAKE_KINDS };
/* The same for one kind of them. */
bool fake_step_of(struct fake *fake, enum fake_kind kind);
/* Lets the store and the bots answer until nothing waits. */
void fake_settle(struct fake *fake);
/* Lets time pass. Wakes every table at the time for which it asked. */
void fake_pass(struct fake *fake, int64_t ms);
/* Lets the bot that was asked first answer. False if none was asked. */
bool fake_answer(struct fake *fake);
/* What a connection was sent since the last call; a copy, up to 64 KB. */
const char *fake_heard(struct fake *, uint64_t id);
void heard_clear(struct heard *heard);

/* Writes a unit at once, and reads what is stored. */
void fake_write(struct fake *fake, struct unit *unit);
bool fake_stored_table(struct fake *fake, uint64_t id, struct stored_table *out);
bool fake_stored_player(struct fake *fake, uint64_t id, struct player_row *out);

#endif
