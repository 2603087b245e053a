/*
 * slow.h: a castle stored and checked in the simplest way, for comparison with the program's: arrays of
 * points and steps, every rule of building tried place by place, courtyards found by flooding unit squares.
 */
#ifndef TESTS_CASTELLAN_SLOW_H
#define TESTS_CASTELLAN_SLOW_H

#include <stdbool.h>

enum { SLOW_SIDE = 64, SLOW_MAX_WALLS = 128, SLOW_MAX_REGIONS = 64 };

struct slow_wall {
    int x, y, dx, dy, length;
};

struct slow_region {
    int x, y; /* its first square */
    int owner, towers, squares;
    bool is_double, fresh;
};

struct slow_castle {
    int towers;
    bool tower[SLOW_SIDE][SLOW_SIDE]; /* [y][x] */
    struct slow_wall walls[SLOW_MAX_WALLS];
    int wall_count;
    /* The region of each unit square; -1 outside all courtyards. */
    int region_of[SLOW_SIDE][SLOW_SIDE];
    struct slow_region regions[SLOW_MAX_REGIONS];
    int region_count;
};

void slow_start(struct slow_castle *c);
/* May this seat build the piece there? A tower has length 0. */
bool slow_fits(const struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length);
/* Builds the piece for this seat and finds all courtyards again. New courtyards and the parts of divided ones
 * are fresh. Returns true if a divided courtyard had the double keep; then no part has it. */
bool slow_build(struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length);
int slow_points(const struct slow_castle *c, int seat);

#endif
