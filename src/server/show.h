/*
 * show.h: what a viewer is told, as JSON. Everything here is made from the viewer's own view, from what it
 * learns of a move and from what it is told of it; nothing else of a state can get into a message.
 */
#ifndef SERVER_SHOW_H
#define SERVER_SHOW_H

#include "server/play.h"

enum { SHOW_ROOM = 8 * 1024 * 1024 };

/* What a position has besides its view. */
struct show_extra {
    int number;
    bool choose;                    /* the viewer's legal moves are listed */
    int undo;                       /* the number that the viewer may go back to at once, or -1 */
    int64_t clocks[GAME_MAX_SEATS]; /* milliseconds left, -1 without a clock */
    bool quiet;                     /* nobody may move: the game is held up, looked at or over */
    uint32_t winners;               /* if the game is over and somebody resigned, who won; else 0 */
};

/* A mark of a view's text in 16 hexadecimal digits (docs/PROTOCOL.md says which). Bytes count as in
 * little-endian machines, the only ones that the program is built for. */
void show_fingerprint(const char *text, size_t length, char out[17]);

/* A Position of docs/PROTOCOL.md; the state is the full one. */
void show_position(const struct game *game, int seats, const void *state, int viewer,
                   const struct show_extra *extra, struct text *out);
/* The events alone, as an array. */
void show_events(const struct game *game, const void *state, int actor, game_move move, int viewer,
                 struct text *out);
/*
 * The lines for the moves from a place to another, as an array. What a move did of which the viewer learns
 * nothing (a pass lets the game go on) is told with the line before it, so that nobody can tell it from a
 * move that went on by itself; and while others may still react (`held`), a line has only what came before
 * that.
 */
void show_lines(const struct play *play, int viewer, int from, int to, bool held, struct text *out);
/* The line of the move made in a place, and of what viewers learn nothing of after it; null if there is none.
 */
void show_line_at(const struct play *play, int viewer, int place, int to, struct text *out);
/* The points by seat, as an array. */
void show_points(const struct game *game, int seats, const void *state, struct text *out);

#endif
