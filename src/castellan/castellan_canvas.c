/*
 * castellan_canvas.c: the castle of Castellan as cells. Points stand four columns and two lines apart, or
 * more if there is space; the courtyards are between them. Around the castle there is space for the pieces
 * that can be built next.
 */
#include "castellan/castellan_face.h"

enum { LEFT = 3, AROUND = 2 };

struct drawing {
    const struct castellan_state *s;
    struct canvas *c;
    struct castellan_extent shown;
    int wide, high; /* columns and lines from a point to the next */
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

static struct drawing drawing_of(const struct castellan_state *s, int scale, struct canvas *c)
{
    int step = scale < 2 ? scale : 2;
    return (struct drawing){.s = s, .c = c, .shown = extent_of(s), .wide = 4 + 2 * step, .high = 2 + step};
}

static int row_of(const struct drawing *d, int y)
{
    return 1 + d->high * (y - d->shown.north);
}

static int column_of(const struct drawing *d, int x)
{
    return LEFT + d->wide * (x - d->shown.west);
}

static bool has(const uint64_t *rows, int x, int y)
{
    return x >= 0 && y >= 0 && x < CASTELLAN_SIDE && y < CASTELLAN_SIDE && rows[y] >> x & 1;
}

/* ---- drawing ---- */

static int owner_of(const struct castellan_state *s, int x, int y)
{
    return (int)((s->owner_low[y] >> x & 1) + 2 * (s->owner_high[y] >> x & 1));
}

/* The square south-east of a point. Squares of one courtyard run together, because no wall is between them.
 */
static void put_ground(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    if (!has(s->closed, x, y))
        return;
    int owner = owner_of(s, x, y), row = row_of(d, y), column = column_of(d, x);
    enum ink ink = (enum ink)(INK_SEAT + owner);
    bool east = has(s->closed, x + 1, y) && !has(s->south, x + 1, y);
    bool south = has(s->closed, x, y + 1) && !has(s->east, x, y + 1);
    canvas_put(d->c, row + d->high / 2, column + d->wide / 2, (const char[]){(char)('1' + owner), '\0'}, ink);
    canvas_fill(d->c, row + 1, column + 1, d->high - 1, d->wide - 1, ink);
    if (east)
        canvas_fill(d->c, row + 1, column + d->wide, d->high - 1, 1, ink);
    if (south)
        canvas_fill(d->c, row + d->high, column + 1, 1, d->wide - 1, ink);
    if (east && south && !has(s->south, x + 1, y + 1) && !has(s->east, x + 1, y + 1) &&
        !has(s->tower, x + 1, y + 1))
        canvas_fill(d->c, row + d->high, column + d->wide, 1, 1, ink);
}

/* A long wall is drawn double. A step that touches the point it covers is a part of it. */
static void put_walls(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    int row = row_of(d, y), column = column_of(d, x);
    if (has(s->east, x, y)) {
        bool is_long = has(s->middle, x, y) || has(s->middle, x + 1, y);
        for (int i = 1; i < d->wide; i++)
            canvas_write(d->c, row, column + i, is_long ? "═" : "─", INK_WALL);
    }
    if (has(s->south, x, y)) {
        bool is_long = has(s->middle, x, y) || has(s->middle, x, y + 1);
        for (int i = 1; i < d->high; i++)
            canvas_write(d->c, row + i, column, is_long ? "║" : "│", INK_WALL);
    }
}

static void put_point(const struct drawing *d, int x, int y)
{
    const struct castellan_state *s = d->s;
    int row = row_of(d, y), column = column_of(d, x);
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
        int row = row_of(d, y) + d->high / 2, column = column_of(d, x) + d->wide / 2 + 1;
        enum ink ink = (enum ink)(INK_SEAT + (court->mark & CASTELLAN_OWNER));
        if (court->mark & CASTELLAN_DOUBLE) {
            canvas_put(d->c, row, column, "*", ink);
            canvas_fill(d->c, row, column, 1, 1, ink);
        }
    }
}

static void put_rulers(const struct drawing *d)
{
    char number[8];
    for (int x = d->shown.west; x <= d->shown.east; x++) {
        struct text out = TEXT_IN(number);
        text_int(&out, x);
        canvas_write(d->c, 0, column_of(d, x) - (x > 9), number, INK_FAINT);
    }
    for (int y = d->shown.north; y <= d->shown.south; y++) {
        struct text out = TEXT_IN(number);
        text_int(&out, y);
        canvas_write(d->c, row_of(d, y), y < 10, number, INK_FAINT);
    }
}

void castellan_draw_board(const struct game *game, const void *view, int viewer, int scale, struct canvas *c)
{
    struct drawing d = drawing_of(view, scale, c);
    (void)game, (void)viewer;
    canvas_begin(c, column_of(&d, d.shown.east) + 2, row_of(&d, d.shown.south) + 1);
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
    struct drawing d = drawing_of(view, scale, NULL);
    enum castellan_verb verb = castellan_verb(move);
    int x = castellan_x(castellan_argument(move)), y = castellan_y(castellan_argument(move));
    int row = row_of(&d, y), column = column_of(&d, x);
    struct text name = TEXT_IN(out->name);
    if (verb < CASTELLAN_PLACES || verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY)
        castellan_move_text(game, view, seat, move, &name);
    if (verb == CASTELLAN_DO_TOWER)
        place_add(out, row, column, 1, 1);
    else if (verb == CASTELLAN_DO_SHORT_EAST || verb == CASTELLAN_DO_LONG_EAST)
        place_add(out, row, column + 1, 1, (verb == CASTELLAN_DO_LONG_EAST ? 2 : 1) * d.wide - 1);
    else if (verb == CASTELLAN_DO_SHORT_SOUTH || verb == CASTELLAN_DO_LONG_SOUTH)
        place_add(out, row + 1, column, (verb == CASTELLAN_DO_LONG_SOUTH ? 2 : 1) * d.high - 1, 1);
    else if (verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY)
        place_add(out, row + 1, column + 1, d.high - 1, d.wide - 1);
    else
        return false;
    return true;
}
