/*
 * fake.h: a server without a network, a disk, a clock or threads of its own, for tests inside one process. It
 * is linked instead of net.c and store_sqlite.c, and with the linker's --wrap in place of what ids.c and
 * bots.c make: time stands still unless it is moved, two servers that are asked the same make the same ids,
 * and bots play at random.
 */
#ifndef FAKE_H
#define FAKE_H

#include "server/client.h"

/* What was sent to one connection since it was last looked at. */
struct heard {
    char *at;
    size_t length, room;
};

enum { FAKE_CONNECTIONS = 8 };

/* A question to a bot that waits for its answer. */
struct fake_thought {
    struct fake_thought *next;
    bots_done *done;
    void *context;
    game_move move;
};

/* Only this is kept of what is sent; connections have the numbers from 1 on. */
struct net {
    struct heard heard[FAKE_CONNECTIONS + 1];
    bool dropped[FAKE_CONNECTIONS + 1];
};

struct fake {
    struct server server;
    uv_loop_t loop;
    struct net net;
    int64_t now; /* by the steady clock … */
    int64_t set; /* … and by how much the other one was set since the start */
    uint64_t ids;
    /* The next draw of chance, if somebody wants a say in it. */
    game_move (*draw)(void *context, const struct game *game, const void *state);
    void *draw_context;
    struct rng rng;                /* for what bots choose */
    int questions;                 /* that they still take, then they are busy */
    bool slow;                     /* they think until fake_answer */
    struct fake_thought *thoughts; /* oldest first */
};

void fake_open(struct fake *fake);
void fake_close(struct fake *fake);
/* The one whose clock and ids are in use now. */
void fake_enter(struct fake *fake);

/* Opens a WebSocket of a new guest. */
void fake_connect(struct fake *fake, uint64_t id);
/* A request; it is handled, and what it writes is stored, before this returns. */
void fake_ask(struct fake *fake, uint64_t id, const char *text);
/* A GET of a path; the answer's body goes to the same place. */
void fake_get(struct fake *fake, uint64_t id, const char *path);
/* Stores what waits to be stored, lets bots answer, and tells those who wait for it. */
void fake_settle(struct fake *fake);
/* The bot that was asked first answers; false if none was. */
bool fake_answer(struct fake *fake);
void heard_clear(struct heard *heard);

/* fake_store.c */
struct store *fake_store_new(void);
void fake_store_free(struct store *store);
/* Does what store_commit promised, one unit; false if nothing waits. */
bool fake_store_step(struct store *store);
/* From now on units are not kept, or are again. Not to be changed in the middle of one. */
void fake_store_fail(struct store *store, bool fails);
/* From now on rows cannot be read, or can again. */
void fake_store_blind(struct store *store, bool blind);

#endif
