/* print.c: prints text to standard output, with lines that end at words if it is a terminal. */
#include "cli/base/print.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "face/wrap.h"

enum { INDENT = 4, LEAST = 20, MOST = 100, LAID_OUT = 78 };

static bool wrapped;
static int column; /* where the next character goes */

void print_wrapped(bool wanted)
{
    wrapped = wanted && isatty(STDOUT_FILENO);
}

/* The terminal's width, or 0 if lines do not end. */
static int width(void)
{
    struct winsize size;
    if (!wrapped || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 0;
    int columns = size.ws_col < LEAST ? LEAST : size.ws_col;
    return columns > MOST ? MOST : columns;
}

int print_columns(void)
{
    int columns = width();
    return columns && columns <= LAID_OUT ? columns - 1 : LAID_OUT;
}

void print_paragraph(const char *text, int at, int indent)
{
    char all[4096], line[4096];
    const char *rest = all;
    int most = width();
    if (!most || most < 2 * indent) {
        puts(text);
        return;
    }
    snprintf(all, sizeof all, "%s", text);
    for (char *end = all; (end = strchr(end, '\n'));)
        *end = ' ';
    while (wrap_line(&rest, most - 1 - at, line, sizeof line)) {
        puts(line);
        at = indent;
        if (*rest)
            printf("%*s", indent, "");
    }
}

static int width_of(const char *word, size_t length)
{
    int columns = 0;
    for (const char *end = word + length; word < end; word += wrap_character(word))
        columns++;
    return columns;
}

void print_words(const char *text)
{
    int most = width();
    while (*text) {
        if (*text == '\n') {
            putchar(*text++);
            column = 0;
            continue;
        }
        size_t spaces = strspn(text, " "), length = strcspn(text + spaces, " \n");
        int wide = width_of(text + spaces, length);
        if (most && column > INDENT && column + (int)spaces + wide > most - 1) {
            printf("\n%*s", INDENT, "");
            column = INDENT;
        } else {
            printf("%*s", (int)spaces, "");
            column += (int)spaces;
        }
        printf("%.*s", (int)length, text + spaces);
        column += wide;
        text += spaces + length;
    }
}
