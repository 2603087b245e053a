/* castelli_help.h: helpers for the tests of Castelli, which reach positions by moves or set them up by hand.
 */
#ifndef CASTELLI_HELP_H
#define CASTELLI_HELP_H

#include "castelli/castelli.h"
#include "castelli/castelli_card.h"
#include "core/list.h"
#include "test.h"

/* Seats are counted from 1 in the texts of moves and from 0 everywhere else, as in the program. */

const struct game *castelli(void);
const struct castelli_box *shipped_box(void);

/* Starts a new game. The options must be legal. */
struct castelli_state begin(int seats, const char *options);

/* Makes a move that must be legal, given as in a record: "1 lift B1", "* tile RBGY1". */
void play(struct castelli_state *s, const char *line);
/* Whether a move, given as in a record, is legal. */
bool legal(const struct castelli_state *s, const char *line);
/* How many legal moves of an actor begin with these words. */
int legal_count(const struct castelli_state *s, int actor, const char *words);
/* Asserts that a move is refused with a reason of this clause. */
void assert_refused(const struct castelli_state *s, const char *line, const char *clause);

/* The active player lifts this tile from a meadow and places it; draws and reactions are left to the test. */
void lay(struct castelli_state *s, const char *meadow, const char *tile, int turn);
/* Puts a tile on a meadow and does nothing else: no frame, no scoring, no reactions. */
void put_tile(struct castelli_state *s, const char *meadow, const char *tile, int turn);
/* Makes this seat the active player, who is to build now. */
void let_build(struct castelli_state *s, int seat);
/* Moves a card from the cards that nobody has seen to a hand. */
void give_card(struct castelli_state *s, int seat, const char *name);
void give_goods(struct castelli_state *s, int seat, int wood, int grain, int rock);
/* Moves silver from the mine to a player, so that the total stays the same. */
void give_silver(struct castelli_state *s, int seat, int silver);
int card_named(const char *name);
int octagon_named(const char *cell);
int meadow_named(const char *cell);
/* Fills the board with tiles, all with turn 0. The active player is to build, in the last turn of the game.
 */
void fill_board(struct castelli_state *s);
/* Lets everybody pass and end their turns until the game is over. */
void finish(struct castelli_state *s);

#endif
