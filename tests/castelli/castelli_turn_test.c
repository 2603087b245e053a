/* castelli_turn_test.c: the turn (2) and the scoring of areas (3). */
#include <string.h>

#include "castelli_help.h"

static int goods_of(const struct castelli_state *s, int seat, int good)
{
    return s->table.player[seat].goods[good];
}

static int all_goods(const struct castelli_state *s)
{
    int sum = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int good = 0; good < GOODS; good++)
            sum += goods_of(s, seat, good);
    return sum;
}

static void reveal_gain_build(void **unused)
{
    (void)unused;
    RULE("castelli", "2.1");
    RULE("castelli", "2.3");
    RULE("castelli", "2.4");
    struct castelli_state s = begin(4, "");
    assert_refused(&s, "1 end", "2.1");
    assert_refused(&s, "1 place 0", "2.5");
    assert_refused(&s, "1 build H6N", "2.1");
    play(&s, "1 lift D3");
    play(&s, "* tile RBYG1"); /* the player gets one silver and a card before placing the tile */
    assert_int_equal(s.table.player[0].silver, 1);
    assert_int_equal(s.table.silver, 21);
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(GAME_CHANCE));
    play(&s, "* card raider");
    assert_int_equal(s.table.player[0].cards, 1);
    assert_refused(&s, "1 end", "2.1");
    play(&s, "1 place 3");
    play(&s, "1 end");
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(1));
}

static void any_hidden_tile_is_lifted_once(void **unused)
{
    (void)unused;
    RULE("castelli", "2.2");
    struct castelli_state s = begin(4, "");
    lay(&s, "D3", "RBGY4", 0);
    assert_refused(&s, "1 lift D5", "2.2");
    play(&s, "1 end");
    assert_int_equal(legal_count(&s, 1, "lift "), 31);
    assert_refused(&s, "2 lift D3", "2.2");
    play(&s, "2 lift D5");
    for (int viewer = GAME_PUBLIC; viewer < 4; viewer++) { /* every viewer sees the tile */
        game_move move;
        assert_true(game_parse(castelli(), &s, GAME_CHANCE, "tile RYGB5", &move, NULL));
        assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, viewer), GAME_SEEN);
    }
}

static void silver_of_a_tile_as_far_as_it_goes(void **unused)
{
    (void)unused;
    RULE("castelli", "2.3");
    struct castelli_state s = begin(4, "");
    give_silver(&s, 3, 21);
    play(&s, "1 lift D3");
    play(&s, "* tile RBGY1"); /* the tile has two silver, but the mine has one */
    assert_int_equal(s.table.player[0].silver, 1);
    assert_int_equal(s.table.silver, 0);
}

static void a_card_of_a_tile_if_there_is_one(void **unused)
{
    (void)unused;
    RULE("castelli", "2.4");
    RULE("castelli", "5.12");
    struct castelli_state s = begin(3, "");
    play(&s, "1 lift D3");
    play(&s, "* tile RBYG2"); /* the card is in the coat of yellow, whom nobody plays */
    assert_int_equal(s.table.phase, PHASE_CARD);
    s = begin(3, "");
    s.deck.unseen = 0;
    s.deck.unseen_count = 0;
    play(&s, "1 lift D3");
    play(&s, "* tile RBYG2");
    assert_int_equal(s.table.phase, PHASE_PLACE);
    assert_int_equal(s.table.player[0].cards, 0);
}

static void a_tile_is_placed_in_any_orientation(void **unused)
{
    (void)unused;
    RULE("castelli", "2.5");
    for (int turn = 0; turn < 4; turn++) {
        struct castelli_state s = begin(4, "");
        lay(&s, "D3", "RBGY4", turn);
        influence north = castelli_influence(shipped_box(), &s.table, octagon_named("D2"), 1 << SIDE_S);
        assert_int_equal(influence_of(north, (4 - turn) & 3), 4);
    }
    struct castelli_state s = begin(4, "");
    play(&s, "1 lift D3");
    play(&s, "* tile RBGY4");
    assert_int_equal(legal_count(&s, 0, "place "), 4);
    assert_refused(&s, "1 place 4", "2.5");
}

static void stewards_come_before_gains(void **unused)
{
    (void)unused;
    RULE("castelli", "2.6");
    struct castelli_state s = begin(4, "");
    give_card(&s, 2, "steward");
    lay(&s, "B1", "RBGY4", 0);
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(2));
    assert_int_equal(all_goods(&s), 0);
    play(&s, "3 steward 2"); /* now green points at the frame */
    assert_int_equal(goods_of(&s, 2, WOOD), 1);
    assert_int_equal(goods_of(&s, 0, WOOD), 0);
    assert_true(s.table.player[0].reach == game_bit(octagon_named("B2")));
}

static void the_frame_gives_to_the_coat_that_points_at_it(void **unused)
{
    (void)unused;
    RULE("castelli", "2.7");
    struct castelli_state s = begin(4, "");
    lay(&s, "B1", "RBGY4", 3); /* blue points north, at wood */
    assert_int_equal(goods_of(&s, 1, WOOD), 1);
    s = begin(4, "");
    lay(&s, "D1", "RBGY4", 0); /* silver */
    assert_int_equal(s.table.player[0].silver, 1);
    s = begin(4, "");
    give_silver(&s, 3, 22);
    lay(&s, "D1", "RBGY4", 0); /* the mine is empty */
    assert_int_equal(s.table.player[0].silver, 0);
    s = begin(4, "");
    lay(&s, "H3", "RBGY4", 0); /* blue points east, at a card */
    play(&s, "* card king5");
    assert_int_equal(cards_of(s.table.player[1].hand, CARD_KING5), 1);
    s = begin(4, "");
    play(&s, "1 lift B1");
    play(&s, "* tile RBYG1");
    play(&s, "* card raider");
    play(&s, "1 place 0"); /* red's coat is worth 0: no wood */
    assert_int_equal(goods_of(&s, 0, WOOD), 0);
    s = begin(4, "");
    give_goods(&s, 0, 5, 0, 0);
    lay(&s, "B1", "RBGY4", 0); /* the limit of 3.6 holds for the frame too */
    assert_int_equal(goods_of(&s, 0, WOOD), 5);
}

static void a_turn_ends_when_its_player_says_so(void **unused)
{
    (void)unused;
    RULE("castelli", "2.8");
    struct castelli_state s = begin(4, "");
    lay(&s, "B1", "RBGY4", 0); /* the frame pays, and C1's grain, which is complete */
    assert_int_equal(goods_of(&s, 0, WOOD), 1);
    assert_int_equal(goods_of(&s, 1, GRAIN), 2);
    assert_int_equal(s.table.phase, PHASE_BUILD);
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(0));
    assert_refused(&s, "1 pass", "2.8");
    play(&s, "1 end");
    play(&s, "2 lift D7");
}

static void an_area_is_scored_when_its_last_tile_lies(void **unused)
{
    (void)unused;
    RULE("castelli", "3.1");
    struct castelli_state s = begin(4, "");
    lay(&s, "C2", "RBGY5", 0); /* B2's rock lies at B1 and C2, C1's wood at C2 and D1 */
    assert_int_equal(all_goods(&s), 0);
    play(&s, "* card raider"); /* D2's market of one tent */
    play(&s, "1 end");
    lay(&s, "B1", "RBGY4", 1); /* completes B2's rock and C1's grain at once; blue points south, red east */
    assert_int_equal(goods_of(&s, 3, ROCK), 2); /* yellow's 5 at C2 beats blue's 4 */
    assert_int_equal(goods_of(&s, 0, GRAIN), 2);
    play(&s, "2 end");
    lay(&s, "D1", "RYGB4", 0); /* C1's wood; its grain is not scored again */
    assert_int_equal(goods_of(&s, 0, GRAIN), 2);
    assert_int_equal(goods_of(&s, 0, WOOD), 2); /* red's 5 from C2 */
}

static void the_frame_is_neutral(void **unused)
{
    (void)unused;
    RULE("castelli", "3.2");
    struct castelli_state s = begin(4, "");
    const struct castelli_kind *a1 = castelli_kind_at(shipped_box(), &s.table, octagon_named("A1"));
    assert_int_equal(castelli_shape(shipped_box(), &s.table)->around[octagon_named("A1")][a1->mask[SIDE_W]],
                     0);
    put_tile(&s, "B1", "RBGY5", 0);
    struct game_event events[GAME_MAX_EVENTS];
    game_move move;
    play(&s, "1 lift A2");
    play(&s, "* tile RBGY4");
    assert_true(game_parse(castelli(), &s, 0, "place 0", &move, NULL));
    int count = castelli()->tell(castelli(), &s, 0, move, 0, events), complete = 0;
    for (int i = 0; i < count; i++) {
        complete += strcmp(events[i].key, "complete") == 0 && strcmp(events[i].place, "A1N") == 0;
        assert_string_not_equal(events[i].place,
                                "A1W"); /* only the frame is beside A1W, so no tile can complete it */
    }
    assert_int_equal(complete, 1);
    play(&s, "1 place 0");
    assert_int_equal(goods_of(&s, 3, GRAIN),
                     3 + 1); /* yellow's 5 from B1 beats red's 4; and the frame's west */
}

static void without_influence_nobody_gains(void **unused)
{
    (void)unused;
    RULE("castelli", "3.3");
    struct castelli_state s = begin(4, "");
    play(&s, "1 lift B1");
    play(&s, "* tile RBYG1");
    play(&s, "* card raider");
    play(&s, "1 place 1"); /* red's card points at C1's grain, where no other coat is */
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(goods_of(&s, seat, GRAIN), 0);
    /* Sums of several coats: B2's rock at B1 (north) and C2 (east). */
    s = begin(4, "");
    put_tile(&s, "B1", "RBGY2", 2); /* red 2 points south */
    lay(&s, "C2", "RYBG3", 1);      /* blue 3 points west */
    assert_int_equal(goods_of(&s, 1, ROCK), 2);
    s = begin(4, "");
    put_tile(&s, "A2", "RBGY3", 0); /* A1's grain: red 3 from the south */
    lay(&s, "B1", "RBGY2", 3);      /* and red 2 from the east */
    assert_int_equal(influence_of(castelli_influence(shipped_box(), &s.table, octagon_named("A1"), 7), 0), 5);
    assert_int_equal(goods_of(&s, 0, GRAIN), 3);
}

static void the_most_influence_gains_by_symbols(void **unused)
{
    (void)unused;
    RULE("castelli", "3.4");
    struct castelli_state s = begin(4, "");
    lay(&s, "H1", "RBGY4", 1); /* green points at G1's market of one tent, yellow and red at the frame */
    assert_int_equal(goods_of(&s, 3, ROCK), 1);
    assert_int_equal(goods_of(&s, 0, GRAIN), 1);
    play(&s, "* card traitor");
    assert_int_equal(s.table.player[2].cards, 1);
    assert_int_equal(s.table.phase, PHASE_BUILD);
    /* The first worked example of the books: RBYG4 on D7, then RBGY5 on C6, score two rock and two grain. */
    s = begin(4, "");
    put_tile(&s, "D7", "RBYG4", 1); /* yellow 4 at C7's rock, green 4 at D6's grain */
    lay(&s, "C6", "RBGY5", 1);      /* blue 5 and red 5 */
    assert_int_equal(goods_of(&s, 1, ROCK), 2);
    assert_int_equal(goods_of(&s, 0, GRAIN), 2);
}

static void ties_share_rounded_down(void **unused)
{
    (void)unused;
    RULE("castelli", "3.5");
    struct castelli_state s = begin(4, "");
    put_tile(&s, "B1", "RBGY4", 2); /* red 4 at B2's rock */
    lay(&s, "C2", "RBYG4", 0);      /* green 4 */
    assert_int_equal(goods_of(&s, 0, ROCK), 1);
    assert_int_equal(goods_of(&s, 2, ROCK), 1);
    s = begin(4, "");
    put_tile(&s, "A2", "RBGY4", 0); /* three symbols: red and */
    lay(&s, "B1", "RBYG4", 2);      /* blue get one each, the third is lost */
    assert_int_equal(goods_of(&s, 0, GRAIN), 1);
    assert_int_equal(goods_of(&s, 1, GRAIN), 1);
}

static void nobody_holds_more_than_five(void **unused)
{
    (void)unused;
    RULE("castelli", "3.6");
    struct castelli_state s = begin(4, "");
    give_goods(&s, 1, 0, 4, 0);
    lay(&s, "B1", "RBGY4", 0);
    assert_int_equal(goods_of(&s, 1, GRAIN), 5);
}

static void neutral_colours_take_what_they_win(void **unused)
{
    (void)unused;
    RULE("castelli", "3.7");
    RULE("castelli", "3.9");
    struct castelli_state s = begin(3, "");
    lay(&s, "B1", "RBGY4", 2); /* yellow alone at C1's grain */
    assert_int_equal(goods_of(&s, 3, GRAIN), 0);
    assert_int_equal(all_goods(&s), 1); /* green's wood of the frame */
    s = begin(3, "");
    put_tile(&s, "A2", "RBGY4", 0); /* A1's three grain: red and */
    lay(&s, "B1", "RYGB4", 2);      /* yellow are tied: red gets one, yellow's is lost */
    assert_int_equal(goods_of(&s, 0, GRAIN), 1);
    assert_int_equal(goods_of(&s, 3, GRAIN), 0);
    /* Piece D's B2 (rwww): three wood, tied between red and two colours that nobody plays. */
    s = begin(2, "layout=DB");
    put_tile(&s, "C2", "RBGY4", 3);
    put_tile(&s, "B3", "RBYG4", 1);
    lay(&s, "A2", "RGBY4", 2);
    assert_int_equal(castelli_leaders(castelli_influence(shipped_box(), &s.table, octagon_named("B2"), 14)),
                     13);
    assert_int_equal(goods_of(&s, 0, WOOD), 1);
    assert_int_equal(goods_of(&s, 2, WOOD) + goods_of(&s, 3, WOOD), 0);
}

static void the_mine_waits_for_the_end(void **unused)
{
    (void)unused;
    RULE("castelli", "3.8");
    struct castelli_state s = begin(4, "");
    put_tile(&s, "G2", "RBGY4", 2);
    put_tile(&s, "H3", "RBYG4", 1);
    put_tile(&s, "G4", "RBGY5", 0);
    lay(&s, "F3", "RBYG5", 3);
    assert_true(influence_of(castelli_influence(shipped_box(), &s.table, s.table.mine, 15), 0) > 0);
    assert_int_equal(s.table.silver, 22);
}

static void gains_come_in_order(void **unused)
{
    (void)unused;
    RULE("castelli", "3.9");
    /* Two tents of C3 are tied between red and yellow; green is active, so yellow draws before red. */
    struct castelli_state s = begin(4, "first=3");
    put_tile(&s, "C2", "RBGY4", 2); /* red south, at C3 */
    play(&s, "3 lift D3");
    play(&s, "* tile RYGB4");
    play(&s, "3 place 2"); /* yellow points west, at C3 */
    assert_int_equal(s.table.draw_count, 2);
    play(&s, "* card king3");
    assert_int_equal(cards_of(s.table.player[3].hand, CARD_KING3), 1);
    play(&s, "* card king5");
    assert_int_equal(cards_of(s.table.player[0].hand, CARD_KING5), 1);
    /* The card of the frame south of C8 comes before the two of the market D8 east of it. */
    s = begin(4, "");
    put_tile(&s, "D7", "RBGY2", 0);
    lay(&s, "C8", "RBGY5", 0); /* green south, blue east */
    assert_int_equal(s.table.draw_count, 3);
    play(&s, "* card king3");
    assert_int_equal(s.table.player[2].cards, 1);
    play(&s, "* card king4");
    play(&s, "* card king4");
    assert_int_equal(s.table.player[1].cards, 2);
    /* The player gets the silver of the tile first. Then the mine has none for the frame. */
    s = begin(4, "");
    give_silver(&s, 3, 21);
    lay(&s, "D1", "RBGY3", 3); /* blue points at the silver of the frame */
    assert_int_equal(s.table.player[0].silver, 1);
    assert_int_equal(s.table.player[1].silver, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reveal_gain_build),
        cmocka_unit_test(any_hidden_tile_is_lifted_once),
        cmocka_unit_test(silver_of_a_tile_as_far_as_it_goes),
        cmocka_unit_test(a_card_of_a_tile_if_there_is_one),
        cmocka_unit_test(a_tile_is_placed_in_any_orientation),
        cmocka_unit_test(stewards_come_before_gains),
        cmocka_unit_test(the_frame_gives_to_the_coat_that_points_at_it),
        cmocka_unit_test(a_turn_ends_when_its_player_says_so),
        cmocka_unit_test(an_area_is_scored_when_its_last_tile_lies),
        cmocka_unit_test(the_frame_is_neutral),
        cmocka_unit_test(without_influence_nobody_gains),
        cmocka_unit_test(the_most_influence_gains_by_symbols),
        cmocka_unit_test(ties_share_rounded_down),
        cmocka_unit_test(nobody_holds_more_than_five),
        cmocka_unit_test(neutral_colours_take_what_they_win),
        cmocka_unit_test(the_mine_waits_for_the_end),
        cmocka_unit_test(gains_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
