/* players.h: bots as the command line names them, and their clock. */
#ifndef CLI_PLAYERS_H
#define CLI_PLAYERS_H

#include "bot/bot.h"

enum { PLAYER_NAME = 96 };

/*
 * A bot with its settings. "master" is one with the budget of the command line, "master:ms=20",
 * "ismcts:sims=500", "master:c=0.8" (exploration), "greedy:noise=0.1", "greedy:weights=FILE" and combinations
 * have their own; "level3" is what people play against; "oracle" is master with open cards, which only an
 * arena has.
 */
struct player {
    char name[PLAYER_NAME];
    int level; /* 0: none */
    const struct bot *bot;
    struct bot_question settings; /* budget, noise, exploration, evaluation, sees_all */
};

/* False after a message. */
bool player_read(const char *text, const struct game *game, int seats, const struct bot_budget *budget,
                 struct player *out);

/* Lets a player choose in a state, of which it gets the view (the oracle gets all). `memory` is
 * PLAYER_MEMORY. */
size_t player_memory(const struct game *);
game_move player_choose(const struct player *, const struct game *game, const void *state, int seats,
                        int seat, struct rng *rng, void *memory, size_t size);

/* Clocks for budgets, in milliseconds: of this thread's work, and of the wall. */
double clock_cpu(void *unused);
double clock_wall(void *unused);

#endif
