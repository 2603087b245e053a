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

/* Starts a game and deals: six cards for each seat, joined by spaces, or "" for whatever comes first. */
void sit(struct table *t, int seats, const char *const hands[]);
void sit_with(struct table *t, int seats, const char *options, const char *const hands[]);

/* Makes a move, "1 wall a1-a2" or "* dice red any -", which must be legal. */
void make(struct table *t, const char *line);
/* Makes several moves, joined by ", ". */
void make_all(struct table *t, const char *lines);
bool legal(const struct table *t, const char *line);
/* The move must be refused with a reason that begins with this clause. */
void refuse(const struct table *t, const char *line, const char *clause);
/* The legal moves must be these, sorted and joined by "|"; of "wall" and chance only if one asks. */
void expect(const struct table *t, int seat, const char *moves);
int count_moves(const struct table *t, int actor);
uint32_t weight_of(const struct table *t, const char *chance_move);

/* A whole turn of whoever is to move: the wall, the dice (house faces and tower, which is ignored if it is
 * left out), then the first legal move until towers and houses stand. */
void turn(struct table *t, const char *line, const char *dice);
/* The same with the houses given, "ab1 red, ab2 blue". */
void turn_houses(struct table *t, const char *line, const char *dice, const char *houses);
/* All others' part of a scoring: the first legal move until the next wall, or the end. */
void finish_scoring(struct table *t);
/* The first legal move until the phase is another. */
void pass_phase(struct table *t, enum castle_phase phase);

int city_named(const struct table *t, const char *space); /* the city with this name must exist */
const struct castle_box *box_of(const struct table *t);
int value_of(const struct table *t, const char *card); /* what a card would score now */

#endif
