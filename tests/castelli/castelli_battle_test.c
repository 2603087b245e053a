/* castelli_battle_test.c: the module Battle (9). */
#include "castelli_help.h"

/* Blue has two castles on B2's rock. Red has the stronger coats there (5 to 3), two of each resource, and is
 * to build. */
static struct castelli_state ready(void)
{
    struct castelli_state s = begin(4, "battle");
    put_tile(&s, "B1", "RBGY5", 2); /* red 5 from the north */
    put_tile(&s, "C2", "RBGY3", 2); /* blue 3 from the east */
    give_goods(&s, 1, 2, 2, 2);
    let_build(&s, 1);
    play(&s, "2 build B2N");
    play(&s, "2 build B2N");
    give_goods(&s, 0, 2, 2, 2);
    let_build(&s, 0);
    return s;
}

static void castles_are_overbuilt(void **unused)
{
    (void)unused;
    RULE("castelli", "9.2");
    RULE("castelli", "9.4");
    struct castelli_state s = ready();
    int blue = s.table.player[1].points;
    play(&s, "1 overbuild B2N 2");
    assert_int_equal(s.table.player[0].points, 8);
    assert_int_equal(s.table.player[1].points, blue);
    assert_int_equal(s.table.player[0].castles, 8);
    assert_int_equal(s.table.player[1].castles, 7); /* blue does not get the overbuilt castle back */
    for (int good = 0; good < GOODS; good++)
        assert_int_equal(s.table.player[0].goods[good], 0);
    uint8_t castle = s.table.castle[octagon_named("B2") * 4 + SIDE_N];
    assert_int_equal(castle_owner(castle), 0);
    assert_int_equal(castle_beneath(castle), 1);
    s = ready();
    s.table.battle = 0;
    assert_refused(&s, "1 overbuild B2N 2", "9.2");
    s = ready();
    assert_refused(&s, "1 overbuild B2N 1", "9.2");
    assert_refused(&s, "1 overbuild B2N 3", "9.2");
}

static void only_stronger_coats_overbuild(void **unused)
{
    (void)unused;
    RULE("castelli", "9.3");
    struct castelli_state s = ready();
    put_tile(&s, "B3", "RBGY2", 3); /* blue 2 from the south: 5 to 5 */
    assert_refused(&s, "1 overbuild B2N 2", "9.3");
    assert_int_equal(legal_count(&s, 0, "overbuild"), 0);
}

static void silver_replaces_one_unit(void **unused)
{
    (void)unused;
    RULE("castelli", "9.4");
    struct castelli_state s = ready();
    give_silver(&s, 0, 4);
    give_goods(&s, 0, 2, 1, 2); /* red has one of the two grain that it needs */
    struct castelli_state once = s;
    play(&s, "1 overbuild B2N 2 silver");
    assert_int_equal(s.table.player[0].silver, 2);
    assert_int_equal(s.table.player[0].goods[GRAIN], 0);
    assert_int_equal(s.table.player[0].goods[WOOD], 0);
    give_goods(&s, 0, 2, 1, 2);
    assert_refused(&s, "1 overbuild B2N 2 silver", "4.2"); /* silver can replace a unit once in a turn */
    give_goods(&once, 0, 2, 1, 1);
    assert_refused(&once, "1 overbuild B2N 2 silver", "4.2"); /* two units are missing */
    give_goods(&once, 0, 2, 2, 2);
    assert_refused(&once, "1 overbuild B2N 2 silver", "4.2"); /* no unit is missing */
    give_goods(&once, 0, 2, 2, 1);
    assert_refused(&once, "1 overbuild B2N 2", "9.4");
}

static void a_castle_is_overbuilt_once(void **unused)
{
    (void)unused;
    RULE("castelli", "9.5");
    struct castelli_state s = ready();
    play(&s, "1 overbuild B2N 2");
    give_goods(&s, 0, 2, 2, 2);
    play(&s, "1 overbuild B2N 2"); /* blue's other castle */
    give_goods(&s, 0, 2, 2, 2);
    assert_refused(&s, "1 overbuild B2N 2", "9.2");
    give_goods(&s, 1, 2, 2, 2);
    put_tile(&s, "B3", "RBGY6", 3); /* blue is stronger now */
    let_build(&s, 1);
    assert_refused(&s, "2 overbuild B2N 1", "9.5");
    s = ready();
    s.table.player[0].castles = 0;
    assert_refused(&s, "1 overbuild B2N 2", "4.5");
    /* Castles on wood need no card to be overbuilt. */
    s = ready();
    s.table.castle[octagon_named("B2") * 4 + SIDE_S] = 3;
    play(&s, "1 overbuild B2S 3");
    /* 4.4: red needs a coat there, of any value. */
    s = ready();
    give_goods(&s, 2, 2, 2, 2);
    let_build(&s, 2);
    assert_refused(&s, "3 overbuild B2N 2", "4.4");
}

static void dukes_found_and_incendiaries_burn_cities(void **unused)
{
    (void)unused;
    RULE("castelli", "9.6");
    struct castelli_state s = begin(4, "battle");
    give_card(&s, 0, "duke");
    give_card(&s, 0, "incendiary");
    struct castelli_state burn = s;
    assert_refused(&s, "1 play duke B2", "5.11");
    play(&s, "1 play duke A1");
    assert_true(s.table.cities >> octagon_named("A1") & 1);
    assert_int_equal(s.deck.cities, 1);
    assert_int_equal(legal_count(&burn, 0, "play incendiary"), 6);
    assert_refused(&burn, "1 play incendiary C1", "9.6"); /* a village */
    play(&burn, "1 play incendiary B2");
    assert_false(burn.table.cities >> octagon_named("B2") & 1);
    assert_int_equal(burn.deck.cities, 3);
    s.table.card_played = 0;
    s.deck.cities = 0;
    give_card(&s, 0, "duke");
    assert_refused(&s, "1 play duke A3", "5.11");
}

static void abbot_and_army_help_to_overbuild(void **unused)
{
    (void)unused;
    RULE("castelli", "9.7");
    struct castelli_state s = ready();
    give_card(&s, 0, "abbot");
    give_card(&s, 0, "army_of_knights");
    struct castelli_state weak = s;
    give_goods(&s, 0, 1, 1, 1);
    assert_refused(&s, "1 overbuild B2N 2 army_of_knights",
                   "9.7"); /* red is stronger and needs no card (9.3) */
    play(&s, "1 overbuild B2N 2 abbot");
    assert_int_equal(s.table.player[0].goods[ROCK], 0);
    assert_int_equal(s.table.player[0].cards, 1);
    put_tile(&weak, "B3", "RBGY6", 3);
    struct castelli_state silver = weak;
    assert_refused(&weak, "1 overbuild B2N 2 abbot", "9.3");
    play(&weak, "1 overbuild B2N 2 army_of_knights");
    assert_int_equal(weak.table.player[0].goods[ROCK], 0); /* red paid two of each resource */
    assert_int_equal(castle_owner(weak.table.castle[octagon_named("B2") * 4]), 0);
    give_silver(&silver, 0, 2);
    give_goods(&silver, 0, 2, 2, 1);
    play(&silver, "1 overbuild B2N 2 army_of_knights silver");
    assert_int_equal(silver.table.player[0].silver, 0);
    s = ready();
    give_card(&s, 0, "abbot");
    give_silver(&s, 0, 2);
    give_goods(&s, 0, 1, 0, 1);
    play(&s, "1 overbuild B2N 2 abbot silver");
}

static void a_guard_stops_an_overbuilding(void **unused)
{
    (void)unused;
    RULE("castelli", "9.8");
    struct castelli_state s = ready();
    give_card(&s, 1, "guard");
    give_card(&s, 1, "king3");
    give_card(&s, 0, "abbot");
    give_silver(&s, 0, 2);
    give_goods(&s, 0, 2, 2, 1);
    struct castelli_state with_abbot = s;
    play(&s, "1 overbuild B2N 2 silver");
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(1));
    assert_int_equal(legal_count(&s, 1, ""),
                     4); /* seat 2 may play the Guard, pass, or sell one of two cards */
    struct castelli_state passed = s, sold = s;
    play(&s, "2 guard");
    assert_int_equal(s.table.phase, PHASE_BUILD);
    assert_int_equal(s.table.player[0].silver, 2); /* the silver is not paid */
    assert_int_equal(s.table.player[0].goods[WOOD], 2);
    assert_int_equal(s.table.player[0].castles, 9);
    assert_int_equal(s.table.silver_used, 0); /* red may still pay with silver in this turn … */
    assert_int_equal(s.deck.under[0], CARD_GUARD);
    play(&s, "1 overbuild B2N 2 silver"); /* … for the other castle, which the Guard does not protect */
    give_goods(&s, 0, 2, 2, 2);
    assert_refused(&s, "1 overbuild B2N 2", "9.8");
    play(&s, "1 end");
    let_build(&s, 0);
    assert_true(legal(&s, "1 overbuild B2N 2")); /* the turn is over, and so is the protection */

    play(&passed, "2 pass");
    assert_int_equal(castle_owner(passed.table.castle[octagon_named("B2") * 4]), 0);
    assert_int_equal(passed.table.player[0].silver, 0);
    play(&sold, "2 sell king3");
    assert_int_equal(sold.table.phase, PHASE_GUARD);
    play(&sold, "2 sell guard"); /* blue has no Guard any more: the overbuilding takes place */
    assert_int_equal(castle_owner(sold.table.castle[octagon_named("B2") * 4]), 0);
    assert_int_equal(sold.table.phase, PHASE_BUILD);

    play(&with_abbot, "1 overbuild B2N 2 abbot");
    play(&with_abbot, "2 guard");
    assert_int_equal(with_abbot.deck.under[0],
                     CARD_ABBOT); /* the Abbot is spent too; it lies under the deck before the Guard */
    assert_int_equal(with_abbot.deck.under[1], CARD_GUARD);
    assert_int_equal(with_abbot.table.card_played, 1);
}

static void settlements_score_for_the_most_castles(void **unused)
{
    (void)unused;
    RULE("castelli", "9.9");
    struct castelli_state s = begin(4, "battle");
    struct castelli_sheet sheet[SEATS];
    s.table.villages = 1u << octagon_named("A5");
    s.table.cities = 1u << octagon_named("B2");
    castelli_sheets(&s.table, sheet);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(sheet[seat].settlements, 0); /* a settlement without castles in line pays nobody */
    s.table.castled = 1u << octagon_named("B2") | 1u << octagon_named("A5") | 1u << octagon_named("H2");
    s.table.castle[octagon_named("B2") * 4] = 1;
    s.table.castle[octagon_named("B2") * 4 + 1] = 2;
    s.table.castle[octagon_named("A5") * 4 + 2] = 3;
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[0].settlements, 3); /* B2: red and blue share 6 */
    assert_int_equal(sheet[1].settlements, 3);
    assert_int_equal(sheet[2].settlements, 3); /* green alone at A5 */
    assert_int_equal(sheet[2].standing, 2);
    s.table.castle[octagon_named("H2") * 4 + 2] = 3 | 1 << OWNER_BITS; /* green over red, in B2's row */
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[0].settlements,
                     2); /* red, blue and green share 6; red's overbuilt castle counts nothing */
    assert_int_equal(sheet[2].settlements, 2 + 3);
    assert_int_equal(sheet[0].standing, 2);
    assert_int_equal(sheet[2].standing, 4);
    s.table.castle[octagon_named("A5") * 4 + 3] = 1; /* red and green share A5's 3: rounded up to 2 each */
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[0].settlements, 2 + 2);
    assert_int_equal(sheet[2].settlements, 2 + 2);
    s.table.battle = 0;
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[2].settlements + sheet[2].standing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(castles_are_overbuilt),
        cmocka_unit_test(only_stronger_coats_overbuild),
        cmocka_unit_test(silver_replaces_one_unit),
        cmocka_unit_test(a_castle_is_overbuilt_once),
        cmocka_unit_test(dukes_found_and_incendiaries_burn_cities),
        cmocka_unit_test(abbot_and_army_help_to_overbuild),
        cmocka_unit_test(a_guard_stops_an_overbuilding),
        cmocka_unit_test(settlements_score_for_the_most_castles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
