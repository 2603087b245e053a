/* bot_setup.h: bots with their settings, as the command line names them, and the clocks for their budgets. */
#ifndef CLI_BASE_BOT_SETUP_H
#define CLI_BASE_BOT_SETUP_H

#include "bot/bot.h"

/* The default budget of a bot that searches, in milliseconds, and the most that can be asked for. */
enum { BOT_SETUP_MS = 50, BOT_SETUP_MAX_MS = 600000, BOT_SETUP_MAX_SIMS = 100000000 };

/*
 * A bot with its settings. "master" has the budget of the command line. "master:ms=20", "ismcts:sims=500",
 * "master:c=0.8" (exploration), "greedy:noise=0.1", "greedy:weights=FILE" and combinations have their own.
 * "level3" is a level that people play against, with its own time and noise. "oracle" is master with open
 * cards.
 */
struct bot_setup {
    const char *name; /* as the user typed it, with its settings */
    int level;        /* 0: none */
    const struct bot *bot;
    struct bot_question settings; /* budget, noise, exploration, evaluation, sees_all */
};

/*
 * Reads a bot. `text` must live as long as the result. `budget` is the one of the command line, with its
 * clock: a bot takes it over, a level only lowers its own. If it sets neither ms nor simulations, a level has
 * all its time and other bots have BOT_SETUP_MS. False after a message.
 */
bool bot_setup_read(const char *text, const struct game *game, int seats, const struct bot_budget *budget,
                    struct bot_setup *out);

/* Bytes that are enough for every bot in this game. */
size_t bot_setup_memory(const struct game *);
/* The question to a seat: `settings` with the seat's view of the state. */
struct bot_question bot_setup_question(struct bot_question settings, const struct game *game,
                                       const void *state, int seats, int seat, struct rng *rng,
                                       union game_state *view);
/* Lets a bot choose a move. It gets the seat's view of the state; the oracle gets the state. `memory` is
 * aligned for any type and has bot_setup_memory bytes. */
game_move bot_setup_choose(const struct bot_setup *, const struct game *game, const void *state, int seats,
                           int seat, struct rng *rng, void *memory, size_t size);

/* Clocks for budgets, in milliseconds: the CPU time of this thread, and real time. */
double clock_cpu(void *unused);
double clock_wall(void *unused);

#endif
