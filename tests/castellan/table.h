/* table.h: positions for tests, set up and changed with the words of the notation. */
#ifndef TESTS_CASTELLAN_TABLE_H
#define TESTS_CASTELLAN_TABLE_H

#include "castellan/castellan_state.h"
#include "test.h"

extern const struct game *castellan; /* with the shipped box */

int open_castellan(void **state);

/* A game whose first hands have been dealt: of each deck the cards in the order of the box. */
void deal_hands(struct castellan_state *s, int seats, const char *options);

/* A bare table and a seat that builds with more pieces than it will ever need. */
void building_site(struct castellan_state *s, int seats);
/* Makes moves that are written as in a record and joined by "; ". On a building site any seat may be next. */
void make_moves(struct castellan_state *s, const char *moves);

/* Is this move of the active seat legal? */
bool legal(const struct castellan_state *s, const char *move);
/* Is it refused with a reason that names this clause, changing nothing? */
bool refused(const struct castellan_state *s, const char *move, const char *clause);
/* All legal moves, sorted and joined by "|". */
const char *all_moves(const struct castellan_state *s);

int points(const struct castellan_state *s, int seat);
/* Points and owner's seat of the courtyard with this name, -1 if there is none. */
int worth(const struct castellan_state *s, int x, int y);
int owner(const struct castellan_state *s, int x, int y);

/* The square of four short walls with 32,32 as its north-west corner, but for its south side; all towers
 * stand. */
extern const char nearly_square[];

#endif
