/* castelli_help.h: short words for the tests of Castelli: positions are made by moves, or set up by hand. */
#ifndef CASTELLI_HELP_H
#define CASTELLI_HELP_H

#include "castelli/castelli.h"
#include "castelli/castelli_card.h"
#include "core/list.h"
#include "test.h"

/* Seats are counted from 1 in the texts of moves and from 0 everywhere else, as in the program. */

const struct game *castelli(void);
const struct castelli_box *shipped_box(void);

/* A new game; the options must be good. */
struct castelli_state begin(int seats, const char *options);

/* Makes a move that must be legal, given as in a record: "1 lift B1", "* tile RBGY1". */
void play(struct castelli_state *s, const char *line);
/* Whether a move, given as in a record, is legal. */
bool legal(const struct castelli_state *s, const char *line);
/* How many legal moves of an actor begin with these words. */
int legal_count(const struct castelli_state *s, int actor, const char *words);
/* The reason for which a move is refused must begin with this clause. */
void assert_refused(const struct castelli_state *s, const char *line, const char *clause);

/* The active player lifts this tile from a meadow and places it; draws and reactions are left to the test. */
void lay(struct castelli_state *s, const char *meadow, const char *tile, int turn);
/* Puts a tile on a meadow without any effect but that it lies there. */
void put_tile(struct castelli_state *s, const char *meadow, const char *tile, int turn);
/* The active player is at the point of building, whatever was before. */
void let_build(struct castelli_state *s, int seat);
/* A card goes from the unseen ones into a hand. */
void give_card(struct castelli_state *s, int seat, const char *name);
void give_goods(struct castelli_state *s, int seat, int wood, int grain, int rock);
/* Silver comes from the mine, so that none is made. */
void give_silver(struct castelli_state *s, int seat, int silver);
int card_named(const char *name);
int octagon_named(const char *cell);
int meadow_named(const char *cell);
/* All tiles lie, with turn 0, and the active player is to build: the next end is the last. */
void fill_board(struct castelli_state *s);
/* Everyone passes and ends until the game is over. */
void finish(struct castelli_state *s);

#endif
