/* store_write.c: what is to be written, queued for the thread that writes. */
#include <stdlib.h>

#include "server/memory.h"
#include "server/store_sqlite.h"

enum { MAX_VALUES = 24 };

static struct write *queue(struct store *s, enum sql_write statement, int count)
{
    struct write *w = must_calloc(1, sizeof *w + (size_t)count * sizeof w->values[0]);
    w->statement = statement;
    if (!s->open)
        s->open = must_calloc(1, sizeof *s->open);
    if (s->open->last)
        s->open->last->next = w;
    else
        s->open->first = w;
    s->open->last = w;
    return w;
}

static void add_number(struct write *w, int64_t n)
{
    w->values[w->count++] = (struct value){.number = n};
}

static void add_text(struct write *w, const char *text)
{
    w->values[w->count++] = (struct value){.is_text = true, .text = must_strdup(text)};
}

void store_put_table(struct store *s, const struct store_table *t)
{
    struct write *w = queue(s, WRITE_TABLE, MAX_VALUES);
    add_number(w, (int64_t)t->id);
    add_number(w, (int64_t)t->creator);
    add_number(w, (int64_t)t->rematch);
    add_text(w, t->game);
    add_number(w, t->rules);
    add_number(w, t->seats);
    add_text(w, t->options);
    add_text(w, t->box);
    add_text(w, t->invite);
    add_number(w, t->open_to_all);
    add_number(w, t->imported);
    add_number(w, t->state);
    add_number(w, t->clock);
    add_number(w, t->clock_seconds);
    add_number(w, t->undo);
    add_number(w, t->reaction);
    add_number(w, t->created);
    add_number(w, t->changed);
    add_number(w, t->number);
    add_number(w, t->turn);
    add_number(w, t->winners);
    add_text(w, t->reason);
    for (int seat = 0; seat < t->seats; seat++) {
        const struct store_chair *c = &t->chairs[seat];
        w = queue(s, WRITE_CHAIR, 8);
        add_number(w, (int64_t)t->id);
        add_number(w, seat);
        add_number(w, c->kind);
        add_number(w, c->level);
        add_number(w, c->away);
        add_number(w, c->resigned);
        add_number(w, (int64_t)c->player);
        add_number(w, c->points);
    }
}

void store_add_row(struct store *s, uint64_t table, const struct store_row *row)
{
    char actor[2] = {row->actor, '\0'};
    struct write *w = queue(s, WRITE_ROW, 6);
    add_number(w, (int64_t)table);
    add_number(w, row->number);
    add_text(w, actor);
    add_text(w, row->move);
    add_number(w, row->spent);
    add_number(w, row->at);
}

void store_add_chat(struct store *s, uint64_t table, const struct store_chat *chat, int keep)
{
    struct write *w = queue(s, WRITE_CHAT, 7);
    add_number(w, (int64_t)table);
    add_number(w, chat->number);
    add_number(w, chat->seat);
    add_number(w, (int64_t)chat->player);
    add_text(w, chat->name);
    add_text(w, chat->text);
    add_number(w, chat->at);
    if (chat->number < keep)
        return;
    w = queue(s, WRITE_DROP_CHATS, 2);
    add_number(w, (int64_t)table);
    add_number(w, chat->number - keep);
}

void store_put_player(struct store *s, const struct store_player *p)
{
    struct write *w = queue(s, WRITE_PLAYER, 8);
    add_number(w, (int64_t)p->id);
    add_number(w, (int64_t)p->owner);
    add_number(w, p->kind);
    add_text(w, p->name);
    add_text(w, p->key);
    add_text(w, p->password);
    add_text(w, p->settings);
    add_number(w, p->created);
}

void store_drop_player(struct store *s, uint64_t player)
{
    static const enum sql_write all[] = {WRITE_DROP_PLAYER, WRITE_DROP_TOKENS, WRITE_DROP_RATINGS};
    for (int i = 0; i < 3; i++)
        add_number(queue(s, all[i], 1), (int64_t)player);
}

void store_put_token(struct store *s, const char *hash, uint64_t player)
{
    struct write *w = queue(s, WRITE_TOKEN, 3);
    add_text(w, hash);
    add_number(w, (int64_t)player);
    add_number(w, now_ms());
}

void store_drop_token(struct store *s, const char *hash)
{
    add_text(queue(s, WRITE_DROP_TOKEN, 1), hash);
}

void store_trim_tokens(struct store *s, uint64_t player, int keep)
{
    struct write *w = queue(s, WRITE_TRIM_TOKENS, 2);
    add_number(w, (int64_t)player);
    add_number(w, keep);
}

void store_drop_tokens(struct store *s, uint64_t player)
{
    add_number(queue(s, WRITE_DROP_TOKENS, 1), (int64_t)player);
}

void store_put_rating(struct store *s, uint64_t player, const char *game, const struct store_rating *rating)
{
    struct write *w = queue(s, WRITE_RATING, 4);
    add_number(w, (int64_t)player);
    add_text(w, game);
    add_number(w, (int64_t)(rating->rating * 100 + 0.5));
    add_number(w, rating->games);
}
