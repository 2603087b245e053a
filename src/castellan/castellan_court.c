/*
 * castellan_court.c: courtyards, found by walking round the faces of the castle's plan.
 *
 * The plan is a planar graph: its points are the towers, its lines the walls with a tower at both ends (4.7).
 * A tower is built on the end of a wall that begins at another, so the graph is always connected (3.3). Hence
 * a piece tells by itself how many faces it makes of the one in which it is built: a wall between two towers
 * makes two; a tower that joins d open ends makes d; any other piece changes no face. No search is needed to
 * know that something is closed, and walking round the new faces finds the rest: their towers, their names,
 * their squares.
 */
#include "castellan/castellan_state.h"

#include <string.h>

int castellan_neighbour(const struct castellan_state *s, unsigned tower, enum castellan_direction direction)
{
    int x = castellan_x(tower), y = castellan_y(tower);
    switch (direction) {
    case CASTELLAN_EAST:
        if (!(s->east[y] >> x & 1))
            return -1;
        x += s->middle[y] >> (x + 1) & 1 ? 2 : 1;
        break;
    case CASTELLAN_SOUTH:
        if (!(s->south[y] >> x & 1))
            return -1;
        y += s->middle[y + 1] >> x & 1 ? 2 : 1;
        break;
    case CASTELLAN_WEST:
        if (x == 0 || !(s->east[y] >> (x - 1) & 1))
            return -1;
        x -= s->middle[y] >> (x - 1) & 1 ? 2 : 1;
        break;
    case CASTELLAN_NORTH:
        if (y == 0 || !(s->south[y - 1] >> x & 1))
            return -1;
        y -= s->middle[y - 1] >> x & 1 ? 2 : 1;
        break;
    }
    return s->tower[y] >> x & 1 ? (int)castellan_point(x, y) : -1;
}

/* Adds the steps of a wall on the walk: the squares to its east change sides, row by row. */
static inline void cross_rows(struct castellan_face *face, int x, int y0, int y1)
{
    while (face->bottom < y1 - 1)
        face->rows[++face->bottom] = 0;
    while (face->top > y0)
        face->rows[--face->top] = 0;
    for (int y = y0; y < y1; y++)
        face->rows[y] ^= ~UINT64_C(0) << x;
}

/* Walks round the face to the right of the wall that leaves `tower` in this direction. */
static inline void trace(const struct castellan_state *s, unsigned tower, enum castellan_direction direction,
                         bool squares, struct castellan_face *face)
{
    uint64_t seen[CASTELLAN_SIDE];
    unsigned at = tower;
    int heading = (int)direction;

    face->area = face->towers = 0;
    face->name = CASTELLAN_SIDE * CASTELLAN_SIDE;
    face->top = castellan_y(tower);
    face->bottom = face->top - 1;
    memset(seen + s->top, 0, (size_t)(s->bottom - s->top + 1) * sizeof seen[0]);
    int next = castellan_neighbour(s, at, direction);
    do {
        int x = castellan_x(at), y = castellan_y(at), next_y = castellan_y((unsigned)next);
        uint64_t bit = UINT64_C(1) << x;
        face->towers += !(seen[y] & bit);
        seen[y] |= bit;
        if (heading == CASTELLAN_EAST) {
            /* The first square of a face lies to the south of a wall on its edge. */
            if (at < face->name)
                face->name = at;
        } else if (heading == CASTELLAN_SOUTH) {
            face->area += x * (next_y - y);
            if (squares)
                cross_rows(face, x, y, next_y);
        } else if (heading == CASTELLAN_NORTH) {
            face->area -= x * (y - next_y);
            if (squares)
                cross_rows(face, x, next_y, y);
        }
        /* Keeping the face on the right: the first wall from the right-hand side on. */
        at = (unsigned)next;
        heading = (heading + 1) & 3;
        while ((next = castellan_neighbour(s, at, (enum castellan_direction)heading)) < 0)
            heading = (heading + 3) & 3;
    } while (at != tower || heading != (int)direction);
}

int castellan_find_court(const struct castellan_state *s, unsigned name)
{
    for (int i = 0; i < s->court_count; i++)
        if (s->courts[i].name == name)
            return i;
    return -1;
}

void castellan_add_court(struct castellan_state *s, unsigned name, int towers, int mark)
{
    int i = s->court_count++;
    for (; i > 0 && s->courts[i - 1].name > name; i--)
        s->courts[i] = s->courts[i - 1];
    s->courts[i] = (struct castellan_court){(uint16_t)name, (uint8_t)towers, (uint8_t)mark};
}

static void remove_court(struct castellan_state *s, int i)
{
    int last = --s->court_count;
    for (; i < last; i++)
        s->courts[i] = s->courts[i + 1];
    s->courts[last] = (struct castellan_court){0};
}

bool castellan_face_at(const struct castellan_state *s, unsigned square, struct castellan_face *face)
{
    if (!castellan_has(s->closed, square))
        return false;
    /* To the north there is a wall with both ends on towers; its eastward side is this face's edge, or the
     * wall stands inside it. */
    int x = castellan_x(square), y = castellan_y(square);
    for (;; y--) {
        if (!(s->east[y] >> x & 1))
            continue;
        unsigned tower = castellan_point(s->middle[y] >> x & 1 ? x - 1 : x, y);
        if (castellan_has(s->tower, tower) && castellan_neighbour(s, tower, CASTELLAN_EAST) >= 0) {
            trace(s, tower, CASTELLAN_EAST, true, face);
            return true;
        }
    }
}

int castellan_put(struct castellan_state *s, enum castellan_verb verb, unsigned point)
{
    int x = castellan_x(point), y = castellan_y(point);
    uint64_t bit = UINT64_C(1) << x;

    switch (verb) {
    case CASTELLAN_DO_SHORT_EAST:
        s->east[y] |= bit;
        return 1 + (castellan_popcount(s->tower[y] & bit * 3) == 2);
    case CASTELLAN_DO_LONG_EAST:
        s->east[y] |= bit * 3;
        s->middle[y] |= bit * 2;
        return 1 + (castellan_popcount(s->tower[y] & bit * 5) == 2);
    case CASTELLAN_DO_SHORT_SOUTH:
        s->south[y] |= bit;
        return 1 + (s->tower[y] & s->tower[y + 1] & bit ? 1 : 0);
    case CASTELLAN_DO_LONG_SOUTH:
        s->south[y] |= bit;
        s->south[y + 1] |= bit;
        s->middle[y + 1] |= bit;
        return 1 + (s->tower[y] & s->tower[y + 2] & bit ? 1 : 0);
    default: /* a tower, on the ends that meet here (3.6) */
        s->tower[y] |= bit;
        if (y < s->top)
            s->top = (uint8_t)y;
        if (y > s->bottom)
            s->bottom = (uint8_t)y;
        return (int)((s->east[y] >> x & 1) + (s->south[y] >> x & 1) +
                     (x > 0 ? s->east[y] >> (x - 1) & 1 : 0) + (y > 0 ? s->south[y - 1] >> x & 1 : 0));
    }
}

/* Gives a face's squares to a seat. */
static void fence(struct castellan_state *s, const struct castellan_face *face, int owner)
{
    for (int y = face->top; y <= face->bottom; y++) {
        s->closed[y] |= face->rows[y];
        if (owner & 1)
            s->owner_low[y] |= face->rows[y];
        if (owner & 2)
            s->owner_high[y] |= face->rows[y];
    }
}

/* A tower has a face for each wall; a wall has two, seen from either end. Outside all courtyards one of them
 * is the outside of the castle, a long way round that is not walked when the others are known. */
static inline int courts_at(const struct castellan_state *s, enum castellan_verb verb, unsigned point,
                            bool squares, struct castellan_face found[4])
{
    struct {
        unsigned tower;
        enum castellan_direction direction;
    } sides[4];
    int n = 0, count = 0;
    if (verb == CASTELLAN_DO_TOWER) {
        for (enum castellan_direction d = CASTELLAN_EAST; d <= CASTELLAN_NORTH; d++)
            if (castellan_neighbour(s, point, d) >= 0) {
                sides[count].tower = point;
                sides[count++].direction = d;
            }
    } else {
        enum castellan_direction there = castellan_goes_east(verb) ? CASTELLAN_EAST : CASTELLAN_SOUTH;
        sides[0].tower = point;
        sides[0].direction = there;
        sides[1].tower = (unsigned)castellan_neighbour(s, point, there);
        sides[1].direction = there ^ 2;
        count = 2;
    }
    int courts = castellan_has(s->closed, point) ? count : count - 1;
    for (int i = 0; i < count && n < courts; i++) {
        trace(s, sides[i].tower, sides[i].direction, squares, &found[n]);
        n += found[n].area > 0;
    }
    return n;
}

int castellan_courts_at(const struct castellan_state *s, enum castellan_verb verb, unsigned point,
                        struct castellan_face found[4])
{
    return courts_at(s, verb, point, false, found);
}

int castellan_claim(struct castellan_state *s, enum castellan_verb verb, unsigned point, int faces)
{
    bool inside = castellan_has(s->closed, point);
    if (faces < 2 && !(inside && verb == CASTELLAN_DO_TOWER))
        return -1;

    struct castellan_face found[4];
    int n = courts_at(s, verb, point, true, found);
    if (!inside) { /* 4.1, 4.2, and what lies within the loop stays as it is (4.8) */
        for (int i = 0; i < n; i++) {
            fence(s, &found[i], s->active);
            castellan_add_court(s, found[i].name, found[i].towers, s->active | CASTELLAN_FRESH);
        }
        return -1;
    }
    /* The first square of a divided courtyard is the first of one of the parts. */
    int old = -1;
    for (int i = 0; i < n && old < 0; i++)
        old = castellan_find_court(s, found[i].name);
    if (faces < 2) { /* one more tower inside (5.2) */
        s->courts[old].towers = (uint8_t)found[0].towers;
        return -1;
    }
    int mark = s->courts[old].mark;
    remove_court(s, old);
    for (int i = 0; i < n; i++) /* 4.3 */
        castellan_add_court(s, found[i].name, found[i].towers, (mark & CASTELLAN_OWNER) | CASTELLAN_FRESH);
    return mark;
}

int castellan_gain(const struct castellan_state *s, enum castellan_verb verb, unsigned point)
{
    struct castellan_state after = *s;
    int divided = castellan_claim(&after, verb, point, castellan_put(&after, verb, point));
    int gain = 0, largest = 0;
    for (int i = 0; i < s->court_count; i++)
        if ((s->courts[i].mark & CASTELLAN_OWNER) == s->active)
            gain -= castellan_worth(&s->courts[i]);
    for (int i = 0; i < after.court_count; i++) {
        const struct castellan_court *court = &after.courts[i];
        if ((court->mark & CASTELLAN_OWNER) != s->active)
            continue;
        gain += castellan_worth(court);
        if (court->mark & CASTELLAN_FRESH && court->towers > largest)
            largest = court->towers;
    }
    return divided >= 0 && divided & CASTELLAN_DOUBLE ? gain + largest : gain; /* 4.5 */
}
