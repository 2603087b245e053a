/* castelli_card_test.c: the character cards (5). */
#include "castelli_help.h"

static struct castelli_state with_card(int seats, const char *name)
{
    struct castelli_state s = begin(seats, "");
    give_card(&s, 0, name);
    return s;
}

static void one_card_a_turn_at_any_moment(void **unused)
{
    (void)unused;
    RULE("castelli", "5.1");
    struct castelli_state s = begin(4, "");
    give_card(&s, 0, "king3");
    give_card(&s, 0, "king4");
    give_card(&s, 0, "steward");
    assert_true(legal(&s, "1 play king3")); /* before lifting */
    play(&s, "1 lift D3");
    play(&s, "* tile RBGY4");
    assert_true(legal(&s, "1 play king3")); /* with the tile in hand */
    play(&s, "1 place 0");
    play(&s, "1 play king3"); /* while building */
    assert_refused(&s, "1 play king4", "5.1");
    assert_refused(&s, "1 play steward", "5.1");
    assert_refused(&s, "1 play raider", "5.1"); /* seat 1 does not hold this card */
    play(&s, "1 end");
    s.table.active = 0;
    assert_true(legal(&s, "1 play king4")); /* a new turn */
    /* A card played as a reaction in another player's turn does not use up the card of one's own turn. */
    s = begin(2, "");
    give_card(&s, 1, "steward");
    give_card(&s, 1, "king3");
    lay(&s, "D3", "RBGY4", 0);
    play(&s, "2 steward 1");
    play(&s, "1 end");
    assert_true(legal(&s, "2 play king3"));
}

static void cards_that_change_nothing_stay(void **unused)
{
    (void)unused;
    RULE("castelli", "5.1");
    struct castelli_state s = with_card(4, "robber_baron");
    give_card(&s, 0, "raider");
    give_card(&s, 0, "brigands");
    give_card(&s, 0, "traitor");
    assert_refused(&s, "1 play raider", "5.6");
    assert_refused(&s, "1 play brigands", "5.6");
    assert_refused(&s, "1 play traitor 2", "5.7");
    give_silver(&s, 0, 1);
    assert_refused(&s, "1 play traitor 2", "5.7"); /* seat 2 has no card to steal */
    assert_refused(&s, "1 play traitor 1", "5.7");
    assert_true(legal(&s, "1 play robber_baron"));
    give_silver(&s, 0, 20);
    assert_refused(&s, "1 play robber_baron", "5.5"); /* half of 1 silver, rounded down, is nothing */
    assert_refused(&s, "1 play raider", "5.6");       /* nobody else has silver; seat 1 cannot rob itself */
}

static void played_cards_go_under_the_deck(void **unused)
{
    (void)unused;
    RULE("castelli", "5.2");
    struct castelli_state s = with_card(4, "king5");
    play(&s, "1 play king5");
    assert_int_equal(s.table.player[0].cards, 0);
    assert_int_equal(s.deck.under_count, 1);
    assert_int_equal(s.deck.under[0], CARD_KING5); /* everybody knows which card lies there */
    assert_int_equal(castelli_deck_size(&s.deck), 25);
}

static void cards_are_sold_for_two_silver(void **unused)
{
    (void)unused;
    RULE("castelli", "5.3");
    struct castelli_state s = begin(4, "");
    give_card(&s, 0, "king3");
    give_card(&s, 0, "king5");
    give_card(&s, 0, "raider");
    give_silver(&s, 3, 19);
    play(&s, "1 sell king3"); /* before lifting a player may sell any number of cards */
    assert_int_equal(s.table.player[0].silver, 2);
    play(&s, "1 sell raider"); /* only one silver is left */
    assert_int_equal(s.table.player[0].silver, 3);
    assert_refused(&s, "1 sell king5", "5.3");
    assert_refused(&s, "1 sell king4", "5.1");
    assert_int_equal(s.deck.under_count, 2);
    assert_int_equal(under_seller(s.deck.under[0]), 0); /* only seat 1 knows which card lies there */
    assert_true(legal(&s, "1 play king5")); /* a sold card does not count as the one card of the turn */
}

static void everyone_may_sell_after_the_last_turn(void **unused)
{
    (void)unused;
    RULE("castelli", "5.3");
    struct castelli_state s = begin(4, "first=2");
    fill_board(&s);
    give_card(&s, 0, "king3");
    give_card(&s, 0, "king5");
    give_card(&s, 1, "raider");
    play(&s, "2 end");
    assert_int_equal(castelli()->to_act(castelli(), &s),
                     game_bit(0)); /* seats 3 and 4 have no card to sell, so they are not asked */
    assert_false(legal(&s, "1 play king5"));
    play(&s, "1 sell king3");
    assert_true(legal(&s, "1 pass"));
    play(&s, "1 sell king5"); /* its last card: it need not pass afterwards */
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(1));
    s.table.silver = 0; /* with an empty mine "pass" is the only move, and a player still makes it */
    assert_int_equal(legal_count(&s, 1, ""), 1);
    play(&s, "2 pass");
    assert_int_equal(s.table.phase, PHASE_OVER);
}

static void kings_score(void **unused)
{
    (void)unused;
    RULE("castelli", "5.4");
    static const char *const names[] = {"king3", "king4", "king5"};
    for (int i = 0; i < 3; i++) {
        struct castelli_state s = with_card(4, names[i]);
        char line[16];
        struct text text = TEXT_IN(line);
        text_printf(&text, "1 play %s", names[i]);
        play(&s, line);
        assert_int_equal(s.table.player[0].points, 3 + i);
    }
    assert_int_equal(shipped_box()->copies[CARD_KING3] + shipped_box()->copies[CARD_KING5], 2);
    assert_int_equal(shipped_box()->copies[CARD_KING4], 2);
}

static void the_robber_baron_takes_half_the_mine(void **unused)
{
    (void)unused;
    RULE("castelli", "5.5");
    struct castelli_state s = with_card(4, "robber_baron");
    give_silver(&s, 1, 1); /* 21 cards are left in the deck */
    play(&s, "1 play robber_baron");
    assert_int_equal(s.table.player[0].silver, 10);
    assert_int_equal(s.table.silver, 11);
}

static void raiders_and_brigands_take_from_all(void **unused)
{
    (void)unused;
    RULE("castelli", "5.6");
    struct castelli_state s = with_card(4, "raider");
    give_card(&s, 0, "brigands");
    give_silver(&s, 1, 3);
    give_silver(&s, 2, 1);
    struct castelli_state raid = s;
    play(&raid, "1 play raider");
    assert_int_equal(raid.table.player[0].silver, 2);
    assert_int_equal(raid.table.player[1].silver, 2);
    assert_int_equal(raid.table.player[2].silver, 0);
    play(&s, "1 play brigands");
    assert_int_equal(s.table.player[0].silver, 3);
    assert_int_equal(s.table.player[1].silver, 1);
    assert_int_equal(s.table.player[2].silver, 0);
}

static void the_traitor_buys_a_card_unseen(void **unused)
{
    (void)unused;
    RULE("castelli", "5.7");
    struct castelli_state s = with_card(4, "traitor");
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES];
    give_silver(&s, 0, 1);
    give_card(&s, 2, "king4");
    give_card(&s, 2, "king4");
    give_card(&s, 2, "raider");
    assert_int_equal(legal_count(&s, 0, "play traitor"), 1);
    play(&s, "1 play traitor 3");
    assert_int_equal(s.table.player[0].silver, 0);
    assert_int_equal(s.table.player[2].silver, 1);
    assert_int_equal(castelli()->moves(castelli(), &s, GAME_CHANCE, moves, weight), 2);
    assert_int_equal(weight[0], 2); /* king4 has two copies */
    assert_int_equal(weight[1], 1);
    play(&s, "* steal king4");
    assert_int_equal(cards_of(s.table.player[0].hand, CARD_KING4), 1);
    assert_int_equal(s.table.player[2].cards, 2);
    assert_int_equal(s.table.phase, PHASE_LIFT);
    assert_refused(&s, "1 play king4", "5.1");
}

static void stewards_turn_the_tile_just_placed(void **unused)
{
    (void)unused;
    RULE("castelli", "5.8");
    struct castelli_state s = begin(4, "first=2");
    give_card(&s, 0, "steward");
    give_card(&s, 0, "king3");
    give_card(&s, 3, "steward");
    lay(&s, "D3", "RBGY3", 1);          /* the tile brings one silver, which stays with the player */
    assert_int_equal(s.table.asked, 3); /* clockwise from seat 2: seat 4, then seat 1 */
    assert_refused(&s, "4 steward 1", "5.8");
    assert_int_equal(legal_count(&s, 3, "steward"), 3);
    play(&s, "4 steward 0");
    assert_int_equal(s.table.tile[meadow_named("D3")] & 3, 0);
    assert_int_equal(s.table.asked, 0);
    assert_false(legal(&s, "1 steward 0"));
    assert_true(legal(&s, "1 sell king3"));
    play(&s, "1 steward 1"); /* seat 1 turns the tile again */
    assert_int_equal(s.table.tile[meadow_named("D3")] & 3, 1);
    assert_int_equal(s.table.player[1].silver, 1);
    assert_int_equal(s.table.phase, PHASE_BUILD);
    assert_int_equal(s.deck.under_count, 2);
    assert_refused(&s, "2 steward 1", "5.8");
}

static void a_seat_that_sells_its_steward_is_asked_no_further(void **unused)
{
    (void)unused;
    RULE("castelli", "5.8");
    struct castelli_state s = begin(2, "");
    give_card(&s, 1, "steward");
    give_card(&s, 1, "steward");
    give_card(&s, 1, "king3");
    lay(&s, "D3", "RBGY4", 1);
    play(&s, "2 sell king3");
    play(&s, "2 sell steward");
    assert_int_equal(s.table.asked, 1);
    struct castelli_state other = s;
    play(&s, "2 sell steward");
    assert_int_equal(s.table.phase, PHASE_BUILD);
    play(&other, "2 steward 0"); /* a seat plays at most one Steward for a placement */
    assert_int_equal(other.table.phase, PHASE_BUILD);
}

static void landgraves_build_on_grain_and_wood(void **unused)
{
    (void)unused;
    RULE("castelli", "5.9");
    struct castelli_state s = begin(4, "");
    put_tile(&s, "H5", "RBGY5", 2); /* red at H6: rock north, grain west */
    put_tile(&s, "B1", "RBYG5", 2); /* red at B2: rock, wood south and west */
    give_card(&s, 0, "landgrave");
    give_card(&s, 0, "landgravine");
    give_goods(&s, 0, 3, 3, 3);
    let_build(&s, 0);
    assert_refused(&s, "1 build B2S landgrave", "5.9");
    assert_refused(&s, "1 build H6W landgravine", "5.9");
    assert_refused(&s, "1 build A5W landgravine", "4.4");
    struct castelli_state first = s;
    play(&s, "1 build H6W landgrave");
    assert_int_equal(s.table.player[0].points, 5);
    assert_int_equal(s.table.player[0].goods[GRAIN], 2);
    assert_refused(&s, "1 build B2S landgravine", "5.1"); /* one card a turn */
    s.table.card_played = 0;
    give_card(&s, 0, "landgrave");
    assert_refused(&s, "1 build H6W landgrave", "5.9"); /* grain has room for one castle */
    give_goods(&first, 0, 1, 0, 1);
    give_silver(&first, 0, 2);
    play(&first, "1 build B2S landgravine silver"); /* the purchase of 4.2 can be combined with the card */
    assert_int_equal(first.table.player[0].silver, 0);
    assert_int_equal(first.table.castle[octagon_named("B2") * 4 + SIDE_S], 1);
}

static void the_master_builder_takes_silver_for_what_is_missing(void **unused)
{
    (void)unused;
    RULE("castelli", "5.10");
    struct castelli_state s = begin(4, "");
    put_tile(&s, "H5", "RBGY5", 2);
    give_card(&s, 0, "master_builder");
    give_silver(&s, 0, 3);
    let_build(&s, 0);
    struct castelli_state poor = s;
    play(&s, "1 build H6N master_builder"); /* silver replaces all three units */
    assert_int_equal(s.table.player[0].silver, 0);
    assert_int_equal(s.table.silver, 22);
    assert_int_equal(s.table.silver_used, 0); /* the purchase of 4.2 is not used up */
    poor.table.player[0].silver = 2;
    assert_refused(&poor, "1 build H6N master_builder", "5.10");
    give_goods(&poor, 0, 0, 1, 1);
    assert_true(legal(&poor, "1 build H6N master_builder"));
    assert_true(legal(&poor, "1 build H6N silver"));
    assert_refused(&poor, "1 build H6N master_builder silver", "5.10");
    give_goods(&poor, 0, 1, 1, 1);
    assert_refused(&poor, "1 build H6N master_builder", "5.10"); /* nothing is missing */
}

static void a_peasant_founds_a_village(void **unused)
{
    (void)unused;
    RULE("castelli", "5.11");
    struct castelli_state s = with_card(4, "peasant");
    give_card(&s, 0, "peasant");
    s.table.castled |= 1u << octagon_named("H8");
    assert_refused(&s, "1 play peasant C1", "5.11"); /* a village */
    assert_refused(&s, "1 play peasant B2", "5.11"); /* a city */
    assert_refused(&s, "1 play peasant G3", "5.11"); /* the mine */
    assert_refused(&s, "1 play peasant H8", "5.11"); /* a castle */
    assert_refused(&s, "1 play peasant B1", "1.1");
    assert_int_equal(legal_count(&s, 0, "play peasant"), 32 - 17 - 1 - 1);
    play(&s, "1 play peasant A1");
    assert_true(s.table.villages >> octagon_named("A1") & 1);
    assert_int_equal(s.deck.villages, 1);
    s.table.card_played = 0;
    s.deck.villages = 0;
    assert_refused(&s, "1 play peasant A3", "5.11");
}

static void cards_come_back_in_their_order(void **unused)
{
    (void)unused;
    RULE("castelli", "5.12");
    struct castelli_state s = begin(4, "");
    give_card(&s, 0, "king3");
    give_card(&s, 0, "raider");
    play(&s, "1 sell raider");
    play(&s, "1 play king3");
    s.deck.unseen = cards_one(CARD_PEASANT); /* the top card of the deck is one that nobody has seen */
    s.deck.unseen_count = 1;
    put_tile(&s, "D7", "RBGY2", 0);
    lay(&s, "C8", "RBGY5", 0); /* green draws one card, then blue draws two */
    assert_int_equal(legal_count(&s, GAME_CHANCE, ""), 1);
    play(&s, "* card peasant");
    assert_int_equal(legal_count(&s, GAME_CHANCE, ""), 1);
    play(&s, "* card raider");
    play(&s, "* card king3");
    assert_int_equal(castelli_deck_size(&s.deck), 0);
    assert_int_equal(s.table.phase, PHASE_BUILD);
    /* Players whose draw comes after the last card get nothing. */
    s = begin(4, "");
    s.deck.unseen = cards_one(CARD_PEASANT);
    s.deck.unseen_count = 1;
    put_tile(&s, "D7", "RBGY2", 0);
    lay(&s, "C8", "RBGY5", 0);
    play(&s, "* card peasant");
    assert_int_equal(s.table.phase, PHASE_BUILD);
    assert_int_equal(s.table.player[1].cards, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_card_a_turn_at_any_moment),
        cmocka_unit_test(cards_that_change_nothing_stay),
        cmocka_unit_test(played_cards_go_under_the_deck),
        cmocka_unit_test(cards_are_sold_for_two_silver),
        cmocka_unit_test(everyone_may_sell_after_the_last_turn),
        cmocka_unit_test(kings_score),
        cmocka_unit_test(the_robber_baron_takes_half_the_mine),
        cmocka_unit_test(raiders_and_brigands_take_from_all),
        cmocka_unit_test(the_traitor_buys_a_card_unseen),
        cmocka_unit_test(stewards_turn_the_tile_just_placed),
        cmocka_unit_test(a_seat_that_sells_its_steward_is_asked_no_further),
        cmocka_unit_test(landgraves_build_on_grain_and_wood),
        cmocka_unit_test(the_master_builder_takes_silver_for_what_is_missing),
        cmocka_unit_test(a_peasant_founds_a_village),
        cmocka_unit_test(cards_come_back_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
