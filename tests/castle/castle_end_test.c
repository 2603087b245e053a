/* castle_end_test.c: how the game ends, the last scoring and the winners (clause 5). */
#include <string.h>

#include "table.h"

static struct table table, *t = &table;

static void complete_cd6(void)
{
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    turn(t, "d3-d4", "blue blue white");
}

static void last_wall_ends_the_game(void **unused)
{
    (void)unused;
    RULE("castle", "5.1");
    sit(t, 2, NULL);
    t->s.supply.walls = 1;
    turn(t, "a1-a2", "blue blue white"); /* the player completes the turn */
    assert_int_equal(t->s.ending, CASTLE_LAST_WALL);
    assert_int_equal(t->s.houses[0], castle_house(2));
    assert_true(t->s.last);
    finish_scoring(t);
    assert_int_equal(t->s.phase, CASTLE_OVER);
    assert_int_equal(t->game->to_act(t->game, &t->s), 0);
}

static void last_tower_ends_the_game(void **unused)
{
    (void)unused;
    RULE("castle", "5.1");
    sit(t, 2, NULL);
    memset(t->s.supply.towers, 0, sizeof t->s.supply.towers);
    t->s.supply.towers[1] = 3;
    turn(t, "a1-a2", "blue blue white");
    assert_int_equal(t->s.ending, CASTLE_GOES_ON); /* white and black towers are used up, grey ones are not */
    turn(t, "a2-a3", "blue blue white");
    assert_int_equal(t->s.ending, CASTLE_LAST_TOWER);
    assert_int_not_equal(t->s.phase, CASTLE_WALL);
}

static void last_house_ends_the_game(void **unused)
{
    (void)unused;
    RULE("castle", "5.1");
    sit(t, 2, NULL);
    memset(t->s.supply.houses, 0, sizeof t->s.supply.houses);
    t->s.supply.houses[0] = 1;
    t->s.supply.houses[3] = 1;
    turn(t, "b1-b2", "blue blue white");
    assert_int_equal(t->s.ending, CASTLE_LAST_HOUSE);
}

static void last_palace_ends_the_game(void **unused)
{
    (void)unused;
    RULE("castle", "5.1");
    sit(t, 2, NULL);
    memset(t->s.supply.palaces, 0, sizeof t->s.supply.palaces);
    t->s.supply.palaces[2] = 1;
    complete_cd6();
    assert_int_equal(t->s.ending, CASTLE_LAST_PALACE);
    assert_int_equal(t->s.phase, CASTLE_SCORE);
    assert_false(t->s.last);
    finish_scoring(t);
    assert_int_equal(t->s.phase, CASTLE_OVER);
}

static void the_last_pieces_city_is_scored_as_usual(void **unused)
{
    (void)unused;
    RULE("castle", "5.2");
    sit(t, 2, (const char *const[]){"city_size_1 city_red city_red city_blue city_blue cities", ""});
    /* A wall inside the completed city goes back to the supply. The game ends all the same. */
    const char *lines[] = {"b3-c4", "b3-b4", "b4-c5", "c5-d4", "d3-d4", "c3-d3"};
    for (int i = 0; i < 6; i++)
        turn(t, lines[i], "blue blue white");
    t->s.supply.walls = 1;
    turn(t, "b3-c3", "blue blue white");
    assert_int_equal(t->s.supply.walls, 1);
    assert_int_equal(t->s.ending, CASTLE_LAST_WALL);
    assert_int_equal(t->s.phase, CASTLE_SCORE); /* no choice of a city */
    assert_int_equal(t->s.counts, city_named(t, "bc5"));
    make(t, "1 discard city_red");
    pass_phase(t, CASTLE_DRAW); /* players still draw, but do not swap */
    assert_int_equal(t->s.hand_size[0], 7);
    make(t, "2 discard city_size_1");
    pass_phase(t, CASTLE_DRAW);
    assert_int_equal(t->s.phase, CASTLE_OVER);
}

static void everybody_chooses_a_city(void **unused)
{
    (void)unused;
    RULE("castle", "5.3");
    sit(t, 3,
        (const char *const[]){"city_size_1 city_red city_red city_blue city_blue cities",
                              "city_size_1 city_size_2 city_size_2 city_palaces city_palaces cities",
                              "city_towers city_towers city_green city_green city_pink city_pink"});
    complete_cd6();
    finish_scoring(t);
    turn(t, "a1-a2", "blue blue white");
    turn(t, "a1-b1", "blue blue white");
    turn(t, "b1-b2", "blue blue white");
    turn(t, "a2-b2", "blue blue white");
    struct castle_set spaces = castle_spaces_of(box_of(t), &t->s, city_named(t, "ab1"));
    assert_int_equal(castle_count(&spaces), 2);
    finish_scoring(t);
    int active = t->s.seat;
    assert_int_equal(active, 1);
    t->s.supply.walls = 1;
    int points = t->s.points[1];
    turn(t, "g1-g2", "blue blue white");
    expect(t, 2, "city ab1|city cd6");
    refuse(t, "2 city ab2", "5.3");
    refuse(t, "2 city g1", "1.1");
    refuse(t, "2 score cities", "5.3");
    make(t, "2 city ab1");
    assert_true(legal(t, "2 score city_size_2"));
    make(t, "2 score city_size_2");
    assert_int_equal(t->s.points[1], points + 7);
    pass_phase(t, CASTLE_DRAW);
    expect(t, 3, "city ab1|city cd6");
    make(t, "3 city cd6");
    assert_int_equal(value_of(t, "city_size_1"), 6);
    finish_scoring(t);
    assert_int_equal(t->s.phase, CASTLE_OVER);
}

static void without_a_city_city_cards_pay_nothing(void **unused)
{
    (void)unused;
    RULE("castle", "5.3");
    sit(t, 2, (const char *const[]){"city_towers city_size_1 country_towers city_blue city_blue cities", ""});
    t->s.supply.walls = 1;
    turn(t, "c4-d4", "blue blue white");
    assert_int_equal(t->s.phase, CASTLE_SCORE); /* nothing to choose */
    make(t, "1 score city_towers country_towers");
    assert_int_equal(t->s.points[0], 1 + 0 + 2);
}

static void no_part_without_cards_in_the_last_scoring(void **unused)
{
    (void)unused;
    RULE("castle", "4.4");
    sit(t, 2, NULL);
    complete_cd6();
    finish_scoring(t);
    t->s.unseen[0] += t->s.hand[0];
    t->s.unseen_size[0] += t->s.hand_size[0];
    t->s.hand[0] = 0;
    t->s.hand_size[0] = 0;
    t->s.supply.walls = 1;
    turn(t, "a1-a2", "blue blue white");
    assert_int_equal(t->s.seat, 1);
    assert_int_equal(t->s.phase, CASTLE_CITY);
    finish_scoring(t);
    assert_int_equal(t->s.hand_size[0], 0);
}

static void winners_by_points_then_cards(void **unused)
{
    (void)unused;
    RULE("castle", "5.4");
    sit(t, 3, NULL);
    assert_int_equal(t->game->winners(t->game, &t->s), 0);
    t->s.phase = CASTLE_OVER;
    memcpy(t->s.points, (uint16_t[4]){20, 30, 10, 0}, sizeof t->s.points);
    assert_int_equal(t->game->winners(t->game, &t->s), game_bit(1));
    t->s.points[2] = 30;
    assert_int_equal(t->game->winners(t->game, &t->s), game_bit(1) | game_bit(2));
    t->s.hand_size[2] = 7;
    t->s.hand_size[0] = 60;
    assert_int_equal(t->game->winners(t->game, &t->s), game_bit(2));
}

static void pieces_that_ran_out_are_left_out(void **unused)
{
    (void)unused;
    RULE("castle", "5.5");
    sit(t, 2, NULL);
    memset(t->s.supply.towers, 0, sizeof t->s.supply.towers);
    t->s.supply.towers[0] = 1;
    make_all(t, "1 wall b2-b3, * dice blue red white, 1 tower b3 white");
    assert_int_equal(t->s.phase, CASTLE_HOUSE); /* no tower for b2 */
    make_all(t, "1 house ab4 blue, 1 house bc4 red");
    assert_true(t->s.last);

    sit(t, 2, NULL);
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    memset(t->s.supply.houses, 0, sizeof t->s.supply.houses);
    t->s.supply.houses[0] = 1;
    make_all(t, "1 wall d3-d4, * dice blue red -, 1 house de6 yellow");
    assert_int_equal(t->s.phase, CASTLE_SCORE); /* no second house, but the city is completed */
    assert_int_equal(t->s.counts, city_named(t, "cd6"));
    assert_int_equal(t->s.ending, CASTLE_LAST_HOUSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_wall_ends_the_game),
        cmocka_unit_test(last_tower_ends_the_game),
        cmocka_unit_test(last_house_ends_the_game),
        cmocka_unit_test(last_palace_ends_the_game),
        cmocka_unit_test(the_last_pieces_city_is_scored_as_usual),
        cmocka_unit_test(everybody_chooses_a_city),
        cmocka_unit_test(without_a_city_city_cards_pay_nothing),
        cmocka_unit_test(no_part_without_cards_in_the_last_scoring),
        cmocka_unit_test(winners_by_points_then_cards),
        cmocka_unit_test(pieces_that_ran_out_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
