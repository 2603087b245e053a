/* memory_store.c: the store port in memory: what is written. */
#include "wasm/memory_store.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "wasm/memory_read.h"
#include "wasm/rows.h"

struct memory_table *memory_find(const struct memory_store *s, uint64_t id)
{
    for (int i = 0; i < s->table_count; i++)
        if (s->tables[i]->row.id == id)
            return s->tables[i];
    return NULL;
}

/* ---- taking rows over ---- */

static struct memory_table *add_table(struct memory_store *s, uint64_t id)
{
    struct memory_table *t = must_calloc(1, sizeof *t);
    int at = 0;
    while (at < s->table_count && s->tables[at]->row.id > id)
        at++;
    s->tables = must_realloc(s->tables, (size_t)(s->table_count + 1) * sizeof *s->tables);
    memmove(s->tables + at + 1, s->tables + at, (size_t)(s->table_count - at) * sizeof *s->tables);
    s->table_count++;
    return s->tables[at] = t;
}

static bool take_entry(struct memory_table *t, const struct entry_row *row)
{
    if (!t || row->number != t->entry_count)
        return false;
    if (t->entry_count == t->entry_capacity) {
        t->entry_capacity = t->entry_capacity ? 2 * t->entry_capacity : 32;
        t->entries = must_realloc(t->entries, (size_t)t->entry_capacity * sizeof *t->entries);
    }
    struct match_entry *e = &t->entries[t->entry_count++];
    *e = (struct match_entry){
        .number = row->number, .actor = row->actor[0], .code = MATCH_UNREAD, .at = row->at};
    memcpy(e->move, row->move, sizeof e->move);
    return true;
}

static bool take_chat(struct memory_table *t, const struct chat_row *row)
{
    if (!t)
        return false;
    t->chats = must_realloc(t->chats, (size_t)(t->chat_count + 1) * sizeof *t->chats);
    t->chats[t->chat_count++] = *row;
    return true;
}

static bool take_chair(struct memory_table *t, const struct chair_row *row)
{
    if (!t || row->seat < 0 || row->seat >= GAME_MAX_SEATS)
        return false;
    t->chairs[row->seat] = *row;
    return true;
}

static bool take_table(struct memory_store *s, const struct table_row *row)
{
    if (!row->id || row->seats < 1 || row->seats > GAME_MAX_SEATS)
        return false;
    struct memory_table *t = memory_find(s, row->id);
    t = t ? t : add_table(s, row->id);
    t->row = *row;
    return true;
}

static int find_player(const struct memory_store *s, uint64_t id)
{
    int i = 0;
    while (i < s->player_count && s->players[i].id != id)
        i++;
    return i;
}

static bool take_player(struct memory_store *s, const struct player_row *row)
{
    int i = find_player(s, row->id);
    if (i == s->player_count)
        s->players = must_realloc(s->players, (size_t)++s->player_count * sizeof *s->players);
    s->players[i] = *row;
    return true;
}

static bool take_token(struct memory_store *s, const struct token_row *row)
{
    int i = 0;
    while (i < s->token_count && strcmp(s->tokens[i].hash, row->hash) != 0)
        i++;
    if (i == s->token_count)
        s->tokens = must_realloc(s->tokens, (size_t)++s->token_count * sizeof *s->tokens);
    s->tokens[i] = *row;
    return true;
}

/* Ratings and reports are things of a server: they are not kept here. */
static bool take_row(struct memory_store *s, enum write_kind kind, const void *row)
{
    const union any_row *any = row;
    switch (kind) {
    case WRITE_TABLE:
    case WRITE_NEW_TABLE:
        return take_table(s, row);
    case WRITE_CHAIR:
        return take_chair(memory_find(s, any->chair.table), row);
    case WRITE_ENTRY:
        return take_entry(memory_find(s, any->entry.table), row);
    case WRITE_CHAT:
        return take_chat(memory_find(s, any->chat.table), row);
    case WRITE_PLAYER:
    case WRITE_NEW_PLAYER:
        return take_player(s, row);
    case WRITE_TOKEN:
        return take_token(s, row);
    default:
        return false;
    }
}

bool memory_load(struct memory_store *s, const char *text, size_t length)
{
    union any_row row;
    enum write_kind kind = row_read(text, length, &row);
    return kind < WRITE_ROWS && take_row(s, kind, &row);
}

/* ---- units ---- */

static bool is_kept(enum write_kind kind)
{
    return kind == WRITE_TABLE || kind == WRITE_NEW_TABLE || kind == WRITE_CHAIR || kind == WRITE_ENTRY ||
           kind == WRITE_CHAT || kind == WRITE_PLAYER || kind == WRITE_NEW_PLAYER || kind == WRITE_TOKEN;
}

static bool makes_player(const struct unit *unit, uint64_t id)
{
    for (const struct write *w = unit->first; w; w = w->next) {
        const union any_row *row = (const void *)w->row;
        if (w->kind == WRITE_NEW_PLAYER && row->player.id == id)
            return true;
    }
    return false;
}

/* Whether a player is stored, or will be when the unit and those at the keeper are kept. */
static bool has_player(const struct memory_store *s, const struct unit *unit, uint64_t id)
{
    bool found = find_player(s, id) < s->player_count || makes_player(unit, id);
    for (const struct unit *u = s->units; u && !found; u = u->next)
        found = makes_player(u, id);
    return found;
}

/* Whether the store may take a unit: ids of new tables and numbers of entries must be free, players who
 * change must be there. */
static bool is_free(const struct memory_store *s, const struct unit *unit)
{
    uint64_t table = 0;
    int next = 0;
    for (const struct write *w = unit->first; w; w = w->next) {
        const union any_row *row = (const void *)w->row;
        if (w->kind == WRITE_NEW_TABLE && memory_find(s, row->table.id))
            return false;
        if (w->kind == WRITE_PLAYER && !has_player(s, unit, row->player.id))
            return false;
        if (w->kind != WRITE_ENTRY)
            continue;
        const struct memory_table *t = memory_find(s, row->entry.table);
        if (table != row->entry.table) {
            table = row->entry.table;
            next = t ? t->entry_count : 0;
        }
        if (row->entry.number != next++)
            return false;
    }
    return true;
}

struct lines {
    char *at;
    size_t length, capacity;
};

static void add_text(struct lines *lines, const struct text *text, char end)
{
    if (lines->length + text->length + 1 > lines->capacity) {
        lines->capacity = 2 * (lines->length + text->length + 1);
        lines->at = must_realloc(lines->at, lines->capacity);
    }
    memcpy(lines->at + lines->length, text->at, text->length);
    lines->length += text->length;
    lines->at[lines->length++] = end;
}

static void add_line(struct lines *lines, const struct write *w)
{
    char key_buffer[ROW_KEY], row_buffer[ROW_TEXT];
    struct text key = TEXT_IN(key_buffer), row = TEXT_IN(row_buffer);
    row_key(w->kind, w->row, &key);
    row_write(w->kind, w->row, &row);
    add_text(lines, &key, '\t');
    add_text(lines, &row, '\n');
}

/* The rest of a unit matters to servers only: ratings, reports, when somebody was last seen. */
static void write_unit(void *me, struct unit *unit, store_written *done, void *context)
{
    struct memory_store *s = me;
    struct lines lines = {0};
    struct unit **last = &s->units;
    unit->done = done;
    unit->context = context;
    unit->end = is_free(s, unit) ? STORE_KEPT : STORE_REFUSED;
    while (*last)
        last = &(*last)->next;
    *last = unit;
    for (const struct write *w = unit->first; w && unit->end == STORE_KEPT; w = w->next)
        if (is_kept(w->kind))
            add_line(&lines, w);
    s->keep(lines.at, lines.length);
    free(lines.at);
}

void memory_kept(struct memory_store *s, bool kept)
{
    struct unit *unit = s->units;
    if (!unit)
        return;
    s->units = unit->next;
    if (!kept)
        unit->end = STORE_REFUSED;
    for (const struct write *w = unit->first; w && unit->end == STORE_KEPT; w = w->next)
        take_row(s, w->kind, w->row);
    s->figures.units++;
    s->figures.failed += unit->end != STORE_KEPT;
    if (unit->done)
        unit->done(unit->context, unit->end);
    unit_free(unit);
}

static void read_store(void *me, const struct store_query *query, store_read *done, void *context)
{
    memory_answer(me, query, done, context);
}

static void figures(void *me, struct store_figures *out)
{
    *out = ((struct memory_store *)me)->figures;
}

struct store memory_store_port(struct memory_store *s)
{
    return (struct store){.me = s, .read = read_store, .write = write_unit, .figures = figures};
}

void memory_free_table(struct memory_table *t)
{
    free(t->entries);
    free(t->chats);
    free(t);
}

void memory_free(struct memory_store *s)
{
    for (int i = 0; i < s->table_count; i++)
        memory_free_table(s->tables[i]);
    free(s->tables);
    free(s->players);
    free(s->tokens);
    *s = (struct memory_store){.keep = s->keep};
}
