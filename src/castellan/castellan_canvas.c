/*
 * castellan_canvas.c: the castle of Castellan as cells. Points stand four columns and two lines apart, the
 * courtyards between them. Around the castle there is room for the pieces that can be built next.
 */
#include "castellan/castellan_face.h"

enum { WIDE = 4, HIGH = 2, LEFT = 3, AROUND = 2 };

struct drawing {
    const struct castellan_state *s;
    struct canvas *c;
    struct castellan_extent shown;
};

/* What the canvas shows: the castle and some ground around it. */
static struct castellan_extent extent_of(const struct castellan_state *s)
{
    struct castellan_extent e;
    if (!castellan_extent(s, &e))
        e = (struct castellan_extent){CASTELLAN_MIDDLE, CASTELLAN_MIDDLE, CASTELLAN_MIDDLE, CASTELLAN_MIDDLE};
    e.west = e.west > AROUND ? e.west - AROUND : 0;
    e.north = e.north > AROUND ? e.north - AROUND : 0;
    e.east = e.east + AROUND < CASTELLAN_SIDE ? e.east + AROUND : CASTELLAN_SIDE - 1;
    e.south = e.south + AROUND < CASTELLAN_SIDE ? e.south + AROUND : CASTELLAN_SIDE - 1;
    return e;
}

static int row_of(const struct castellan_extent *e, int y)
{
    return 1 + HIGH * (y - e->north);
}

static int column_of(const struct castellan_extent *e, int x)
{
    return LEFT + WIDE * (x - e->west);
}

static bool has(const uint64_t *rows, int x, int y)
{
    return x >= 0 && y >= 0 && x < CASTELLAN_SIDE && y < CASTELLAN_SIDE && rows[y] >> x & 1;
}

/* ---- drawing ---- */

static void put_ground(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    if (!has(s->closed, x, y))
        return;
    int owner = (int)((s->owner_low[y] >> x & 1) + 2 * (s->owner_high[y] >> x & 1));
    int row = row_of(&d->shown, y), column = column_of(&d->shown, x);
    canvas_put(d->c, row + 1, column + 2, (const char[]){(char)('1' + owner), '\0'},
               (enum ink)(INK_SEAT + owner));
}

/* A long wall is drawn double. A step that touches the point it covers is a part of it. */
static void put_walls(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    int row = row_of(&d->shown, y), column = column_of(&d->shown, x);
    if (has(s->east, x, y)) {
        bool is_long = has(s->middle, x, y) || has(s->middle, x + 1, y);
        for (int i = 1; i < WIDE; i++)
            canvas_write(d->c, row, column + i, is_long ? "═" : "─", INK_WALL);
    }
    if (has(s->south, x, y)) {
        bool is_long = has(s->middle, x, y) || has(s->middle, x, y + 1);
        canvas_write(d->c, row + 1, column, is_long ? "║" : "│", INK_WALL);
    }
}

static void put_point(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    int row = row_of(&d->shown, y), column = column_of(&d->shown, x);
    if (has(s->tower, x, y))
        canvas_write(d->c, row, column, "█", INK_STRONG);
    else if (has(s->middle, x, y))
        canvas_write(d->c, row, column, has(s->east, x, y) ? "═" : "║", INK_WALL);
    else if (castellan_open_row(s, y) >> x & 1)
        canvas_write(d->c, row, column, "○", INK_ALERT);
}

/* Stars mark the courtyards of double keeps, beside the first number. */
static void put_keeps(const struct drawing *d)
{
    for (int i = 0; i < d->s->court_count; i++) {
        const struct castellan_court *court = &d->s->courts[i];
        int x = castellan_x(court->name), y = castellan_y(court->name);
        if (court->mark & CASTELLAN_DOUBLE)
            canvas_write(d->c, row_of(&d->shown, y) + 1, column_of(&d->shown, x) + 3, "*",
                         (enum ink)(INK_SEAT + (court->mark & CASTELLAN_OWNER)));
    }
}

static void put_rulers(const struct drawing *d)
{
    char number[8];
    for (int x = d->shown.west; x <= d->shown.east; x++) {
        struct text out = TEXT_IN(number);
        text_int(&out, x);
        canvas_write(d->c, 0, column_of(&d->shown, x) - (x > 9), number, INK_FAINT);
    }
    for (int y = d->shown.north; y <= d->shown.south; y++) {
        struct text out = TEXT_IN(number);
        text_int(&out, y);
        canvas_write(d->c, row_of(&d->shown, y), y < 10, number, INK_FAINT);
    }
}

void castellan_draw_board(const struct game *game, const void *view, int viewer, int scale, struct canvas *c)
{
    struct drawing d = {.s = view, .c = c, .shown = extent_of(view)};
    (void)game, (void)viewer, (void)scale;
    canvas_begin(c, column_of(&d.shown, d.shown.east) + 2, row_of(&d.shown, d.shown.south) + 1);
    c->margin = LEFT;
    put_rulers(&d);
    for (int y = d.shown.north; y <= d.shown.south; y++)
        for (int x = d.shown.west; x <= d.shown.east; x++) {
            put_ground(&d, x, y);
            put_walls(&d, x, y);
            put_point(&d, x, y);
        }
    put_keeps(&d);
}

/* ---- where moves act ---- */

bool castellan_locate(const struct game *game, const void *view, int seat, game_move move, int scale,
                      struct canvas_place *out)
{
    struct castellan_extent e = extent_of(view);
    enum castellan_verb verb = castellan_verb(move);
    int x = castellan_x(castellan_argument(move)), y = castellan_y(castellan_argument(move));
    int row = row_of(&e, y), column = column_of(&e, x);
    struct text name = TEXT_IN(out->name);
    (void)scale;
    if (verb < CASTELLAN_PLACES || verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY)
        castellan_move_text(game, view, seat, move, &name);
    if (verb == CASTELLAN_DO_TOWER)
        place_add(out, row, column, 1, 1);
    else if (verb == CASTELLAN_DO_SHORT_EAST || verb == CASTELLAN_DO_LONG_EAST)
        place_add(out, row, column + 1, 1, (verb == CASTELLAN_DO_LONG_EAST ? 2 : 1) * WIDE - 1);
    else if (verb == CASTELLAN_DO_SHORT_SOUTH || verb == CASTELLAN_DO_LONG_SOUTH)
        place_add(out, row + 1, column, (verb == CASTELLAN_DO_LONG_SOUTH ? 2 : 1) * HIGH - 1, 1);
    else if (verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY)
        place_add(out, row + 1, column + 1, 1, WIDE - 1);
    else
        return false;
    return true;
}
