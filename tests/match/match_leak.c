/*
 * match_leak.c: `match_leak [PAIRS]` checks that no viewer is told a byte that depends on what it may not
 * know.
 *
 * It plays two matches with different keys side by side that look alike to one viewer (a seat or the public).
 * What the viewer can see is the same in both. The rest differs: other players hold other cards, sell other
 * cards, and pass in one match while they are not asked in the other. Everything that the viewer is told, and
 * every answer to what it may ask, must be equal byte by byte. Each position is also compared with one that
 * is dealt from the viewer's view, because dealt positions differ more than played ones. Each such comparison
 * is a pair.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "match/host.h"

enum { KINDS = sizeof kinds / sizeof kinds[0], STEPS = 600 };

static struct {
    struct host a, b;
    const struct game *game;
    const struct kind *kind;
    int seats, viewer;
    uint64_t seed;
    struct rng rng;
    /* how draws of the first match look; the second match must make draws that look the same */
    struct {
        char look[GAME_MOVE_TEXT];
        union game_state after;
    } drawn[MATCH_MAX_ENTRIES];
    int draws, matched;
    bool
        parted; /* the second match had no draw that looks the same, so from here on the matches may differ */
} pair;

static long pairs, differing, dealt_differing;
static char text_a[TOLD], text_b[TOLD];

static void leaks(const char *what)
{
    size_t i = 0;
    while (text_a[i] && text_a[i] == text_b[i])
        i++;
    size_t from = i > 150 ? i - 150 : 0;
    fprintf(stderr,
            "%s, %d seats, options '%s', seed %d, viewer %d, entries %d and %d: %s differs at byte %d:\n"
            "  %.400s\n  %.400s\n",
            pair.kind->game, pair.seats, pair.kind->options, (int)pair.seed, pair.viewer, pair.a.count,
            pair.b.count, what, (int)i, text_a + from, text_b + from);
    exit(1);
}

static int below(int n)
{
    return (int)rng_below(&pair.rng, (uint32_t)n);
}

/* ---- moves that look alike ---- */

static void look_at_move(const void *state, int actor, game_move move, char look[GAME_MOVE_TEXT])
{
    struct text out = text_in(look, GAME_MOVE_TEXT);
    game_seen_text(pair.game, state, actor, move, pair.viewer, &out);
}

static bool same_views(const void *a, const void *b)
{
    static union game_state x, y;
    pair.game->observe(pair.game, a, pair.viewer, &x);
    pair.game->observe(pair.game, b, pair.viewer, &y);
    return memcmp(&x, &y, pair.game->state_size) == 0;
}

/* Finds a move that looks the same to the viewer and, unless `after` is NULL, leads to the same view as
 * `after`. */
static bool find_like(const void *state, int actor, const char *look, const void *after, game_move *found)
{
    game_move moves[GAME_MAX_MOVES];
    static union game_state next;
    const struct game *game = pair.game;
    int count = game->moves(game, state, actor, moves, NULL), fits = 0;
    for (int i = 0; i < count; i++) {
        char other[GAME_MOVE_TEXT];
        look_at_move(state, actor, moves[i], other);
        if (strcmp(look, other) != 0)
            continue;
        memcpy(&next, state, game->state_size);
        game->apply(game, &next, actor, moves[i]);
        if ((!after || same_views(after, &next)) && below(++fits) == 0)
            *found = moves[i];
    }
    return fits > 0;
}

/* Remembers how the draws of the first match's proposal look. `place` is where its moves begin. */
static void note_draws(int place)
{
    static union game_state state;
    const struct match_proposal *p = &pair.a.proposal;
    match_at(&pair.a.match, place, &state);
    pair.draws = pair.matched = 0;
    for (int i = 0; i < p->count; i++) {
        const struct match_entry *e = &p->entries[i];
        int actor = e->actor == '*' ? GAME_CHANCE : e->actor - '1';
        if (e->code == MATCH_UNREAD) /* this entry is not a move */
            continue;
        if (actor == GAME_CHANCE)
            look_at_move(&state, actor, e->code, pair.drawn[pair.draws].look);
        pair.game->apply(pair.game, &state, actor, e->code);
        if (actor == GAME_CHANCE)
            pair.drawn[pair.draws++].after = state;
    }
}

static game_move draw_alike(void *unused, const struct game *game, const void *state)
{
    (void)unused;
    game_move move = game_random_move(game, state, GAME_CHANCE, &pair.rng);
    int i = pair.matched++;
    if (i >= pair.draws || !find_like(state, GAME_CHANCE, pair.drawn[i].look, &pair.drawn[i].after, &move))
        pair.parted = true;
    return move;
}

static const struct match_chance alike = {.draw = draw_alike};

/* ---- what is compared ---- */

static void put_bool(struct text *out, const char *what, bool is)
{
    text_printf(out, "%s %s\n", what, is ? "yes" : "no");
}

static void put_number(struct text *out, const char *what, int64_t n)
{
    text_printf(out, "%s ", what);
    text_int(out, (long)n);
    text_char(out, '\n');
}

/* What the viewer sees of clocks and pauses, and of who may do what. */
static void put_facts(const struct host *h, int number, struct text *out)
{
    const struct match *m = &h->match;
    int viewer = pair.viewer, horizon = match_horizon(m, viewer, h->now);
    put_bool(out, "paused", match_paused(m));
    put_number(out, "pause left", match_pause_left(m, h->now));
    put_number(out, "number", match_number(m, viewer, horizon));
    put_number(out, "public number", match_number(m, GAME_PUBLIC, horizon));
    put_number(out, "newest number", match_number(m, viewer, m->count));
    put_number(out, "computers", match_computers(m));
    put_number(out, "people", match_people(m));
    for (int seat = 0; seat < pair.seats; seat++)
        put_number(out, "clock", match_clock_left(m, seat, h->now));
    if (viewer >= 0) {
        bool asked = match_asked(m, h->now) & game_bit(viewer);
        put_bool(out, "asked", asked);
        put_number(out, "answer by", asked ? match_answer_by(m, viewer) - h->now : 0);
        put_bool(out, "fresh", match_is_fresh(m, viewer, number));
    }
    for (int seat = 0; seat < pair.seats; seat++) {
        int place = match_place(m, viewer, number);
        struct reason why = reason_none();
        text_printf(out, "seat %d to %d: %d ", seat, number,
                    (int)match_may_undo(m, seat, place, game_bit(seat), &why));
        text_printf(out, "%s\n", why.key ? why.english : "");
    }
}

/* The answers to what the viewer may ask about a move. */
static void put_answers(const struct host *h, const char *move, struct text *out)
{
    const struct match *m = &h->match;
    char reason[512];
    struct text why = TEXT_IN(reason);
    if (pair.viewer < 0)
        return;
    put_bool(out, "preview", tell_preview(m, pair.viewer, move, h->now, out, &why));
    struct reason told = tell_why(m, pair.viewer, move, h->now);
    text_json_open(out, '{');
    reason_json(&told, out);
    text_json_close(out, '}');
    text_printf(out, "%s\n", reason);
}

/* Chooses a move to ask about: a legal move of the viewer, or a move that is not legal. */
static void choose_question(const struct host *h, char move[GAME_MOVE_TEXT])
{
    static const char *const others[] = {"pass", "end", "place 0", "x", "tower 32,32", "wall a1-a2"};
    struct text out = text_in(move, GAME_MOVE_TEXT);
    game_move moves[GAME_MAX_MOVES];
    union game_state view;
    int count = 0;
    match_at(&h->match, match_horizon(&h->match, pair.viewer, h->now), &view);
    if (pair.viewer >= 0)
        count = pair.game->moves(pair.game, &view, pair.viewer, moves, NULL);
    if (count && below(4))
        pair.game->move_text(pair.game, &view, pair.viewer, moves[below(count)], &out);
    else
        text_put(&out, others[below(sizeof others / sizeof others[0])]);
}

static void put_all(const struct host *h, int number, int from, const char *move, struct text *out)
{
    const struct match *m = &h->match;
    int horizon = match_horizon(m, pair.viewer, h->now), place = match_place(m, pair.viewer, number);
    host_tell(h, pair.viewer, match_place(m, pair.viewer, from), out);
    put_facts(h, number, out);
    put_answers(h, move, out);
    if (place >= 0 && place <= horizon) {
        tell_position(m, pair.viewer, place, host_mine(pair.viewer), h->now, out);
        tell_line_at(m, pair.viewer, place, horizon, out);
    }
    text_char(out, '\n');
    if (from == 0)
        match_record(m, horizon, pair.viewer, "", out);
}

static void compare_texts(const char *what, const struct text *a, const struct text *b)
{
    if (a->cut || b->cut || strcmp(text_a, text_b) != 0)
        leaks(what);
    pairs++;
}

static void compare(const char *what)
{
    struct text x = TEXT_IN(text_a), y = TEXT_IN(text_b);
    char move[GAME_MOVE_TEXT];
    int last =
        match_number(&pair.a.match, pair.viewer, match_horizon(&pair.a.match, pair.viewer, pair.a.now));
    int number = last > 0 ? last - below(last < 8 ? last + 1 : 8) : 0;
    int from = below(40) ? (last > 6 ? last - 6 : 0) : 0;
    pair.parted |= pair.draws != pair.matched;
    if (pair.parted)
        return;
    choose_question(&pair.a, move);
    put_all(&pair.a, number, from, move, &x);
    put_all(&pair.b, number, from, move, &y);
    compare_texts(what, &x, &y);
    differing += memcmp(pair.a.match.state, pair.b.match.state, pair.game->state_size) != 0;
}

/* Compares the match with the same match in another state that fits what the viewer knows. */
static void compare_dealt(void)
{
    static union game_state view, state;
    struct host other = pair.a;
    struct text x = TEXT_IN(text_a), y = TEXT_IN(text_b);
    char move[GAME_MOVE_TEXT];
    if (match_paused(&other.match))
        return;
    memset(&state, 0, sizeof state);
    pair.game->observe(pair.game, other.match.state, pair.viewer, &view);
    pair.game->deal(pair.game, &view, pair.viewer, &pair.rng, &state);
    other.match.state = &state;
    choose_question(&pair.a, move);
    tell_position(&pair.a.match, pair.viewer, other.match.count, host_mine(pair.viewer), other.now, &x);
    tell_position(&other.match, pair.viewer, other.match.count, host_mine(pair.viewer), other.now, &y);
    put_answers(&pair.a, move, &x);
    put_answers(&other, move, &y);
    compare_texts("a dealt position", &x, &y);
    dealt_differing += memcmp(&state, pair.a.match.state, pair.game->state_size) != 0;
}

/* ---- what happens ---- */

/* Keeps what the first match proposed, once the second one has proposed the same. */
static void keep_both(bool fine, const char *what)
{
    if (!fine || !host_keep(&pair.a) || !host_keep(&pair.b)) {
        fprintf(stderr, "%s: %s %s\n", what, pair.a.proposal.reason, pair.b.proposal.reason);
        leaks("what may be done");
    }
    compare(what);
}

static bool move_both(int seat)
{
    static union game_state after;
    const struct match *a = &pair.a.match, *b = &pair.b.match;
    for (int tries = 0; tries < 20; tries++) {
        char look[GAME_MOVE_TEXT];
        game_move move = game_random_move(pair.game, a->state, seat, &pair.rng), like;
        look_at_move(a->state, seat, move, look);
        memcpy(&after, a->state, pair.game->state_size);
        pair.game->apply(pair.game, &after, seat, move);
        /* After a move to which somebody may react, one match may wait for a reaction while the other does
         * not. */
        bool open = game_may_react(pair.game, a->state, seat, move) != 0 || match_paused(a);
        if (!find_like(b->state, seat, look, open ? NULL : &after, &like))
            continue;
        bool fine = match_play(a, seat, move, pair.a.now, &pair.a.proposal);
        note_draws(a->count);
        fine &= match_play(b, seat, like, pair.b.now, &pair.b.proposal);
        keep_both(fine, look);
        return true;
    }
    return false;
}

/* A seat that is asked in only one match answers so that the viewer learns nothing. */
static void answer_in_one(struct host *h)
{
    game_move moves[GAME_MAX_MOVES];
    const struct match *m = &h->match;
    uint32_t asked = match_asked(m, h->now) & ~host_mine(pair.viewer);
    for (int seat = 0; seat < pair.seats; seat++) {
        if (!(asked & game_bit(seat)) || match_answer_by(m, seat) <= h->now)
            continue;
        int count = pair.game->moves(pair.game, m->state, seat, moves, NULL);
        for (int i = 0; i < count; i++)
            if (pair.game->sight(pair.game, m->state, seat, moves[i], pair.viewer) == GAME_UNSEEN) {
                pair.draws = pair.matched = 0;
                if (!host_play(h, seat, moves[i]))
                    leaks("an answer");
                compare("an answer that the viewer does not see");
                return;
            }
    }
}

/* A seat says in one match that it never reacts. The other players must not learn of it, neither now nor from
 * its answers. */
static void reply_in_one(struct host *h)
{
    int seat = below(pair.seats);
    if (host_mine(pair.viewer) & game_bit(seat))
        return;
    pair.draws = pair.matched = 0;
    if (match_reply(&h->match, seat, below(2) ? "never" : "ask", h->now, &h->proposal) && host_keep(h))
        compare("a reply that the viewer does not see");
}

static void tick_both(int64_t now)
{
    pair.a.now = pair.b.now = now;
    bool fine = match_tick(&pair.a.match, now, &pair.a.proposal);
    note_draws(pair.a.match.count);
    fine &= match_tick(&pair.b.match, now, &pair.b.proposal);
    keep_both(fine, "time");
}

/* Lets time pass, and ticks both matches whenever one of them wants to be woken. */
static void pass_time(void)
{
    int64_t until = pair.a.now + (below(5) ? below(300) : below(6000));
    while (!pair.parted) {
        int64_t x = match_wake(&pair.a.match, pair.a.now), y = match_wake(&pair.b.match, pair.b.now);
        if (x > until && y > until)
            break;
        tick_both(x < y ? x : y);
    }
    pair.a.now = pair.b.now = until;
}

static void undo_both(void)
{
    const struct match *a = &pair.a.match, *b = &pair.b.match;
    int seat = below(pair.seats), last = match_number(a, pair.viewer, a->count);
    int place = match_undo_step(a, seat, game_bit(seat));
    int number = place >= 0 && below(2) ? match_number(a, pair.viewer, place) : last - 1 - below(4);
    int x = match_place(a, pair.viewer, number), y = match_place(b, pair.viewer, number);
    enum match_may may = match_may_undo(a, seat, x, game_bit(seat), NULL);
    if (may != match_may_undo(b, seat, y, game_bit(seat), NULL))
        leaks("what may be taken back");
    if (may == MATCH_MAY_NOT)
        return;
    bool fine = match_undo(a, x, pair.a.now, &pair.a.proposal);
    note_draws(x);
    fine &= match_undo(b, y, pair.b.now, &pair.b.proposal);
    keep_both(fine, "taking back");
}

static void change_both(void)
{
    static const enum match_change changes[] = {MATCH_AWAY, MATCH_BACK, MATCH_QUIET, MATCH_EAGER, MATCH_BACK};
    enum match_change change = changes[below(5)];
    int seat = below(pair.seats);
    if (change == MATCH_AWAY &&
        __builtin_popcount(match_people(&pair.a.match) & ~match_computers(&pair.a.match)) < 3)
        return; /* with one person left the match would wait for that person, and the viewer would see it */
    bool fine = match_change(&pair.a.match, seat, change, pair.a.now, &pair.a.proposal);
    note_draws(pair.a.match.count);
    if (fine != match_change(&pair.b.match, seat, change, pair.b.now, &pair.b.proposal))
        leaks("a change of a seat");
    if (fine)
        keep_both(true, "a change of a seat");
}

/* Makes one step in both matches. False if no step looks alike in both. */
static bool step(void)
{
    const struct match *a = &pair.a.match, *b = &pair.b.match;
    uint32_t both = match_to_act(a, pair.a.now) & match_to_act(b, pair.b.now) & ~game_bit(GAME_CHANCE);
    int what = below(24), from = below(pair.seats);
    if (what == 0)
        change_both();
    else if (what == 1)
        undo_both();
    else if (what == 2)
        reply_in_one(below(2) ? &pair.a : &pair.b);
    if (what < 3)
        return true;
    if (match_paused(a)) {
        if (what % 4 == 0)
            answer_in_one(&pair.a);
        else if (what % 4 == 1)
            answer_in_one(&pair.b);
        else if (what % 4 == 2 && both)
            move_both(__builtin_ctz(both));
        return true;
    }
    for (int i = 0; i < pair.seats; i++) {
        int seat = (from + i) % pair.seats;
        if ((both & game_bit(seat)) && move_both(seat))
            return true;
    }
    return false;
}

/* A match without pauses waits for the seat that is asked. Everybody sees that it waits, but not for whom. */
static void play_openly(const struct kind *kind, int viewer, uint64_t seed)
{
    struct match_terms terms = {.undo = MATCH_UNDO_CONSENT};
    if (host_start(&pair.a, pair.game, pair.seats, kind->options, &terms, seed))
        leaks("the beginning");
    pair.viewer = viewer;
    while (host_tick(&pair.a) && !match_over(&pair.a.match)) {
        int seat = game_random_actor(pair.game, pair.a.match.state, &pair.rng);
        int last = pair.a.match.count - 1;
        if (below(4) == 0 || (last >= 0 && pair.a.match.moves[last].react))
            compare_dealt();
        if (seat != GAME_CHANCE &&
            !host_play(&pair.a, seat, game_random_move(pair.game, pair.a.match.state, seat, &pair.rng)))
            leaks("what may be done");
    }
    host_free(&pair.a);
}

/* Whether the only person who is left, after the time of the others ran out, is not the viewer: the match
 * waits for that person, and the viewer sees it. */
static bool waits_for_another(const struct match *m)
{
    uint32_t people = match_people(m) & ~match_computers(m);
    return !(people & (people - 1)) && !(people & host_mine(pair.viewer));
}

/* Plays a pair of matches until they differ for the viewer. Two things may be known, and are no leak:
 * computers react sooner, and a match with one person waits for that person, so that person is the only
 * viewer there. */
static void play(const struct kind *kind, int viewer, uint64_t seed)
{
    static const int64_t clock_ms[] = {0, 20000, 200000};
    struct match_terms terms = {
        .undo = (enum match_undo)(seed % 3), .clock = (enum match_clock)(seed / 3 % 3), .reaction_ms = 3000};
    terms.clock_ms = clock_ms[terms.clock];
    terms.computers = kind->seats > 2 && seed % 4 == 1 ? game_bit((viewer + 1) % kind->seats) : 0;
    if (seed % 7 == 1 && viewer >= 0)
        terms.computers = (game_bit(kind->seats) - 1) & ~game_bit(viewer);
    pair.game = games_find(kind->game);
    pair.kind = kind;
    pair.seats = kind->seats;
    pair.viewer = viewer;
    pair.seed = seed;
    pair.parted = false;
    pair.draws = pair.matched = 0;
    rng_seed(&pair.rng, seed);
    if (host_start(&pair.a, pair.game, pair.seats, kind->options, &terms, 2 * seed) ||
        host_start(&pair.b, pair.game, pair.seats, pair.a.match.options, &terms, 2 * seed + 1))
        leaks("the beginning");
    pair.b.match.chance = &alike;
    if (memcmp(pair.a.match.key, pair.b.match.key, MATCH_KEY) == 0)
        leaks("nothing of the key");
    for (int steps = 0; steps < STEPS; steps++) {
        pass_time();
        /* When a match is over, everything may be told. */
        if (pair.parted || match_over(&pair.a.match) || match_over(&pair.b.match) ||
            waits_for_another(&pair.a.match) || !step() || pair.parted || match_over(&pair.a.match))
            break;
        compare_dealt();
    }
    host_free(&pair.a);
    host_free(&pair.b);
    if (seed % 3 == 0)
        play_openly(kind, viewer, seed);
}

int main(int argc, char **argv)
{
    long wanted = argc > 1 ? atol(argv[1]) : 20000;
    games_open();
    for (uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1; pairs < wanted; seed++) {
        const struct kind *kind = &kinds[seed % KINDS];
        play(kind, (int)(seed / KINDS) % (kind->seats + 1) - 1, seed);
    }
    printf("%ld pairs compared, %ld of matches and %ld of dealt positions that differ\n", pairs, differing,
           dealt_differing);
    return differing > pairs / 8 && dealt_differing > pairs / 8 ? 0 : 1;
}
