/* requests_seat.c: requests about chairs: taking, leaving, and giving them to others. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/requests.h"
#include "server/tables/rating.h"

enum { REMATCH_MS = 10 * 60 * 1000 };

/* ---- sitting down ---- */

/* In a game that was brought along (`import`) chairs may be open while it runs. */
static bool has_free_chair(const struct room *room)
{
    bool any = false;
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        any = any || room->table.at.chairs[seat].row.kind == CHAIR_OPEN;
    return any;
}

/* Whether the player may take one more chair at this table. `about` has the player's chairs and the
 * creator of the table. */
static bool may_join(struct request *r, const struct room *room, const struct store_answer *about)
{
    uint64_t player = r->client->player->id;
    bool own = room->table.at.row.creator == player;
    const struct player *creator = players_present(r->server, room->table.at.row.creator);
    const char *blocked = creator ? creator->blocked : about->player.blocked;
    if (room->table.at.row.state != TABLE_OPEN && !has_free_chair(room))
        request_refuse(r, "not_allowed", "The game has begun; nobody can join any more.");
    else if (!own && ids_contain(room->table.at.row.removed, player))
        request_refuse(r, "not_allowed", "The player who made this table removed you from it.");
    else if (!own && ids_contain(blocked, player))
        request_refuse(r, "not_allowed", "The player who made this table has blocked you.");
    else if (rating_forbids(room, r->client->player))
        request_refuse(r, "not_allowed", "%s", rating_forbids(room, r->client->player));
    else if (!own && !table_seats_of(&room->table, player) && about->count >= LIMIT_OPEN_CHAIRS)
        request_refuse(r, "limit", "You sit at %d tables that have not begun; leave one first.",
                       LIMIT_OPEN_CHAIRS);
    else
        request_may_keep_player(r);
    return r->code == NULL;
}

static enum request_end join_known(struct request *r, const struct store_answer *about)
{
    struct room *room = request_act(r, ACT_JOIN);
    if (!room || !may_join(r, room, about))
        return REQUEST_DONE;
    int seats = room->table.at.row.seats;
    const struct stored_chair *chairs = room->table.at.chairs;
    int64_t wanted = request_int(r, "seat", 0);
    int seat = wanted && wanted <= seats ? (int)wanted - 1 : 0;
    if (wanted > seats)
        return request_refuse(r, "no_seat", "The table has seats 1 to %d.", seats);
    while (!wanted && seat < seats && chairs[seat].row.kind != CHAIR_OPEN)
        seat++;
    if (seat >= seats || chairs[seat].row.kind != CHAIR_OPEN)
        return request_refuse(r, "full", wanted ? "This chair is taken." : "All chairs are taken.");
    struct change *change = change_new(room);
    change_seat(change, r->server, seat, CHAIR_PLAYER, r->client->player, 0);
    if (room->table.at.row.state == TABLE_OPEN)
        request_pledge(r, change);
    text_member_int(&r->out, "seat", seat + 1);
    return request_write(r, room, change);
}

/* A rematch is first for those who played before: a stranger must not take the chair of somebody who has not
 * answered yet. False after a refusal, or if the request is handled again. */
static bool may_join_rematch(struct request *r, const struct room *room)
{
    int64_t left = room->table.at.row.created + REMATCH_MS - server_now(r->server);
    if (!room->table.at.row.previous || left <= 0 || request_sat_before(r, room) || r->again)
        return !r->again;
    request_refuse(r, "not_allowed", "This is a rematch: those who played before have %d minutes to answer.",
                   (int)((left + 59999) / 60000));
    return false;
}

static enum request_end join(struct request *r)
{
    const struct room *room = request_act(r, ACT_JOIN);
    if (!room || !may_join_rematch(r, room))
        return REQUEST_DONE;
    struct store_query query = {
        .what = STORE_SEATED, .id = r->client->player->id, .from = room->table.at.row.creator};
    return request_read(r, &query, join_known);
}

/* ---- leaving ---- */

/* The seats that a request is about: the one that it names, or all of the player's. 0 after a refusal. */
static uint32_t seats_meant(struct request *r, const struct room *room)
{
    if (json_get(r->json, "seat")) {
        int seat = request_seat(r, room);
        return seat < 0 ? 0 : game_bit(seat);
    }
    uint32_t mine = table_seats_of(&room->table, r->client->player->id);
    if (!mine)
        request_refuse(r, "not_yours", "You do not sit at this table.");
    return mine;
}

static enum request_end leave_game(struct request *r, struct room *room, uint32_t seats)
{
    struct match_proposal proposal;
    match_change_all(&room->table.match, seats, MATCH_AWAY, server_now(r->server), &proposal);
    if (proposal.refused)
        return request_refuse(r, proposal.refused, "%s", proposal.reason);
    struct change *change = change_new(room);
    plan_propose(&change->plan, &proposal);
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        if (seats & game_bit(seat) & (room->table.at.chairs[seat].row.stand_in ? UINT32_MAX : 0))
            plan_free_stand_in(&change->plan, seat);
    return request_write(r, room, change);
}

/* Ends a game that nobody else plays, such as a lesson, so that no computer plays it to its end. The player
 * gives up the chairs: the table is in none of their lists any more. */
static enum request_end end_game(struct request *r, struct room *room, uint32_t seats)
{
    const struct player *player = r->client->player;
    bool alone = true;
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        alone = alone && (room->table.at.chairs[seat].row.kind != CHAIR_PLAYER || seats & game_bit(seat));
    struct table_refusal why;
    if (!table_may_act(&room->table, ACT_END, player->id, &why))
        return request_refuse(r, why.code, "%s", why.message);
    if (!alone)
        return request_refuse(r, "not_allowed", "A game ends early only for a player who plays it alone.");
    struct change *change = change_new(room);
    plan_open_seats(&change->plan, seats);
    plan_suspend(&change->plan, TABLE_LEFT);
    return request_write(r, room, change);
}

static enum request_end leave(struct request *r)
{
    struct room *room = request_table(r);
    if (!room)
        return REQUEST_DONE;
    uint64_t player = r->client->player->id;
    if (request_bool(r, "end")) {
        uint32_t own = seats_meant(r, room);
        return own ? end_game(r, room, own) : REQUEST_DONE;
    }
    if (room->table.at.row.creator == player && !table_seats_of(&room->table, player)) {
        struct change *change = change_new(room);
        if (plan_end_open(&change->plan, false))
            return request_write(r, room, change);
        change_drop(change);
    }
    uint32_t seats = seats_meant(r, room);
    if (!seats)
        return REQUEST_DONE;
    if (room->table.at.row.state == TABLE_RUNNING)
        return leave_game(r, room, seats);
    if (table_may[ACT_LEAVE][room->table.at.row.state] == MAY_NOBODY)
        return request_refuse(r, "not_running", "The game is over or suspended; there is nothing to leave.");
    struct change *change = change_new(room);
    plan_open_seats(&change->plan, seats);
    plan_end_open(&change->plan, player != room->table.at.row.creator && room_maker_waits(room));
    return request_write(r, room, change);
}

static enum request_end resign(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct room *room = request_act_of(r, ACT_RESIGN, &seat);
    if (!room)
        return REQUEST_DONE;
    if (room->table.at.chairs[seat].row.stand_in)
        return request_refuse(r, "not_allowed", "Who stands in for a player cannot resign for them.");
    match_change(&room->table.match, seat, MATCH_RESIGN, server_now(r->server), &proposal);
    return request_propose(r, room, &proposal);
}

/* ---- others' seats ---- */

static void note_removed(struct table_row *row, uint64_t player)
{
    char id[ID_TEXT];
    size_t length = strlen(row->removed);
    id_text(player, id);
    if (length + ID_TEXT >= sizeof row->removed) { /* the oldest is forgotten */
        memmove(row->removed, row->removed + ID_TEXT, length - ID_TEXT + 1);
        length -= ID_TEXT;
    }
    snprintf(row->removed + length, sizeof row->removed - length, "%s%s", length ? " " : "", id);
}

/* The creator frees all chairs of the player who has this one. */
static enum request_end remove_player(struct request *r)
{
    struct room *room = request_act(r, ACT_REMOVE);
    int seat = room ? request_other_seat(r, room) : -1;
    if (seat < 0)
        return REQUEST_DONE;
    uint64_t player = room->table.at.chairs[seat].row.player;
    uint32_t seats = table_seats_of(&room->table, player);
    struct change *change = change_new(room);
    plan_open_seats(&change->plan, seats);
    note_removed(&change->plan.next.row, player);
    return request_write(r, room, change);
}

/* ---- the waiting room ---- */

/* The seat in a member of the request, from 0. -1 after a refusal. */
static int request_any_seat(struct request *r, const struct room *room, const char *member)
{
    int64_t seat = request_int(r, member, 0);
    if (seat <= room->table.at.row.seats)
        return (int)seat - 1;
    request_refuse(r, "no_seat", "The table has seats 1 to %d.", (int)room->table.at.row.seats);
    return -1;
}

/* A chair without a person becomes open, or a computer's. */
static enum request_end chair(struct request *r)
{
    struct room *room = request_act(r, ACT_CHAIR);
    int seat = room ? request_any_seat(r, room, "seat") : -1;
    if (seat < 0)
        return REQUEST_DONE;
    int64_t level = request_int(r, "level", 0);
    bool computer = strcmp(request_text(r, "kind"), "computer") == 0;
    if (computer != (level > 0))
        return request_refuse(
            r, "missing", "A computer needs a \"level\" from 1 to %d; an open chair has none.", BOT_LEVELS);
    if (computer && room->table.at.row.rated)
        return request_refuse(r, "not_allowed", "A rated game has no computers.");
    if (room->table.at.chairs[seat].row.kind == CHAIR_PLAYER)
        return request_refuse(r, "full", "A person sits there.");
    struct change *change = change_new(room);
    change_seat(change, r->server, seat, computer ? CHAIR_COMPUTER : CHAIR_OPEN, NULL, (int)level);
    return request_write(r, room, change);
}

/* Names a person who shares the device with the player. */
static enum request_end alias(struct request *r)
{
    struct room *room = request_table(r);
    int seat = room ? request_seat(r, room) : -1;
    if (seat < 0)
        return REQUEST_DONE;
    char key[STORE_NAME];
    const char *name = request_text(r, "name");
    if (*name && !player_name_allowed(name, key))
        return request_refuse(r, "limit", "This cannot be a name: it has 1 to %d characters of one script.",
                              LIMIT_NAME);
    struct change *change = change_new(room);
    snprintf(change->plan.next.chairs[seat].row.alias, STORE_NAME, "%s", name);
    change->plan.puts = true;
    return request_write(r, room, change);
}

/* The players of two chairs change places. The colours stay with the chairs. */
static enum request_end swap(struct request *r)
{
    struct room *room = request_act(r, ACT_SWAP);
    int a = room ? request_any_seat(r, room, "seat") : -1,
        b = a < 0 ? -1 : request_any_seat(r, room, "other");
    if (b < 0)
        return REQUEST_DONE;
    uint64_t player = r->client->player->id;
    const struct stored_chair *from = &room->table.at.chairs[a], *to = &room->table.at.chairs[b];
    bool moves = from->row.kind == CHAIR_PLAYER && from->row.player == player && to->row.kind == CHAIR_OPEN;
    if (room->table.at.row.creator != player && !moves)
        return request_refuse(r, "not_allowed", "You can only take a free chair instead of your own.");
    struct change *change = change_new(room);
    change->plan.next.chairs[a] = *to;
    change->plan.next.chairs[b] = *from;
    change->plan.next.chairs[a].row.seat = a;
    change->plan.next.chairs[b].row.seat = b;
    change->plan.puts = true;
    return request_write(r, room, change);
}

const struct request_kind requests_seat[] = {
    {"join", "table:table seat?:seat invite?:key pledge?:hash", join},
    {"leave", "table:table seat?:seat end?:b", leave},
    {"resign", "table:table seat:seat", resign},
    {"remove", "table:table seat:seat", remove_player},
    {"chair", "table:table seat:seat kind:open|computer level?:i1-BOT_LEVELS", chair},
    {"alias", "table:table seat:seat name:t0-LIMIT_NAME", alias},
    {"swap", "table:table seat:seat other:seat", swap},
    {0},
};
