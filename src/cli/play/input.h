/* input.h: lines that people type, and signals that ask the program to stop. */
#ifndef CLI_PLAY_INPUT_H
#define CLI_PLAY_INPUT_H

#include <stdbool.h>

enum { INPUT_LINE = 8192 }; /* capacity of a line: longer than any path */

/* From now on the first Ctrl-C, SIGTERM or SIGHUP ends input_line instead of the program. `colour`: a second
 * Ctrl-C also resets the terminal's colours. */
void input_open(bool colour);

/* Lets lines be edited, if this is a terminal; input_close ends that. editor_complete (line_editor.h) says
 * what can be completed. */
void input_edit(void);
void input_close(void);

/* Reads a line, without its newline and the spaces around it. False at the end of the input, or after a
 * signal. */
bool input_line(const char *prompt, char line[INPUT_LINE]);

/* What is said about a line that is too long; it lives as long as input_line is used. */
void input_say_long(const char *);

/* The signal that asked the program to stop, or 0. */
int input_stopped(void);
/* Asks the program to stop, as that signal would. */
void input_stop(int signal);
/* What a second Ctrl-C calls before it ends the program; NULL: nothing. It runs in a signal handler. */
void input_on_abort(void (*)(void));

#endif
