/*
 * stranger.h: strangers who do anything at all with a server, at random, while laws hold.
 *
 * The server, or two of them on one store, run inside the test (fake.h). What happens is a list of steps,
 * each a line of text: somebody connects, asks, goes away; the store loses a unit; time passes. A step is
 * chosen by random decisions, or by the bytes of a fuzzer, and then done. A list of steps can be done again,
 * also without some of its steps: a step names tables and people by the step that made them, and what is
 * random in the server follows from the seed and the step's number alone.
 */
#ifndef TESTS_SERVER_STRANGER_H
#define TESTS_SERVER_STRANGER_H

#include "core/rng.h"
#include "fake.h"

enum {
    STRANGER_NODES = 2,
    STRANGER_TABLES = 48,               /* the tables that are known by their step, the newest */
    STRANGER_LINE = 4096,               /* bytes of a step */
    STRANGER_MESSAGE = 2 * 1024 * 1024, /* bytes of a request */
    STRANGER_OWED = 256,                /* answers that one connection waits for */
    STRANGER_CONNECTIONS = 16, /* the number of a connection is its device's, plus a multiple of this */
    STRANGER_STEPS = 1500      /* of a round, which begins with an empty store */
};

/* ---- decisions (stranger_choice.c) ---- */

/* Random numbers, or bytes. When the bytes are used up, `over` is set. */
struct choice {
    struct rng rng;
    const uint8_t *bytes;
    size_t left;
    bool from_bytes, over;
};

/* A number below n. */
uint32_t choose(struct choice *, uint32_t n);
/* True once in n times. */
bool chance(struct choice *, uint32_t n);

/* ---- the world (stranger_world.c) ---- */

/* Somebody's browser. Two with one token belong to one person. */
struct device {
    bool open, dropped;
    uint64_t connection; /* its last one; no two have the same */
    int node;
    char token[TOKEN_TEXT];                                       /* "": none yet */
    bool bearer;                                                  /* it is a bot, and the token a bot's */
    char bot[TOKEN_TEXT], code[24], session[24], bot_id[ID_TEXT]; /* the last ones it was told, or "" */
    int64_t owed[STRANGER_OWED]; /* ids of requests; -1: of an unreadable one */
    int owed_count;
};

/* A table by the step that made it. */
struct born {
    int step;
    uint64_t id;
    char invite[TOKEN_TEXT];
};

struct visit_owed {
    uint64_t id;
    int device;
};

struct stranger {
    struct fake node[STRANGER_NODES];
    int nodes;
    uint64_t seed;
    int step;        /* the one that is being done */
    struct rng luck; /* of this step */
    struct device device[FAKE_CONNECTIONS + 1];
    struct born made[STRANGER_TABLES];
    int made_count;
    struct visit_owed visits[STRANGER_OWED]; /* HTTP requests without an answer */
    int visit_count;
    bool lags;     /* the store does only what a step lets it do */
    bool limited;  /* people have budgets, as on a real server */
    int bus;       /* see stranger_bus.c */
    long requests; /* so many were made */
    void (*hear)(struct stranger *, int device, const char *text, size_t length); /* or NULL */
};

/* Opens a world; its mood, such as whether people have budgets, follows from the seed. */
void stranger_open(struct stranger *, uint64_t seed, int nodes);
/* Everybody leaves; then nothing may be left. Closes the world. */
void stranger_close(struct stranger *);
/* Connections that the server has dropped end. */
void stranger_end_dropped(struct stranger *);
/* A device goes, if it is connected. */
void stranger_leave(struct stranger *, int device);
/* Does one step: "17 ask 3 {…}". A line that is no step does nothing. */
void stranger_do(struct stranger *, const char *line);
/* Writes the next step. */
void stranger_next(struct stranger *, struct choice *, int number, char line[STRANGER_LINE]);
/* A law was broken: says so and ends the program. */
_Noreturn void stranger_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Where it says which law that was, for those who repeat it; or NULL. */
enum { STRANGER_LAW = 128 };
extern char *stranger_broken;
/* A browser gets a cookie. */
void stranger_take_cookie(struct stranger *, int device, const char *cookie);
struct fake *stranger_node_of(struct stranger *, int device);
uint64_t stranger_player_of(struct stranger *, int device);
const struct born *stranger_made(const struct stranger *, int step);

/* ---- the bus and time (stranger_time.c) ---- */

enum { STRANGER_BUS_GOOD, STRANGER_BUS_BAD, STRANGER_BUS_NONE, STRANGER_BUSES };
void stranger_join_nodes(struct stranger *);
/* Lets the store and the bus do all that waits. */
void stranger_settle(struct stranger *);
/* Lets them do a few things, in any order. */
void stranger_go(struct stranger *, int steps);
void stranger_pass(struct stranger *, int64_t ms);
/* Lets bots answer so many questions. */
void stranger_think(struct stranger *, int questions);
/* Ends all faults and lets everything come to rest. */
void stranger_calm(struct stranger *);

/* ---- requests (stranger_say.c, stranger_expand.c, stranger_record.c) ---- */

struct request_kind;
/* Writes a request of this kind for a device. Its words have signs: "$t17$" is the table of step 17. */
void stranger_say(struct stranger *, struct choice *, int device, const struct request_kind *,
                  struct text *out);
/* Writes a request that lets a game go on, and returns the device that sends it. 0: there is none. */
int stranger_play(struct stranger *, struct choice *, struct text *out);
/* Replaces the signs by what they stand for now, for the device. */
void stranger_expand(struct stranger *, int device, const char *from, struct text *out);
/* A record of a game, whole or from its middle, that follows from the number. */
void stranger_record(uint32_t number, struct text *out);

/* ---- laws (stranger_laws.c) ---- */

/* Checks what must hold when everything has come to rest, and brings that about. */
void stranger_laws(struct stranger *);
/* Checks that everybody can leave each table. Everything must be at rest, and they leave. */
void stranger_check_exits(struct stranger *);
/* Checks that the others' chairs become free, when all but one have gone and that one waits for them. */
void stranger_check_absent(struct stranger *, int waits);
void stranger_check_message(const char *text, size_t length, int step);

/* ---- inside the server (stranger_peek.c) ---- */

struct peek {
    int state, seats; /* enum table_state */
    uint32_t to_act;  /* seats of people who may move */
    uint32_t open;    /* chairs for anybody */
    uint64_t creator, holder[GAME_MAX_SEATS];
    bool playing; /* it has a match */
    bool undo_asked, drawing;
};

bool peek_table(struct fake *, uint64_t table, struct peek *out);
/* The newest number of a viewer, from 1; 0: the public. */
int peek_number(struct fake *, uint64_t table, int viewer);
/* A legal move of a seat, from 1, or any word. */
void peek_move(struct fake *, uint64_t table, int seat, uint32_t which, char out[GAME_MOVE_TEXT]);
/* A reply of the game, or any word. */
void peek_reply(struct fake *, uint64_t table, uint32_t which, char out[GAME_MOVE_TEXT]);
/* The player of a connection, or 0. */
uint64_t peek_player(struct fake *, uint64_t connection);
/* Ends all connections. */
void peek_close_clients(struct fake *);
/* Drops a table from memory, as if nobody had used it for long. */
void peek_drop(struct fake *, uint64_t table);
/* Takes ratings out of messages: a table in memory shows those of the day when its people sat down. */
void peek_drop_ratings(char *messages);
/* NULL, or what still waits for something. */
const char *peek_waiting(struct fake *);
/* NULL, or what is left when all have gone. */
const char *peek_left(struct fake *);
/* Seconds of the longest thing that held the loop, and what it was. */
double peek_held(struct fake *, const char **what);
/* Whether connections belong to the same players at both nodes, as far as these are stored. */
bool peek_same_people(struct fake *, struct fake *fresh);
/* Loads the tables of one node at the other, too. */
void peek_load_all(struct fake *from, struct fake *to);
/* Watches at the fresh node what is watched at this one, and loads it there. */
void peek_copy_watchers(struct fake *from, struct fake *fresh);
/* Compares what each watcher would be told by both; `tell` sends it. NULL, or what differs. */
const char *peek_compare(struct fake *, struct fake *fresh);

#endif
