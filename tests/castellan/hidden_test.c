/* hidden_test.c: what each viewer of a game of Castellan may know. */
#include "castellan/table.h"

#include <string.h>

static void test_hands_are_hidden(void **state)
{
    struct castellan_state s, view, other;
    (void)state;
    deal_hands(&s, 3, "");
    castellan->observe(castellan, &s, 0, &view);
    assert_int_equal(view.seat[0].hand, s.seat[0].hand);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(view.seat[i].hand, 0);
        assert_int_equal(view.seat[i].in_hand[0], 2); /* the back of a card shows which deck it is from */
        assert_int_equal(view.seat[i].in_hand[1], 2);
    }
    /* Other cards in the hand of seat 2 give the same view. */
    s.seat[1].hand = 0x60 | 0x60 << 7;
    castellan->observe(castellan, &s, 0, &other);
    assert_memory_equal(&view, &other, sizeof view);
    castellan->observe(castellan, &s, GAME_PUBLIC, &view);
    assert_int_equal(view.seat[0].hand, 0);
}

static void test_what_follows_from_the_rest_is_known(void **state)
{
    struct castellan_state s, view;
    (void)state;
    deal_hands(&s, 2, "");
    /* Seat 2 holds two tower cards and its deck has none left, so everybody can work out which two. */
    s.seat[1].hand = 0x03 | 0x03 << 7;
    s.seat[1].played = 0x7c;
    castellan->observe(castellan, &s, 0, &view);
    assert_int_equal(view.seat[1].hand, 0x03);
    assert_false(castellan_hidden(&view.seat[1], CASTELLAN_TOWER_DECK));
    assert_true(castellan_hidden(&view.seat[1], CASTELLAN_WALL_DECK));
}

static void test_dealing_is_uniform(void **state)
{
    enum { TRIES = 21000 };
    struct castellan_state s, view, dealt;
    int count[128] = {0};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 5);
    deal_hands(&s, 2, "");
    s.seat[1].played = 0x01;
    s.seat[1].hand = 0x06 | 0x03 << 7; /* two of six unplayed tower cards: 15 hands */
    castellan->observe(castellan, &s, 0, &view);
    for (int i = 0; i < TRIES; i++) {
        castellan->deal(castellan, &view, 0, &rng, &dealt);
        assert_int_equal(castellan_popcount(dealt.seat[1].hand >> 7), 2);
        assert_int_equal(dealt.seat[0].hand, s.seat[0].hand);
        count[dealt.seat[1].hand & 0x7f]++;
    }
    for (int hand = 0; hand < 128; hand++) {
        bool possible = !(hand & 1) && castellan_popcount((uint64_t)hand) == 2;
        if (possible)
            assert_in_range(count[hand], TRIES / 15 * 85 / 100, TRIES / 15 * 115 / 100);
        else
            assert_int_equal(count[hand], 0);
    }
}

static void test_sight_of_moves(void **state)
{
    struct castellan_state s;
    struct game_event events[GAME_MAX_EVENTS];
    game_move moves[GAME_MAX_MOVES];
    char seen[GAME_MOVE_TEXT];
    (void)state;
    assert_true(game_start(castellan, &s, 2, "", NULL));
    castellan->moves(castellan, &s, GAME_CHANCE, moves, NULL);
    for (int viewer = GAME_PUBLIC; viewer < 2; viewer++) {
        struct text text = TEXT_IN(seen);
        game_seen_text(castellan, &s, GAME_CHANCE, moves[0], viewer, &text);
        assert_string_equal(seen, viewer == 0 ? "card 2T+" : "card ?");
        assert_int_equal(castellan->tell(castellan, &s, GAME_CHANCE, moves[0], viewer, events), 1);
        assert_string_equal(events[0].key, "card");
        assert_string_equal(events[0].what, viewer == 0 ? "2T+" : "tower");
    }
    deal_hands(&s, 2, "");
    castellan->moves(castellan, &s, 0, moves, NULL);
    assert_int_equal(castellan->sight(castellan, &s, 0, moves[0], 1), GAME_SEEN);
    assert_int_equal(game_may_react(castellan, &s, 0, moves[0]), 0);
}

/* If seat 1 makes its turn on its view, the result is its view of the state after the same turn. */
static void test_own_turn_on_a_view(void **state)
{
    static const char turn[] =
        "1 play 2T+; 1 play 1T2L1S; 1 build; 1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 long 32,32 S; "
        "1 long 33,32 S; 1 tower 32,34; 1 draw wall; 1 draw tower; * card 2L2S; * card 2T1S";
    struct castellan_state s, view, seen;
    (void)state;
    deal_hands(&s, 2, "");
    castellan->observe(castellan, &s, 0, &view);
    make_moves(&s, turn);
    make_moves(&view, turn);
    castellan->observe(castellan, &s, 0, &seen);
    assert_memory_equal(&view, &seen, sizeof view);

    /* This holds too if the turn begins the last round, in which all hands are known. */
    deal_hands(&s, 2, "");
    s.seat[0].hand = 2;
    s.seat[0].in_hand[0] = 1;
    s.seat[0].in_hand[1] = 0;
    s.seat[0].played = 0x3ffd;
    castellan->observe(castellan, &s, 0, &view);
    make_moves(&s, "1 play 3T; 1 build; 1 tower 32,32; 1 pass");
    make_moves(&view, "1 play 3T; 1 build; 1 tower 32,32; 1 pass");
    castellan->observe(castellan, &s, 0, &seen);
    assert_memory_equal(&view, &seen, sizeof view);
    assert_int_equal(view.seat[1].hand, 0x3fff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_are_hidden),   cmocka_unit_test(test_what_follows_from_the_rest_is_known),
        cmocka_unit_test(test_dealing_is_uniform), cmocka_unit_test(test_sight_of_moves),
        cmocka_unit_test(test_own_turn_on_a_view),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
