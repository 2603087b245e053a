/* trace.h: a game move by move, with points and all legal moves, so that two programs can be compared. */
#ifndef CORE_TRACE_H
#define CORE_TRACE_H

#include "core/record.h"

/* Capacity for any line of a trace. */
enum { TRACE_LINE = GAME_MAX_MOVES * (GAME_MOVE_TEXT + 16) + 256 };

/* The line of a move, from the state before it. */
void trace_move(const struct record *, const void *state, int actor, struct text *out);
/* The last line of a game that is over. */
void trace_end(const struct record *, const void *state, struct text *out);

#endif
