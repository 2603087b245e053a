/*
 * fake.h: a server with ports of its own, for tests inside one process: time stands still unless it is moved,
 * two servers that are asked the same make the same ids, bots play at random, what is sent can be looked at,
 * and the store (SQLite in memory) keeps, refuses, forgets or answers late as the test says.
 */
#ifndef FAKE_H
#define FAKE_H

#include "server/host/wakes.h"
#include "server/protocol/client.h"
#include "server/store/sqlite.h"

/* What was sent to one connection since it was last looked at. */
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
};

/* A read that waits for its answer. */
struct fake_read {
    struct fake_read *next;
    struct store_query query;
    char text[STORE_NAME];
    store_read *done;
    void *context;
};

struct fake {
    struct server server;
    struct sqlite sqlite;
    struct heard heard[FAKE_CONNECTIONS + 1]; /* connections have the numbers from 1 on */
    bool dropped[FAKE_CONNECTIONS + 1];
    int64_t now;
    uint64_t later[FAKE_CONNECTIONS]; /* clients that go on with the next step */
    int later_count;
    struct wakes wakes;
    struct rng random;              /* for ids and keys */
    struct rng rng;                 /* for what bots choose */
    struct match_chance chance;     /* the next draw, if somebody wants a say in it (server.chance) */
    int questions;                  /* that bots still take, then they are busy */
    bool slow;                      /* they think until fake_answer */
    struct fake_thought *thoughts;  /* oldest first */
    bool fails;                     /* units are refused */
    bool unsure;                    /* nobody knows how a unit ended; it is kept unless it fails */
    bool blind;                     /* reads fail */
    bool late;                      /* reads wait until fake_step */
    struct unit *units, *last_unit; /* that wait to be written, oldest first */
    struct fake_read *reads;        /* oldest first */
};

void fake_open(struct fake *fake);
void fake_close(struct fake *fake);

/* Opens a WebSocket of a new guest. */
void fake_connect(struct fake *fake, uint64_t id);
/* A request; it is handled, and what it writes is stored, before this returns. */
void fake_ask(struct fake *fake, uint64_t id, const char *text);
/* A GET of a path; the answer's body goes to the same place. */
void fake_get(struct fake *fake, uint64_t id, const char *path);
/* Does what waits at the store, a read or a unit; false if nothing does. */
bool fake_step(struct fake *fake);
/* Does all that waits at the store and lets bots answer. */
void fake_settle(struct fake *fake);
/* Time passes; tables that want to be woken are, each at its time. */
void fake_pass(struct fake *fake, int64_t ms);
/* The bot that was asked first answers; false if none was. */
bool fake_answer(struct fake *fake);
void heard_clear(struct heard *heard);

/* Writes a unit at once, and reads what is stored. */
void fake_write(struct fake *fake, struct unit *unit);
bool fake_stored_table(struct fake *fake, uint64_t id, struct stored_table *out);
bool fake_stored_player(struct fake *fake, uint64_t id, struct player_row *out);

#endif
