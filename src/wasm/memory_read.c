/* memory_read.c: what is read from the store in memory. */
#include "wasm/memory_read.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "server/base/memory.h"

static const struct player_row *player_of(const struct memory_store *s, uint64_t id)
{
    for (int i = 0; i < s->player_count; i++)
        if (s->players[i].id == id)
            return &s->players[i];
    return NULL;
}

static void show_table(const struct memory_store *s, const struct memory_table *t, struct stored_table *out)
{
    *out = (struct stored_table){.row = t->row};
    for (int seat = 0; seat < t->row.seats; seat++) {
        struct stored_chair *c = &out->chairs[seat];
        const struct player_row *p = player_of(s, t->chairs[seat].player);
        c->row = t->chairs[seat];
        c->row.level = c->row.level < 1 ? 1 : c->row.level > BOT_LEVELS ? BOT_LEVELS : c->row.level;
        if (!p)
            continue;
        memcpy(c->name, p->name, sizeof c->name);
        c->kind = p->kind;
        c->owner = p->owner;
        c->holiday = p->holiday;
    }
}

static bool sits(const struct memory_table *t, uint64_t player)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].player == player)
            return true;
    return false;
}

static bool is_listed(const struct memory_table *t, const struct store_query *query)
{
    const struct table_row *row = &t->row;
    uint64_t below = query->from ? query->from : UINT64_MAX;
    switch (query->what) {
    case STORE_OPEN:
        return row->state == TABLE_OPEN && row->open_to_all && row->id < below;
    case STORE_LIVE:
        return row->state == TABLE_RUNNING && row->open_to_all && row->id < below;
    case STORE_FINISHED:
        return row->state == TABLE_OVER && row->open_to_all && row->id < below;
    case STORE_MINE:
        return sits(t, query->id) && row->id < below;
    case STORE_UNFINISHED: /* a rematch on a device begins at once */
        return sits(t, query->id) && row->id < below && row->state < TABLE_OVER;
    case STORE_CLOCKED:
        return row->state == TABLE_RUNNING && row->clock && row->id < below;
    default:
        return false; /* nothing expires here */
    }
}

static void read_list(const struct memory_store *s, const struct store_query *query, struct store_answer *a)
{
    a->tables = must_calloc(STORE_LIST, sizeof *a->tables);
    for (int i = 0; i < s->table_count && a->table_count < STORE_LIST; i++)
        if (is_listed(s->tables[i], query))
            show_table(s, s->tables[i], &a->tables[a->table_count++]);
}

static void read_ids(const struct memory_store *s, const struct store_query *query, struct store_answer *a)
{
    for (int i = 0; i < s->table_count && a->count < STORE_IDS; i++)
        if (is_listed(s->tables[i], query))
            a->ids[a->count++] = s->tables[i]->row.id;
}

static void read_entries(const struct memory_table *t, int from, struct store_answer *a)
{
    int count = t && from < t->entry_count ? t->entry_count - from : 0;
    if (!count)
        return;
    a->entries = must_malloc((size_t)count * sizeof *a->entries);
    memcpy(a->entries, t->entries + from, (size_t)count * sizeof *a->entries);
    a->entry_count = count;
}

static void read_table(const struct memory_store *s, uint64_t id, struct store_answer *a)
{
    const struct memory_table *t = memory_find(s, id);
    if (!t) {
        a->found = STORE_NONE;
        return;
    }
    a->tables = must_malloc(sizeof *a->tables);
    a->table_count = 1;
    show_table(s, t, a->tables);
    read_entries(t, 0, a);
    a->chat_count = t->chat_count < STORE_CHATS ? t->chat_count : STORE_CHATS;
    a->chats = must_malloc((size_t)a->chat_count * sizeof *a->chats);
    if (a->chat_count)
        memcpy(a->chats, t->chats + t->chat_count - a->chat_count, (size_t)a->chat_count * sizeof *a->chats);
}

static void read_count(const struct memory_store *s, const struct store_query *query, struct store_answer *a)
{
    for (int i = 0; i < s->table_count; i++) {
        const struct table_row *row = &s->tables[i]->row;
        if (row->state != TABLE_OPEN && row->state != TABLE_RUNNING)
            continue;
        a->count += row->creator == query->id;
        a->of_origin += row->origin == query->from;
        a->of_all++;
    }
}

static void read_seated(const struct memory_store *s, const struct store_query *query, struct store_answer *a)
{
    const struct player_row *other = player_of(s, query->from);
    for (int i = 0; i < s->table_count; i++)
        a->count += s->tables[i]->row.state == TABLE_OPEN && sits(s->tables[i], query->id);
    if (other)
        a->player = *other;
}

static void show_player(const struct player_row *p, struct store_answer *a)
{
    if (p)
        a->player = *p;
    else
        a->found = STORE_NONE;
}

static const struct player_row *by_name(const struct memory_store *s, const char *key)
{
    for (int i = 0; i < s->player_count; i++)
        if (key[0] && strcmp(s->players[i].key, key) == 0)
            return &s->players[i];
    return NULL;
}

static const struct player_row *by_token(const struct memory_store *s, const char *hash)
{
    for (int i = 0; i < s->token_count; i++)
        if (strcmp(s->tokens[i].hash, hash) == 0)
            return player_of(s, s->tokens[i].player);
    return NULL;
}

void memory_answer(struct memory_store *s, const struct store_query *query, store_read *done, void *context)
{
    struct store_answer a = {.found = STORE_FOUND};
    switch (query->what) {
    case STORE_TABLE:
        read_table(s, query->id, &a);
        break;
    case STORE_SINCE: /* nobody else writes: a caller that asks for what is new gets all */
        read_table(s, query->id, &a);
        break;
    case STORE_ENTRIES:
        read_entries(memory_find(s, query->id), (int)query->from, &a);
        break;
    case STORE_OPEN:
    case STORE_LIVE:
    case STORE_FINISHED:
    case STORE_MINE:
    case STORE_UNFINISHED:
        read_list(s, query, &a);
        break;
    case STORE_CLOCKED:
    case STORE_OLD_OPEN:
    case STORE_OLD_LIVE:
        read_ids(s, query, &a);
        break;
    case STORE_COUNT:
        read_count(s, query, &a);
        break;
    case STORE_SEATED:
        read_seated(s, query, &a);
        break;
    case STORE_PLAYER:
        show_player(player_of(s, query->id), &a);
        break;
    case STORE_BY_NAME:
        show_player(by_name(s, query->text), &a);
        break;
    case STORE_BY_TOKEN:
        show_player(by_token(s, query->text), &a);
        break;
    case STORE_BOTS:
    case STORE_EXPORT:
        a.found = STORE_NONE; /* there are no accounts */
        break;
    case STORE_NEWS:
    case STORE_ALL:
    case STORE_BANS:
    case STORE_AUDIT:
    case STORE_VALUES:
    case STORE_CODE:
    case STORE_TOKENS:
    case STORE_OWNED:
    case STORE_REPORTS:
    case STORE_TO_COUNT:
    case STORE_RATED:
    case STORE_PROFILE:
    case STORE_MEETINGS:
    case STORE_RESULTS:
    case STORE_RANKING:
    case STORE_SEARCH:
    case STORE_OF_GAME:
    case STORE_GOING:
    case STORE_PUSHES:
        break; /* there are neither accounts nor owners of a server: no rows */
    }
    done(context, &a);
    free(a.tables);
    free(a.entries);
    free(a.chats);
}
