/* slow.h: Castle's board recomputed in the plainest way after every move, to be compared with the fast one.
 */
#ifndef TESTS_CASTLE_SLOW_H
#define TESTS_CASTLE_SLOW_H

#include "castle/castle_state.h"

/* NULL if everything that the state keeps agrees with flood fills and sums over the board, or what does not.
 */
const char *slow_disagrees(const struct castle_box *box, const struct castle *s);

/* What a card pays, by its name, with the city of this name or CASTLE_NONE. */
int slow_value(const struct castle_box *box, const struct castle *s, const char *card, int city);

#endif
