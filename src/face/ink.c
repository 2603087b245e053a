/* ink.c: the colours of inks. */
#include "face/ink.h"

enum { RED = 1, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE }; /* as terminals number them */

const struct ink_colour ink_colours[INKS] = {
    [INK_TEXT] = {-1, -1, -1},
    [INK_FAINT] = {-1, 243, 0x767676},
    [INK_STRONG] = {-1, 255, 0xf4f1e8},
    [INK_SEAT] = {RED, 203, 0xf2705f},
    [INK_SEAT + 1] = {BLUE, 75, 0x5fb0ff},
    [INK_SEAT + 2] = {GREEN, 114, 0x84d47c},
    [INK_SEAT + 3] = {YELLOW, 221, 0xffd75f},
    [INK_WOOD] = {GREEN, 71, 0x5faf5f},
    [INK_GRAIN] = {YELLOW, 179, 0xd7af5f},
    [INK_ROCK] = {WHITE, 250, 0xbcbcbc},
    [INK_MARKET] = {MAGENTA, 176, 0xd787d7},
    [INK_SILVER] = {CYAN, 117, 0x87d7ff},
    [INK_WATER] = {CYAN, 74, 0x5fafd7},
    [INK_WALL] = {YELLOW, 223, 0xffd7af},
    [INK_ALERT] = {MAGENTA, 213, 0xff87ff},
    [INK_YELLOW] = {YELLOW, 227, 0xffff5f},
    [INK_GREEN] = {GREEN, 113, 0x87d75f},
    [INK_BLUE] = {BLUE, 111, 0x87afff},
    [INK_PINK] = {MAGENTA, 218, 0xffafd7},
    [INK_RED] = {RED, 203, 0xff5f5f},
    [INK_WHITE] = {WHITE, 255, 0xeeeeee},
    [INK_GREY] = {WHITE, 245, 0x8a8a8a},
    [INK_BLACK] = {WHITE, 240, 0x585858},
};
