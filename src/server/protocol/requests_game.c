/* requests_game.c: requests that make moves, take them back, or say how a seat reacts. */
#include "server/protocol/requests.h"

static enum request_end move(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct table *table = request_running(r, &seat);
    if (!table)
        return REQUEST_DONE;
    struct match *m = &table->match;
    if (match_computers(m) & game_bit(seat))
        return request_refuse(r, "not_your_turn", "A computer plays for this seat; send \"sit\" first.");
    int64_t seen = request_int(r, "number", -1); /* MATCH_NEWEST is not for clients */
    if (match_move(m, seat, request_text(r, "move"), seen < 0 ? -1 : seen, server_now(r->server), &proposal))
        text_member_int(&r->out, "number", match_number_after(m, &proposal, seat));
    return request_propose(r, table, &proposal, NEWS_MOVES);
}

/* ---- taking back ---- */

static enum request_end undo_now(struct request *r, struct table *table, int place)
{
    struct match_proposal proposal;
    match_undo(&table->match, place, server_now(r->server), &proposal);
    return request_propose(r, table, &proposal, NEWS_UNDONE);
}

static enum request_end undo(struct request *r)
{
    struct table *table = request_table(r);
    struct reason reason = reason_none();
    if (!table)
        return REQUEST_DONE;
    uint32_t mine = table_seats_of(table, r->client->player->id);
    int seat = table_viewer(table, r->client, GAME_PUBLIC);
    if (!mine)
        return request_refuse(r, "not_yours", "You do not sit at this table.");
    if (table->at.row.state != TABLE_RUNNING)
        return request_refuse(r, "not_running", "The game has not begun or is over.");
    const struct match *m = &table->match;
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
    switch (match_may_undo(m, whose, place, mine, &reason)) {
    case MATCH_MAY_NOT:
        return request_refuse(r, "not_allowed", "%s", reason.english);
    case MATCH_MAY_AT_ONCE:
        return undo_now(r, table, place);
    case MATCH_MAY_ASK:
        break;
    }
    struct change *change = change_new(table);
    struct table_row *row = &change->next.row;
    row->undo_asked = m->entries;
    row->undo_place = place;
    row->undo_seat = whose;
    row->undo_yes = mine;
    change->puts = true;
    return request_write(r, table, change, NEWS_ASKED);
}

static enum request_end answer(struct request *r)
{
    struct table *table = request_table(r);
    if (!table)
        return REQUEST_DONE;
    uint32_t mine = table_seats_of(table, r->client->player->id);
    if (!mine)
        return request_refuse(r, "not_yours", "You do not sit at this table.");
    if (table->at.row.state != TABLE_RUNNING)
        return request_refuse(r, "not_running", "The game has not begun or is over.");
    const struct match *m = &table->match;
    const struct table_row *row = &table->at.row;
    if (!row->undo_asked || row->undo_place >= m->count ||
        match_number(m, __builtin_ctz(mine), row->undo_place) != request_int(r, "to", -1))
        return request_refuse(r, "stale", "Nobody asks to take this move back any more.");
    if (!(mine & match_people(m)))
        return request_refuse(r, "not_allowed", "You have resigned; the others decide.");
    bool yes = request_bool(r, "yes");
    if (yes && (match_people(m) & ~(row->undo_yes | mine)) == 0)
        return undo_now(r, table, row->undo_place);
    struct change *change = change_new(table);
    struct table_row *next = &change->next.row;
    next->undo_yes |= mine;
    if (!yes)
        next->undo_asked = 0;
    if (!yes && !(mine & game_bit(next->undo_seat)))
        next->undo_seat = __builtin_ctz(mine & match_people(m));
    change->puts = true;
    return request_write(r, table, change, yes ? NEWS_ASKED : NEWS_REFUSED);
}

/* The table and one's seat, for a change that is no move. NULL as with request_table. */
static struct table *running_below_limit(struct request *r, int *seat)
{
    struct table *table = request_running(r, seat);
    if (!table || table->match.entries < LIMIT_ROWS)
        return table;
    request_refuse(r, "limit", "This match has too many entries; a seat can only move.");
    return NULL;
}

static enum request_end react(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct table *table = running_below_limit(r, &seat);
    if (!table)
        return REQUEST_DONE;
    match_change(&table->match, seat, request_bool(r, "off") ? MATCH_QUIET : MATCH_EAGER,
                 server_now(r->server), &proposal);
    return request_propose(r, table, &proposal, NEWS_NONE);
}

/* How a seat answers reactions by itself. Nobody else is told of it, only of a move that it makes at once. */
static enum request_end reply(struct request *r)
{
    int seat;
    struct match_proposal proposal;
    struct table *table = running_below_limit(r, &seat);
    if (!table)
        return REQUEST_DONE;
    match_reply(&table->match, seat, request_text(r, "reply"), server_now(r->server), &proposal);
    return request_propose(r, table, &proposal, proposal.count > 1 ? NEWS_MOVES : NEWS_NONE);
}

const struct request_kind requests_game[] = {
    {"move", "table:table number:place seat:seat move:move", move},
    {"undo", "table:table number:place to:place", undo},
    {"answer", "table:table to:place yes:b", answer},
    {"react", "table:table seat:seat off:b", react},
    {"reply", "table:table seat:seat reply:move", reply},
    {0},
};
