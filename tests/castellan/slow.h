/*
 * slow.h: a castle kept in the plainest way, to check the fast one against: arrays of points and steps, every
 * rule of building tried place by place from scratch, courtyards found by flooding unit squares.
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
    /* The region that each unit square belongs to, -1 outside all courtyards. */
    int region_of[SLOW_SIDE][SLOW_SIDE];
    struct slow_region regions[SLOW_MAX_REGIONS];
    int region_count;
};

void slow_start(struct slow_castle *c);
/* May this seat build the piece there? A tower has length 0. */
bool slow_fits(const struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length);
/* Builds it for this seat and finds all courtyards anew. New ones and parts of divided ones are fresh; true
 * if the courtyard that was divided had the double keep (no part has it then). */
bool slow_build(struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length);
int slow_points(const struct slow_castle *c, int seat);

#endif
