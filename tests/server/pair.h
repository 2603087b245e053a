/* pair.h: two servers that play games side by side which look alike to one listener. */
#ifndef TESTS_SERVER_PAIR_H
#define TESTS_SERVER_PAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"
#include "kinds.h"

enum { SPECTATOR = GAME_MAX_SEATS + 1 };

/* Plays one pair of games until they differ for the listener: the connection of a seat, or SPECTATOR. Fails
 * if the listener is sent different bytes. `hot`: the first connection has the last seat too. Adds how many
 * steps there were, and in how many of them the states differed. */
void play_pair(const struct kind *kind, int listener, bool hot, uint64_t seed, long *steps, long *differing);

#endif
