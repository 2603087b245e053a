/* look.c: what a node does by itself every half second: it says that it is there, misses others, and looks
 * for what a lost notice would have told. */
#include <stdlib.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/cluster/on_notice.h"
#include "server/people/again.h"
#include "server/people/house.h"
#include "server/protocol/client.h"
#include "server/tables/room.h"

/* ---- nodes that are gone ---- */

/* What the node watched goes on here. Tables with clocks that nobody watches are read again, to be woken in
 * time. */
void nodes_lost(struct server *server, uint64_t node)
{
    struct nodes *n = &server->nodes;
    size_t at = 0;
    int64_t now = server_now(server);
    for (int i = 0; i < n->count; i++)
        if (n->others[i].id == node)
            n->others[i] = n->others[--n->count];
    for (struct room *room; (room = map_next(&server->tables, &at));)
        if (elsewhere_forget(room, node, now) && room_is_present(room))
            room_tell(room, NEWS_SEATING);
    uint64_t *ids = must_malloc((server->tables.count + 1) * sizeof *ids);
    size_t count = 0;
    at = 0;
    for (struct room *room; (room = map_next(&server->tables, &at));)
        ids[count++] = room->id;
    for (size_t i = 0; i < count; i++) { /* room_advance may load tables, which changes the map */
        struct room *room = map_get(&server->tables, ids[i]);
        if (room)
            room_advance(room);
    }
    free(ids);
    server->all_resumed = false;
    server->resumed = 0;
    n->look_soon = true;
}

static void miss(struct server *server, int64_t now)
{
    struct nodes *n = &server->nodes;
    for (int i = 0; i < n->count; i++)
        if (now - n->others[i].heard >= NODES_DEAD_MS) {
            char id[ID_TEXT];
            id_text(n->others[i].id, id);
            log_event(LOG_WARN, "node_lost", "node", id, NULL);
            nodes_lost(server, n->others[i].id);
            return; /* the next one at the next beat */
        }
}

/* ---- tables ---- */

static void on_heads(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    const struct head_row *heads = answer->rows;
    if (answer->found == STORE_FAILED)
        server->nodes.look_soon = true;
    for (int i = 0; i < answer->row_count; i++) {
        struct room *room = map_get(&server->tables, heads[i].table);
        if (room)
            room_on_head(room, &heads[i]);
    }
}

static void read_heads(struct server *server, const uint64_t *ids, int count)
{
    struct store_query query = {.what = STORE_NEWS, .ids = ids, .id_count = count};
    if (count)
        server->store.read(server->store.me, &query, on_heads, server);
}

/* Of each table one small row is read, of many tables at once. The ids are copied first: an answer that comes
 * at once may load tables. */
static void look_at_tables(struct server *server)
{
    size_t at = 0, count = 0;
    uint64_t *ids = must_malloc((server->tables.count + 1) * sizeof *ids);
    for (struct room *room; (room = map_next(&server->tables, &at));)
        if (room_is_present(room) && !room->sync.fresh)
            ids[count++] = room->id;
    for (size_t i = 0; i < count; i += STORE_HEADS)
        read_heads(server, ids + i, count - i < STORE_HEADS ? (int)(count - i) : STORE_HEADS);
    free(ids);
}

/* Says again who watches, of a part of the tables at each beat, and forgets what was not said again. */
static void repeat_watchers(struct server *server, int64_t now)
{
    enum { PARTS = NODES_WATCH_MS / NODES_BEAT_MS };
    size_t at = 0;
    for (struct room *room; (room = map_next(&server->tables, &at));) {
        if (room->company.watchers && room->id % PARTS == server->nodes.beats % PARTS)
            nodes_tell_watchers(room);
        if (room->company.elsewhere && elsewhere_forget(room, 0, now) && room_is_present(room))
            room_tell(room, NEWS_SEATING);
    }
}

/* ---- people ---- */

/* Players who are to be looked at. */
struct people {
    const struct server *server;
    uint64_t *ids;
    size_t count, capacity;
};

/* A part of all at each beat. */
static void add_person(struct people *people, uint64_t id)
{
    enum { PARTS = NODES_PEOPLE_MS / NODES_BEAT_MS };
    if (!id || id % PARTS != people->server->nodes.beats % PARTS)
        return;
    if (people->count == people->capacity) {
        people->capacity = people->capacity ? people->capacity * 2 : 16;
        people->ids = must_realloc(people->ids, people->capacity * sizeof *people->ids);
    }
    people->ids[people->count++] = id;
}

/* A player who said something may have been deleted, and the notice of it lost. Of the tables that somebody
 * watches here, a part at each beat; the ids are copied first, as above. */
static void look_at_words(struct server *server)
{
    enum { PARTS = NODES_PEOPLE_MS / NODES_BEAT_MS };
    size_t at = 0, count = 0;
    uint64_t *ids = must_malloc((server->tables.count + 1) * sizeof *ids);
    for (struct room *room; (room = map_next(&server->tables, &at));)
        if (room_is_present(room) && room->company.watchers && room->talk.next &&
            room->id % PARTS == server->nodes.beats % PARTS)
            ids[count++] = room->id;
    for (size_t i = 0; i < count; i++) {
        struct room *room = map_get(&server->tables, ids[i]);
        if (room)
            room_look_at_words(room);
    }
    free(ids);
}

/* Those who are connected elsewhere, or nowhere, have chairs at tables that somebody watches here. */
static void add_sitters(struct people *people, const struct room *room)
{
    for (int seat = 0; room->company.watchers && seat < room->table.at.row.seats; seat++) {
        const struct chair_row *chair = &room->table.at.chairs[seat].row;
        if (chair->kind == CHAIR_PLAYER && !players_present(people->server, chair->player))
            add_person(people, chair->player);
        if (chair->stand_in && !players_present(people->server, chair->stand_in))
            add_person(people, chair->stand_in);
    }
}

static int by_id(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void look_at_people(struct server *server)
{
    struct people people = {.server = server};
    size_t at = 0;
    for (const struct player *p; (p = map_next(&server->players, &at));)
        if (p->stored)
            add_person(&people, p->id);
    at = 0;
    for (const struct room *t; (t = map_next(&server->tables, &at));)
        add_sitters(&people, t);
    if (people.count)
        qsort(people.ids, people.count, sizeof *people.ids, by_id);
    for (size_t i = 0; i < people.count; i++)
        if (!i || people.ids[i] != people.ids[i - 1])
            player_read_again(server, people.ids[i]);
    free(people.ids);
}

/* ---- the beat ---- */

void nodes_beat(struct server *server)
{
    struct nodes *n = &server->nodes;
    int64_t now = server_now(server);
    if (!server->bus.publish || server->closing)
        return;
    n->beats++;
    nodes_tell_about(server, NOTICE_NODE, 0);
    miss(server, now);
    repeat_watchers(server, now);
    if (n->look_soon || now - n->looked >= NODES_LOOK_MS) {
        n->look_soon = false;
        n->looked = now;
        look_at_tables(server);
    }
    look_at_people(server);
    look_at_words(server);
    if (now - n->looked_house >= NODES_HOUSE_MS) {
        n->looked_house = now;
        house_look(server);
        lobby_stale(server);
    }
}

void nodes_leave(struct server *server)
{
    nodes_tell_about(server, NOTICE_GOODBYE, 0);
}

void bus_interrupted(struct server *server)
{
    struct nodes *n = &server->nodes;
    int64_t now = server_now(server);
    n->look_soon = true;
    if (now - n->asked < NODES_ASK_MS)
        return;
    n->asked = now;
    nodes_tell_about(server, NOTICE_WHO, 0);
}
