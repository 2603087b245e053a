/* nullgame.h: the smallest game that has everything (see nullgame.c). */
#ifndef CORE_NULLGAME_H
#define CORE_NULLGAME_H

#include "core/game.h"

extern const struct game null_game;

#endif
