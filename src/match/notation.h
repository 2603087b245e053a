/* notation.h: a match as a record in notation (docs/RECORDS.md). */
#ifndef MATCH_NOTATION_H
#define MATCH_NOTATION_H

#include "match/match.h"

/* Writes the record of the moves up to a place, as a viewer may know it. From the first move that the viewer
 * does not fully see, all lines are comments. MATCH_ALL sees everything. `notes` are lines that follow the
 * head (luck.h), or "". */
enum { MATCH_ALL = -2 };
void match_record(const struct match *, int place, int viewer, const char *notes, struct text *);

/* A match as it was kept, for a program that cannot replay it: its rules are others, or unknown. */
struct match_kept {
    const char *game, *box; /* names; box may be "" */
    int rules, seats;
    const char *options; /* settled */
    const char *notes;   /* as for match_record */
    const struct match_entry *entries;
    int count;
    const int *points; /* of a finished one, else NULL */
};

/* Writes the record of all its moves that were not taken back, without replaying them. */
void match_record_kept(const struct match_kept *, struct text *);

#endif
