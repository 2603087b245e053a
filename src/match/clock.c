/* clock.c: clocks, as arithmetic on the times of entries. */
#include "match/fold.h"

void fold_stop_clocks(struct match_turn *turn, int64_t at)
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (turn->since[seat] && at > turn->since[seat])
            turn->thought[seat] += at - turn->since[seat];
        turn->since[seat] = 0;
    }
}

/* The clocks of people who are to act run, except in a pause. A seat that is no longer to act has ended its
 * decision, unless chance draws in between. */
void fold_run_clocks(struct fold *f, int64_t at)
{
    const struct match *m = f->match;
    struct match_turn *turn = f->turn;
    if (m->terms.clock == MATCH_CLOCK_NONE || fold_given_up(m, turn))
        return;
    uint32_t actors = m->game->to_act(m->game, f->state), who = actors & ~fold_computers(m, turn);
    for (int seat = 0; seat < m->seats && !turn->pause.on; seat++) {
        if ((who & game_bit(seat)) && !turn->rests[seat])
            turn->since[seat] = at;
        else if (!(actors & (game_bit(seat) | game_bit(GAME_CHANCE))))
            fold_end_decision(turn, seat);
    }
}

void fold_end_decision(struct match_turn *turn, int seat)
{
    turn->spent[seat] += turn->thought[seat];
    turn->thought[seat] = 0;
}

/* Gives time to a player who ran out of time for the whole game: without it they could not come back. */
void fold_back(struct fold *f, int seat)
{
    struct match_turn *turn = f->turn;
    const struct match_terms *terms = &f->match->terms;
    if (terms->clock != MATCH_CLOCK_GAME || turn->spent[seat] + turn->thought[seat] < terms->clock_ms)
        return;
    turn->spent[seat] = terms->clock_ms - MATCH_BACK_MS;
    turn->thought[seat] = 0;
}

int64_t fold_clock_left(const struct match *m, const struct match_turn *turn, int seat)
{
    int64_t left = m->terms.clock_ms - turn->thought[seat];
    if (m->terms.clock == MATCH_CLOCK_NONE)
        return -1;
    if (m->terms.clock == MATCH_CLOCK_GAME)
        left -= turn->spent[seat];
    return left > 0 ? left : 0;
}

int64_t match_clock_left(const struct match *m, int seat, int64_t now)
{
    int64_t left = fold_clock_left(m, &m->turn, seat), since = m->turn.since[seat];
    if (left > 0 && since && now > since)
        left = now - since < left ? left - (now - since) : 0;
    return left;
}

int64_t match_deadline(const struct match *m, uint32_t seats, int64_t now)
{
    int64_t first = MATCH_NEVER;
    for (int seat = 0; seat < m->seats; seat++) {
        int64_t at = now + match_clock_left(m, seat, now);
        if ((seats & game_bit(seat)) && m->turn.since[seat] && at < first)
            first = at;
    }
    return first;
}
