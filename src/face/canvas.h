/*
 * canvas.h: a picture of a board as cells with roles. A game draws what it is (a wall, something of seat 2);
 * the screen decides which colours that has. So nothing in a picture is known by its colour alone: every cell
 * has a character too.
 */
#ifndef FACE_CANVAS_H
#define FACE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

enum ink {
    INK_TEXT,
    INK_FAINT,  /* outlines and the names of places */
    INK_STRONG, /* what a player should notice first */
    INK_SEAT,   /* of seat 1; the next ones are of the other seats */
    INK_WOOD = INK_SEAT + 4,
    INK_GRAIN,
    INK_ROCK,
    INK_MARKET,
    INK_SILVER,
    INK_WATER,
    INK_WALL,
    INK_ALERT, /* something can happen here */
    INK_YELLOW,
    INK_GREEN,
    INK_BLUE,
    INK_PINK,
    INK_RED,
    INK_WHITE,
    INK_GREY,
    INK_BLACK,
    INKS
};

enum { CANVAS_COLUMNS = 264, CANVAS_ROWS = 136, PLACE_CELLS = 64, PLACE_NAME = 24 };

struct canvas_cell {
    char glyph[5]; /* one character of UTF-8, one column wide; "" is a blank */
    uint8_t ink;
    bool filled; /* the ink is the background, such as that of a courtyard of a seat */
};

struct canvas {
    int columns, rows;
    int margin; /* columns at the left with the names of the rows */
    struct canvas_cell cell[CANVAS_ROWS][CANVAS_COLUMNS];
};

/* Where on a canvas something is: a move, or a place of a lesson. */
struct canvas_place {
    char name[PLACE_NAME];
    int row, column; /* its middle */
    int count;
    int16_t cells[PLACE_CELLS][2]; /* row and column */
};

void canvas_begin(struct canvas *, int columns, int rows);
/* Writes from a cell to the right; what lies outside is left out. Spaces leave what is there. */
void canvas_put(struct canvas *, int row, int column, const char *text, enum ink);
/* The same, and spaces are written too. */
void canvas_write(struct canvas *, int row, int column, const char *text, enum ink);
/* Puts cells on the ground of an ink. */
void canvas_fill(struct canvas *, int row, int column, int rows, int columns, enum ink);

/* Adds the cells of a rectangle; the first call sets the middle. */
void place_add(struct canvas_place *, int row, int column, int rows, int columns);

#endif
