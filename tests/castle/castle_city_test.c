/* castle_city_test.c: completing, joining and clearing cities, and palaces (clause 3). */
#include <string.h>

#include "table.h"

static struct table table, *t = &table;

static bool wall_on(const char *line)
{
    return castle_has(&t->s.walls, castle_find_line(box_of(t), line));
}

static bool tower_on(const char *point)
{
    return castle_tower_points(&t->s) >> castle_find_point(box_of(t), point) & 1;
}

static struct castle_city_facts facts_of(const char *city)
{
    struct castle_city_facts facts;
    castle_city_facts(box_of(t), &t->s, city_named(t, city), &facts);
    return facts;
}

/* Builds one wall a turn, with blue houses and white towers only. The players never join cities. */
static void build(const char *const lines[])
{
    for (int i = 0; lines[i]; i++) {
        finish_scoring(t);
        turn(t, lines[i], "blue blue white");
    }
}

static void a_city_is_closed_all_round(void **unused)
{
    (void)unused;
    RULE("castle", "3.1");
    sit(t, 2, NULL);
    build((const char *[]){"c4-d3", "c4-d4", NULL});
    assert_int_equal(castle_count(&t->s.cities), 0);
    build((const char *[]){"d3-d4", NULL});
    assert_int_equal(facts_of("cd6").size, 1);
    assert_int_equal(t->s.phase, CASTLE_SCORE);
}

static void the_rim_is_open_without_a_wall(void **unused)
{
    (void)unused;
    RULE("castle", "3.1");
    sit(t, 2, NULL);
    build((const char *[]){"a2-b1", NULL}); /* now only the rim keeps ab1 open */
    assert_int_equal(castle_count(&t->s.cities), 0);
    build((const char *[]){"a1-a2", NULL});
    assert_int_equal(castle_count(&t->s.cities), 0);
    build((const char *[]){"a1-b1", NULL});
    assert_int_equal(facts_of("ab1").size, 1);
}

static void a_ring_round_a_city_is_a_city(void **unused)
{
    (void)unused;
    RULE("castle", "3.1");
    sit(t, 2, NULL);
    /* cd6, then all twelve spaces that touch it, without any wall between the two rings. */
    build((const char *[]){"c4-d3", "c4-d4", "d3-d4", "b3-b4", "b4-c5", "c5-d5", "d5-e5", "e4-e5", "e3-e4",
                           "d2-e3", "c3-d2", "b3-c3", NULL});
    assert_int_equal(t->s.phase, CASTLE_JOIN);
    make(t, t->s.seat == 0 ? "1 keep" : "2 keep");
    assert_int_equal(facts_of("bc5").size, 12);
    assert_int_equal(facts_of("cd6").size, 1);
    assert_int_equal(facts_of("bc5").towers[0] + facts_of("bc5").towers[1] + facts_of("bc5").towers[2], 12);
}

/* The rulebook's example: the new city 1 (cd5 cd6) shares walls B and C with city 2 (around c3) and wall D
 * with city 3. */
static void example_of_joining(void)
{
    sit(t, 2, NULL);
    build((const char *[]){"b2-c2", "b2-b3", "b3-c4", "c3-c4", "c3-d3", "d2-d3", "c2-d2", /* city 2 */
                           "c4-c5", "c5-d4", "c4-d4",                                     /* city 3 */
                           "d3-d4", NULL});                                               /* wall A */
    assert_int_equal(facts_of("bc3").size, 5);
    assert_int_equal(facts_of("cd7").size, 1);
}

static void a_city_is_joined_with_one_neighbour(void **unused)
{
    (void)unused;
    RULE("castle", "3.2");
    example_of_joining();
    expect(t, t->s.seat + 1, "join bc3|join cd7|keep");
    refuse(t, "1 join cd5", "3.2");
    refuse(t, "1 join bc4", "3.2");
    refuse(t, "1 join ab1", "3.2");
    refuse(t, "1 join", "3.2");
    refuse(t, "1 keep it", "3.2");
    struct table before = *t;
    int walls = t->s.supply.walls;

    make(t, "1 join bc3");
    assert_false(wall_on("c3-c4"));
    assert_false(wall_on("c3-d3"));
    assert_true(wall_on("c4-d4"));
    assert_int_equal(t->s.supply.walls, walls + 2);
    assert_int_equal(facts_of("bc3").size, 7);
    assert_int_equal(castle_count(&t->s.cities), 2);
    assert_int_equal(t->s.phase, CASTLE_SCORE); /* no further join: a new city joins at most one other */
    assert_int_equal(t->s.counts, city_named(t, "bc3"));

    *t = before;
    make(t, "1 join cd7");
    assert_false(wall_on("c4-d4"));
    assert_true(wall_on("c3-c4"));
    assert_int_equal(t->s.supply.walls, walls + 1);
    assert_int_equal(facts_of("cd5").size, 3); /* the joined city is named by its first space */
    assert_int_equal(castle_count(&t->s.cities), 2);

    *t = before;
    make(t, "1 keep");
    assert_int_equal(t->s.supply.walls, walls);
    assert_int_equal(facts_of("cd5").size, 2);
    assert_int_equal(castle_count(&t->s.cities), 3);
}

static void a_common_point_is_not_a_common_wall(void **unused)
{
    (void)unused;
    RULE("castle", "3.2");
    sit(t, 2, NULL);
    build((const char *[]){"c4-d3", "c4-d4", "d3-d4", "b3-b4", "b3-c4", "b4-c4", NULL});
    assert_int_equal(t->s.phase, CASTLE_SCORE); /* bc6 and cd6 share the point c4 but no wall */
    assert_int_equal(facts_of("bc6").size, 1);
}

/* The rulebook's example: the wall and the tower inside the city go back to the supply. */
static void inner_walls_and_towers_go_back(void **unused)
{
    (void)unused;
    RULE("castle", "3.3");
    sit(t, 2, NULL);
    build((const char *[]){"b3-c4", "b3-b4", "b4-c5", "c5-d4", "d3-d4", "c3-d3", NULL});
    assert_true(tower_on("c4"));
    int walls = t->s.supply.walls,
        towers = t->s.supply.towers[0] + t->s.supply.towers[1] + t->s.supply.towers[2];
    build((const char *[]){"b3-c3", NULL});
    assert_false(wall_on("b3-c4"));
    assert_false(tower_on("c4"));
    assert_true(tower_on("b3"));
    assert_int_equal(t->s.supply.walls, walls - 1 + 1);
    assert_int_equal(t->s.supply.towers[0] + t->s.supply.towers[1] + t->s.supply.towers[2], towers + 1);
    assert_int_equal(facts_of("bc5").size, 6);
}

static void towers_on_the_rim_stay(void **unused)
{
    (void)unused;
    RULE("castle", "3.3");
    sit(t, 2, NULL);
    build((const char *[]){"a4-b3", "a3-a4", "a4-b4", "b4-c4", "c3-c4", "b2-c3", "a3-b2", NULL});
    assert_int_equal(facts_of("ab4").size, 6);
    assert_false(wall_on("a4-b3"));
    assert_false(tower_on("b3"));
    assert_true(tower_on("a4"));
    assert_true(tower_on("a3"));
    assert_true(wall_on("a3-a4"));
}

static void joining_clears_what_is_inside_both(void **unused)
{
    (void)unused;
    RULE("castle", "3.3");
    example_of_joining();
    assert_true(tower_on("c3"));
    make(t, "1 join bc3");
    assert_false(tower_on("c3")); /* all walls at c3 were between the two cities */
    assert_true(tower_on("c4"));
    assert_true(tower_on("d3"));
}

/* The rulebook's example: two red houses in the city become a palace. */
static void two_houses_become_a_palace(void **unused)
{
    (void)unused;
    RULE("castle", "3.4");
    sit(t, 2, NULL);
    turn_houses(t, "c4-d3", "blue red white", "cd6 red, cd5 blue");
    turn_houses(t, "c4-d4", "yellow blue white", "cd6 yellow, cd7 blue");
    turn_houses(t, "d3-d4", "blue red white", "cd6 red, de6 blue");
    struct castle_city_facts city = facts_of("cd6");
    assert_int_equal(city.palaces[4], 1);
    assert_int_equal(city.houses[4], 0);
    assert_int_equal(city.houses[0], 1);
    assert_int_equal(t->s.supply.palaces[4], 2);
    assert_int_equal(t->s.supply.houses[4], 12);
    assert_int_equal(t->s.supply.houses[0], 11);
}

static void palaces_last_while_there_are_any(void **unused)
{
    (void)unused;
    RULE("castle", "3.4");
    sit(t, 2, NULL);
    turn_houses(t, "c4-d3", "red red white", "cd6 red, cd5 red");
    turn_houses(t, "c4-d4", "red red white", "cd6 red, cd7 red");
    t->s.supply.palaces[4] = 0; /* all three red palaces stand elsewhere */
    memset(t->s.palaces[4], castle_find_space(box_of(t), "ab1"), sizeof t->s.palaces[4]);
    turn_houses(t, "d3-d4", "red red white", "cd6 red, de6 red");
    assert_int_equal(facts_of("cd6").houses[4], 3); /* so the houses stay */
    assert_int_equal(facts_of("cd6").palaces[4], 0);
    assert_int_equal(t->s.supply.houses[4], 6);
}

static void joining_brings_houses_together(void **unused)
{
    (void)unused;
    RULE("castle", "3.4");
    sit(t, 2, NULL);
    turn_houses(t, "c4-c5", "blue red white", "cd7 red, bc7 blue");
    turn_houses(t, "c5-d4", "blue blue white", "cd7 blue, cd8 blue");
    turn_houses(t, "c4-d4", "blue pink white", "cd7 pink, cd6 blue");
    assert_int_equal(facts_of("cd7").houses[4], 1);
    finish_scoring(t);
    turn_houses(t, "c4-d3", "blue red white", "cd6 red, cd5 blue");
    turn_houses(t, "d3-d4", "yellow blue white", "cd6 yellow, de6 blue");
    struct table before = *t;
    make(t, "1 keep");
    assert_int_equal(facts_of("cd6").houses[4], 1);
    assert_int_equal(facts_of("cd6").palaces[4], 0);
    *t = before;
    make(t, "1 join cd7");
    assert_int_equal(facts_of("cd6").houses[4], 0);
    assert_int_equal(facts_of("cd6").palaces[4], 1);
    assert_int_equal(facts_of("cd6").palaces[2], 1); /* each of the two cities had one blue house */
    assert_int_equal(facts_of("cd6").colours, 4);
}

static void cities_are_never_divided(void **unused)
{
    (void)unused;
    RULE("castle", "3.5");
    sit(t, 2, NULL);
    build((const char *[]){"b3-b4", "b4-c5", "c5-d4", "d3-d4", "c3-d3", "b3-c3", NULL});
    assert_int_equal(castle_count(&t->s.cities), 1);
    finish_scoring(t);
    refuse(t, "1 wall b3-c4", "3.5");
    refuse(t, "1 wall c4-d4", "3.5");
    assert_int_equal(count_moves(t, 0), 111 - 6 - 6);
}

static void one_wall_completes_one_city(void **unused)
{
    (void)unused;
    RULE("castle", "3.5");
    sit(t, 2, NULL);
    /* The wall d3-d4 has spaces on both sides, but closes off only cd6. */
    build((const char *[]){"c4-d3", "c4-d4", "d3-e4", "d3-d4", NULL});
    assert_int_equal(castle_count(&t->s.cities), 1);
    assert_int_equal(t->s.city_of[castle_find_space(box_of(t), "cd6")], city_named(t, "cd6"));
    assert_int_equal(t->s.city_of[castle_find_space(box_of(t), "de6")], CASTLE_NONE);
    assert_true(wall_on("d3-e4"));
}

static void edges_belong_to_cities(void **unused)
{
    (void)unused;
    RULE("castle", "3.6");
    sit(t, 2, NULL);
    build((const char *[]){"b4-c4", "f1-f2", "c4-d3", "c4-d4", "d3-d4", NULL});
    struct castle_country_facts country;
    castle_country_facts(box_of(t), &t->s, &country);
    assert_int_equal(country.walls, 2); /* b4-c4 and f1-f2 */
    assert_int_equal(country.towers[0] + country.towers[1] + country.towers[2],
                     3); /* b4, f1, f2; c4 is the city's */
    assert_int_equal(facts_of("cd6").towers[0], 3);
    assert_int_equal(country.houses[2], 2 + 2 + 3); /* what lies outside cd6 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_city_is_closed_all_round),
        cmocka_unit_test(the_rim_is_open_without_a_wall),
        cmocka_unit_test(a_ring_round_a_city_is_a_city),
        cmocka_unit_test(a_city_is_joined_with_one_neighbour),
        cmocka_unit_test(a_common_point_is_not_a_common_wall),
        cmocka_unit_test(inner_walls_and_towers_go_back),
        cmocka_unit_test(towers_on_the_rim_stay),
        cmocka_unit_test(joining_clears_what_is_inside_both),
        cmocka_unit_test(two_houses_become_a_palace),
        cmocka_unit_test(palaces_last_while_there_are_any),
        cmocka_unit_test(joining_brings_houses_together),
        cmocka_unit_test(cities_are_never_divided),
        cmocka_unit_test(one_wall_completes_one_city),
        cmocka_unit_test(edges_belong_to_cities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
