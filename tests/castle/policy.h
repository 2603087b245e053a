/* policy.h: ways to play Castle that reach rules which random moves seldom reach. */
#ifndef TESTS_CASTLE_POLICY_H
#define TESTS_CASTLE_POLICY_H

#include "castle/castle_state.h"

enum policy {
    POLICY_RANDOM,
    POLICY_CLOSE, /* closes cities whenever it can, builds next to walls otherwise, joins half the time */
    POLICY_KEEP,  /* the same, but never joins and always discards, so that hands grow and piles empty */
    POLICY_JOIN,  /* the same, but always joins and always scores two cards, so that hands shrink */
    POLICY_COUNT
};

game_move policy_move(enum policy policy, const struct game *game, const struct castle *s, int actor,
                      struct rng *rng);

#endif
