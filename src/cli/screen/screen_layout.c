/* screen_layout.c: puts a game on the screen: the board and the choices. */
#include "cli/screen/screen_layout.h"

#include <stdio.h>
#include <string.h>

#include "cli/screen/screen_side.h"
#include "face/wrap.h"

enum {
    SIDE = 26,
    SIDE_MOST = 64,
    LIST_LEAST = 4,
    LIST_SMALL = 6,
    LIST_MOST = 8,
    TALL = 30,
    SCALES = 4,
    WORDS_SIZE = 512
};

/* ---- the board ---- */

int layout_scale(const struct layout *l, struct layout_frame *f)
{
    const struct session *s = l->session;
    const struct game *game = s->table.match.game;
    f->screen_rows = screen_rows();
    f->screen_columns = screen_columns();
    for (f->scale = SCALES - 1; f->scale >= 0; f->scale--) {
        s->face->draw(game, l->view, l->speaker.you, f->scale, &f->canvas);
        if (f->canvas.columns + SIDE + 2 <= screen_columns() &&
            f->canvas.rows + 2 * LIST_LEAST <= screen_rows())
            return f->scale;
    }
    return f->scale = 0;
}

/* Moves the window so that a place is in it, with some ground around. */
static void scroll_to(int at, int margin, int window, int whole, int *from)
{
    if (whole <= window) {
        *from = -(window - whole) / 2;
        return;
    }
    if (*from < 0)
        *from = 0;
    if (at - margin < *from)
        *from = at - margin;
    if (at + margin >= *from + window)
        *from = at + margin - window + 1;
    if (*from > whole - window)
        *from = whole - window;
    if (*from < 0)
        *from = 0;
}

static void put_cell(const struct layout_frame *f, int row, int column, const char *glyph, unsigned style)
{
    int y = row - f->top, x = column - f->left;
    if (y >= 0 && y < f->board_rows && x >= 0 && x < f->board_columns)
        screen_put(y, x, 1, *glyph ? glyph : " ", style);
}

static unsigned style_of(const struct canvas_cell *cell)
{
    return cell->ink | (cell->filled ? STYLE_FILLED : 0);
}

static const struct canvas_cell *cell_at(const struct layout_frame *f, int row, int column)
{
    static const struct canvas_cell blank = {.glyph = "", .ink = INK_TEXT};
    bool inside = row >= 0 && row < f->canvas.rows && column >= 0 && column < f->canvas.columns;
    return inside ? &f->canvas.cell[row][column] : &blank;
}

/* The places that a lesson marks. */
static void put_lit(const struct layout *l, const struct layout_frame *f)
{
    const struct session *s = l->session;
    for (const char *const *name = l->lit; name && *name; name++) {
        struct canvas_place found = {.count = 0};
        const struct canvas_place *place = choices_named(l->choices, *name);
        if (!place && s->face->find && s->face->find(s->table.match.game, l->view, *name, f->scale, &found))
            place = &found;
        for (int k = 0; place && k < place->count; k++) {
            const struct canvas_cell *cell = cell_at(f, place->cells[k][0], place->cells[k][1]);
            put_cell(f, place->cells[k][0], place->cells[k][1], cell->glyph, style_of(cell) | STYLE_LIT);
        }
    }
}

/* Dots where something can be chosen and nothing is drawn yet, and the chosen place. */
static void put_places(const struct layout *l, const struct layout_frame *f)
{
    const struct choices *c = l->choices;
    for (int i = 0; i < c->place_count; i++)
        if (!cell_at(f, c->places[i].row, c->places[i].column)->glyph[0])
            put_cell(f, c->places[i].row, c->places[i].column, "·", INK_ALERT);
    const struct canvas_place *chosen = choices_place(c);
    for (int k = 0; chosen && k < chosen->count; k++) {
        const struct canvas_cell *cell = cell_at(f, chosen->cells[k][0], chosen->cells[k][1]);
        put_cell(f, chosen->cells[k][0], chosen->cells[k][1], cell->glyph, style_of(cell) | STYLE_REVERSE);
    }
}

/* Arrows at the edges where the board goes on. */
static void put_arrows(const struct layout_frame *f)
{
    if (f->top > 0)
        screen_put(0, f->board_columns / 2, 3, "▲▲▲", INK_ALERT);
    if (f->top + f->board_rows < f->canvas.rows)
        screen_put(f->board_rows - 1, f->board_columns / 2, 3, "▼▼▼", INK_ALERT);
    if (f->left > 0)
        screen_put(f->board_rows / 2, 0, 1, "◀", INK_ALERT);
    if (f->left + f->board_columns < f->canvas.columns)
        screen_put(f->board_rows / 2, f->board_columns - 1, 1, "▶", INK_ALERT);
}

/* The window follows the chosen place; after layout_pan it stays where the player moved it. */
static void scroll(const struct layout *l, struct layout_frame *f)
{
    const struct canvas_place *at = l->choices ? choices_place(l->choices) : NULL;
    int row = at ? at->row : f->canvas.rows / 2, column = at ? at->column : f->canvas.columns / 2;
    if (f->panned) {
        row = f->top + f->board_rows / 2;
        column = f->left + f->board_columns / 2;
    }
    scroll_to(row, 3, f->board_rows, f->canvas.rows, &f->top);
    scroll_to(column, 6, f->board_columns, f->canvas.columns, &f->left);
}

void layout_pan(struct layout_frame *f, int down, int right)
{
    f->top += down * (f->board_rows / 2);
    f->left += right * (f->board_columns / 2);
    f->panned = true;
}

static void put_board(const struct layout *l, struct layout_frame *f)
{
    scroll(l, f);
    for (int row = 0; row < f->canvas.rows; row++)
        for (int column = 0; column < f->canvas.columns; column++) {
            const struct canvas_cell *cell = cell_at(f, row, column);
            if (cell->glyph[0] || cell->filled)
                put_cell(f, row, column, cell->glyph, style_of(cell));
        }
    if (l->choices) {
        put_lit(l, f);
        put_places(l, f);
    }
    put_arrows(f);
}

/* ---- the choices ---- */

static int put_task(const struct layout *l, int row, int width)
{
    static const char *const spinner[] = {"◐", "◓", "◑", "◒"};
    const struct session *s = l->session;
    char words[2048], line[WORDS_SIZE];
    struct text out = TEXT_IN(words);
    int column = 0;
    if (s->face->status)
        s->face->status(&l->speaker, s->table.match.game, l->view, l->speaker.you, &out);
    words[strcspn(words, "\n")] = '\0';
    const char *text = *l->message ? l->message : l->preview ? l->chosen : l->task ? l->task : words;
    if (l->spin)
        column = screen_put(row, 0, 2, spinner[l->spin % 4], INK_ALERT) + 1;
    if (!l->task || l->preview || *l->message) {
        screen_put(row, column, width - column, text, INK_STRONG | STYLE_BOLD);
        return row + 1;
    }
    for (int i = 0; i < 3 && wrap_line(&text, width - column, line, sizeof line); i++) /* of a lesson */
        screen_put(row++, column, width - column, line, INK_STRONG | STYLE_BOLD);
    return row;
}

static void put_choice(const struct layout *l, int number, int move, int row, int width)
{
    const struct session *s = l->session;
    char words[WORDS_SIZE], label[16] = "   ";
    struct text out = TEXT_IN(words);
    bool chosen = move == choices_move(l->choices);
    s->face->move_words(&l->speaker, s->table.match.game, l->view, l->choices->seat,
                        l->choices->moves.move[move], &out);
    if (number <= 9)
        snprintf(label, sizeof label, "%d  ", number);
    screen_put(row, 0, 2, chosen ? "▶ " : "  ", INK_ALERT);
    screen_put(row, 2, 3, label, INK_FAINT);
    screen_put(row, 5, width - 5, words, chosen ? INK_STRONG | STYLE_BOLD : INK_TEXT);
}

static void put_choices(const struct layout *l, struct layout_frame *f, int row, int last, int width)
{
    int shown[GAME_MAX_MOVES], count = choices_shown(l->choices, shown), rows = last - row + 1, at = 0;
    for (int i = 0; i < count; i++)
        if (shown[i] == choices_move(l->choices))
            at = i;
    if (at < f->list_first || f->list_first >= count)
        f->list_first = at;
    if (at >= f->list_first + rows)
        f->list_first = at - rows + 1;
    f->list_row = row;
    f->list_count = count - f->list_first < rows ? count - f->list_first : rows;
    for (int i = 0; i < f->list_count; i++)
        put_choice(l, f->list_first + i + 1, shown[f->list_first + i], row + i, width - 3);
    if (f->list_first > 0)
        screen_put(row, width - 2, 1, "▲", INK_ALERT);
    if (f->list_first + f->list_count < count)
        screen_put(last, width - 2, 1, "▼", INK_ALERT);
}

/* What the chosen move is and would do. */
static void put_preview(const struct layout *l, int row, int last, int width)
{
    screen_put(last, 0, width, catalogue_text(l->speaker.language, "terminal.confirm"), INK_ALERT);
    screen_put_wrapped(row, last - 1, 2, width - 2, l->would, INK_TEXT);
}

int layout_choice_at(const struct layout_frame *f, int row)
{
    return row >= f->list_row && row < f->list_row + f->list_count ? f->list_first + row - f->list_row : -1;
}

/* ---- the whole screen ---- */

/* "Enter play|Tab next": the keys and what they do, with two spaces between them if they fit. */
static void put_keys(const struct layout *l, int row, int width)
{
    const char *text = catalogue_text(l->speaker.language, "terminal.keys");
    int column = 0, gap = 1, count = 0;
    for (const char *bar = text; (bar = strchr(bar, '|')); bar++)
        count++;
    if (wrap_width(text) + count <= width)
        gap = 2;
    while (*text) {
        char key[16], what[32];
        size_t n = strcspn(text, " "), all = strcspn(text, "|");
        snprintf(key, sizeof key, "%.*s", (int)n, text);
        snprintf(what, sizeof what, "%.*s", (int)(all - n), text + n);
        column += screen_put(row, column, width - column, key, INK_STRONG | STYLE_BOLD);
        column += screen_put(row, column, width - column, what, INK_FAINT) + gap;
        text += all + (text[all] == '|');
    }
}

static void put_small(const struct layout *l)
{
    char words[WORDS_SIZE];
    struct text out = TEXT_IN(words);
    SAY(&l->speaker, &out, "terminal.small", ARG_NUMBER("columns", SCREEN_LEAST_COLUMNS),
        ARG_NUMBER("rows", SCREEN_LEAST_ROWS));
    screen_put_wrapped(0, screen_rows() - 1, 0, screen_columns(), words, INK_STRONG);
}

void layout_draw(const struct layout *l, struct layout_frame *f)
{
    const struct session *s = l->session;
    int columns = screen_columns(), rows = screen_rows();
    screen_clear();
    if (columns < SCREEN_LEAST_COLUMNS || rows < SCREEN_LEAST_ROWS) {
        put_small(l);
        screen_show();
        return;
    }
    s->face->draw(s->table.match.game, l->view, l->speaker.you, f->scale, &f->canvas);
    int list = rows - 1 - f->canvas.rows;
    int most_list = rows < TALL ? LIST_SMALL : LIST_MOST;
    list = list < LIST_LEAST ? LIST_LEAST : list > most_list ? most_list : list;
    int side = columns - f->canvas.columns - 2;
    int most = columns / 2 < SIDE_MOST ? columns / 2 : SIDE_MOST;
    side = side < SIDE ? SIDE : side > most ? most : side;
    f->board_rows = rows - 1 - list;
    f->board_columns = columns - side - 1;
    f->list_count = 0;
    put_board(l, f);
    for (int row = 0; row < f->board_rows; row++)
        screen_put(row, f->board_columns, 1, "│", INK_FAINT);
    side_draw(l, f->board_rows - 1, f->board_columns + 1, side);
    int row = put_task(l, f->board_rows, columns);
    if (l->preview)
        put_preview(l, row, rows - 2, columns);
    else if (l->choices)
        put_choices(l, f, row, rows - 2, columns);
    put_keys(l, rows - 1, columns);
    screen_show();
}
