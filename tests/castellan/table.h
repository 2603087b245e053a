/* table.h: positions for tests, set up and changed with the words of the notation. */
#ifndef TESTS_CASTELLAN_TABLE_H
#define TESTS_CASTELLAN_TABLE_H

#include "castellan/castellan_state.h"
#include "test.h"

extern const struct game *castellan; /* with the shipped box */

int open_castellan(void **state);

/* Starts a game and deals the first hands: the first cards of each deck, in the order of the box. */
void deal_hands(struct castellan_state *s, int seats, const char *options);

/* An empty table, and seat 1 that is to build with more pieces than a test needs. */
void building_site(struct castellan_state *s, int seats);
/* Makes moves, written as in a record and joined by "; ". On a building site any seat may move next. */
void make_moves(struct castellan_state *s, const char *moves);

/* Is this move of the active seat legal? */
bool legal(const struct castellan_state *s, const char *move);
/* Is this move refused with a reason that names this clause, and does nothing change? */
bool refused(const struct castellan_state *s, const char *move, const char *clause);
/* All legal moves, sorted and joined by "|". */
const char *all_moves(const struct castellan_state *s);

int points(const struct castellan_state *s, int seat);
/* Points, and the owner's seat, of the courtyard with this name; -1 if there is no such courtyard. */
int worth(const struct castellan_state *s, int x, int y);
int owner(const struct castellan_state *s, int x, int y);

/* The card with this name. */
unsigned card(const char *id);
/* Gives a seat these cards (NULL ends the list). Its other cards go to its decks, or count as played. */
void set_hand(struct castellan_state *s, int seat, bool rest_played, const char *const ids[]);
#define HAND(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Moves that build the square whose north-west corner is 32,32: four towers and three short walls. The wall
 * in the south is missing. */
extern const char nearly_square[];

#endif
