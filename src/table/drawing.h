/* drawing.h: what the files of this folder share about the numbers of people's browsers. */
#ifndef TABLE_DRAWING_H
#define TABLE_DRAWING_H

#include "table/plan.h"

/* Makes the key from the secret and the numbers. */
void drawing_mix(struct stored_table *);
/* Ends the asking if the plan gives a chair to somebody else. */
void drawing_follow_seats(struct plan *);
/* Goes on with a start: adds people who watch, begins when all numbers are there, gives up if one is late;
 * begins a rematch when everybody has come. True if anything was planned. */
bool drawing_go_on(const struct table_facts *, int64_t now, struct plan *);

#endif
