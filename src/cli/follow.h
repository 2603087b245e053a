/*
 * follow.h: a seat's view, rebuilt from what a server tells that seat.
 *
 * A client hears of moves as its seat learns them: "card ?" when somebody else draws. It deals itself any
 * full state that fits its view, makes any move in it that looks like what was told, and looks at the result
 * with the seat's eyes: what it could not know makes no difference there. The mark of the server's view says
 * whether that went well.
 */
#ifndef CLI_FOLLOW_H
#define CLI_FOLLOW_H

#include "cli/cli.h"

struct follow {
    const struct game *game;
    int seats, seat;
    union game_state view;
    struct rng rng;
};

struct follow_line {
    int actor;
    char move[GAME_MOVE_TEXT];
};

/* Begins before the first move. False if the game does not know the options. */
bool follow_start(struct follow *follow, const struct game *game, int seats, const char *options, int seat);

/* Goes on over these lines to the view with this mark. False, and unchanged, if no way there was found. */
bool follow_lines(struct follow *follow, const struct follow_line *lines, int count, const char *mark);

#endif
