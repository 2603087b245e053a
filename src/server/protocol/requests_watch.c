/* requests_watch.c: requests of those who watch a table: what happens there, and talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/requests.h"
#include "server/tables/expiry.h"

static void show_watched(struct request *r)
{
    struct table *table = r->table;
    struct watcher *w = client_watch(r->client, table);
    w->viewer = table_viewer(table, r->client, w->viewer);
    int place =
        table_has_match(table) ? match_place(&table->match, w->viewer, request_int(r, "number", -1)) : -1;
    /* After an undo the client's number may mean another position than ours. */
    if (place < 0 || table->match.any_undone)
        table_show(table, w, "table");
    else
        table_show_rest(table, w, place);
    expiry_note_look(table);
    table_advance(table); /* its computers may have waited for somebody to come */
    if (table->at.row.undo_asked)
        table_show_undo(table, w);
    if (drawing_asks_now(&table->at, server_now(r->server)))
        drawing_show(table, w);
    if (table_seats_of(table, r->client->player->id))
        table_tell(table, NEWS_SEATING);
}

static enum request_end watch(struct request *r)
{
    struct table *table = request_table(r);
    if (!table)
        return REQUEST_DONE;
    if (!client_watcher(r->client, table) && r->client->watching >= LIMIT_WATCHED)
        return request_refuse(r, "limit", "Unwatch a table first: at most %d at a time.", LIMIT_WATCHED);
    if (request_look(r, table) || request_refuse_unsure(r, table))
        return REQUEST_DONE;
    r->table = table;
    r->after = show_watched;
    return REQUEST_DONE;
}

static enum request_end unwatch(struct request *r)
{
    struct table *table = map_get(&r->server->tables, id_parse(request_text(r, "table")));
    if (table)
        client_unwatch(r->client, table);
    return REQUEST_DONE;
}

enum { LINE_TRIES = 5 };

/* A line that is being stored. It names its table by id, because the table may be gone by then. */
struct talk {
    struct server *server;
    struct reply reply;
    struct chat_row row;
    int tries;
};

static void talked(void *context, enum store_end end);

static void write_line(struct talk *t)
{
    struct unit *unit = unit_new();
    unit_add_chat(unit, &t->row);
    t->server->store.write(t->server->store.me, unit, talked, t);
}

/* Another node has used the number of the line: it gets the next one. */
static void number_again(void *context, const struct store_answer *answer)
{
    struct talk *t = context;
    struct table *table = map_get(&t->server->tables, t->row.table);
    if (answer->found != STORE_FOUND || !table || table->presence != TABLE_PRESENT) {
        t->tries = LINE_TRIES;
        talked(t, STORE_REFUSED);
        return;
    }
    table_take_lines(table, answer);
    t->row.number = table->next_chat++;
    write_line(t);
}

/* Reads the line once more, later, as if another node had written it. */
static void look_later(const struct talk *t)
{
    struct table *table = map_get(&t->server->tables, t->row.table);
    if (!table || table->next_chat != t->row.number + 1)
        return;
    table->next_chat = t->row.number;
    table->heard.chats = t->row.number + 1;
    table_catch_up(table);
}

/* Nobody knows whether the line was kept: the store says it now. */
static void read_back(void *context, const struct store_answer *answer)
{
    struct talk *t = context;
    bool kept = false;
    if (answer->found == STORE_FAILED)
        look_later(t);
    for (int i = 0; i < answer->chat_count; i++)
        kept =
            kept || (answer->chats[i].number == t->row.number && answer->chats[i].player == t->row.player &&
                     answer->chats[i].at == t->row.at && strcmp(answer->chats[i].text, t->row.text) == 0);
    t->tries = LINE_TRIES;
    talked(t, kept ? STORE_KEPT : STORE_REFUSED);
}

static void read_from_line(struct talk *t, store_read *done)
{
    struct store_query query = {
        .what = STORE_SINCE, .id = t->row.table, .from = INT32_MAX, .lines = t->row.number};
    t->server->store.read(t->server->store.me, &query, done, t);
}

static void talked(void *context, enum store_end end)
{
    struct talk *t = context;
    struct table *table = map_get(&t->server->tables, t->row.table);
    if (end == STORE_UNKNOWN) {
        read_from_line(t, read_back);
        return;
    }
    if (end == STORE_REFUSED && t->server->bus.publish && t->tries++ < LINE_TRIES) {
        read_from_line(t, number_again);
        return;
    }
    client_reply(t->server, &t->reply, end == STORE_KEPT ? NULL : "store",
                 "The store could not write the line; send it again.");
    if (table && end == STORE_KEPT) {
        table_add_chat(table, &t->row);
        table_tell_chat(table, &table->chats[table->chat_count - 1]);
        nodes_tell_table(table, 0, NULL);
    }
    free(t);
}

static enum request_end chat(struct request *r)
{
    struct table *table = request_table(r);
    struct server *server = r->server;
    if (!table)
        return REQUEST_DONE;
    const struct player *player = r->client->player;
    if (house_ban(server, BAN_MUTE, player->id, r->client->address))
        return request_refuse(r, "muted", "The owner of this server does not let you chat.");
    if (!client_watcher(r->client, table))
        return request_refuse(r, "not_allowed", "Send \"watch\" first: only watchers can chat.");
    int64_t now = server_now(server);
    if (!bucket_take(&r->client->chat, LIMIT_CHAT_RATE / 10.0, LIMIT_CHAT_RATE, now) ||
        !budget_take(server, BUDGET_CHAT, r->client->place.address, 1))
        return request_refuse(r, "rate", "At most %d lines in 10 seconds; send it later.", LIMIT_CHAT_RATE);
    struct talk *t = must_calloc(1, sizeof *t);
    uint32_t mine = table_seats_of(table, player->id);
    *t = (struct talk){.server = server, .reply = {.client = r->client->id, .id = r->id}};
    t->row = (struct chat_row){.table = table->id,
                               .number = table->next_chat++,
                               .seat = mine ? __builtin_ctz(mine) + 1 : 0,
                               .player = player->id,
                               .at = now};
    snprintf(t->row.name, sizeof t->row.name, "%s", player->name);
    snprintf(t->row.text, sizeof t->row.text, "%s", request_text(r, "text"));
    write_line(t);
    return REQUEST_PENDING;
}

const struct request_kind requests_watch[] = {
    {"watch", "table:table number?:place invite?:key", watch},
    {"unwatch", "table:table", unwatch},
    {"chat", "table:table text:t1-LIMIT_CHAT", chat},
    {0},
};
