/* castle_describe.c: the board of Castle in words, and what is counted on it. */
#include "castle/castle_face.h"

/* ---- the board ---- */

static void put_regions(const struct speaker *s, const struct castle_box *box, struct text *out)
{
    for (int r = 0; r < CASTLE_REGIONS; r++) {
        struct word_list spaces;
        char name[64];
        struct text region = TEXT_IN(name);
        words_key(s, &region, "castle.region.", box->region_name[r]);
        list_begin(&spaces);
        for (int space = 0; space < box->spaces; space++)
            if (box->space_region[space] == r)
                text_put(list_next(&spaces), box->space_name[space]);
        SAY(s, out, "terminal.castle.region", ARG_TEXT("region", name), ARG_LIST("list", spaces.members));
        text_char(out, '\n');
    }
}

static void put_walls(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                      struct text *out)
{
    struct castle_set walls = state->walls;
    struct word_list lines;
    list_begin(&lines);
    for (int line; (line = castle_pop(&walls)) >= 0;)
        if (castle_has(&box->border, line))
            SAY(s, list_next(&lines), "terminal.castle.border", ARG_TEXT("line", box->line_name[line]));
        else
            text_put(list_next(&lines), box->line_name[line]);
    struct sentences sentence = sentences_in(out);
    SAY(s, out, "castle.walls.built", ARG_NUMBER("n", lines.count), ARG_LIST("lines", lines.members));
    text_put(out, ".\n");
    sentence_end(&sentence);
}

static void put_towers(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                       struct text *out)
{
    for (int t = 0; t < CASTLE_TOWERS; t++) {
        char key[64];
        struct text on = TEXT_IN(key);
        struct word_list towers;
        text_printf(&on, "castle.tower.on.%s", castle_tower_name[t]);
        list_begin(&towers);
        for (int p = 0; p < box->points; p++) {
            if (!(state->towers[t] >> p & 1))
                continue;
            struct text *to = list_next(&towers);
            SAY(s, to, key, ARG_TEXT("point", box->point_name[p]));
            if (box->water >> p & 1) {
                text_put(to, " (");
                words_put(s, to, "castle.water", NULL);
                text_char(to, ')');
            }
        }
        list_line(s, &towers, out);
    }
}

/* Adds "2 yellow houses", "1 red palace" and so on. */
static void add_counts(const struct speaker *s, struct word_list *list, const char *beginning,
                       const char *const names[], const uint8_t counts[], int kinds)
{
    for (int i = 0; i < kinds; i++)
        if (counts[i])
            words_count(s, list_next(list), beginning, names[i], counts[i]);
}

static void put_space(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                      int space, struct text *out)
{
    uint8_t houses[CASTLE_COLOURS], palaces[CASTLE_COLOURS];
    struct word_list has;
    char name[64];
    struct text region = TEXT_IN(name);
    int city = state->city_of[space];
    for (int colour = 0; colour < CASTLE_COLOURS; colour++) {
        houses[colour] = (uint8_t)castle_houses(state->houses[space], colour);
        palaces[colour] = (uint8_t)castle_palaces_on(box, state, space, colour);
    }
    list_begin(&has);
    add_counts(s, &has, "castle.houses.", castle_colour_name, houses, CASTLE_COLOURS);
    add_counts(s, &has, "castle.palaces.", castle_colour_name, palaces, CASTLE_COLOURS);
    if (!has.count)
        return;
    words_key(s, &region, "castle.region.", box->region_name[box->space_region[space]]);
    struct sentences sentence = sentences_in(out);
    SAY(s, out, city == CASTLE_NONE ? "castle.space" : "castle.space.city",
        ARG_TEXT("space", box->space_name[space]), ARG_TEXT("region", name),
        ARG_TEXT("city", city == CASTLE_NONE ? "" : box->space_name[city]));
    text_put(out, ": ");
    message_list(s->language, has.members, out);
    text_put(out, ".\n");
    sentence_end(&sentence);
}

void castle_describe(const struct speaker *s, const struct game *game, const void *view, int viewer,
                     struct text *out)
{
    const struct castle_box *box = game->box;
    (void)viewer;
    put_regions(s, box, out);
    put_walls(s, box, view, out);
    put_towers(s, box, view, out);
    for (int space = 0; space < box->spaces; space++)
        put_space(s, box, view, space, out);
}

/* ---- what is counted ---- */

static void put_city(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                     int city, struct text *out)
{
    struct castle_city_facts f;
    struct word_list has;
    castle_city_facts(box, state, city, &f);
    list_begin(&has);
    add_counts(s, &has, "terminal.castle.towers.", castle_tower_name, f.towers, CASTLE_TOWERS);
    add_counts(s, &has, "castle.houses.", castle_colour_name, f.houses, CASTLE_COLOURS);
    add_counts(s, &has, "castle.palaces.", castle_colour_name, f.palaces, CASTLE_COLOURS);
    struct sentences sentence = sentences_in(out);
    SAY(s, out, city == castle_counting(state) ? "terminal.castle.counts" : "castle.city",
        ARG_TEXT("city", box->space_name[city]), ARG_NUMBER("n", f.size));
    text_put(out, ": ");
    message_list(s->language, has.members, out);
    text_put(out, ".\n");
    sentence_end(&sentence);
}

static void put_country(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                        struct text *out)
{
    struct castle_country_facts f;
    struct word_list has;
    castle_country_facts(box, state, &f);
    list_begin(&has);
    if (f.walls)
        SAY(s, list_next(&has), "castle.country.walls", ARG_NUMBER("n", f.walls));
    add_counts(s, &has, "castle.country.", castle_tower_name, f.towers, CASTLE_TOWERS);
    if (f.water)
        SAY(s, list_next(&has), "castle.country.water", ARG_NUMBER("n", f.water));
    add_counts(s, &has, "castle.houses.", castle_colour_name, f.houses, CASTLE_COLOURS);
    for (int r = 0; r < CASTLE_REGIONS; r++) {
        char name[64];
        struct text region = TEXT_IN(name);
        words_key(s, &region, "castle.region.", box->region_name[r]);
        if (f.regions[r])
            SAY(s, list_next(&has), "castle.country.region", ARG_NUMBER("n", f.regions[r]),
                ARG_TEXT("region", name));
    }
    if (!has.count)
        return;
    words_put(s, out, "castle.country", NULL);
    text_put(out, ": ");
    message_list(s->language, has.members, out);
    text_put(out, ".\n");
}

/* The lines where a wall would complete a city. */
static void put_closings(const struct speaker *s, const struct castle_box *box, const struct castle *state,
                         struct text *out)
{
    struct castle_set free = {{0}};
    struct word_list lines;
    list_begin(&lines);
    if (state->phase == CASTLE_WALL)
        castle_free_line(box, state, &free);
    for (int line; (line = castle_pop(&free)) >= 0;) {
        if (!castle_closes(box, state, line))
            continue;
        struct castle_set spaces = castle_enclosed(box, state, line);
        struct text *to = list_next(&lines);
        text_printf(to, "%s (", box->line_name[line]);
        SAY(s, to, "castle.spaces", ARG_NUMBER("n", castle_count(&spaces)));
        text_char(to, ')');
    }
    if (!lines.count)
        return;
    SAY(s, out, "castle.wall.hint.closings", ARG_NUMBER("n", lines.count), ARG_LIST("lines", lines.members));
    text_char(out, '\n');
}

void castle_details(const struct speaker *s, const struct game *game, const void *view, int viewer,
                    struct text *out)
{
    const struct castle_box *box = game->box;
    const struct castle *state = view;
    struct castle_set cities = state->cities;
    int discarded = castle_cards(state->open);
    (void)viewer;
    for (int city; (city = castle_pop(&cities)) >= 0;)
        put_city(s, box, state, city, out);
    put_country(s, box, state, out);
    put_closings(s, box, state, out);
    if (state->ending != CASTLE_GOES_ON && state->phase != CASTLE_OVER) {
        words_key(s, out, "castle.say.ending.", castle_ending_name[state->ending]);
        text_char(out, '\n');
    }
    for (int seat = 0; seat < state->seats; seat++)
        discarded += state->unseen_size[seat];
    SAY(s, out, "castle.discard.pile", ARG_NUMBER("n", discarded));
    text_char(out, '\n');
}
