/* line_editor.h: edits a line at a terminal, with history and completion (libedit). */
#ifndef CLI_PLAY_LINE_EDITOR_H
#define CLI_PLAY_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `offer` for everything that could be typed now. */
typedef void editor_words(void *context, void (*offer)(void *list, const char *word), void *list);

/* Reads keys with `read_byte`, which returns EOF at the end of the input. False if this is no terminal for
 * it. */
bool editor_open(int (*read_byte)(void));
void editor_complete(editor_words *words, void *context);
/* Reads a line into `line`, without its newline. Its length, which may be more than `size` - 1 that are kept,
 * or -1 at the end of the input. */
long editor_line(const char *prompt, char *line, size_t size);
void editor_close(void);

#endif
