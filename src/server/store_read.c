/* store_read.c: what is read from the store, on the loop's thread. */
#include <stdio.h>

#include "bot/bot.h"
#include "server/log.h"
#include "server/store_sqlite.h"

static sqlite3_stmt *ask(struct store *s, enum sql_read read, int64_t a)
{
    sqlite3_bind_int64(s->reads[read], 1, a);
    return s->reads[read];
}

static void copy(sqlite3_stmt *q, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

static int64_t number(sqlite3_stmt *q, int column)
{
    return sqlite3_column_int64(q, column);
}

/* A level that there is, whatever was stored: one that is not would end the program at every start. */
static uint8_t read_level(sqlite3_stmt *q, int column)
{
    int64_t level = number(q, column);
    return (uint8_t)(level < 1 ? 1 : level > BOT_LEVELS ? BOT_LEVELS : level);
}

static void read_chair(sqlite3_stmt *q, struct store_table *t)
{
    int seat = (int)number(q, 0);
    if (seat >= 0 && seat < GAME_MAX_SEATS)
        t->chairs[seat] = (struct store_chair){.kind = (uint8_t)number(q, 1),
                                               .level = read_level(q, 2),
                                               .away = (uint8_t)number(q, 3),
                                               .resigned = (uint8_t)number(q, 4),
                                               .player = (uint64_t)number(q, 5),
                                               .points = (int32_t)number(q, 6)};
}

bool store_get_table(struct store *s, uint64_t id, struct store_table *t)
{
    sqlite3_stmt *q = ask(s, READ_TABLE, (int64_t)id);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) {
        *t = (struct store_table){.id = id};
        t->creator = (uint64_t)number(q, 0);
        t->rematch = (uint64_t)number(q, 1);
        copy(q, 2, t->game, sizeof t->game);
        t->rules = (int32_t)number(q, 3);
        t->seats = (int32_t)number(q, 4);
        copy(q, 5, t->options, sizeof t->options);
        copy(q, 6, t->box, sizeof t->box);
        copy(q, 7, t->invite, sizeof t->invite);
        t->open_to_all = (uint8_t)number(q, 8);
        t->imported = (uint8_t)number(q, 9);
        t->state = (uint8_t)number(q, 10);
        t->clock = (uint8_t)number(q, 11);
        t->clock_seconds = (int32_t)number(q, 12);
        t->undo = (uint8_t)number(q, 13);
        t->reaction = (int32_t)number(q, 14);
        t->created = number(q, 15);
        t->changed = number(q, 16);
        t->number = (int32_t)number(q, 17);
        t->turn = (uint32_t)number(q, 18);
        t->winners = (uint32_t)number(q, 19);
        copy(q, 20, t->reason, sizeof t->reason);
    }
    sqlite3_reset(q);
    if (!found)
        return false;
    q = ask(s, READ_CHAIRS, (int64_t)id);
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        read_chair(q, t);
    /* A table of which some chairs are not known must not be played, for it would be written so. */
    if (code != SQLITE_DONE)
        log_line("store: %s", sqlite3_errmsg(s->reader));
    sqlite3_reset(q);
    return code == SQLITE_DONE;
}

bool store_rows(struct store *s, uint64_t table, int from, bool (*visit)(void *, const struct store_row *),
                void *context)
{
    sqlite3_stmt *q = ask(s, READ_ROWS, (int64_t)table);
    sqlite3_bind_int(q, 2, from);
    int code;
    bool on = true;
    while (on && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct store_row row = {.number = (int32_t)number(q, 0),
                                .actor = (char)sqlite3_column_text(q, 1)[0],
                                .spent = (int32_t)number(q, 3),
                                .at = number(q, 4)};
        copy(q, 2, row.move, sizeof row.move);
        on = visit(context, &row);
    }
    return sqlite3_reset(q) == SQLITE_OK;
}

int store_chats(struct store *s, uint64_t table, struct store_chat *out, int max)
{
    sqlite3_stmt *q = ask(s, READ_CHATS, (int64_t)table);
    sqlite3_bind_int(q, 2, max);
    int count = 0;
    while (count < max && sqlite3_step(q) == SQLITE_ROW) {
        struct store_chat *c = &out[count++];
        c->number = (int32_t)number(q, 0);
        c->seat = (int32_t)number(q, 1);
        c->player = (uint64_t)number(q, 2);
        copy(q, 3, c->name, sizeof c->name);
        copy(q, 4, c->text, sizeof c->text);
        c->at = number(q, 5);
    }
    sqlite3_reset(q);
    for (int i = 0; i < count / 2; i++) {
        struct store_chat swap = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swap;
    }
    return count;
}

int store_list(struct store *s, enum store_list what, uint64_t player, uint64_t before, uint64_t *out,
               int max)
{
    static const enum sql_read reads[] = {
        [STORE_OPEN] = READ_LIST_OPEN,         [STORE_LIVE] = READ_LIST_LIVE,
        [STORE_FINISHED] = READ_LIST_FINISHED, [STORE_MINE] = READ_LIST_MINE,
        [STORE_RUNNING] = READ_LIST_RUNNING,
    };
    int at = 0;
    sqlite3_stmt *q = s->reads[reads[what]];
    if (what == STORE_MINE)
        sqlite3_bind_int64(q, ++at, (int64_t)player);
    sqlite3_bind_int64(q, ++at, before ? (int64_t)before : INT64_MAX);
    sqlite3_bind_int(q, ++at, max);
    int count = 0;
    while (count < max && sqlite3_step(q) == SQLITE_ROW)
        out[count++] = (uint64_t)number(q, 0);
    sqlite3_reset(q);
    return count;
}

static int64_t read_number(sqlite3_stmt *q)
{
    int64_t n = sqlite3_step(q) == SQLITE_ROW ? number(q, 0) : 0;
    sqlite3_reset(q);
    return n;
}

int store_count_tables(struct store *s, uint64_t player)
{
    return (int)read_number(ask(s, READ_COUNT_TABLES, (int64_t)player));
}

int store_bots(struct store *s, uint64_t owner, uint64_t *out, int max)
{
    sqlite3_stmt *q = ask(s, READ_BOTS, (int64_t)owner);
    int count = 0;
    while (count < max && sqlite3_step(q) == SQLITE_ROW)
        out[count++] = (uint64_t)number(q, 0);
    sqlite3_reset(q);
    return count;
}

uint64_t store_find_name(struct store *s, const char *key)
{
    sqlite3_bind_text(s->reads[READ_NAME], 1, key, -1, SQLITE_TRANSIENT);
    return (uint64_t)read_number(s->reads[READ_NAME]);
}

uint64_t store_find_token(struct store *s, const char *hash)
{
    sqlite3_bind_text(s->reads[READ_TOKEN], 1, hash, -1, SQLITE_TRANSIENT);
    return (uint64_t)read_number(s->reads[READ_TOKEN]);
}

bool store_get_player(struct store *s, uint64_t id, struct store_player *p)
{
    sqlite3_stmt *q = ask(s, READ_PLAYER, (int64_t)id);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) {
        *p = (struct store_player){.id = id, .owner = (uint64_t)number(q, 0), .kind = (uint8_t)number(q, 1)};
        copy(q, 2, p->name, sizeof p->name);
        copy(q, 3, p->key, sizeof p->key);
        copy(q, 4, p->password, sizeof p->password);
        copy(q, 5, p->settings, sizeof p->settings);
        p->created = number(q, 6);
    }
    sqlite3_reset(q);
    return found;
}

bool store_get_rating(struct store *s, uint64_t player, const char *game, struct store_rating *out)
{
    sqlite3_stmt *q = ask(s, READ_RATING, (int64_t)player);
    sqlite3_bind_text(q, 2, game, -1, SQLITE_TRANSIENT);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found)
        *out = (struct store_rating){.rating = (double)number(q, 0) / 100, .games = (int32_t)number(q, 1)};
    sqlite3_reset(q);
    return found;
}
