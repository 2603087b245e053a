/* bots.h: what the files of the bots share. */
#ifndef BOT_BOTS_H
#define BOT_BOTS_H

#include <stdalign.h>

#include "bot/bot.h"
#include "bot/eval.h"

/* Memory for a state of any game. */
union bot_state {
    unsigned char bytes[GAME_MAX_STATE];
    max_align_t align;
};

extern const struct bot bot_random, bot_greedy;

/* What a move is worth to the asked seat: the evaluation of the position after it, expected over chance. */
struct eval_value greedy_value(const struct bot_question *, const struct eval *, const void *state,
                               game_move);

/* About normally distributed, mean 0, standard deviation 1. */
float bot_gauss(struct rng *);

#endif
