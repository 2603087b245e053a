/*
 * castelli_canvas.c: the board of Castelli as cells. A cell of the board is six or eight columns and three
 * lines, or ten columns and five lines:
 *
 *     ╭ w· ╮   an octagon: its lots on their four sides, what stands in the middle
 *     rR ◆ g
 *     ╰ m□ ╯
 *     ┌─R──┐   a meadow: the coats of its tile and their value, or dots face down
 *     Y 4 Bc
 *     └─G──┘
 */
#include "castelli/castelli_face.h"

enum { MARGIN = 3, TOP = 2 };

/* The columns and lines of a cell. */
struct measure {
    int wide, high;
};

struct drawing {
    const struct castelli_box *box;
    const struct castelli_table *t;
    struct canvas *c;
    struct measure cell;
    int top; /* the line above the board: the second table of a tournament stands below the first */
};

static struct measure cell_at(int scale)
{
    static const struct measure measures[] = {{6, 3}, {8, 3}, {10, 5}};
    return measures[scale < 2 ? scale : 2];
}

static int row_of(int row, struct measure cell)
{
    return TOP + row * cell.high;
}

static int column_of(int col, struct measure cell)
{
    return MARGIN + col * cell.wide;
}

/* Where a side of a cell is written. */
static void side_at(int col, int row, int side, struct measure cell, int *y, int *x)
{
    *y = row_of(row, cell) + (side == SIDE_N ? 0 : side == SIDE_S ? cell.high - 1 : cell.high / 2);
    *x = column_of(col, cell) + (side == SIDE_W ? 0 : side == SIDE_E ? cell.wide - 2 : cell.wide / 2 - 1);
}

/* ---- octagons ---- */

/* The landscape's letter, then · if the area is scored, □ for a free site, or the letter of a castle's owner.
 */
static void put_lot(const struct drawing *w, int octagon, int side)
{
    static const enum ink inks[LANDSCAPES] = {INK_WOOD, INK_GRAIN, INK_ROCK, INK_MARKET, INK_SILVER};
    static const char *const letters[LANDSCAPES] = {"w", "g", "r", "m", "s"};
    const struct castelli_kind *kind = castelli_kind_at(w->box, w->t, octagon);
    int start = kind->start[side], land = kind->landscape[side], y, x;
    uint8_t castle = w->t->castle[octagon * 4 + side];
    bool scored = castelli_scored(w->box, w->t, octagon, start);
    side_at(castelli_octagon_col(octagon), castelli_octagon_row(octagon), side, w->cell, &y, &x);
    y += w->top;
    canvas_write(w->c, y, x, letters[land], scored ? INK_FAINT : inks[land]);
    if (castle) {
        const char owner[2] = {castelli_colour_letters[castle_owner(castle)], '\0'};
        canvas_write(w->c, y, x + 1, owner, (enum ink)(INK_SEAT + castle_owner(castle)));
        canvas_fill(w->c, y, x + 1, 1, 1, (enum ink)(INK_SEAT + castle_owner(castle)));
    } else if (side_after(side, -start) < kind->sites[start]) {
        canvas_write(w->c, y, x + 1, "□", INK_STRONG);
    } else if (scored) {
        canvas_write(w->c, y, x + 1, "·", INK_FAINT);
    }
}

static void put_octagon(const struct drawing *w, int octagon)
{
    const struct castelli_table *t = w->t;
    int y = w->top + row_of(castelli_octagon_row(octagon), w->cell);
    int x = column_of(castelli_octagon_col(octagon), w->cell);
    int east = x + w->cell.wide - 1, south = y + w->cell.high - 1;
    bool city = t->cities >> octagon & 1, village = t->villages >> octagon & 1;
    canvas_write(w->c, y, x, "╭", INK_FAINT);
    canvas_write(w->c, y, east, "╮", INK_FAINT);
    canvas_write(w->c, south, x, "╰", INK_FAINT);
    canvas_write(w->c, south, east, "╯", INK_FAINT);
    for (int side = 0; side < SIDES; side++)
        put_lot(w, octagon, side);
    canvas_write(w->c, y + w->cell.high / 2, x + w->cell.wide / 2 - 1,
                 city                 ? "◆"
                 : village            ? "◇"
                 : octagon == t->mine ? "$"
                                      : "",
                 octagon == t->mine ? INK_SILVER : INK_STRONG);
}

/* ---- meadows ---- */

static void put_coat(const struct drawing *w, int meadow, int side)
{
    int lies = w->t->tile[meadow], colour = w->box->coat_colour[lies][side], y, x;
    bool card = w->box->tile[lying_tile(lies)].card == colour;
    const char coat[3] = {castelli_colour_letters[colour], card ? 'c' : '\0', '\0'};
    side_at(castelli_meadow_col(meadow), castelli_meadow_row(meadow), side, w->cell, &y, &x);
    y += w->top;
    canvas_write(w->c, y, side == SIDE_E && !card ? x + 1 : x, coat, (enum ink)(INK_SEAT + colour));
}

static void put_outline(const struct drawing *w, int y, int x, enum ink ink)
{
    int east = x + w->cell.wide - 1, south = y + w->cell.high - 1;
    for (int column = x + 1; column < east; column++) {
        canvas_write(w->c, y, column, "─", ink);
        canvas_write(w->c, south, column, "─", ink);
    }
    for (int row = y + 1; row < south; row++) {
        canvas_write(w->c, row, x, "│", ink);
        canvas_write(w->c, row, east, "│", ink);
    }
    canvas_write(w->c, y, x, "┌", ink);
    canvas_write(w->c, y, east, "┐", ink);
    canvas_write(w->c, south, x, "└", ink);
    canvas_write(w->c, south, east, "┘", ink);
}

static void put_meadow(const struct drawing *w, int meadow)
{
    bool up = w->t->up >> meadow & 1, lifted = !up && meadow == w->t->meadow && w->t->phase == PHASE_PLACE;
    int y = w->top + row_of(castelli_meadow_row(meadow), w->cell);
    int x = column_of(castelli_meadow_col(meadow), w->cell);
    int middle = x + w->cell.wide / 2 - 1, line = y + w->cell.high / 2;
    enum ink ink = up ? INK_TEXT : INK_FAINT;
    put_outline(w, y, x, ink);
    if (!up) {
        canvas_write(w->c, line, middle, lifted ? "↑↑" : "··", lifted ? INK_ALERT : INK_FAINT);
        return;
    }
    canvas_write(w->c, line, x, " ", ink); /* the coats stand there */
    canvas_write(w->c, line, x + w->cell.wide - 1, " ", ink);
    for (int side = 0; side < SIDES; side++)
        put_coat(w, meadow, side);
    const char value[2] = {(char)('0' + w->box->tile[lying_tile(w->t->tile[meadow])].value), '\0'};
    canvas_write(w->c, line, middle, value, INK_STRONG);
}

/* What the frame gives to the tiles beside it. */
static void put_frame(const struct drawing *w, int meadow)
{
    static const char *const letters[ICONS] = {"w", "g", "r", "$", "c"};
    static const enum ink inks[ICONS] = {INK_WOOD, INK_GRAIN, INK_ROCK, INK_SILVER, INK_MARKET};
    for (int side = 0; side < SIDES; side++) {
        int icon = castelli_shape(w->box, w->t)->frame[meadow][side];
        int y = w->top + row_of(castelli_meadow_row(meadow), w->cell) + w->cell.high / 2;
        int x = column_of(castelli_meadow_col(meadow), w->cell) + w->cell.wide / 2 - 1;
        if (icon == CASTELLI_NONE)
            continue;
        int beyond = w->cell.high / 2 + 1;
        y += side == SIDE_N ? -beyond : side == SIDE_S ? beyond : 0;
        x += side == SIDE_W ? -w->cell.wide / 2 : side == SIDE_E ? w->cell.wide / 2 + 1 : 0;
        canvas_write(w->c, y, x, letters[icon], inks[icon]);
    }
}

/* Names of columns and rows, and in the corner whose table it is if there are two. */
static void put_names(const struct drawing *w, int rows, int tables)
{
    for (int col = 0; col < 8; col++)
        canvas_write(w->c, w->top, column_of(col, w->cell) + w->cell.wide / 2 - 1,
                     (const char[]){(char)('A' + col), '\0'}, INK_FAINT);
    for (int row = 0; row < rows; row++)
        canvas_write(w->c, w->top + row_of(row, w->cell) + w->cell.high / 2, 0,
                     (const char[]){(char)('1' + row), '\0'}, INK_FAINT);
    for (int seat = 0, at = 0; seat < SEATS && tables > 1; seat++)
        if (castelli_plays(w->t, seat)) {
            const char letter[2] = {castelli_colour_letters[seat], '\0'};
            canvas_write(w->c, w->top, at, letter, (enum ink)(INK_SEAT + seat));
            canvas_fill(w->c, w->top, at++, 1, 1, (enum ink)(INK_SEAT + seat));
        }
}

void castelli_draw_board(const struct game *game, const void *view, int viewer, int scale, struct canvas *c)
{
    const struct castelli_table *tables[2];
    struct drawing w = {.box = game->box, .c = c, .cell = cell_at(scale)};
    int count = castelli_face_tables(game, view, viewer, tables), high = 0;
    for (int i = 0; i < count; i++)
        high += row_of(tables[i]->half ? 4 : 8, w.cell) + 1;
    canvas_begin(c, count ? column_of(8, w.cell) + 2 : 1, count ? high : 1);
    c->margin = count ? MARGIN : 0;
    for (int i = 0; i < count; i++) {
        int rows = tables[i]->half ? 4 : 8;
        w.t = tables[i];
        put_names(&w, rows, count);
        for (uint32_t all = castelli_shape(w.box, w.t)->all; all;) {
            int place = castelli_pop(&all); /* octagons and meadows have the same numbers */
            put_octagon(&w, place);
            put_meadow(&w, place);
            put_frame(&w, place);
        }
        w.top += row_of(rows, w.cell) + 1;
    }
}

/* ---- where moves act ---- */

static bool whole_cell(int col, int row, struct measure cell, struct canvas_place *out)
{
    place_add(out, row_of(row, cell), column_of(col, cell), cell.high, cell.wide);
    return true;
}

bool castelli_locate(const struct game *game, const void *view, int seat, game_move move, int scale,
                     struct canvas_place *out)
{
    const struct castelli_table *t = castelli_face_table(game, view, seat);
    struct text name = TEXT_IN(out->name);
    struct measure cell = cell_at(scale);
    int place = t->meadow, y, x;
    switch (move_word(move)) {
    case WORD_LIFT:
        place = move_meadow(move); /* fall through */
    case WORD_PLACE:
    case WORD_STEWARD:
        castelli_put_meadow(&name, place);
        return whole_cell(castelli_meadow_col(place), castelli_meadow_row(place), cell, out);
    case WORD_BUILD:
    case WORD_OVERBUILD:
        place = area_octagon(move_area(move));
        castelli_put_area(&name, move_area(move));
        side_at(castelli_octagon_col(place), castelli_octagon_row(place), area_side(move_area(move)), cell,
                &y, &x);
        place_add(out, y, x, 1, 2);
        return true;
    case WORD_PLAY:
        if (move_target(move) == CASTELLI_NONE || move_kind(move) == CARD_TRAITOR)
            return false;
        place = move_target(move);
        castelli_put_octagon(&name, place);
        return whole_cell(castelli_octagon_col(place), castelli_octagon_row(place), cell, out);
    default:
        return false;
    }
}
