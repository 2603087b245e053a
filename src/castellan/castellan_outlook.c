/*
 * castellan_outlook.c: finds what could be closed with one piece, or with two or three that meet in a point.
 *
 * Any wall between two towers and any tower on two ends closes something (castellan_court.c), so the chances
 * are read off the bit boards. To know what they are worth, the pieces are put up in a copy, walked round and
 * taken down.
 */
#include "castellan/castellan_outlook.h"

/* The position, a copy of it to build in, and the places of walls. */
struct view {
    const struct castellan_state *s;
    struct castellan_state work;
    uint64_t place[CASTELLAN_WALLS][CASTELLAN_SIDE];
    int y0, y1;
    struct castellan_outlook *out;
};

static void take_down(struct castellan_state *s, enum castellan_verb verb, unsigned point)
{
    int x = castellan_x(point), y = castellan_y(point);
    uint64_t bit = UINT64_C(1) << x;
    switch (verb) {
    case CASTELLAN_DO_SHORT_EAST:
        s->east[y] &= ~bit;
        break;
    case CASTELLAN_DO_LONG_EAST:
        s->east[y] &= ~(bit * 3);
        s->middle[y] &= ~(bit * 2);
        break;
    case CASTELLAN_DO_SHORT_SOUTH:
        s->south[y] &= ~bit;
        break;
    case CASTELLAN_DO_LONG_SOUTH:
        s->south[y] &= ~bit;
        s->south[y + 1] &= ~bit;
        s->middle[y + 1] &= ~bit;
        break;
    default:
        s->tower[y] &= ~bit;
        break;
    }
}

static int ground_at(const struct castellan_state *s, unsigned point)
{
    if (!castellan_has(s->closed, point))
        return -1;
    return castellan_has(s->owner_low, point) + 2 * castellan_has(s->owner_high, point);
}

/* Towers gained by the piece just put up: those of the new courtyards, less those of the one that was there.
 */
static int gain_at(const struct view *v, enum castellan_verb verb, unsigned point)
{
    struct castellan_face found[4];
    int gain = 0, n = castellan_courts_at(&v->work, verb, point, found);
    bool inside = castellan_has(v->s->closed, point);
    for (int i = 0; i < n; i++) {
        int old = inside ? castellan_find_court(v->s, found[i].name) : -1;
        gain += found[i].towers - (old < 0 ? 0 : v->s->courts[old].towers);
    }
    return gain;
}

/* Notes the chance to build these pieces, the one that closes last. False when the list is full. */
static bool note_chance(struct view *v, enum castellan_way way, const game_move *pieces, int count)
{
    struct castellan_outlook *out = v->out;
    game_move last = pieces[count - 1];
    if (out->count == CASTELLAN_MAX_CHANCES)
        return false;
    struct castellan_chance *chance = &out->chances[out->count++];
    *chance = (struct castellan_chance){.way = (uint8_t)way,
                                        .ground = (int8_t)ground_at(v->s, castellan_argument(last))};
    for (int i = 0; i < count; i++) {
        castellan_put(&v->work, castellan_verb(pieces[i]), castellan_argument(pieces[i]));
        chance->need[castellan_piece_of(castellan_verb(pieces[i]))]++;
    }
    chance->gain = (uint8_t)gain_at(v, castellan_verb(last), castellan_argument(last));
    for (int i = 0; i < count; i++)
        take_down(&v->work, castellan_verb(pieces[i]), castellan_argument(pieces[i]));
    return true;
}

/* The wall from a point without a tower to the nearest tower in this direction, as a move; false if none
 * fits. */
static bool wall_from(const struct view *v, int x, int y, enum castellan_direction direction, game_move *wall)
{
    bool east_west = direction == CASTELLAN_EAST || direction == CASTELLAN_WEST;
    for (int length = 1; length <= 2; length++) {
        int px = direction == CASTELLAN_WEST ? x - length : x,
            py = direction == CASTELLAN_NORTH ? y - length : y;
        int kind = (length == 2 ? CASTELLAN_DO_LONG_EAST : CASTELLAN_DO_SHORT_EAST) + !east_west;
        if (px < 0 || py < v->y0 || !(v->place[kind][py] >> px & 1))
            continue;
        *wall = castellan_move((enum castellan_verb)kind, castellan_point(px, py));
        return true;
    }
    return false;
}

/* One wall between two towers. */
static void look_at_walls(struct view *v)
{
    const uint64_t *tower = v->s->tower;
    for (int y = v->y0; y <= v->y1; y++) {
        uint64_t between[CASTELLAN_WALLS] = {
            tower[y] & tower[y] >> 1,
            y + 1 < CASTELLAN_SIDE ? tower[y] & tower[y + 1] : 0,
            tower[y] & tower[y] >> 2,
            y + 2 < CASTELLAN_SIDE ? tower[y] & tower[y + 2] : 0,
        };
        for (int kind = 0; kind < CASTELLAN_WALLS; kind++)
            for (uint64_t bits = v->place[kind][y] & between[kind]; bits; bits &= bits - 1) {
                game_move wall =
                    castellan_move((enum castellan_verb)kind, castellan_point(__builtin_ctzll(bits), y));
                note_chance(v, kind >= CASTELLAN_DO_LONG_EAST ? CASTELLAN_BY_LONG : CASTELLAN_BY_SHORT, &wall,
                            1);
            }
    }
}

/* A tower on an open end: where ends meet it closes by itself, else a wall from another tower must come
 * first. */
static void look_at_end(struct view *v, int x, int y)
{
    const struct castellan_state *s = v->s;
    unsigned point = castellan_point(x, y);
    int ends = (int)((s->east[y] >> x & 1) + (s->south[y] >> x & 1) +
                     (x > 0 ? s->east[y] >> (x - 1) & 1 : 0) + (y > 0 ? s->south[y - 1] >> x & 1 : 0));
    game_move pieces[2] = {0, castellan_move(CASTELLAN_DO_TOWER, point)};
    if (ends >= 2) {
        note_chance(v, CASTELLAN_BY_TOWER, pieces + 1, 1);
        return;
    }
    for (int d = CASTELLAN_EAST; d <= CASTELLAN_NORTH; d++)
        if (wall_from(v, x, y, (enum castellan_direction)d, &pieces[0]))
            note_chance(v,
                        castellan_verb(pieces[0]) >= CASTELLAN_DO_LONG_EAST ? CASTELLAN_BY_TOWER_LONG
                                                                            : CASTELLAN_BY_TOWER_SHORT,
                        pieces, 2);
}

static void look_at_ends(struct view *v)
{
    for (int y = v->y0; y <= v->y1; y++)
        for (uint64_t bits = castellan_open_row(v->s, y); bits; bits &= bits - 1) {
            int x = __builtin_ctzll(bits), ground = ground_at(v->s, castellan_point(x, y));
            if (ground < 0)
                v->out->open_ends++;
            else
                v->out->own_ends[ground]++;
            look_at_end(v, x, y);
        }
}

/* Empty points on free ground with towers in two directions or more. */
static void look_at_corners(struct view *v)
{
    for (int y = v->y0; y <= v->y1; y++) {
        const struct castellan_state *s = v->s;
        uint64_t empty = ~(s->tower[y] | s->middle[y] | castellan_open_row(s, y) | s->closed[y]);
        uint64_t toward[4] = {
            v->place[CASTELLAN_DO_SHORT_EAST][y] | v->place[CASTELLAN_DO_LONG_EAST][y],
            v->place[CASTELLAN_DO_SHORT_SOUTH][y] | v->place[CASTELLAN_DO_LONG_SOUTH][y],
            v->place[CASTELLAN_DO_SHORT_EAST][y] << 1 | v->place[CASTELLAN_DO_LONG_EAST][y] << 2,
            (y > v->y0 ? v->place[CASTELLAN_DO_SHORT_SOUTH][y - 1] : 0) |
                (y > v->y0 + 1 ? v->place[CASTELLAN_DO_LONG_SOUTH][y - 2] : 0),
        };
        uint64_t one = 0, two = 0;
        for (int d = 0; d < 4; d++) {
            two |= one & toward[d];
            one |= toward[d];
        }
        v->out->corners += castellan_popcount(two & empty);
        for (uint64_t bits = two & empty; bits && v->out->count < CASTELLAN_MAX_CHANCES; bits &= bits - 1) {
            int x = __builtin_ctzll(bits), n = 0;
            game_move pieces[3];
            for (int d = 0; d < 4 && n < 2; d++)
                n += wall_from(v, x, y, (enum castellan_direction)d, &pieces[n]);
            pieces[2] = castellan_move(CASTELLAN_DO_TOWER, castellan_point(x, y));
            if (n == 2)
                note_chance(v, CASTELLAN_BY_CORNER, pieces, 3);
        }
    }
}

static void count_own_places(struct view *v)
{
    for (int y = v->y0; y <= v->y1; y++) {
        if (!v->s->closed[y])
            continue;
        for (int seat = 0; seat < v->s->seats; seat++) {
            uint64_t own = v->s->closed[y] & ~castellan_barred_row(v->s, seat, y);
            for (int kind = 0; own && kind < CASTELLAN_WALLS; kind++)
                v->out->own_places[seat] += castellan_popcount(v->place[kind][y] & own);
        }
    }
}

void castellan_look(const struct castellan_state *s, struct castellan_outlook *out)
{
    struct view v = {.s = s, .out = out};
    *out = (struct castellan_outlook){0};
    if (castellan_bare_table(s))
        return;
    v.work = *s;
    v.y0 = s->top < 2 ? 0 : s->top - 2;
    v.y1 = s->bottom > CASTELLAN_SIDE - 3 ? CASTELLAN_SIDE - 1 : s->bottom + 2;
    for (int kind = 0; kind < CASTELLAN_WALLS; kind++)
        for (int y = v.y0; y <= v.y1; y++)
            v.place[kind][y] = castellan_place_row(s, (enum castellan_verb)kind, y);
    look_at_walls(&v);
    look_at_ends(&v);
    look_at_corners(&v);
    count_own_places(&v);
}
