/* castle_score_test.c: the scoring and what the guild cards pay (clause 4). */
#include <string.h>

#include "table.h"

static struct table table, *t = &table;

static int points_of(int seat)
{
    return t->s.points[seat - 1];
}

/* Completes the city cd6. With two seats, seat 1 builds the last wall. */
static void complete_cd6(void)
{
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    turn(t, "d3-d4", "blue blue white");
    assert_int_equal(t->s.phase, CASTLE_SCORE);
}

static void play_or_discard(void **unused)
{
    (void)unused;
    RULE("castle", "4.1");
    sit(t, 2,
        (const char *const[]){"city_size_1 city_size_1 cities city_red city_red country_walls",
                              "country_towers country_towers cities city_size_2 city_size_3 city_size_7"});
    complete_cd6();
    assert_int_equal(t->s.seat, 0); /* the player who completed the city begins */
    expect(t, 1,
           "discard cities|discard city_red|discard city_size_1|discard country_walls|score cities|score "
           "city_red|"
           "score city_red cities|score city_red city_red|score city_red country_walls|score city_size_1|"
           "score city_size_1 cities|score city_size_1 city_red|score city_size_1 city_size_1|"
           "score city_size_1 country_walls|score country_walls|score country_walls cities");
    refuse(t, "1 score cities city_red", "4.1"); /* two cards are named in the order of the box */
    refuse(t, "1 score country_towers", "4.1");
    refuse(t, "1 score cities cities", "4.1");
    refuse(t, "1 score wine", "4.1");
    refuse(t, "1 discard city_red city_red", "4.1");
    refuse(t, "1 done", "4.1");
    make(t, "1 score city_size_1 cities");
    assert_int_equal(points_of(1), 1 + 6 + 1);
    assert_int_equal(t->s.hand_size[0], 4);
    make(t, "* card city_blue");
    assert_int_equal(t->s.hand_size[0], 5);
    assert_int_equal(t->s.seat, 1); /* then the next player to the left */
    make(t, "2 discard cities");
    assert_int_equal(points_of(2), 1);
    make(t, "* card city_blue");
    assert_int_equal(t->s.phase, CASTLE_DRAW);
    make(t, "* card city_green");
    assert_int_equal(t->s.hand_size[1], 7);
}

static void draw_pile_is_refilled_when_needed(void **unused)
{
    (void)unused;
    RULE("castle", "4.2");
    sit(t, 2,
        (const char *const[]){"cities city_red city_blue city_pink city_green city_yellow",
                              "cities city_red city_blue city_pink city_green city_yellow"});
    complete_cd6();
    /* One card is left in the draw pile. The rest of the pile is in the discard pile, as if scored. */
    int kind = castle_find_kind(box_of(t), "country_walls");
    t->s.open = t->s.draw - castle_card(kind);
    t->s.draw = castle_card(kind);
    t->s.draw_size = 1;
    make(t, "1 score cities"); /* the player draws before the scored card goes to the discard pile */
    make(t, "* card country_walls");
    assert_int_equal(t->s.draw_size, 0);
    assert_int_equal(castle_copies(t->s.open, castle_find_kind(box_of(t), "cities")), 1);
    make(t,
         "2 discard city_red"); /* this card is on the discard pile, and becomes part of the new draw pile */
    assert_int_equal(t->s.draw_size, 47 + 1 + 1);
    assert_int_equal(t->s.open, 0);
    assert_true(legal(t, "* card city_red"));
    assert_true(legal(t, "* card cities"));
}

static void played_cards_wait_for_the_draw(void **unused)
{
    (void)unused;
    RULE("castle", "4.2");
    sit(t, 2, (const char *const[]){"cities city_red city_blue city_pink city_green city_yellow", ""});
    complete_cd6();
    int kind = castle_find_kind(box_of(t), "country_walls");
    t->s.open = castle_card(kind);
    t->s.unseen[1] = t->s.draw - castle_card(kind);
    t->s.unseen_size[1] = (uint8_t)castle_cards(t->s.unseen[1]);
    t->s.draw = 0;
    t->s.draw_size = 0;
    make(t, "1 score city_blue cities");
    assert_int_equal(castle_copies(t->s.played, castle_find_kind(box_of(t), "cities")), 1);
    assert_int_equal(t->s.draw_size, 48); /* the two cards in front of the player are not among them */
    make(t, "* card country_walls");
    assert_int_equal(castle_cards(t->s.open), 2);
    assert_int_equal(t->s.played, 0);
}

static void last_place_swaps(void **unused)
{
    (void)unused;
    RULE("castle", "4.3");
    sit(t, 3,
        (const char *const[]){"city_size_1 city_red city_blue city_pink city_green city_yellow",
                              "city_size_3 city_size_2 country_towers country_towers cities cities",
                              "city_size_1 city_size_7 city_size_7 country_walls country_walls city_size_2"});
    complete_cd6();
    assert_int_equal(t->s.active, 2);
    make(t, "3 discard city_size_1");
    pass_phase(t, CASTLE_DRAW);
    make(t, "1 score city_size_1");
    pass_phase(t, CASTLE_DRAW);
    make(t, "2 discard city_size_3");
    pass_phase(t, CASTLE_DRAW);
    /* Seats 2 and 3 are last, with one point each. The active one of them swaps first. */
    assert_int_equal(t->s.phase, CASTLE_SWAP);
    assert_int_equal(t->s.seat, 2);
    refuse(t, "3 swap country_water_towers", "4.3");
    refuse(t, "3 score cities", "4.3");
    refuse(t, "3 done now", "4.3");
    int held = t->s.hand_size[2];
    for (int i = 0; i < 2; i++) {
        game_move moves[GAME_MAX_MOVES];
        assert_true(t->game->moves(t->game, &t->s, 2, moves, NULL) > 1);
        t->game->apply(t->game, &t->s, 2, moves[1]);
        assert_int_equal(t->s.seat, 2);
    }
    make(t, "3 done");
    assert_int_equal(t->s.phase, CASTLE_SWAP_DRAW);
    assert_int_equal(t->s.draws, 2);
    pass_phase(t, CASTLE_SWAP_DRAW);
    assert_int_equal(t->s.hand_size[2], held);
    assert_int_equal(t->s.seat, 1); /* not seat 1, which has more points */
    make(t, "2 done");
    assert_int_equal(t->s.phase, CASTLE_WALL);
    assert_int_equal(t->s.seat, 0);
}

static void a_whole_hand_can_be_swapped(void **unused)
{
    (void)unused;
    RULE("castle", "4.3");
    sit(t, 2, (const char *const[]){"cities cities city_red city_red city_blue city_blue", ""});
    complete_cd6();
    make(t, "1 score city_red city_red");
    make(t, "* card city_pink");
    make(t, "2 score city_size_1");
    pass_phase(t, CASTLE_DRAW);
    make_all(t, "1 swap cities, 1 swap cities, 1 swap city_blue, 1 swap city_pink, 1 swap city_blue");
    expect(t, 1, "done");
    make(t, "1 done");
    assert_int_equal(t->s.draws, 5);
    pass_phase(t, CASTLE_SWAP_DRAW);
    assert_int_equal(t->s.hand_size[0], 5);
}

static void empty_hands_and_piles(void **unused)
{
    (void)unused;
    RULE("castle", "4.4");
    sit(t, 3,
        (const char *const[]){
            "cities cities city_red city_red city_blue city_blue",
            "city_size_3 city_size_2 country_towers country_towers city_pink city_green",
            "city_size_1 city_size_7 city_size_7 country_walls country_walls city_palaces"});
    complete_cd6();
    /* Seat 3 has completed the city. Seat 1 gets all cards of seat 2 and of the piles. */
    t->s.hand[0] += t->s.hand[1] + t->s.draw;
    t->s.hand_size[0] += t->s.hand_size[1] + t->s.draw_size;
    t->s.hand[1] = t->s.draw = 0;
    t->s.hand_size[1] = t->s.draw_size = 0;
    int held = t->s.hand_size[2];
    make(t, "3 discard city_palaces"); /* the discarded card is the only card to draw */
    assert_int_equal(count_moves(t, 2), 0);
    make(t, "* card city_palaces");
    assert_int_equal(t->s.hand_size[2], held);
    assert_int_equal(t->s.seat, 0);
    make(t, "1 score cities");
    /* Seat 2 has no cards, so it neither scores nor draws. Seats 2 and 3 are last, but only seat 3 can swap.
     */
    assert_int_equal(t->s.phase, CASTLE_SWAP);
    assert_int_equal(t->s.seat, 2);
    make(t, "3 done");
    assert_int_equal(t->s.phase, CASTLE_WALL);
}

static void sizes_pay(void **unused)
{
    (void)unused;
    RULE("castle", "4.5");
    sit(t, 2, NULL);
    complete_cd6();
    assert_int_equal(value_of(t, "city_size_1"), 6);
    assert_int_equal(value_of(t, "city_size_2"), 0);
    finish_scoring(t);
    turn(t, "c4-c5", "blue blue white");
    turn(t, "c5-d4", "blue blue white");
    make(t, t->s.seat ? "2 join cd6" : "1 join cd6");
    assert_int_equal(value_of(t, "city_size_1"), 0);
    assert_int_equal(value_of(t, "city_size_2"), 7);
    finish_scoring(t);
    turn(t, "b4-c4", "blue blue white");
    turn(t, "b4-c5", "blue blue white");
    make(t, t->s.seat ? "2 join cd6" : "1 join cd6");
    assert_int_equal(value_of(t, "city_size_3"), 8);
    assert_int_equal(value_of(t, "city_size_7"), 0);
}

static void city_cards_pay(void **unused)
{
    (void)unused;
    RULE("castle", "4.5");
    sit(t, 2, NULL);
    make_all(t, "1 wall c4-d3, * dice red any black, 1 tower c4 black, 1 tower d3 grey, 1 house cd6 red, 1 "
                "house cd5 blue");
    make_all(t, "2 wall c4-d4, * dice red any black, 2 tower d4 black, 2 house cd6 red, 2 house cd7 blue");
    make_all(t, "1 wall d3-d4, * dice pink any -, 1 house cd6 pink, 1 house de6 pink");
    assert_int_equal(value_of(t, "city_colours"), 4); /* red palace, pink house */
    assert_int_equal(value_of(t, "city_tower_white"), 0);
    assert_int_equal(value_of(t, "city_tower_grey"), 2);
    assert_int_equal(value_of(t, "city_tower_black"), 4);
    assert_int_equal(value_of(t, "city_towers"), 3);
    assert_int_equal(value_of(t, "city_palaces"), 1);
    assert_int_equal(value_of(t, "city_red"), 3);
    assert_int_equal(value_of(t, "city_pink"), 1);
    assert_int_equal(value_of(t, "city_blue"), 0);
    struct castle_city_facts city = {.colours = 1};
    struct castle_country_facts country = {0};
    uint8_t pay[CASTLE_KINDS];
    const int rule = 4, paid[] = {0, 0, 4, 4, 7, 7};
    assert_string_equal(castle_guild[rule].id, "city_colours");
    for (int colours = 0; colours <= 5; colours++) {
        city.colours = (uint8_t)colours;
        castle_pay(&country, &city, pay);
        assert_int_equal(pay[rule], paid[colours]);
    }
}

static void country_cards_pay(void **unused)
{
    (void)unused;
    RULE("castle", "4.6");
    sit(t, 2, NULL);
    make_all(t, "1 wall a2-b2, * dice pink any black, 1 tower a2 black, 1 tower b2 grey, 1 house ab2 pink, 1 "
                "house ab3 red");
    make_all(t, "2 wall f5-f6, * dice pink pink white, 2 tower f5 white, 2 tower f6 grey, 2 house ef10 pink, "
                "2 house fg10 pink");
    assert_int_equal(value_of(t, "country_house_pink"), 3);
    assert_int_equal(value_of(t, "country_house_red"), 1);
    assert_int_equal(value_of(t, "country_house_blue"), 0);
    assert_int_equal(value_of(t, "country_region_west"), 2);
    assert_int_equal(value_of(t, "country_region_north_east"), 0);
    assert_int_equal(value_of(t, "country_region_south_east"), 2);
    assert_int_equal(value_of(t, "country_towers"), 4);
    assert_int_equal(value_of(t, "country_tower_white"), 2);
    assert_int_equal(value_of(t, "country_tower_grey"), 4);
    assert_int_equal(value_of(t, "country_tower_black"), 2);
    assert_int_equal(value_of(t, "country_water_towers"), 2); /* f6 */
    assert_int_equal(value_of(t, "country_walls"), 2);
    complete_cd6(); /* seat 1 completes the city again */
    assert_int_equal(value_of(t, "country_walls"), 2);
    assert_int_equal(value_of(t, "country_towers"), 4);
}

/* The rulebook's example: five towers at water that are in no city pay 10. */
static void five_towers_at_water(void **unused)
{
    (void)unused;
    RULE("castle", "4.6");
    sit(t, 2, (const char *const[]){"", "country_water_towers city_red city_red city_blue city_blue cities"});
    turn(t, "a1-b1", "red red white");
    turn(t, "c1-d1", "red red white");
    turn(t, "e1-e2", "red red white");
    complete_cd6();
    assert_int_equal(t->s.seat, 1);
    make(t, "2 score country_water_towers");
    assert_int_equal(points_of(2), 1 + 10);
}

static void each_city_pays(void **unused)
{
    (void)unused;
    RULE("castle", "4.7");
    sit(t, 2, NULL);
    assert_int_equal(value_of(t, "cities"), 0);
    complete_cd6();
    assert_int_equal(value_of(t, "cities"), 1);
    finish_scoring(t);
    turn(t, "a1-a2", "blue blue white");
    turn(t, "a1-b1", "blue blue white");
    turn(t, "a2-b1", "blue blue white");
    assert_int_equal(value_of(t, "cities"), 2);
}

/* The rulebook's example: seven spaces with seven towers on the edge. */
static void seven_spaces_with_seven_towers(void **unused)
{
    (void)unused;
    RULE("castle", "4.8");
    sit(t, 2, (const char *const[]){"city_size_7 city_towers city_red city_red city_blue city_blue", ""});
    const char *lines[] = {"a4-b3", "a4-b4", "b4-c5", "c5-d4", "d3-d4", "c3-d3", "b3-c3"};
    for (int i = 0; i < 7; i++)
        turn(t, lines[i], "blue blue white");
    assert_int_equal(t->s.seat, 0);
    assert_int_equal(value_of(t, "city_size_7"), 9);
    assert_int_equal(value_of(t, "city_towers"), 7);
    make(t, "1 score city_size_7 city_towers");
    assert_int_equal(points_of(1), 1 + 9 + 7);
    assert_int_equal(t->s.sheet[0][castle_find_kind(box_of(t), "city_size_7")], 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_or_discard),
        cmocka_unit_test(draw_pile_is_refilled_when_needed),
        cmocka_unit_test(played_cards_wait_for_the_draw),
        cmocka_unit_test(last_place_swaps),
        cmocka_unit_test(a_whole_hand_can_be_swapped),
        cmocka_unit_test(empty_hands_and_piles),
        cmocka_unit_test(sizes_pay),
        cmocka_unit_test(city_cards_pay),
        cmocka_unit_test(country_cards_pay),
        cmocka_unit_test(five_towers_at_water),
        cmocka_unit_test(each_city_pays),
        cmocka_unit_test(seven_spaces_with_seven_towers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
