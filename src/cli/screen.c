/* screen.c: the terminal as a screen of cells. Only this file knows ncurses. */
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "cli/cli.h"
#include "cli/screen.h"

/* ---- colours ---- */

/* The colour of an ink where there are 8 or 16 colours, 256, and all; without colours an attribute has to do.
 */
static const struct {
    short few;
    short many;
    int all; /* 0xrrggbb */
    attr_t without;
} inks[INKS] = {
    [INK_TEXT] = {-1, -1, -1, A_NORMAL},
    [INK_FAINT] = {-1, 243, 0x767676, A_DIM},
    [INK_STRONG] = {-1, 255, 0xf4f1e8, A_BOLD},
    [INK_SEAT] = {COLOR_RED, 203, 0xf2705f, A_BOLD},
    [INK_SEAT + 1] = {COLOR_BLUE, 75, 0x5fb0ff, A_BOLD},
    [INK_SEAT + 2] = {COLOR_GREEN, 114, 0x84d47c, A_BOLD},
    [INK_SEAT + 3] = {COLOR_YELLOW, 221, 0xffd75f, A_BOLD},
    [INK_WOOD] = {COLOR_GREEN, 71, 0x5faf5f, A_NORMAL},
    [INK_GRAIN] = {COLOR_YELLOW, 179, 0xd7af5f, A_NORMAL},
    [INK_ROCK] = {COLOR_WHITE, 250, 0xbcbcbc, A_NORMAL},
    [INK_MARKET] = {COLOR_MAGENTA, 176, 0xd787d7, A_NORMAL},
    [INK_SILVER] = {COLOR_CYAN, 117, 0x87d7ff, A_NORMAL},
    [INK_WATER] = {COLOR_CYAN, 74, 0x5fafd7, A_NORMAL},
    [INK_WALL] = {COLOR_YELLOW, 223, 0xffd7af, A_BOLD},
    [INK_ALERT] = {COLOR_MAGENTA, 213, 0xff87ff, A_BOLD},
    [INK_YELLOW] = {COLOR_YELLOW, 227, 0xffff5f, A_NORMAL},
    [INK_GREEN] = {COLOR_GREEN, 113, 0x87d75f, A_NORMAL},
    [INK_BLUE] = {COLOR_BLUE, 111, 0x87afff, A_NORMAL},
    [INK_PINK] = {COLOR_MAGENTA, 218, 0xffafd7, A_NORMAL},
    [INK_RED] = {COLOR_RED, 203, 0xff5f5f, A_NORMAL},
    [INK_WHITE] = {COLOR_WHITE, 255, 0xeeeeee, A_BOLD},
    [INK_GREY] = {COLOR_WHITE, 245, 0x8a8a8a, A_NORMAL},
    [INK_BLACK] = {COLOR_WHITE, 240, 0x585858, A_DIM},
};

static bool coloured;

/* Pair 1 + ink writes in its colour, pair 1 + INKS + ink on its ground. */
static void make_pairs(void)
{
    bool all = COLORS > 256 && tigetflag("RGB") > 0;
    for (int ink = 0; ink < INKS; ink++) {
        int colour = all ? inks[ink].all : COLORS >= 256 ? inks[ink].many : inks[ink].few;
        bool dark = ink == INK_BLACK || ink == INK_GREY;
        int ground = colour < 0 ? (COLORS >= 256 ? 250 : COLOR_WHITE) : colour;
        init_extended_pair(1 + ink, colour, -1);
        init_extended_pair(1 + INKS + ink, dark ? (all ? 0xffffff : COLOR_WHITE) : 0,
                           all && colour < 0 ? 0xbcbcbc : ground);
    }
}

static void set_style(unsigned style)
{
    unsigned ink = style & 0xff;
    attr_t attributes = coloured ? (ink == INK_STRONG ? A_BOLD : A_NORMAL) : inks[ink].without;
    int pair = !coloured ? 0 : 1 + (int)ink + (style & STYLE_FILLED ? INKS : 0);
    if (style & STYLE_FILLED && !coloured)
        attributes |= A_REVERSE | A_BOLD;
    if (style & STYLE_REVERSE)
        attributes ^= A_REVERSE;
    if (style & STYLE_BOLD)
        attributes |= A_BOLD;
    attr_set(attributes, 0, &pair);
}

/* ---- opening ---- */

bool screen_open(void)
{
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE,
                  "C.UTF-8"); /* over ssh the locale is often missing; the terminal knows UTF-8 anyway */
    if (!newterm(NULL, stdout, stdin))
        return false;
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    coloured = has_colors() && !cli_no_colour();
    if (coloured) {
        start_color();
        use_default_colors();
        make_pairs();
    }
    return true;
}

void screen_close(void)
{
    endwin();
}

/* ---- writing ---- */

int screen_rows(void)
{
    return getmaxy(stdscr);
}

int screen_columns(void)
{
    return getmaxx(stdscr);
}

void screen_clear(void)
{
    erase();
}

void screen_show(void)
{
    refresh();
}

static size_t character_length(const char *text)
{
    size_t n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

int screen_put(int row, int column, int width, const char *text, unsigned style)
{
    int used = 0;
    if (row < 0 || row >= screen_rows())
        return 0;
    if (column + width > screen_columns())
        width = screen_columns() - column;
    set_style(style);
    for (size_t n; *text && used < width; text += n, used++) {
        n = character_length(text);
        unsigned char first = (unsigned char)*text;
        if (first < 0x20 || first == 0x7f || (first == 0xc2 && (unsigned char)text[1] < 0xa0))
            mvaddch(row, column + used, '?');
        else
            mvaddnstr(row, column + used, text, (int)n);
    }
    return used;
}

void screen_rule(int row, int column, int width, const char *sign, unsigned style)
{
    for (int i = 0; i < width; i++)
        screen_put(row, column + i, 1, sign, style);
}

int screen_width(const char *text)
{
    int width = 0;
    for (; *text; text += character_length(text))
        width++;
    return width;
}

bool screen_wrap(const char **text, int width, char *line, size_t size)
{
    const char *at = *text, *end = at, *space = NULL;
    int used = 0;
    if (!*at)
        return false;
    while (*end && *end != '\n' && used < width) {
        if (*end == ' ')
            space = end;
        end += character_length(end);
        used++;
    }
    if (*end && *end != '\n' && *end != ' ' && space)
        end = space;
    size_t length = (size_t)(end - at);
    if (length >= size)
        length = size - 1;
    memcpy(line, at, length);
    line[length] = '\0';
    *text = *end == ' ' || *end == '\n' ? end + 1 : end;
    return true;
}

/* ---- keys ---- */

static int click_row, click_column;

static int read_mouse(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return KEY_NONE;
    if (event.bstate & BUTTON4_PRESSED)
        return KEY_PAGE_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return KEY_PAGE_DOWN;
    click_row = event.y;
    click_column = event.x;
    return KEY_CLICK;
}

int screen_key(int ms)
{
    static const struct {
        int theirs, ours;
    } keys[] = {
        {KEY_RESIZE, KEY_SIZE},     {KEY_UP, KEY_GO_UP},         {KEY_DOWN, KEY_GO_DOWN},
        {KEY_LEFT, KEY_GO_LEFT},    {KEY_RIGHT, KEY_GO_RIGHT},   {KEY_PPAGE, KEY_PAGE_UP},
        {KEY_NPAGE, KEY_PAGE_DOWN}, {KEY_HOME, KEY_FIRST},       {KEY_END, KEY_LAST},
        {KEY_BTAB, KEY_BACK_TAB},   {KEY_BACKSPACE, KEY_RUBOUT}, {KEY_ENTER, '\r'},
    };
    wint_t c;
    wtimeout(stdscr, ms);
    int kind = get_wch(&c);
    if (kind == ERR)
        return KEY_NONE;
    if (kind != KEY_CODE_YES)
        return c == '\n' ? '\r' : c == 0x7f || c == '\b' ? KEY_RUBOUT : (int)c;
    if (c == KEY_MOUSE)
        return read_mouse();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if ((int)c == keys[i].theirs)
            return keys[i].ours;
    return KEY_NONE;
}

void screen_forget_keys(void)
{
    flushinp();
}

void screen_click(int *row, int *column)
{
    *row = click_row;
    *column = click_column;
}
