/* castelli.h: the two games of this folder. */
#ifndef CASTELLI_H
#define CASTELLI_H

#include "core/game.h"

extern const struct game castelli_game, castelli_tournament_game;

#endif
