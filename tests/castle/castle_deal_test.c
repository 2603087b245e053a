/*
 * castle_deal_test.c: compares the states that Castle deals for a viewer with a ledger of what that viewer
 * has seen since the discard pile became the draw pile (4.2).
 */
#include <string.h>

#include "policy.h"
#include "table.h"

enum { HAND, UNSEEN, SCORED, PLACES };

/* Limits on the states that are possible for a viewer. */
struct bounds {
    uint64_t free;                  /* cards that another seat may have held when the pile was made */
    int drawn[GAME_MAX_SEATS];      /* how many cards a seat can have from the pile at most */
    int at[GAME_MAX_SEATS][PLACES]; /* how many of those can be in each place at most */
};

struct ledger {
    struct bounds bounds;
    uint64_t scored[GAME_MAX_SEATS];
};

static const struct game *game;
static struct ledger ledger[GAME_MAX_SEATS];

typedef uint64_t places[GAME_MAX_SEATS][PLACES];

/* Some cards, of this kind and the kinds after it, are more than the seats can have held when the pile was
 * made. Can all of these have been drawn, each by a seat that has it? Tries every way. */
static bool drawable(struct bounds *b, places cards, int kind, int many)
{
    if (many <= 0 && ++kind == CASTLE_KINDS)
        return true;
    if (many <= 0) {
        for (int i = 0; i < GAME_MAX_SEATS * PLACES; i++)
            many += castle_copies(cards[i / PLACES][i % PLACES], kind);
        return drawable(b, cards, kind, many - castle_copies(b->free, kind));
    }
    for (int i = 0; i < GAME_MAX_SEATS * PLACES; i++) {
        int seat = i / PLACES, place = i % PLACES;
        if (!castle_copies(cards[seat][place], kind) || !b->drawn[seat] || !b->at[seat][place])
            continue;
        cards[seat][place] -= castle_card(kind);
        b->drawn[seat]--, b->at[seat][place]--;
        bool found = drawable(b, cards, kind, many - 1);
        cards[seat][place] += castle_card(kind);
        b->drawn[seat]++, b->at[seat][place]++;
        if (found)
            return true;
    }
    return false;
}

static bool possible(const struct bounds *bounds, const struct castle *s, int viewer,
                     const uint64_t scored[GAME_MAX_SEATS])
{
    struct bounds b = *bounds;
    places cards = {{0}};
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        cards[seat][HAND] = s->hand[seat];
        cards[seat][UNSEEN] = s->unseen[seat];
        cards[seat][SCORED] = scored[seat];
    }
    return drawable(&b, cards, -1, 0);
}

/* The limits according to the viewer's memory in the state. */
static struct bounds remembered(const struct castle *s, int viewer)
{
    const struct castle_memory *m = &s->memory[1 + viewer];
    struct bounds b = {.free = castle_unknown_cards(game->box, s, viewer) - m->pile};
    for (int seat = 0; seat < s->seats; seat++) {
        b.drawn[seat] = b.at[seat][HAND] = m->fresh[seat];
        b.at[seat][UNSEEN] = m->given[seat];
    }
    return b;
}

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

static bool refills(const struct castle *s, int actor, game_move move)
{
    struct game_event events[GAME_MAX_EVENTS];
    int count = game->tell(game, s, actor, move, GAME_PUBLIC, events);
    while (count > 0)
        if (strcmp(events[--count].key, "refill") == 0)
            return true;
    return false;
}

/* Begins a new ledger when the pile is made; otherwise notes the move. */
static void write_down(const struct castle *before, game_move move, const struct castle *after, bool refilled)
{
    enum castle_sort sort = castle_sort(move);
    int seat = before->seat;
    bool names = sort == CASTLE_MOVE_DISCARD || sort == CASTLE_MOVE_SCORE;
    uint64_t card = names ? castle_card(castle_argument(move)) : 0;
    for (int viewer = 0; viewer < before->seats; viewer++) {
        struct ledger *l = &ledger[viewer];
        struct bounds *b = &l->bounds;
        if (refilled) {
            uint64_t pile = before->open + before->unseen[viewer];
            if (sort == CASTLE_MOVE_DISCARD && seat == viewer)
                pile += card;
            uint64_t all = ((const struct castle_box *)game->box)->all_cards;
            *l = (struct ledger){.bounds.free = all - pile - after->hand[viewer] - after->played};
        } else if (sort == CASTLE_MOVE_CARD) {
            b->at[seat][HAND] = ++b->drawn[seat];
        } else if (sort == CASTLE_MOVE_DISCARD || sort == CASTLE_MOVE_SWAP) {
            b->at[seat][UNSEEN] = at_most(b->at[seat][UNSEEN] + 1, b->drawn[seat]);
        } else if (sort == CASTLE_MOVE_SCORE) {
            bool two = castle_second_argument(move) != CASTLE_NONE;
            l->scored[seat] += card + (two ? castle_card(castle_second_argument(move)) : 0);
            b->at[seat][SCORED] = at_most(b->at[seat][SCORED] + 1 + two, b->drawn[seat]);
        }
    }
}

struct counts {
    int dealt, impossible, refills;
};

static void check_viewer(const struct castle *s, int viewer, struct rng *rng, struct counts *n)
{
    static const uint64_t none[GAME_MAX_SEATS];
    const struct ledger *l = &ledger[viewer];
    struct bounds memory = remembered(s, viewer);
    struct castle view, dealt, seen;
    assert_true(possible(&l->bounds, s, viewer, l->scored));
    assert_true(possible(&memory, s, viewer, none));
    game->observe(game, s, viewer, &view);
    for (int i = 0; i < 4; i++) {
        game->deal(game, &view, viewer, rng, &dealt);
        game->observe(game, &dealt, viewer, &seen);
        assert_memory_equal(&seen, &view, sizeof view);
        assert_true(possible(&memory, &dealt, viewer, none));
        n->dealt++;
        n->impossible += !possible(&l->bounds, &dealt, viewer, l->scored);
    }
}

/* The active seat can make its move, and the draw that follows, on its view. */
static void check_preview(const struct castle *before, int actor, game_move move, const struct castle *after)
{
    struct castle view, seen;
    game->observe(game, before, before->seat, &view);
    game->apply(game, &view, actor, move);
    game->observe(game, after, before->seat, &seen);
    assert_memory_equal(&view, &seen, sizeof view);
}

static void play(int seats, enum policy policy, struct rng *rng, struct counts *n)
{
    struct castle s, before;
    bool refilled = false;
    assert_true(game_start(game, &s, seats, "", NULL));
    for (int actor; (actor = game_actor(game, &s)) >= 0;) {
        game_move move = policy_move(policy, game, &s, actor, rng);
        bool now = refills(&s, actor, move);
        before = s;
        game->apply(game, &s, actor, move);
        check_preview(&before, actor, move, &s);
        write_down(&before, move, &s, now);
        refilled |= now;
        n->refills += now;
        for (int viewer = 0; refilled && s.draw_size > 0 && viewer < seats; viewer++)
            check_viewer(&s, viewer, rng, n);
    }
}

/* A memory excludes no possible state, so never the real one. It lets very few impossible states pass: those
 * that only a comparison of several equal cards at once could exclude. */
static void dealt_worlds_are_possible(void **unused)
{
    (void)unused;
    RULE("castle", "4.2");
    struct rng rng;
    struct counts n = {0};
    rng_seed(&rng, 1);
    for (int seats = 2; seats <= 4; seats++)
        for (enum policy policy = POLICY_CLOSE; policy < POLICY_COUNT; policy++)
            for (int i = 0; i < 12; i++)
                play(seats, policy, &rng, &n);
    assert_true(n.refills > 200);
    assert_true(n.dealt > 100000);
    assert_in_range(n.impossible, 0, n.dealt / 500);
}

static struct table table, *t = &table;

static uint64_t cards_of(const char *names)
{
    uint64_t cards = 0;
    char name[32];
    for (size_t n; (n = strcspn(names, " ")) > 0; names += n + (names[n] == ' ')) {
        assert_true(n < sizeof name);
        memcpy(name, names, n);
        name[n] = '\0';
        int kind = castle_find_kind(box_of(t), name);
        assert_true(kind >= 0);
        cards += castle_card(kind);
    }
    return cards;
}

/* Three seats have two cards each. Seat 3 has completed a city and is to score. Seat 2 has discarded two
 * cards unseen, all other cards were scored, and the draw pile is empty. */
static void sit_before_refill(void)
{
    static const char *const hands[] = {"cities city_red", "city_blue city_green",
                                        "city_size_1 country_walls"};
    sit(t, 3, NULL);
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    turn(t, "d3-d4", "blue blue white");
    assert_int_equal(t->s.phase, CASTLE_SCORE);
    t->s.open = box_of(t)->all_cards;
    for (int seat = 0; seat < 3; seat++) {
        t->s.hand[seat] = cards_of(hands[seat]);
        t->s.hand_size[seat] = 2;
        t->s.open -= t->s.hand[seat];
    }
    t->s.unseen[1] = cards_of("city_pink city_towers");
    t->s.unseen_size[1] = 2;
    t->s.open -= t->s.unseen[1];
    t->s.draw = t->s.draw_size = 0;
}

enum { DEALS = 6000 };

/* Deals many states. Counts how often seats 2 and 3 get exactly these hands, and the copies of a card that
 * each gets. */
static void deal_often(int viewer, uint64_t second, uint64_t third, const char *card, int *both,
                       int copies[2])
{
    struct castle view, dealt;
    struct rng rng;
    int kind = castle_find_kind(box_of(t), card);
    rng_seed(&rng, 4);
    *both = copies[0] = copies[1] = 0;
    t->game->observe(t->game, &t->s, viewer, &view);
    for (int i = 0; i < DEALS; i++) {
        t->game->deal(t->game, &view, viewer, &rng, &dealt);
        *both += dealt.hand[1] == second && dealt.hand[2] == third;
        copies[0] += castle_copies(dealt.hand[1], kind);
        copies[1] += castle_copies(dealt.hand[2], kind);
    }
}

static void dealing_after_a_refill_is_fair(void **unused)
{
    (void)unused;
    RULE("castle", "4.2");
    int both, copies[2];
    sit_before_refill();
    make(t, "3 discard country_walls");
    assert_int_equal(t->s.draw_size, 55);
    /* Seat 1 knows of six cards that were not scored. Seat 2 holds two and seat 3 holds one of them: 15 · 4
     * states. */
    deal_often(0, t->s.hand[1], t->s.hand[2], "city_palaces", &both, copies);
    assert_in_range(both, DEALS / 60 - 50, DEALS / 60 + 50);
    assert_int_equal(copies[0] + copies[1], 0);
    /* Seat 3 also knows its own cards: seat 2 holds two of six cards, and country_walls is in the pile. */
    deal_often(2, t->s.hand[1], t->s.hand[2], "country_walls", &both, copies);
    assert_in_range(both, DEALS / 15 - 100, DEALS / 15 + 100);
    assert_int_equal(copies[0], 0);
    /* Seat 3 has drawn two of 55 cards. Two of the 55 are of this kind. */
    make_all(t, "* card city_palaces, * card city_yellow");
    deal_often(0, t->s.hand[1], t->s.hand[2], "city_palaces", &both, copies);
    assert_int_equal(copies[0], 0);
    assert_in_range(copies[1], DEALS * 4 / 55 - 100, DEALS * 4 / 55 + 100);
}

/* Seat 1 scores a card before it has drawn one, so it held that card and the other copy was in the pile. */
static void a_scored_card_was_held_or_drawn(void **unused)
{
    (void)unused;
    int both, copies[2], red = castle_find_kind(box_of(t), "city_red");
    sit_before_refill();
    make_all(t, "3 score city_size_1, * card city_palaces, 1 score city_red");
    assert_int_equal(castle_copies(t->s.memory[1 + 1].pile, red), 1);
    make(t, "* card city_yellow");
    deal_often(0, 0, 0, "city_red", &both, copies);
    assert_int_equal(copies[0], 0); /* seat 2 has drawn nothing */
    assert_in_range(copies[1], DEALS / 54 - 60, DEALS / 54 + 60);
    /* Seat 3 scores a card that it can only have drawn. It drew one card, so its other cards are not from the
     * pile. */
    t->s.seat = 2;
    t->s.phase = CASTLE_SCORE;
    assert_int_equal(t->s.memory[1].fresh[2], 1);
    make(t, "3 score city_palaces");
    assert_int_equal(t->s.memory[1].fresh[2], 0);
    deal_often(0, 0, 0, "city_red", &both, copies);
    assert_int_equal(copies[1], 0);
}

/* Two states that differ only in cards that others hold and discard unseen have the same view, although the
 * memories of those others differ. */
static void memories_are_ones_own(void **unused)
{
    (void)unused;
    struct castle first, second, a, b;
    sit_before_refill();
    first = t->s;
    make_all(t, "3 discard country_walls, * card city_palaces, * card city_palaces");
    second = t->s;
    t->s = first;
    make_all(t, "3 discard city_size_1, * card city_yellow, * card city_yellow");
    assert_false(memcmp(&t->s.memory[3], &second.memory[3], sizeof t->s.memory[3]) == 0);
    for (int viewer = GAME_PUBLIC; viewer < 2; viewer++) {
        t->game->observe(t->game, &t->s, viewer, &a);
        t->game->observe(t->game, &second, viewer, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dealt_worlds_are_possible),
        cmocka_unit_test(dealing_after_a_refill_is_fair),
        cmocka_unit_test(a_scored_card_was_held_or_drawn),
        cmocka_unit_test(memories_are_ones_own),
    };
    games_open();
    game = games_find("castle");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
