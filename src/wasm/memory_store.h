/*
 * memory_store.h: the store port in memory, for a browser. The rows of a unit are handed to a keeper as text;
 * when the keeper has kept them for good, the store takes them over and the unit is kept. At the start the
 * keeper hands in all rows that it has.
 */
#ifndef WASM_MEMORY_STORE_H
#define WASM_MEMORY_STORE_H

#include "server/store/unit.h"

struct memory_table {
    struct table_row row;
    struct chair_row chairs[GAME_MAX_SEATS];
    struct match_entry *entries; /* number 0 first, without gaps */
    int entry_count, entry_capacity;
    struct chat_row *chats; /* oldest first */
    int chat_count;
    bool mended; /* see mend.h */
};

struct memory_store {
    struct memory_table **tables; /* latest id first */
    int table_count;
    struct player_row *players;
    int player_count;
    struct token_row *tokens;
    int token_count;
    struct unit *units; /* at the keeper, first asked first */
    struct store_figures figures;
    /* Keeps a unit: lines of a key, a tab and a row. Answers with memory_kept, later, in the order of the
     * calls. */
    void (*keep)(const char *lines, size_t length);
};

struct store memory_store_port(struct memory_store *);
/* The keeper has kept the first unit that waits for it, or could not: then nothing of it was kept. */
void memory_kept(struct memory_store *, bool kept);
/* Takes a row over that was kept before. Rows must come in the order of their keys (see row_key), except that
 * tables come first. False if the row is damaged, or belongs to nothing: an entry after a gap, a chair of no
 * table. */
bool memory_load(struct memory_store *, const char *row, size_t length);
void memory_free_table(struct memory_table *);
/* NULL if there is none. */
struct memory_table *memory_find(const struct memory_store *, uint64_t id);
/* Forgets all rows. No unit may wait. */
void memory_free(struct memory_store *);

#endif
