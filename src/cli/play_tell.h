/* play_tell.h: tells the moves of a game at the terminal. */
#ifndef CLI_PLAY_TELL_H
#define CLI_PLAY_TELL_H

#include "cli/play_table.h"

/*
 * Tells moves one after the other, a line each. The events of a move that the viewer does not see (a pass in
 * a reaction) are added to the line before it, as if nobody had been asked. So a line stays open until it is
 * clear that no such move follows.
 */
struct teller {
    const struct table *table;
    int viewer; /* a seat or GAME_PUBLIC */
    bool open;
    bool has_events;
    int actor; /* of the line */
    char text[GAME_MOVE_TEXT + 8];
};

/* Tells all moves from a place on; between two moves calls `between`, unless it is NULL. */
void tell_moves(struct teller *, int from, void (*between)(void));
/* Ends the open line, if there is one. */
void tell_end(struct teller *);

/* "You", "Seat 2", "Seat 3 (Knight)". */
void tell_seat(const struct table *, int seat);
void tell_score(const struct table *);
void tell_winners(const struct table *);
/* The command that goes on with a saved game. */
void tell_resume(const struct table *, const char *file);

#endif
