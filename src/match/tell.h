/*
 * tell.h: what a viewer is told of a match, as JSON of docs/PROTOCOL.md. Everything here is made from the
 * viewer's own view, from what it learns of a move and from what it is told of it; nothing else of a match
 * can get into a message.
 */
#ifndef MATCH_TELL_H
#define MATCH_TELL_H

#include "match/match.h"

/* A mark of a view's text in 16 hexadecimal digits (docs/PROTOCOL.md says which). Bytes count as in
 * little-endian machines, the only ones that the program is built for. */
void tell_fingerprint(const char *text, size_t length, char out[17]);

/*
 * A Position: the match as the viewer sees it at a place. Only where that is the viewer's horizon may anybody
 * move; `mine` are the seats of the viewer's player, who sees the legal moves of the viewer's seat.
 */
void tell_position(const struct match *, int viewer, int place, uint32_t mine, int64_t now, struct text *);
/*
 * The lines for the moves from a place to another, as an array. What a move did of which the viewer learns
 * nothing (a pass lets the game go on) is told with the line before it, so that nobody can tell it from a
 * move that went on by itself; and while others may still react (`held`), a line has only what came before
 * that.
 */
void tell_lines(const struct match *, int viewer, int from, int to, bool held, struct text *);
/* The line of the move made in a place, and of what the viewer learns nothing of after it; null if there is
 * none. */
void tell_line_at(const struct match *, int viewer, int place, int to, struct text *);

/* What a move of a seat would do, up to the next chance or choice of another: members of an object. False,
 * with the reason, if it is not legal in the position that the seat is shown. */
bool tell_preview(const struct match *, int seat, const char *move, int64_t now, struct text *,
                  struct text *reason);
/* Why a move is not legal in the position that the seat is shown, or the clause that allows it. */
struct reason tell_why(const struct match *, int seat, const char *move, int64_t now);

/* The events of a move, as an array, told before it is made. */
void tell_events(const struct game *, const void *state, int actor, game_move move, int viewer,
                 struct text *);

#endif
