/* castelli_castle_test.c: building castles (4). */
#include "castelli_help.h"

/* Red has coats at H6 (from H5, in the north) and at B2 (from B1), resources for this many castles, and is to
 * build. */
static struct castelli_state ready(int castles)
{
    struct castelli_state s = begin(4, "");
    put_tile(&s, "H5", "RBGY5", 2);
    put_tile(&s, "B1", "RBYG5", 2);
    give_goods(&s, 0, castles, castles, castles);
    let_build(&s, 0);
    return s;
}

static void a_castle_costs_one_of_each(void **unused)
{
    (void)unused;
    RULE("castelli", "4.1");
    struct castelli_state s = ready(3);
    play(&s, "1 build H6N");
    play(&s, "1 build B2N");
    play(&s, "1 build B2N");
    for (int good = 0; good < GOODS; good++)
        assert_int_equal(s.table.player[0].goods[good], 0);
    assert_int_equal(s.table.player[0].castles, 6);
    s = ready(0);
    assert_refused(&s, "1 build H6N", "4.1");
    give_goods(&s, 0, 5, 5, 0);
    assert_refused(&s, "1 build H6N", "4.1");
    s = begin(4, "");
    assert_refused(&s, "1 build H6N", "2.1");
}

static void silver_replaces_one_missing_resource_once(void **unused)
{
    (void)unused;
    RULE("castelli", "4.2");
    struct castelli_state s = ready(0);
    give_goods(&s, 0, 3, 0, 3);
    give_silver(&s, 0, 4);
    int mine = s.table.silver;
    assert_false(legal(&s, "1 build H6N"));
    play(&s, "1 build H6N silver");
    assert_int_equal(s.table.player[0].silver, 2);
    assert_int_equal(s.table.silver, mine + 2);
    assert_int_equal(s.table.player[0].goods[WOOD], 2);
    assert_int_equal(s.table.player[0].goods[GRAIN], 0);
    assert_refused(&s, "1 build B2N silver", "4.2"); /* silver can replace a unit once in a turn */
    play(&s, "1 end");
    assert_int_equal(s.table.silver_used, 0);
    s = ready(1); /* nothing is missing */
    give_silver(&s, 0, 4);
    assert_refused(&s, "1 build H6N silver", "4.2");
    give_goods(&s, 0, 1, 0, 0); /* two are missing */
    assert_refused(&s, "1 build H6N silver", "4.2");
    s = ready(1); /* too little silver */
    give_goods(&s, 0, 1, 1, 0);
    give_silver(&s, 0, 1);
    assert_refused(&s, "1 build H6N silver", "4.2");
}

static void castles_go_on_free_rock(void **unused)
{
    (void)unused;
    RULE("castelli", "4.3");
    struct castelli_state s = ready(5);
    assert_refused(&s, "1 build H6E", "4.3"); /* a market */
    play(&s, "1 build H6N");
    assert_refused(&s, "1 build H6N", "4.3"); /* the rock has one site, which is taken */
    play(&s, "1 build B2N");
    play(&s, "1 build B2N");
    assert_refused(&s, "1 build B2N", "4.3"); /* both sites are taken */
    assert_refused(&s, "1 build B2E", "1.3"); /* an area is named by its first side, here the north */
    s = begin(4, "");
    assert_refused(&s, "1 build H6E", "4.3"); /* a market never takes a castle, whenever it is asked */
    assert_refused(&s, "1 build H6N", "2.1"); /* the rock does, later in the turn */
}

static void a_coat_must_point_at_the_octagon(void **unused)
{
    (void)unused;
    RULE("castelli", "4.4");
    struct castelli_state s = ready(1);
    assert_refused(&s, "1 build A5S", "4.4");
    put_tile(&s, "A4", "RBGY2", 2); /* red points at A5 from the north; the rock is in the south */
    assert_true(legal(&s, "1 build A5S"));
    s = begin(4, "");
    put_tile(&s, "A4", "RBYG1", 2); /* a coat with a card has value 0, but it is a coat */
    give_goods(&s, 0, 1, 1, 1);
    let_build(&s, 0);
    assert_int_equal(influence_of(castelli_influence(shipped_box(), &s.table, octagon_named("A5"), 15), 0),
                     0);
    play(&s, "1 build A5S");
}

static void without_castles_nobody_builds(void **unused)
{
    (void)unused;
    RULE("castelli", "4.5");
    struct castelli_state s = ready(2);
    s.table.player[0].castles = 1;
    play(&s, "1 build H6N");
    assert_refused(&s, "1 build B2N", "4.5");
    assert_int_equal(legal_count(&s, 0, "build"), 0);
    assert_true(legal(&s, "1 end"));
}

static void a_castle_scores_its_column_and_row(void **unused)
{
    (void)unused;
    RULE("castelli", "4.6");
    RULE("castelli", "4.7");
    struct castelli_state s = ready(2);
    int points[GAME_MAX_SEATS];
    play(&s, "1 build H6N");
    castelli()->score(castelli(), &s, points);
    assert_int_equal(points[0], 5); /* city D6, villages F6, H6, H2 */
    play(&s, "1 build B2N");
    castelli()->score(castelli(), &s, points);
    /* In line with B2: the city B2 itself, counted once, city F2 and village H2; village B4 and city B8. */
    assert_int_equal(points[0], 5 + 2 + 2 + 1 + 1 + 2);
    assert_int_equal(points[1] + points[2] + points[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_castle_costs_one_of_each),
        cmocka_unit_test(silver_replaces_one_missing_resource_once),
        cmocka_unit_test(castles_go_on_free_rock),
        cmocka_unit_test(a_coat_must_point_at_the_octagon),
        cmocka_unit_test(without_castles_nobody_builds),
        cmocka_unit_test(a_castle_scores_its_column_and_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
