/*
 * castle_canvas.c: the board of Castle as cells. A row of the board takes `step` lines and half a step `step`
 * columns, so that slanting walls are diagonals without gaps. The smallest picture has 19 lines.
 */
#include <string.h>

#include "castle/castle_face.h"

enum { LEFT = 3, SCALES = 4, NAMED = 5 /* the least step that leaves room for the names of spaces */ };

static const int steps[SCALES] = {3, 4, 5, 6};

static int step_of(int scale)
{
    return steps[scale < SCALES ? scale : SCALES - 1];
}

struct drawing {
    const struct castle_box *box;
    const struct castle *s;
    struct canvas *c;
    int step;
};

static int line_of(const struct drawing *w, int point)
{
    return w->step * w->box->point_row[point];
}

static int column_of(const struct drawing *w, int point)
{
    return LEFT + w->step * w->box->point_x[point];
}

static void put_point(const struct drawing *w, int p)
{
    static const char *const towers[CASTLE_TOWERS] = {"W", "G", "B"};
    static const enum ink inks[CASTLE_TOWERS] = {INK_WHITE, INK_GREY, INK_BLACK};
    int line = line_of(w, p), column = column_of(w, p);
    bool water = w->box->water >> p & 1;
    canvas_write(w->c, line, column, water ? "≈" : "•", water ? INK_WATER : INK_FAINT);
    if (w->step > 3)
        canvas_put(w->c, line, column + 1, w->box->point_name[p], INK_FAINT);
    for (int t = 0; t < CASTLE_TOWERS; t++)
        if (w->s->towers[t] >> p & 1) {
            canvas_write(w->c, line, column, towers[t], inks[t]);
            canvas_fill(w->c, line, column, 1, 1, inks[t]);
        }
}

/* The cells of a line between its points, each of which is drawn with the same sign. */
static void each_cell(const struct drawing *w, int l, void (*visit)(void *, int row, int column),
                      void *context)
{
    int a = w->box->line_end[l][0], b = w->box->line_end[l][1];
    bool flat = w->box->point_row[a] == w->box->point_row[b];
    int slope = flat ? 1 : w->box->point_x[b] > w->box->point_x[a] ? 1 : -1;
    for (int i = 1; i < (flat ? 2 * w->step : w->step); i++)
        visit(context, line_of(w, a) + (flat ? 0 : i), column_of(w, a) + slope * i);
}

struct stroke {
    struct canvas *c;
    const char *sign;
    enum ink ink;
    int first, every; /* which cells of the line are drawn: a wall has all, a free line only its middle */
    int cell;
};

static void stroke_cell(void *context, int row, int column)
{
    struct stroke *s = context;
    if (s->cell >= s->first && (s->cell - s->first) % s->every == 0)
        canvas_write(s->c, row, column, s->sign, s->ink);
    s->cell++;
}

static void put_line(const struct drawing *w, int l)
{
    int a = w->box->line_end[l][0], b = w->box->line_end[l][1];
    bool wall = castle_has(&w->s->walls, l), border = castle_has(&w->box->border, l);
    bool flat = w->box->point_row[a] == w->box->point_row[b];
    bool east = w->box->point_x[b] > w->box->point_x[a];
    if (!wall && castle_has(&w->s->city_lines, l))
        return;
    bool closes = !wall && w->s->phase == CASTLE_WALL && castle_closes(w->box, w->s, l);
    struct stroke stroke = {.c = w->c,
                            .sign = wall     ? flat   ? "━"
                                               : east ? "╲"
                                                      : "╱"
                                    : closes ? "+"
                                    : border ? ":"
                                             : "·",
                            .ink = wall     ? INK_WALL
                                   : closes ? INK_ALERT
                                   : border ? INK_TEXT
                                            : INK_FAINT,
                            .every = wall               ? 1
                                     : closes || border ? 2
                                                        : 2 * w->step};
    if (!wall)
        stroke.first = closes || border ? (flat ? 1 : 0) : (flat ? w->step - 1 : (w->step - 1) / 2);
    each_cell(w, l, stroke_cell, &stroke);
}

int castle_palaces_on(const struct castle_box *box, const struct castle *s, int space, int colour)
{
    int palaces = 0;
    for (int i = s->supply.palaces[colour]; i < box->stock.palaces[colour]; i++)
        palaces += s->palaces[colour][i] == space;
    return palaces;
}

/* Something that stands on a space: "2y" houses, "R" a palace. */
struct token {
    char text[4];
    enum ink ink;
};

static int tokens_of(const struct drawing *w, int space, struct token out[2 * CASTLE_COLOURS])
{
    static const enum ink inks[CASTLE_COLOURS] = {INK_YELLOW, INK_GREEN, INK_BLUE, INK_PINK, INK_RED};
    int count = 0;
    for (int colour = 0; colour < CASTLE_COLOURS; colour++) {
        int n[2] = {castle_houses(w->s->houses[space], colour),
                    castle_palaces_on(w->box, w->s, space, colour)};
        for (int palace = 0; palace < 2; palace++) {
            if (n[palace] == 0)
                continue;
            struct text text = TEXT_IN(out[count].text);
            if (n[palace] > 1)
                text_int(&text, n[palace]);
            text_char(&text, palace ? "YGBPR"[colour] : "ygbpr"[colour]);
            out[count++].ink = inks[colour];
        }
    }
    return count;
}

/* In its widest line what stands on the space; what does not fit is "…". In the line beside it, its name,
 * with a star in a city. */
static void put_space(const struct drawing *w, int space)
{
    struct token tokens[2 * CASTLE_COLOURS];
    const uint8_t *point = w->box->space_point[space];
    bool north = w->box->space_north[space], city = w->s->city_of[space] != CASTLE_NONE;
    int row = line_of(w, point[0]) + (north ? w->step - 1 : 1), middle = column_of(w, point[north ? 0 : 2]);
    int half = w->step - 2, count = tokens_of(w, space, tokens), length = 0;
    char name[12];
    struct text label = TEXT_IN(name);
    text_printf(&label, "%s%s", city ? "*" : "", w->step >= NAMED ? w->box->space_name[space] : "");
    canvas_put(w->c, row + (north ? -1 : 1), middle - (int)label.length / 2, name,
               city ? INK_STRONG : INK_FAINT);
    for (int i = 0; i < count; i++)
        length += (int)strlen(tokens[i].text);
    int column = length > 2 * half + 1 ? middle - half : middle - length / 2;
    for (int i = 0; i < count; i++) {
        int after = column + (int)strlen(tokens[i].text);
        if (after > middle + half && (i + 1 < count || after > middle + half + 1)) {
            canvas_write(w->c, row, column, "…", INK_STRONG);
            return;
        }
        canvas_write(w->c, row, column, tokens[i].text, tokens[i].ink);
        column = after;
    }
}

void castle_draw_board(const struct game *game, const void *view, int viewer, int scale, struct canvas *c)
{
    struct drawing w = {.box = game->box, .s = view, .c = c, .step = step_of(scale)};
    int east = 0;
    (void)viewer;
    for (int p = 0; p < w.box->points; p++)
        east = column_of(&w, p) > east ? column_of(&w, p) : east;
    canvas_begin(c, east + 5, w.step * (w.box->rows - 1) + 1);
    for (int l = 0; l < w.box->lines; l++)
        put_line(&w, l);
    for (int space = 0; space < w.box->spaces; space++)
        put_space(&w, space);
    for (int p = 0; p < w.box->points; p++)
        put_point(&w, p);
}

/* ---- where moves act ---- */

static void place_cell(void *context, int row, int column)
{
    place_add(context, row, column, 1, 1);
}

static void place_line(const struct drawing *w, int l, struct canvas_place *out)
{
    each_cell(w, l, place_cell, out);
    out->row = out->cells[out->count / 2][0];
    out->column = out->cells[out->count / 2][1];
}

static void place_space(const struct drawing *w, int space, struct canvas_place *out)
{
    const uint8_t *point = w->box->space_point[space];
    bool north = w->box->space_north[space];
    int row = line_of(w, point[0]) + (north ? w->step - 1 : 1), middle = column_of(w, point[north ? 0 : 2]);
    place_add(out, row, middle - (w->step - 2), 1, 2 * (w->step - 2) + 1);
}

bool castle_locate(const struct game *game, const void *view, int seat, game_move move, int scale,
                   struct canvas_place *out)
{
    struct drawing w = {.box = game->box, .s = view, .step = step_of(scale)};
    struct text name = TEXT_IN(out->name);
    int a = castle_argument(move);
    (void)seat;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_WALL:
        text_put(&name, w.box->line_name[a]);
        place_line(&w, a, out);
        return true;
    case CASTLE_MOVE_TOWER:
        text_put(&name, w.box->point_name[a]);
        place_add(out, line_of(&w, a), column_of(&w, a), 1, 1);
        return true;
    case CASTLE_MOVE_HOUSE:
    case CASTLE_MOVE_JOIN:
    case CASTLE_MOVE_CITY:
        text_put(&name, w.box->space_name[a]);
        place_space(&w, a, out);
        return true;
    default:
        return false;
    }
}

bool castle_find(const struct game *game, const void *view, const char *name, int scale,
                 struct canvas_place *out)
{
    struct drawing w = {.box = game->box, .s = view, .step = step_of(scale)};
    int space = castle_find_space(w.box, name);
    if (space >= 0)
        place_space(&w, space, out);
    return space >= 0;
}
