/*
 * follow.h: a seat's view, rebuilt from what a server tells that seat.
 *
 * A client is told moves as its seat learns them: "card ?" when another seat draws. It deals any full state
 * that fits its view, makes any move there that would be told in the same words, and takes the seat's view of
 * the result. What the seat cannot know makes no difference in that view. The hash of the server's view tells
 * whether the two are equal.
 */
#ifndef CLI_SERVE_FOLLOW_H
#define CLI_SERVE_FOLLOW_H

#include "cli/base/cli.h"

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

/* Follows these lines to the view with this hash. False, with nothing changed, if it finds no way. */
bool follow_lines(struct follow *follow, const struct follow_line *lines, int count, const char *hash);

#endif
