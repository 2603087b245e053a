/*
 * castelli_picture.c: a table as a picture in text, 100 columns wide. A cell has three lines of eleven
 * characters:
 *
 *     B2   r_                an octagon: its lots on their four sides, a settlement in the middle
 *     w'   C  r^R
 *          w'
 *
 *     +B1--R5---+            a meadow: the coats of its tile, or ??? face down
 *     |Y5     Bc|
 *     +----G5---+
 */
#include "castelli/castelli_card.h"

#include <string.h>

enum { CELL = 11, MARGIN = 6 };

static const char *const ansi_colour[SEATS] = {"\033[1;31m", "\033[1;34m", "\033[1;32m", "\033[1;33m"};
static const char *const ansi_land[LANDSCAPES] = {"\033[32m", "\033[33m", "\033[90m", "\033[35m", "\033[36m"};
static const char *const ansi_end = "\033[0m";

struct drawing {
    const struct castelli_box *box;
    const struct castelli_deck *deck;
    const struct castelli_table *t;
    int viewer;
    bool colour;
    struct text *out;
};

static void put_ansi(const struct drawing *w, const char *code)
{
    if (w->colour)
        text_put(w->out, code);
}

static void put_spaces(const struct drawing *w, int n)
{
    while (n-- > 0)
        text_char(w->out, ' ');
}

static void put_padded(const struct drawing *w, const char *s, int width)
{
    text_put(w->out, s);
    put_spaces(w, width - (int)strlen(s));
}

/* Cells */

/* A side of an octagon in at most five characters: letter, ' if scored, _ a free site or ^ a castle with its
 * owner. */
static void put_lot(const struct drawing *w, int octagon, int side, int width)
{
    const struct castelli_table *t = w->t;
    const struct castelli_kind *kind = castelli_kind_at(w->box, t, octagon);
    int start = kind->start[side], land = kind->landscape[side];
    uint8_t castle = t->castle[octagon * 4 + side];
    put_ansi(w, ansi_land[land]);
    text_char(w->out, "wgrms"[land]);
    width--;
    if (castelli_scored(w->box, t, octagon, start)) {
        text_char(w->out, '\'');
        width--;
    }
    if (castle) {
        int owner = castle_owner(castle), beneath = castle_beneath(castle);
        put_ansi(w, ansi_colour[owner]);
        text_char(w->out, '^');
        text_char(w->out, castelli_colour_letters[owner]);
        width -= 2;
        if (beneath >= 0) {
            put_ansi(w, ansi_end);
            put_ansi(w, ansi_colour[beneath]);
            text_char(w->out, (char)(castelli_colour_letters[beneath] - 'A' + 'a'));
            width--;
        }
    } else if ((side_after(side, -start)) < kind->sites[start]) {
        text_char(w->out, '_');
        width--;
    }
    put_ansi(w, ansi_end);
    put_spaces(w, width);
}

static void put_octagon_line(const struct drawing *w, int octagon, int line)
{
    const struct castelli_table *t = w->t;
    if (line == 0) {
        castelli_put_octagon(w->out, octagon);
        put_spaces(w, 3);
        put_lot(w, octagon, SIDE_N, 5);
        put_spaces(w, 1);
    } else if (line == 1) {
        put_lot(w, octagon, SIDE_W, 5);
        put_ansi(w, "\033[1m");
        text_char(w->out, t->cities >> octagon & 1     ? 'C'
                          : t->villages >> octagon & 1 ? 'v'
                          : octagon == t->mine         ? '$'
                                                       : '.');
        put_ansi(w, ansi_end);
        put_lot(w, octagon, SIDE_E, 5);
    } else {
        put_spaces(w, 5);
        put_lot(w, octagon, SIDE_S, 5);
        put_spaces(w, 1);
    }
}

static void put_coat(const struct drawing *w, int meadow, int side)
{
    int lies = w->t->tile[meadow], colour = w->box->coat_colour[lies][side];
    bool card = w->box->tile[lying_tile(lies)].card == colour;
    put_ansi(w, ansi_colour[colour]);
    text_char(w->out, castelli_colour_letters[colour]);
    text_char(w->out, card ? 'c' : (char)('0' + w->box->tile[lying_tile(lies)].value));
    put_ansi(w, ansi_end);
}

static void put_meadow_line(const struct drawing *w, int meadow, int line)
{
    bool up = w->t->up >> meadow & 1;
    bool in_hand = meadow == w->t->meadow && !up;
    if (line == 1 && !up) {
        text_put(w->out, in_hand ? "| in hand |" : "|   ???   |");
        return;
    }
    text_char(w->out, line == 1 ? '|' : '+');
    if (line == 0) {
        castelli_put_meadow(w->out, meadow);
        text_put(w->out, "--");
    } else if (line == 2) {
        text_put(w->out, "----");
    }
    if (line == 1) {
        put_coat(w, meadow, SIDE_W);
        put_spaces(w, 5);
        put_coat(w, meadow, SIDE_E);
    } else if (up) {
        put_coat(w, meadow, line == 0 ? SIDE_N : SIDE_S);
        text_put(w->out, "---");
    } else {
        text_put(w->out, "-----");
    }
    text_char(w->out, line == 1 ? '|' : '+');
}

/* The board */

static const char *frame_icon(const struct drawing *w, int col, int row, int side)
{
    if (castelli_is_octagon(col, row))
        return "";
    int icon = castelli_shape(w->box, w->t)->frame[castelli_place_at(col, row)][side];
    return icon == CASTELLI_NONE ? "" : castelli_icon_names[icon];
}

static void put_frame_row(const struct drawing *w, int row, int side)
{
    put_spaces(w, MARGIN);
    for (int col = 0; col < 8; col++) {
        const char *icon = frame_icon(w, col, row, side);
        int before = (CELL - (int)strlen(icon)) / 2;
        put_spaces(w, before);
        put_padded(w, icon, CELL - before);
    }
    while (w->out->length && w->out->at[w->out->length - 1] == ' ')
        w->out->length--;
    text_char(w->out, '\n');
}

static void put_columns(const struct drawing *w)
{
    put_spaces(w, MARGIN);
    for (int col = 0; col < 8; col++) {
        put_spaces(w, 5);
        text_char(w->out, (char)('A' + col));
        put_spaces(w, col < 7 ? 5 : 0);
    }
    text_char(w->out, '\n');
}

static void put_board(const struct drawing *w)
{
    int rows = w->t->half ? 4 : 8;
    put_columns(w);
    put_frame_row(w, 0, SIDE_N);
    for (int row = 0; row < rows; row++)
        for (int line = 0; line < 3; line++) {
            if (line == 1) {
                put_padded(w, frame_icon(w, 0, row, SIDE_W), MARGIN);
            } else {
                text_char(w->out, line == 0 ? (char)('1' + row) : ' ');
                put_spaces(w, MARGIN - 1);
            }
            for (int col = 0; col < 8; col++)
                if (castelli_is_octagon(col, row))
                    put_octagon_line(w, castelli_place_at(col, row), line);
                else
                    put_meadow_line(w, castelli_place_at(col, row), line);
            if (line == 1)
                text_put(w->out, frame_icon(w, 7, row, SIDE_E));
            text_char(w->out, '\n');
        }
    put_frame_row(w, rows - 1, SIDE_S);
    text_put(
        w->out,
        "Lots w wood, g grain, r rock, m market, s mine; ' scored, _ free site, ^R castle, ^Rb over "
        "another;\n"
        "v village, C city. Coats R red, B blue, G green, Y yellow with their value, c a card (worth 0).\n");
}

/* Players and the turn */

static void put_seat(const struct drawing *w, int seat)
{
    put_ansi(w, ansi_colour[seat]);
    text_printf(w->out, "%d %s", seat + 1, castelli_colour_names[seat]);
    put_ansi(w, ansi_end);
}

static void put_count(const struct drawing *w, const char *name, int n)
{
    text_printf(w->out, "  %s%d %s", n < 10 ? " " : "", n, name);
}

static void put_players(const struct drawing *w)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const struct castelli_player *p = &w->t->player[seat];
        if (!castelli_plays(w->t, seat))
            continue;
        text_put(w->out, seat == w->t->active && w->t->phase != PHASE_OVER ? "> " : "  ");
        put_seat(w, seat);
        put_spaces(w, 7 - (int)strlen(castelli_colour_names[seat]));
        text_printf(w->out, "%s%d point%s",
                    p->points < 10    ? "  "
                    : p->points < 100 ? " "
                                      : "",
                    p->points, p->points == 1 ? " " : "s");
        put_count(w, "wood", p->goods[WOOD]);
        put_count(w, "grain", p->goods[GRAIN]);
        put_count(w, "rock", p->goods[ROCK]);
        put_count(w, "silver", p->silver);
        put_count(w, "castles", p->castles);
        put_count(w, "cards", p->cards);
        if (p->tile != CASTELLI_NONE)
            text_printf(w->out, "  tile %s%s", w->box->tile[p->tile].name,
                        p->tile == TILES + seat ? "*" : "");
        text_char(w->out, '\n');
    }
}

static void put_hand(const struct drawing *w)
{
    if (w->viewer < 0 || !castelli_plays(w->t, w->viewer))
        return;
    const struct castelli_player *p = &w->t->player[w->viewer];
    text_put(w->out, "Your hand:");
    if (!p->cards)
        text_put(w->out, " no cards");
    int width = 10;
    for (int kind = 0; kind < CARDS; kind++)
        for (int n = cards_of(p->hand, kind); n > 0; n--) {
            width += 1 + (int)strlen(castelli_cards[kind].name);
            if (width > 98) {
                text_put(w->out, "\n          ");
                width = 11 + (int)strlen(castelli_cards[kind].name);
            }
            text_printf(w->out, " %s", castelli_cards[kind].name);
        }
    text_put(w->out, "\nFree sites in your reach, with their points:");
    width = 45;
    bool any = false;
    for (int start = 0; start < SIDES; start++)
        for (uint32_t sites = w->t->open[LAND_ROCK][start] & p->reach; sites; any = true) {
            int octagon = castelli_pop(&sites);
            if (width > 90) {
                text_put(w->out, "\n   ");
                width = 3;
            }
            text_char(w->out, ' ');
            castelli_put_area(w->out, octagon * 4 + start);
            text_printf(w->out, "=%d", castelli_castle_points(w->box, w->t, octagon));
            width += 6;
        }
    text_put(w->out, any ? "\n" : " none\n");
}

static void put_tile(const struct drawing *w, int index)
{
    const struct castelli_tile *tile = &w->box->tile[index];
    text_printf(w->out, "%s (north", tile->name);
    for (int side = 0; side < SIDES; side++)
        text_printf(w->out, " %s%s", castelli_colour_names[tile->colour[side]],
                    tile->card == tile->colour[side] ? " card" : "");
    text_printf(w->out, " clockwise, value %d", tile->value);
    if (tile->silver)
        text_printf(w->out, ", %d silver", tile->silver);
    text_char(w->out, ')');
}

static void put_turn(const struct drawing *w)
{
    const struct castelli_table *t = w->t;
    text_put(w->out, "Mine ");
    castelli_put_octagon(w->out, t->mine);
    text_printf(w->out,
                ": %d silver. Deck: %d cards. Box: %d villages, %d cities. Tiles nobody has seen: %d.\n",
                t->silver, castelli_deck_size(w->deck), w->deck->villages, w->deck->cities,
                __builtin_popcount(w->deck->tiles));
    if (t->phase == PHASE_OVER)
        return;
    int seat = t->phase == PHASE_CARD ? castelli_drawer(t) : t->phase == PHASE_SALE ? t->asked : t->active;
    if ((t->phase == PHASE_STEWARD || t->phase == PHASE_GUARD) && t->asked != CASTELLI_NONE)
        seat = t->asked;
    put_seat(w, seat);
    switch (t->phase) {
    case PHASE_LIFT:
        text_put(w->out, " is to lift a tile.");
        break;
    case PHASE_TILE:
        text_put(w->out, " lifts ");
        castelli_put_meadow(w->out, t->meadow);
        text_char(w->out, '.');
        break;
    case PHASE_CARD:
        text_put(w->out, " draws a card.");
        break;
    case PHASE_STEAL:
        text_printf(w->out, " draws a card of seat %d.", t->robbed + 1);
        break;
    case PHASE_PLACE:
        text_put(w->out, " has lifted ");
        castelli_put_meadow(w->out, t->meadow);
        text_put(w->out, ": ");
        put_tile(w, t->lifted);
        break;
    case PHASE_STEWARD:
        text_put(w->out, t->asked == CASTELLI_NONE ? " has placed " : " may turn ");
        castelli_put_meadow(w->out, t->meadow);
        text_put(w->out, t->asked == CASTELLI_NONE ? "; a Steward may come." : " with a Steward.");
        break;
    case PHASE_BUILD:
        text_put(w->out, " may build.");
        break;
    case PHASE_GUARD:
        text_put(w->out, t->asked == CASTELLI_NONE ? " is overbuilding " : " may guard ");
        castelli_put_octagon(w->out, area_octagon(t->target));
        text_put(w->out, t->asked == CASTELLI_NONE ? "; a Guard may come." : ".");
        break;
    default:
        text_put(w->out, " may sell cards for the last time.");
    }
    text_char(w->out, '\n');
}

/* The end */

static void put_sheet_row(const struct drawing *w, const char *name, const struct castelli_sheet *sheet,
                          size_t member)
{
    text_put(w->out, "  ");
    put_padded(w, name, 26);
    for (int seat = 0; seat < SEATS; seat++) {
        if (!castelli_plays(w->t, seat))
            continue;
        int n = *(const int *)((const char *)&sheet[seat] + member);
        put_spaces(w, n < 10 ? 7 : n < 100 ? 6 : 5);
        text_int(w->out, n);
    }
    text_char(w->out, '\n');
}

static void put_sheet(const struct drawing *w)
{
    struct castelli_sheet sheet[SEATS];
    castelli_sheets(w->t, sheet);
    put_spaces(w, 28);
    for (int seat = 0; seat < SEATS; seat++)
        if (castelli_plays(w->t, seat)) {
            put_spaces(w, 8 - (int)strlen(castelli_colour_names[seat]));
            text_put(w->out, castelli_colour_names[seat]);
        }
    text_char(w->out, '\n');
    put_sheet_row(w, "castles when built", sheet, offsetof(struct castelli_sheet, castles));
    put_sheet_row(w, "kings", sheet, offsetof(struct castelli_sheet, kings));
    put_sheet_row(w, "cards in hand", sheet, offsetof(struct castelli_sheet, cards));
    put_sheet_row(w, "resources", sheet, offsetof(struct castelli_sheet, resources));
    put_sheet_row(w, "silver", sheet, offsetof(struct castelli_sheet, silver));
    if (w->t->dilemma)
        put_sheet_row(w, "start tile", sheet, offsetof(struct castelli_sheet, start_tile));
    if (w->t->battle) {
        put_sheet_row(w, "villages and cities", sheet, offsetof(struct castelli_sheet, settlements));
        put_sheet_row(w, "castles that stand", sheet, offsetof(struct castelli_sheet, standing));
    }
    put_sheet_row(w, "total", sheet, offsetof(struct castelli_sheet, total));
    uint32_t winners = castelli_table_winners(w->t);
    text_put(w->out, "Won by");
    while (winners) {
        text_char(w->out, ' ');
        put_seat(w, castelli_pop(&winners));
    }
    text_put(w->out, ".\n");
}

void castelli_table_picture(const struct castelli_box *box, const struct castelli_deck *d,
                            const struct castelli_table *t, int viewer, enum picture_style style,
                            struct text *out)
{
    const struct drawing w = {
        .box = box, .deck = d, .t = t, .viewer = viewer, .colour = style == PICTURE_COLOUR, .out = out};
    if (style == PICTURE_WORDS)
        castelli_board_words(box, t, out);
    else if (style != PICTURE_STATUS)
        put_board(&w);
    text_char(out, '\n');
    put_players(&w);
    put_turn(&w);
    put_hand(&w);
    if (t->phase == PHASE_OVER)
        put_sheet(&w);
}
