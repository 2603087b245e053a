/* bot_setup.h: bots as the command line names them, and their clock. */
#ifndef CLI_BOT_SETUP_H
#define CLI_BOT_SETUP_H

#include "bot/bot.h"

/* What a bot that searches has for a decision when nothing was said, in milliseconds; and how much may be
 * asked for. */
enum { BOT_SETUP_MS = 50, BOT_SETUP_MAX_MS = 600000, BOT_SETUP_MAX_SIMS = 100000000 };

/*
 * A bot with its settings. "master" is one with the budget of the command line, "master:ms=20",
 * "ismcts:sims=500", "master:c=0.8" (exploration), "greedy:noise=0.1", "greedy:weights=FILE" and combinations
 * have their own; "level3" is what people play against, with the level's own time and noise; "oracle" is
 * master with open cards, which only an arena has.
 */
struct bot_setup {
    const char *name; /* as it was given, with its settings */
    int level;        /* 0: none */
    const struct bot *bot;
    struct bot_question settings; /* budget, noise, exploration, evaluation, sees_all */
};

/*
 * Reads a bot; `text` must live as long as the player. The budget is what was asked for, with a clock: it is
 * a bot's own, and lowers a level's. If neither its ms nor its simulations are set, a level has all its time
 * and others BOT_SETUP_MS. False after a message.
 */
bool bot_setup_read(const char *text, const struct game *game, int seats, const struct bot_budget *budget,
                    struct bot_setup *out);

/* Bytes that are enough for every player in this game. */
size_t bot_setup_memory(const struct game *);
/* The question to a seat in a state, of which it gets the view; `settings` has the budget and the like. */
struct bot_question bot_setup_question(struct bot_question settings, const struct game *game,
                                       const void *state, int seats, int seat, struct rng *rng,
                                       union game_state *view);
/* Lets a player choose in a state, of which it gets the view (the oracle gets all). `memory` is aligned for
 * any type and has bot_setup_memory bytes. */
game_move bot_setup_choose(const struct bot_setup *, const struct game *game, const void *state, int seats,
                           int seat, struct rng *rng, void *memory, size_t size);

/* Clocks for budgets, in milliseconds: of this thread's work, and of the wall. */
double clock_cpu(void *unused);
double clock_wall(void *unused);

#endif
