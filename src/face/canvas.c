/* canvas.c: a picture of a board as cells with roles. */
#include "face/canvas.h"

#include <string.h>

void canvas_begin(struct canvas *c, int columns, int rows)
{
    c->columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    c->rows = rows < CANVAS_ROWS ? rows : CANVAS_ROWS;
    c->margin = 0;
    for (int row = 0; row < c->rows; row++)
        memset(c->cell[row], 0, (size_t)c->columns * sizeof c->cell[row][0]);
}

static bool inside(const struct canvas *c, int row, int column)
{
    return row >= 0 && row < c->rows && column >= 0 && column < c->columns;
}

static void put(struct canvas *c, int row, int column, const char *text, enum ink ink, bool spaces)
{
    for (size_t n; *text; text += n, column++) {
        for (n = 1; ((unsigned char)text[n] & 0xc0) == 0x80;)
            n++;
        if (!inside(c, row, column) || (*text == ' ' && !spaces))
            continue;
        struct canvas_cell *cell = &c->cell[row][column];
        memset(cell->glyph, 0, sizeof cell->glyph);
        if (*text != ' ')
            memcpy(cell->glyph, text, n);
        cell->ink = (uint8_t)ink;
        cell->filled = false;
    }
}

void canvas_put(struct canvas *c, int row, int column, const char *text, enum ink ink)
{
    put(c, row, column, text, ink, false);
}

void canvas_write(struct canvas *c, int row, int column, const char *text, enum ink ink)
{
    put(c, row, column, text, ink, true);
}

void canvas_fill(struct canvas *c, int row, int column, int rows, int columns, enum ink ink)
{
    for (int y = row; y < row + rows; y++)
        for (int x = column; x < column + columns; x++)
            if (inside(c, y, x)) {
                c->cell[y][x].ink = (uint8_t)ink;
                c->cell[y][x].filled = true;
            }
}

void place_add(struct canvas_place *p, int row, int column, int rows, int columns)
{
    if (p->count == 0) {
        p->row = row + rows / 2;
        p->column = column + columns / 2;
    }
    for (int y = row; y < row + rows; y++)
        for (int x = column; x < column + columns && p->count < PLACE_CELLS; x++) {
            p->cells[p->count][0] = (int16_t)y;
            p->cells[p->count++][1] = (int16_t)x;
        }
}
