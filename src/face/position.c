/* position.c: a position as lines of text. */
#include "face/position.h"

#include <string.h>

#include "face/ink.h"
#include "face/wrap.h"

enum { SCALES = 4, ROWS = 32 /* a larger picture is drawn smaller if it can be */, LINES = 16 * 1024 };

/* ---- the picture ---- */

static void put_ansi(const struct canvas_cell *cell, struct text *out)
{
    int colour = ink_colours[cell->ink].few;
    text_put(out, "\033[");
    if (cell->ink == INK_FAINT)
        text_put(out, "2;");
    if (cell->ink == INK_STRONG || cell->filled)
        text_put(out, "1;");
    if (cell->filled)
        text_put(out, "7;");
    text_int(out, colour < 0 ? 39 : 30 + colour);
    text_char(out, 'm');
}

static bool is_blank(const struct canvas_cell *cell)
{
    return !cell->glyph[0] && !cell->filled;
}

/* The cells from `first` up to `last`; those of one style together. */
static void put_cells(const struct canvas_cell *row, int first, int last, bool colour, struct text *out)
{
    const struct canvas_cell *before = NULL;
    for (int i = first; i < last; i++) {
        const struct canvas_cell *cell = is_blank(&row[i]) || !colour ? NULL : &row[i];
        bool same = cell && before && cell->ink == before->ink && cell->filled == before->filled;
        if (before && !same)
            text_put(out, "\033[0m");
        if (cell && !same && (cell->ink != INK_TEXT || cell->filled))
            put_ansi(cell, out);
        before = cell && (cell->ink != INK_TEXT || cell->filled) ? cell : NULL;
        text_put(out, row[i].glyph[0] ? row[i].glyph : " ");
    }
    if (before)
        text_put(out, "\033[0m");
}

static bool row_is_blank(const struct canvas *c, int row)
{
    int column = 0;
    while (column < c->columns && is_blank(&c->cell[row][column]))
        column++;
    return column == c->columns;
}

/* A picture that is too wide comes in strips, each with the names of the rows. */
static void put_canvas(const struct canvas *c, bool colour, struct text *out)
{
    int strip = POSITION_COLUMNS - c->margin, rows = c->rows;
    while (rows > 0 && row_is_blank(c, rows - 1))
        rows--;
    for (int first = c->margin; first < c->columns || first == c->margin; first += strip) {
        if (first > c->margin)
            text_char(out, '\n');
        for (int row = 0; row < rows; row++) {
            int last = first + strip < c->columns ? first + strip : c->columns;
            while (last > first && is_blank(&c->cell[row][last - 1]))
                last--;
            int margin = c->margin;
            while (last == first && margin > 0 && is_blank(&c->cell[row][margin - 1]))
                margin--;
            put_cells(c->cell[row], 0, margin, colour, out);
            put_cells(c->cell[row], first, last, colour, out);
            text_char(out, '\n');
        }
    }
}

void position_board(const struct speaker *s, const struct game *game, const void *view,
                    enum position_style style, struct text *out)
{
    static struct canvas canvas;
    const struct face *face = face_of(game);
    if (style == POSITION_WORDS) {
        face->describe(s, game, view, s->you, out);
        return;
    }
    for (int scale = SCALES - 1; scale >= 0; scale--) {
        face->draw(game, view, s->you, scale, &canvas);
        if (canvas.columns <= POSITION_COLUMNS && canvas.rows <= ROWS)
            break;
    }
    put_canvas(&canvas, style == POSITION_COLOUR, out);
}

/* ---- what else there is ---- */

void position_players(const struct speaker *s, const struct game *game, const void *view, struct text *out)
{
    const struct face *face = face_of(game);
    int points[GAME_MAX_SEATS];
    bool stands = face->standing && face->standing(s, game, view, out);
    game->score(game, view, points);
    for (int seat = 0; seat < s->seats; seat++) {
        char goods[512];
        struct text has = TEXT_IN(goods);
        face->player(s, game, view, seat, &has);
        if (stands && !has.length)
            continue;
        text_printf(out, "%c ", face->mark(seat));
        if (stands)
            text_put(out, words_person(s, "", seat).text);
        else
            SAY(s, out, "over.score", words_person(s, "name", seat), ARG_NUMBER("points", points[seat]));
        text_printf(out, "%s%s\n", has.length ? "; " : "", goods);
    }
}

void position_hand(const struct speaker *s, const struct game *game, const void *view, int seat,
                   struct text *out)
{
    static char cards[FACE_CARDS][FACE_CARD];
    const struct face *face = face_of(game);
    int count = face->hand && seat >= 0 ? face->hand(game, view, seat, cards) : 0;
    if (!count)
        return;
    SAY(s, out, "terminal.hand", words_person(s, "name", seat));
    text_char(out, '\n');
    for (int i = 0; i < count; i++) {
        char title[192], about[256], line[512];
        struct text title_text = TEXT_IN(title), about_text = TEXT_IN(about), all = TEXT_IN(line);
        face->card(s, game, view, seat, cards[i], &title_text, &about_text);
        text_printf(&all, "  %s (%s): %s", title, cards[i], about);
        wrap_put(out, line, POSITION_COLUMNS, 4);
    }
}

void position_legend(const struct speaker *s, const struct game *game, struct text *out)
{
    char lines[2048];
    struct text legend = TEXT_IN(lines);
    face_of(game)->legend(s, &legend);
    wrap_put(out, lines, POSITION_COLUMNS, 4);
}

void position_put(const struct speaker *s, const struct game *game, const void *view,
                  enum position_style style, struct text *out)
{
    static char lines[LINES];
    struct text rest = TEXT_IN(lines);
    const struct face *face = face_of(game);
    position_board(s, game, view, style, out);
    if (face->details)
        face->details(s, game, view, s->you, &rest);
    position_players(s, game, view, &rest);
    if (face->status)
        face->status(s, game, view, s->you, &rest);
    position_hand(s, game, view, s->you, &rest);
    if (style == POSITION_WORDS)
        text_put(out, lines);
    else if (rest.length) {
        text_char(out, '\n');
        wrap_put(out, lines, POSITION_COLUMNS, 4);
    }
}
