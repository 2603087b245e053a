/* bot_shared.h: what the files of the bots share. */
#ifndef BOT_BOT_SHARED_H
#define BOT_BOT_SHARED_H

#include <stdalign.h>

#include "bot/bot.h"
#include "bot/eval.h"
#include "bot/tuning.h"

extern const struct bot bot_random, bot_greedy, bot_ismcts, bot_master;

/* What a move is worth to the seat that makes it: the evaluation of the position after it, averaged over at
 * most `outcomes` outcomes of a draw that follows. */
struct eval_value greedy_value(const struct bot_question *, const struct eval *, const void *state, int seat,
                               game_move, int outcomes);

/* A random full state that fits the question's view; with `sees_all` the state itself. */
void bot_deal(const struct bot_question *, union game_state *out);

/* A random number, about normally distributed with mean 0 and standard deviation 1. */
float bot_gauss(struct rng *);

#endif
