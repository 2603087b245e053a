/*
 * castle_city.c: when a wall completes a city, and what is done with the city (3.1 to 3.5).
 *
 * A wall closes ground off exactly when walls already lead from one of its ends to the other, since the ring
 * that it closes has an inside. So `tied` keeps for every point the first of the points that walls tie to it,
 * and the question costs two look-ups. Walls that joining and clearing take away need not be untied: they lie
 * inside a city, whose outer edge goes on tying all points at which a wall can still be built.
 *
 * All ground that is in no city is open, that is, has a way to the rim. A new wall therefore closes off at
 * most one group of spaces (3.5), and one side of the wall is in it while the other is not.
 */
#include "castle/castle_state.h"

void castle_tie(const struct castle_box *box, struct castle *s, int line)
{
    uint8_t a = s->tied[box->line_end[line][0]], b = s->tied[box->line_end[line][1]];
    uint8_t first = a < b ? a : b, second = a < b ? b : a;
    for (int p = 0; p < CASTLE_POINTS; p++)
        s->tied[p] = s->tied[p] == second ? first : s->tied[p];
}

/* Spaces that can be reached from one side of a wall without crossing walls. */
struct front {
    struct castle_set seen;
    uint8_t queue[CASTLE_SPACES];
    int done, known;
};

static void front_start(struct front *f, int space)
{
    f->seen = (struct castle_set){{0}};
    castle_add(&f->seen, space);
    f->queue[0] = (uint8_t)space;
    f->done = 0;
    f->known = 1;
}

/* Looks round one more space. False when it leads over the rim. */
static bool front_grow(const struct castle_box *box, const struct castle_set *walls, struct front *f)
{
    int space = f->queue[f->done++];
    for (int k = 0; k < 3; k++) {
        if (castle_has(walls, box->space_line[space][k]))
            continue;
        int across = box->space_across[space][k];
        if (across == CASTLE_NONE)
            return false;
        if (castle_has(&f->seen, across))
            continue;
        castle_add(&f->seen, across);
        f->queue[f->known++] = (uint8_t)across;
    }
    return true;
}

/* Looks round all spaces of a side that is known to be closed. */
static struct castle_set front_all(const struct castle_box *box, const struct castle_set *walls,
                                   struct front *f)
{
    while (f->done < f->known)
        front_grow(box, walls, f);
    return f->seen;
}

struct castle_set castle_enclosed(const struct castle_box *box, const struct castle *s, int line)
{
    struct castle_set walls = s->walls;
    struct front side[2];
    castle_add(&walls, line);
    front_start(&side[0], box->line_space[line][0]);
    if (box->line_space[line][1] == CASTLE_NONE)
        return front_all(box, &walls, &side[0]);
    front_start(&side[1], box->line_space[line][1]);
    /* Both sides grow in turn until one of them is found closed or open, so the smaller one sets the cost. */
    for (int k = 0;; k = !k) {
        if (side[k].done == side[k].known)
            return side[k].seen;
        if (!front_grow(box, &walls, &side[k]))
            return front_all(box, &walls, &side[!k]);
    }
}

struct castle_set castle_spaces_of(const struct castle_box *box, const struct castle *s, int city)
{
    struct castle_set spaces = {{0}};
    for (int space = city; space < box->spaces; space++)
        if (s->city_of[space] == city)
            castle_add(&spaces, space);
    return spaces;
}

int castle_complete(const struct castle_box *box, struct castle *s, struct game_events *events)
{
    struct castle_set spaces = castle_enclosed(box, s, s->wall);
    int size = castle_count(&spaces), city = CASTLE_NONE;
    for (int space; (space = castle_pop(&spaces)) >= 0;) {
        if (city == CASTLE_NONE)
            city = space;
        s->city_of[space] = (uint8_t)city;
        s->city_points |= box->space_corners[space];
        s->city_lines.word[0] |= box->space_edges[space].word[0];
        s->city_lines.word[1] |= box->space_edges[space].word[1];
        s->country_houses -= s->houses[space];
        for (int c = 0; c < CASTLE_COLOURS; c++)
            s->country_regions[box->space_region[space]] -= (uint8_t)castle_houses(s->houses[space], c);
    }
    castle_add(&s->cities, city);
    event(events, "complete", s->active, size, NULL, box->space_name[city]);
    return city;
}

struct castle_set castle_touching(const struct castle_box *box, const struct castle *s,
                                  struct castle_set spaces)
{
    struct castle_set others = {{0}}, rest = spaces;
    for (int space; (space = castle_pop(&rest)) >= 0;) {
        for (int k = 0; k < 3; k++) {
            int across = box->space_across[space][k];
            if (across != CASTLE_NONE && !castle_has(&spaces, across) && s->city_of[across] != CASTLE_NONE)
                castle_add(&others, s->city_of[across]);
        }
    }
    return others;
}

struct castle_set castle_neighbours(const struct castle_box *box, const struct castle *s, int city)
{
    return castle_touching(box, s, castle_spaces_of(box, s, city));
}

int castle_join(const struct castle_box *box, struct castle *s, int city, int old, struct game_events *events)
{
    int name = city < old ? city : old, gone = city < old ? old : city, size = 0;
    for (int space = 0; space < box->spaces; space++) {
        if (s->city_of[space] == gone)
            s->city_of[space] = (uint8_t)name;
        size += s->city_of[space] == name;
    }
    castle_remove(&s->cities, gone);
    event(events, "join", s->active, size, NULL, box->space_name[name]);
    return name;
}

/* 3.3: walls with the city on both sides, then towers that no wall touches. The walls between two joined
 * cities (3.2) are among them. */
static void clear(const struct castle_box *box, struct castle *s, int city, struct game_events *events)
{
    struct castle_set spaces = castle_spaces_of(box, s, city);
    uint64_t points = 0;
    int walls = 0, towers = 0;
    for (int space; (space = castle_pop(&spaces)) >= 0;) {
        points |= box->space_corners[space];
        for (int k = 0; k < 3; k++) {
            int line = box->space_line[space][k], across = box->space_across[space][k];
            if (across == CASTLE_NONE || s->city_of[across] != city || !castle_has(&s->walls, line))
                continue;
            castle_remove(&s->walls, line);
            walls++;
        }
    }
    for (int c = 0; c < CASTLE_TOWERS; c++) {
        for (uint64_t rest = s->towers[c] & points; rest; rest &= rest - 1) {
            int point = __builtin_ctzll(rest);
            const struct castle_set *lines = &box->point_lines[point];
            if ((lines->word[0] & s->walls.word[0]) | (lines->word[1] & s->walls.word[1]))
                continue;
            s->towers[c] &= ~(UINT64_C(1) << point);
            s->supply.towers[c]++;
            towers++;
        }
    }
    s->supply.walls += (uint8_t)walls;
    if (walls)
        event(events, "return", -1, walls, "walls", box->space_name[city]);
    if (towers)
        event(events, "return", -1, towers, "towers", box->space_name[city]);
}

/* The first space of a city with a house of this colour, which is taken away; CASTLE_NONE if there is none.
 */
static int take_house(const struct castle_box *box, struct castle *s, int city, int colour)
{
    for (int space = city; space < box->spaces; space++) {
        if (s->city_of[space] == city && castle_houses(s->houses[space], colour) > 0) {
            s->houses[space] -= castle_house(colour);
            s->supply.houses[colour]++;
            return space;
        }
    }
    return CASTLE_NONE;
}

/* 3.4: two houses make a palace, which stands where the first of them stood. */
static void build_palaces(const struct castle_box *box, struct castle *s, int city,
                          struct game_events *events)
{
    uint32_t houses = 0;
    for (int space = city; space < box->spaces; space++)
        houses += s->city_of[space] == city ? s->houses[space] : 0;
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        int pairs = castle_houses(houses, c) / 2, built = 0;
        for (; built < pairs && s->supply.palaces[c] > 0; built++) {
            int space = take_house(box, s, city, c);
            take_house(box, s, city, c);
            s->palaces[c][--s->supply.palaces[c]] = (uint8_t)space;
        }
        if (built)
            event(events, "palace", -1, built, castle_colour_name[c], box->space_name[city]);
    }
}

void castle_settle(const struct castle_box *box, struct castle *s, int city, struct game_events *events)
{
    clear(box, s, city, events);
    build_palaces(box, s, city, events);
}
