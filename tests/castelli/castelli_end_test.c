/* castelli_end_test.c: the end of the game (6) and the module Dilemma (8). */
#include "castelli_help.h"

static void the_game_ends_with_the_last_tiles_turn(void **unused)
{
    (void)unused;
    RULE("castelli", "6.1");
    struct castelli_state s = begin(3, "");
    fill_board(&s);
    s.table.up &= ~(1u << meadow_named("D3"));
    s.table.phase = PHASE_LIFT;
    play(&s, "1 lift D3");
    s.deck.tiles = 1;
    play(&s, "* tile RBGY1");
    play(&s, "1 place 0");
    while (s.table.phase == PHASE_CARD) {
        game_move moves[GAME_MAX_MOVES];
        assert_true(castelli()->moves(castelli(), &s, GAME_CHANCE, moves, NULL) > 0);
        castelli()->apply(castelli(), &s, GAME_CHANCE, moves[0]);
    }
    assert_int_equal(s.table.phase, PHASE_BUILD); /* the player may complete the turn */
    assert_int_equal(castelli()->winners(castelli(), &s), 0);
    finish(&s);
    assert_int_equal(castelli()->to_act(castelli(), &s), 0);
    assert_int_not_equal(castelli()->winners(castelli(), &s), 0);
}

/* A full board. Coats that point at the mine (G3): red 6 from the north, yellow 2 from the east, blue 4 from
 * the west, and from the south the coat of yellow on this tile. */
static struct castelli_state at_the_mine(int seats, const char *south_tile)
{
    struct castelli_state s = begin(seats, "");
    put_tile(&s, "G2", "RBGY6", 2);
    put_tile(&s, "H3", "RYGB2", 2); /* yellow 2 points west */
    put_tile(&s, "G4", south_tile, 1);
    put_tile(&s, "F3", "RBGY4", 0); /* blue 4 points east */
    fill_board(&s);
    return s;
}

/* What a view calls projected is what the end brings, and changes nothing. */
static void points_are_projected_to_the_end(void **unused)
{
    (void)unused;
    struct castelli_state s = at_the_mine(4, "RBGY3");
    int projected[SEATS];
    give_silver(&s, 1, 3);
    s.table.player[2].goods[WOOD] = 4;
    for (int seat = 0; seat < SEATS; seat++)
        projected[seat] = castelli_projected(shipped_box(), &s.table, seat);
    assert_int_equal(s.table.player[2].points, 0);
    finish(&s);
    for (int seat = 0; seat < SEATS; seat++) {
        assert_int_equal(s.table.player[seat].points, projected[seat]);
        assert_int_equal(castelli_projected(shipped_box(), &s.table, seat), projected[seat]);
    }
    assert_true(projected[2] >= 4);
}

static void the_mine_goes_to_the_most_influence(void **unused)
{
    (void)unused;
    RULE("castelli", "6.2");
    struct castelli_state s = at_the_mine(4, "RBGY3"); /* red 6, yellow 5, blue 4 */
    finish(&s);
    assert_int_equal(s.table.player[0].silver, 22);
    assert_int_equal(s.table.silver, 0);
    s = at_the_mine(4, "RGBY4"); /* red and yellow are tied with 6 */
    give_silver(&s, 1, 1);
    finish(&s);
    assert_int_equal(s.table.player[0].silver, 10);
    assert_int_equal(s.table.player[3].silver, 10);
    assert_int_equal(s.table.silver, 1);
    s = at_the_mine(3, "RGBY4"); /* nobody plays yellow: its half stays in the mine */
    finish(&s);
    assert_int_equal(s.table.player[0].silver, 8);
    assert_int_equal(s.table.player[3].silver, 0);
    assert_int_equal(s.table.silver, 8);
    s = begin(4, "");
    fill_board(&s);
    static const char *const around[] = {"G2", "H3", "G4", "F3"};
    static const int cards_at[] = {
        1, 2, 3, 4}; /* the tiles of value 1 with a card in the coat of red, blue, green and yellow */
    for (int i = 0; i < 4; i++) { /* all coats that point at the mine show cards */
        int side = i ^ 2, tile = cards_at[i];
        for (int turn = 0; turn < 4; turn++)
            if (shipped_box()->coat_colour[tile * 4 + turn][side] == shipped_box()->tile[tile].card)
                s.table.tile[meadow_named(around[i])] = (uint8_t)(tile * 4 + turn);
    }
    finish(&s);
    assert_int_equal(s.table.silver, 22);
}

static void cards_and_resources_score(void **unused)
{
    (void)unused;
    RULE("castelli", "6.3");
    struct castelli_state s = begin(4, "");
    struct castelli_sheet sheet[SEATS];
    fill_board(&s);
    give_goods(&s, 1, 5, 2, 1);
    give_card(&s, 1, "steward");
    give_card(&s, 1, "raider");
    finish(&s);
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[1].resources, 8);
    assert_int_equal(sheet[1].cards, 2);
    assert_int_equal(s.table.player[1].points, 10 + sheet[1].silver);
}

static void check_silver(int seats, const char *options, const int silver[4], const int points[4])
{
    struct castelli_state s = begin(seats, options);
    struct castelli_sheet sheet[SEATS];
    for (int seat = 0; seat < seats; seat++)
        s.table.player[seat].silver = (uint8_t)silver[seat];
    castelli_sheets(&s.table, sheet);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(sheet[seat].silver, points[seat]);
}

static void the_most_silver_scores(void **unused)
{
    (void)unused;
    RULE("castelli", "6.4");
    RULE("castelli", "9.10");
    check_silver(4, "", (const int[]){7, 3, 5, 0}, (const int[]){4, 0, 2, 0});
    check_silver(4, "", (const int[]){7, 7, 5, 0},
                 (const int[]){3, 3, 0, 0}); /* after a tie for first place there is no second place */
    check_silver(4, "", (const int[]){7, 7, 7, 7}, (const int[]){3, 3, 3, 3});
    check_silver(4, "", (const int[]){7, 5, 5, 0}, (const int[]){4, 1, 1, 0}); /* tied for second */
    check_silver(4, "", (const int[]){7, 5, 5, 5}, (const int[]){4, 0, 0, 0});
    check_silver(4, "", (const int[]){0, 0, 0, 0},
                 (const int[]){0, 0, 0, 0}); /* a player without silver gets no points for it */
    check_silver(2, "", (const int[]){0, 9, 0, 0}, (const int[]){0, 4, 0, 0});
    check_silver(4, "battle", (const int[]){7, 3, 5, 0}, (const int[]){8, 0, 4, 0});
    check_silver(4, "battle", (const int[]){7, 7, 5, 0}, (const int[]){6, 6, 0, 0});
    check_silver(4, "battle", (const int[]){7, 5, 5, 0}, (const int[]){8, 2, 2, 0});
    check_silver(4, "battle", (const int[]){7, 5, 5, 5}, (const int[]){8, 1, 1, 1});
}

static void most_points_then_most_castles_win(void **unused)
{
    (void)unused;
    RULE("castelli", "6.5");
    struct castelli_state s = begin(4, "");
    s.table.phase = PHASE_OVER;
    s.table.player[1].points = 30;
    s.table.player[2].points = 30;
    s.table.player[3].points = 29;
    s.table.player[3].castles = 0;
    assert_int_equal(castelli()->winners(castelli(), &s), game_bit(1) | game_bit(2));
    s.table.player[2].castles = 8; /* seat 3 has built one castle more; an overbuilt castle counts too */
    assert_int_equal(castelli()->winners(castelli(), &s), game_bit(2));
    s.table.player[3].points = 31;
    assert_int_equal(castelli()->winners(castelli(), &s), game_bit(3));
}

static void points_go_on_past_the_track(void **unused)
{
    (void)unused;
    RULE("castelli", "6.6");
    struct castelli_state s = begin(4, "");
    int points[GAME_MAX_SEATS];
    s.table.player[0].points = s.table.player[0].castle_points = 298;
    give_card(&s, 0, "king5");
    play(&s, "1 play king5");
    castelli()->score(castelli(), &s, points);
    assert_int_equal(points[0], 303);
}

static void everyone_has_a_start_tile(void **unused)
{
    (void)unused;
    RULE("castelli", "8.1");
    struct castelli_state s = begin(3, "dilemma");
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(s.table.player[seat].tile, TILES + seat);
    assert_int_equal(s.table.player[3].tile, CASTELLI_NONE);
    play(&s, "1 lift B1");
    assert_int_equal(legal_count(&s, GAME_CHANCE, "tile "),
                     32); /* start tiles are not among the tiles to draw */
    struct castelli_state seen;
    castelli()->observe(castelli(), &s, GAME_PUBLIC, &seen);
    assert_int_equal(seen.table.player[1].tile, TILES + 1); /* everybody knows the tile in hand */
}

static void the_tile_in_hand_may_be_placed_instead(void **unused)
{
    (void)unused;
    RULE("castelli", "8.2");
    struct castelli_state s = begin(4, "dilemma");
    play(&s, "1 lift D3");
    play(&s, "* tile RBGY1"); /* two silver */
    assert_int_equal(s.table.player[0].silver, 2);
    assert_int_equal(legal_count(&s, 0, "place"), 8);
    play(&s, "1 place hand 2");
    assert_int_equal(s.table.tile[meadow_named("D3")], TILES * 4 + 2);
    assert_int_equal(s.table.player[0].tile, 0); /* the player keeps the lifted tile */
    play(&s, "1 end");
    s.table.active = 0;
    play(&s, "1 lift D5");
    play(&s, "* tile RBGY4");
    play(&s, "1 place hand 0"); /* the tile with two silver gives none when it is placed */
    assert_int_equal(s.table.player[0].silver, 2);
    assert_int_equal(s.table.tile[meadow_named("D5")], 0);
    s = begin(4, "");
    play(&s, "1 lift D3");
    play(&s, "* tile RBGY4");
    assert_refused(&s, "1 place hand 0", "8.2");
}

static void the_own_start_tile_is_worth_five(void **unused)
{
    (void)unused;
    RULE("castelli", "8.3");
    struct castelli_state s = begin(4, "dilemma");
    struct castelli_sheet sheet[SEATS];
    s.table.player[1].tile = 3;         /* a tile that is not a start tile */
    s.table.player[2].tile = TILES + 3; /* the start tile of another seat */
    castelli_sheets(&s.table, sheet);
    assert_int_equal(sheet[0].start_tile, 5);
    assert_int_equal(sheet[1].start_tile, 0);
    assert_int_equal(sheet[2].start_tile, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_ends_with_the_last_tiles_turn),
        cmocka_unit_test(points_are_projected_to_the_end),
        cmocka_unit_test(the_mine_goes_to_the_most_influence),
        cmocka_unit_test(cards_and_resources_score),
        cmocka_unit_test(the_most_silver_scores),
        cmocka_unit_test(most_points_then_most_castles_win),
        cmocka_unit_test(points_go_on_past_the_track),
        cmocka_unit_test(everyone_has_a_start_tile),
        cmocka_unit_test(the_tile_in_hand_may_be_placed_instead),
        cmocka_unit_test(the_own_start_tile_is_worth_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
