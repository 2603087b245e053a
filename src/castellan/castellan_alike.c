/* castellan_alike.c: castles that are mirror images of each other, or turned. */
#include <string.h>

#include "castellan/castellan_state.h"

/* The table has edges. Nearer to them than this a castle is alike only to itself: its mirror image might have
 * more space to grow. No turn lays so many pieces in a line. */
enum { FAR_FROM_THE_EDGE = 12 };

/* One of the eight ways to lay a castle onto another: columns and rows are exchanged, then mirrored. */
struct way {
    bool swap, mirror_x, mirror_y;
    struct castellan_extent from, to;
};

static unsigned point_at(const struct way *way, int x, int y)
{
    int east = x - way->from.west, south = y - way->from.north;
    int across = way->swap ? south : east, down = way->swap ? east : south;
    return castellan_point(way->mirror_x ? way->to.east - across : way->to.west + across,
                           way->mirror_y ? way->to.south - down : way->to.north + down);
}

/* The north-west corner of what lies between two points that are next to each other in a row, a column or on
 * a diagonal. */
static unsigned corner(unsigned a, unsigned b)
{
    int x = castellan_x(a) < castellan_x(b) ? castellan_x(a) : castellan_x(b);
    int y = castellan_y(a) < castellan_y(b) ? castellan_y(a) : castellan_y(b);
    return castellan_point(x, y);
}

static const uint64_t *steps(const struct castellan_state *s, bool east)
{
    return east ? s->east : s->south;
}

/* Whether what is at this point, east and south of it, is there in the other castle too. The points beyond
 * the castle's last row and column have nothing. */
static bool same_at(const struct castellan_state *a, const struct castellan_state *b, const struct way *way,
                    int x, int y)
{
    unsigned here = castellan_point(x, y), there = point_at(way, x, y);
    if (castellan_has(a->tower, here) != castellan_has(b->tower, there) ||
        castellan_has(a->middle, here) != castellan_has(b->middle, there))
        return false;
    for (int east = 0; east < 2; east++) {
        if (east ? x == way->from.east : y == way->from.south)
            continue;
        unsigned next = corner(there, point_at(way, x + east, y + !east));
        if (castellan_has(steps(a, east), here) != castellan_has(steps(b, (east != 0) != way->swap), next))
            return false;
    }
    if (x == way->from.east || y == way->from.south)
        return true;
    unsigned square = corner(there, point_at(way, x + 1, y + 1));
    return castellan_has(a->closed, here) == castellan_has(b->closed, square) &&
           castellan_has(a->owner_low, here) == castellan_has(b->owner_low, square) &&
           castellan_has(a->owner_high, here) == castellan_has(b->owner_high, square);
}

/* Whether the courtyards have the same marks. The castles are the same already. */
static bool same_courts(const struct castellan_state *a, const struct castellan_state *b,
                        const struct way *way)
{
    for (int i = 0; i < a->court_count; i++) {
        int x = castellan_x(a->courts[i].name), y = castellan_y(a->courts[i].name);
        struct castellan_face face;
        if (!castellan_face_at(b, corner(point_at(way, x, y), point_at(way, x + 1, y + 1)), &face))
            return false;
        int there = castellan_find_court(b, face.name);
        if (there < 0 || a->courts[i].mark != b->courts[there].mark ||
            a->courts[i].towers != b->courts[there].towers)
            return false;
    }
    return true;
}

static bool fits(const struct castellan_state *a, const struct castellan_state *b, const struct way *way)
{
    for (int y = way->from.north; y <= way->from.south; y++)
        for (int x = way->from.west; x <= way->from.east; x++)
            if (!same_at(a, b, way, x, y))
                return false;
    return same_courts(a, b, way);
}

/* Cards, pieces, phase and all else that does not lie on the table. */
static bool same_beside_the_castle(const struct castellan_state *a, const struct castellan_state *b)
{
    return memcmp(a->seat, b->seat, sizeof a->seat) == 0 &&
           memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 && a->seats == b->seats &&
           a->first == b->first && a->touch == b->touch && a->phase == b->phase && a->active == b->active &&
           a->court_count == b->court_count && a->setting_up == b->setting_up && a->cards == b->cards &&
           a->symbols == b->symbols && a->to_choose == b->to_choose && a->queued == b->queued &&
           a->last_turns == b->last_turns && a->queue == b->queue;
}

static bool is_far_from_the_edge(const struct castellan_extent *e)
{
    return e->west >= FAR_FROM_THE_EDGE && e->north >= FAR_FROM_THE_EDGE &&
           e->east < CASTELLAN_SIDE - FAR_FROM_THE_EDGE && e->south < CASTELLAN_SIDE - FAR_FROM_THE_EDGE;
}

bool castellan_alike(const struct game *game, const void *one, const void *other)
{
    const struct castellan_state *a = one, *b = other;
    (void)game;
    struct way way;
    if (!same_beside_the_castle(a, b) || !castellan_extent(a, &way.from) || !castellan_extent(b, &way.to) ||
        !is_far_from_the_edge(&way.from) || !is_far_from_the_edge(&way.to))
        return false;
    int width = way.from.east - way.from.west, height = way.from.south - way.from.north;
    for (int i = 0; i < 8; i++) {
        way.swap = i & 1;
        way.mirror_x = i & 2;
        way.mirror_y = i & 4;
        if (way.to.east - way.to.west == (way.swap ? height : width) &&
            way.to.south - way.to.north == (way.swap ? width : height) && fits(a, b, &way))
            return true;
    }
    return false;
}
