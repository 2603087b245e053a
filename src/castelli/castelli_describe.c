/* castelli_describe.c: the board of Castelli in words, and what is counted on it. */
#include "castelli/castelli_face.h"

/* A side or a landscape: "north", "wood". */
static const char *word(const struct speaker *s, const char *beginning, const char *end)
{
    char key[64];
    struct text text = TEXT_IN(key);
    text_printf(&text, "%s%s", beginning, end);
    return catalogue_text(s->language, key);
}

static const char *side_word(const struct speaker *s, int side)
{
    return word(s, "castelli.side.", (const char[]){"NESW"[side], '\0'});
}

/* ---- octagons ---- */

/* "east rock with a castle of Fish" */
static void put_lot(const struct speaker *s, const struct castelli_box *box, const struct castelli_table *t,
                    int octagon, int side, struct text *out)
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
    int start = kind->start[side];
    uint8_t castle = t->castle[octagon * 4 + side];
    char ground[96];
    struct text lot = TEXT_IN(ground);
    SAY(s, &lot,
        castelli_scored(box, t, octagon, start) ? "terminal.castelli.lot.scored" : "terminal.castelli.lot",
        ARG_TEXT("side", side_word(s, side)),
        ARG_TEXT("land", word(s, "castelli.land.", castelli_landscape_names[kind->landscape[side]])));
    if (castle)
        SAY(s, out,
            castle_beneath(castle) >= 0 ? "terminal.castelli.lot.over" : "terminal.castelli.lot.castle",
            ARG_TEXT("lot", ground), words_person(s, "name", castle_owner(castle)),
            words_person(s, "other", castle_beneath(castle)));
    else if (side_after(side, -start) < kind->sites[start])
        SAY(s, out, "terminal.castelli.lot.site", ARG_TEXT("lot", ground));
    else
        text_put(out, ground);
}

static void put_octagon(const struct speaker *s, const struct castelli_box *box,
                        const struct castelli_table *t, int octagon, struct text *out)
{
    struct word_list lots;
    castelli_put_octagon(out, octagon);
    text_put(out, t->cities >> octagon & 1 || t->villages >> octagon & 1 || octagon == t->mine ? ", " : "");
    if (t->cities >> octagon & 1)
        words_put(s, out, "castelli.city", NULL);
    else if (t->villages >> octagon & 1)
        words_put(s, out, "castelli.village", NULL);
    else if (octagon == t->mine)
        SAY(s, out, "castelli.mine", ARG_NUMBER("n", t->silver));
    text_put(out, ": ");
    list_begin(&lots);
    for (int side = 0; side < SIDES; side++)
        put_lot(s, box, t, octagon, side, list_next(&lots));
    message_list(s->language, lots.members, out);
    text_put(out, ".\n");
}

/* ---- meadows ---- */

static void put_frame(const struct speaker *s, const struct castelli_box *box, const struct castelli_table *t,
                      uint32_t meadows, struct text *out)
{
    struct word_list icons;
    list_begin(&icons);
    while (meadows) {
        int meadow = castelli_pop(&meadows);
        for (int side = 0; side < SIDES; side++) {
            int icon = castelli_shape(box, t)->frame[meadow][side];
            if (icon == CASTELLI_NONE)
                continue;
            struct text *to = list_next(&icons);
            castelli_put_meadow(to, meadow);
            text_printf(to, " %s ", side_word(s, side));
            words_count(s, to, "castelli.good.", castelli_icon_names[icon], 1);
        }
    }
    list_say(s, &icons, "terminal.castelli.frame", out);
}

/* "B1, value 4: north Fox, east Fish (card, worth 0), …" */
static void put_tile(const struct speaker *s, const struct castelli_box *box, const struct castelli_table *t,
                     int meadow, struct text *out)
{
    int lies = t->tile[meadow];
    const struct castelli_tile *tile = &box->tile[lying_tile(lies)];
    struct speaker nobody = {.language = s->language, .you = GAME_PUBLIC};
    struct word_list coats;
    char cell[8];
    struct text name = TEXT_IN(cell);
    castelli_put_meadow(&name, meadow);
    list_begin(&coats);
    for (int side = 0; side < SIDES; side++) {
        int colour = box->coat_colour[lies][side];
        struct message_argument coat = words_person(&nobody, "name", colour);
        struct text *to = list_next(&coats);
        text_printf(to, "%s ", side_word(s, side));
        if (tile->card == colour)
            SAY(s, to, "castelli.coat.card", coat);
        else
            text_put(to, coat.text);
    }
    SAY(s, out, "castelli.meadow.up", ARG_TEXT("cell", cell), ARG_NUMBER("value", tile->value),
        ARG_LIST("coats", coats.members));
    text_put(out, ".\n");
}

static void put_meadows(const struct speaker *s, const struct castelli_box *box,
                        const struct castelli_table *t, struct text *out)
{
    const struct castelli_shape *shape = castelli_shape(box, t);
    struct word_list places;
    uint32_t all = 0;
    for (uint32_t octagons = shape->all; octagons;)
        all |= shape->around[castelli_pop(&octagons)][15];
    put_frame(s, box, t, all, out);
    list_begin(&places);
    for (uint32_t down = all & ~t->up; down;)
        castelli_put_meadow(list_next(&places), castelli_pop(&down));
    list_say(s, &places, places.count ? "terminal.castelli.down" : "terminal.castelli.down.none", out);
    for (uint32_t up = t->up; up;)
        put_tile(s, box, t, castelli_pop(&up), out);
}

void castelli_describe(const struct speaker *s, const struct game *game, const void *view, int viewer,
                       struct text *out)
{
    const struct castelli_table *tables[2];
    int count = castelli_face_tables(game, view, viewer, tables);
    for (int i = 0; i < count; i++) {
        castelli_table_heading(s, tables[i], count, out);
        for (uint32_t octagons = castelli_shape(game->box, tables[i])->all; octagons;)
            put_octagon(s, game->box, tables[i], castelli_pop(&octagons), out);
        put_meadows(s, game->box, tables[i], out);
    }
}

/* ---- what is counted ---- */

static void put_sites(const struct speaker *s, const struct castelli_box *box, const struct castelli_table *t,
                      int viewer, struct text *out)
{
    struct word_list sites;
    list_begin(&sites);
    for (int start = 0; start < SIDES; start++)
        for (uint32_t open = t->open[LAND_ROCK][start] & t->player[viewer].reach; open;) {
            int octagon = castelli_pop(&open);
            struct text *to = list_next(&sites);
            castelli_put_area(to, octagon * 4 + start);
            text_put(to, " (");
            SAY(s, to, "castelli.text.points", ARG_NUMBER("n", castelli_castle_points(box, t, octagon)));
            text_char(to, ')');
        }
    list_say(s, &sites, sites.count ? "terminal.castelli.sites" : "terminal.castelli.sites.none", out);
}

/* Dilemma: the tiles that the players hold. */
static void put_held(const struct speaker *s, const struct castelli_box *box, const struct castelli_table *t,
                     struct text *out)
{
    struct speaker nobody = {.language = s->language, .you = GAME_PUBLIC};
    for (int seat = 0; seat < SEATS; seat++) {
        int held = t->player[seat].tile;
        struct word_list coats;
        if (!castelli_plays(t, seat) || held == CASTELLI_NONE)
            continue;
        list_begin(&coats);
        for (int side = 0; side < SIDES; side++)
            text_put(list_next(&coats), words_person(&nobody, "", box->tile[held].colour[side]).text);
        SAY(s, out, held == TILES + seat ? "terminal.castelli.held.start" : "terminal.castelli.held",
            words_person(s, "name", seat), ARG_LIST("coats", coats.members),
            ARG_NUMBER("n", box->tile[held].value));
        text_char(out, '\n');
    }
}

/* How the points came together: a line for each source. */
static void put_sheet(const struct speaker *s, const struct castelli_table *t, struct text *out)
{
    static const struct {
        const char *name;
        size_t member;
    } rows[] = {{"castles", offsetof(struct castelli_sheet, castles)},
                {"kings", offsetof(struct castelli_sheet, kings)},
                {"cards", offsetof(struct castelli_sheet, cards)},
                {"resources", offsetof(struct castelli_sheet, resources)},
                {"silver", offsetof(struct castelli_sheet, silver)},
                {"start_tile", offsetof(struct castelli_sheet, start_tile)},
                {"settlements", offsetof(struct castelli_sheet, settlements)},
                {"standing", offsetof(struct castelli_sheet, standing)}};
    struct castelli_sheet sheet[SEATS];
    castelli_sheets(t, sheet);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct word_list points;
        if ((i == 5 && !t->dilemma) || (i > 5 && !t->battle))
            continue;
        list_begin(&points);
        for (int seat = 0; seat < SEATS; seat++)
            if (castelli_plays(t, seat))
                text_printf(list_next(&points), "%s %d", words_person(s, "", seat).text,
                            *(const int *)((const char *)&sheet[seat] + rows[i].member));
        text_printf(out, "%s: ", word(s, "castelli.sheet.", rows[i].name));
        message_list(s->language, points.members, out);
        text_char(out, '\n');
    }
}

void castelli_details(const struct speaker *s, const struct game *game, const void *view, int viewer,
                      struct text *out)
{
    const struct castelli_table *tables[2];
    int count = castelli_face_tables(game, view, viewer, tables);
    for (int i = 0; i < count; i++) {
        const struct castelli_table *t = tables[i];
        put_held(s, game->box, t, out);
        if (viewer >= 0 && castelli_plays(t, viewer) && t->phase != PHASE_OVER)
            put_sites(s, game->box, t, viewer, out);
        if (t->phase == PHASE_OVER) {
            castelli_table_heading(s, t, count, out);
            put_sheet(s, t, out);
        }
    }
}
