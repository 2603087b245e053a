/* screen_page.c: a page of text over the game, and a question for a line. */
#include "cli/screen/screen_page.h"

#include <string.h>
#include <wchar.h>

#include "cli/play/input.h"
#include "cli/screen/screen.h"
#include "face/wrap.h"

enum { MARGIN = 2, WIDEST = 96, POLL_MS = 250, LINE = 1024, WHEEL = 3 };

static void (*draw_behind)(void);

void page_behind(void (*draw)(void))
{
    draw_behind = draw;
}

int page_width(void)
{
    int width = screen_columns() - 2 * MARGIN;
    return width > WIDEST ? WIDEST : width;
}

static int count_lines(const char *text, int width)
{
    char line[LINE];
    int count = 0;
    while (wrap_line(&text, width, line, sizeof line))
        count++;
    return count;
}

static void draw(const char *title, const char *text, const char *keys, int first)
{
    char line[LINE];
    int rows = screen_rows();
    screen_clear();
    screen_put(0, MARGIN, page_width(), title, INK_STRONG | STYLE_BOLD);
    screen_rule(1, MARGIN, page_width(), "─", INK_FAINT);
    for (int i = 0; wrap_line(&text, page_width(), line, sizeof line); i++)
        if (i >= first && i - first < rows - 3)
            screen_put(2 + i - first, MARGIN, page_width(), line, INK_TEXT);
    screen_put(rows - 1, MARGIN, page_width(), keys, INK_FAINT);
    screen_show();
}

int page_show(const char *title, const char *text, const char *keys, bool from_end)
{
    int first = from_end ? 1 << 20 : 0;
    for (;;) {
        int window = screen_rows() - 3, most = count_lines(text, page_width()) - window;
        first = first > most ? most : first;
        first = first < 0 ? 0 : first;
        draw(title, text, keys, first);
        int key = KEY_NONE;
        while (key == KEY_NONE && !input_stopped())
            key = screen_key(POLL_MS);
        switch (key) {
        case KEY_SIZE:
            break;
        case KEY_GO_UP:
            first--;
            break;
        case KEY_GO_DOWN:
            first++;
            break;
        case KEY_WHEEL_UP:
            first -= WHEEL;
            break;
        case KEY_WHEEL_DOWN:
            first += WHEEL;
            break;
        case KEY_REDRAW:
            screen_redraw();
            break;
        case KEY_PAGE_UP:
            first -= window;
            break;
        case KEY_PAGE_DOWN:
        case ' ':
            first += window;
            break;
        case KEY_FIRST:
            first = 0;
            break;
        case KEY_LAST:
            first = most;
            break;
        default:
            return key;
        }
    }
}

/* The next key of an answer at the foot of the screen. */
static int answer_key(void)
{
    int key = KEY_NONE;
    while (key == KEY_NONE && !input_stopped())
        key = screen_key(POLL_MS);
    if (key == KEY_SIZE && draw_behind)
        draw_behind();
    return key;
}

/* Takes the last character off. */
static void rub_out(char *line)
{
    size_t n = strlen(line);
    while (n > 0 && ((unsigned char)line[--n] & 0xc0) == 0x80)
        ;
    line[n] = '\0';
}

bool page_ask(const char *question, char *line, size_t size)
{
    for (;;) {
        int row = screen_rows() - 1, width = screen_columns();
        screen_rule(row, 0, width, " ", INK_TEXT);
        int column = screen_put(row, 0, width, question, INK_STRONG | STYLE_BOLD) + 1;
        int over = wrap_width(line) - (width - column - 2);
        const char *shown = line;
        for (; over > 0 && *shown; over--)
            do
                shown++;
            while (((unsigned char)*shown & 0xc0) == 0x80);
        column += screen_put(row, column, width - column - 1, shown, INK_TEXT);
        screen_put(row, column, 1, " ", INK_TEXT | STYLE_REVERSE);
        screen_show();
        int key = answer_key();
        if (key == '\r')
            return *line;
        if (key == KEY_ESCAPE || input_stopped())
            return false;
        char bytes[8];
        mbstate_t state = {0};
        size_t n = key >= ' ' && key < KEY_SIZE ? wcrtomb(bytes, (wchar_t)key, &state) : 0;
        if (key == KEY_RUBOUT)
            rub_out(line);
        else if (n > 0 && n < sizeof bytes && strlen(line) + n < size)
            strncat(line, bytes, n);
    }
}

bool page_confirm(const char *question)
{
    for (;;) {
        int row = screen_rows() - 1, width = screen_columns();
        screen_rule(row, 0, width, " ", INK_TEXT);
        screen_put(row, 0, width, question, INK_ALERT | STYLE_BOLD);
        screen_show();
        int key = answer_key();
        if (key != KEY_SIZE)
            return key == '\r' || key == 'y' || key == 'j';
    }
}
