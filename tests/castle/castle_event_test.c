/* castle_event_test.c: the events of every move tell what the move does, no more and no less. */
#include <string.h>

#include "events.h"
#include "table.h"

static void check_seats(const struct castle_box *box, const struct castle *a, const struct castle *b,
                        const struct told *told)
{
    for (int seat = 0; seat < a->seats; seat++) {
        assert_int_equal(told_amount(told, "score", seat, NULL), b->points[seat] - a->points[seat]);
        for (int kind = 0; kind < box->kinds; kind++)
            assert_int_equal(told_amount(told, "score", seat, castle_kind_name(box, kind)),
                             b->sheet[seat][kind] - a->sheet[seat][kind]);
        assert_int_equal(told_amount(told, "deal", seat, NULL) + told_amount(told, "draw", seat, NULL) -
                             told_times(told, "score", seat, NULL) -
                             told_amount(told, "discard", seat, NULL) - told_amount(told, "swap", seat, NULL),
                         b->hand_size[seat] - a->hand_size[seat]);
        assert_int_equal(told_amount(told, "discard", seat, NULL) + told_amount(told, "swap", seat, NULL) >
                                 0 &&
                             !told_once(told, "refill"),
                         b->unseen_size[seat] > a->unseen_size[seat]);
    }
}

static int sum_of(const uint8_t *n, int count)
{
    int sum = 0;
    while (count--)
        sum += n[count];
    return sum;
}

static void check_supply(const struct castle_supply *a, const struct castle_supply *b,
                         const struct told *told)
{
    assert_int_equal(told_amount(told, "return", -1, "walls") - told_amount(told, "wall", -2, NULL),
                     b->walls - a->walls);
    assert_int_equal(told_amount(told, "return", -1, "towers") - told_amount(told, "tower", -2, NULL),
                     sum_of(b->towers, CASTLE_TOWERS) - sum_of(a->towers, CASTLE_TOWERS));
    for (int c = 0; c < CASTLE_COLOURS; c++) {
        int palaces = told_amount(told, "palace", -1, castle_colour_name[c]);
        assert_int_equal(palaces, a->palaces[c] - b->palaces[c]);
        assert_int_equal(2 * palaces - told_amount(told, "house", -2, castle_colour_name[c]),
                         b->houses[c] - a->houses[c]);
    }
}

/* Asserts that the city of the event has as many spaces as the event says. */
static void check_size(const struct castle_box *box, const struct castle *s, const struct game_event *e)
{
    int city = castle_find_space(box, e->place), size = 0;
    for (int space = 0; space < box->spaces; space++)
        size += s->city_of[space] == city;
    assert_int_equal(e->amount, size);
}

static void check_course(const struct castle_box *box, const struct castle *a, const struct castle *b,
                         const struct told *told)
{
    static const char *const without_amount[] = {"turn", "ending", "over"}, *const of_nobody[] = {
                                                                                "ending", "over", "refill",
                                                                                "return", "palace"};
    const struct game_event *e;
    for (size_t i = 0; i < sizeof without_amount / sizeof without_amount[0]; i++)
        assert_int_equal(told_amount(told, without_amount[i], -2, NULL), 0);
    for (size_t i = 0; i < sizeof of_nobody / sizeof of_nobody[0]; i++)
        assert_int_equal(told_times(told, of_nobody[i], -1, NULL), told_times(told, of_nobody[i], -2, NULL));
    if ((e = told_once(told, "turn")))
        assert_int_equal(e->seat, b->active);
    else
        assert_int_equal(a->active, b->active);
    if ((e = told_once(told, "ending")))
        assert_string_equal(e->what, castle_ending_name[b->ending]);
    assert_true((e != NULL) == (a->ending != b->ending));
    assert_true((told_once(told, "over") != NULL) == (b->phase == CASTLE_OVER));
    if ((e = told_once(told, "refill")))
        assert_int_equal(e->amount, b->draw_size);
    if ((e = told_once(told, "join")))
        check_size(box, b, e);
    if ((e = told_once(told, "complete")))
        check_size(box, b, e);
    assert_int_equal(told_times(told, "complete", a->active, NULL) -
                         told_times(told, "join", a->active, NULL),
                     castle_count(&b->cities) - castle_count(&a->cities));
    if ((e = told_once(told, "choose"))) {
        assert_int_equal(castle_find_space(box, e->place), b->counts);
        assert_int_equal(e->seat, a->seat);
        check_size(box, b, e);
    }
}

static void check_pieces(const struct castle_box *box, const struct castle *a, const struct castle *b,
                         const struct told *told)
{
    const struct game_event *e;
    if ((e = told_once(told, "wall"))) {
        assert_string_equal(e->place, box->line_name[b->wall]);
        assert_int_equal(e->seat, a->active);
    }
    if ((e = told_once(told, "tower"))) {
        assert_true(e->what && e->seat == a->active);
        int point = castle_find_point(box, e->place);
        assert_false(castle_tower_points(a) >> point & 1);
    }
    if ((e = told_once(told, "house")) && !told_once(told, "complete")) {
        int space = castle_find_space(box, e->place);
        assert_int_equal(e->seat, a->active);
        assert_true(b->houses[space] > a->houses[space]);
    }
    if (a->phase == CASTLE_DICE) {
        assert_int_equal(told_times(told, "dice", a->active, NULL), b->tower == CASTLE_NONE ? 2 : 3);
        for (int d = 0; d < 2; d++)
            assert_string_equal(told->list[d].what, castle_colour_name[b->dice[d]]);
        if (b->tower != CASTLE_NONE)
            assert_string_equal(told->list[2].what, castle_tower_name[b->tower]);
        for (int d = 0; d < told->count; d++)
            assert_int_equal(told->list[d].amount, d);
    }
}

static void check_move(const struct game *game, const void *before, const void *after, int actor,
                       game_move move, const struct told *told)
{
    const struct castle *a = before, *b = after;
    (void)actor;
    (void)move;
    check_seats(game->box, a, b, told);
    check_supply(&a->supply, &b->supply, told);
    check_course(game->box, a, b, told);
    check_pieces(game->box, a, b, told);
}

static void events_are_what_happens(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 4; seats++)
        check_events("castle", seats, "first=random", 150,
                     "deal turn wall dice tower house complete join return palace score draw discard swap "
                     "refill? ending choose over",
                     check_move);
}

static void events_keep_secrets(void **unused)
{
    (void)unused;
    static struct table table, *t = &table;
    sit(t, 2,
        (const char *const[]){"cities city_red city_red city_blue country_walls city_size_1",
                              "cities country_towers country_towers city_blue country_walls city_size_1"});
    assert_string_equal(events_text(t->game, &t->s, "1 wall c4-d3", 1), "wall 1 1 c4-d3");
    make(t, "1 wall c4-d3");
    assert_string_equal(events_text(t->game, &t->s, "* dice blue red white", 1),
                        "dice 1 0 blue; dice 1 1 red; dice 1 2 white");
    make(t, "* dice blue red white");
    assert_string_equal(events_text(t->game, &t->s, "1 tower c4 white", 1), "tower 1 1 white c4");
    sit(t, 2,
        (const char *const[]){"cities city_red city_red city_blue country_walls city_size_1",
                              "cities country_towers country_towers city_blue country_walls city_size_1"});
    turn(t, "c4-d3", "blue blue white");
    turn(t, "c4-d4", "blue blue white");
    turn(t, "d3-d4", "blue blue white");
    assert_string_equal(events_text(t->game, &t->s, "1 discard city_red", 0), "discard 1 1 city_red");
    assert_string_equal(events_text(t->game, &t->s, "1 discard city_red", 1), "discard 1 1");
    assert_string_equal(events_text(t->game, &t->s, "1 discard city_red", GAME_PUBLIC), "discard 1 1");
    struct castle empty = t->s; /* 4.2: the discard pile becomes the draw pile */
    empty.open += empty.draw;
    empty.draw = empty.draw_size = 0;
    assert_string_equal(events_text(t->game, &empty, "1 discard city_red", 1), "discard 1 1; refill 0 49");
    make(t, "1 discard city_red");
    assert_string_equal(events_text(t->game, &t->s, "* card city_pink", 0), "draw 1 1 city_pink");
    assert_string_equal(events_text(t->game, &t->s, "* card city_pink", 1), "draw 1 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_what_happens),
        cmocka_unit_test(events_keep_secrets),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
