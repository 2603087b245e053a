/* slow.c: works out the board of Castle in the simplest way: flood fills over spaces, sums over all pieces.
 */
#include "slow.h"

#include <stdlib.h>
#include <string.h>

static bool wall(const struct castle *s, int line)
{
    return castle_has(&s->walls, line);
}

/* Marks every space that can be reached from a space without crossing a wall. Returns true if the rim can be
 * crossed. */
static bool flood(const struct castle_box *box, const struct castle *s, int extra_wall, int space,
                  bool seen[])
{
    bool out = false;
    if (seen[space])
        return false;
    seen[space] = true;
    for (int k = 0; k < 3; k++) {
        int line = box->space_line[space][k];
        if (wall(s, line) || line == extra_wall)
            continue;
        int across = box->line_space[line][box->line_space[line][0] == space];
        if (across == CASTLE_NONE)
            out = true;
        else if (flood(box, s, extra_wall, across, seen))
            out = true;
    }
    return out;
}

/* Marks the spaces that a wall closes off. Returns their number, 0 if there are none. */
static int closed_off(const struct castle_box *box, const struct castle *s, int line, bool city[])
{
    for (int side = 0; side < 2; side++) {
        int space = box->line_space[line][side], size = 0;
        memset(city, 0, CASTLE_SPACES);
        if (space == CASTLE_NONE || flood(box, s, line, space, city))
            continue;
        for (int i = 0; i < box->spaces; i++)
            size += city[i];
        return size;
    }
    return 0;
}

static const char *check_cities(const struct castle_box *box, const struct castle *s)
{
    for (int space = 0; space < box->spaces; space++) {
        bool seen[CASTLE_SPACES] = {0};
        bool open = flood(box, s, -1, space, seen);
        int name = s->city_of[space], first = 0;
        bool pending =
            s->closing &&
            s->phase != CASTLE_JOIN; /* the city is closed, but its towers and houses do not stand yet */
        if (open && name != CASTLE_NONE)
            return "a space of a city is open";
        if (!open && name == CASTLE_NONE && !pending)
            return "a closed space is in no city";
        if (name == CASTLE_NONE)
            continue;
        for (int i = 0; i < box->spaces; i++) {
            if (s->phase != CASTLE_JOIN && seen[i] != (s->city_of[i] == name))
                return "a city is not what its walls hold together";
            if (seen[i] && s->city_of[i] != name)
                return "a city leaks";
        }
        while (s->city_of[first] != name)
            first++;
        if (first != name || !castle_has(&s->cities, name))
            return "a city has a wrong name";
    }
    struct castle_set cities = s->cities;
    for (int city; (city = castle_pop(&cities)) >= 0;)
        if (s->city_of[city] != city)
            return "a city that is not there has a name";
    return NULL;
}

static const char *check_lines(const struct castle_box *box, const struct castle *s)
{
    struct castle_set free_lines;
    castle_free_line(box, s, &free_lines);
    for (int line = 0; line < box->lines; line++) {
        int a = box->line_space[line][0], b = box->line_space[line][1];
        bool inside = s->city_of[a] != CASTLE_NONE && b != CASTLE_NONE && s->city_of[b] == s->city_of[a];
        if (inside && wall(s, line) && s->phase != CASTLE_JOIN)
            return "a wall stands inside a city";
        if (castle_has(&free_lines, line) != (!wall(s, line) && !inside))
            return "a line is wrongly free or not";
        if (!castle_has(&free_lines, line) || s->phase != CASTLE_WALL)
            continue;
        bool city[CASTLE_SPACES];
        int size = closed_off(box, s, line, city);
        if (castle_closes(box, s, line) != (size > 0))
            return "a wall is wrongly said to close a city or not";
        if (size == 0)
            continue;
        struct castle_set spaces = castle_enclosed(box, s, line);
        struct castle after = *s;
        uint8_t foreseen[CASTLE_KINDS], value[CASTLE_KINDS];
        castle_add(&after.walls, line);
        after.wall = (uint8_t)line;
        int name = castle_complete(box, &after, NULL);
        castle_settle(box, &after, name, NULL);
        castle_values(box, &after, name, value);
        castle_closing_values(box, s, line, foreseen);
        if (memcmp(foreseen, value, box->kinds) != 0)
            return "what a city would pay is foreseen wrongly";
        for (int space = 0; space < box->spaces; space++)
            if (castle_has(&spaces, space) != city[space])
                return "a wall is said to close off other spaces";
    }
    return NULL;
}

/* Is the point on the edge of this city? Looks at every wall. */
static bool on_an_edge(const struct castle_box *box, const struct castle *s, int point, int city)
{
    for (int line = 0; line < box->lines; line++) {
        if (box->line_end[line][0] != point && box->line_end[line][1] != point)
            continue;
        for (int side = 0; side < 2; side++) {
            int space = box->line_space[line][side];
            if (wall(s, line) && space != CASTLE_NONE && s->city_of[space] != CASTLE_NONE &&
                (city == CASTLE_NONE || s->city_of[space] == city))
                return true;
        }
    }
    return false;
}

static int palaces(const struct castle_box *box, const struct castle *s, int colour, int city)
{
    int n = 0;
    for (int i = 0; i < box->stock.palaces[colour]; i++)
        n += s->palaces[colour][i] != CASTLE_NONE &&
             (city == CASTLE_NONE || s->city_of[s->palaces[colour][i]] == city);
    return n;
}

static int houses(const struct castle_box *box, const struct castle *s, int colour, int city)
{
    int n = 0;
    for (int space = 0; space < box->spaces; space++)
        if (s->city_of[space] == city)
            n += castle_houses(s->houses[space], colour);
    return n;
}

static const char *check_supply(const struct castle_box *box, const struct castle *s)
{
    if (s->supply.walls + castle_count(&s->walls) != box->stock.walls)
        return "a wall is lost or found";
    for (int c = 0; c < CASTLE_TOWERS; c++)
        if (s->supply.towers[c] + __builtin_popcountll(s->towers[c]) != box->stock.towers[c])
            return "a tower is lost or found";
    if ((s->towers[0] & s->towers[1]) | (s->towers[0] & s->towers[2]) | (s->towers[1] & s->towers[2]))
        return "two towers stand on one point";
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        int on_board = 0;
        for (int space = 0; space < box->spaces; space++)
            on_board += castle_houses(s->houses[space], c);
        if (s->supply.houses[c] + on_board != box->stock.houses[c])
            return "a house is lost or found";
        if (s->supply.palaces[c] + palaces(box, s, c, CASTLE_NONE) != box->stock.palaces[c])
            return "a palace is lost or found";
    }
    for (int p = 0; p < box->points; p++) {
        bool touched = false;
        for (int line = 0; line < box->lines; line++)
            touched |= wall(s, line) && (box->line_end[line][0] == p || box->line_end[line][1] == p);
        if (!touched && castle_tower_points(s) >> p & 1)
            return "a tower stands alone";
    }
    return NULL;
}

static const char *check_cards(const struct castle_box *box, const struct castle *s)
{
    for (int kind = 0; kind < box->kinds; kind++) {
        int n = castle_copies(s->draw, kind) + castle_copies(s->open, kind) + castle_copies(s->played, kind);
        for (int seat = 0; seat < s->seats; seat++)
            n += castle_copies(s->hand[seat], kind) + castle_copies(s->unseen[seat], kind);
        if (n != box->copies)
            return "a card is lost or found";
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (castle_cards(s->hand[seat]) != s->hand_size[seat] ||
            castle_cards(s->unseen[seat]) != s->unseen_size[seat])
            return "a hand is wrongly counted";
    return castle_cards(s->draw) == s->draw_size ? NULL : "the draw pile is wrongly counted";
}

static int city_value(const struct castle_box *box, const struct castle *s, const char *card, int city)
{
    int size = 0, towers[CASTLE_TOWERS] = {0}, colours = 0, all = 0;
    for (int space = 0; space < box->spaces; space++)
        size += s->city_of[space] == city;
    for (int p = 0; p < box->points; p++)
        for (int c = 0; c < CASTLE_TOWERS; c++)
            towers[c] += (s->towers[c] >> p & 1) && on_an_edge(box, s, p, city);
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        colours += houses(box, s, c, city) + palaces(box, s, c, city) > 0;
        all += palaces(box, s, c, city);
    }
    if (strncmp(card, "size_", 5) == 0) {
        int wanted = atoi(card + 5);
        return wanted == 7 ? (size >= 7 ? 9 : 0) : size == wanted ? wanted + 5 : 0;
    }
    if (strcmp(card, "colours") == 0)
        return colours < 2 ? 0 : colours < 4 ? 4 : 7;
    if (strcmp(card, "towers") == 0)
        return towers[0] + towers[1] + towers[2];
    if (strcmp(card, "palaces") == 0)
        return all;
    for (int c = 0; c < CASTLE_TOWERS; c++)
        if (strncmp(card, "tower_", 6) == 0 && strcmp(card + 6, castle_tower_name[c]) == 0)
            return 2 * towers[c];
    for (int c = 0; c < CASTLE_COLOURS; c++)
        if (strcmp(card, castle_colour_name[c]) == 0)
            return 3 * palaces(box, s, c, city) + houses(box, s, c, city);
    abort();
}

static int country_value(const struct castle_box *box, const struct castle *s, const char *card)
{
    int towers[CASTLE_TOWERS] = {0}, water = 0, walls = 0;
    for (int p = 0; p < box->points; p++) {
        for (int c = 0; c < CASTLE_TOWERS; c++) {
            bool here = (s->towers[c] >> p & 1) && !on_an_edge(box, s, p, CASTLE_NONE);
            const char *name = box->point_name[p];
            bool coast = name[1] == '1' || name[1] == (strchr("aceg", name[0]) ? '7' : '6');
            towers[c] += here;
            water += here && coast;
        }
    }
    for (int line = 0; line < box->lines; line++) {
        int a = box->line_space[line][0], b = box->line_space[line][1];
        walls += wall(s, line) && s->city_of[a] == CASTLE_NONE &&
                 (b == CASTLE_NONE || s->city_of[b] == CASTLE_NONE);
    }
    if (strcmp(card, "walls") == 0)
        return walls;
    if (strcmp(card, "towers") == 0)
        return towers[0] + towers[1] + towers[2];
    if (strcmp(card, "water_towers") == 0)
        return 2 * water;
    for (int c = 0; c < CASTLE_TOWERS; c++)
        if (strncmp(card, "tower_", 6) == 0 && strcmp(card + 6, castle_tower_name[c]) == 0)
            return 2 * towers[c];
    for (int c = 0; c < CASTLE_COLOURS; c++)
        if (strncmp(card, "house_", 6) == 0 && strcmp(card + 6, castle_colour_name[c]) == 0)
            return houses(box, s, c, CASTLE_NONE);
    int in_region = 0;
    for (int space = 0; space < box->spaces; space++)
        for (int c = 0; c < CASTLE_COLOURS; c++)
            if (s->city_of[space] == CASTLE_NONE &&
                strcmp(box->region_name[box->space_region[space]], card + 7) == 0)
                in_region += castle_houses(s->houses[space], c);
    return in_region;
}

int slow_value(const struct castle_box *box, const struct castle *s, const char *card, int city)
{
    if (strcmp(card, "cities") == 0) {
        int cities = 0;
        for (int space = 0; space < box->spaces; space++)
            cities += s->city_of[space] == space;
        return cities;
    }
    if (strncmp(card, "city_", 5) == 0)
        return city == CASTLE_NONE ? 0 : city_value(box, s, card + 5, city);
    return country_value(box, s, card + 8);
}

static const char *check_values(const struct castle_box *box, const struct castle *s)
{
    uint8_t value[CASTLE_KINDS];
    int city = castle_counting(s);
    if (s->phase == CASTLE_JOIN) /* the new city is not cleared yet */
        return NULL;
    castle_values(box, s, city, value);
    for (int kind = 0; kind < box->kinds; kind++)
        if (value[kind] != slow_value(box, s, castle_kind_name(box, kind), city))
            return castle_kind_name(box, kind);
    return NULL;
}

const char *slow_disagrees(const struct castle_box *box, const struct castle *s)
{
    const char *(*const checks[])(const struct castle_box *, const struct castle *) = {
        check_cities, check_lines, check_supply, check_cards, check_values,
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const char *what = checks[i](box, s);
        if (what)
            return what;
    }
    return NULL;
}
