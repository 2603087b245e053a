/* change.c: how a change is kept: begun, written, and read back if its end is not known. */
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/store/columns.h"
#include "server/tables/room.h"

enum { AGAIN_MS = 1000 };

struct change *change_new(const struct room *room)
{
    struct change *change = must_calloc(1, sizeof *change);
    plan_begin(&change->plan, &room->table, &room->server->world);
    change->unit = unit_new();
    return change;
}

struct change *change_of(const struct plan *plan)
{
    struct change *change = must_calloc(1, sizeof *change);
    change->plan = *plan;
    change->unit = unit_new();
    return change;
}

void change_drop(struct change *change)
{
    if (change->unit)
        unit_free(change->unit);
    plan_free(&change->plan);
    free(change->reply.members);
    free(change);
}

void change_seat(struct change *change, struct server *server, int seat, enum chair_kind kind,
                 const struct player *player, int level)
{
    if (!player) {
        plan_seat(&change->plan, seat, kind, NULL, level);
        return;
    }
    const struct sitter sitter = {player->id, player->owner, player->kind, player->name, player->holiday};
    plan_seat(&change->plan, seat, kind, &sitter, level);
    if (!player->stored)
        player_put(server, change->unit, player);
}

/* ---- after the store has answered ---- */

static bool same_entry(const struct match_entry *a, const struct match_entry *b)
{
    return a->number == b->number && a->actor == b->actor && a->at == b->at && strcmp(a->move, b->move) == 0;
}

/* Whether the store has what the change wrote. */
static bool is_there(const struct change *change, const struct store_answer *stored)
{
    const struct plan *plan = &change->plan;
    int first = plan->count ? plan->entries[0].number : 0;
    if (stored->found != STORE_FOUND || first + plan->count > stored->entry_count)
        return false;
    for (int i = 0; i < plan->count; i++)
        if (!same_entry(&plan->entries[i], &stored->entries[first + i]))
            return false;
    const struct stored_table *a = &plan->next, *b = &stored->tables[0];
    if (strcmp(a->row.key, b->row.key) != 0)
        return false;
    if (!plan->puts || (plan->count && b->row.revision > a->row.revision))
        return true; /* the entries are proof enough */
    bool same = columns_same(&row_kinds[WRITE_TABLE], &a->row, &b->row);
    for (int seat = 0; seat < a->row.seats; seat++)
        same = same && columns_same(&row_kinds[WRITE_CHAIR], &a->chairs[seat].row, &b->chairs[seat].row);
    return same;
}

/* Entries that another node has added; the table catches up as soon as it can. */
static void note_stored(struct room *room, const struct store_answer *stored)
{
    struct head_row *h = &room->sync.heard;
    h->entries = stored->entry_count > h->entries ? stored->entry_count : h->entries;
    h->revision = stored->tables[0].row.revision > h->revision ? stored->tables[0].row.revision : h->revision;
}

/* A new table was not kept: there is none, or its id is another table's. */
static void give_up_fresh(struct room *room)
{
    change_drop(room->sync.change);
    room->sync.change = NULL;
    room->sync.state = ROOM_ABSENT;
    room_wake_waiting(room);
}

/* The unit was refused, or its end is unknown. What the store has now decides. */
static void read_back(void *context, const struct store_answer *stored)
{
    struct room *room = context;
    struct change *change = room->sync.change;
    struct server *server = room->server;
    struct reply reply = change->reply;
    if (change->unknown && stored->found == STORE_FAILED) { /* nobody is answered before the truth is known */
        room->sync.state = ROOM_UNKNOWN;
        server->host.wake(server->host.me, room->id, server_now(server) + AGAIN_MS);
        return;
    }
    if (change->unknown && is_there(change, stored)) { /* what was refused may be there from another node */
        note_stored(room, stored);
        room_accept_own(room);
        return;
    }
    change->reply.members = NULL;
    if (change->also)
        give_up_fresh(change->also);
    if (room->sync.fresh) {
        client_reply(server, &reply, "store",
                     "The store could not write it; nothing is changed. Try again later.");
        give_up_fresh(room);
        return;
    }
    room->sync.change = NULL;
    room->sync.state = ROOM_PRESENT;
    change_drop(change);
    if (stored->found == STORE_FOUND && room_take_newer(room, stored)) {
        /* Another node was faster. The request is handled again on what is new. */
        free(reply.members);
        if (reply.client)
            client_go_on(server, reply.client, false);
        room_advance(room);
    } else {
        client_reply(server, &reply, "store",
                     "The store could not write it; nothing is changed. Try again later.");
        if (stored->found == STORE_NONE)
            room->sync.state = ROOM_ABSENT;
        else
            server->host.wake(server->host.me, room->id, server_now(server) + AGAIN_MS);
    }
    room_wake_waiting(room);
}

void change_read_back(struct room *room)
{
    struct store_query query = {.what = STORE_TABLE, .id = room->id};
    room->sync.state = ROOM_ASKING;
    room->server->store.read(room->server->store.me, &query, read_back, room);
}

static void written(void *context, enum store_end end)
{
    struct room *room = context;
    if (end == STORE_KEPT) {
        room_accept_own(room);
        return;
    }
    room->sync.change->unknown = end == STORE_UNKNOWN;
    change_read_back(room);
}

/* Makes the table busy with the change and returns the unit to write. */
static struct unit *begin_write(struct change *change, struct room *room, struct reply *reply)
{
    struct plan *plan = &change->plan;
    struct unit *unit = change->unit;
    change->unit = NULL;
    room->used = server_now(room->server);
    plan_end(plan, room->company.watchers != NULL, room->used);
    if (plan->puts) {
        struct chair_row chairs[GAME_MAX_SEATS];
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            chairs[seat] = plan->next.chairs[seat].row;
        (room->sync.fresh ? unit_new_table : unit_put_table)(unit, &plan->next.row, chairs);
    }
    unit_add_entries(unit, room->id, plan->entries, plan->count);
    if (reply) {
        change->reply = *reply;
        reply->members = NULL;
    }
    room->sync.change = change;
    room->sync.state = ROOM_WRITING;
    return unit;
}

void change_write(struct change *change, struct room *room, struct reply *reply)
{
    struct store *store = &room->server->store;
    store->write(store->me, begin_write(change, room, reply), written, room);
}

void change_write_both(struct change *change, struct room *room, struct change *first, struct room *fresh,
                       struct reply *reply)
{
    struct store *store = &room->server->store;
    struct unit *unit = begin_write(change, room, reply);
    unit_join(unit, begin_write(first, fresh, NULL));
    change->also = fresh;
    store->write(store->me, unit, written, room);
}
