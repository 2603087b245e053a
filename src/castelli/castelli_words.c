/* castelli_words.c: the board in words, for people who cannot look at a picture. */
#include "castelli/castelli_state.h"

static const char *const side_names[SIDES] = {"north", "east", "south", "west"};

/* "north red 4, east green card, …" */
static void put_coats(const struct castelli_box *box, const struct castelli_table *t, int meadow,
                      struct text *out)
{
    int lies = t->tile[meadow];
    const struct castelli_tile *tile = &box->tile[lying_tile(lies)];
    for (int side = 0; side < SIDES; side++) {
        int colour = box->coat_colour[lies][side];
        text_printf(out, "%s %s %s ", side ? "," : ":", side_names[side], castelli_colour_names[colour]);
        if (tile->card == colour)
            text_put(out, "card");
        else
            text_int(out, tile->value);
    }
    text_put(out, ".\n");
}

/* What the frame gives to the tiles beside it. */
static void put_frame(const struct castelli_box *box, const struct castelli_table *t, uint32_t meadows,
                      struct text *out)
{
    text_put(out, "Frame:");
    for (bool any = false; meadows;) {
        int meadow = castelli_pop(&meadows);
        for (int side = 0; side < SIDES; side++) {
            int icon = castelli_shape(box, t)->frame[meadow][side];
            if (icon == CASTELLI_NONE)
                continue;
            text_put(out, any ? ", " : " ");
            castelli_put_meadow(out, meadow);
            text_printf(out, " %s %s", side_names[side], castelli_icon_names[icon]);
            any = true;
        }
    }
    text_put(out, ".\n");
}

static void put_meadows(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    uint32_t all = 0;
    const struct castelli_shape *shape = castelli_shape(box, t);
    for (uint32_t octagons = shape->all; octagons;)
        all |= shape->around[castelli_pop(&octagons)][15];
    uint32_t down = all & ~t->up;
    put_frame(box, t, all, out);
    text_put(out, down ? "Face down:" : "All tiles are face up.");
    while (down) {
        text_char(out, ' ');
        castelli_put_meadow(out, castelli_pop(&down));
    }
    text_char(out, '\n');
    for (uint32_t up = t->up; up;) {
        int meadow = castelli_pop(&up);
        text_put(out, "Meadow ");
        castelli_put_meadow(out, meadow);
        put_coats(box, t, meadow, out);
    }
}

static void put_lot(const struct castelli_box *box, const struct castelli_table *t, int octagon, int side,
                    struct text *out)
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
    int start = kind->start[side];
    uint8_t castle = t->castle[octagon * 4 + side];
    text_printf(out, "%s %s %s", side ? "," : ":", side_names[side],
                castelli_landscape_names[kind->landscape[side]]);
    if (castelli_scored(box, t, octagon, start))
        text_put(out, " scored");
    if (castle)
        text_printf(out, " with a castle of %s", castelli_colour_names[castle_owner(castle)]);
    else if ((side_after(side, -start)) < kind->sites[start])
        text_put(out, " with a free site");
    if (castle_beneath(castle) >= 0)
        text_printf(out, " over one of %s", castelli_colour_names[castle_beneath(castle)]);
}

void castelli_board_words(const struct castelli_box *box, const struct castelli_table *t, struct text *out)
{
    for (uint32_t octagons = castelli_shape(box, t)->all; octagons;) {
        int octagon = castelli_pop(&octagons);
        castelli_put_octagon(out, octagon);
        text_put(out, t->cities >> octagon & 1     ? ", city"
                      : t->villages >> octagon & 1 ? ", village"
                      : octagon == t->mine         ? ", the mine"
                                                   : "");
        for (int side = 0; side < SIDES; side++)
            put_lot(box, t, octagon, side, out);
        text_put(out, ".\n");
    }
    put_meadows(box, t, out);
}
