/* screen.c: the terminal as a screen of cells. Only this file knows ncurses. */
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/base/cli.h"
#include "cli/play/input.h"
#include "cli/screen/screen.h"
#include "face/ink.h"
#include "face/wrap.h"

enum { LINE = 1024 }; /* bytes of a line of text */

/* ---- colours ---- */

/* What tells inks apart without colours. */
static const attr_t attributes_of[INKS] = {
    [INK_FAINT] = A_DIM,     [INK_STRONG] = A_BOLD,   [INK_SEAT] = A_BOLD, [INK_SEAT + 1] = A_BOLD,
    [INK_SEAT + 2] = A_BOLD, [INK_SEAT + 3] = A_BOLD, [INK_WALL] = A_BOLD, [INK_ALERT] = A_BOLD,
    [INK_WHITE] = A_BOLD,    [INK_BLACK] = A_DIM,
};

static bool coloured;

/* Pair 1 + ink writes in its colour, pair 1 + INKS + ink on its ground. */
static void make_pairs(void)
{
    bool all = COLORS > 256 && tigetflag("RGB") > 0;
    for (int ink = 0; ink < INKS; ink++) {
        int colour = all             ? ink_colours[ink].all
                     : COLORS >= 256 ? ink_colours[ink].many
                                     : ink_colours[ink].few;
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
    attr_t attributes = coloured ? (ink == INK_STRONG ? A_BOLD : A_NORMAL) : attributes_of[ink];
    int pair = !coloured ? 0 : 1 + (int)ink + (style & STYLE_FILLED ? INKS : 0);
    if (style & STYLE_FILLED && !coloured)
        attributes |= A_REVERSE | A_BOLD;
    if (style & STYLE_REVERSE)
        attributes ^= A_REVERSE;
    if (style & STYLE_BOLD)
        attributes |= A_BOLD;
    if (style & STYLE_LIT)
        attributes |= A_UNDERLINE | A_BOLD;
    attr_set(attributes, 0, &pair);
}

/* ---- opening ---- */

/* A terminal that says it has all colours is opened as such if the system describes it: xterm-256color is
 * xterm-direct then. */
static SCREEN *open_with_all_colours(void)
{
    const char *term = getenv("TERM"), *all = getenv("COLORTERM");
    char direct[64];
    if (!term || !all || (strcmp(all, "truecolor") != 0 && strcmp(all, "24bit") != 0))
        return NULL;
    snprintf(direct, sizeof direct, "%.*s-direct", (int)strcspn(term, "-"), term);
    return newterm(direct, stdout, stdin);
}

/* What a second Ctrl-C writes, and the terminal's settings before it was opened: a signal handler may not
 * call endwin. */
static char leave_text[256];
static struct termios settings;

static void note_how_to_leave(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    struct text out = TEXT_IN(leave_text);
    if (has_mouse())
        text_put(&out, "\033[?1006l\033[?1000l");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = tigetstr(names[i]);
        if (text && text != (char *)-1)
            text_put(&out, text);
    }
}

static void leave_at_once(void)
{
    (void)!write(STDOUT_FILENO, leave_text, strlen(leave_text));
    tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

bool screen_open(void)
{
    tcgetattr(STDIN_FILENO, &settings);
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE,
                  "C.UTF-8"); /* over ssh the locale is often missing; the terminal knows UTF-8 anyway */
    if (!open_with_all_colours() && !newterm(NULL, stdout, stdin))
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
    note_how_to_leave();
    input_on_abort(leave_at_once);
    return true;
}

void screen_close(void)
{
    input_on_abort(NULL);
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

void screen_redraw(void)
{
    clearok(curscr, TRUE);
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
        n = wrap_character(text);
        unsigned char first = (unsigned char)*text;
        if (first < 0x20 || first == 0x7f || (first == 0xc2 && (unsigned char)text[1] < 0xa0))
            mvaddch(row, column + used, '?');
        else
            mvaddnstr(row, column + used, text, (int)n);
    }
    return used;
}

int screen_put_wrapped(int row, int last, int column, int width, const char *text, unsigned style)
{
    char line[LINE];
    while (row <= last && wrap_line(&text, width, line, sizeof line))
        screen_put(row++, column, width, line, style);
    return row;
}

void screen_rule(int row, int column, int width, const char *sign, unsigned style)
{
    for (int i = 0; i < width; i++)
        screen_put(row, column + i, 1, sign, style);
}

/* ---- keys ---- */

static int click_row, click_column;

static int read_mouse(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return KEY_NONE;
    if (event.bstate & BUTTON4_PRESSED)
        return KEY_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return KEY_WHEEL_DOWN;
    click_row = event.y;
    click_column = event.x;
    return KEY_CLICK;
}

/* A terminal that is gone answers at once, again and again. */
static bool is_gone(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) == 1 && in.revents & (POLLHUP | POLLERR | POLLNVAL);
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
    if (kind == ERR && is_gone())
        input_stop(SIGHUP);
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
