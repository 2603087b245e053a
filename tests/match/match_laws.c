/*
 * match_laws.c: `match_laws GAME SEATS MATCHES [OPTION…]` plays random matches with this number of seats and
 * these options, and checks the laws that every match keeps, whatever its game and its terms
 * (src/match/match.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "match/host.h"

enum { VIEWERS = GAME_MAX_SEATS + 1, ENTRIES = 32768 };

static const struct game *game;
static int seats;
static uint64_t seed;
static struct host *host, *shadow; /* the shadow accepts the same entries, read from their texts */
static struct rng rng;
static char told[VIEWERS][TOLD], here[TOLD], there[TOLD];

static void broken(const char *law)
{
    const struct match_terms *t = &host->match.terms;
    fprintf(stderr,
            "%s, %d seats, options '%s', match %d, undo %d, reaction %d, clock %d, computers %u, entry %d: "
            "broken law: %s\n",
            game->name, seats, host->match.options, (int)seed, (int)t->undo, (int)t->reaction_ms,
            (int)t->clock, (unsigned)t->computers, host->count, law);
    exit(1);
}

static void law(int holds, const char *text)
{
    if (!holds)
        broken(text);
}

static void same_text(const char *a, const char *b, const char *text)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    if (a[i] == b[i])
        return;
    size_t from = i > 100 ? i - 100 : 0;
    fprintf(stderr, "%.200s\n%.200s\n", a + from, b + from);
    broken(text);
}

static int below(int n)
{
    return (int)rng_below(&rng, (uint32_t)n);
}

/* ---- proposing changes nothing ---- */

static struct {
    struct match match;
    union game_state state, mark;
    struct match_move moves[ENTRIES + 2 * MATCH_MAX_ENTRIES];
} before;

static void remember(void)
{
    const struct match *m = &host->match;
    memcpy(&before.match, m, sizeof *m);
    memcpy(&before.state, m->state, game->state_size);
    memcpy(&before.mark, m->mark, game->state_size);
    if (m->count)
        memcpy(before.moves, m->moves, (size_t)m->count * sizeof *m->moves);
}

static void has_not_changed(void)
{
    const struct match *m = &host->match;
    law(memcmp(&before.match, m, sizeof *m) == 0 && memcmp(&before.state, m->state, game->state_size) == 0 &&
            memcmp(&before.mark, m->mark, game->state_size) == 0 &&
            (!m->count || memcmp(before.moves, m->moves, (size_t)m->count * sizeof *m->moves) == 0),
        "proposing changes nothing");
}

/* ---- the same entries give the same match ---- */

static bool same_turn(const struct match_turn *a, const struct match_turn *b)
{
    const struct match_pause *p = &a->pause, *q = &b->pause;
    bool same =
        a->away == b->away && a->resigned == b->resigned && a->computers == b->computers &&
        a->quiet == b->quiet && a->late == b->late && memcmp(a->rests, b->rests, sizeof a->rests) == 0 &&
        memcmp(a->reply, b->reply, sizeof a->reply) == 0 && a->mover == b->mover && a->told == b->told &&
        a->question.on == b->question.on && a->question.yes == b->question.yes &&
        memcmp(&a->luck, &b->luck, sizeof a->luck) == 0 && p->on == q->on;
    if (p->on)
        same &= p->seats == q->seats && p->patient == q->patient && p->actor == q->actor &&
                p->from == q->from && p->begin == q->begin && memcmp(p->ms, q->ms, sizeof p->ms) == 0;
    return same && memcmp(a->spent, b->spent, sizeof a->spent) == 0 &&
           memcmp(a->thought, b->thought, sizeof a->thought) == 0 &&
           memcmp(a->since, b->since, sizeof a->since) == 0 &&
           memcmp(a->decision, b->decision, sizeof a->decision) == 0;
}

static bool tells(const struct host *h, int viewer, int from, char *out)
{
    struct text text = text_in(out, TOLD);
    host_tell(h, viewer, from, &text);
    return !text.cut;
}

static void compare(struct host *other, int from)
{
    const struct match *a = &host->match, *b = &other->match;
    other->now = host->now;
    law(a->entries == b->entries && a->count == b->count && memcmp(a->state, b->state, game->state_size) == 0,
        "entries read from their texts give the same position");
    law(same_turn(&a->turn, &b->turn), "entries read from their texts give the same pauses and clocks");
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
        law(match_number(a, viewer, a->count) == match_number(b, viewer, b->count),
            "entries read from their texts give the same numbers");
        law(tells(host, viewer, from, here) && tells(other, viewer, from, there), "what is told has a limit");
        same_text(here, there, "entries read from their texts tell the same");
    }
}

/* Keeps the proposal, in the match and in its shadow. */
static void keep(void)
{
    const struct match_proposal *p = &host->proposal;
    struct match_entry unread[MATCH_MAX_ENTRIES];
    has_not_changed();
    for (int i = 0; i < p->count; i++) {
        unread[i] = p->entries[i];
        unread[i].code = MATCH_UNREAD;
        law(p->entries[i].number == host->match.entries + i, "entries are numbered without gaps");
    }
    law(host_keep(host), "a match accepts what it proposed");
    law(match_accept(&shadow->match, unread, p->count, NULL) == p->count,
        "a match accepts what another one proposed");
    law(!match_problem(&host->match), "who is to act has a move");
    if (below(3) == 0)
        compare(shadow, host->match.count > 12 ? host->match.count - 12 : 0);
}

static void compare_from_start(void)
{
    static struct host fresh;
    law(host_copy(host, host->count, &fresh), "a match can be loaded");
    compare(&fresh, 0);
    host_free(&fresh);
}

/* ---- records ---- */

static void try_record(void)
{
    static char text[TOLD];
    const struct match *m = &host->match;
    struct record record;
    union game_state state;
    struct text out = TEXT_IN(text);
    match_record(m, m->count, MATCH_ALL, "", &out);
    law(!out.cut && record_replay(text, out.length, NULL, NULL, NULL, &record, &state, NULL),
        "the record of a match can be replayed");
    law(record.moves == m->count && memcmp(&state, m->state, game->state_size) == 0,
        "the record of a match gives its position");
    law(record.has_result == !game->to_act(game, m->state) && record.resigned == m->turn.resigned,
        "the record of a match says who resigned and has its result if the rules ended it");
    law(match_over(m) == (record.has_result || match_given_up(m)),
        "the record of a match that is over has its result");
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
        char reason[512];
        struct text why = TEXT_IN(reason);
        text_clear(&out);
        match_record(m, match_horizon(m, viewer, host->now), viewer, "", &out);
        law(!out.cut, "a record has a limit");
        if (!record_replay(text, out.length, NULL, NULL, NULL, &record, &state, &why)) {
            fprintf(stderr, "%s\n", reason);
            broken("what a viewer may have of the record can be replayed");
        }
    }
}

/* ---- numbers ---- */

static void try_numbers(void)
{
    const struct match *m = &host->match;
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
        int last = match_number(m, viewer, m->count);
        for (int place = m->count > 40 ? m->count - 40 : 0; place <= m->count; place++) {
            int number = match_number(m, viewer, place), found = match_place(m, viewer, number);
            law(found >= place && found <= m->count && match_number(m, viewer, found) == number,
                "a number names its place");
            law(found == m->count || match_number(m, viewer, found + 1) == number + 1,
                "a number names the last of its places");
        }
        law(match_place(m, viewer, last + 1) < 0 && match_place(m, viewer, -1) < 0,
            "a number beyond the last names no place");
    }
    for (int seat = 0; seat < seats; seat++)
        law(match_is_fresh(m, seat, match_number(m, seat, m->count)), "the newest position is fresh");
}

/* ---- a move, its undo, and the move again ---- */

/* What every viewer is told of the position and of the moves so far. Clocks are left out, because an undo
 * gives no time back. */
static void tell_all(void)
{
    enum match_clock clock = host->match.terms.clock;
    host->match.terms.clock = MATCH_CLOCK_NONE;
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++)
        law(tells(host, viewer, 0, told[viewer + 1]), "what is told has a limit");
    host->match.terms.clock = clock;
}

static void all_told_again(void)
{
    enum match_clock clock = host->match.terms.clock;
    host->match.terms.clock = MATCH_CLOCK_NONE;
    for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
        law(tells(host, viewer, 0, here), "what is told has a limit");
        same_text(told[viewer + 1], here, "undo gives back what every viewer was told");
    }
    host->match.terms.clock = clock;
}

static void propose_move(int seat, game_move move)
{
    const struct match *m = &host->match;
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    remember();
    if (below(2)) {
        law(match_play(m, seat, move, host->now, &host->proposal), "who is to act may make a legal move");
        return;
    }
    game->move_text(game, m->state, seat, move, &text);
    law(match_move(m, seat, buffer, match_number(m, seat, m->count), host->now, &host->proposal),
        "who is to act may make a legal move by its text");
}

/* Makes a move, takes it back and makes it again. */
static void try_undo(int seat, game_move move)
{
    static struct match_proposal first;
    const struct match *m = &host->match;
    int place = m->count;
    uint32_t quiet = m->turn.quiet;
    tell_all();
    propose_move(seat, move);
    first = host->proposal;
    keep();
    remember();
    law(match_undo(m, place, host->now, &host->proposal), "a move can be taken back");
    keep();
    law(m->count == place, "a move that was taken back is gone");
    if (match_paused(m))
        return; /* others may react to the move before it again */
    all_told_again();
    propose_move(seat, move);
    if (!quiet) {
        law(first.count == host->proposal.count, "the same move brings the same");
        for (int i = 0; i < first.count; i++)
            law(first.entries[i].actor == host->proposal.entries[i].actor &&
                    strcmp(first.entries[i].move, host->proposal.entries[i].move) == 0,
                "the same move brings the same luck");
    }
    keep();
}

static void move_somebody(void)
{
    const struct match *m = &host->match;
    uint32_t who = match_to_act(m, host->now) & ~game_bit(GAME_CHANCE);
    if (!who)
        return;
    for (int skip = below(__builtin_popcount(who)); skip > 0; skip--)
        who &= who - 1;
    int seat = __builtin_ctz(who);
    game_move move = game_random_move(game, m->state, seat, &rng);
    if (below(6) == 0 && !match_paused(m)) {
        try_undo(seat, move);
        return;
    }
    propose_move(seat, move);
    keep();
}

/* A seat takes back a move, if it may do so at once or if all others agree. */
static void take_back(void)
{
    const struct match *m = &host->match;
    int seat = below(seats), place = match_undo_step(m, seat, game_bit(seat));
    if (place < 0 || below(3) == 0)
        place = m->count ? m->count - 1 - below(m->count < 12 ? m->count : 12) : 0;
    struct reason why = reason_none();
    enum match_may may = match_may_undo(m, seat, place, game_bit(seat), &why);
    law((may == MATCH_MAY_NOT) == (why.key != NULL), "who may not take back is told why");
    if (may == MATCH_MAY_NOT)
        return;
    remember();
    law(match_undo(m, place, host->now, &host->proposal), "what may be taken back can be");
    keep();
}

static void change_somebody(void)
{
    enum match_change change = (enum match_change)below(MATCH_CHANGES);
    if ((change == MATCH_RESIGN || change == MATCH_COMPUTER) && below(8))
        return;
    int seat = below(seats);
    static const char *const replies[] = {"ask", "never", "castle", "often"};
    static const uint8_t levels[GAME_MAX_SEATS] = {1, 3, 6, 6};
    remember();
    bool may = change == MATCH_REST ? match_rest(&host->match, game_bit(seat), 1, host->now, &host->proposal)
               : change == MATCH_COMPUTER
                   ? match_hand_over(&host->match, game_bit(seat), levels, host->now, &host->proposal)
               : change == MATCH_REPLY
                   ? match_reply(&host->match, seat, replies[below(4)], host->now, &host->proposal)
                   : match_change(&host->match, seat, change, host->now, &host->proposal);
    if (may)
        keep();
    else
        law(host->proposal.count == 0 && host->proposal.reason[0], "a refusal says why");
}

/* ---- time ---- */

/* Ticks. Returns how many entries the tick proposed. */
static int tick(void)
{
    remember();
    law(match_tick(&host->match, host->now, &host->proposal), "a tick is never refused");
    int count = host->proposal.count;
    keep();
    return count;
}

/* Lets time pass, and ticks whenever the match wants to be woken. */
static void pass_time(void)
{
    int64_t until = host->now + (below(4) ? below(400) : below(9000));
    for (int rounds = 0;; rounds++) {
        int64_t wake = match_wake(&host->match, host->now);
        law(wake >= host->now, "a match is not woken in the past");
        law(rounds < 1000, "ticking comes to an end");
        if (wake > until)
            break;
        bool due = wake == host->now;
        host->now = wake;
        int count = tick();
        law(!due || count > 0, "a match that wants to be woken at once has something to propose");
        law(count > 0 || match_wake(&host->match, host->now) > host->now, "a match that was woken goes on");
    }
    host->now = until;
    law(tick() == 0, "nothing happens before a match wants to be woken");
}

/* ---- whole matches ---- */

static void play(const char *options)
{
    static struct host hosts[2];
    static const int64_t clock_ms[] = {0, 8000, 200000};
    struct match_terms terms = {.undo = (enum match_undo)(seed % 3),
                                .reaction_ms = seed / 3 % 2 ? 3000 : 0,
                                .clock = (enum match_clock)(seed / 2 % 3),
                                .computers = (uint32_t)(seed * 5 % (1u << seats))};
    terms.clock_ms = clock_ms[terms.clock];
    host = &hosts[0];
    shadow = &hosts[1];
    rng_seed(&rng, seed);
    const char *problem = host_start(host, game, seats, options, &terms, seed);
    if (problem)
        broken(problem);
    law(host_copy(host, 0, shadow), "a match can be loaded");
    for (long steps = 1; !match_over(&host->match) && host->count < ENTRIES; steps++) {
        pass_time();
        int what = below(16);
        if (what == 0)
            change_somebody();
        else if (what == 1 && steps % 3 == 0)
            take_back();
        else
            move_somebody();
        if (steps % 16 == 0)
            try_numbers();
        if (steps % 64 == 0)
            try_record();
        if (steps % 150 == 0)
            compare_from_start();
    }
    compare_from_start();
    try_numbers();
    try_record();
    if (match_over(&host->match))
        law(match_winners(&host->match, host->match.state) != 0 ||
                host->match.turn.resigned == game_bit(seats) - 1,
            "a match that is over has a winner");
    host_free(host);
    host_free(shadow);
}

int main(int argc, char **argv)
{
    games_open();
    if (argc < 4 || !(game = games_find(argv[1])))
        return 2;
    seats = atoi(argv[2]);
    char given[GAME_OPTIONS_TEXT];
    struct text words = TEXT_IN(given);
    for (int i = 4; i < argc; i++)
        text_printf(&words, "%s%s", i > 4 ? " " : "", argv[i]);
    for (seed = 1; seed <= (uint64_t)atoi(argv[3]); seed++)
        play(given);
    return 0;
}
