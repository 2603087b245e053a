/* event_test.c: the events of every move tell what the move does, no more and no less. */
#include "castellan/table.h"

#include <string.h>

#include "events.h"

static void check_pieces(const struct castellan_state *a, const struct castellan_state *b,
                         const struct told *told)
{
    int next = (a->active + 1) % a->seats;
    for (int i = 0; i < CASTELLAN_PIECES; i++) {
        const char *name = castellan_piece_names[i];
        assert_int_equal(told_amount(told, "take", a->active, name) - told_amount(told, "place", -2, name) -
                             told_amount(told, "discard", a->active, name),
                         b->pieces[i] - a->pieces[i]);
        if (told_amount(told, "pass_on", -2, name))
            assert_int_equal(told_amount(told, "pass_on", next, name), a->pieces[i]);
    }
}

static void check_courts(const struct castellan_state *a, const struct castellan_state *b,
                         const struct told *told)
{
    int fresh = told_times(told, "close", a->active, "courtyard") +
                told_times(told, "divide", a->active, "courtyard");
    if (told_times(told, "close", -2, NULL))
        assert_int_equal(b->court_count - a->court_count, fresh);
    if (told_times(told, "divide", -2, NULL))
        assert_int_equal(b->court_count - a->court_count, fresh - 1);
    if (fresh == 0)
        assert_int_equal(a->court_count, b->court_count);
    for (int i = 0; i < told->count; i++) {
        const struct game_event *e = &told->list[i];
        const char *at = e->place;
        int x = 0, y = 0;
        if (strcmp(e->key, "close") && strcmp(e->key, "divide") && strcmp(e->key, "grow"))
            continue;
        assert_true(text_take_int(&at, &x) && *at++ == ',' && text_take_int(&at, &y));
        int court = castellan_find_court(b, castellan_point(x, y));
        assert_true(court >= 0);
        assert_int_equal(e->amount, b->courts[court].towers);
        assert_int_equal(e->seat, a->active);
        if (strcmp(e->key, "grow") == 0)
            assert_int_equal(e->amount, a->courts[court].towers + 1);
    }
}

static void check_course(const struct game *game, const struct castellan_state *a,
                         const struct castellan_state *b, const struct told *told)
{
    const struct game_event *e;
    if ((e = told_once(told, "turn")))
        assert_int_equal(e->seat, b->active);
    assert_int_equal(told_amount(told, "turn", -2, NULL) + told_amount(told, "last_round", -2, NULL), 0);
    assert_int_equal(told_times(told, "last_round", a->active, NULL), !a->last_turns && b->last_turns);
    uint32_t winners = game->winners(game, b);
    int points[GAME_MAX_SEATS];
    game->score(game, b, points);
    for (int seat = 0; seat < b->seats; seat++) {
        assert_int_equal(told_times(told, "win", seat, NULL), winners >> seat & 1);
        if (winners >> seat & 1)
            assert_int_equal(told_amount(told, "win", seat, NULL), points[seat]);
    }
    for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
        if (told_amount(told, "draw", a->active, castellan_deck_names[deck]))
            assert_int_equal(b->queue >> a->queued & 1, deck);
    assert_int_equal(told_amount(told, "draw", a->active, NULL),
                     a->phase == CASTELLAN_DRAWING ? a->to_choose - b->to_choose : 0);
}

static void check_cards(const struct castellan_state *a, const struct castellan_state *b,
                        const struct told *told)
{
    for (int seat = 0; seat < a->seats; seat++) {
        const struct castellan_seat *p = &a->seat[seat], *q = &b->seat[seat];
        assert_int_equal(told_amount(told, "play", seat, NULL),
                         castellan_popcount(q->played) - castellan_popcount(p->played));
        if (!told_once(told, "last_round"))
            assert_int_equal(told_amount(told, "card", seat, NULL) - told_amount(told, "play", seat, NULL),
                             castellan_popcount(q->hand) - castellan_popcount(p->hand));
    }
}

static void check_keeps(const struct castellan_state *a, const struct castellan_state *b,
                        const struct told *told)
{
    const struct game_event *e = told_once(told, "keep");
    bool decides = a->phase == CASTELLAN_KEEPING || a->phase == CASTELLAN_STAYING;
    assert_true((e != NULL) == decides);
    if (!e)
        return;
    assert_int_equal(e->seat, a->active);
    assert_string_equal(e->what, e->amount == 2 ? "double" : "single");
    assert_int_equal(e->amount == 2, b->seat[a->active].doubled);
    assert_int_equal(e->place[0] != 0, e->amount == 2);
}

static void check_move(const struct game *game, const void *before, const void *after, int actor,
                       game_move move, const struct told *told)
{
    const struct castellan_state *a = before, *b = after;
    const struct game_event *e = told_once(told, "place");
    int was[GAME_MAX_SEATS], is[GAME_MAX_SEATS];
    game->score(game, a, was);
    game->score(game, b, is);
    for (int seat = 0; seat < a->seats; seat++)
        assert_int_equal(told_amount(told, "score", seat, NULL), is[seat] - was[seat]);
    check_pieces(a, b, told);
    check_courts(a, b, told);
    check_course(game, a, b, told);
    check_cards(a, b, told);
    check_keeps(a, b, told);
    if (e) { /* the event has the words of the move */
        char buffer[GAME_MOVE_TEXT], words[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(buffer), expected = TEXT_IN(words);
        game->move_text(game, a, actor, move, &text);
        text_printf(&expected, "%s %s", e->what, e->place);
        assert_string_equal(words, buffer);
        assert_int_equal(e->seat, actor);
    }
}

static void test_events_are_what_happens(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++)
        check_events("castellan", seats, "first=random", 120,
                     "card turn play take place close divide grow score keep pass_on discard? draw "
                     "last_round win",
                     check_move);
}

static void test_courtyards_are_told(void **state)
{
    struct castellan_state s;
    (void)state;
    building_site(&s, 2);
    make_moves(&s, nearly_square);
    assert_string_equal(events_text(castellan, &s, "1 short 32,33 E", 0),
                        "place 1 1 short 32,33 E; close 1 4 courtyard 32,32; score 1 4");
    make_moves(&s, "1 short 32,33 E");
    assert_string_equal(events_text(castellan, &s, "1 double 32,32", 0), "keep 1 2 double 32,32; score 1 4");
    assert_string_equal(events_text(castellan, &s, "1 single", 0), "keep 1 1 single");
}

static void test_pieces_without_a_place_are_told(void **state)
{
    struct castellan_state s;
    (void)state;
    RULE("castellan", "2.5");
    building_site(&s, 3);
    s.pieces[CASTELLAN_TOWER] = 0; /* no wall has a place on the bare table */
    s.pieces[CASTELLAN_LONG] = 1;
    s.pieces[CASTELLAN_SHORT] = 2;
    assert_string_equal(events_text(castellan, &s, "1 pass", 0), "pass_on 2 1 long; pass_on 2 2 short");
    s.last_turns = 1;
    assert_string_equal(events_text(castellan, &s, "1 pass", 0),
                        "discard 1 1 long; discard 1 2 short; win 1 0; win 2 0; win 3 0");
}

static void test_cards_are_secret(void **state)
{
    struct castellan_state s;
    (void)state;
    assert_true(game_start(castellan, &s, 2, "", NULL));
    assert_string_equal(events_text(castellan, &s, "* card 3T", 0), "card 1 1 3T");
    assert_string_equal(events_text(castellan, &s, "* card 3T", 1), "card 1 1 tower");
    assert_string_equal(events_text(castellan, &s, "* card 3T", GAME_PUBLIC), "card 1 1 tower");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_are_what_happens),
        cmocka_unit_test(test_courtyards_are_told),
        cmocka_unit_test(test_pieces_without_a_place_are_told),
        cmocka_unit_test(test_cards_are_secret),
    };
    return cmocka_run_group_tests(tests, open_castellan, NULL);
}
