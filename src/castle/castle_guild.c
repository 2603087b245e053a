/* castle_guild.c: the thirty kinds of guild card and what each of them pays (4.5 to 4.7). */
#include <string.h>

#include "castle/castle_state.h"

/* Where the rules stand in the table; those of a colour or a region follow each other. */
enum {
    CITY_SIZE, /* 1, 2 or 3 spaces exactly */
    CITY_SIZE_7 = CITY_SIZE + 3,
    CITY_COLOURS,
    CITY_TOWER,
    CITY_TOWERS = CITY_TOWER + CASTLE_TOWERS,
    CITY_PALACES,
    CITY_COLOUR,
    COUNTRY_HOUSE = CITY_COLOUR + CASTLE_COLOURS,
    COUNTRY_REGION = COUNTRY_HOUSE + CASTLE_COLOURS,
    COUNTRY_TOWERS = COUNTRY_REGION + CASTLE_REGIONS,
    COUNTRY_WATER,
    COUNTRY_TOWER,
    COUNTRY_WALLS = COUNTRY_TOWER + CASTLE_TOWERS,
    CITIES,
    RULES
};
_Static_assert((int)RULES == (int)CASTLE_KINDS, "a rule for each kind of card");

const struct castle_guild castle_guild[CASTLE_KINDS] = {
    [CITY_SIZE] = {"city_size_1", CASTLE_OF_CITY},
    {"city_size_2", CASTLE_OF_CITY},
    {"city_size_3", CASTLE_OF_CITY},
    [CITY_SIZE_7] = {"city_size_7", CASTLE_OF_CITY},
    [CITY_COLOURS] = {"city_colours", CASTLE_OF_CITY},
    [CITY_TOWER] = {"city_tower_white", CASTLE_OF_CITY},
    {"city_tower_grey", CASTLE_OF_CITY},
    {"city_tower_black", CASTLE_OF_CITY},
    [CITY_TOWERS] = {"city_towers", CASTLE_OF_CITY},
    [CITY_PALACES] = {"city_palaces", CASTLE_OF_CITY},
    [CITY_COLOUR] = {"city_yellow", CASTLE_OF_CITY},
    {"city_green", CASTLE_OF_CITY},
    {"city_blue", CASTLE_OF_CITY},
    {"city_pink", CASTLE_OF_CITY},
    {"city_red", CASTLE_OF_CITY},
    [COUNTRY_HOUSE] = {"country_house_yellow", CASTLE_OF_COUNTRY},
    {"country_house_green", CASTLE_OF_COUNTRY},
    {"country_house_blue", CASTLE_OF_COUNTRY},
    {"country_house_pink", CASTLE_OF_COUNTRY},
    {"country_house_red", CASTLE_OF_COUNTRY},
    [COUNTRY_REGION] = {"country_region_west", CASTLE_OF_COUNTRY},
    {"country_region_north_east", CASTLE_OF_COUNTRY},
    {"country_region_south_east", CASTLE_OF_COUNTRY},
    [COUNTRY_TOWERS] = {"country_towers", CASTLE_OF_COUNTRY},
    [COUNTRY_WATER] = {"country_water_towers", CASTLE_OF_COUNTRY},
    [COUNTRY_TOWER] = {"country_tower_white", CASTLE_OF_COUNTRY},
    {"country_tower_grey", CASTLE_OF_COUNTRY},
    {"country_tower_black", CASTLE_OF_COUNTRY},
    [COUNTRY_WALLS] = {"country_walls", CASTLE_OF_COUNTRY},
    [CITIES] = {"cities", CASTLE_OF_BOARD},
};

const char *const castle_scope_name[] = {"city", "country", "board"};

void castle_country_facts(const struct castle_box *box, const struct castle *s,
                          struct castle_country_facts *out)
{
    *out = (struct castle_country_facts){0};
    out->walls = (uint8_t)(__builtin_popcountll(s->walls.word[0] & ~s->city_lines.word[0]) +
                           __builtin_popcountll(s->walls.word[1] & ~s->city_lines.word[1]));
    for (int c = 0; c < CASTLE_TOWERS; c++) {
        uint64_t towers = s->towers[c] & ~s->city_points;
        out->towers[c] = (uint8_t)__builtin_popcountll(towers);
        out->water += (uint8_t)__builtin_popcountll(towers & box->water);
    }
    for (int c = 0; c < CASTLE_COLOURS; c++)
        out->houses[c] = (uint8_t)castle_houses(s->country_houses, c);
    for (int r = 0; r < CASTLE_REGIONS; r++)
        out->regions[r] = s->country_regions[r];
    out->cities = (uint8_t)castle_count(&s->cities);
}

static void count_colours(struct castle_city_facts *city)
{
    for (int c = 0; c < CASTLE_COLOURS; c++)
        city->colours += city->houses[c] + city->palaces[c] > 0;
}

void castle_city_facts(const struct castle_box *box, const struct castle *s, int city,
                       struct castle_city_facts *out)
{
    uint64_t points = 0;
    uint32_t houses = 0;
    *out = (struct castle_city_facts){0};
    for (int space = city; space < box->spaces; space++) {
        if (s->city_of[space] != city)
            continue;
        out->size++;
        points |= box->space_corners[space];
        houses += s->houses[space];
    }
    /* 3.6 speaks of the points of the edge; the others have lost their towers (3.3). */
    for (int c = 0; c < CASTLE_TOWERS; c++)
        out->towers[c] = (uint8_t)__builtin_popcountll(s->towers[c] & points);
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        out->houses[c] = (uint8_t)castle_houses(houses, c);
        for (int i = s->supply.palaces[c]; i < box->stock.palaces[c]; i++)
            out->palaces[c] += s->city_of[s->palaces[c][i]] == city;
    }
    count_colours(out);
}

/* Of all rules at once: bots ask for all of them, at every line that would complete a city. */
void castle_pay(const struct castle_country_facts *country, const struct castle_city_facts *city,
                uint8_t out[CASTLE_KINDS])
{
    const uint8_t *towers = country->towers;
    memset(out, 0, CASTLE_KINDS);
    for (int c = 0; c < CASTLE_COLOURS; c++)
        out[COUNTRY_HOUSE + c] = country->houses[c];
    for (int r = 0; r < CASTLE_REGIONS; r++)
        out[COUNTRY_REGION + r] = country->regions[r];
    out[COUNTRY_TOWERS] = (uint8_t)(towers[0] + towers[1] + towers[2]);
    out[COUNTRY_WATER] = (uint8_t)(2 * country->water);
    for (int c = 0; c < CASTLE_TOWERS; c++)
        out[COUNTRY_TOWER + c] = (uint8_t)(2 * towers[c]);
    out[COUNTRY_WALLS] = country->walls;
    out[CITIES] = country->cities;
    if (!city)
        return;
    const uint8_t *palaces = city->palaces;
    towers = city->towers;
    if (city->size >= 1 && city->size <= 3)
        out[CITY_SIZE + city->size - 1] = (uint8_t)(5 + city->size);
    out[CITY_SIZE_7] = city->size >= 7 ? 9 : 0;
    out[CITY_COLOURS] = city->colours >= 4 ? 7 : city->colours >= 2 ? 4 : 0;
    for (int c = 0; c < CASTLE_TOWERS; c++)
        out[CITY_TOWER + c] = (uint8_t)(2 * towers[c]);
    out[CITY_TOWERS] = (uint8_t)(towers[0] + towers[1] + towers[2]);
    out[CITY_PALACES] = (uint8_t)(palaces[0] + palaces[1] + palaces[2] + palaces[3] + palaces[4]);
    for (int c = 0; c < CASTLE_COLOURS; c++)
        out[CITY_COLOUR + c] = (uint8_t)(3 * palaces[c] + city->houses[c]);
}

/* Turns a list by rule into a list by kind of the box. */
static void by_kind(const struct castle_box *box, const uint8_t paid[CASTLE_KINDS], uint8_t out[CASTLE_KINDS])
{
    for (int kind = 0; kind < box->kinds; kind++)
        out[kind] = paid[box->rule[kind]];
}

void castle_values(const struct castle_box *box, const struct castle *s, int city, uint8_t out[CASTLE_KINDS])
{
    struct castle_country_facts country;
    struct castle_city_facts facts;
    uint8_t paid[CASTLE_KINDS];
    castle_country_facts(box, s, &country);
    if (city != CASTLE_NONE)
        castle_city_facts(box, s, city, &facts);
    castle_pay(&country, city == CASTLE_NONE ? NULL : &facts, paid);
    by_kind(box, paid, out);
}

void castle_foresee(const struct castle_box *box, const struct castle *s, int line,
                    struct castle_country_facts *country, struct castle_city_facts *city)
{
    struct castle_set spaces = castle_enclosed(box, s, line), edge = {{0}}, lines = s->city_lines;
    uint64_t corners = 0, edge_points = 0;
    uint32_t houses = 0;
    bool counted = s->phase != CASTLE_JOIN; /* at that decision the city has left the country already */
    *city = (struct castle_city_facts){.size = (uint8_t)castle_count(&spaces)};
    for (int space; (space = castle_pop(&spaces)) >= 0;) {
        corners |= box->space_corners[space];
        houses += s->houses[space];
        for (int w = 0; w < 2; w++) {
            edge.word[w] ^= box->space_edges[space].word[w];
            lines.word[w] |= box->space_edges[space].word[w];
        }
        for (int c = 0; counted && s->houses[space] && c < CASTLE_COLOURS; c++)
            country->regions[box->space_region[space]] -= (uint8_t)castle_houses(s->houses[space], c);
    }
    for (int l; (l = castle_pop(&edge)) >= 0;)
        edge_points |= UINT64_C(1) << box->line_end[l][0] | UINT64_C(1) << box->line_end[l][1];
    country->walls = (uint8_t)(__builtin_popcountll(s->walls.word[0] & ~lines.word[0]) +
                               __builtin_popcountll(s->walls.word[1] & ~lines.word[1]));
    country->water = 0;
    for (int c = 0; c < CASTLE_TOWERS; c++) {
        uint64_t outside = s->towers[c] & ~(s->city_points | corners);
        city->towers[c] = (uint8_t)__builtin_popcountll(s->towers[c] & edge_points);
        country->towers[c] = (uint8_t)__builtin_popcountll(outside);
        country->water += (uint8_t)__builtin_popcountll(outside & box->water);
    }
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        int n = castle_houses(houses, c), pairs = n / 2;
        pairs = pairs < s->supply.palaces[c] ? pairs : s->supply.palaces[c];
        city->palaces[c] = (uint8_t)pairs;
        city->houses[c] = (uint8_t)(n - 2 * pairs);
        country->houses[c] -= (uint8_t)(counted ? n : 0);
    }
    count_colours(city);
    country->cities += counted;
}

void castle_closing_values(const struct castle_box *box, const struct castle *s, int line,
                           uint8_t out[CASTLE_KINDS])
{
    struct castle_country_facts country;
    struct castle_city_facts city;
    uint8_t paid[CASTLE_KINDS];
    castle_country_facts(box, s, &country);
    castle_foresee(box, s, line, &country, &city);
    castle_pay(&country, &city, paid);
    by_kind(box, paid, out);
}
