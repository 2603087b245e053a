/* slow.c: a castle stored and checked in the simplest way, see slow.h. */
#include "castellan/slow.h"

#include <string.h>

enum { RIM = SLOW_SIDE + 2 }; /* the squares of the table and one more row of squares on every side */

void slow_start(struct slow_castle *c)
{
    memset(c, 0, sizeof *c);
    memset(c->region_of, -1, sizeof c->region_of);
}

static bool on_table(int x, int y)
{
    return x >= 0 && y >= 0 && x < SLOW_SIDE && y < SLOW_SIDE;
}

static bool some_wall_ends(const struct slow_castle *c, int x, int y)
{
    for (int i = 0; i < c->wall_count; i++) {
        const struct slow_wall *w = &c->walls[i];
        if ((w->x == x && w->y == y) || (w->x + w->dx * w->length == x && w->y + w->dy * w->length == y))
            return true;
    }
    return false;
}

static bool is_covered(const struct slow_castle *c, int x, int y)
{
    for (int i = 0; i < c->wall_count; i++) {
        const struct slow_wall *w = &c->walls[i];
        if (w->length == 2 && w->x + w->dx == x && w->y + w->dy == y)
            return true;
    }
    return false;
}

static bool step_taken(const struct slow_castle *c, int x, int y, int dx, int dy)
{
    for (int i = 0; i < c->wall_count; i++) {
        const struct slow_wall *w = &c->walls[i];
        for (int k = 0; k < w->length; k++)
            if (w->dx == dx && w->dy == dy && w->x + k * dx == x && w->y + k * dy == y)
                return true;
    }
    return false;
}

static int owner_at(const struct slow_castle *c, int x, int y)
{
    if (!on_table(x, y) || c->region_of[y][x] < 0)
        return -1;
    return c->regions[c->region_of[y][x]].owner;
}

/* 2.4: a seat may not build a piece if the squares on all its sides are courtyards of other seats. */
static bool is_foreign(const struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length)
{
    int sides = length == 0 ? 4 : 2;
    for (int i = 0; i < sides; i++) {
        int owner =
            length == 0 ? owner_at(c, x - (i & 1), y - (i >> 1)) : owner_at(c, x - i * dy, y - i * dx);
        if (owner < 0 || owner == seat)
            return false;
    }
    return true;
}

bool slow_fits(const struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length)
{
    int end_x = x + dx * length, end_y = y + dy * length;
    if (!on_table(x, y) || !on_table(end_x, end_y))
        return false;
    if (c->towers == 0)
        return length == 0 && x == 32 && y == 32;
    if (is_foreign(c, seat, x, y, dx, dy, length))
        return false;
    if (length == 0)
        return !c->tower[y][x] && some_wall_ends(c, x, y);
    if (!c->tower[y][x] && !c->tower[end_y][end_x])
        return false;
    if (is_covered(c, x, y) || is_covered(c, end_x, end_y))
        return false;
    for (int k = 0; k < length; k++)
        if (step_taken(c, x + k * dx, y + k * dy, dx, dy))
            return false;
    return length == 1 || (!c->tower[y + dy][x + dx] && !is_covered(c, x + dx, y + dy) &&
                           !some_wall_ends(c, x + dx, y + dy));
}

/* Steps of complete walls, which stop the flood. The north and west side of a square have its index. */
static bool wall_east[RIM + 1][RIM + 1], wall_south[RIM + 1][RIM + 1];

static void raise_walls(const struct slow_castle *c)
{
    memset(wall_east, 0, sizeof wall_east);
    memset(wall_south, 0, sizeof wall_south);
    for (int i = 0; i < c->wall_count; i++) {
        const struct slow_wall *w = &c->walls[i];
        if (!c->tower[w->y][w->x] || !c->tower[w->y + w->dy * w->length][w->x + w->dx * w->length])
            continue; /* 4.7 */
        for (int k = 0; k < w->length; k++)
            (w->dx ? wall_east : wall_south)[w->y + k * w->dy + 1][w->x + k * w->dx + 1] = true;
    }
}

/* Gives every square that can be reached from `start` the same label. */
static void flood_from(int start, int mark, int label[RIM][RIM])
{
    static int stack[RIM * RIM];
    int size = 0;
    stack[size++] = start;
    label[start / RIM][start % RIM] = mark;
    while (size) {
        size--;
        int x = stack[size] % RIM, y = stack[size] / RIM;
        const struct {
            int x, y;
            bool blocked;
        } next[4] = {{x, y - 1, wall_east[y][x]},
                     {x - 1, y, wall_south[y][x]},
                     {x, y + 1, wall_east[y + 1][x]},
                     {x + 1, y, wall_south[y][x + 1]}};
        for (int i = 0; i < 4; i++) {
            int nx = next[i].x, ny = next[i].y;
            if (next[i].blocked || nx < 0 || ny < 0 || nx >= RIM || ny >= RIM || label[ny][nx] >= 0)
                continue;
            label[ny][nx] = mark;
            stack[size++] = ny * RIM + nx;
        }
    }
}

static void flood(const struct slow_castle *c, int label[RIM][RIM])
{
    int labels = 0;
    raise_walls(c);
    memset(label, -1, sizeof(int) * RIM * RIM);
    for (int start = 0; start < RIM * RIM; start++)
        if (label[start / RIM][start % RIM] < 0)
            flood_from(start, labels++, label);
}

static bool touches(const struct slow_castle *c, int region, int x, int y)
{
    for (int i = 0; i < 4; i++) {
        int sx = x - (i & 1), sy = y - (i >> 1);
        if (on_table(sx, sy) && c->region_of[sy][sx] == region)
            return true;
    }
    return false;
}

static void number_regions(struct slow_castle *c, int label[RIM][RIM])
{
    int outside = label[0][0], index[RIM * RIM];
    memset(index, -1, sizeof index);
    c->region_count = 0;
    for (int y = 0; y < SLOW_SIDE; y++)
        for (int x = 0; x < SLOW_SIDE; x++) {
            int l = label[y + 1][x + 1];
            c->region_of[y][x] = -1;
            if (l == outside)
                continue;
            if (index[l] < 0) {
                index[l] = c->region_count++;
                c->regions[index[l]] = (struct slow_region){.x = x, .y = y};
            }
            c->region_of[y][x] = index[l];
            c->regions[index[l]].squares++;
        }
}

/* Finds all courtyards again. Owners and double keeps come from the courtyards before. */
static bool find_regions(struct slow_castle *c, int seat)
{
    static int label[RIM][RIM];
    static struct slow_castle old;
    bool split_double = false;
    old = *c;
    flood(c, label);
    number_regions(c, label);
    for (int i = 0; i < c->region_count; i++) {
        struct slow_region *r = &c->regions[i];
        int before = old.region_of[r->y][r->x];
        for (int y = 0; y < SLOW_SIDE; y++)
            for (int x = 0; x < SLOW_SIDE; x++)
                r->towers += c->tower[y][x] && touches(c, i, x, y);
        if (before < 0) {
            r->owner = seat;
            r->fresh = true;
            continue;
        }
        r->owner = old.regions[before].owner;
        r->fresh = old.regions[before].squares != r->squares;
        r->is_double = old.regions[before].is_double && !r->fresh;
        split_double |= old.regions[before].is_double && r->fresh;
    }
    return split_double;
}

bool slow_build(struct slow_castle *c, int seat, int x, int y, int dx, int dy, int length)
{
    if (length == 0) {
        c->tower[y][x] = true;
        c->towers++;
    } else {
        c->walls[c->wall_count++] = (struct slow_wall){x, y, dx, dy, length};
    }
    return find_regions(c, seat);
}

int slow_points(const struct slow_castle *c, int seat)
{
    int points = 0;
    for (int i = 0; i < c->region_count; i++)
        if (c->regions[i].owner == seat)
            points += c->regions[i].towers * (c->regions[i].is_double ? 2 : 1);
    return points;
}
