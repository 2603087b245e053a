/* castle_guild.c: the thirty kinds of guild card and what each of them pays (4.5 to 4.7). */
#include "castle/castle_state.h"

enum {
    CITY_SIZE, /* exactly `which` spaces */
    CITY_SIZE_7,
    CITY_COLOURS,
    CITY_TOWER, /* of colour `which` */
    CITY_TOWERS,
    CITY_PALACES,
    CITY_COLOUR,
    COUNTRY_HOUSE,
    COUNTRY_REGION,
    COUNTRY_TOWERS,
    COUNTRY_WATER,
    COUNTRY_TOWER,
    COUNTRY_WALLS,
    CITIES
};

const struct castle_guild castle_guild[CASTLE_KINDS] = {
    {"city_size_1", CASTLE_OF_CITY, CITY_SIZE, 1},
    {"city_size_2", CASTLE_OF_CITY, CITY_SIZE, 2},
    {"city_size_3", CASTLE_OF_CITY, CITY_SIZE, 3},
    {"city_size_7", CASTLE_OF_CITY, CITY_SIZE_7, 7},
    {"city_colours", CASTLE_OF_CITY, CITY_COLOURS, 0},
    {"city_tower_white", CASTLE_OF_CITY, CITY_TOWER, 0},
    {"city_tower_grey", CASTLE_OF_CITY, CITY_TOWER, 1},
    {"city_tower_black", CASTLE_OF_CITY, CITY_TOWER, 2},
    {"city_towers", CASTLE_OF_CITY, CITY_TOWERS, 0},
    {"city_palaces", CASTLE_OF_CITY, CITY_PALACES, 0},
    {"city_yellow", CASTLE_OF_CITY, CITY_COLOUR, 0},
    {"city_green", CASTLE_OF_CITY, CITY_COLOUR, 1},
    {"city_blue", CASTLE_OF_CITY, CITY_COLOUR, 2},
    {"city_pink", CASTLE_OF_CITY, CITY_COLOUR, 3},
    {"city_red", CASTLE_OF_CITY, CITY_COLOUR, 4},
    {"country_house_yellow", CASTLE_OF_COUNTRY, COUNTRY_HOUSE, 0},
    {"country_house_green", CASTLE_OF_COUNTRY, COUNTRY_HOUSE, 1},
    {"country_house_blue", CASTLE_OF_COUNTRY, COUNTRY_HOUSE, 2},
    {"country_house_pink", CASTLE_OF_COUNTRY, COUNTRY_HOUSE, 3},
    {"country_house_red", CASTLE_OF_COUNTRY, COUNTRY_HOUSE, 4},
    {"country_region_west", CASTLE_OF_COUNTRY, COUNTRY_REGION, 0},
    {"country_region_north_east", CASTLE_OF_COUNTRY, COUNTRY_REGION, 1},
    {"country_region_south_east", CASTLE_OF_COUNTRY, COUNTRY_REGION, 2},
    {"country_towers", CASTLE_OF_COUNTRY, COUNTRY_TOWERS, 0},
    {"country_water_towers", CASTLE_OF_COUNTRY, COUNTRY_WATER, 0},
    {"country_tower_white", CASTLE_OF_COUNTRY, COUNTRY_TOWER, 0},
    {"country_tower_grey", CASTLE_OF_COUNTRY, COUNTRY_TOWER, 1},
    {"country_tower_black", CASTLE_OF_COUNTRY, COUNTRY_TOWER, 2},
    {"country_walls", CASTLE_OF_COUNTRY, COUNTRY_WALLS, 0},
    {"cities", CASTLE_OF_BOARD, CITIES, 0},
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

static int city_pays(int what, int which, const struct castle_city_facts *city)
{
    switch (what) {
    case CITY_SIZE:
        return city->size == which ? 5 + which : 0;
    case CITY_SIZE_7:
        return city->size >= 7 ? 9 : 0;
    case CITY_COLOURS:
        return city->colours >= 4 ? 7 : city->colours >= 2 ? 4 : 0;
    case CITY_TOWER:
        return 2 * city->towers[which];
    case CITY_TOWERS:
        return city->towers[0] + city->towers[1] + city->towers[2];
    case CITY_PALACES:
        return city->palaces[0] + city->palaces[1] + city->palaces[2] + city->palaces[3] + city->palaces[4];
    default:
        return 3 * city->palaces[which] + city->houses[which];
    }
}

int castle_pays(int rule, const struct castle_country_facts *country, const struct castle_city_facts *city)
{
    int which = castle_guild[rule].which;
    switch (castle_guild[rule].what) {
    case COUNTRY_HOUSE:
        return country->houses[which];
    case COUNTRY_REGION:
        return country->regions[which];
    case COUNTRY_TOWERS:
        return country->towers[0] + country->towers[1] + country->towers[2];
    case COUNTRY_WATER:
        return 2 * country->water;
    case COUNTRY_TOWER:
        return 2 * country->towers[which];
    case COUNTRY_WALLS:
        return country->walls;
    case CITIES:
        return country->cities;
    default:
        return city ? city_pays(castle_guild[rule].what, which, city) : 0;
    }
}

void castle_values(const struct castle_box *box, const struct castle *s, int city, uint8_t out[CASTLE_KINDS])
{
    struct castle_country_facts country;
    struct castle_city_facts facts;
    castle_country_facts(box, s, &country);
    if (city != CASTLE_NONE)
        castle_city_facts(box, s, city, &facts);
    for (int kind = 0; kind < box->kinds; kind++)
        out[kind] = (uint8_t)castle_pays(box->rule[kind], &country, city == CASTLE_NONE ? NULL : &facts);
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
    castle_country_facts(box, s, &country);
    castle_foresee(box, s, line, &country, &city);
    for (int kind = 0; kind < box->kinds; kind++)
        out[kind] = (uint8_t)castle_pays(box->rule[kind], &country, &city);
}
