/*
 * castellan_places.c: where walls and towers may be built.
 *
 * Nothing is kept between moves: a few operations find all places in a row of the table, so that looking at the rows
 * of the castle anew costs less than keeping lists of places would.
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
 * A wall fits when one end at least is a tower (3.2), no end is the covered middle of a long wall (3.4) and its
 * steps are free (3.5). The point that a long wall covers must be bare, and then both its steps are free.
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

uint64_t castellan_wall_row(const struct castellan_state *s, enum castellan_wall wall, int y)
{
    switch (wall) {
    case CASTELLAN_SHORT_EAST:
        return short_east(s, y);
    case CASTELLAN_SHORT_SOUTH:
        return short_south(s, y);
    case CASTELLAN_LONG_EAST:
        return long_east(s, y);
    default:
        return long_south(s, y);
    }
}

struct castellan_span castellan_span(enum castellan_wall wall, unsigned point)
{
    int x = castellan_x(point), y = castellan_y(point);
    int length = wall >= CASTELLAN_LONG_EAST ? 2 : 1;
    bool east = wall == CASTELLAN_SHORT_EAST || wall == CASTELLAN_LONG_EAST;
    return (struct castellan_span){.x = x,
                                   .y = y,
                                   .mid_x = x + (east ? 1 : 0),
                                   .mid_y = y + (east ? 0 : 1),
                                   .end_x = x + (east ? length : 0),
                                   .end_y = y + (east ? 0 : length)};
}

static inline game_move *list_bits(game_move *out, uint64_t bits, enum castellan_verb verb, int y)
{
    game_move row = castellan_move(verb, (unsigned)y << 6);
    for (; bits; bits &= bits - 1)
        *out++ = row | (game_move)__builtin_ctzll(bits);
    return out;
}

/*
 * A place lies in one face of the plan, and so do the squares around it, of which the one to its south-east has the
 * place's own bit. That square tells whose ground it is.
 */
int castellan_list_places(const struct castellan_state *s, game_move *out)
{
    if (castellan_bare_table(s)) { /* 3.7 */
        out[0] = castellan_move(CASTELLAN_DO_TOWER, castellan_point(CASTELLAN_MIDDLE, CASTELLAN_MIDDLE));
        return s->pieces[CASTELLAN_TOWER] ? 1 : 0;
    }
    game_move *next = out;
    int y0 = s->top < 2 ? 0 : s->top - 2;
    int y1 = s->bottom > CASTELLAN_SIDE - 3 ? CASTELLAN_SIDE - 1 : s->bottom + 2;
    bool towers = s->pieces[CASTELLAN_TOWER], shorts = s->pieces[CASTELLAN_SHORT], longs = s->pieces[CASTELLAN_LONG];

    for (int y = y0; y <= y1; y++) {
        uint64_t allowed = ~castellan_barred_row(s, s->active, y); /* 2.4 */
        if (towers)
            next = list_bits(next, castellan_open_row(s, y) & allowed, CASTELLAN_DO_TOWER, y); /* 3.2 */
        if (shorts) {
            next = list_bits(next, short_east(s, y) & allowed, CASTELLAN_DO_SHORT_EAST, y);
            next = list_bits(next, short_south(s, y) & allowed, CASTELLAN_DO_SHORT_SOUTH, y);
        }
        if (longs) {
            next = list_bits(next, long_east(s, y) & allowed, CASTELLAN_DO_LONG_EAST, y);
            next = list_bits(next, long_south(s, y) & allowed, CASTELLAN_DO_LONG_SOUTH, y);
        }
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
