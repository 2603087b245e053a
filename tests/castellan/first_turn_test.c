/* first_turn_test.c: all pieces of the first turn connect (2.3). */
#include "castellan/table.h"

/* Asserts the key of the reason why this move is not legal. */
static void assert_says(const struct castellan_state *s, const char *move, const char *key)
{
    struct reason reason = reason_none();
    castellan->why_not(castellan, s, s->active, move, &reason);
    assert_string_equal(reason.key, key);
}

static void test_first_turn_connects(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.3");
    deal_hands(&s, 2, "first=2");
    set_hand(&s, 2, false, HAND("3T", "1T1S+", "3L1S", "2L2S"));
    assert_string_equal(all_moves(&s), "play 1T1S+|play 2L2S|play 3L1S|play 3T");
    make_moves(&s, "2 play 3L1S"); /* four walls */
    assert_true(refused(&s, "build", "2.3"));
    assert_says(&s, "build", "castellan.why.build.tower");
    make_moves(&s, "2 play 1T1S+"); /* five walls round one tower */
    assert_true(refused(&s, "build", "2.3"));
    assert_says(&s, "build", "castellan.why.build.many");
    assert_string_equal(all_moves(&s), "play 2L2S|play 3T");
    make_moves(&s, "2 play 3T"); /* four towers and five walls */
    assert_string_equal(all_moves(&s), "build|play 2L2S");

    /* After this card no other cards of the hand could make the pieces connect. */
    deal_hands(&s, 3, "");
    set_hand(&s, 1, false, HAND("3T", "2T+", "1T1L", "1T1L2S"));
    make_moves(&s, "1 play 3T");
    assert_true(refused(&s, "build", "2.3"));
    assert_says(&s, "build", "castellan.why.build.few");
    assert_true(refused(&s, "play 2T+", "2.3"));
    assert_says(&s, "play 2T+", "castellan.why.card.first");
    make_moves(&s, "1 play 1T1L"); /* four towers and one wall */
    assert_string_equal(all_moves(&s), "play 1T1L2S");
    make_moves(&s, "1 play 1T1L2S"); /* five towers and four walls */
    assert_string_equal(all_moves(&s), "build");

    deal_hands(&s, 2, "");
    set_hand(&s, 1, false, HAND("1T2S", "1T1S+", "3L1S", "2L2S"));
    make_moves(&s, "1 play 3L1S");
    assert_true(refused(&s, "play 2L2S", "2.3")); /* eleven walls for two towers */
    make_moves(&s, "1 play 1T1S+; 1 play 1T2S");
    assert_string_equal(all_moves(&s), "build");
}

/* A player may build so that other pieces have no place. Those are passed on, in the first turn too. */
static void test_first_turn_passes_on(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.3");
    RULE("castellan", "2.5");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, false, HAND("3T", "1T1S+", "1T3S"));
    make_moves(&s, "1 play 3T; 1 play 1T1S+; 1 play 1T3S; 1 build; 1 tower 32,32; 1 short 32,32 E; "
                   "1 tower 33,32; 1 short 33,32 S; 1 tower 33,33; 1 short 32,33 E; 1 tower 32,33; "
                   "1 short 32,32 S; 1 single");
    assert_string_equal(all_moves(&s), "pass"); /* four walls in a square, and the fifth tower is left */
    make_moves(&s, "1 pass; 1 draw wall; 1 draw wall; * card 2L2S; * card 1T1L");
    assert_int_equal(s.pieces[CASTELLAN_TOWER], 1);
}

/* With another box a hand may have no cards whose pieces connect. Then any of its cards may be played. */
static void test_first_turn_of_a_hopeless_hand(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.3");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, false, HAND("3T", "2T+"));
    assert_string_equal(all_moves(&s), "play 2T+|play 3T");
    make_moves(&s, "1 play 3T");
    assert_string_equal(all_moves(&s), "build|play 2T+");
    set_hand(&s, 1, false, HAND("2L2S", "3L1S"));
    s.cards = s.pieces[CASTELLAN_TOWER] = 0;
    make_moves(&s, "1 play 2L2S");
    assert_string_equal(all_moves(&s), "build|play 3L1S");
    make_moves(&s, "1 build; 1 pass; 1 draw wall; * card 1T3S");
    /* The table is still empty in the next turn, but that turn is not the first. */
    set_hand(&s, 2, false, HAND("3T", "1T1L"));
    make_moves(&s, "2 play 3T");
    assert_string_equal(all_moves(&s), "build|play 1T1L");
}

/* Tries every way to go on from here: the turn can always end, and only with pieces that connect. */
static void try_first_turns(const struct castellan_state *s)
{
    game_move moves[GAME_MAX_MOVES];
    int count = castellan->moves(castellan, s, s->active, moves, NULL);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        struct castellan_state next = *s;
        castellan->apply(castellan, &next, next.active, moves[i]);
        if (next.phase == CASTELLAN_PLAYING)
            try_first_turns(&next);
        else
            assert_true(castellan_connects(next.pieces[CASTELLAN_TOWER],
                                           next.pieces[CASTELLAN_LONG] + next.pieces[CASTELLAN_SHORT]));
    }
}

static void test_first_turn_of_every_hand(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.3");
    deal_hands(&s, 2, "");
    for (unsigned hand = 0; hand < 1u << CASTELLAN_CARDS; hand++)
        if (castellan_popcount(hand & castellan_deck_mask(0)) == 2 &&
            castellan_popcount(hand & castellan_deck_mask(1)) == 2) {
            s.seat[0].hand = (uint16_t)hand;
            try_first_turns(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_turn_connects),
        cmocka_unit_test(test_first_turn_passes_on),
        cmocka_unit_test(test_first_turn_of_a_hopeless_hand),
        cmocka_unit_test(test_first_turn_of_every_hand),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
