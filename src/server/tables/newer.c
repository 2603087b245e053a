/* newer.c: takes over what other nodes have made of a table. */
#include "server/protocol/client.h"
#include "server/tables/lobby.h"
#include "server/tables/room.h"

enum { AGAIN_MS = 1000 };

static bool has_line(const struct room *room, int number)
{
    for (int i = room->talk.count - 1; i >= 0; i--)
        if (room->talk.lines[i].number == number)
            return true;
    return false;
}

bool room_take_lines(struct room *room, const struct store_answer *answer)
{
    int last = room->talk.count ? room->talk.lines[room->talk.count - 1].number : -1;
    bool any = false;
    for (int i = 0; i < answer->chat_count; i++) {
        if (answer->chats[i].number <= last &&
            (last - answer->chats[i].number > STORE_CHATS / 2 || has_line(room, answer->chats[i].number)))
            continue;
        room_add_chat(room, &answer->chats[i]);
        room_tell_chat(room, &room->talk.lines[room->talk.count - 1]);
        any = true;
    }
    return any;
}

bool room_take_newer(struct room *room, const struct store_answer *answer)
{
    const struct stored_table *row = answer->table_count ? &answer->tables[0] : NULL;
    const struct table *t = &room->table;
    struct table_delta delta = {.entries = answer->entries, .count = answer->entry_count};
    bool talk = room_take_lines(room, answer);
    if (row && row->row.revision > t->at.row.revision)
        delta.row = row;
    bool newer = delta.row || (table_has_match(t) && delta.count &&
                               delta.entries[delta.count - 1].number >= t->match.entries);
    if (newer)
        room_accept(room, &delta);
    return newer || talk;
}

/* ---- reading on ---- */

static bool is_behind(const struct room *room)
{
    const struct head_row *h = &room->sync.heard;
    return h->entries > room->table.match.entries || h->revision > room->table.at.row.revision ||
           h->chats > room->talk.next;
}

static bool same_head(const struct head_row *a, const struct head_row *b)
{
    return a->revision == b->revision && a->entries == b->entries && a->chats == b->chats;
}

static void on_newer(void *context, const struct store_answer *answer)
{
    struct room *room = context;
    struct server *server = room->server;
    room->sync.state = ROOM_PRESENT;
    room->sync.unsure = answer->found == STORE_FAILED;
    if (answer->found == STORE_FOUND)
        room_take_newer(room, answer);
    else if (answer->found == STORE_NONE)
        room->sync.state = ROOM_ABSENT;
    if (answer->found == STORE_FAILED)
        server->host.wake(server->host.me, room->id, server_now(server) + AGAIN_MS);
    else if (same_head(&room->sync.heard, &room->sync.sought))
        room->sync.heard =
            (struct head_row){0}; /* a notice of more than there is must not be followed for ever */
    else
        room_catch_up(room);
    room_advance(room);
    room_wake_waiting(room);
}

static void on_look(void *context, const struct store_answer *answer)
{
    struct room *room = context;
    const struct head_row *head = answer->rows;
    room->sync.state = ROOM_PRESENT;
    room->sync.unsure = answer->found == STORE_FAILED;
    if (answer->row_count == 1) {
        struct head_row *h = &room->sync.heard;
        h->entries = head->entries > h->entries ? head->entries : h->entries;
        h->revision = head->revision > h->revision ? head->revision : h->revision;
        h->chats = head->chats > h->chats ? head->chats : h->chats;
        room_catch_up(room);
    }
    room_advance(room); /* a computer may have answered while the table was busy */
    if (!room_is_busy(room))
        room_wake_waiting(room);
}

void room_look(struct room *room)
{
    struct store *store = &room->server->store;
    struct store_query query = {.what = STORE_NEWS, .ids = &room->id, .id_count = 1};
    if (room->sync.state != ROOM_PRESENT)
        return;
    room->sync.state = ROOM_CATCHING_UP;
    store->read(store->me, &query, on_look, room);
}

/* Most often only a move is new. The table's row is read only if it changed too. */
void room_catch_up(struct room *room)
{
    struct store *store = &room->server->store;
    if (room->sync.state != ROOM_PRESENT || !is_behind(room))
        return;
    bool moves_only = table_has_match(&room->table) &&
                      room->sync.heard.revision <= room->table.at.row.revision &&
                      room->sync.heard.chats <= room->talk.next;
    struct store_query query = {.what = moves_only ? STORE_ENTRIES : STORE_SINCE,
                                .id = room->id,
                                .from = (uint64_t)room->table.match.entries,
                                .lines = room->talk.next};
    room->sync.state = ROOM_CATCHING_UP;
    room->sync.sought = room->sync.heard;
    store->read(store->me, &query, on_newer, room);
}
