/* castelli_board_test.c: the board and the set-up (1), and what differs with two and three players (7). */
#include <string.h>

#include "castelli_help.h"

static const struct castelli_kind *kind_at(const struct castelli_state *s, const char *cell)
{
    return castelli_kind_at(shipped_box(), &s->table, octagon_named(cell));
}

static void octagons_and_meadows_alternate(void **unused)
{
    (void)unused;
    RULE("castelli", "1.1");
    struct castelli_state s = begin(4, "");
    int octagons = 0;
    for (int row = 0; row < 8; row++)
        for (int col = 0; col < 8; col++) {
            int place = castelli_place_at(col, row);
            bool octagon = (col + 1 + row + 1) % 2 == 0;
            octagons += octagon;
            assert_int_equal(octagon, castelli_is_octagon(col, row));
            assert_int_equal(octagon ? castelli_octagon_col(place) : castelli_meadow_col(place), col);
            assert_int_equal(octagon ? castelli_octagon_row(place) : castelli_meadow_row(place), row);
        }
    assert_int_equal(octagons, 32);
    assert_int_equal(legal_count(&s, 0, "lift "), 32);
    assert_true(legal(&s, "1 lift B1"));
    assert_refused(&s, "1 lift A1", "1.1");
    assert_refused(&s, "1 lift I1", "1.1");
}

static void pieces_lie_anywhere_and_turned(void **unused)
{
    (void)unused;
    RULE("castelli", "1.2");
    struct castelli_state s = begin(4, "layout=DA'BC");
    /* A1 of the board is the first octagon of piece D. E1 is the last octagon of piece A, turned by half a
     * turn: wmmw becomes mwwm. */
    const uint8_t first[] = {LAND_WOOD, LAND_ROCK, LAND_GRAIN, LAND_WOOD};
    const uint8_t turned[] = {LAND_MARKET, LAND_WOOD, LAND_WOOD, LAND_MARKET};
    assert_memory_equal(kind_at(&s, "A1")->landscape, first, 4);
    assert_memory_equal(kind_at(&s, "E1")->landscape, turned, 4);
    assert_true(s.table.mine == octagon_named("C7"));
    assert_true(s.table.cities >> octagon_named("G3") & 1); /* piece A's city B2, turned */
    static const char *const bad[] = {"layout=ABC", "layout=ABCC", "layout=ABCDA", "layout=abcd",
                                      "layout=",    "layout=ABCE", "layout='ABCD", "layout=ABCD''"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_start(castelli(), &s, 4, bad[i], NULL));
}

static void a_drawn_layout_is_a_layout(void **unused)
{
    (void)unused;
    RULE("castelli", "1.2");
    RULE("castelli", "7.1");
    struct rng rng;
    rng_seed(&rng, 1);
    int turned = 0, partners[4] = {0}, west = 0;
    for (int i = 0; i < 600; i++) {
        char settled[GAME_OPTIONS_TEXT];
        struct castelli_state s;
        assert_true(game_settle(castelli(), 4, "layout=random", &rng, settled, NULL));
        assert_true(game_start(castelli(), &s, 4, settled, NULL));
        turned += s.table.layout[0] & 1;
        assert_true(game_settle(castelli(), 2, "layout=random", &rng, settled, NULL));
        assert_true(game_start(castelli(), &s, 2, settled, NULL));
        west += s.table.layout[0] >> 1 == shipped_box()->mine_piece;
        partners[s.table.layout[0] >> 1]++;
        partners[s.table.layout[1] >> 1]++;
    }
    assert_in_range(turned, 230, 370);
    assert_in_range(west, 230, 370);
    for (int piece = 0; piece < PIECES; piece++)
        assert_in_range(partners[piece], piece == shipped_box()->mine_piece ? 600 : 130, 600);
}

static void options_are_checked(void **unused)
{
    (void)unused;
    RULE("castelli", "1.11");
    RULE("castelli", "9.11");
    struct castelli_state s = begin(3, "first=3");
    assert_int_equal(castelli()->to_act(castelli(), &s), game_bit(2));
    s = begin(4, "battle first=2 dilemma layout=ABCD");
    assert_int_equal(s.table.active, 1);
    assert_true(s.table.battle && s.table.dilemma);
    static const char *const bad[] = {
        "first=4",       "first=0",         "first=x",         "first=",
        "battle battle", "dilemma dilemma", "first=1 first=2", "layout=ABCD layout=ABCD",
        "war",           "battle=1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_start(castelli(), &s, 3, bad[i], NULL));
}

static void neighbouring_equal_sides_are_one_area(void **unused)
{
    (void)unused;
    RULE("castelli", "1.3");
    struct castelli_state s = begin(4, "");
    const struct castelli_kind *a1 = kind_at(&s, "A1"); /* gggw */
    assert_int_equal(a1->mask[SIDE_N], 7);
    assert_int_equal(a1->symbols[SIDE_N], 3);
    assert_int_equal(a1->mask[SIDE_E], 0);
    const struct castelli_kind *d8 = kind_at(&s, "D8"); /* mwgm: the market begins in the west */
    assert_int_equal(d8->start[SIDE_N], SIDE_W);
    assert_int_equal(d8->mask[SIDE_W], 1 << SIDE_W | 1 << SIDE_N);
    const struct castelli_kind *g5 = kind_at(&s, "G5"); /* gmgw: opposite sides are different areas */
    assert_int_equal(g5->mask[SIDE_N], 1 << SIDE_N);
    assert_int_equal(g5->mask[SIDE_S], 1 << SIDE_S);
    const struct castelli_kind *b2 = kind_at(&s, "B2"); /* rrww: two sites */
    assert_int_equal(b2->sites[SIDE_N], 2);
    assert_int_equal(b2->sites[SIDE_S], 0);
    const struct castelli_kind *mine = kind_at(&s, "G3");
    assert_int_equal(mine->mask[SIDE_N], 15);
    assert_int_equal(mine->symbols[SIDE_N], 0);
    assert_int_equal(s.table.mine, octagon_named("G3"));
}

static void the_frame_has_its_icons(void **unused)
{
    (void)unused;
    RULE("castelli", "1.4");
    const struct castelli_shape *whole = &shipped_box()->shape[0];
    assert_int_equal(whole->frame[meadow_named("B1")][SIDE_N], ICON_WOOD);
    assert_int_equal(whole->frame[meadow_named("H1")][SIDE_N], ICON_ROCK);
    assert_int_equal(whole->frame[meadow_named("H1")][SIDE_E], ICON_GRAIN);
    assert_int_equal(whole->frame[meadow_named("A6")][SIDE_W], ICON_SILVER);
    assert_int_equal(whole->frame[meadow_named("C8")][SIDE_S], ICON_CARD);
    assert_int_equal(whole->frame[meadow_named("D3")][SIDE_N], CASTELLI_NONE);
    int icons = 0;
    for (int m = 0; m < PLACES; m++)
        for (int side = 0; side < SIDES; side++)
            icons += whole->frame[m][side] != CASTELLI_NONE;
    assert_int_equal(icons, 16);
    assert_int_equal(whole->meadow_at[octagon_named("A1")][SIDE_N], NO_MEADOW); /* a neutral coat */
}

static void any_tile_may_lie_anywhere(void **unused)
{
    (void)unused;
    RULE("castelli", "1.5");
    struct castelli_state s = begin(4, "");
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES];
    play(&s, "1 lift D3");
    assert_int_equal(castelli()->moves(castelli(), &s, GAME_CHANCE, moves, weight), 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(weight[i], 1);
    play(&s, "* tile RYGB6");
    play(&s, "1 place 0");
    play(&s, "1 end");
    play(&s, "2 lift F7");
    assert_int_equal(legal_count(&s, GAME_CHANCE, "tile "), 31);
    assert_false(legal(&s, "* tile RYGB6"));
}

static void a_tile_has_a_coat_of_each_colour(void **unused)
{
    (void)unused;
    RULE("castelli", "1.6");
    const struct castelli_box *box = shipped_box();
    for (int tile = 0; tile < ALL_TILES; tile++)
        for (int turn = 0; turn < 4; turn++) {
            influence sum = 0;
            for (int side = 0; side < SIDES; side++)
                sum += box->coat[tile * 4 + turn][side];
            for (int colour = 0; colour < 4; colour++) {
                int worth = box->tile[tile].card == colour ? 0 : box->tile[tile].value;
                assert_int_equal(influence_of(sum, colour), worth);
            }
        }
    /* RBGY turned once clockwise has red in the east. */
    assert_int_equal(box->coat_colour[0 * 4 + 1][SIDE_E], 0);
    assert_int_equal(box->coat_colour[0 * 4 + 1][SIDE_N], 3);
}

static void everyone_begins_with_castles_alone(void **unused)
{
    (void)unused;
    RULE("castelli", "1.7");
    struct castelli_state s = begin(4, "battle");
    for (int seat = 0; seat < 4; seat++) {
        const struct castelli_player *p = &s.table.player[seat];
        assert_int_equal(p->castles, 9);
        assert_int_equal(p->silver + p->cards + p->points + p->goods[0] + p->goods[1] + p->goods[2], 0);
        assert_true(p->hand == 0 && p->tile == CASTELLI_NONE);
    }
}

static int all_silver(const struct castelli_state *s)
{
    int sum = s->table.silver;
    for (int seat = 0; seat < SEATS; seat++)
        sum += s->table.player[seat].silver;
    return sum;
}

static void silver_is_never_made_or_lost(void **unused)
{
    (void)unused;
    RULE("castelli", "1.8");
    static const int silver[] = {0, 0, 11, 16, 22};
    for (int seats = 2; seats <= 4; seats++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct castelli_state s = begin(seats, seed % 2 ? "battle dilemma" : "");
            struct rng rng;
            int actor;
            rng_seed(&rng, seed);
            assert_int_equal(s.table.silver, silver[seats]);
            while ((actor = game_actor(castelli(), &s)) >= 0) {
                castelli()->apply(castelli(), &s, actor, game_random_move(castelli(), &s, actor, &rng));
                assert_int_equal(all_silver(&s), silver[seats]);
            }
        }
}

static void settlements_stand_where_the_board_shows_them(void **unused)
{
    (void)unused;
    RULE("castelli", "1.9");
    struct castelli_state s = begin(4, "");
    assert_int_equal(__builtin_popcount(s.table.villages), 11);
    assert_int_equal(__builtin_popcount(s.table.cities), 6);
    assert_true(s.table.cities >> octagon_named("B2") & 1);
    assert_true(s.table.villages >> octagon_named("H6") & 1);
    assert_int_equal(s.deck.villages, 2);
    assert_int_equal(s.deck.cities, 2);
    s = begin(2, "layout=BC");
    assert_int_equal(__builtin_popcount(s.table.villages), 5); /* three of B, two of C */
    assert_int_equal(__builtin_popcount(s.table.cities), 3);
    assert_int_equal(s.deck.villages + s.deck.cities, 4);
}

static void the_deck_has_25_cards(void **unused)
{
    (void)unused;
    RULE("castelli", "1.10");
    RULE("castelli", "9.1");
    struct castelli_state s = begin(4, "");
    assert_int_equal(castelli_deck_size(&s.deck), 25);
    assert_int_equal(cards_count(s.deck.unseen), 25);
    assert_int_equal(cards_of(s.deck.unseen, CARD_GUARD), 0);
    s = begin(4, "battle");
    assert_int_equal(castelli_deck_size(&s.deck), 33);
    assert_int_equal(cards_count(s.deck.unseen), 33);
    assert_int_equal(cards_of(s.deck.unseen, CARD_GUARD), 2);
}

static void two_play_on_the_northern_half(void **unused)
{
    (void)unused;
    RULE("castelli", "7.1");
    struct castelli_state s = begin(2, "");
    assert_int_equal(legal_count(&s, 0, "lift "), 16);
    assert_refused(&s, "1 lift A6", "7.1");
    assert_int_equal(s.table.mine, octagon_named("G3")); /* the layout is AB by default */
    play(&s, "1 lift B1");
    assert_int_equal(legal_count(&s, GAME_CHANCE, "tile "), 32); /* 16 of all 32 tiles come into play */
    s = begin(2, "layout=B'D");
    assert_int_equal(s.table.mine, octagon_named("B2"));
    assert_false(game_start(castelli(), &s, 2, "layout=AC", NULL)); /* a layout without the mine */
    assert_false(game_start(castelli(), &s, 2, "layout=ABCD", NULL));
    assert_false(game_start(castelli(), &s, 4, "layout=AB", NULL));
}

static void two_players_have_a_bare_south(void **unused)
{
    (void)unused;
    RULE("castelli", "7.2");
    const struct castelli_shape *half = &shipped_box()->shape[1];
    int icons[SIDES] = {0};
    for (int m = 0; m < PLACES; m++)
        for (int side = 0; side < SIDES; side++)
            icons[side] += half->frame[m][side] != CASTELLI_NONE;
    assert_int_equal(icons[SIDE_N], 4);
    assert_int_equal(icons[SIDE_E], 2);
    assert_int_equal(icons[SIDE_S], 0);
    assert_int_equal(icons[SIDE_W], 2);
    assert_int_equal(half->octagon_at[meadow_named("A4")][SIDE_S], CASTELLI_NONE);
    assert_int_equal(half->meadow_at[octagon_named("B4")][SIDE_S], NO_MEADOW);
    /* Red points south from C4, at the half that lies face down: it gets nothing. */
    struct castelli_state s = begin(2, "");
    lay(&s, "C4", "RBGY4", 2);
    assert_int_equal(
        s.table.player[0].goods[WOOD] + s.table.player[0].goods[GRAIN] + s.table.player[0].goods[ROCK], 0);
}

static void unplayed_colours_are_neutral(void **unused)
{
    (void)unused;
    RULE("castelli", "7.3");
    RULE("castelli", "2.7");
    struct castelli_state s = begin(3, "");
    assert_int_equal(legal_count(&s, 0, "lift "), 32);
    lay(&s, "B1", "RBGY4", 1); /* yellow, which nobody plays, points at the wood of the frame */
    assert_int_equal(s.table.player[3].goods[WOOD], 0);
    assert_int_equal(s.table.phase, PHASE_BUILD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(octagons_and_meadows_alternate),
        cmocka_unit_test(pieces_lie_anywhere_and_turned),
        cmocka_unit_test(a_drawn_layout_is_a_layout),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(neighbouring_equal_sides_are_one_area),
        cmocka_unit_test(the_frame_has_its_icons),
        cmocka_unit_test(any_tile_may_lie_anywhere),
        cmocka_unit_test(a_tile_has_a_coat_of_each_colour),
        cmocka_unit_test(everyone_begins_with_castles_alone),
        cmocka_unit_test(silver_is_never_made_or_lost),
        cmocka_unit_test(settlements_stand_where_the_board_shows_them),
        cmocka_unit_test(the_deck_has_25_cards),
        cmocka_unit_test(two_play_on_the_northern_half),
        cmocka_unit_test(two_players_have_a_bare_south),
        cmocka_unit_test(unplayed_colours_are_neutral),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
