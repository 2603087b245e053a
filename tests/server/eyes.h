/* eyes.h: what a listener with one or several views sees. `eyes` has a bit for each of its seats, and bit
 * GAME_MAX_SEATS for the public. */
#ifndef TESTS_SERVER_EYES_H
#define TESTS_SERVER_EYES_H

#include "core/game.h"

enum { LOOK = 5 * GAME_MOVE_TEXT };

/* The eye after this one, or -1. */
int next_eye(uint32_t eyes, int eye);
/* The viewer of an eye: a seat or GAME_PUBLIC. */
int viewer_of(int eye);
/* How a move looks that is about to be made. */
void look_at_move(const struct game *game, const void *state, int actor, game_move move, uint32_t eyes,
                  char look[LOOK]);
bool same_views(const struct game *game, const void *a, const void *b, uint32_t eyes);
/*
 * Finds a move in `state` that looks to the listener like a move in another state: the same text if it sees
 * the move, else the same kind of move. Unless `after` is NULL, the views after the move must be those of
 * `after`. False if there is no such move.
 */
bool find_like(const struct game *game, const void *state, int actor, const char *look, const void *after,
               uint32_t eyes, struct rng *rng, game_move *found);

#endif
