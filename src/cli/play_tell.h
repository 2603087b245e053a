/* play_tell.h: what a game at the terminal says about its moves. */
#ifndef CLI_PLAY_TELL_H
#define CLI_PLAY_TELL_H

#include "cli/session.h"

/*
 * Tells moves one after the other, a line each. What happens in a move that the viewer does not see (a pass
 * in a reaction) belongs to the line before it, as if nobody had been asked; so a line stays open until it is
 * known that no such move follows.
 */
struct teller {
    const struct session *session;
    int viewer; /* a seat or GAME_PUBLIC */
    bool open;
    bool has_events;
    int actor; /* of the line */
    char text[GAME_MOVE_TEXT + 8];
};

/* Tells a move that is about to be made in this state. */
void tell_move(struct teller *, const void *state, int actor, game_move move);
/* Ends the line, if there is one. */
void tell_end(struct teller *);

/* Tells all moves from this place on. */
void tell_since(const struct session *, int place, int viewer);

/* "You", "Seat 2", "Seat 3 (Knight)". */
void tell_seat(const struct session *, int seat);
void tell_score(const struct session *);
void tell_winners(const struct session *);
/* The command that goes on with a saved game. */
void tell_resume(const struct session *, const char *file);

#endif
