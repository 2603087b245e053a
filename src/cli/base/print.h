/* print.h: prints text to standard output, with lines that end at words if it is a terminal. */
#ifndef CLI_BASE_PRINT_H
#define CLI_BASE_PRINT_H

#include <stdbool.h>

/* Whether print_words breaks lines. Without a terminal it never does: programs and screen readers want a
 * sentence in one piece. */
void print_wrapped(bool wrapped);
/* Prints a text, which may go on the line before. A line that goes on is indented. */
void print_words(const char *text);
/* Prints a text whose line breaks count as spaces. It begins at column `at`, and its further lines at column
 * `indent`. Without a terminal it is printed as it is. Ends the line. */
void print_paragraph(const char *text, int at, int indent);
/* The columns for text that is laid out before it is printed. */
int print_columns(void);

#endif
