/* castelli_event_test.c: the events of every move tell what the move does, no more and no less. */
#include <string.h>

#include "castelli_help.h"
#include "events.h"

static const char *place_text(void (*put)(struct text *, int), int place)
{
    static char buffer[16];
    struct text text = TEXT_IN(buffer);
    put(&text, place);
    return buffer;
}

static void check_players(const struct castelli_table *a, const struct castelli_table *b,
                          const struct told *told)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const struct castelli_player *p = &a->player[seat], *q = &b->player[seat];
        assert_int_equal(told_amount(told, "silver", seat, NULL), q->silver - p->silver);
        assert_int_equal(told_amount(told, "score", seat, NULL), q->points - p->points);
        assert_int_equal(told_amount(told, "score", seat, "king"), q->king_points - p->king_points);
        assert_int_equal(told_amount(told, "score", seat, "castle"), q->castle_points - p->castle_points);
        assert_int_equal(told_amount(told, "castle", seat, NULL) + told_amount(told, "overbuild", seat, NULL),
                         p->castles - q->castles);
        assert_int_equal(told_amount(told, "card", seat, NULL) + told_amount(told, "steal", seat, NULL) -
                             told_amount(told, "robbed", seat, NULL) - told_amount(told, "sell", seat, NULL) -
                             told_times(told, "play", seat, NULL) - told_amount(told, "guard", seat, NULL),
                         q->cards - p->cards);
        bool pays = told_amount(told, "castle", seat, NULL) || told_amount(told, "overbuild", seat, NULL);
        for (int good = 0; good < GOODS && !pays; good++) {
            const char *name = castelli_landscape_names[good];
            assert_int_equal(told_amount(told, "gain", seat, name), q->goods[good] - p->goods[good]);
            assert_true(!told_amount(told, "lost", seat, name) || q->goods[good] == GOODS_MAX);
        }
    }
}

/* Checks the events of an area that this move has completed (3.4 to 3.7). */
static void check_area(const struct castelli_box *box, const struct castelli_table *t, int octagon, int start,
                       const struct told *told)
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
    const char *area = place_text(castelli_put_area, area_at(octagon, start));
    uint32_t leaders = castelli_leaders(castelli_influence(box, t, octagon, kind->mask[start]));
    int share = leaders ? box->share[kind->symbols[start]][__builtin_popcount(leaders)] : 0;
    int complete = 0, sum[SEATS] = {0};
    for (int i = 0; i < told->count; i++) {
        const struct game_event *e = &told->list[i];
        if (strcmp(e->place, area) != 0)
            continue;
        if (strcmp(e->key, "complete") == 0) {
            complete++;
            assert_int_equal(e->seat, -1);
            assert_int_equal(e->amount, kind->symbols[start]);
            assert_string_equal(e->what, castelli_landscape_names[kind->landscape[start]]);
        } else {
            const char *what = castelli_landscape_names[kind->landscape[start]];
            assert_true(strcmp(e->key, "draws") == 0 ? !e->what : strcmp(e->what, what) == 0);
            sum[e->seat] += e->amount;
        }
        assert_true(e->after_reactions);
    }
    assert_int_equal(complete, 1);
    for (int seat = 0; seat < SEATS; seat++)
        assert_int_equal(sum[seat], (leaders >> seat & castelli_plays(t, seat)) ? share : 0);
}

static void check_areas(const struct castelli_box *box, const struct castelli_table *a,
                        const struct castelli_table *b, const struct told *told)
{
    int complete = 0;
    for (uint32_t places = castelli_shape(box, b)->all & ~(1u << b->mine); places;) {
        int octagon = castelli_pop(&places);
        for (int start = 0; start < SIDES; start++) {
            if (!castelli_kind_at(box, b, octagon)->mask[start] || castelli_scored(box, a, octagon, start) ||
                !castelli_scored(box, b, octagon, start))
                continue;
            check_area(box, b, octagon, start, told);
            complete++;
        }
    }
    assert_int_equal(told_times(told, "complete", -2, NULL), complete);
}

/* The events name the players who draw cards in the order in which they draw them. */
static void check_draws(const struct castelli_table *b, const struct told *told)
{
    uint16_t draws = 0;
    int count = 0;
    for (int i = 0; i < told->count; i++)
        for (int n = 0; n < told->list[i].amount && strcmp(told->list[i].key, "draws") == 0; n++)
            draws |= (uint16_t)(told->list[i].seat << (DRAWER_BITS * count++));
    if (count && b->phase == PHASE_CARD) {
        assert_int_equal(b->draw_count, count);
        assert_int_equal(b->draws, draws);
    }
}

static void check_board(const struct castelli_box *box, const struct castelli_table *a,
                        const struct castelli_table *b, const struct told *told)
{
    assert_int_equal(told_amount(told, "village", -2, NULL),
                     __builtin_popcount(b->villages) - __builtin_popcount(a->villages));
    assert_int_equal(told_amount(told, "city", -2, NULL),
                     __builtin_popcount(b->cities) - __builtin_popcount(a->cities));
    assert_int_equal(told_times(told, "village", a->active, NULL) + told_times(told, "city", a->active, NULL),
                     told_times(told, "village", -2, NULL) + told_times(told, "city", -2, NULL));
    for (uint32_t places = (a->villages ^ b->villages) | (a->cities ^ b->cities); places;) {
        int octagon = castelli_pop(&places);
        const char *key = (a->cities ^ b->cities) >> octagon & 1 ? "city" : "village";
        assert_true(told_at(told, key, place_text(castelli_put_octagon, octagon)));
    }
    for (int slot = 0; slot < PLACES * SIDES; slot++) {
        int owner = castle_owner(b->castle[slot]), octagon = area_octagon(slot);
        if (owner == castle_owner(a->castle[slot]))
            continue;
        const struct castelli_kind *kind = castelli_kind_at(box, b, octagon);
        const char *area = place_text(castelli_put_area, area_at(octagon, kind->start[area_side(slot)]));
        const char *key = a->castle[slot] ? "overbuild" : "castle";
        assert_int_equal(told_times(told, key, owner, NULL), 1);
        assert_true(told_at(told, key, area) && told_at(told, "score", area));
        assert_string_equal(told_once(told, key)->what, castelli_side_letters[area_side(slot)]);
    }
    for (uint32_t up = b->up; up;) {
        int meadow = castelli_pop(&up);
        if (a->tile[meadow] == b->tile[meadow])
            continue;
        const struct game_event *e = told_once(told, a->up >> meadow & 1 ? "turn" : "place");
        assert_int_equal(e->amount, lying_turn(b->tile[meadow]));
        assert_string_equal(e->place, place_text(castelli_put_meadow, meadow));
        assert_int_equal(e->seat, a->up >> meadow & 1 ? a->asked : a->active);
        if (e->what)
            assert_string_equal(e->what, box->tile[lying_tile(b->tile[meadow])].name);
    }
}

static void check_table(const struct castelli_box *box, const struct castelli_table *a,
                        const struct castelli_table *b, const struct told *told)
{
    static const char *const without_amount[] = {"play", "lift", "end"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(told_amount(told, without_amount[i], -2, NULL), 0);
    check_players(a, b, told);
    check_areas(box, a, b, told);
    check_draws(b, told);
    check_board(box, a, b, told);
    const struct game_event *tile = told_once(told, "tile"), *lift = told_once(told, "lift");
    const struct game_event *end = told_once(told, "end"), *guard = told_once(told, "guard");
    assert_true((lift != NULL) == (b->phase == PHASE_TILE));
    if (lift) {
        assert_string_equal(lift->place, place_text(castelli_put_meadow, b->meadow));
        assert_int_equal(lift->seat, a->active);
    }
    if (tile) {
        assert_int_equal(tile->seat, a->active);
        assert_string_equal(tile->what, box->tile[b->lifted].name);
        assert_int_equal(tile->amount, box->tile[b->lifted].value);
        assert_string_equal(tile->place, place_text(castelli_put_meadow, b->meadow));
    }
    if (end)
        assert_int_equal(end->seat, a->active);
    if (guard)
        assert_int_equal(guard->seat, a->asked);
}

static void check_move(const struct game *game, const void *before, const void *after, int actor,
                       game_move move, const struct told *told)
{
    const struct castelli_state *a = before, *b = after;
    (void)actor;
    (void)move;
    check_table(game->box, &a->table, &b->table, told);
}

#define BASIC                                                                                                \
    "lift tile silver draws card place gain lost complete castle score end sell play turn robbed steal "     \
    "village"

static void events_are_what_happens(void **unused)
{
    (void)unused;
    castelli();
    for (int seats = 2; seats <= 4; seats++)
        check_events("castelli", seats, "layout=random", 150, BASIC, check_move);
    check_events("castelli", 4, "battle dilemma first=random", 250, BASIC " city overbuild guard?",
                 check_move);
    check_events("castelli", 2, "battle", 250, BASIC " city overbuild guard?", check_move);
}

/* Viewers who may not see a card are told the same event without its name. */
static void events_keep_secrets(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, "");
    play(&s, "1 lift D3");
    assert_string_equal(events_text(castelli(), &s, "* tile RBYG1", GAME_PUBLIC),
                        "tile 1 1 RBYG1 D3; silver 1 1 mine D3; draws 1 1 D3");
    play(&s, "* tile RBYG1");
    assert_string_equal(events_text(castelli(), &s, "* card raider", 0), "card 1 1 raider");
    assert_string_equal(events_text(castelli(), &s, "* card raider", 1), "card 1 1");
    assert_string_equal(events_text(castelli(), &s, "* card raider", GAME_PUBLIC), "card 1 1");
    play(&s, "* card raider");
    assert_string_equal(events_text(castelli(), &s, "1 sell raider", 0), "sell 1 1 raider; silver 1 2 sale");
    assert_string_equal(events_text(castelli(), &s, "1 sell raider", 2), "sell 1 1; silver 1 2 sale");

    struct castelli_state t = begin(4, "");
    give_card(&t, 0, "traitor");
    give_card(&t, 2, "king4");
    give_silver(&t, 0, 1);
    assert_string_equal(events_text(castelli(), &t, "1 play traitor 3", 1),
                        "play 1 0 traitor; silver 1 -1 card; silver 3 1 card");
    play(&t, "1 play traitor 3");
    assert_string_equal(events_text(castelli(), &t, "* steal king4", 0), "robbed 3 1 king4; steal 1 1 king4");
    assert_string_equal(events_text(castelli(), &t, "* steal king4", 2), "robbed 3 1 king4; steal 1 1 king4");
    assert_string_equal(events_text(castelli(), &t, "* steal king4", 3), "robbed 3 1; steal 1 1");
    assert_string_equal(events_text(castelli(), &t, "* steal king4", GAME_PUBLIC), "robbed 3 1; steal 1 1");
}

/* Everybody knows a card that went openly under the deck, and only the seller knows a sold one. They still
 * know it when it is drawn. */
static void cards_from_under_the_deck_are_known(void **unused)
{
    (void)unused;
    struct castelli_state s = begin(4, "");
    s.deck.unseen = 0;
    s.deck.unseen_count = 0;
    s.deck.under_count = 2;
    s.deck.under[0] = under_card(CARD_KING4, -1);
    s.deck.under[1] = under_card(CARD_RAIDER, 2);
    s.table.phase = PHASE_CARD;
    s.table.draws = 1; /* seat 2, then seat 1 */
    s.table.draw_count = 2;
    assert_string_equal(events_text(castelli(), &s, "* card king4", GAME_PUBLIC), "card 2 1 king4");
    play(&s, "* card king4");
    assert_string_equal(events_text(castelli(), &s, "* card raider", 2), "card 1 1 raider");
    assert_string_equal(events_text(castelli(), &s, "* card raider", 1), "card 1 1");
}

/* Events that happen only after the reactions are marked. */
static void events_after_reactions_are_marked(void **unused)
{
    (void)unused;
    struct castelli_state edge = begin(4, "");
    play(&edge, "1 lift B1");
    play(&edge, "* tile RBGY4");
    assert_string_equal(events_text(castelli(), &edge, "1 place 0", 0),
                        "place 1 0 RBGY4 B1; +gain 1 1 wood B1; +complete 0 2 grain C1W; "
                        "+gain 2 2 grain C1W");
}

static void a_guard_is_told(void **unused)
{
    (void)unused;
    RULE("castelli", "9.8");
    struct castelli_state s = begin(4, "battle");
    put_tile(&s, "B1", "RBGY5", 2);
    put_tile(&s, "C2", "RBGY3", 2);
    give_goods(&s, 1, 1, 1, 1);
    let_build(&s, 1);
    play(&s, "2 build B2N");
    give_goods(&s, 0, 2, 2, 1);
    give_silver(&s, 0, 2);
    give_card(&s, 1, "guard");
    let_build(&s, 0);
    assert_string_equal(events_text(castelli(), &s, "1 overbuild B2N 2 silver", 0), "");
    play(&s, "1 overbuild B2N 2 silver");
    assert_string_equal(events_text(castelli(), &s, "2 guard", 0), "guard 2 1 N B2N");
    assert_string_equal(events_text(castelli(), &s, "2 pass", 0),
                        "+silver 1 -2 build; +overbuild 1 1 N B2N; +score 1 8 castle B2N");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_what_happens),
        cmocka_unit_test(events_keep_secrets),
        cmocka_unit_test(cards_from_under_the_deck_are_known),
        cmocka_unit_test(events_after_reactions_are_marked),
        cmocka_unit_test(a_guard_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
