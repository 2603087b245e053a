/* castelli.h: the two games of this folder. */
#ifndef CASTELLI_H
#define CASTELLI_H

#include "core/game.h"

extern const struct game castelli_tournament_game;
extern const struct game *const castelli_games[]; /* ended by NULL */

#endif
