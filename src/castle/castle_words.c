/* castle_words.c: the board in words, for those who cannot look at a picture. */
#include "castle/castle_state.h"

int castle_palaces_on(const struct castle_box *box, const struct castle *s, int space, int colour)
{
    int palaces = 0;
    for (int i = s->supply.palaces[colour]; i < box->stock.palaces[colour]; i++)
        palaces += s->palaces[colour][i] == space;
    return palaces;
}

static void put_regions(const struct castle_box *box, struct text *out)
{
    for (int r = 0; r < CASTLE_REGIONS; r++) {
        text_printf(out, "Region %s:", box->region_name[r]);
        for (int space = 0; space < box->spaces; space++)
            if (box->space_region[space] == r)
                text_printf(out, " %s", box->space_name[space]);
        text_put(out, ".\n");
    }
}

static void put_walls(const struct castle_box *box, const struct castle *s, struct text *out)
{
    struct castle_set walls = s->walls;
    bool any = false;
    for (int line; (line = castle_pop(&walls)) >= 0; any = true)
        text_printf(out, "%s%s%s", any ? ", " : "Walls: ", box->line_name[line],
                    castle_has(&box->border, line) ? " on a border" : "");
    text_put(out, any ? ".\n" : "No walls yet.\n");
}

static void put_towers(const struct castle_box *box, const struct castle *s, struct text *out)
{
    for (int t = 0; t < CASTLE_TOWERS; t++) {
        bool any = false;
        for (int p = 0; p < box->points; p++)
            if (s->towers[t] >> p & 1) {
                if (!any)
                    text_printf(out, "Towers, %s: ", castle_tower_name[t]);
                text_printf(out, "%s%s%s", any ? ", " : "", box->point_name[p],
                            box->water >> p & 1 ? " at water" : "");
                any = true;
            }
        text_put(out, any ? ".\n" : "");
    }
}

/* Houses and palaces of a space, and whether it is in a city. */
static void put_space(const struct castle_box *box, const struct castle *s, int space, struct text *out)
{
    const char *between = ": ";
    int city = s->city_of[space];
    for (int colour = 0; colour < CASTLE_COLOURS; colour++) {
        int houses = castle_houses(s->houses[space], colour);
        int palaces = castle_palaces_on(box, s, space, colour);
        if (!houses && !palaces)
            continue;
        if (between[0] == ':') {
            text_printf(out, "Space %s", box->space_name[space]);
            if (city != CASTLE_NONE)
                text_printf(out, " in city %s", box->space_name[city]);
        }
        if (houses)
            text_printf(out, "%s%d %s house%s", between, houses, castle_colour_name[colour],
                        houses == 1 ? "" : "s");
        if (palaces)
            text_printf(out, "%s%d %s palace%s", houses ? ", " : between, palaces, castle_colour_name[colour],
                        palaces == 1 ? "" : "s");
        between = ", ";
    }
    text_put(out, between[0] == ',' ? ".\n" : "");
}

void castle_board_words(const struct castle_box *box, const struct castle *s, struct text *out)
{
    put_regions(box, out);
    put_walls(box, s, out);
    put_towers(box, s, out);
    for (int space = 0; space < box->spaces; space++)
        put_space(box, s, space, out);
}
