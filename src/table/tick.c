/* tick.c: what happens at a table by itself besides moves. Everything that time brings is planned here. */
#include <string.h>

#include "table/drawing.h"

enum { DAY_SECONDS = 24 * 3600, KEPT_MS = 10 * 60 * 1000, KEPT_SLOW_MS = DAY_SECONDS * 1000 };

/* ---- players who were deleted ---- */

/* Computers take their chairs in a running game; at an open table these become free. */
static bool give_up_chairs(const struct table_facts *facts, int64_t now, struct plan *p)
{
    uint32_t seats = 0;
    uint8_t levels[GAME_MAX_SEATS] = {0};
    struct match_proposal proposal;
    bool running = p->next.row.state == TABLE_RUNNING;
    for (int seat = 0; seat < p->next.row.seats; seat++) {
        if (p->next.chairs[seat].row.kind != CHAIR_PLAYER || p->next.chairs[seat].name[0])
            continue;
        seats |= game_bit(seat);
        plan_seat(p, seat, running ? CHAIR_COMPUTER : CHAIR_OPEN, NULL, 0);
        levels[seat] = p->next.chairs[seat].row.level;
    }
    if (!seats || (running && match_over(&p->table->match))) /* the result comes first */
        return false;
    if (running && match_hand_over(&p->table->match, seats, levels, now, &proposal))
        plan_propose(p, &proposal);
    plan_end_open(p, facts->maker_waits);
    return true;
}

/* ---- players who have gone from an open table ---- */

int64_t table_keeps_seats(const struct table *t)
{
    return t->at.row.clock_seconds >= DAY_SECONDS ? KEPT_SLOW_MS : KEPT_MS;
}

/* When a chair becomes free because its player is gone; MATCH_NEVER if they keep it. */
static int64_t free_at(const struct table *t, const struct table_facts *facts, int seat)
{
    const struct chair_row *chair = &t->at.chairs[seat].row;
    bool stays = chair->kind != CHAIR_PLAYER || chair->player == t->at.row.creator || !facts->gone[seat] ||
                 (facts->watched & game_bit(seat));
    return stays ? MATCH_NEVER : facts->gone[seat] + table_keeps_seats(t);
}

static int64_t first_free(const struct table *t, const struct table_facts *facts)
{
    int64_t first = MATCH_NEVER;
    for (int seat = 0; t->at.row.state == TABLE_OPEN && seat < t->at.row.seats; seat++)
        first = free_at(t, facts, seat) < first ? free_at(t, facts, seat) : first;
    return first;
}

bool table_may_free_chairs(const struct table *t, const struct table_facts *facts)
{
    return first_free(t, facts) != MATCH_NEVER;
}

static bool free_chairs(const struct table_facts *facts, int64_t now, struct plan *p)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < p->next.row.seats; seat++)
        if (free_at(p->table, facts, seat) <= now)
            seats |= game_bit(seat);
    plan_open_seats(p, seats);
    return seats;
}

/* ---- players who are away from a running game ---- */

/* Ends the call of a player who came back. */
static bool end_calls(const struct table_facts *facts, struct plan *p)
{
    bool any = false;
    for (int seat = 0; seat < p->next.row.seats; seat++) {
        int64_t *ends = &p->next.chairs[seat].row.call_ends;
        bool back = *ends && (facts->watched & game_bit(seat));
        any = any || back;
        *ends = back ? 0 : *ends;
    }
    p->puts = p->puts || any;
    return any;
}

bool table_is_slow(const struct table *t)
{
    return t->at.row.clock == MATCH_CLOCK_MOVE && t->at.row.clock_seconds >= DAY_SECONDS;
}

/*
 * In a slow game the clock of a player on holiday stands still. The match ends that by itself when the
 * holiday is over, or here when the player has come back before. An old row may not know of the holiday for
 * which the clock stands still: that of an earlier one ended long before this one began.
 */
static bool follow_holidays(const struct table_facts *facts, int64_t now, struct plan *p)
{
    struct match_proposal proposal;
    const struct match *m = &p->table->match;
    for (int seat = 0; table_is_slow(p->table) && seat < m->seats; seat++) {
        bool sure = facts->sure & game_bit(seat);
        int64_t until = facts->away[seat], rests = m->turn.rests[seat];
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
        plan_propose(p, &proposal);
        return true;
    }
    return false;
}

/* ---- all ---- */

static bool tick_running(const struct table_facts *facts, int64_t now, struct plan *p)
{
    const struct match *m = &p->table->match;
    if (end_calls(facts, p) || (!match_over(m) && follow_holidays(facts, now, p)))
        return true;
    const char *problem = match_problem(m);
    if (problem)
        plan_suspend(p, problem);
    return problem;
}

bool table_tick(const struct table_facts *facts, int64_t now, struct plan *p)
{
    uint8_t state = p->next.row.state;
    if (state != TABLE_OPEN && state != TABLE_RUNNING)
        return false;
    if (give_up_chairs(facts, now, p))
        return true;
    if (facts->expired) {
        plan_suspend(p, state == TABLE_OPEN ? TABLE_LEFT : TABLE_EXPIRED);
        return true;
    }
    if (state == TABLE_OPEN)
        return free_chairs(facts, now, p) || drawing_go_on(facts, now, p);
    return table_has_match(p->table) && tick_running(facts, now, p);
}

int64_t table_wake(const struct table *t, const struct table_facts *facts, int64_t now)
{
    int64_t chairs = first_free(t, facts), numbers = drawing_wake(&t->at, now);
    return chairs < numbers ? chairs : numbers;
}
