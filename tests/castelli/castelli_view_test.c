/* castelli_view_test.c: what a view hides, what it keeps, and which states are dealt from it. */
#include <string.h>

#include "castelli/castelli_face.h"
#include "face/position.h"
#include "castelli_help.h"

static struct castelli_state view_of(const struct castelli_state *s, int viewer)
{
    struct castelli_state view;
    castelli()->observe(castelli(), s, viewer, &view);
    return view;
}

static void assert_same_view(const struct castelli_state *a, const struct castelli_state *b, int viewer)
{
    struct castelli_state x = view_of(a, viewer), y = view_of(b, viewer);
    assert_memory_equal(&x, &y, sizeof x);
}

static void hands_deck_and_sales_are_hidden(void **unused)
{
    (void)unused;
    struct castelli_state a = begin(4, ""), b = begin(4, "");
    give_card(&a, 0, "king3");
    give_card(&b, 0, "king3");
    give_card(&a, 1, "steward");
    give_card(&b, 1, "raider");
    give_card(&a, 1, "peasant");
    give_card(&b, 1, "king5");
    a.table.active = b.table.active = 1;
    play(&a, "2 sell peasant");
    play(&b, "2 sell king5");
    assert_same_view(&a, &b, 0);
    assert_same_view(&a, &b, GAME_PUBLIC);
    struct castelli_state own = view_of(&a, 1);
    assert_int_equal(under_kind(own.deck.under[0]), CARD_PEASANT); /* seat 2 sold the card and remembers it */
    assert_int_equal(under_kind(view_of(&a, 0).deck.under[0]), CARD_NONE);
    assert_true(own.table.player[1].hand == a.table.player[1].hand);
    assert_true(own.table.player[0].hand == 0 && own.table.player[0].cards == 1);
    assert_true(own.deck.unseen == 0 && own.deck.unseen_count == a.deck.unseen_count);
}

static void nobody_else_learns_who_is_asked(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, "");
    give_card(&s, 1, "steward");
    give_card(&s, 2, "king3");
    give_card(&s, 3, "steward");
    lay(&s, "D3", "RBGY4", 0);
    struct castelli_state before = s;
    assert_int_equal(before.table.asked, 1);
    game_move pass;
    assert_true(game_parse(castelli(), &s, 1, "pass", &pass, NULL));
    assert_int_equal(castelli()->sight(castelli(), &s, 1, pass, 0), GAME_UNSEEN);
    assert_int_equal(castelli()->sight(castelli(), &s, 1, pass, 1), GAME_SEEN);
    play(&s, "2 pass");
    assert_int_equal(s.table.asked, 3);
    assert_same_view(&before, &s, 0); /* the active player */
    assert_same_view(&before, &s, 2);
    assert_same_view(&before, &s, GAME_PUBLIC);
    struct castelli_state other = before; /* the same question with other cards in the hands */
    other.table.player[1].hand = cards_one(CARD_KING5);
    other.table.player[2].hand = cards_one(CARD_STEWARD);
    other.table.asked = 2;
    other.deck.unseen = 0;
    assert_same_view(&before, &other, 0);
    assert_int_equal(view_of(&before, 1).table.asked, 1); /* the seat that is asked knows it */
}

static void a_dealt_reaction_has_somebody_to_react(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, ""), dealt;
    struct rng rng;
    int asked[SEATS] = {0};
    rng_seed(&rng, 5);
    give_card(&s, 1, "steward");
    give_card(&s, 2, "king3");
    give_card(&s, 2, "king4");
    give_card(&s, 2, "king5");
    lay(&s, "D3", "RBGY4", 0);
    struct castelli_state view = view_of(&s, 0);
    for (int i = 0; i < 4000; i++) {
        castelli()->deal(castelli(), &view, 0, &rng, &dealt);
        int seat = dealt.table.asked;
        assert_true(seat == 1 || seat == 2);
        assert_true(cards_of(dealt.table.player[seat].hand, CARD_STEWARD) > 0);
        asked[seat]++;
    }
    /* 3 of the 25 cards are Stewards. Seat 2 has one card and seat 3 has three, so their odds to hold a
     * Steward are 3/25 = 0.12 to 1 - (22*21*20)/(25*24*23) = 0.3304. */
    assert_in_range(asked[1], 4000 * 0.24, 4000 * 0.30);
    /* A seat that has passed knows that only a seat after it can be asked now. */
    struct castelli_state third = begin(4, "");
    give_card(&third, 1, "steward");
    give_card(&third, 2, "steward");
    give_card(&third, 3, "steward");
    lay(&third, "D3", "RBGY4", 0);
    struct castelli_state waiting = view_of(&third, 2);
    castelli()->deal(castelli(), &waiting, 2, &rng, &dealt);
    assert_int_equal(dealt.table.asked, 1); /* seat 3 holds a Steward and is not asked, so seat 2 must be */
    play(&third, "2 pass");
    play(&third, "3 pass");
    waiting = view_of(&third, 2);
    castelli()->deal(castelli(), &waiting, 2, &rng, &dealt);
    assert_int_equal(dealt.table.asked, 3);
}

static void a_dealt_guard_is_in_the_owners_hand(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, "battle"), dealt;
    struct rng rng;
    rng_seed(&rng, 6);
    put_tile(&s, "B1", "RBGY5", 2);
    s.table.castle[octagon_named("B2") * 4] = 2;
    s.table.castled = 1u << octagon_named("B2");
    give_card(&s, 1, "guard");
    give_card(&s, 2, "guard");
    give_goods(&s, 0, 2, 2, 2);
    let_build(&s, 0);
    game_move move;
    assert_true(game_parse(castelli(), &s, 0, "overbuild B2N 2", &move, NULL));
    assert_int_equal(castelli()->may_react(castelli(), &s, 0, move), game_bit(1));
    play(&s, "1 overbuild B2N 2");
    struct castelli_state view = view_of(&s, 0);
    assert_int_equal(view.table.asked, CASTELLI_NONE);
    for (int i = 0; i < 50; i++) {
        castelli()->deal(castelli(), &view, 0, &rng, &dealt);
        assert_int_equal(dealt.table.asked, 1);
        assert_int_equal(cards_of(dealt.table.player[1].hand, CARD_GUARD), 1);
    }
}

static void who_saw_a_card_knows_where_it_is(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(3, ""), dealt;
    struct rng rng;
    rng_seed(&rng, 7);
    give_card(&s, 0, "king3");
    give_card(&s, 0, "raider");
    play(&s, "1 sell raider");
    play(&s, "1 play king3");
    s.deck.unseen = 0; /* no other cards are in the deck */
    s.deck.unseen_count = 0;
    put_tile(&s, "D7", "RBGY2", 0);
    lay(&s, "C8", "RBGY5", 0); /* green draws raider, blue draws king3 */
    game_move move;
    assert_true(game_parse(castelli(), &s, GAME_CHANCE, "card raider", &move, NULL));
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 0),
                     GAME_SEEN); /* seat 1 sold the card */
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 1), GAME_VEILED);
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 2),
                     GAME_SEEN); /* seat 3 draws the card */
    play(&s, "* card raider");
    assert_true(game_parse(castelli(), &s, GAME_CHANCE, "card king3", &move, NULL));
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 2),
                     GAME_SEEN); /* everybody saw this card when it was played */
    play(&s, "* card king3");
    s.deck.unseen = shipped_box()->deck - cards_one(CARD_RAIDER) - cards_one(CARD_KING3);
    s.deck.unseen_count = 23;
    for (int viewer = 0; viewer < 3; viewer++) {
        struct castelli_state view = view_of(&s, viewer);
        int right = 0;
        for (int i = 0; i < 30; i++) {
            castelli()->deal(castelli(), &view, viewer, &rng, &dealt);
            assert_int_equal(cards_of(dealt.table.player[1].hand, CARD_KING3), 1);
            right += cards_of(dealt.table.player[2].hand, CARD_RAIDER);
        }
        assert_true(viewer == 1 ? right < 20 : right == 30);
    }
    /* Green sells a card and does not show it. Seat 1 can no longer be sure that green has the Raider. */
    s.table.active = 2;
    s.table.phase = PHASE_LIFT;
    give_card(&s, 2, "peasant");
    play(&s, "3 sell peasant");
    assert_true(s.deck.known[0][1] == 0);
    assert_true(s.deck.known[0][0] == cards_one(CARD_KING3));
}

static void the_victim_knows_what_was_stolen(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(3, "");
    give_card(&s, 0, "traitor");
    give_silver(&s, 0, 1);
    give_card(&s, 1, "king4");
    play(&s, "1 play traitor 2");
    game_move move;
    assert_true(game_parse(castelli(), &s, GAME_CHANCE, "steal king4", &move, NULL));
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 0), GAME_SEEN);
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 1), GAME_SEEN);
    assert_int_equal(castelli()->sight(castelli(), &s, GAME_CHANCE, move, 2), GAME_VEILED);
    play(&s, "* steal king4");
    assert_true(view_of(&s, 1).deck.known[1][2] ==
                cards_one(CARD_KING4)); /* seat 2 knows this card in the hand of seat 1 */
    assert_true(view_of(&s, 2).deck.known[1][2] == 0);
}

static void deals_are_even(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, ""), dealt;
    struct rng rng;
    int kings = 0, sold = 0;
    rng_seed(&rng, 8);
    give_card(&s, 1, "steward");
    give_card(&s, 1, "raider");
    give_card(&s, 2, "peasant");
    s.table.active = 1;
    play(&s, "2 sell raider");
    struct castelli_state view = view_of(&s, 0);
    for (int i = 0; i < 10000; i++) {
        castelli()->deal(castelli(), &view, 0, &rng, &dealt);
        assert_int_equal(cards_count(dealt.deck.unseen), dealt.deck.unseen_count);
        kings += cards_of(dealt.table.player[2].hand, CARD_KING4);
        sold += under_kind(dealt.deck.under[0]) == CARD_KING4;
    }
    assert_in_range(kings, 700, 900); /* two of 25 */
    assert_in_range(sold, 700, 900);
}

static void a_view_foresees_that_nobody_reacts(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, "");
    give_card(&s, 1, "steward");
    play(&s, "1 lift B1");
    play(&s, "* tile RBGY4");
    struct castelli_state view = view_of(&s, 0);
    struct game_event events[GAME_MAX_EVENTS];
    game_move move;
    assert_true(game_parse(castelli(), &view, 0, "place 0", &move, NULL));
    assert_int_equal(castelli()->may_react(castelli(), &view, 0, move), game_bit(1));
    int count = castelli()->tell(castelli(), &view, 0, move, 0, events), gains = 0;
    for (int i = 0; i < count; i++)
        gains += strcmp(events[i].key, "gain") == 0;
    assert_int_equal(gains, 2); /* wood of the frame, grain of C1 */
    play(&view, "1 place 0");
    assert_int_equal(view.table.phase, PHASE_BUILD);
    assert_int_equal(view.table.player[0].goods[WOOD], 1);
}

static void words_say_what_lies_where(void **unused)
{
    (void)unused;
    static char words[16384];
    struct castelli_state s = begin(2, "");
    struct text out = TEXT_IN(words);
    put_tile(&s, "B1", "RBGY4", 1);
    struct speaker speaker = words_speaker(LANGUAGE_EN, 2, 0);
    position_put(&speaker, castelli(), &s, POSITION_WORDS, &out);
    assert_non_null(strstr(words, "B1, value 4: north Sun, east Fox, south Fish, and west Clover.\n"));
    assert_non_null(strstr(words, "Face down: D1, A2, "));
    assert_non_null(strstr(words, "Frame: B1 north wood, "));
    assert_non_null(strstr(words, "B2, city: north "));
    assert_non_null(strstr(words, "Choose any face-down tile."));
    assert_non_null(strstr(words, "R You: 0 points; 9 castles left\n"));
    text_clear(&out);
    speaker = words_speaker(LANGUAGE_NL, 2, 0);
    position_put(&speaker, castelli(), &s, POSITION_WORDS, &out);
    assert_non_null(strstr(words, "B1, waarde 4: noord Zon, oost Vos, zuid Vis en west Klaver.\n"));
}

/* An area is not shown as scored before the reactions: a Steward may still turn the tile (2.6). */
static void an_area_is_shown_as_scored_once_it_is(void **unused)
{
    (void)unused;
    static char drawn[65536];
    struct text out = TEXT_IN(drawn);
    struct castelli_state s = begin(4, "");
    struct speaker speaker = words_speaker(LANGUAGE_EN, 4, 0);
    RULE("castelli", "2.6");
    give_card(&s, 1, "steward");
    lay(&s, "B1", "RBGY4", 0); /* completes C1's grain */
    for (int passed = 0; passed < 2; passed++) {
        assert_int_equal(s.table.phase, passed ? PHASE_BUILD : PHASE_STEWARD);
        text_clear(&out);
        castelli_describe(&speaker, castelli(), &s, 0, &out);
        assert_int_equal(strstr(drawn, "west grain (scored)") != NULL, passed);
        assert_int_equal(strstr(drawn, "scored") != NULL, passed);
        text_clear(&out);
        position_board(&speaker, castelli(), &s, POSITION_PLAIN, &out);
        assert_int_equal(strstr(drawn, "g·") != NULL, passed);
        text_clear(&out);
        castelli()->view_json(castelli(), &s, 0, &out);
        assert_int_equal(strstr(drawn, "\"harvested\":true") != NULL, passed);
        if (!passed)
            play(&s, "2 pass");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_deck_and_sales_are_hidden),
        cmocka_unit_test(nobody_else_learns_who_is_asked),
        cmocka_unit_test(words_say_what_lies_where),
        cmocka_unit_test(an_area_is_shown_as_scored_once_it_is),
        cmocka_unit_test(a_dealt_reaction_has_somebody_to_react),
        cmocka_unit_test(a_dealt_guard_is_in_the_owners_hand),
        cmocka_unit_test(who_saw_a_card_knows_where_it_is),
        cmocka_unit_test(the_victim_knows_what_was_stolen),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(a_view_foresees_that_nobody_reacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
