/* screen_page.h: a page of text over the game, and a question for a line. */
#ifndef CLI_SCREEN_SCREEN_PAGE_H
#define CLI_SCREEN_SCREEN_PAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Shows a text until a key closes it; it can be scrolled. `from_end`: its end first. Returns the key. */
int page_show(const char *title, const char *text, const char *keys, bool from_end);
/* What draws the screen behind a question again when the terminal's size changes. */
void page_behind(void (*draw)(void));
/* Asks for a line; `line` has what it is at first. False if the player gives up. */
bool page_ask(const char *question, char *line, size_t size);
/* Asks a question at the foot of the screen. True if the player says Enter or y, j. */
bool page_confirm(const char *question);
/* The columns of a page's text on the present screen. */
int page_width(void);

#endif
