/*
 * partial.h: records that were written in the middle of a game. What their reader could not know then is
 * missing: from the first hidden move on, their lines are comments, and "?" stands for what was hidden.
 */
#ifndef CORE_PARTIAL_H
#define CORE_PARTIAL_H

#include "core/record.h"

/* The comment after which moves are comments. */
#define PARTIAL_MARK "# The game goes on; what follows has hidden moves until it is over."

bool partial_is(const char *record);

/*
 * Writes a record that its reader would have been told in the same words: every hidden move is filled in with
 * one that fits what is known. Where it finds none that fits all lines, it breaks off before the first line
 * that does not fit, and `whole` is false. Equal records give equal answers. False, with the reason in
 * `error`, if the record is wrong before its first hidden move. `boxed` as for record_replay; `record` ends
 * with a NUL. `memory` has partial_memory() bytes.
 */
bool partial_fill(const char *record, const struct game *boxed, void *memory, struct text *out, bool *whole,
                  struct text *error);
size_t partial_memory(void);

#endif
