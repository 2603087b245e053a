/* mend.h: puts tables right of which rows are lost or wrong, and forgets those that nobody needs. */
#ifndef WASM_MEND_H
#define WASM_MEND_H

#include "server/tables/room.h"
#include "wasm/memory_store.h"

/* Takes keys of rows that are to go from what is kept: lines, each with the beginning of some keys. Rows that
 * are damaged are set aside for the person; the others are nobody's any more. */
typedef void mend_remover(const char *keys, size_t length, int damaged);

/* To be called when all rows were loaded. A chair whose row is lost goes to the maker of its table, if the
 * maker has no other, or else to a computer. Tables that were left, such as those of lessons, are removed. */
void mend_tables(struct memory_store *, mend_remover *);

/* To be called before a table is read. Entries from the first one on that the match does not accept are
 * removed as damaged: the game goes on from there, also one that had ended. */
void mend_entries(struct memory_table *, const struct server *, mend_remover *);

#endif
