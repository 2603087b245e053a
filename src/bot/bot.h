/*
 * bot.h: players that are not people.
 *
 * A question to a bot holds what its seat sees and how long it may think; the answer is a move. A bot gets a
 * view and never a state, so it cannot cheat. Equal views, generators and numbers of simulations give equal
 * answers.
 *
 * Bots allocate nothing, start no threads and read only the clock that they are given. They work in one block
 * of memory from their caller, so they also run in a browser.
 */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "core/game.h"

struct eval;

/* How long a bot may think: until the first of these limits. Bots that do not search ignore it. */
struct bot_budget {
    int ms;                         /* 0: no limit */
    int simulations;                /* 0: no limit */
    double (*clock)(void *context); /* milliseconds since any moment; needed if ms is not 0 */
    void *context;
};

struct bot_question {
    const struct game *game;
    int seats;
    int seat;         /* the seat that is asked; it must be to move */
    const void *view; /* what that seat sees: game->observe(state, seat) */
    struct bot_budget budget;
    struct rng *rng;
    /* The rest is usually 0. */
    float noise;             /* how far it misjudges a move: standard deviation in chances to win */
    float exploration;       /* how widely it searches; 0: as tuned for the game */
    bool sees_all;           /* `view` is the state: only to measure what hidden cards cost, never for play */
    const struct eval *eval; /* its evaluation; NULL: the one that ships for the game and seats */
};

/* What a bot thinks of a legal move. */
struct bot_opinion {
    game_move move;
    float margin; /* expected final points ahead of the best other seat */
    float win;    /* chance to win, 0 to 1; a victory shared by two counts a half */
    /* The standard errors of `win` and `margin`, and how many simulations support them; all 0 from a bot that
     * does not search. */
    float noise, margin_noise;
    int visits;
};

struct bot {
    const char *name;
    /* How many bytes of memory (aligned for any type) it needs in this game. It may get more. */
    size_t (*memory)(const struct game *);
    /* Returns one of the `count` legal moves; there are at least two. Unless `opinions` is NULL, writes an
     * opinion of each move there, in any order. */
    game_move (*choose)(const struct bot_question *, const game_move *moves, int count, void *memory,
                        size_t size, struct bot_opinion *opinions);
};

/* Reads the shipped evaluations. Call it once, after games_open and before any thread starts. */
void bots_open(void);

/* All bots, weakest first, ended by NULL. */
extern const struct bot *const bots[];

/* The bot with this name, or NULL. */
const struct bot *bot_find(const char *name);

/*
 * Answers a question. Unless `opinions` is NULL, it has capacity for GAME_MAX_MOVES and gets the bot's
 * opinion of each of the `*count` legal moves, best first. `count` may be NULL. A forced move is made at
 * once.
 */
game_move bot_choose(const struct bot *, const struct bot_question *, void *memory, size_t size,
                     struct bot_opinion *opinions, int *count);

/*
 * The opponents that people can choose. A lower level looks less far and misjudges moves more; no level makes
 * absurd moves.
 */
enum { BOT_LEVELS = 6 };

struct bot_level {
    const char *name; /* in English, for the terminal; the page has names of its own by number */
    const struct bot *bot;
    int ms;          /* the most time for a move on one core */
    int simulations; /* the most simulations, so that a fast machine does not make it stronger; 0: no limit */
    float noise;     /* how far it misjudges moves, in average mistakes of the game (`blunder` in tuning.h) */
};

extern const struct bot_level bot_levels[BOT_LEVELS]; /* level 1 is bot_levels[0] */

/* Memory that is enough for every level in this game. */
size_t bot_level_memory(const struct game *);

/* Asks a level, 1 to BOT_LEVELS. The question's budget can only lower the level's; its clock must be set. */
game_move bot_level_choose(int level, const struct bot_question *, void *memory, size_t size,
                           struct bot_opinion *opinions, int *count);

#endif
