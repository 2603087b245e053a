/* screen.h: the terminal as a screen of cells: colours, text, keys and the mouse (ncurses). */
#ifndef CLI_SCREEN_SCREEN_H
#define CLI_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "face/canvas.h"

/* A style is an ink and some of these. */
enum {
    STYLE_FILLED = 0x100,  /* on the ground of its ink */
    STYLE_REVERSE = 0x200, /* the cursor */
    STYLE_BOLD = 0x400,
    STYLE_LIT = 0x800 /* a place of a lesson: underlined */
};

/* Keys that are no characters. */
enum {
    KEY_NONE = -1, /* nothing was typed in time */
    KEY_SIZE = 0x110000,
    KEY_GO_UP,
    KEY_GO_DOWN,
    KEY_GO_LEFT,
    KEY_GO_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_BACK_TAB,
    KEY_RUBOUT,
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
    KEY_CLICK, /* screen_click says where */
    KEY_REDRAW = 12 /* Ctrl-L */,
    KEY_ESCAPE = 27
};

/* False if the terminal cannot show a screen. */
bool screen_open(void);
void screen_close(void);

int screen_rows(void);
int screen_columns(void);
void screen_clear(void);
void screen_show(void);
/* Lets the next screen_show write every cell, because something else wrote on the terminal. */
void screen_redraw(void);
/* Writes at most `width` columns; returns how many. Control characters are never written. */
int screen_put(int row, int column, int width, const char *text, unsigned style);
/* Writes a text in lines of a width, down to row `last`; returns the row after it. */
int screen_put_wrapped(int row, int last, int column, int width, const char *text, unsigned style);
/* A line of one sign. */
void screen_rule(int row, int column, int width, const char *sign, unsigned style);

/* The next key, or KEY_NONE after so many milliseconds. If the terminal is gone, input_stop is called. */
int screen_key(int ms);
/* Forgets what was typed and not read. */
void screen_forget_keys(void);
void screen_click(int *row, int *column);

#endif
