/* input.h: lines that people type, and their wish to stop. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>

enum { INPUT_LINE = 8192 }; /* room for a line: more than a path can have */

/* From here on Ctrl-C and its like end the waiting for a line instead of the program, once. `colour`: the
 * terminal's colours are put right if the program is ended at once. */
void input_open(bool colour);

/* A line without its newline and the spaces around it. False at the end of the input, or when somebody wants
 * to stop. */
bool input_line(const char *prompt, char line[INPUT_LINE]);

/* The signal that asked the program to stop, or 0. */
int input_stopped(void);

#endif
