/* requests_absent.c: requests about players who are away: calling them, playing for them, coming back. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/requests.h"
#include "server/tables/rating.h"

enum { LIVE_MS = 60 * 60 * 1000, LIVE_WAIT_MS = 10 * 60 * 1000 };

int request_other_seat(struct request *r, const struct room *room)
{
    int64_t seat = request_int(r, "seat", 0);
    if (seat > room->table.at.row.seats) {
        request_refuse(r, "no_seat", "The table has seats 1 to %d.", (int)room->table.at.row.seats);
        return -1;
    }
    const struct chair_row *chair = &room->table.at.chairs[seat - 1].row;
    if (chair->kind != CHAIR_PLAYER || chair->player == r->client->player->id) {
        request_refuse(r, "not_allowed", "No other player sits on chair %d.", (int)seat);
        return -1;
    }
    return (int)seat - 1;
}

/* A running table where the player sits, and the seat of an absent player for whom everybody waits. NULL
 * after a refusal. */
static struct room *request_absent(struct request *r, int *seat)
{
    struct room *room = request_act(r, ACT_CALL);
    if (!room)
        return NULL;
    const struct match *m = &room->table.match;
    if ((*seat = request_other_seat(r, room)) < 0)
        return NULL;
    else if (room->table.at.row.clock != MATCH_CLOCK_NONE)
        request_refuse(r, "not_allowed", "This table has a clock, which ends a long absence.");
    else if (!(match_to_act(m, server_now(r->server)) & ~match_computers(m) & game_bit(*seat)))
        request_refuse(r, "not_allowed", "Nobody waits for the player of seat %d.", *seat + 1);
    else if (room_is_watched_by(room, chair_holder(&room->table.at.chairs[*seat].row)))
        request_refuse(r, "not_allowed", "The player of seat %d is at the table.", *seat + 1);
    return r->code ? NULL : room;
}

/* Asks an absent player to come back. In a game that was played lately they have ten minutes. */
static enum request_end call(struct request *r)
{
    int seat;
    struct room *room = request_absent(r, &seat);
    if (!room)
        return REQUEST_DONE;
    int64_t now = server_now(r->server), wait = r->server->policy.absence_ms;
    int64_t ends = room->table.at.chairs[seat].row.call_ends;
    if (now - room->table.at.row.changed < LIVE_MS && wait > LIVE_WAIT_MS)
        wait = LIVE_WAIT_MS;
    text_member_int(&r->out, "ends", ends ? ends : now + wait);
    if (ends)
        return REQUEST_DONE;
    struct change *change = change_new(room);
    change->plan.next.chairs[seat].row.call_ends = now + wait;
    if (r->server->tell_absent)
        r->server->tell_absent(r->server, room, seat, "called");
    change->plan.puts = true;
    return request_write(r, room, change);
}

/* A computer takes the seat of a player who was called in vain, until that player or a friend sits down. */
static enum request_end replace(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct room *room = request_absent(r, &seat);
    if (!room)
        return REQUEST_DONE;
    int64_t now = server_now(r->server), ends = room->table.at.chairs[seat].row.call_ends;
    if (!ends)
        return request_refuse(r, "not_allowed",
                              "Send \"call\" first: it asks the player of seat %d to come back.", seat + 1);
    if (now < ends)
        return request_refuse(r, "not_allowed", "The player of seat %d has %d minutes left to come back.",
                              seat + 1, (int)((ends - now + 59999) / 60000));
    match_change(&room->table.match, seat, MATCH_AWAY, now, &proposal);
    if (proposal.refused)
        return request_refuse(r, proposal.refused, "%s", proposal.reason);
    struct change *change = change_new(room);
    plan_propose(&change->plan, &proposal);
    plan_free_stand_in(&change->plan, seat);
    return request_write(r, room, change);
}

/* Takes a seat from the computer. */
static enum request_end come_back(struct request *r, struct room *room, int seat, const struct player *friend)
{
    struct match_proposal proposal;
    if (room->table.match.entries >= LIMIT_ROWS)
        return request_refuse(r, "limit", "This match has too many entries; nobody can come back to it.");
    match_change(&room->table.match, seat, MATCH_BACK, server_now(r->server), &proposal);
    if (proposal.refused)
        return request_refuse(r, proposal.refused, "%s", proposal.reason);
    struct change *change = change_new(room);
    struct chair_row *chair = &change->plan.next.chairs[seat].row;
    plan_propose(&change->plan, &proposal);
    plan_free_stand_in(&change->plan, seat);
    if (friend) {
        if (!friend->stored)
            player_put(r->server, change->unit, friend);
        chair->stand_in = friend->id;
        snprintf(chair->stand_in_name, sizeof chair->stand_in_name, "%s", friend->name);
    }
    return request_write(r, room, change);
}

/* The player of a chair comes back, also from a friend who plays there. */
static enum request_end sit(struct request *r)
{
    struct room *room = request_act(r, ACT_SIT);
    if (!room)
        return REQUEST_DONE;
    int64_t wanted = request_int(r, "seat", 0);
    if (wanted > room->table.at.row.seats)
        return request_refuse(r, "no_seat", "The table has seats 1 to %d.", (int)room->table.at.row.seats);
    const struct chair_row *chair = &room->table.at.chairs[wanted - 1].row;
    if (chair->kind != CHAIR_PLAYER || chair->player != r->client->player->id)
        return request_refuse(r, "not_yours", "Seat %d is not yours.", (int)wanted);
    bool away = room->table.match.turn.away & game_bit((int)wanted - 1);
    return away || chair->stand_in ? come_back(r, room, (int)wanted - 1, NULL) : REQUEST_DONE;
}

/* A friend plays for an absent player. The key of the table shows that a player has sent the friend. */
static enum request_end stand_in(struct request *r)
{
    struct room *room = request_act(r, ACT_STAND_IN);
    int seat = room ? request_other_seat(r, room) : -1;
    if (seat < 0)
        return REQUEST_DONE;
    uint32_t away = room->table.match.turn.away & ~(uint32_t)room->table.match.turn.resigned;
    if (rating_counts(room))
        return request_refuse(r, "not_allowed", "Nobody stands in for somebody else in a rated game.");
    if (!(away & game_bit(seat)))
        return request_refuse(r, "not_allowed", "No computer plays for the player of seat %d.", seat + 1);
    if (strcmp(request_text(r, "invite"), room->table.at.row.invite) != 0)
        return request_refuse(r, "not_allowed", "Ask a player of this table for a link to it.");
    return request_may_keep_player(r) ? come_back(r, room, seat, r->client->player) : REQUEST_DONE;
}

const struct request_kind requests_absent[] = {
    {"call", "table:table seat:seat", call},
    {"replace", "table:table seat:seat", replace},
    {"sit", "table:table seat:seat", sit},
    {"stand_in", "table:table seat:seat invite:key", stand_in},
    {0},
};
