/* table.h: a table at which tests play Castle move by move, in the words of records. */
#ifndef TESTS_CASTLE_TABLE_H
#define TESTS_CASTLE_TABLE_H

#include "castle/castle_state.h"
#include "core/list.h"
#include "test.h"

struct table {
    const struct game *game;
    struct castle s;
};

/* Starts a game and deals six cards to each seat: those named (joined by spaces), or for "" the first ones.
 */
void sit(struct table *t, int seats, const char *const hands[]);
void sit_with(struct table *t, int seats, const char *options, const char *const hands[]);

/* Makes a move, "1 wall a1-a2" or "* dice red any -", which must be legal. */
void make(struct table *t, const char *line);
/* Makes several moves, joined by ", ". */
void make_all(struct table *t, const char *lines);
bool legal(const struct table *t, const char *line);
/* Asserts that the move is refused with a reason of this clause. */
void refuse(const struct table *t, const char *line, const char *clause);
/* Asserts that the legal moves of a seat are these, sorted and joined by "|". */
void expect(const struct table *t, int seat, const char *moves);
int count_moves(const struct table *t, int actor);
uint32_t weight_of(const struct table *t, const char *chance_move);

/* Makes a whole turn of the active seat: the wall, the dice (house faces and tower; the tower die is ignored
 * if none is rolled), then the first legal moves until towers and houses stand. */
void turn(struct table *t, const char *line, const char *dice);
/* The same with the houses given, "ab1 red, ab2 blue". */
void turn_houses(struct table *t, const char *line, const char *dice, const char *houses);
/* Completes a scoring by first legal moves, until the next wall or the end of the game. */
void finish_scoring(struct table *t);
/* Makes the first legal move until the phase is another one. */
void pass_phase(struct table *t, enum castle_phase phase);

int city_named(const struct table *t, const char *space); /* the city with this name must exist */
const struct castle_box *box_of(const struct table *t);
int value_of(const struct table *t, const char *card); /* what a card would score now */

#endif
