/*
 * tell.h: what a viewer is told of a match, as the JSON of docs/PROTOCOL.md. Everything here is made from
 * three sources: the viewer's view, the text of a move as the viewer sees it, and the events that the game
 * tells this viewer. So nothing hidden can get into a message.
 */
#ifndef MATCH_TELL_H
#define MATCH_TELL_H

#include "match/match.h"

/* A hash of a view's text in 16 hexadecimal digits, as docs/PROTOCOL.md defines it. The program is built only
 * for little-endian machines. */
void tell_fingerprint(const char *text, size_t length, char out[17]);

/*
 * A Position: the match as the viewer sees it at a place. It has turns and legal moves only if the place is
 * the viewer's horizon. `mine` are the seats of the viewer's player; legal moves are shown for these only.
 */
void tell_position(const struct match *, int viewer, int place, uint32_t mine, int64_t now, struct text *);
/*
 * The lines of the moves between two places, as an array. The events of a move that the viewer does not learn
 * of (a pass lets the game go on) are told with the line before it, as if nobody had been asked. While others
 * may still react (`held`), the last line has only the events before the reaction.
 */
void tell_lines(const struct match *, int viewer, int from, int to, bool held, struct text *);
/* The line of the move made in a place, with the events of unseen moves after it; null if there is none. */
void tell_line_at(const struct match *, int viewer, int place, int to, struct text *);

/* What a seat's move would do, up to the next chance or the next choice of another seat: members of an
 * object. False, with the reason, if the move is not legal in the position that the seat sees. */
bool tell_preview(const struct match *, int seat, const char *move, int64_t now, struct text *,
                  struct text *reason);
/* Why a move is not legal in the position that the seat sees, or the clause that allows it. */
struct reason tell_why(const struct match *, int seat, const char *move, int64_t now);

/* The events of a move, as an array. `state` is the one before the move. */
void tell_events(const struct game *, const void *state, int actor, game_move move, int viewer,
                 struct text *);

#endif
