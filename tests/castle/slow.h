/* slow.h: works out the board of Castle in the simplest way, for comparison with the state of the game. */
#ifndef TESTS_CASTLE_SLOW_H
#define TESTS_CASTLE_SLOW_H

#include "castle/castle_state.h"

/* Compares everything that the state keeps with flood fills and sums over the board. Returns NULL, or the
 * name of what differs. */
const char *slow_disagrees(const struct castle_box *box, const struct castle *s);

/* What the card with this name pays for this city, or for none (CASTLE_NONE). */
int slow_value(const struct castle_box *box, const struct castle *s, const char *card, int city);

#endif
