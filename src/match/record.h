/* record.h: a match as a record in notation (docs/RECORDS.md). */
#ifndef MATCH_RECORD_H
#define MATCH_RECORD_H

#include "match/match.h"

/* Writes the record of the moves up to a place. A viewer gets what it may know, with a line that begins with
 * # for each move that it does not see whole; MATCH_ALL gets everything. */
enum { MATCH_ALL = -2 };
void match_record(const struct match *, int place, int viewer, struct text *);

#endif
