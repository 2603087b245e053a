/* fake_store.c: store.h in memory, kept by plain lists; commits are done when the test says so. */
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "server/memory.h"

/* Things of one size, one after the other. */
struct list {
    char *at;
    size_t size, count, room;
};

struct row {
    uint64_t table;
    struct store_row row;
};

struct chat {
    uint64_t table;
    struct store_chat chat;
};

struct token {
    char hash[TOKEN_TEXT];
    uint64_t player;
};

struct rating {
    uint64_t player;
    char game[32];
    struct store_rating rating;
};

struct waiting {
    store_done *done;
    void *context;
    bool fails;
};

/* What is written is there at once, which a reader cannot tell from a fast disk; or never, on a full one. */
struct store {
    bool failing, blind;
    struct list tables, rows, chats, players, tokens, ratings, waiting;
};

static void *list_add(struct list *list, const void *item)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 16;
        list->at = must_realloc(list->at, list->room * list->size);
    }
    void *at = list->at + list->count++ * list->size;
    memcpy(at, item, list->size);
    return at;
}

static void *list_item(const struct list *list, size_t i)
{
    return i < list->count ? list->at + i * list->size : NULL;
}

static void list_drop(struct list *list, size_t i)
{
    list->count--;
    memmove(list->at + i * list->size, list->at + (i + 1) * list->size, (list->count - i) * list->size);
}

struct store *fake_store_new(void)
{
    struct store *s = must_calloc(1, sizeof *s);
    s->tables.size = sizeof(struct store_table);
    s->rows.size = sizeof(struct row);
    s->chats.size = sizeof(struct chat);
    s->players.size = sizeof(struct store_player);
    s->tokens.size = sizeof(struct token);
    s->ratings.size = sizeof(struct rating);
    s->waiting.size = sizeof(struct waiting);
    return s;
}

void fake_store_free(struct store *s)
{
    struct list *lists[] = {&s->tables, &s->rows,    &s->chats,  &s->players,
                            &s->tokens, &s->ratings, &s->waiting};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        free(lists[i]->at);
    free(s);
}

void fake_store_fail(struct store *s, bool fails)
{
    s->failing = fails;
}

void fake_store_blind(struct store *s, bool blind)
{
    s->blind = blind;
}

bool fake_store_step(struct store *s)
{
    if (!s->waiting.count)
        return false;
    struct waiting w = *(struct waiting *)list_item(&s->waiting, 0);
    list_drop(&s->waiting, 0);
    if (w.done)
        w.done(w.context, w.fails ? "the disk is full" : NULL);
    return true;
}

/* ---- writes ---- */

void store_put_table(struct store *s, const struct store_table *table)
{
    if (s->failing)
        return;
    struct store_table *t;
    for (size_t i = 0; (t = list_item(&s->tables, i)); i++)
        if (t->id == table->id) {
            *t = *table;
            return;
        }
    list_add(&s->tables, table);
}

void store_add_row(struct store *s, uint64_t table, const struct store_row *row)
{
    if (s->failing)
        return;
    struct row r = {.table = table, .row = *row};
    list_add(&s->rows, &r);
}

void store_add_chat(struct store *s, uint64_t table, const struct store_chat *chat, int keep)
{
    if (s->failing)
        return;
    (void)keep;
    struct chat c = {.table = table, .chat = *chat};
    list_add(&s->chats, &c);
}

void store_put_player(struct store *s, const struct store_player *player)
{
    if (s->failing)
        return;
    struct store_player *p;
    for (size_t i = 0; (p = list_item(&s->players, i)); i++)
        if (p->id == player->id) {
            *p = *player;
            return;
        }
    list_add(&s->players, player);
}

void store_drop_player(struct store *s, uint64_t player)
{
    if (s->failing)
        return;
    struct store_player *p;
    for (size_t i = 0; (p = list_item(&s->players, i)); i++)
        if (p->id == player)
            list_drop(&s->players, i--);
    store_drop_tokens(s, player);
}

void store_put_token(struct store *s, const char *hash, uint64_t player)
{
    if (s->failing)
        return;
    struct token t = {.player = player};
    memcpy(t.hash, hash, sizeof t.hash);
    list_add(&s->tokens, &t);
}

void store_drop_token(struct store *s, const char *hash)
{
    if (s->failing)
        return;
    struct token *t;
    for (size_t i = 0; (t = list_item(&s->tokens, i)); i++)
        if (strcmp(t->hash, hash) == 0)
            list_drop(&s->tokens, i--);
}

void store_trim_tokens(struct store *s, uint64_t player, int keep)
{
    if (s->failing)
        return;
    struct token *t;
    int newer = 0;
    for (size_t i = s->tokens.count; i-- > 0;)
        if ((t = list_item(&s->tokens, i))->player == player && ++newer > keep)
            list_drop(&s->tokens, i);
}

void store_drop_tokens(struct store *s, uint64_t player)
{
    if (s->failing)
        return;
    struct token *t;
    for (size_t i = 0; (t = list_item(&s->tokens, i)); i++)
        if (t->player == player)
            list_drop(&s->tokens, i--);
}

void store_put_rating(struct store *s, uint64_t player, const char *game, const struct store_rating *rating)
{
    if (s->failing)
        return;
    struct rating r = {.player = player, .rating = *rating};
    struct text name = TEXT_IN(r.game);
    text_put(&name, game);
    list_add(&s->ratings, &r);
}

void store_commit(struct store *s, store_done *done, void *context)
{
    struct waiting w = {done, context, s->failing};
    list_add(&s->waiting, &w);
}

/* ---- reads ---- */

bool store_get_table(struct store *s, uint64_t id, struct store_table *out)
{
    struct store_table *t;
    for (size_t i = 0; (t = list_item(&s->tables, i)); i++)
        if (t->id == id) {
            *out = *t;
            return true;
        }
    return false;
}

bool store_rows(struct store *s, uint64_t table, int from, bool (*visit)(void *, const struct store_row *),
                void *context)
{
    struct row *r;
    for (size_t i = 0; (r = list_item(&s->rows, i)); i++)
        if (r->table == table && r->row.number >= from && !visit(context, &r->row))
            break;
    return !s->blind;
}

int store_chats(struct store *s, uint64_t table, struct store_chat *out, int max)
{
    struct chat *c;
    int count = 0;
    for (size_t i = 0; (c = list_item(&s->chats, i)); i++) {
        if (c->table != table)
            continue;
        if (count == max)
            memmove(out, out + 1, (size_t)--count * sizeof *out);
        out[count++] = c->chat;
    }
    return count;
}

static bool listed(const struct store_table *t, enum store_list what, uint64_t player)
{
    static const uint8_t states[] = {
        [STORE_OPEN] = TABLE_OPEN, [STORE_LIVE] = TABLE_RUNNING, [STORE_FINISHED] = TABLE_OVER};
    bool sits = t->creator == player;
    for (int seat = 0; seat < t->seats; seat++)
        sits |= t->chairs[seat].player == player;
    return what == STORE_MINE      ? sits
           : what == STORE_RUNNING ? t->state == TABLE_RUNNING
                                   : t->open_to_all && t->state == states[what];
}

int store_list(struct store *s, enum store_list what, uint64_t player, uint64_t before, uint64_t *out,
               int max)
{
    int count = 0;
    for (size_t i = s->tables.count; i > 0 && count < max; i--) {
        const struct store_table *t = list_item(&s->tables, i - 1);
        if ((!before || t->id < before) && listed(t, what, player))
            out[count++] = t->id;
    }
    return count;
}

int store_count_tables(struct store *s, uint64_t player)
{
    struct store_table *t;
    int count = 0;
    for (size_t i = 0; (t = list_item(&s->tables, i)); i++)
        count += t->creator == player && (t->state == TABLE_OPEN || t->state == TABLE_RUNNING);
    return count;
}

bool store_get_player(struct store *s, uint64_t id, struct store_player *out)
{
    struct store_player *p;
    for (size_t i = 0; (p = list_item(&s->players, i)); i++)
        if (p->id == id) {
            *out = *p;
            return true;
        }
    return false;
}

uint64_t store_find_name(struct store *s, const char *key)
{
    struct store_player *p;
    for (size_t i = 0; (p = list_item(&s->players, i)); i++)
        if (strcmp(p->key, key) == 0)
            return p->id;
    return 0;
}

uint64_t store_find_token(struct store *s, const char *hash)
{
    struct token *t;
    for (size_t i = 0; (t = list_item(&s->tokens, i)); i++)
        if (strcmp(t->hash, hash) == 0)
            return t->player;
    return 0;
}

bool store_get_rating(struct store *s, uint64_t player, const char *game, struct store_rating *out)
{
    const struct rating *r;
    bool found = false;
    for (size_t i = 0; (r = list_item(&s->ratings, i)); i++)
        if (r->player == player && strcmp(r->game, game) == 0) {
            *out = r->rating;
            found = true;
        }
    return found;
}

int store_bots(struct store *s, uint64_t owner, uint64_t *out, int max)
{
    struct store_player *p;
    int count = 0;
    for (size_t i = 0; count < max && (p = list_item(&s->players, i)); i++)
        if (p->owner == owner)
            out[count++] = p->id;
    return count;
}

void store_figures(struct store *s, struct store_figures *out)
{
    *out = (struct store_figures){.waiting = s->waiting.count};
}
