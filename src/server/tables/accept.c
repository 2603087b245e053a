/* accept.c: what follows when a table has accepted a delta: who is told, and in which lists it is new. */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/tables/lobby.h"
#include "server/tables/rating.h"

/* The people for whom a running game waits. */
static uint32_t awaited(const struct room *room)
{
    const struct match *m = &room->table.match;
    bool runs = room->table.at.row.state == TABLE_RUNNING && table_has_match(&room->table);
    return runs ? match_to_act(m, server_now(room->server)) & match_people(m) & ~match_computers(m) : 0;
}

static void tell_absent(struct room *room, uint32_t seats)
{
    struct server *server = room->server;
    for (int seat = 0; server->tell_absent && seat < room->table.at.row.seats; seat++)
        if ((seats & game_bit(seat)) && room->table.at.chairs[seat].row.kind == CHAIR_PLAYER)
            server->tell_absent(server, room, seat, "turn");
}

static void note_problem(const struct room *room, const struct table_news *news)
{
    char id[ID_TEXT];
    if (!news->problem[0])
        return;
    id_text(room->id, id);
    log_event(LOG_WARN, "suspended", "table", id, "reason", news->problem, NULL);
    room->server->metrics.suspended++;
}

/* Lets the table accept, and notes what the room remembers about people and lists. Returns the public lists
 * that may have changed, a bit each. */
static uint32_t take(struct room *room, const struct table_delta *delta, struct stored_table *was,
                     struct table_news *news)
{
    uint32_t lists = 0;
    *was = room->table.at;
    table_accept(&room->table, &room->server->world, delta, news);
    note_problem(room, news);
    if (news->puts) {
        room_follow_people(room, was);
        room->lists.put_at = server_now(room->server);
    }
    if (!news->hidden && was->row.id) /* a table that was read is in no list that was not told of it */
        lists = lobby_changed(room, was);
    if (news->question)
        room->lists.changed = true; /* those who sit there see the question in their lists */
    return lists;
}

static void tell(struct room *room, const struct table_news *news)
{
    room_tell(room, news->kind);
    if (news->ends && news->kind == NEWS_MOVES)
        room_tell(room, NEWS_SEATING);
    if (news->question)
        room_tell_question(room);
}

void room_accept(struct room *room, const struct table_delta *delta)
{
    struct stored_table was;
    struct table_news news;
    take(room, delta, &was, &news);
    tell(room, &news);
}

/* ---- the room's own changes ---- */

/* The unit that was kept had the rows of new guests who sit there. */
static void mark_stored(const struct room *room)
{
    struct player *creator = players_present(room->server, room->table.at.row.creator);
    if (creator)
        creator->stored = true;
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        struct player *p = players_present(room->server, room->table.at.chairs[seat].row.player);
        if (p)
            p->stored = true;
    }
}

void room_accept_own(struct room *room)
{
    struct server *server = room->server;
    struct change *change = room->sync.change;
    struct stored_table was;
    struct table_news news;
    if (change->also)
        room_accept_own(change->also);
    room->sync.fresh = false;
    uint32_t before = awaited(room);
    const struct table_delta delta = plan_delta(&change->plan);
    uint32_t lists = take(room, &delta, &was, &news);
    plan_taken(&change->plan);
    server->metrics.moves += (uint64_t)news.moves;
    mark_stored(room);
    if (change->plan.seats)
        rating_read(room);
    nodes_tell_room(room, lists, news.hidden ? NULL : &was);
    if (change->plan.seats)
        nodes_tell_watchers(room);
    client_reply(server, &change->reply, NULL, NULL);
    room->sync.change = NULL;
    room->sync.state = ROOM_PRESENT;
    change_drop(change);
    tell(room, &news);
    tell_absent(room, awaited(room) & ~before);
    room_catch_up(room);
    room_advance(room);
    room_wake_waiting(room);
}
