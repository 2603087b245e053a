/* castellan.h: the game Castellan, played with the rules of docs/rules/castellan.md. */
#ifndef CASTELLAN_CASTELLAN_H
#define CASTELLAN_CASTELLAN_H

#include "core/game.h"

/* Without a box: whoever lists the game reads one with read_box and fills it in. */
extern const struct game *const castellan_games[]; /* ended by NULL */

#endif
