/* pause.c: the pause after a move to which somebody might react. */
#include "match/fold.h"

/* How long the table waits for a seat's reaction. This must depend only on what is public. */
static int32_t wait_for(const struct fold *f, int seat, int32_t each)
{
    const struct match *m = f->match;
    if (fold_computers(m, f->turn) & game_bit(seat))
        return each < MATCH_COMPUTER_MS ? each : MATCH_COMPUTER_MS;
    return f->turn->quiet & game_bit(seat) ? 0 : each;
}

/* The only person at a table, who has unlimited time: no other person could learn anything from the wait. */
static uint32_t only_person(const struct fold *f)
{
    uint32_t people = (game_bit(f->match->seats) - 1) & ~fold_computers(f->match, f->turn);
    return people & (people - 1) ? 0 : people & ~f->turn->quiet;
}

void fold_pause(struct fold *f, int from, int actor, uint32_t seats, int64_t at)
{
    struct match_pause *p = &f->turn->pause;
    int count = __builtin_popcount(seats);
    int32_t reaction = f->match->terms.reaction_ms, each = count > 2 ? reaction * 2 / count : reaction;
    *p = (struct match_pause){.on = true,
                              .seats = (uint8_t)seats,
                              .patient = (uint8_t)(seats & only_person(f)),
                              .actor = (int8_t)actor,
                              .from = p->on ? p->from : from,
                              .begin = at};
    for (int seat = 0; seat < f->match->seats; seat++)
        if (seats & ~(uint32_t)p->patient & game_bit(seat))
            p->ms[seat] = wait_for(f, seat, each);
}

/* When the time of a seat begins: when that of the seats before it ends. */
static int64_t seat_begin(const struct match_pause *p, int seat)
{
    int64_t at = p->begin;
    for (int s = (p->actor + 1) % GAME_MAX_SEATS; s != seat && s != p->actor; s = (s + 1) % GAME_MAX_SEATS)
        at += p->ms[s];
    return at;
}

int64_t pause_end(const struct match_pause *p)
{
    int64_t at = p->begin;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        at += p->ms[seat];
    return at;
}

/* The seats of the pause that the rules really ask. */
uint32_t pause_questions(const struct match *m)
{
    return m->turn.pause.on ? m->game->to_act(m->game, m->state) & m->turn.pause.seats : 0;
}

uint32_t match_asked(const struct match *m, int64_t now)
{
    uint32_t asked = pause_questions(m);
    for (int seat = 0; seat < m->seats; seat++)
        if ((asked & game_bit(seat)) && now < seat_begin(&m->turn.pause, seat))
            asked &= ~game_bit(seat);
    return asked;
}

int64_t pause_answer_by(const struct match_pause *p, int seat)
{
    if (!p->on || (p->patient & game_bit(seat)))
        return MATCH_NEVER;
    return seat_begin(p, seat) + p->ms[seat];
}

int64_t match_answer_by(const struct match *m, int seat)
{
    return pause_answer_by(&m->turn.pause, seat);
}

int64_t match_pause_left(const struct match *m, int64_t now)
{
    int64_t end = pause_end(&m->turn.pause);
    return m->turn.pause.on && now < end ? end - now : 0;
}

uint32_t match_to_act(const struct match *m, int64_t now)
{
    if (match_given_up(m))
        return 0;
    return match_paused(m) ? match_asked(m, now) : m->game->to_act(m->game, m->state);
}

int match_horizon(const struct match *m, int viewer, int64_t now)
{
    bool asked = viewer >= 0 && (match_asked(m, now) & game_bit(viewer));
    return match_paused(m) && !asked ? m->turn.pause.from : m->count;
}

static int64_t sooner(int64_t a, int64_t b, int64_t now)
{
    return b > now && b < a ? b : a;
}

int64_t match_wake(const struct match *m, int64_t now)
{
    const struct match_pause *p = &m->turn.pause;
    uint32_t questions = pause_questions(m);
    int64_t wake = MATCH_NEVER;
    if (match_given_up(m))
        return MATCH_NEVER;
    if (!m->entries && m->terms.clock != MATCH_CLOCK_NONE)
        return now; /* it has to begin */
    if (!p->on && m->game->to_act(m->game, m->state) == game_bit(GAME_CHANCE))
        return now;
    if (p->on) {
        int64_t end = pause_end(p);
        if (end <= now && !questions)
            return now;
        wake = sooner(wake, end, now);
    }
    for (int seat = 0; seat < m->seats; seat++) {
        if (questions & game_bit(seat)) {
            int64_t by = match_answer_by(m, seat);
            if (by <= now)
                return now;
            wake = sooner(sooner(wake, seat_begin(p, seat), now), by, now);
        }
        if (m->turn.rests[seat] && m->turn.rests[seat] <= now)
            return now;
        if (m->turn.rests[seat])
            wake = sooner(wake, m->turn.rests[seat], now);
        if (m->turn.since[seat]) {
            int64_t left = match_clock_left(m, seat, now);
            if (left == 0)
                return now;
            wake = sooner(wake, now + left, now);
        }
    }
    return wake;
}
