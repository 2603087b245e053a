/*
 * no_terminal.c: what takes the place of the screen and the line editor in a program that was built without
 * ncurses and libedit: neither opens, so games go line by line.
 */
#include "cli/play/input.h"
#include "cli/play/line_editor.h"
#include "cli/play/play_lines.h"
#include "cli/screen/play_screen.h"
#include "cli/screen/screen.h"

bool screen_open(void)
{
    return false;
}

void screen_close(void)
{
}

int play_screen(struct session *s)
{
    input_open(false);
    return play_lines(s, false);
}

/* No screen is ever open, so nobody calls this. */
enum lesson_end play_screen_step(struct session *s, const struct lesson *lesson, int step)
{
    (void)s, (void)lesson, (void)step;
    return LESSON_QUIT;
}

bool editor_open(int (*read_byte)(void))
{
    (void)read_byte;
    return false;
}

void editor_complete(editor_words *words, void *context)
{
    (void)words, (void)context;
}

long editor_line(const char *prompt, char *line, size_t size)
{
    (void)prompt, (void)line, (void)size;
    return -1;
}

void editor_close(void)
{
}
