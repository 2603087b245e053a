/* requests_game.c: requests that make moves, take them back, or say how a seat reacts. */
#include "server/protocol/requests.h"

static enum request_end move(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct room *room = request_act_of(r, ACT_MOVE, &seat);
    if (!room)
        return REQUEST_DONE;
    struct match *m = &room->table.match;
    if (match_computers(m) & game_bit(seat))
        return request_refuse(r, "not_your_turn", "A computer plays for this seat; send \"sit\" first.");
    int64_t seen = request_int(r, "number", -1); /* MATCH_NEWEST is not for clients */
    if (match_move(m, seat, request_text(r, "move"), seen < 0 ? -1 : seen, server_now(r->server), &proposal))
        text_member_int(&r->out, "number", match_number_after(m, &proposal, seat));
    return request_propose(r, room, &proposal);
}

/* ---- taking back ---- */

static enum request_end undo(struct request *r)
{
    struct match_proposal proposal;
    struct room *room = request_act(r, ACT_UNDO);
    struct reason reason = reason_none();
    if (!room)
        return REQUEST_DONE;
    uint32_t mine = table_seats_of(&room->table, r->client->player->id);
    int seat = room_viewer(room, r->client, GAME_PUBLIC);
    int64_t now = server_now(r->server);
    const struct match *m = &room->table.match;
    int64_t number = request_int(r, "number", -1), wanted = request_int(r, "to", -1);
    if (number != match_number(m, seat, m->count) && !match_is_fresh(m, seat, number))
        return request_refuse(r, "stale",
                              "The position has changed since the one you saw; ask again in the newest one.");
    int place = wanted < number ? match_place(m, seat, wanted) : -1;
    if (place < 0)
        return request_refuse(r, "illegal", "\"to\" must be the number of an earlier position.");
    if (match_computers(m) & game_bit(seat))
        return request_refuse(r, "not_allowed", "A computer plays for this seat; send \"sit\" first.");
    if (m->entries >= LIMIT_ROWS)
        return request_refuse(r, "limit", "This match has too many entries to take anything back.");
    int maker = m->moves[place].actor; /* any seat of the player: they may share one device */
    int whose = maker < GAME_MAX_SEATS && (mine & game_bit(maker)) ? maker : seat;
    enum match_may may = match_may_undo(m, whose, place, mine, &reason);
    if (may == MATCH_MAY_NOT)
        return request_refuse(r, "not_allowed", "%s", reason.english);
    if (may == MATCH_MAY_AT_ONCE)
        match_undo(m, place, now, &proposal);
    else
        match_ask_undo(m, whose, place, mine, now, &proposal);
    return request_propose(r, room, &proposal);
}

static enum request_end answer(struct request *r)
{
    struct match_proposal proposal;
    struct room *room = request_act(r, ACT_ANSWER);
    if (!room)
        return REQUEST_DONE;
    uint32_t mine = table_seats_of(&room->table, r->client->player->id);
    const struct match *m = &room->table.match;
    const struct match_question *q = &m->turn.question;
    if (!table_asks_back(&room->table) ||
        match_number(m, __builtin_ctz(mine), q->place) != request_int(r, "to", -1))
        return request_refuse(r, "stale", "Nobody asks to take this move back any more.");
    if (!(mine & match_people(m)))
        return request_refuse(r, "not_allowed", "You have resigned; the others decide.");
    match_answer_undo(m, mine, request_bool(r, "yes"), server_now(r->server), &proposal);
    return request_propose(r, room, &proposal);
}

/* The table and one's seat, for a change that is no move. NULL as with request_table. */
static struct room *running_below_limit(struct request *r, int *seat)
{
    struct room *room = request_act_of(r, ACT_REACT, seat);
    if (!room || room->table.match.entries < LIMIT_ROWS)
        return room;
    request_refuse(r, "limit", "This match has too many entries; a seat can only move.");
    return NULL;
}

static enum request_end react(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct room *room = running_below_limit(r, &seat);
    if (!room)
        return REQUEST_DONE;
    match_change(&room->table.match, seat, request_bool(r, "off") ? MATCH_QUIET : MATCH_EAGER,
                 server_now(r->server), &proposal);
    return request_propose(r, room, &proposal);
}

/* How a seat answers reactions by itself. Nobody else is told of it, only of a move that it makes at once. */
static enum request_end reply(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct room *room = running_below_limit(r, &seat);
    if (!room)
        return REQUEST_DONE;
    match_reply(&room->table.match, seat, request_text(r, "reply"), server_now(r->server), &proposal);
    return request_propose(r, room, &proposal);
}

const struct request_kind requests_game[] = {
    {"move", "table:table number:place seat:seat move:move", move},
    {"undo", "table:table number:place to:place", undo},
    {"answer", "table:table to:place yes:b", answer},
    {"react", "table:table seat:seat off:b", react},
    {"reply", "table:table seat:seat reply:move", reply},
    {0},
};
