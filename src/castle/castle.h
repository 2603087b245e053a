/* castle.h: Castle, also known as Masons and Mauerbauer, as a game of the core. */
#ifndef CASTLE_CASTLE_H
#define CASTLE_CASTLE_H

#include "core/game.h"

extern const struct game *const castle_games[]; /* ended by NULL */

#endif
