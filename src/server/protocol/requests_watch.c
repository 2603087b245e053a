/* requests_watch.c: requests of those who watch a table: what happens there, and talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/requests.h"
#include "server/tables/expiry.h"

static void show_watched(struct request *r)
{
    struct room *room = r->room;
    struct watcher *w = client_watch(r->client, room);
    w->viewer = room_viewer(room, r->client, w->viewer);
    int place = table_has_match(&room->table)
                    ? match_place(&room->table.match, w->viewer, request_int(r, "number", -1))
                    : -1;
    /* After an undo the client's number may mean another position than ours. */
    if (place < 0 || room->table.match.any_undone)
        room_show(room, w, "table");
    else
        room_show_rest(room, w, place);
    expiry_note_look(room);
    room_advance(room); /* its computers may have waited for somebody to come */
    if (table_asks_back(&room->table))
        room_show_undo(room, w);
    if (drawing_asks_now(&room->table.at, server_now(r->server)))
        room_ask_number(room, w);
    if (table_seats_of(&room->table, r->client->player->id))
        room_tell(room, NEWS_SEATING);
}

static enum request_end watch(struct request *r)
{
    struct room *room = request_table(r);
    if (!room)
        return REQUEST_DONE;
    if (!client_watcher(r->client, room) && r->client->watching >= LIMIT_WATCHED)
        return request_refuse(r, "limit", "Unwatch a table first: at most %d at a time.", LIMIT_WATCHED);
    if (request_look(r, room) || request_refuse_unsure(r, room))
        return REQUEST_DONE;
    r->room = room;
    r->after = show_watched;
    return REQUEST_DONE;
}

static enum request_end unwatch(struct request *r)
{
    struct room *room = map_get(&r->server->tables, id_parse(request_text(r, "table")));
    if (room)
        client_unwatch(r->client, room);
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
    struct room *room = map_get(&t->server->tables, t->row.table);
    if (answer->found != STORE_FOUND || !room || !room_is_present(room)) {
        t->tries = LINE_TRIES;
        talked(t, STORE_REFUSED);
        return;
    }
    room_take_lines(room, answer);
    t->row.number = room->talk.next++;
    write_line(t);
}

/* Reads the line once more, later, as if another node had written it. */
static void look_later(const struct talk *t)
{
    struct room *room = map_get(&t->server->tables, t->row.table);
    if (!room || room->talk.next != t->row.number + 1)
        return;
    room->talk.next = t->row.number;
    room->sync.heard.chats = t->row.number + 1;
    room_catch_up(room);
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
    struct room *room = map_get(&t->server->tables, t->row.table);
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
    if (room && end == STORE_KEPT) {
        room_add_chat(room, &t->row);
        room_tell_chat(room, &room->talk.lines[room->talk.count - 1]);
        nodes_tell_room(room, 0, NULL);
    }
    free(t);
}

static enum request_end chat(struct request *r)
{
    struct room *room = request_table(r);
    struct server *server = r->server;
    if (!room)
        return REQUEST_DONE;
    const struct player *player = r->client->player;
    if (house_ban(server, BAN_MUTE, player->id, r->client->address))
        return request_refuse(r, "muted", "The owner of this server does not let you chat.");
    if (!client_watcher(r->client, room))
        return request_refuse(r, "not_allowed", "Send \"watch\" first: only watchers can chat.");
    int64_t now = server_now(server);
    if (!bucket_take(&r->client->chat, LIMIT_CHAT_RATE / 10.0, LIMIT_CHAT_RATE, now) ||
        !budget_take(server, BUDGET_CHAT, r->client->place.address, 1))
        return request_refuse(r, "rate", "At most %d lines in 10 seconds; send it later.", LIMIT_CHAT_RATE);
    struct talk *t = must_calloc(1, sizeof *t);
    uint32_t mine = table_seats_of(&room->table, player->id);
    *t = (struct talk){.server = server, .reply = {.client = r->client->id, .id = r->id}};
    t->row = (struct chat_row){.table = room->id,
                               .number = room->talk.next++,
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
