/* nodes.c: what a node tells the others, who watches where, and who runs a table. */
#include "server/cluster/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/cluster/notice.h"
#include "server/protocol/client.h"
#include "server/tables/room.h"

/* ---- telling ---- */

static void tell(struct server *server, struct notice *notice, unsigned within_ms)
{
    char text[NOTICE_TEXT];
    if (!server->bus.publish || server->nodes.hearing)
        return;
    notice->node = server->nodes.me;
    notice->sequence = ++server->nodes.sequence;
    server->bus.publish(server->bus.me, text, notice_write(notice, text), within_ms);
}

void nodes_tell(struct server *server, struct notice *notice)
{
    tell(server, notice, BUS_SOON_MS);
}

void nodes_tell_about(struct server *server, enum notice_kind kind, uint64_t about)
{
    struct notice notice = {.kind = kind, .about = about};
    nodes_tell(server, &notice);
}

void nodes_tell_spent(struct server *server, enum budget budget, const char *address)
{
    struct notice notice = {.kind = NOTICE_SPENT, .about = limits_key(address), .numbers = {(int32_t)budget}};
    nodes_tell(server, &notice);
}

static void add_id(struct notice *notice, uint64_t id)
{
    for (int i = 0; i < notice->id_count; i++)
        if (notice->ids[i] == id)
            return;
    if (id && notice->id_count < NOTICE_IDS)
        notice->ids[notice->id_count++] = id;
}

static void add_players(struct notice *notice, const struct stored_table *t)
{
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER)
            add_id(notice, t->chairs[seat].row.player);
}

void nodes_tell_room(const struct room *room, uint32_t lists, const struct stored_table *before)
{
    struct notice notice = {
        .kind = NOTICE_TABLE,
        .about = room->id,
        .numbers = {room->table.match.entries, room->talk.next, room->table.at.row.revision, (int32_t)lists}};
    if (!room->server->bus.publish)
        return;
    if (before) {
        add_players(&notice, &room->table.at);
        add_players(&notice, before);
    }
    tell(room->server, &notice, elsewhere_has(room, 0) ? BUS_SOON_MS : BUS_LATER_MS);
}

void nodes_tell_watchers(const struct room *room)
{
    struct notice notice = {.kind = NOTICE_WATCHERS, .about = room->id};
    if (!room->server->bus.publish)
        return;
    for (const struct watcher *w = room->company.watchers; w; w = w->next_of_table) {
        notice.numbers[0]++;
        if (table_seats_of(&room->table, w->client->player->id))
            add_id(&notice, w->client->player->id);
    }
    nodes_tell(room->server, &notice);
}

/* ---- who watches elsewhere ---- */

static struct elsewhere **find(struct room *room, uint64_t node)
{
    struct elsewhere **at = &room->company.elsewhere;
    while (*at && (*at)->node != node)
        at = &(*at)->next;
    return at;
}

static bool lists(const struct elsewhere *e, uint64_t player)
{
    for (int i = 0; i < e->count; i++)
        if (e->players[i] == player)
            return true;
    return false;
}

bool elsewhere_has(const struct room *room, uint64_t player)
{
    for (const struct elsewhere *e = room->company.elsewhere; e; e = e->next)
        if (player ? lists(e, player) : e->watchers > 0)
            return true;
    return false;
}

/* When a player stopped to watch matters to others who want to replace them. */
static void note_gone(struct room *room, const struct elsewhere *was, const struct elsewhere *now, int64_t at)
{
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        uint64_t player = room->table.at.chairs[seat].row.player;
        if (player && lists(was, player) && !(now && lists(now, player)))
            room->company.gone[seat] = at;
    }
}

bool elsewhere_take(struct room *room, const struct notice *notice, int64_t now)
{
    struct elsewhere **at = find(room, notice->node), before = {0};
    if (!*at) {
        *at = must_calloc(1, sizeof **at);
        (*at)->node = notice->node;
    }
    struct elsewhere *e = *at;
    before = *e;
    e->watchers = notice->numbers[0];
    e->count = notice->id_count;
    memcpy(e->players, notice->ids, sizeof e->players);
    e->until = now + NODES_FORGET_MS;
    bool changed = before.count != e->count || memcmp(before.players, e->players, sizeof e->players) != 0;
    note_gone(room, &before, e, now);
    if (!e->watchers) {
        *at = e->next;
        free(e);
    }
    return changed;
}

bool elsewhere_forget(struct room *room, uint64_t node, int64_t now)
{
    bool changed = false;
    for (struct elsewhere **at = &room->company.elsewhere; *at;) {
        struct elsewhere *e = *at;
        if (node ? e->node != node : e->until > now) {
            at = &e->next;
            continue;
        }
        changed = changed || e->count;
        note_gone(room, e, NULL, now);
        *at = e->next;
        free(e);
    }
    return changed;
}

void elsewhere_free(struct room *room)
{
    elsewhere_forget(room, 0, INT64_MAX);
}

/* ---- who runs a table ---- */

/* SplitMix64 of both; the node with the greatest rank has the table. */
static uint64_t rank(uint64_t node, uint64_t table)
{
    uint64_t z = node ^ (table * UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

bool nodes_run_here(const struct room *room)
{
    uint64_t mine = rank(room->server->nodes.me, room->id);
    for (const struct elsewhere *e = room->company.elsewhere; e; e = e->next)
        if (e->watchers && (!room->company.watchers || rank(e->node, room->id) > mine))
            return false;
    return true;
}

bool nodes_share(const struct server *server, uint64_t table)
{
    const struct nodes *n = &server->nodes;
    for (int i = 0; i < n->count; i++)
        if (rank(n->others[i].id, table) > rank(n->me, table))
            return false;
    return true;
}
