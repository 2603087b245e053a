/* screen_side.h: the column beside the board: the players, what the table has, the hand and the log. */
#ifndef CLI_SCREEN_SCREEN_SIDE_H
#define CLI_SCREEN_SCREEN_SIDE_H

#include "cli/screen/screen_layout.h"

/* Draws the column from row 0 to row `last`. */
void side_draw(const struct layout *, int last, int column, int width);

#endif
