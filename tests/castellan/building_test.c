/* building_test.c: the clauses about building and courtyards (3, 4, 5.2, 5.4, 2.4, 2.6). */
#include "castellan/table.h"

#include <string.h>

static void test_first_tower_in_the_middle(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.7");
    building_site(&s, 2);
    assert_string_equal(all_moves(&s), "tower 32,32");
    assert_true(refused(&s, "tower 31,32", "3.7"));
    assert_true(refused(&s, "short 32,32 E", "3.7"));
    make_moves(&s, "1 tower 32,32");
    assert_string_equal(all_moves(&s), "long 30,32 E|long 32,30 S|long 32,32 E|long 32,32 S|"
                                       "short 31,32 E|short 32,31 S|short 32,32 E|short 32,32 S");
}

static void test_walls_and_towers_join_each_other(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.2");
    building_site(&s, 2);
    make_moves(&s, "1 tower 32,32; 1 short 32,32 E");
    assert_true(legal(&s, "tower 33,32"));
    assert_true(refused(&s, "tower 34,32", "3.2"));   /* no wall ends at 34,32 */
    assert_true(refused(&s, "tower 32,32", "3.2"));   /* a tower stands there already */
    assert_true(refused(&s, "short 33,32 E", "3.2")); /* 33,32 has no tower yet: wall on wall */
    make_moves(&s, "1 tower 33,32");
    assert_true(legal(&s, "short 33,32 E"));
    assert_true(legal(&s, "long 33,30 S")); /* the tower may be the far end */
}

static void test_one_castle(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.3");
    building_site(&s, 2);
    make_moves(&s, "1 tower 32,32; 1 long 32,32 E");
    assert_true(refused(&s, "short 40,40 E", "3.2"));
    assert_true(refused(&s, "tower 40,40", "3.2"));
    /* Every legal place touches a piece that stands. */
    assert_string_equal(all_moves(&s), "long 30,32 E|long 32,30 S|long 32,32 S|short 31,32 E|short 32,31 S|"
                                       "short 32,32 S|tower 34,32");
}

/* A row of long walls and towers from the middle to the east edge: the last tower is at 62,32 after 15 of
 * them. */
static void run_east(struct castellan_state *s)
{
    building_site(s, 2);
    make_moves(s, "1 tower 32,32");
    for (int x = 32; x < 62; x += 2) {
        char moves[64];
        struct text text = TEXT_IN(moves);
        text_printf(&text, "1 long %d,32 E; 1 tower %d,32", x, x + 2);
        make_moves(s, moves);
    }
}

static void test_the_table_ends(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.1");
    run_east(&s);
    assert_true(refused(&s, "long 62,32 E", "3.4"));
    make_moves(&s, "1 short 62,32 E; 1 tower 63,32");
    assert_true(refused(&s, "short 63,32 E", "3.4"));
    assert_true(refused(&s, "short 64,32 E", "3.1"));
    assert_true(refused(&s, "tower 64,32", "3.1"));
    /* The edge is not a wall: a U with its open side on the edge is no courtyard. */
    make_moves(&s, "1 short 62,32 S; 1 tower 62,33; 1 short 62,33 E; 1 tower 63,33");
    assert_int_equal(s.court_count, 0);
    make_moves(&s, "1 short 63,32 S");
    assert_int_equal(worth(&s, 62, 32), 4);
}

static void test_far_end(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.4");
    building_site(&s, 2);
    /* A long wall from 32,32 to 34,32 covers 33,32; towers at 33,31 and 33,33 look at it. */
    make_moves(
        &s, "1 tower 32,32; 1 long 32,32 E; 1 short 32,31 S; 1 tower 32,31; 1 short 32,31 E; 1 tower 33,31");
    assert_true(refused(&s, "short 33,31 S", "3.4"));
    assert_true(legal(&s, "short 33,30 S"));
    /* The far end of a wall may be a tower, an open end or an empty point. */
    make_moves(&s, "1 short 33,31 E; 1 tower 34,31");
    assert_true(legal(&s, "short 34,31 S")); /* 34,32 is the open end of the long wall */
    assert_true(legal(&s, "short 34,31 E"));
    make_moves(&s, "1 tower 34,32");
    assert_true(legal(&s, "short 34,31 S"));
}

static void test_long_walls_cover(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.5");
    building_site(&s, 2);
    make_moves(
        &s, "1 tower 32,32; 1 short 32,32 E; 1 short 32,31 S; 1 tower 32,31; 1 long 30,32 E; 1 long 30,31 E; "
            "1 tower 30,31");
    assert_true(refused(&s, "long 32,31 S", "3.5")); /* shares a step */
    assert_true(refused(&s, "short 32,32 E", "3.5"));
    assert_true(refused(&s, "short 31,32 E", "3.5")); /* the second step of a long wall */
    make_moves(
        &s, "1 tower 33,32; 1 long 32,29 S; 1 tower 32,29; 1 long 32,29 E; 1 tower 34,29; 1 short 34,29 S");
    /* 34,30 is an open end, 33,29 and 32,30 are covered, 33,32 is a tower. */
    make_moves(&s, "1 tower 34,30; 1 short 33,30 E");
    assert_true(refused(&s, "long 33,29 S", "3.4")); /* begins on a covered point */
    make_moves(&s, "1 short 33,31 S");
    assert_true(refused(&s, "long 32,31 E", "3.5")); /* its middle, 33,31, is an open end */
    make_moves(&s, "1 tower 33,31; 1 tower 33,30");
    assert_true(refused(&s, "long 33,30 S", "3.5")); /* 33,31 is a tower, and the step below it is taken */
    assert_true(refused(&s, "long 31,30 E", "3.5")); /* 32,30 is the middle of a long wall */
}

static void test_open_ends_meet(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "3.6");
    building_site(&s, 2);
    make_moves(
        &s, "1 tower 32,32; 1 long 32,32 E; 1 short 32,31 S; 1 tower 32,31; 1 long 32,31 E; 1 tower 34,31; "
            "1 short 34,31 S");
    assert_int_equal(s.court_count, 0); /* both ends are at 34,32, and no tower joins them (4.7) */
    assert_true(legal(&s, "tower 34,32"));
    make_moves(&s, "1 tower 34,32");
    assert_int_equal(s.phase, CASTELLAN_KEEPING);
    assert_int_equal(worth(&s, 32, 31), 4);
}

static void test_tower_joins_three_ends_and_closes_two(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.2");
    building_site(&s, 2);
    /* A long wall to 34,32, with a square above it and one below it. All three end at 34,32. */
    make_moves(
        &s,
        "1 tower 32,32; 1 long 32,32 E; 1 short 32,31 S; 1 tower 32,31; 1 long 32,31 E; 1 tower 34,31; "
        "1 short 34,31 S; 1 short 32,32 S; 1 tower 32,33; 1 long 32,33 E; 1 tower 34,33; 1 short 34,32 S");
    assert_int_equal(s.court_count, 0);
    make_moves(&s, "2 tower 34,32");
    assert_int_equal(s.court_count, 2);
    assert_string_equal(all_moves(&s), "double 32,31|double 32,32|single");
    assert_int_equal(points(&s, 2), 8);
    make_moves(&s, "2 double 32,32");
    assert_int_equal(points(&s, 2), 12);
    assert_int_equal(worth(&s, 32, 31), 4);
    assert_int_equal(worth(&s, 32, 32), 8);
    assert_int_equal(castellan_keeps(&s, 1), 3);
}

static void test_who_closes_owns(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.1");
    RULE("castellan", "2.6");
    building_site(&s, 2);
    make_moves(&s, nearly_square);
    assert_int_equal(s.court_count, 0);
    make_moves(&s, "2 short 32,33 E; 2 single");
    assert_int_equal(owner(&s, 32, 32), 2);
    assert_int_equal(points(&s, 1), 0);
    assert_int_equal(points(&s, 2), 4);
}

static void test_not_in_the_courtyard_of_another(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.4");
    building_site(&s, 3);
    /* A square of two by two with a short wall that ends in its middle. */
    make_moves(&s,
               "1 tower 32,32; 1 long 32,32 E; 1 tower 34,32; 1 long 32,32 S; 1 tower 32,34; 1 long 34,32 S; "
               "1 tower 34,34; 1 short 32,34 E; 1 tower 33,34; 1 short 33,33 S; 1 short 33,34 E; 1 single");
    for (int seat = 1; seat < 3; seat++) {
        s.active = (uint8_t)seat;
        assert_true(refused(&s, "tower 33,33", "2.4"));
        assert_true(legal(&s, "short 33,34 S")); /* outwards from the edge of the courtyard */
        assert_true(legal(&s, "long 33,34 S"));
        assert_false(legal(&s, "short 34,33 S"));
    }
    make_moves(&s, "1 tower 33,33");
    assert_int_equal(worth(&s, 32, 32), 6);
    assert_false(legal(&s, "short 33,33 E")); /* the far end would be the middle of the long wall */
    /* Seat 1 owns the inner courtyard and seat 2 the one beside it. Neither may build in the other's. */
    make_moves(&s,
               "2 short 34,32 E; 2 tower 35,32; 2 long 35,32 S; 2 tower 35,34; 2 short 34,34 E; 2 single");
    assert_int_equal(owner(&s, 34, 32), 2);
    assert_true(legal(&s, "short 35,32 E"));
}

/* One courtyard of seat 1, two by two, with towers 33,32 and 33,34 in its north and south sides. */
static const char hall[] =
    "1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 short 33,32 E; 1 tower 34,32; 1 long 32,32 S; "
    "1 tower 32,34; 1 short 32,34 E; 1 tower 33,34; 1 long 34,32 S; 1 tower 34,34; "
    "1 short 33,34 E";

static void test_dividing(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.3");
    building_site(&s, 2);
    make_moves(&s, hall);
    make_moves(&s, "1 single");
    assert_int_equal(points(&s, 1), 6);
    assert_true(legal(&s, "long 33,32 S"));
    make_moves(&s, "1 long 33,32 S; 1 single");
    assert_int_equal(s.court_count, 2);
    assert_int_equal(owner(&s, 32, 32), 1);
    assert_int_equal(owner(&s, 33, 32), 1);
    assert_int_equal(points(&s, 1), 8);
    assert_int_equal(castellan_keeps(&s, 0), 2);
}

static void test_double_keep_once(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.4");
    building_site(&s, 2);
    make_moves(&s, hall);
    assert_string_equal(all_moves(&s), "double 32,32|single");
    assert_int_equal(points(&s, 1),
                     6); /* the courtyard counts once until seat 1 has decided about the double keep */
    assert_true(refused(&s, "double 33,32", "4.4"));
    assert_true(refused(&s, "tower 31,32", "4.4"));
    make_moves(&s, "1 single");
    assert_false(s.seat[0].doubled);
    assert_true(refused(&s, "double 32,32", "2.3")); /* the decision cannot be made later */
    /* The parts of a divided courtyard without the double keep are new courtyards. */
    make_moves(&s, "1 long 33,32 S");
    assert_string_equal(all_moves(&s), "double 32,32|double 33,32|single");
    make_moves(&s, "1 double 33,32");
    assert_int_equal(points(&s, 1), 12);
    /* Seat 1 has used its double keep, so it is not asked when it closes another courtyard. */
    make_moves(&s, "1 short 34,32 E; 1 tower 35,32; 1 long 35,32 S; 1 tower 35,34; 1 short 34,34 E");
    assert_int_equal(s.phase, CASTELLAN_BUILDING);
    assert_int_equal(points(&s, 1), 16);
    /* Seat 2 still has its double keep. */
    make_moves(&s, "2 short 35,32 E; 2 tower 36,32; 2 long 36,32 S; 2 tower 36,34; 2 short 35,34 E");
    assert_string_equal(all_moves(&s), "double 35,32|single");
}

static void test_dividing_the_double_keep(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.5");
    building_site(&s, 2);
    make_moves(&s, hall);
    make_moves(&s, "1 double 32,32");
    assert_int_equal(points(&s, 1), 12);
    make_moves(&s, "1 long 33,32 S");
    assert_string_equal(all_moves(&s), "stay 32,32|stay 33,32");
    assert_int_equal(points(&s, 1), 8); /* no part counts double until the decision is made */
    assert_true(refused(&s, "stay 34,32", "4.5"));
    assert_true(refused(&s, "single", "4.5"));
    make_moves(&s, "1 stay 33,32");
    assert_int_equal(worth(&s, 32, 32), 4);
    assert_int_equal(worth(&s, 33, 32), 8);
    assert_int_equal(castellan_keeps(&s, 0), 3);
    assert_int_equal(s.phase, CASTELLAN_BUILDING);
}

static void test_dividing_another_while_double_is_used(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.5");
    building_site(&s, 2);
    make_moves(&s, hall);
    s.seat[0].doubled = 1; /* the double keep stands somewhere else */
    make_moves(&s, "1 single; 1 long 33,32 S");
    assert_int_equal(s.phase, CASTELLAN_BUILDING);
    assert_int_equal(points(&s, 1), 8);
}

static void test_no_end_of_keeps(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.6");
    building_site(&s, 2);
    s.seat[0].doubled = 1;
    make_moves(&s, "1 tower 32,32; 1 short 32,32 S; 1 tower 32,33");
    /* A ladder of twelve squares to the east: more than the ten keeps of the box. */
    for (int x = 32; x < 44; x++) {
        char moves[128];
        struct text text = TEXT_IN(moves);
        text_printf(&text, "1 short %d,32 E; 1 tower %d,32; 1 short %d,33 E; 1 tower %d,33; 1 short %d,32 S",
                    x, x + 1, x, x + 1, x + 1);
        make_moves(&s, moves);
    }
    assert_int_equal(castellan_keeps(&s, 0), 12);
    assert_int_equal(points(&s, 1), 48);
}

static void test_open_ends_close_nothing(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.7");
    building_site(&s, 2);
    /* All four walls of a square stand, but 33,33 has no tower. */
    make_moves(
        &s, "1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 short 32,32 S; 1 tower 32,33; 1 short 33,32 S; "
            "1 short 32,33 E");
    assert_int_equal(s.phase, CASTELLAN_BUILDING);
    assert_int_equal(s.court_count, 0);
    make_moves(&s, "2 tower 33,33; 2 single");
    assert_int_equal(owner(&s, 32, 32), 2);
}

/* A ring of five by five points (four by four squares) round a square in its middle, tied to it by a wall. */
static const char ring[] = "1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 short 32,32 S; 1 tower 32,33; 1 "
                           "short 33,32 S; 1 tower 33,33; "
                           "1 short 32,33 E; 1 single; 1 long 32,30 S; 1 tower 32,30; 1 long 32,30 E; 1 "
                           "tower 34,30; 1 long 34,30 S; "
                           "1 tower 34,32; 1 long 34,32 S; 1 tower 34,34; 1 long 32,34 E; 1 tower 32,34; 1 "
                           "long 30,34 E; 1 tower 30,34; "
                           "1 long 30,32 S; 1 tower 30,32; 1 long 30,30 S; 1 tower 30,30";

static void test_loop_around_courtyards(void **state)
{
    struct castellan_state s;
    struct castellan_face face;
    (void)state;
    RULE("castellan", "4.8");
    building_site(&s, 2);
    make_moves(&s, ring);
    assert_int_equal(s.court_count, 1);
    make_moves(&s, "2 long 30,30 E; 2 single");
    assert_int_equal(s.court_count, 2);
    assert_int_equal(owner(&s, 32, 32), 1); /* the inner courtyard keeps its owner */
    assert_int_equal(worth(&s, 32, 32), 4);
    assert_int_equal(
        owner(&s, 30, 30),
        2); /* only the area between the loops counts: 8 towers outside and the 4 of the inner loop */
    assert_int_equal(worth(&s, 30, 30), 12);
    assert_true(castellan_face_at(&s, castellan_point(30, 30), &face));
    assert_int_equal(face.area, 15);
    assert_int_equal(face.rows[32] >> 32 & 1, 0);
    /* The owner of the ring may not build in the inner courtyard, nor the owner of that one in the ring. */
    s.active = 0;
    assert_true(refused(&s, "short 33,32 E", "2.4"));
    s.active = 1;
    assert_true(legal(&s, "short 33,32 E"));
}

static void test_room_inside_a_courtyard(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "4.8");
    building_site(&s, 2);
    make_moves(&s,
               "1 tower 32,32; 1 long 32,32 E; 1 tower 34,32; 1 long 34,32 E; 1 tower 36,32; 1 long 36,32 S; "
               "1 tower 36,34; 1 long 36,34 S; 1 tower 36,36; 1 long 34,36 E; 1 tower 34,36; 1 long 32,36 E; "
               "1 tower 32,36; 1 long 32,34 S; 1 tower 32,34; 1 long 32,32 S; 1 double 32,32");
    assert_int_equal(points(&s, 1), 16);
    make_moves(
        &s, "1 short 34,32 S; 1 tower 34,33; 1 short 34,33 E; 1 tower 35,33; 1 short 35,33 S; 1 tower 35,34; "
            "1 short 34,34 E; 1 tower 34,34");
    assert_int_equal(worth(&s, 32, 32), 24); /* a tower inside counts as soon as it stands */
    make_moves(&s, "1 short 34,33 S");
    assert_string_equal(all_moves(&s), "stay 32,32|stay 34,33");
    make_moves(&s, "1 stay 32,32");
    assert_int_equal(worth(&s, 32, 32), 24);
    assert_int_equal(worth(&s, 34, 33), 4);
}

static void test_towers_on_the_edge_and_inside(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "5.2");
    building_site(&s, 2);
    s.seat[0].doubled = s.seat[1].doubled = 1;
    /* Four squares: the tower in the middle counts for all four, the tower in the middle of a side for two.
     */
    make_moves(
        &s,
        "1 tower 32,32; 1 short 32,32 E; 1 short 31,32 E; 1 short 32,32 S; 1 short 32,31 S; 1 tower 33,32; "
        "1 tower 31,32; 1 tower 32,33; 1 tower 32,31");
    make_moves(
        &s,
        "1 short 33,31 S; 1 tower 33,31; 1 short 32,31 E; 1 short 31,31 S; 1 tower 31,31; 1 short 31,31 E");
    make_moves(
        &s,
        "2 short 33,32 S; 2 tower 33,33; 2 short 32,33 E; 2 short 31,32 S; 2 tower 31,33; 2 short 31,33 E");
    assert_int_equal(points(&s, 1), 8);
    assert_int_equal(points(&s, 2), 8);
    assert_int_equal(s.court_count, 4);
}

static void test_scored_examples(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "5.4");
    building_site(&s, 2);
    make_moves(&s, nearly_square);
    make_moves(&s, "1 short 32,33 E; 1 single");
    assert_int_equal(points(&s, 1), 4);

    building_site(&s, 2);
    s.seat[0].doubled = 1;
    make_moves(&s,
               "1 tower 32,32; 1 long 32,32 E; 1 tower 34,32; 1 long 32,32 S; 1 tower 32,34; 1 long 34,32 S; "
               "1 tower 34,34; 1 short 32,34 E; 1 tower 33,34; 1 short 33,34 E");
    assert_int_equal(points(&s, 1), 5);
    make_moves(&s, "1 short 33,33 S");
    assert_int_equal(points(&s, 1), 5);
    make_moves(&s, "1 tower 33,33");
    assert_int_equal(points(&s, 1), 6);

    /* Seven towers; a wall between two of them makes 9. */
    building_site(&s, 2);
    s.seat[0].doubled = 1;
    make_moves(
        &s, "1 tower 32,32; 1 short 32,32 E; 1 tower 33,32; 1 short 33,32 E; 1 tower 34,32; 1 long 32,32 S; "
            "1 tower 32,34; 1 short 32,34 E; 1 tower 33,34; 1 short 34,32 S; 1 tower 34,33; 1 short 34,33 S; "
            "1 tower 34,34; 1 short 33,34 E");
    assert_int_equal(points(&s, 1), 7);
    make_moves(&s, "1 long 33,32 S");
    assert_int_equal(points(&s, 1), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_tower_in_the_middle),
        cmocka_unit_test(test_walls_and_towers_join_each_other),
        cmocka_unit_test(test_one_castle),
        cmocka_unit_test(test_the_table_ends),
        cmocka_unit_test(test_far_end),
        cmocka_unit_test(test_long_walls_cover),
        cmocka_unit_test(test_open_ends_meet),
        cmocka_unit_test(test_tower_joins_three_ends_and_closes_two),
        cmocka_unit_test(test_who_closes_owns),
        cmocka_unit_test(test_not_in_the_courtyard_of_another),
        cmocka_unit_test(test_dividing),
        cmocka_unit_test(test_double_keep_once),
        cmocka_unit_test(test_dividing_the_double_keep),
        cmocka_unit_test(test_dividing_another_while_double_is_used),
        cmocka_unit_test(test_no_end_of_keeps),
        cmocka_unit_test(test_open_ends_close_nothing),
        cmocka_unit_test(test_loop_around_courtyards),
        cmocka_unit_test(test_room_inside_a_courtyard),
        cmocka_unit_test(test_towers_on_the_edge_and_inside),
        cmocka_unit_test(test_scored_examples),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
