/* expiry.c: what nobody needs any more ends. */
#include "server/tables/expiry.h"

#include "server/protocol/client.h"

#define SWEEP_MS INT64_C(600000)
#define DAY_MS   INT64_C(86400000)

bool expiry_has_come(const struct room *room)
{
    int64_t now = server_now(room->server);
    const struct policy *policy = &room->server->policy;
    const struct table_row *row = &room->table.at.row;
    if (room->company.watchers || elsewhere_has(room, 0))
        return false;
    if (row->state == TABLE_OPEN)
        return now - row->changed >= policy->open_ms && !clients_connected(room->server, row->creator);
    return row->state == TABLE_RUNNING && now - row->looked >= policy->game_ms &&
           now - row->changed >= policy->game_ms;
}

void expiry_note_look(struct room *room)
{
    int64_t now = server_now(room->server);
    if (room->sync.state != ROOM_PRESENT || room->table.at.row.state != TABLE_RUNNING ||
        now - room->table.at.row.looked < DAY_MS)
        return;
    struct change *change = change_new(room);
    change->plan.next.row.looked = now;
    change->plan.puts = true;
    change_write(change, room, NULL);
}

/* The tables end when they have been read, see room_advance. A full page has another after it, which is read
 * at the next tick. */
static void on_old(struct server *server, enum store_question what, const struct store_answer *old)
{
    bool live = what == STORE_OLD_LIVE;
    for (int i = 0; i < old->count; i++) {
        struct room *room = room_get(server, old->ids[i]);
        room->errands.expiring = true;
        room_advance(room);
    }
    server->old_from[live] = old->count == STORE_IDS ? old->ids[STORE_IDS - 1] : 0;
}

static void on_old_open(void *context, const struct store_answer *old)
{
    on_old(context, STORE_OLD_OPEN, old);
}

static void on_old_live(void *context, const struct store_answer *old)
{
    on_old(context, STORE_OLD_LIVE, old);
}

static void read_old(struct server *server, enum store_question what, int64_t ms)
{
    bool live = what == STORE_OLD_LIVE;
    int64_t before = server_now(server) - ms;
    struct store_query query = {
        .what = what, .id = server->old_from[live], .from = before > 0 ? (uint64_t)before : 1};
    server->store.read(server->store.me, &query, live ? on_old_live : on_old_open, server);
}

/* A player who stays connected for long has been seen today, too. */
static void forget_guests(struct server *server, int64_t before)
{
    size_t at = 0;
    for (struct player *p; (p = map_next(&server->players, &at));)
        player_see(server, p);
    struct unit *unit = unit_new();
    unit_drop_guests(unit, before);
    server->store.write(server->store.me, unit, NULL, NULL);
}

void expiry_tick(struct server *server)
{
    int64_t now = server_now(server);
    const struct policy *policy = &server->policy;
    if (!server->swept)
        server->swept = now;
    bool sweeps = now - server->swept >= SWEEP_MS;
    if (sweeps || server->old_from[0])
        read_old(server, STORE_OLD_OPEN, policy->open_ms);
    if (sweeps || server->old_from[1])
        read_old(server, STORE_OLD_LIVE, policy->game_ms);
    if (!sweeps)
        return;
    server->swept = now;
    if (now - server->guests_swept < DAY_MS) /* all moves wait meanwhile */
        return;
    server->guests_swept = now;
    forget_guests(server, now - policy->guest_ms);
}
