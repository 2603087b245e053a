/* viewers.h: what a listener with one or several views sees. `viewers` has a bit for each of its seats, and
 * bit GAME_MAX_SEATS for the public. */
#ifndef TESTS_SERVER_VIEWERS_H
#define TESTS_SERVER_VIEWERS_H

#include "core/game.h"

enum { LOOK = 5 * GAME_MOVE_TEXT };

/* The next bit after this one, or -1. */
int next_viewer(uint32_t viewers, int bit);
/* The viewer of a bit: a seat or GAME_PUBLIC. */
int viewer_of(int bit);
/* How a move looks that is about to be made. */
void look_at_move(const struct game *game, const void *state, int actor, game_move move, uint32_t viewers,
                  char look[LOOK]);
bool same_views(const struct game *game, const void *a, const void *b, uint32_t viewers);
/*
 * Finds a move in `state` that looks to the listener like a move in another state: the same text if it sees
 * the move, else the same kind of move. Unless `after` is NULL, the views after the move must be those of
 * `after`. False if there is no such move.
 */
bool find_like(const struct game *game, const void *state, int actor, const char *look, const void *after,
               uint32_t viewers, struct rng *rng, game_move *found);

#endif
