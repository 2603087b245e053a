/* ink.h: the colours of inks, for the screen and for lines. */
#ifndef FACE_INK_H
#define FACE_INK_H

#include "face/canvas.h"

/* The colour of an ink where there are 8 or 16 colours, 256, and all; -1 is the colour of text. */
struct ink_colour {
    short few, many;
    int all; /* 0xrrggbb */
};
extern const struct ink_colour ink_colours[INKS];

#endif
