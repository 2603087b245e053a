/* unit.c: a unit of writes: a list of rows and removals that any database can carry out. */
#include "server/store/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

struct unit *unit_new(void)
{
    return must_calloc(1, sizeof(struct unit));
}

static struct write *add(struct unit *unit, enum write_kind kind, const void *row, size_t size)
{
    struct write *w = must_malloc(sizeof *w + size);
    *w = (struct write){.kind = kind};
    if (size)
        memcpy(w->row, row, size);
    if (unit->last)
        unit->last->next = w;
    else
        unit->first = w;
    unit->last = w;
    return w;
}

static void add_numbers(struct unit *unit, enum write_kind kind, int64_t a, int64_t b)
{
    struct write *w = add(unit, kind, NULL, 0);
    w->a = a;
    w->b = b;
}

static void add_table(struct unit *unit, enum write_kind kind, const struct table_row *row,
                      const struct chair_row chairs[])
{
    add(unit, kind, row, sizeof *row);
    for (int seat = 0; seat < row->seats; seat++)
        add(unit, WRITE_CHAIR, &chairs[seat], sizeof chairs[seat]);
}

void unit_put_table(struct unit *unit, const struct table_row *row, const struct chair_row chairs[])
{
    add_table(unit, WRITE_TABLE, row, chairs);
}

void unit_new_table(struct unit *unit, const struct table_row *row, const struct chair_row chairs[])
{
    add_table(unit, WRITE_NEW_TABLE, row, chairs);
}

void unit_add_entries(struct unit *unit, uint64_t table, const struct match_entry *entries, int count)
{
    for (int i = 0; i < count; i++) {
        const struct match_entry *e = &entries[i];
        struct entry_row row = {.table = table, .number = e->number, .actor = {e->actor}, .at = e->at};
        memcpy(row.move, e->move, sizeof row.move);
        add(unit, WRITE_ENTRY, &row, sizeof row);
    }
}

void unit_add_chat(struct unit *unit, const struct chat_row *row)
{
    add(unit, WRITE_CHAT, row, sizeof *row);
    if (row->number >= STORE_CHATS)
        add_numbers(unit, WRITE_DROP_CHATS, (int64_t)row->table, row->number - STORE_CHATS);
}

void unit_put_player(struct unit *unit, const struct player_row *row)
{
    add(unit, WRITE_PLAYER, row, sizeof *row);
}

void unit_new_player(struct unit *unit, const struct player_row *row)
{
    add(unit, WRITE_NEW_PLAYER, row, sizeof *row);
}

void unit_see_player(struct unit *unit, uint64_t player, int64_t at)
{
    add_numbers(unit, WRITE_SEE_PLAYER, at, (int64_t)player);
}

void unit_drop_guests(struct unit *unit, int64_t before)
{
    add_numbers(unit, WRITE_DROP_GUESTS_TOKENS, before, 0);
    add_numbers(unit, WRITE_DROP_GUESTS, before, 0);
}

void unit_add_report(struct unit *unit, const struct report_row *row)
{
    add(unit, WRITE_REPORT, row, sizeof *row);
}

void unit_drop_player(struct unit *unit, uint64_t player)
{
    add_numbers(unit, WRITE_DROP_WORDS, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_ALIASES, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_STAND_INS, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_REPORTS, (int64_t)player, 0);
    add_numbers(unit, WRITE_HIDE_REPORTER, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_PLAYER, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_RATINGS, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_RESULTS, (int64_t)player, 0);
    add_numbers(unit, WRITE_DROP_PUSHES, (int64_t)player, 0);
    unit_drop_tokens(unit, player);
    unit_drop_codes(unit, player);
}

void unit_put_token(struct unit *unit, const struct token_row *row)
{
    add(unit, WRITE_TOKEN, row, sizeof *row);
}

static void add_text(struct unit *unit, enum write_kind kind, const char *text)
{
    struct write *w = add(unit, kind, NULL, 0);
    snprintf(w->text, sizeof w->text, "%s", text);
}

void unit_drop_token(struct unit *unit, const char *hash)
{
    add_text(unit, WRITE_DROP_TOKEN, hash);
}

void unit_drop_tokens(struct unit *unit, uint64_t player)
{
    add_numbers(unit, WRITE_DROP_TOKENS, (int64_t)player, 0);
}

void unit_trim_tokens(struct unit *unit, uint64_t player, int keep)
{
    add_numbers(unit, WRITE_TRIM_TOKENS, (int64_t)player, keep);
}

void unit_put_rating(struct unit *unit, const struct rating_row *row)
{
    add(unit, WRITE_RATING, row, sizeof *row);
}

void unit_add_result(struct unit *unit, const struct result_row *row)
{
    add(unit, WRITE_RESULT, row, sizeof *row);
}

void unit_put_push(struct unit *unit, const struct push_row *row)
{
    add(unit, WRITE_PUSH, row, sizeof *row);
}

void unit_drop_push(struct unit *unit, const char *hash)
{
    add_text(unit, WRITE_DROP_PUSH, hash);
}

/* ---- for the owner, and for accounts ---- */

void unit_drop_chat(struct unit *unit, uint64_t table, int number)
{
    add_numbers(unit, WRITE_DROP_CHAT, (int64_t)table, number);
}

void unit_put_code(struct unit *unit, const struct code_row *row)
{
    add(unit, WRITE_CODE, row, sizeof *row);
}

void unit_drop_code(struct unit *unit, const char *hash)
{
    add_text(unit, WRITE_DROP_CODE, hash);
}

void unit_drop_codes(struct unit *unit, uint64_t player)
{
    add_numbers(unit, WRITE_DROP_CODES, (int64_t)player, 0);
}

void unit_put_ban(struct unit *unit, const struct ban_row *row)
{
    add(unit, WRITE_BAN, row, sizeof *row);
}

void unit_drop_ban(struct unit *unit, uint64_t id)
{
    add_numbers(unit, WRITE_DROP_BAN, (int64_t)id, 0);
}

void unit_add_audit(struct unit *unit, const struct audit_row *row)
{
    add(unit, WRITE_AUDIT, row, sizeof *row);
}

void unit_put_value(struct unit *unit, const struct value_row *row)
{
    add(unit, WRITE_VALUE, row, sizeof *row);
}

void unit_join(struct unit *unit, struct unit *other)
{
    if (other->first) {
        *(unit->last ? &unit->last->next : &unit->first) = other->first;
        unit->last = other->last;
    }
    free(other);
}

void unit_free(struct unit *unit)
{
    for (struct write *w = unit->first, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    free(unit);
}
