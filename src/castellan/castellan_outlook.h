/* castellan_outlook.h: what could be closed soon, for evaluations. */
#ifndef CASTELLAN_OUTLOOK_H
#define CASTELLAN_OUTLOOK_H

#include "castellan/castellan_state.h"

/* Ways to close something, by the pieces they need. */
enum castellan_way {
    CASTELLAN_BY_SHORT,       /* a short wall between two towers */
    CASTELLAN_BY_LONG,        /* a long wall between two towers */
    CASTELLAN_BY_TOWER,       /* a tower where open ends meet */
    CASTELLAN_BY_TOWER_SHORT, /* a short wall to an open end, and a tower there */
    CASTELLAN_BY_TOWER_LONG,
    CASTELLAN_BY_CORNER, /* two walls to an empty point, and a tower there */
    CASTELLAN_WAYS
};

enum { CASTELLAN_MAX_CHANCES = 40 };

struct castellan_chance {
    uint8_t way;
    int8_t ground; /* the seat whose courtyard it divides, or -1 for ground that is free to all */
    uint8_t need[CASTELLAN_PIECES];
    uint8_t gain; /* in towers */
};

struct castellan_outlook {
    int count; /* of chances; a position with more than fit is judged by those found first */
    struct castellan_chance chances[CASTELLAN_MAX_CHANCES];
    int own_ends[GAME_MAX_SEATS];   /* open ends in each seat's courtyards, where only that seat builds */
    int own_places[GAME_MAX_SEATS]; /* places for walls there */
    int open_ends, corners;         /* on free ground */
};

void castellan_look(const struct castellan_state *s, struct castellan_outlook *out);

#endif
