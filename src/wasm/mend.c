/* mend.c: puts tables right of which rows are lost or wrong, and forgets those that nobody needs. */
#include "wasm/mend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/tables/boxes.h"
#include "wasm/rows.h"

/* ---- chairs ---- */

static bool sits(const struct memory_table *t, uint64_t player)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].kind == CHAIR_PLAYER && t->chairs[seat].player == player)
            return true;
    return false;
}

static void mend_chairs(struct memory_table *t)
{
    bool played = (t->row.state == TABLE_RUNNING || t->row.state == TABLE_OVER) && !t->row.imported;
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct chair_row *chair = &t->chairs[seat];
        if (chair->table == t->row.id)
            continue;
        *chair = (struct chair_row){.table = t->row.id, .seat = seat, .level = 3};
        if (!played)
            continue;
        bool computer = sits(t, t->row.creator);
        chair->kind = computer ? CHAIR_COMPUTER : CHAIR_PLAYER;
        chair->player = computer ? 0 : t->row.creator;
    }
}

/* ---- tables that were left ---- */

static bool is_left(const struct memory_table *t)
{
    return t->row.state == TABLE_SUSPENDED && strcmp(t->row.reason, TABLE_LEFT) == 0;
}

static void remove_table(const struct memory_table *t, mend_remover *drop)
{
    static const enum write_kind kinds[] = {WRITE_TABLE, WRITE_CHAIR, WRITE_ENTRY, WRITE_CHAT};
    char buffer[4 * ROW_KEY], digits[24];
    struct text keys = TEXT_IN(buffer);
    snprintf(digits, sizeof digits, "/%019lld", (long long)t->row.id);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (i)
            text_char(&keys, '\n');
        text_put(&keys, row_kinds[kinds[i]].table);
        text_put(&keys, digits);
    }
    drop(keys.at, keys.length, false);
}

void mend_tables(struct memory_store *s, mend_remover *drop)
{
    int left = 0;
    for (int i = 0; i < s->table_count; i++) {
        struct memory_table *t = s->tables[i];
        if (is_left(t)) {
            remove_table(t, drop);
            memory_free_table(t);
            continue;
        }
        mend_chairs(t);
        s->tables[left++] = t;
    }
    s->table_count = left;
}

/* ---- entries ---- */

static void remove_entries(struct memory_table *t, int from, mend_remover *drop)
{
    size_t size = (size_t)(t->entry_count - from) * ROW_KEY;
    char *buffer = must_malloc(size);
    struct text keys = text_in(buffer, size);
    for (int i = from; i < t->entry_count; i++) {
        if (i > from)
            text_char(&keys, '\n');
        row_key(WRITE_ENTRY, &(struct entry_row){.table = t->row.id, .number = i}, &keys);
    }
    drop(keys.at, keys.length, true);
    free(buffer);
    t->entry_count = from;
}

void mend_entries(struct memory_table *t, const struct server *server, mend_remover *drop)
{
    const struct game *game = boxes_find_rules(t->row.game, t->row.box, t->row.rules);
    struct stored_table stored = {.row = t->row};
    struct match match;
    if (t->mended || !game || t->row.state == TABLE_OPEN || is_left(t))
        return;
    t->mended = true; /* what follows comes from its match */
    for (int seat = 0; seat < t->row.seats; seat++)
        stored.chairs[seat].row = t->chairs[seat];
    if (table_start_match(&server->world, &stored, game, t->entries, t->entry_count, &match))
        return;
    int accepted = match_accept(&match, t->entries, t->entry_count, NULL);
    if (accepted < t->entry_count)
        remove_entries(t, accepted, drop);
    if (t->row.state == TABLE_OVER && !match_over(&match)) { /* its last entries are lost */
        t->row.state = t->row.imported ? TABLE_SUSPENDED : TABLE_RUNNING;
        t->row.winners = 0;
        if (t->row.imported)
            snprintf(t->row.reason, sizeof t->row.reason, "imported");
    }
    match_free(&match);
}
