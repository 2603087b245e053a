/*
 * bot.h: players that are not people.
 *
 * A bot is asked a question: here is what your seat sees, and so much may you think; which move? It gets a
 * view and never a state, so it cannot cheat. Equal views, generators and numbers of simulations give equal
 * answers.
 *
 * Bots allocate nothing, read no clock but the one they are given and start no threads: they work in one
 * block of memory that their caller gives them, and run in a browser as they are.
 */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "core/game.h"

struct eval;

/* How long a bot may think: what comes first. A bot that does not search ignores it. */
struct bot_budget {
    int ms;                         /* 0: the clock does not matter */
    int simulations;                /* 0: their number does not matter */
    double (*clock)(void *context); /* milliseconds since some moment; needed when ms is not 0 */
    void *context;
};

struct bot_question {
    const struct game *game;
    int seats;
    int seat;         /* who is asked; it is to move */
    const void *view; /* what that seat sees: game->observe(state, seat) */
    struct bot_budget budget;
    struct rng *rng;
    /* The rest is 0 mostly. */
    float noise;             /* how far it misjudges a move: standard deviation in chances to win */
    float exploration;       /* how widely it searches; 0: as tuned for the game */
    bool sees_all;           /* `view` is the state: to measure what luck allows, never for players */
    const struct eval *eval; /* what it judges by; NULL: what was learned for the game and seats */
};

/* What a bot thinks of a legal move. */
struct bot_opinion {
    game_move move;
    float margin; /* expected final points ahead of the best other seat */
    float win;    /* chance to win, 0 to 1; a victory shared by two counts a half */
    int visits;   /* simulations that support it; 0 from a bot that does not search */
};

struct bot {
    const char *name;
    /* Bytes of memory (aligned for any type) that it wants in this game; it is never refused for having more.
     */
    size_t (*memory)(const struct game *);
    /* Is called with at least two legal moves, listed in `moves`. Writes an opinion of each to `opinions`, in
     * any order, unless that is NULL, and returns a legal move. */
    game_move (*choose)(const struct bot_question *, const game_move *moves, int count, void *memory,
                        size_t size, struct bot_opinion *opinions);
};

/* Reads the learned evaluations. To be called once, after games_open and before any thread is started. */
void bots_open(void);

/* The bots that there are, weakest first, ended by NULL. */
extern const struct bot *const bots[];

/* The bot with this name, or NULL. */
const struct bot *bot_find(const char *name);

/*
 * Answers a question. `opinions`, unless NULL, has room for GAME_MAX_MOVES and receives what the bot thinks
 * of each of the `*count` legal moves, best first; with NULL `count` may be NULL too. A forced move costs no
 * thought.
 */
game_move bot_choose(const struct bot *, const struct bot_question *, void *memory, size_t size,
                     struct bot_opinion *opinions, int *count);

/*
 * The opponents that people are offered. A lower level looks less far and misjudges more; none plays absurd
 * moves.
 */
enum { BOT_LEVELS = 6 };

struct bot_level {
    const char *name; /* in English, for the terminal; the page has names of its own by number */
    const struct bot *bot;
    int ms;          /* it never thinks longer than this on one core … */
    int simulations; /* … nor further than this, so that a fast machine does not make it stronger; 0: no limit
                      */
    float noise;     /* how far it misjudges moves, in mistakes that are middling for the game */
};

extern const struct bot_level bot_levels[BOT_LEVELS]; /* level 1 is bot_levels[0] */

/* Memory that is enough for every level in this game. */
size_t bot_level_memory(const struct game *);

/* Asks a level (1 to BOT_LEVELS). The question's budget is lowered to the level's; its clock must be set. */
game_move bot_level_choose(int level, const struct bot_question *, void *memory, size_t size,
                           struct bot_opinion *opinions, int *count);

#endif
