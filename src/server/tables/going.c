/* going.c: what happens at a table by itself: chance, clocks, pauses, computers, the end. */
#include <stdlib.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/tables/expiry.h"
#include "server/tables/rating.h"

enum {
    RETRY_MS = 200,
    COMPANY_MS = 10 * 60 * 1000,
    DAY_SECONDS = 24 * 3600,
    KEPT_MS = 10 * 60 * 1000,
    KEPT_SLOW_MS = DAY_SECONDS * 1000
};

/* An earlier wake does for a later one: the table then asks again. So the host has few of them. */
static void wake_at(struct table *table, int64_t at)
{
    struct host *host = &table->server->host;
    if (at == MATCH_NEVER || (table->wakes && table->wakes <= at))
        return;
    host->wake(host->me, table->id, at);
    table->wakes = at;
}

void table_set_wake(struct table *table)
{
    if (table->presence == TABLE_PRESENT && table->at.row.state == TABLE_RUNNING && table_has_match(table))
        wake_at(table, match_wake(&table->match, server_now(table->server)));
}

/* ---- going on ---- */

static void suspend(struct table *table, const char *reason)
{
    table_suspend(table, reason);
    struct change *change = change_new(table);
    change->puts = true;
    change_write(change, table, NEWS_ALL, NULL);
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
    struct table *table = t.server->closing ? NULL : map_get(&t.server->tables, t.table);
    if (!table)
        return;
    table->thinking &= ~game_bit(t.seat);
    if (thought) {
        table->answered |= game_bit(t.seat);
        table->answers[t.seat] = (struct answer){thought->move, t.place, t.round};
    }
    table_advance(table);
}

/* Whether the seat still has the decision that was asked about. Other seats may have moved since. */
static bool still_asked(const struct table *table, int seat)
{
    const struct answer *a = &table->answers[seat];
    if (table->round != a->round)
        return false;
    for (int place = a->place; place < table->match.count; place++)
        if (table->match.moves[place].actor == seat)
            return false;
    return match_computers(&table->match) & game_bit(seat);
}

static bool play_answer(struct table *table, int seat, int64_t now)
{
    struct match_proposal proposal;
    table->answered &= ~game_bit(seat);
    if (!match_play(&table->match, seat, table->answers[seat].move, now, &proposal)) {
        log_event(LOG_ERROR, "computer_refused", "game", table->at.row.game, "reason", proposal.reason, NULL);
        wake_at(table, now + RETRY_MS);
        return false;
    }
    table->server->metrics.thoughts++;
    struct change *change = change_new(table);
    change_propose(change, table, &proposal);
    change_write(change, table, NEWS_MOVES, NULL);
    return true;
}

/* Makes the move of a bot that has answered. True if there was one. */
static bool use_answers(struct table *table, int64_t now)
{
    uint32_t may = match_to_act(&table->match, now);
    for (int seat = 0; table->answered && seat < table->at.row.seats; seat++) {
        if (!(table->answered & game_bit(seat)))
            continue;
        if (!still_asked(table, seat))
            table->answered &= ~game_bit(seat);
        else if ((may & game_bit(seat)) && play_answer(table, seat, now))
            return true;
    }
    return false;
}

/*
 * Asks a bot for the move of a computer's seat. False if that must be tried again. At most one question for a
 * seat is under way, whatever happens at the table: otherwise one table could keep all bots busy.
 */
static bool ask_computer(struct table *table, int seat, int64_t now)
{
    const struct match *m = &table->match;
    struct host *host = &table->server->host;
    if ((table->thinking | table->answered) & game_bit(seat))
        return true;
    union game_state view;
    m->game->observe(m->game, m->state, seat, &view);
    int64_t by = match_paused(m) ? match_answer_by(m, seat) : MATCH_NEVER;
    struct host_question question = {.game = m->game,
                                     .seats = m->seats,
                                     .seat = seat,
                                     .view = &view,
                                     .level = table->at.chairs[seat].row.level,
                                     .ms = by == MATCH_NEVER ? 0 : (int)(by - now) / 2 + 1,
                                     .payer = table->at.row.origin,
                                     .asker = table->at.row.creator};
    struct thought *t = must_malloc(sizeof *t);
    *t = (struct thought){table->server, table->id, m->count, seat, table->round};
    table->thinking |= game_bit(seat);
    if (host->think(host->me, &question, on_thought, t))
        return true;
    table->thinking &= ~game_bit(seat);
    free(t);
    return false;
}

/* Computers think only for people who watch or lately did: nobody else misses their moves. */
static bool has_company(const struct table *table, int64_t now)
{
    return table->watchers || now - table->company < COMPANY_MS;
}

static bool ask_computers(struct table *table, int64_t now)
{
    if (!has_company(table, now))
        return true;
    uint32_t who = match_to_act(&table->match, now) & match_computers(&table->match);
    bool fine = true;
    for (int seat = 0; seat < table->at.row.seats; seat++)
        if (who & game_bit(seat))
            fine = ask_computer(table, seat, now) && fine;
    return fine;
}

/* The seats whose player was deleted. */
static uint32_t deserted(const struct stored_table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER && !t->chairs[seat].name[0])
            seats |= game_bit(seat);
    return seats;
}

/* Frees the chairs of deleted players: computers take them in a running game, at an open table they are open.
 * True if there were any. */
static bool give_up_chairs(struct table *table)
{
    uint32_t seats = deserted(&table->at);
    uint8_t levels[GAME_MAX_SEATS];
    struct match_proposal proposal;
    bool running = table->at.row.state == TABLE_RUNNING;
    if (!seats || (running && match_over(&table->match))) /* the result comes first */
        return false;
    struct change *change = change_new(table);
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        if (seats & game_bit(seat))
            change_seat(change, table->server, seat, running ? CHAIR_COMPUTER : CHAIR_OPEN, NULL, 0);
        levels[seat] = change->next.chairs[seat].row.level;
    }
    if (running && match_hand_over(&table->match, seats, levels, server_now(table->server), &proposal))
        change_propose(change, table, &proposal);
    change_end_open(change, table->server, 0);
    change_write(change, table, NEWS_ALL, NULL);
    return true;
}

/* ---- players who have gone from an open table ---- */

int64_t table_keeps_seats(const struct table *table)
{
    return table->at.row.clock_seconds >= DAY_SECONDS ? KEPT_SLOW_MS : KEPT_MS;
}

/* When the chair of a player who has gone is free; MATCH_NEVER if it stays theirs. */
static int64_t free_at(const struct table *table, int seat)
{
    const struct chair_row *chair = &table->at.chairs[seat].row;
    bool stays = chair->kind != CHAIR_PLAYER || chair->player == table->at.row.creator ||
                 !table->there[seat] || table_is_watched_by(table, chair->player);
    return stays ? MATCH_NEVER : table->there[seat] + table_keeps_seats(table);
}

bool table_may_free_chairs(const struct table *table)
{
    bool any = false;
    for (int seat = 0; table->at.row.state == TABLE_OPEN && seat < table->at.row.seats; seat++)
        any = any || free_at(table, seat) != MATCH_NEVER;
    return any;
}

/* Frees the chairs of players who have been gone for too long. True if there were any. */
static bool free_chairs(struct table *table, int64_t now)
{
    struct change *change = NULL;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        int64_t at = free_at(table, seat);
        if (at > now) {
            wake_at(table, at);
            continue;
        }
        change = change ? change : change_new(table);
        change_seat(change, table->server, seat, CHAIR_OPEN, NULL, 0);
    }
    if (change)
        change_write(change, table, NEWS_ALL, NULL);
    return change;
}

/* Until when the player of a seat is on holiday, or was. A player who is connected is known better than the
 * table's row, which is as old as the last read. `sure`: the player is. */
static int64_t holiday_of(const struct table *table, int seat, bool *sure)
{
    const struct stored_chair *chair = &table->at.chairs[seat];
    const struct player *p = players_present(table->server, chair_holder(&chair->row));
    *sure = p;
    return p ? p->holiday : chair->row.stand_in ? 0 : chair->holiday;
}

/*
 * In a slow game the clock of a player on holiday stands still. The match ends that by itself when the
 * holiday is over, or here when the player has come back before. True if it changes. An old row may not know
 * of the holiday for which the clock stands still: that of an earlier one ended long before this one began.
 */
static bool follow_holidays(struct table *table, int64_t now)
{
    struct match_proposal proposal;
    const struct match *m = &table->match;
    bool slow = table->at.row.clock == MATCH_CLOCK_MOVE && table->at.row.clock_seconds >= DAY_SECONDS;
    for (int seat = 0; slow && seat < table->at.row.seats; seat++) {
        bool sure;
        int64_t until = holiday_of(table, seat, &sure), rests = m->turn.rests[seat];
        bool away = until > now, back = sure || until > rests - MATCH_REST_DAYS * MATCH_DAY_MS;
        if ((rests > now ? away || !back : !away) || !(match_people(m) & game_bit(seat)))
            continue;
        int days = away ? (int)((until - now + MATCH_DAY_MS - 1) / MATCH_DAY_MS) : 0;
        if (away)
            match_rest(m, game_bit(seat), days > MATCH_REST_DAYS ? MATCH_REST_DAYS : days, now, &proposal);
        else
            match_change(m, seat, MATCH_AWAKE, now, &proposal);
        if (proposal.refused || !proposal.count)
            continue;
        struct change *change = change_new(table);
        change_propose(change, table, &proposal);
        change_write(change, table, NEWS_SEATING, NULL);
        return true;
    }
    return false;
}

/* Ends the call of a player who came back. True if one was called. */
static bool end_calls(struct table *table)
{
    struct change *change = NULL;
    for (int seat = 0; seat < table->at.row.seats; seat++) {
        const struct chair_row *chair = &table->at.chairs[seat].row;
        if (!chair->call_ends || !table_is_watched_by(table, chair->player))
            continue;
        change = change ? change : change_new(table);
        change->next.chairs[seat].row.call_ends = 0;
        change->puts = true;
    }
    if (change)
        change_write(change, table, NEWS_SEATING, NULL);
    return change;
}

/* ---- tables that another node runs ---- */

/* The other node may be gone, or believe that this one runs the table. */
static bool is_overdue(struct table *table, bool due, int64_t now)
{
    if (!due)
        table->due = 0;
    else if (!table->due)
        table->due = now;
    return table->due && now - table->due >= NODES_OVERDUE_MS;
}

/* Its watchers here are still told in time that somebody is asked for a reaction. */
static void wait_for_others(struct table *table, int64_t now)
{
    int64_t at = match_wake(&table->match, now);
    wake_at(table, at < now + RETRY_MS ? now + RETRY_MS : at);
}

void table_advance(struct table *table)
{
    struct match_proposal proposal;
    struct server *server = table->server;
    uint8_t state = table->at.row.state;
    if (table_is_busy(table) || server->closing || table->presence != TABLE_PRESENT)
        return;
    if ((state == TABLE_OPEN || state == TABLE_RUNNING) && give_up_chairs(table))
        return;
    if (table->expiring) {
        table->expiring = false;
        if (expiry_end(table))
            return;
    }
    if (state == TABLE_OPEN && free_chairs(table, server_now(server)))
        return;
    if ((state == TABLE_OPEN && drawing_go_on(table)) || (state == TABLE_OVER && rating_count(table)))
        return;
    wake_at(table, drawing_wake(table));
    if (state != TABLE_RUNNING || !table_has_match(table) || end_calls(table))
        return;
    int64_t now = server_now(server);
    if (!match_over(&table->match) && follow_holidays(table, now))
        return;
    const char *problem = match_problem(&table->match);
    if (problem) {
        suspend(table, problem);
        return;
    }
    match_tick(&table->match, now, &proposal);
    if (!proposal.count && !proposal.over && use_answers(table, now))
        return;
    if (!nodes_run_here(table) && !is_overdue(table, proposal.count > 0 || proposal.over, now)) {
        wait_for_others(table, now);
        return;
    }
    table->due = 0;
    if (proposal.count || proposal.over) {
        struct change *change = change_new(table);
        bool seats = proposal.count && proposal.entries[0].actor == 's';
        change_propose(change, table, &proposal);
        change_write(change, table, seats ? NEWS_SEATING : NEWS_MOVES, NULL);
        return;
    }
    if (!ask_computers(table, now))
        wake_at(table, now + RETRY_MS);
    table_set_wake(table);
}

/* In a pause the time of a seat may have begun; only that seat is shown anything new. */
void table_woken(struct server *server, uint64_t id)
{
    struct table *table = map_get(&server->tables, id);
    if (server->closing)
        return;
    if (!table) { /* it was at rest; table_advance is called when it has been read */
        table_get(server, id);
        return;
    }
    if (table->wakes <= server_now(server))
        table->wakes = 0;
    if (table->change && table->change->unknown && !table->reading)
        change_read_back(table);
    table_catch_up(table);
    if (table_is_busy(table) || table->presence != TABLE_PRESENT)
        return;
    if (table_has_match(table) && match_paused(&table->match))
        table_tell(table, NEWS_MOVES);
    table_advance(table);
}
