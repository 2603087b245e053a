/* going.c: what happens at a table by itself: chance, clocks, pauses, computers, the end. */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/tables/expiry.h"
#include "server/tables/rating.h"

enum { RETRY_MS = 200, COMPANY_MS = 10 * 60 * 1000 };

/* The host keeps one wake for each table. If it wakes the table too early, the table asks for the next time.
 */
static void wake_at(struct room *room, int64_t at)
{
    struct host *host = &room->server->host;
    if (at == MATCH_NEVER || (room->errands.wakes && room->errands.wakes <= at))
        return;
    host->wake(host->me, room->id, at);
    room->errands.wakes = at;
}

void room_set_wake(struct room *room)
{
    if (room_is_present(room) && room->table.at.row.state == TABLE_RUNNING && table_has_match(&room->table))
        wake_at(room, match_wake(&room->table.match, server_now(room->server)));
}

/* ---- computers ---- */

/* What a question to a bot was about. The table is named by id: it may be gone when the answer comes. */
struct thought {
    struct server *server;
    uint64_t table;
    int place, seat;
    uint32_t round;
};

/* The answer waits while the table is busy, and during a pause in which others are asked. */
static void on_thought(void *context, const struct host_thought *thought)
{
    struct thought t = *(struct thought *)context;
    free(context);
    struct room *room = t.server->closing ? NULL : map_get(&t.server->tables, t.table);
    if (!room)
        return;
    room->errands.thinking &= ~game_bit(t.seat);
    if (thought) {
        room->errands.answered |= game_bit(t.seat);
        room->errands.answers[t.seat] = (struct answer){thought->move, t.place, t.round};
    }
    room_advance(room);
}

/* Whether the seat still has the decision that was asked about. Other seats may have moved since. */
static bool still_asked(const struct room *room, int seat)
{
    const struct answer *a = &room->errands.answers[seat];
    if (room->table.round != a->round)
        return false;
    for (int place = a->place; place < room->table.match.count; place++)
        if (room->table.match.moves[place].actor == seat)
            return false;
    return match_computers(&room->table.match) & game_bit(seat);
}

static bool play_answer(struct room *room, int seat, int64_t now)
{
    struct match_proposal proposal;
    room->errands.answered &= ~game_bit(seat);
    if (!match_play(&room->table.match, seat, room->errands.answers[seat].move, now, &proposal)) {
        log_event(LOG_ERROR, "computer_refused", "game", room->table.at.row.game, "reason", proposal.reason,
                  NULL);
        wake_at(room, now + RETRY_MS);
        return false;
    }
    room->server->metrics.thoughts++;
    struct change *change = change_new(room);
    plan_propose(&change->plan, &proposal);
    change_write(change, room, NULL);
    return true;
}

/* Makes the move of a bot that has answered. True if there was one. */
static bool use_answers(struct room *room, int64_t now)
{
    uint32_t may = match_to_act(&room->table.match, now);
    for (int seat = 0; room->errands.answered && seat < room->table.at.row.seats; seat++) {
        if (!(room->errands.answered & game_bit(seat)))
            continue;
        if (!still_asked(room, seat))
            room->errands.answered &= ~game_bit(seat);
        else if ((may & game_bit(seat)) && play_answer(room, seat, now))
            return true;
    }
    return false;
}

/*
 * Asks a bot for the move of a computer's seat. False if that must be tried again. At most one question for a
 * seat is under way, whatever happens at the table: otherwise one table could keep all bots busy.
 */
static bool ask_computer(struct room *room, int seat, int64_t now)
{
    const struct match *m = &room->table.match;
    struct host *host = &room->server->host;
    if ((room->errands.thinking | room->errands.answered) & game_bit(seat))
        return true;
    union game_state view;
    m->game->observe(m->game, m->state, seat, &view);
    int64_t by = match_paused(m) ? match_answer_by(m, seat) : MATCH_NEVER;
    struct host_question question = {.game = m->game,
                                     .seats = m->seats,
                                     .seat = seat,
                                     .view = &view,
                                     .level = room->table.at.chairs[seat].row.level,
                                     .ms = by == MATCH_NEVER ? 0 : (int)(by - now) / 2 + 1,
                                     .payer = room->table.at.row.origin,
                                     .asker = room->table.at.row.creator};
    struct thought *t = must_malloc(sizeof *t);
    *t = (struct thought){room->server, room->id, m->count, seat, room->table.round};
    room->errands.thinking |= game_bit(seat);
    if (host->think(host->me, &question, on_thought, t))
        return true;
    room->errands.thinking &= ~game_bit(seat);
    free(t);
    return false;
}

/* Computers think only for people who watch or lately did: nobody else misses their moves. */
static bool has_company(const struct room *room, int64_t now)
{
    return room->company.watchers || now - room->company.last < COMPANY_MS;
}

static bool ask_computers(struct room *room, int64_t now)
{
    if (!has_company(room, now))
        return true;
    uint32_t who = match_to_act(&room->table.match, now) & match_computers(&room->table.match);
    bool fine = true;
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        if (who & game_bit(seat))
            fine = ask_computer(room, seat, now) && fine;
    return fine;
}

/* ---- what the table cannot know ---- */

uint32_t room_watched(const struct room *room, const struct stored_table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->row.seats; seat++) {
        const struct chair_row *chair = &t->chairs[seat].row;
        bool comes = room->sync.fresh && chair->player == t->row.creator;
        if (chair->kind == CHAIR_PLAYER && (comes || room_is_watched_by(room, chair->player)))
            seats |= game_bit(seat);
    }
    return seats;
}

/* This node does not know who is connected at others, so the creator may be there; a table without people
 * expires. */
bool room_maker_waits(const struct room *room)
{
    struct server *server = room->server;
    uint64_t creator = room->table.at.row.creator;
    const struct player *maker = players_present(server, creator);
    bool deleted = maker && maker->deleted;
    return (maker && !deleted && clients_connected(server, creator)) || (server->nodes.count && !deleted) ||
           elsewhere_has(room, creator);
}

/* The holiday of a connected player is certain. That in the table's row is as old as the last read. */
static void note_holidays(const struct room *room, struct table_facts *facts)
{
    for (int seat = 0; seat < room->table.at.row.seats; seat++) {
        const struct stored_chair *chair = &room->table.at.chairs[seat];
        const struct player *p = players_present(room->server, chair_holder(&chair->row));
        facts->away[seat] = p ? p->holiday : chair->row.stand_in ? 0 : chair->holiday;
        facts->sure |= p ? game_bit(seat) : 0;
    }
}

static bool is_called(const struct room *room)
{
    bool any = false;
    for (int seat = 0; seat < room->table.at.row.seats; seat++)
        any = any || room->table.at.chairs[seat].row.call_ends;
    return any;
}

/* What the table asks for in its state. */
static void note_facts(struct room *room, struct table_facts *facts)
{
    bool open = room->table.at.row.state == TABLE_OPEN;
    *facts =
        (struct table_facts){.watched = open || is_called(room) ? room_watched(room, &room->table.at) : 0,
                             .maker_waits = open && room_maker_waits(room),
                             .expired = room->errands.expiring && expiry_has_come(room),
                             .nodes = room->server->nodes.count > 0};
    memcpy(facts->gone, room->company.gone, sizeof facts->gone);
    if (table_is_slow(&room->table))
        note_holidays(room, facts);
    room->errands.expiring = false;
}

/* Asks everybody who watches here for their number, once. */
static void ask_numbers(struct room *room, int64_t now)
{
    if (!drawing_asks_now(&room->table.at, now) || room->company.asked == room->table.at.row.drawing)
        return;
    room->company.asked = room->table.at.row.drawing;
    for (const struct watcher *w = room->company.watchers; w; w = w->next_of_table)
        room_ask_number(room, w);
}

/* Changes the table by what time and people bring besides moves. True if it does. */
static bool tick(struct room *room, int64_t now)
{
    struct table_facts facts;
    struct plan plan;
    note_facts(room, &facts);
    ask_numbers(room, now);
    plan_begin(&plan, &room->table, &room->server->world);
    if (table_tick(&facts, now, &plan)) {
        change_write(change_of(&plan), room, NULL);
        return true;
    }
    plan_free(&plan);
    wake_at(room, table_wake(&room->table, &facts, now));
    return false;
}

/* ---- tables that another node runs ---- */

/* The other node may be gone, or believe that this one runs the table. */
static bool is_overdue(struct room *room, bool due, int64_t now)
{
    if (!due)
        room->errands.due = 0;
    else if (!room->errands.due)
        room->errands.due = now;
    return room->errands.due && now - room->errands.due >= NODES_OVERDUE_MS;
}

/* Its watchers here are still told in time that somebody is asked for a reaction. */
static void wait_for_others(struct room *room, int64_t now)
{
    int64_t at = match_wake(&room->table.match, now);
    wake_at(room, at < now + RETRY_MS ? now + RETRY_MS : at);
}

void room_advance(struct room *room)
{
    struct match_proposal proposal;
    struct server *server = room->server;
    if (room->sync.state != ROOM_PRESENT || server->closing)
        return;
    int64_t now = server_now(server);
    if (tick(room, now) || rating_count(room) || room->table.at.row.state != TABLE_RUNNING ||
        !table_has_match(&room->table))
        return;
    match_tick(&room->table.match, now, &proposal);
    if (!proposal.count && !proposal.over && use_answers(room, now))
        return;
    if (!nodes_run_here(room) && !is_overdue(room, proposal.count > 0 || proposal.over, now)) {
        wait_for_others(room, now);
        return;
    }
    room->errands.due = 0;
    if (proposal.count || proposal.over) {
        struct change *change = change_new(room);
        plan_propose(&change->plan, &proposal);
        change_write(change, room, NULL);
        return;
    }
    if (!ask_computers(room, now))
        wake_at(room, now + RETRY_MS);
    room_set_wake(room);
}

/* In a pause the time of a seat may have begun; only that seat is shown anything new. */
void room_woken(struct server *server, uint64_t id)
{
    struct room *room = map_get(&server->tables, id);
    if (server->closing)
        return;
    if (!room) { /* it was at rest; room_advance is called when it has been read */
        room_get(server, id);
        return;
    }
    if (room->errands.wakes <= server_now(server))
        room->errands.wakes = 0;
    if (room->sync.state == ROOM_UNKNOWN)
        change_read_back(room);
    room_catch_up(room);
    if (room->sync.state != ROOM_PRESENT)
        return;
    if (table_has_match(&room->table) && match_paused(&room->table.match))
        room_tell(room, NEWS_MOVES);
    room_advance(room);
}
