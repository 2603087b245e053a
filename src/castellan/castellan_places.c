/*
 * castellan_places.c: where walls and towers may be built.
 *
 * What is kept from move to move is small: for each kind of piece the rows of the table in which it has a
 * place. A piece renews the few of them that it can change, and the places of a row are found with a dozen
 * operations.
 */
#include "castellan/castellan_state.h"

/* Bits of points that have a neighbour one and two steps to the east. */
#define REACHES_1 (~UINT64_C(0) >> 1)
#define REACHES_2 (~UINT64_C(0) >> 2)

/* The points of row y that nothing stands on, ends at or crosses: a long wall may cover them (3.5). */
static inline uint64_t bare_row(const struct castellan_state *s, int y)
{
    return ~(s->tower[y] | s->middle[y] | s->east[y] | s->east[y] << 1 | s->south[y] |
             (y > 0 ? s->south[y - 1] : 0));
}

/*
 * A wall fits when one end at least is a tower (3.2), no end is the covered middle of a long wall (3.4) and
 * its steps are free (3.5). The point that a long wall covers must be bare, and then both its steps are free.
 */
static inline uint64_t short_east(const struct castellan_state *s, int y)
{
    uint64_t tower = s->tower[y], clear = ~s->middle[y];
    return ~s->east[y] & (tower | tower >> 1) & clear & clear >> 1 & REACHES_1;
}

static inline uint64_t short_south(const struct castellan_state *s, int y)
{
    return y + 1 < CASTELLAN_SIDE
               ? ~(s->south[y] | s->middle[y] | s->middle[y + 1]) & (s->tower[y] | s->tower[y + 1])
               : 0;
}

static inline uint64_t long_east(const struct castellan_state *s, int y)
{
    uint64_t tower = s->tower[y], clear = ~s->middle[y];
    return bare_row(s, y) >> 1 & (tower | tower >> 2) & clear & clear >> 2 & REACHES_2;
}

static inline uint64_t long_south(const struct castellan_state *s, int y)
{
    return y + 2 < CASTELLAN_SIDE
               ? bare_row(s, y + 1) & (s->tower[y] | s->tower[y + 2]) & ~(s->middle[y] | s->middle[y + 2])
               : 0;
}

/* The places of a kind of piece in row y; inlined with a constant kind. */
static inline __attribute__((always_inline)) uint64_t place_row(const struct castellan_state *s, int verb,
                                                                int y)
{
    return verb == CASTELLAN_DO_SHORT_EAST    ? short_east(s, y)
           : verb == CASTELLAN_DO_SHORT_SOUTH ? short_south(s, y)
           : verb == CASTELLAN_DO_LONG_EAST   ? long_east(s, y)
           : verb == CASTELLAN_DO_LONG_SOUTH  ? long_south(s, y)
                                              : castellan_open_row(s, y); /* a tower (3.2) */
}

uint64_t castellan_place_row(const struct castellan_state *s, enum castellan_verb verb, int y)
{
    return place_row(s, verb, y);
}

/* Computes `rows` anew for the rows y0 to y1, as far as they are on the table. */
static inline __attribute__((always_inline)) void renew(struct castellan_state *s, int verb, int y0, int y1)
{
    for (int y = y0; y <= y1; y++) {
        if (y < 0)
            continue;
        uint64_t bit = UINT64_C(1) << y;
        s->rows[verb] = place_row(s, verb, y) ? s->rows[verb] | bit : s->rows[verb] & ~bit;
    }
}

/* Which rows a piece can change follows from which rows the functions above look at. */
void castellan_renew_rows(struct castellan_state *s, enum castellan_verb verb, int y)
{
    switch (verb) {
    case CASTELLAN_DO_SHORT_EAST: /* a step, and an open end or two, in row y */
        renew(s, CASTELLAN_DO_SHORT_EAST, y, y);
        renew(s, CASTELLAN_DO_LONG_EAST, y, y);
        renew(s, CASTELLAN_DO_LONG_SOUTH, y - 1, y - 1);
        renew(s, CASTELLAN_DO_TOWER, y, y);
        break;
    case CASTELLAN_DO_SHORT_SOUTH: /* a step from row y to the next */
        renew(s, CASTELLAN_DO_SHORT_SOUTH, y, y);
        renew(s, CASTELLAN_DO_LONG_EAST, y, y + 1);
        renew(s, CASTELLAN_DO_LONG_SOUTH, y - 1, y);
        renew(s, CASTELLAN_DO_TOWER, y, y + 1);
        break;
    case CASTELLAN_DO_LONG_SOUTH: /* two steps, and a covered point in row y + 1 */
        renew(s, CASTELLAN_DO_SHORT_EAST, y + 1, y + 1);
        renew(s, CASTELLAN_DO_SHORT_SOUTH, y, y + 1);
        renew(s, CASTELLAN_DO_LONG_EAST, y, y + 2);
        renew(s, CASTELLAN_DO_LONG_SOUTH, y - 1, y + 1);
        renew(s, CASTELLAN_DO_TOWER, y, y + 2);
        break;
    default: /* a tower in row y, or two steps in it with a covered point between them */
        renew(s, CASTELLAN_DO_SHORT_EAST, y, y);
        renew(s, CASTELLAN_DO_SHORT_SOUTH, y - 1, y);
        renew(s, CASTELLAN_DO_LONG_EAST, y, y);
        renew(s, CASTELLAN_DO_LONG_SOUTH, y - 2, y);
        renew(s, CASTELLAN_DO_TOWER, y, y);
        break;
    }
}

struct castellan_span castellan_span(enum castellan_verb wall, unsigned point)
{
    int x = castellan_x(point), y = castellan_y(point);
    int length = wall >= CASTELLAN_DO_LONG_EAST ? 2 : 1;
    bool east = castellan_goes_east(wall);
    return (struct castellan_span){.x = x,
                                   .y = y,
                                   .mid_x = x + (east ? 1 : 0),
                                   .mid_y = y + (east ? 0 : 1),
                                   .end_x = x + (east ? length : 0),
                                   .end_y = y + (east ? 0 : length)};
}

/*
 * Lists the places of one kind of piece. A place lies in one face of the plan, and so do the squares around
 * it, of which the one to its south-east has the place's own bit. That square tells whose ground it is.
 */
static inline __attribute__((always_inline)) game_move *list(const struct castellan_state *s, int verb,
                                                             game_move *next)
{
    for (uint64_t rows = s->rows[verb]; rows; rows &= rows - 1) {
        int y = __builtin_ctzll(rows);
        uint64_t bits = place_row(s, verb, y);
        if (s->closed[y])
            bits &= ~castellan_barred_row(s, s->active, y); /* 2.4 */
        for (; bits; bits &= bits - 1)
            *next++ = castellan_move((enum castellan_verb)verb, castellan_point(__builtin_ctzll(bits), y));
    }
    return next;
}

int castellan_list_places(const struct castellan_state *s, game_move *out)
{
    game_move *next = out;
    if (s->pieces[CASTELLAN_TOWER]) {
        if (castellan_bare_table(s)) /* 3.7 */
            *next++ = castellan_move(CASTELLAN_DO_TOWER, castellan_point(CASTELLAN_MIDDLE, CASTELLAN_MIDDLE));
        next = list(s, CASTELLAN_DO_TOWER, next);
    }
    if (s->pieces[CASTELLAN_SHORT]) {
        next = list(s, CASTELLAN_DO_SHORT_EAST, next);
        next = list(s, CASTELLAN_DO_SHORT_SOUTH, next);
    }
    if (s->pieces[CASTELLAN_LONG]) {
        next = list(s, CASTELLAN_DO_LONG_EAST, next);
        next = list(s, CASTELLAN_DO_LONG_SOUTH, next);
    }
    return (int)(next - out);
}

bool castellan_extent(const struct castellan_state *s, struct castellan_extent *out)
{
    uint64_t columns = 0;
    if (castellan_bare_table(s))
        return false;
    *out = (struct castellan_extent){.north = CASTELLAN_SIDE, .south = 0};
    for (int y = 0; y < CASTELLAN_SIDE; y++) {
        uint64_t row = s->tower[y] | castellan_open_row(s, y);
        columns |= row;
        if (row && y < out->north)
            out->north = y;
        if (row)
            out->south = y;
    }
    out->west = __builtin_ctzll(columns);
    out->east = 63 - __builtin_clzll(columns);
    return true;
}
