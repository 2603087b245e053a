/* castellan_describe.c: the castle of Castellan in words, and its courtyards. */
#include "castellan/castellan_face.h"

/* The points of a table that has a bit for each, row by row; `side` stands behind each of them. */
static void add_points(struct word_list *list, const uint64_t rows[CASTELLAN_SIDE], const char *side)
{
    for (int y = 0; y < CASTELLAN_SIDE; y++)
        for (uint64_t left = rows[y]; left; left &= left - 1) {
            struct text *to = list_next(list);
            castellan_put_point(to, (unsigned)(__builtin_ctzll(left) + 64 * y));
            text_printf(to, "%s%s", *side ? " " : "", side);
        }
}

static void put_points(const struct speaker *s, const char *key, const uint64_t rows[CASTELLAN_SIDE],
                       struct text *out)
{
    struct word_list list;
    list_begin(&list);
    add_points(&list, rows, "");
    if (list.count)
        list_say(s, &list, key, out);
}

static void put_walls(const struct speaker *s, const char *key, const uint64_t east[CASTELLAN_SIDE],
                      const uint64_t south[CASTELLAN_SIDE], struct text *out)
{
    struct word_list list;
    list_begin(&list);
    add_points(&list, east, catalogue_text(s->language, "castellan.side.E"));
    add_points(&list, south, catalogue_text(s->language, "castellan.side.S"));
    if (list.count)
        list_say(s, &list, key, out);
}

void castellan_describe(const struct speaker *s, const struct game *game, const void *view, int viewer,
                        struct text *out)
{
    const struct castellan_state *state = view;
    struct castellan_extent all;
    (void)game, (void)viewer;
    if (!castellan_extent(state, &all)) {
        words_put(s, out, "terminal.castellan.bare", NULL);
        text_char(out, '\n');
        return;
    }
    uint64_t open[CASTELLAN_SIDE] = {0}, long_east[CASTELLAN_SIDE] = {0}, long_south[CASTELLAN_SIDE] = {0},
             short_east[CASTELLAN_SIDE] = {0}, short_south[CASTELLAN_SIDE] = {0};
    for (int y = 0; y < CASTELLAN_SIDE; y++) {
        uint64_t below = y + 1 < CASTELLAN_SIDE ? state->middle[y + 1] : 0;
        open[y] = castellan_open_row(state, y);
        /* The first step of a long wall leads to the point that it covers, the second one away from it. */
        long_east[y] = state->east[y] & state->middle[y] >> 1;
        short_east[y] = state->east[y] & ~long_east[y] & ~state->middle[y];
        long_south[y] = state->south[y] & below;
        short_south[y] = state->south[y] & ~long_south[y] & ~state->middle[y];
    }
    SAY(s, out, "terminal.castellan.extent", ARG_NUMBER("west", all.west), ARG_NUMBER("east", all.east),
        ARG_NUMBER("north", all.north), ARG_NUMBER("south", all.south));
    text_char(out, '\n');
    put_points(s, "terminal.castellan.towers", state->tower, out);
    put_walls(s, "terminal.castellan.long", long_east, long_south, out);
    put_walls(s, "terminal.castellan.short", short_east, short_south, out);
    put_points(s, "terminal.castellan.open", open, out);
}

/* "Courtyard 32,32 of you: 4 towers, 8 points and double keep." */
void castellan_details(const struct speaker *s, const struct game *game, const void *view, int viewer,
                       struct text *out)
{
    const struct castellan_state *state = view;
    (void)game, (void)viewer;
    for (int i = 0; i < state->court_count; i++) {
        const struct castellan_court *court = &state->courts[i];
        char place[16];
        struct text name = TEXT_IN(place);
        struct word_list has;
        struct sentences line = sentences_in(out);
        castellan_put_point(&name, court->name);
        SAY(s, out, "castellan.court", ARG_TEXT("court", place),
            words_person(s, "name", court->mark & CASTELLAN_OWNER));
        list_begin(&has);
        SAY(s, list_next(&has), "castellan.towers", ARG_NUMBER("n", court->towers));
        SAY(s, list_next(&has), "castellan.points", ARG_NUMBER("n", castellan_worth(court)));
        if (court->mark & CASTELLAN_DOUBLE)
            words_put(s, list_next(&has), "castellan.double", NULL);
        text_put(out, ": ");
        message_list(s->language, has.members, out);
        text_put(out, ".\n");
        sentence_end(&line);
    }
}
