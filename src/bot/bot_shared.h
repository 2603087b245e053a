/* bot_shared.h: what the files of the bots share. */
#ifndef BOT_BOT_SHARED_H
#define BOT_BOT_SHARED_H

#include <stdalign.h>

#include "bot/bot.h"
#include "bot/eval.h"
#include "bot/tuning.h"

extern const struct bot bot_random, bot_greedy, bot_ismcts, bot_master;

/* What a seat's move is worth to it: the evaluation of the position after it, expected over chance, of which
 * no more than so many outcomes are looked at. */
struct eval_value greedy_value(const struct bot_question *, const struct eval *, const void *state, int seat,
                               game_move, int outcomes);

/* A random full state that fits the question's view; the view itself if that sees all. */
void bot_deal(const struct bot_question *, union game_state *out);

/* About normally distributed, mean 0, standard deviation 1. */
float bot_gauss(struct rng *);

#endif
