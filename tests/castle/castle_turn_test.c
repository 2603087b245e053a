/* castle_turn_test.c: set-up and the steps of a turn (clauses 1 and 2). */
#include <string.h>

#include "table.h"

static struct table table, *t = &table;

static void board_is_a_grid_of_triangles(void **unused)
{
    (void)unused;
    RULE("castle", "1.1");
    sit(t, 2, NULL);
    const struct castle_box *box = box_of(t);
    assert_int_equal(box->points, 46);
    assert_int_equal(box->lines, 111);
    assert_int_equal(box->spaces, 66);
    int rim = 0;
    for (int line = 0; line < box->lines; line++)
        rim += box->line_space[line][1] == CASTLE_NONE;
    assert_int_equal(rim, 24);
    assert_int_equal(castle_find_space(box, "fg11"), 65);
    int line = castle_find_line(box, "c4-d4");
    assert_string_equal(box->space_name[box->line_space[line][0]], "cd6");
    assert_string_equal(box->space_name[box->line_space[line][1]], "cd7");
    line = castle_find_line(box, "a1-b1");
    assert_string_equal(box->space_name[box->line_space[line][0]], "ab1");
    assert_int_equal(box->line_space[line][1], CASTLE_NONE);
    assert_int_equal(castle_find_line(box, "b1-a1"), -1);
    assert_int_equal(castle_find_line(box, "a1-b2"), -1);
}

static void regions_are_equal_and_coasts_at_water(void **unused)
{
    (void)unused;
    RULE("castle", "1.2");
    sit(t, 2, NULL);
    const struct castle_box *box = box_of(t);
    int size[CASTLE_REGIONS] = {0};
    for (int space = 0; space < box->spaces; space++)
        size[box->space_region[space]]++;
    for (int r = 0; r < CASTLE_REGIONS; r++)
        assert_int_equal(size[r], 22);
    assert_string_equal(box->region_name[box->space_region[castle_find_space(box, "ab1")]], "west");
    assert_string_equal(box->region_name[box->space_region[castle_find_space(box, "ab11")]], "north_east");
    assert_string_equal(box->region_name[box->space_region[castle_find_space(box, "fg11")]], "south_east");
    assert_true(box->water >> castle_find_point(box, "d6") & 1);
    assert_false(box->water >> castle_find_point(box, "d5") & 1);
    assert_true(legal(t, "1 wall d2-d3")); /* a border is a wall location */
}

static void supply_at_the_start(void **unused)
{
    (void)unused;
    RULE("castle", "1.3");
    sit(t, 2, NULL);
    assert_int_equal(t->s.supply.walls, 33);
    for (int c = 0; c < CASTLE_TOWERS; c++)
        assert_int_equal(t->s.supply.towers[c], 10);
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        assert_int_equal(t->s.supply.houses[c], 12);
        assert_int_equal(t->s.supply.palaces[c], 3);
    }
}

static void six_cards_each(void **unused)
{
    (void)unused;
    RULE("castle", "1.4");
    games_open();
    t->game = games_find("castle");
    assert_true(game_start(t->game, &t->s, 3, "", NULL));
    assert_int_equal(count_moves(t, GAME_CHANCE), 30);
    assert_int_equal(t->s.draw_size, 60);
    make(t, "* card cities");
    assert_int_equal(weight_of(t, "* card cities"), 1);
    assert_int_equal(weight_of(t, "* card city_red"), 2);
    make(t, "* card cities");
    assert_false(legal(t, "* card cities"));
    sit(t, 3, NULL);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(castle_cards(t->s.hand[seat]), 6);
    assert_int_equal(t->s.draw_size, 42);
}

static void everybody_starts_with_one_point(void **unused)
{
    (void)unused;
    RULE("castle", "1.5");
    sit(t, 4, NULL);
    int points[GAME_MAX_SEATS];
    t->game->score(t->game, &t->s, points);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(points[seat], 1);
}

static void start_player_and_turn_order(void **unused)
{
    (void)unused;
    RULE("castle", "1.6");
    sit_with(t, 3, "first=2", NULL);
    turn(t, "a1-a2", "red red white");
    assert_int_equal(t->s.seat, 2);
    turn(t, "a3-a4", "red red white");
    assert_int_equal(t->s.seat, 0);
    struct castle s;
    assert_false(game_start(t->game, &s, 3, "first=4", NULL));
    assert_false(game_start(t->game, &s, 3, "first=0", NULL));
    assert_false(game_start(t->game, &s, 3, "first=1 first=1", NULL));
    assert_false(game_start(t->game, &s, 3, "first", NULL));
    assert_false(game_start(t->game, &s, 3, "battle", NULL));
    assert_false(game_start(t->game, &s, 5, "", NULL));
    assert_false(game_start(t->game, &s, 1, "", NULL));
}

static void steps_come_in_order(void **unused)
{
    (void)unused;
    RULE("castle", "2.1");
    sit(t, 2, NULL);
    refuse(t, "1 tower a1 white", "2.1");
    make(t, "1 wall a3-b3");
    assert_true(t->game->to_act(t->game, &t->s) == game_bit(GAME_CHANCE));
    make(t, "* dice blue red grey");
    refuse(t, "1 house ab4 red", "2.4");
    make_all(t, "1 tower a3 grey, 1 tower b3 black");
    refuse(t, "1 wall a1-a2", "2.5");
    make_all(t, "1 house ab4 red, 1 house ab5 blue");
    assert_int_equal(t->s.phase, CASTLE_WALL);
    assert_int_equal(t->s.seat, 1);
}

static void walls_go_on_free_lines(void **unused)
{
    (void)unused;
    RULE("castle", "2.2");
    sit(t, 2, NULL);
    assert_int_equal(count_moves(t, 0), 111);
    turn(t, "a1-a2", "blue red grey");
    assert_int_equal(count_moves(t, 1), 110);
    refuse(t, "2 wall a1-a2", "2.2");
    refuse(t, "2 wall a1-a9", "1.1");
    turn(t, "f3-g3", "blue red grey"); /* a wall need not touch another wall */
}

static void no_free_line_ends_the_game(void **unused)
{
    (void)unused;
    RULE("castle", "2.2");
    /* The last wall of the rim makes the whole land one city. */
    const char *rim[] = {"a1-a2", "a2-a3", "a3-a4", "a4-a5", "a5-a6", "a6-a7", "a7-b6", "b6-c7",
                         "c7-d6", "d6-e7", "e7-f6", "f6-g7", "g6-g7", "g5-g6", "g4-g5", "g3-g4",
                         "g2-g3", "g1-g2", "f1-g1", "e1-f1", "d1-e1", "c1-d1", "b1-c1", "a1-b1"};
    sit(t, 2, NULL);
    for (int i = 0; i < 24; i++)
        turn(t, rim[i], "blue red grey");
    assert_int_equal(t->s.phase, CASTLE_SCORE);
    assert_int_equal(t->s.counts, 0);
    struct castle_set spaces = castle_spaces_of(box_of(t), &t->s, 0);
    assert_int_equal(castle_count(&spaces), 66);
    finish_scoring(t);
    assert_int_equal(t->s.last, 1);
    assert_int_equal(t->s.phase, CASTLE_OVER);
    assert_int_equal(t->s.ending, CASTLE_NO_LINE);
    assert_int_equal(t->s.active, 0); /* the turn after seat 2's */
}

static void tower_die_is_left_out_between_towers(void **unused)
{
    (void)unused;
    RULE("castle", "2.3");
    sit(t, 2, NULL);
    make(t, "1 wall a3-b3");
    assert_int_equal(count_moves(t, GAME_CHANCE), 63);
    assert_false(legal(t, "* dice red red -"));
    assert_false(legal(t, "* dice red blue white")); /* the house dice are named in the order of colours */
    assert_int_equal(weight_of(t, "* dice blue red white"), 2 * weight_of(t, "* dice red red white"));
    assert_int_equal(weight_of(t, "* dice blue any white"), weight_of(t, "* dice blue red grey"));
    make_all(t, "* dice red red white, 1 tower a3 white, 1 tower b3 white, 1 house ab4 red, 1 house ab5 red");
    make(t, "2 wall a3-b2"); /* one end is free, so the tower die is rolled */
    assert_int_equal(count_moves(t, GAME_CHANCE), 63);
    make_all(t, "* dice red red white, 2 tower b2 white, 2 house ab3 red, 2 house ab4 red");
    make(t, "1 wall b2-b3");
    assert_int_equal(count_moves(t, GAME_CHANCE), 21);
    assert_false(legal(t, "* dice red red white"));
    make(t, "* dice red red -");
    assert_int_equal(t->s.phase, CASTLE_HOUSE);
}

static void towers_go_to_free_ends(void **unused)
{
    (void)unused;
    RULE("castle", "2.4");
    sit(t, 2, NULL);
    make_all(t, "1 wall a3-b3, * dice red red black");
    expect(t, 1, "tower a3 black|tower b3 black");
    refuse(t, "1 tower a3 white", "2.4");
    refuse(t, "1 tower a4 black", "2.4");
    refuse(t, "1 tower z9 black", "1.1");
    make(t, "1 tower b3 black");
    expect(t, 1, "tower a3 black|tower a3 grey|tower a3 white");
    refuse(t, "1 tower b3 grey", "2.4");
    refuse(t, "1 tower a3 red", "1.3");
    make(t, "1 tower a3 grey");
    make_all(t, "1 house ab4 red, 1 house ab5 red");
    make_all(t, "2 wall b3-b4, * dice red red white");
    expect(t, 2, "tower b4 white");
}

static void dice_serve_the_sides(void **unused)
{
    (void)unused;
    RULE("castle", "2.5");
    sit(t, 2, NULL);
    make_all(t, "1 wall a3-b3, * dice green red black, 1 tower a3 black, 1 tower b3 black");
    expect(t, 1, "house ab4 green|house ab4 red|house ab5 green|house ab5 red");
    refuse(t, "1 house ab4 blue", "2.5");
    refuse(t, "1 house ab6 red", "2.5");
    refuse(t, "1 house zz1 red", "1.1");
    refuse(t, "1 house ab4 any", "1.3");
    make(t, "1 house ab5 green");
    refuse(t, "1 house ab5 red", "2.5");
    expect(t, 1, "house ab4 red");
    make(t, "1 house ab4 red");
    /* A house in the colour of the other die uses that die. A house in another colour uses the "any". */
    make_all(t, "2 wall a4-b3, * dice red any black, 2 tower a4 black");
    assert_int_equal(count_moves(t, 1), 10);
    struct castle before = t->s;
    make(t, "2 house ab5 red");
    assert_int_equal(count_moves(t, 1), 5);
    t->s = before;
    make(t, "2 house ab5 blue");
    expect(t, 2, "house ab6 red");
    make(t, "2 house ab6 red");
    /* A wall on the rim has one side, so the player uses one of the two dice. */
    make_all(t, "1 wall a3-a4, * dice green red -");
    expect(t, 1, "house ab5 green|house ab5 red");
    make(t, "1 house ab5 red");
    assert_int_not_equal(t->s.phase, CASTLE_HOUSE);
}

static void used_up_colours_leave_the_choice(void **unused)
{
    (void)unused;
    RULE("castle", "2.6");
    sit(t, 2, NULL);
    t->s.supply.towers[2] = 0;
    t->s.supply.houses[4] = 0;
    t->s.supply.houses[1] = 1;
    make_all(t, "1 wall a3-b3, * dice green red black");
    expect(t, 1, "tower a3 grey|tower a3 white|tower b3 grey|tower b3 white");
    refuse(t, "1 tower a3 black", "2.6");
    make(t, "1 tower a3 white");
    expect(t, 1, "tower b3 grey|tower b3 white");
    make(t, "1 tower b3 grey");
    assert_int_equal(count_moves(t, 0), 8); /* four colours are in the supply, for either side */
    refuse(t, "1 house ab4 red", "2.6");
    struct castle before = t->s;
    make(t, "1 house ab4 green"); /* uses the green die and the last green house */
    expect(t, 1, "house ab5 blue|house ab5 pink|house ab5 yellow");
    t->s = before;
    make(t, "1 house ab4 blue"); /* uses the red die */
    expect(t, 1, "house ab5 green");
    /* What counts is the supply when the player puts the house, not when the dice are rolled. */
    t->s = before;
    t->s.supply.houses[4] = 1;
    t->s.dice[0] = t->s.dice[1] = 4;
    expect(t, 1, "house ab4 red|house ab5 red");
    make(t, "1 house ab4 red");
    expect(t, 1, "house ab5 blue|house ab5 green|house ab5 pink|house ab5 yellow");
}

static void spaces_hold_any_number_of_houses(void **unused)
{
    (void)unused;
    RULE("castle", "2.7");
    sit(t, 2, NULL);
    int space = castle_find_space(box_of(t), "cd6");
    turn_houses(t, "c4-d3", "red red white", "cd6 red, cd5 red");
    turn_houses(t, "c4-d4", "red red white", "cd6 red, cd7 red");
    turn_houses(t, "d3-d4", "red red white", "cd6 red, de6 red");
    /* Three houses stood there together, before two of them became a palace. */
    assert_int_equal(castle_houses(t->s.houses[space], 4), 1);
    assert_int_equal(t->s.supply.palaces[4], 2);
}

static void nobody_rolls_before_building(void **unused)
{
    (void)unused;
    RULE("castle", "2.8");
    sit(t, 2, NULL);
    assert_int_equal(count_moves(t, GAME_CHANCE), 0);
    assert_int_equal(t->game->to_act(t->game, &t->s), game_bit(0));
    assert_false(legal(t, "* dice red red white"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_is_a_grid_of_triangles),
        cmocka_unit_test(regions_are_equal_and_coasts_at_water),
        cmocka_unit_test(supply_at_the_start),
        cmocka_unit_test(six_cards_each),
        cmocka_unit_test(everybody_starts_with_one_point),
        cmocka_unit_test(start_player_and_turn_order),
        cmocka_unit_test(steps_come_in_order),
        cmocka_unit_test(walls_go_on_free_lines),
        cmocka_unit_test(no_free_line_ends_the_game),
        cmocka_unit_test(tower_die_is_left_out_between_towers),
        cmocka_unit_test(towers_go_to_free_ends),
        cmocka_unit_test(dice_serve_the_sides),
        cmocka_unit_test(used_up_colours_leave_the_choice),
        cmocka_unit_test(spaces_hold_any_number_of_houses),
        cmocka_unit_test(nobody_rolls_before_building),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
