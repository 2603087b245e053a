/* turn_test.c: the clauses about set-up, turns and the end (1, 2, 5, 6). */
#include "castellan/table.h"

#include <stdio.h>
#include <string.h>

static char written[256 * 1024];

static const char *board(const struct castellan_state *s)
{
    struct text out = TEXT_IN(written);
    castellan->board_json(castellan, s, &out);
    return written;
}

static const char *view(const struct castellan_state *s, int viewer)
{
    struct text out = TEXT_IN(written);
    castellan->view_json(castellan, s, viewer, &out);
    return written;
}

static void test_decks(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "1.1");
    assert_true(game_start(castellan, &s, 2, "", NULL));
    assert_string_equal(all_moves(&s),
                        "card 1T1L1S|card 1T1S+|card 1T2S|card 2T+|card 2T1L|card 2T1S|card 3T");
    make_moves(&s, "* card 3T; * card 2T+");
    assert_string_equal(all_moves(&s),
                        "card 1T1L|card 1T1L2S|card 1T2L1S|card 1T3S|card 2L1S+|card 2L2S|card 3L1S");
    make_moves(&s, "* card 3L1S; * card 1T1L");
    /* Seat 2 has the same cards as seat 1, and all of them are still there. */
    assert_string_equal(all_moves(&s),
                        "card 1T1L1S|card 1T1S+|card 1T2S|card 2T+|card 2T1L|card 2T1S|card 3T");
}

static void test_first_hands(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "1.2");
    for (int seats = 2; seats <= 4; seats++) {
        deal_hands(&s, seats, "");
        assert_int_equal(s.phase, CASTELLAN_PLAYING);
        for (int i = 0; i < 4; i++)
            for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
                assert_int_equal(s.seat[i].in_hand[deck], i < seats ? 2 : 0);
                assert_int_equal(castellan_in_deck(&s.seat[i], deck), i < seats ? 5 : 7);
            }
    }
}

static void test_supply(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "1.3");
    deal_hands(&s, 2, "");
    assert_non_null(strstr(board(&s), "\"supply\":{\"tower\":32,\"long\":26,\"short\":30}"));
    make_moves(&s, "1 play 1T2L1S");
    assert_non_null(strstr(view(&s, 0), "\"supply\":{\"tower\":31,\"long\":24,\"short\":29}"));
    deal_hands(&s, 3, "");
    assert_non_null(strstr(board(&s), "\"supply\":{\"tower\":64,\"long\":52,\"short\":60}"));
    deal_hands(&s, 4, "");
    assert_non_null(strstr(board(&s), "\"supply\":{\"tower\":64,\"long\":52,\"short\":60}"));
}

static void test_start_player(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "1.4");
    deal_hands(&s, 3, "first=2");
    assert_int_equal(s.active, 1);
    assert_non_null(strstr(board(&s), "\"first\":2"));
    assert_true(game_try(castellan, &s, 0, "play 3T", NULL) == false); /* not seat 1's turn */
    make_moves(&s, "2 play 1T2L1S; 2 build; 2 tower 32,32; 2 long 32,32 E; 2 long 32,32 S; 2 short 32,31 S; "
                   "2 draw wall; * card 2L2S");
    assert_int_equal(s.active, 2);
    make_moves(&s,
               "3 play 3T; 3 build; 3 tower 32,31; 3 tower 34,32; 3 tower 32,34; 3 draw wall; * card 2L2S");
    assert_int_equal(s.active, 0);
}

/* Programs offer the options that a game declares, so the list must be complete. */
static void test_declared_options(void **state)
{
    char names[64];
    struct text out = TEXT_IN(names);
    (void)state;
    for (const struct game_option *o = castellan->options; o->name; o++)
        text_printf(&out, "%s%s ", o->name, o->kind != OPTION_FLAG ? "=" : "");
    assert_string_equal(names, "touch first= ");
}

static void test_options(void **state)
{
    struct castellan_state s;
    static const char *const bad[] = {"first=0", "first=3",   "first=",  "first=1 first=2", "touch touch",
                                      "free",    "touch=yes", "dilemma", "first=1x",        "FIRST=1"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_start(castellan, &s, 2, bad[i], NULL));
    assert_true(game_start(castellan, &s, 2, "touch first=2", NULL));
    assert_false(game_start(castellan, &s, 1, "", NULL));
    assert_false(game_start(castellan, &s, 5, "", NULL));
}

static void test_playing_cards(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.1");
    deal_hands(&s, 2, "");
    assert_string_equal(all_moves(&s), "play 1T1L2S|play 1T2L1S|play 2T+|play 3T");
    assert_true(refused(&s, "build", "2.1"));
    assert_true(refused(&s, "pass", "2.1"));
    assert_true(refused(&s, "play 2L2S", "2.1")); /* not in hand */
    assert_true(refused(&s, "play 9T", "1.1"));
    make_moves(&s, "1 play 1T1L2S");
    assert_string_equal(all_moves(&s), "build|play 1T2L1S|play 2T+|play 3T");
    make_moves(&s, "1 play 2T+; 1 play 1T2L1S; 1 play 3T");
    assert_string_equal(all_moves(&s), "build"); /* "build" is a move of its own, also with an empty hand */
}

static void test_taking_pieces(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.2");
    deal_hands(&s, 2, "");
    make_moves(&s, "1 play 1T2L1S; 1 play 1T1L2S");
    assert_true(refused(&s, "tower 32,32", "2.1")); /* all cards before building */
    make_moves(&s, "1 build");
    assert_int_equal(s.pieces[CASTELLAN_TOWER], 2);
    assert_int_equal(s.pieces[CASTELLAN_LONG], 3);
    assert_int_equal(s.pieces[CASTELLAN_SHORT], 3);
    assert_true(refused(&s, "play 3T", "2.3"));
}

static void test_building_all(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.3");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, false, HAND("1T2S", "1T1S+", "3L1S", "2L2S"));
    make_moves(&s, "1 play 1T1S+; 1 play 1T2S; 1 play 2L2S; 1 build; 1 tower 32,32");
    assert_false(legal(&s, "draw tower")); /* not before every piece is built */
    make_moves(&s, "1 short 32,32 E; 1 tower 33,32");
    assert_true(refused(&s, "tower 32,33", "2.3"));
    make_moves(&s, "1 short 32,32 S; 1 short 32,31 S; 1 short 31,32 E; 1 short 33,32 E");
    make_moves(&s, "1 long 33,32 S; 1 long 33,30 S");
    assert_int_equal(s.phase, CASTELLAN_DRAWING);
    /* In later turns a seat may build walls alone, or towers alone. */
    make_moves(&s, "1 draw wall; 1 draw wall; * card 1T3S; * card 1T1L");
    set_hand(&s, 2, false, HAND("3L1S", "3T"));
    make_moves(&s, "2 play 3L1S");
    assert_true(legal(&s, "build"));
}

static void test_passing_on(void **state)
{
    struct castellan_state s;
    struct castellan_state again;
    (void)state;
    RULE("castellan", "2.5");
    deal_hands(&s, 3, "");
    set_hand(&s, 1, false, HAND("3T"));
    make_moves(&s, "1 play 3T; 1 build");
    assert_true(refused(&s, "pass", "2.5"));
    make_moves(&s, "1 tower 32,32");
    assert_string_equal(all_moves(&s), "pass"); /* two towers, and no open end */
    make_moves(&s, "1 pass; 1 draw tower; * card 2T1S");
    assert_int_equal(s.active, 1);
    assert_int_equal(s.pieces[CASTELLAN_TOWER], 2);
    assert_false(legal(&s, "build")); /* pieces from others do not replace the duty to play a card */
    make_moves(&s, "2 play 1T2L1S; 2 build");
    assert_int_equal(s.pieces[CASTELLAN_TOWER], 3);
    make_moves(
        &s, "2 short 32,32 E; 2 tower 33,32; 2 long 33,32 E; 2 tower 35,32; 2 long 35,32 E; 2 tower 37,32");
    assert_int_equal(castellan_pieces_left(&s), 0);
    assert_int_equal(s.phase, CASTELLAN_DRAWING);
    make_moves(&s, "2 draw tower; * card 2T1S");
    assert_int_equal(castellan_pieces_left(&s), 0);

    /* Pieces without a place are discarded in the last turn of the game, and passed on in the turns before.
     */
    set_hand(&s, 3, true, HAND("3T", "2T1S"));
    set_hand(&s, 1, true, HAND("3T"));
    again = s;
    again.last_turns = 2;
    make_moves(&again, "3 play 3T; 3 build; 3 pass");
    assert_int_equal(again.pieces[CASTELLAN_TOWER], 3);
    assert_int_equal(again.active, 0);
    make_moves(&again, "1 play 3T; 1 build; 1 pass");
    assert_int_equal(castellan_pieces_left(&again), 0);
    assert_int_equal(again.phase, CASTELLAN_OVER);
}

static void test_drawing(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.7");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, false, HAND("2T+", "3T"));
    make_moves(&s, "1 play 2T+; 1 play 3T; 1 build; 1 tower 32,32; 1 pass");
    assert_int_equal(s.to_choose, 2); /* one card, and one more for the symbol */
    assert_string_equal(all_moves(&s), "draw tower|draw wall");
    make_moves(&s, "1 draw wall");
    assert_int_equal(game_actor(castellan, &s), 0); /* the player chooses all decks before seeing a card */
    make_moves(&s, "1 draw tower");
    assert_int_equal(game_actor(castellan, &s), GAME_CHANCE);
    assert_string_equal(
        all_moves(&s),
        "card 1T1L|card 1T1L2S|card 1T2L1S|card 1T3S|card 2L1S+|card 2L2S|card 3L1S"); /* the wall deck first
                                                                                        */
    make_moves(&s, "* card 2L2S");
    /* Played cards have left the game. */
    assert_string_equal(all_moves(&s), "card 1T1L1S|card 1T1S+|card 1T2S|card 2T1L|card 2T1S");
    make_moves(&s, "* card 2T1S");
    assert_int_equal(s.active, 1);

    /* An empty deck cannot be chosen, and nobody draws more cards than are left. */
    deal_hands(&s, 2, "");
    s.seat[0].played = 0x3fff & ~(1u << card("2T+") | 1u << card("3T") | 1u << card("2L2S"));
    s.seat[0].hand = (uint16_t)(1u << card("2T+"));
    s.seat[0].in_hand[0] = 1;
    s.seat[0].in_hand[1] = 0;
    make_moves(&s, "1 play 2T+; 1 build; 1 tower 32,32; 1 pass");
    assert_int_equal(s.to_choose, 2);
    make_moves(&s, "1 draw tower");
    assert_string_equal(all_moves(&s), "draw wall");
    assert_true(refused(&s, "draw tower", "2.7"));
    make_moves(&s, "1 draw wall; * card 3T; * card 2L2S");
    assert_int_equal(s.active, 1);
}

static void test_touch(void **state)
{
    struct castellan_state free_game, touch;
    (void)state;
    RULE("castellan", "2.8");
    deal_hands(&free_game, 2, "");
    deal_hands(&touch, 2, "touch");
    assert_non_null(strstr(board(&free_game), "\"touch\":false"));
    assert_non_null(strstr(board(&touch), "\"touch\":true"));
    touch.touch = 0;
    assert_memory_equal(&touch, &free_game, sizeof touch); /* only the flag differs */
}

static void test_last_round(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "5.1");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, true, HAND("2T+"));
    make_moves(&s, "1 play 2T+; 1 build; 1 tower 32,32; 1 pass");
    /* Seat 1 has nothing to draw; seat 2 takes all its cards into its hand. */
    assert_int_equal(s.active, 1);
    assert_int_equal(s.seat[1].hand, 0x3fff);
    assert_int_equal(s.last_turns, 1);
    make_moves(&s, "2 play 2L1S+; 2 build");
    make_moves(&s, "2 long 32,32 E; 2 long 32,32 S; 2 short 32,31 S; 2 tower 34,32");
    assert_int_equal(s.phase,
                     CASTELLAN_OVER); /* no card is drawn for the symbol, and cards may remain in hand */
    assert_int_equal(castellan->to_act(castellan, &s), 0);
    assert_int_equal(castellan->winners(castellan, &s), 3);
}

static void test_drawing_the_last_card_goes_on(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "5.1");
    deal_hands(&s, 2, "");
    set_hand(&s, 1, true, HAND("3T"));
    s.seat[0].played =
        (uint16_t)(s.seat[0].played & ~(1u << card("2L2S"))); /* one card is left in the wall deck */
    make_moves(&s, "1 play 3T; 1 build; 1 tower 32,32; 1 pass; 1 draw wall; * card 2L2S");
    assert_int_equal(s.last_turns, 0);
    assert_int_equal(s.active, 1);
}

static void test_four_players_last_round(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "6.1");
    deal_hands(&s, 4, "first=3");
    set_hand(&s, 3, true, HAND("3T"));
    make_moves(&s, "3 play 3T; 3 build; 3 tower 32,32; 3 pass");
    assert_int_equal(s.last_turns, 3);
    assert_int_equal(s.active, 3);
    make_moves(&s, "4 play 2T+; 4 build; 4 pass");
    assert_int_equal(s.active, 0);
    for (int i = 0; i < 13; i++) { /* a seat that runs out in the last round changes nothing */
        char play[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(play);
        text_printf(&text, "1 play %s", ((const struct castellan_box *)castellan->box)->cards[i].id);
        make_moves(&s, play);
    }
    assert_int_equal(s.last_turns, 2);
    s.pieces[CASTELLAN_TOWER] = 0;
    s.pieces[CASTELLAN_LONG] = 0;
    s.pieces[CASTELLAN_SHORT] = 1;
    make_moves(&s, "1 build; 1 short 32,32 E");
    assert_int_equal(s.active, 1);
    assert_int_equal(s.last_turns, 1);
    make_moves(&s, "2 play 3T; 2 build; 2 tower 33,32; 2 pass");
    assert_int_equal(s.phase, CASTELLAN_OVER);
}

static void add(struct castellan_state *s, int name, int towers, int mark)
{
    castellan_add_court(s, (unsigned)name, towers, mark);
}

static void test_winners(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "5.3");
    deal_hands(&s, 3, "");
    add(&s, 1, 8, 0);
    add(&s, 2, 4, 1);
    assert_int_equal(castellan->winners(castellan, &s), 0); /* nobody has won while the game goes on */
    s.phase = CASTELLAN_OVER;
    assert_int_equal(castellan->winners(castellan, &s), 1);
    add(&s, 3, 4, 1); /* 8 points each, 1 keep against 2 */
    assert_int_equal(castellan->winners(castellan, &s), 2);
    s.courts[0] = (struct castellan_court){1, 4, CASTELLAN_DOUBLE}; /* the double keep counts as two keeps */
    assert_int_equal(castellan->winners(castellan, &s), 3);
    assert_int_equal(points(&s, 1), 8);
    assert_int_equal(points(&s, 3), 0);
}

static void test_telling(void **state)
{
    struct castellan_state s, before;
    struct game_event events[GAME_MAX_EVENTS];
    game_move move;
    (void)state;
    building_site(&s, 2);
    make_moves(&s, nearly_square);
    before = s;
    assert_true(game_parse(castellan, &s, 0, "short 32,33 E", &move, NULL));
    assert_int_equal(castellan->tell(castellan, &s, 0, move, GAME_PUBLIC, events), 3);
    assert_memory_equal(&s, &before, sizeof s);
    assert_string_equal(events[0].key, "place");
    assert_string_equal(events[0].what, "short");
    assert_string_equal(events[0].place, "32,33 E");
    assert_string_equal(events[1].key, "close");
    assert_string_equal(events[1].place, "32,32");
    assert_int_equal(events[1].amount, 4);
    assert_string_equal(events[2].key, "score");
    assert_int_equal(events[2].amount, 4);
}

static void test_why_not_always_says_something(void **state)
{
    struct castellan_state s;
    static const char *const odd[] = {
        "tower 032,32",       "tower 32,32 ", "short 32,32  E", "play",       "play ", "draw", "draw  x",
        "tower 9999999999,1", "double",       "stay 1",         "long 1,1 N", "tower", "\n",   "short ,"};
    (void)state;
    building_site(&s, 2);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char reason[256];
        struct text error = TEXT_IN(reason);
        assert_false(game_try(castellan, &s, 0, odd[i], &error));
        assert_true(strlen(reason) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decks),
        cmocka_unit_test(test_first_hands),
        cmocka_unit_test(test_supply),
        cmocka_unit_test(test_start_player),
        cmocka_unit_test(test_declared_options),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_playing_cards),
        cmocka_unit_test(test_taking_pieces),
        cmocka_unit_test(test_building_all),
        cmocka_unit_test(test_passing_on),
        cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_touch),
        cmocka_unit_test(test_last_round),
        cmocka_unit_test(test_drawing_the_last_card_goes_on),
        cmocka_unit_test(test_four_players_last_round),
        cmocka_unit_test(test_winners),
        cmocka_unit_test(test_telling),
        cmocka_unit_test(test_why_not_always_says_something),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
