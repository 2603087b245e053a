/* notation.h: a match as a record in notation (docs/RECORDS.md). */
#ifndef MATCH_NOTATION_H
#define MATCH_NOTATION_H

#include "match/match.h"

/* Writes the record of the moves up to a place, as a viewer may know it. From the first move that the viewer
 * does not fully see, all lines are comments. MATCH_ALL sees everything. */
enum { MATCH_ALL = -2 };
void match_record(const struct match *, int place, int viewer, struct text *);

#endif
