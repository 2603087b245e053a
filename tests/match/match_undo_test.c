/* match_undo_test.c: who may take back what, and whether a move still fits the position that its player saw.
 */
#include <string.h>

#include "match/host.h"
#include "test.h"

static struct host host;
static struct rng rng;

static void start(const char *game, int seats, const char *options, struct match_terms terms)
{
    host_free(&host);
    rng_seed(&rng, 9);
    assert_null(host_start(&host, games_find(game), seats, options, &terms, 3));
    assert_true(host_tick(&host));
}

static int close_host(void **state)
{
    (void)state;
    host_free(&host);
    return 0;
}

/* May the player with the seats `mine` go back to a place, as this seat? */
static enum match_may may(int seat, int place, uint32_t mine)
{
    struct reason why = reason_none();
    enum match_may may = match_may_undo(&host.match, seat, place, mine, &why);
    assert_int_equal(why.key != NULL, may == MATCH_MAY_NOT);
    return may;
}

static void play_random(int seat)
{
    assert_true(host_play(&host, seat, game_random_move(host.match.game, host.match.state, seat, &rng)));
}

static void play_any(void)
{
    play_random(game_random_actor(host.match.game, host.match.state, &rng));
}

/* ---- Castellan 2.8 ---- */

/* Plays the first turn of Castellan up to its second piece, with cards whose pieces can be connected. Returns
 * the place of the first piece. */
static int build_pieces(const char *options, struct match_terms terms)
{
    start("castellan", 2, options, terms);
    const struct match *m = &host.match;
    game_move moves[GAME_MAX_MOVES];
    while (!host_move(&host, 0, "build")) {
        assert_true(m->game->moves(m->game, m->state, 0, moves, NULL) > 0);
        assert_true(host_play(&host, 0, moves[0]));
    }
    int place = m->count;
    assert_true(host_move(&host, 0, "tower 32,32"));
    play_random(0);
    return place;
}

static void pieces_of_the_running_turn_can_be_taken_back(void **state)
{
    (void)state;
    RULE("castellan", "2.8");
    for (enum match_undo undo = MATCH_UNDO_FREE; undo <= MATCH_UNDO_NONE; undo++) {
        int place = build_pieces("", (struct match_terms){.undo = undo});
        assert_int_equal(may(0, place, 1), MATCH_MAY_AT_ONCE);
        assert_int_equal(may(0, place + 1, 1), MATCH_MAY_AT_ONCE);
        assert_int_equal(may(1, place, 2), MATCH_MAY_NOT);
        /* Whether the choice of a card may be taken back depends on the terms of the table. */
        assert_int_equal(may(0, place - 2, 1), undo == MATCH_UNDO_NONE ? MATCH_MAY_NOT : MATCH_MAY_AT_ONCE);
        assert_int_equal(match_undo_step(&host.match, 0, 1), place + 1);
        assert_true(host_undo(&host, place));
        assert_true(host_move(&host, 0, "tower 32,32"));
    }
}

static void pieces_of_a_turn_that_is_over_cannot(void **state)
{
    (void)state;
    RULE("castellan", "2.8");
    int place = build_pieces("", (struct match_terms){.undo = MATCH_UNDO_NONE});
    while (!(host.match.game->to_act(host.match.game, host.match.state) & 2))
        play_random(0);
    assert_int_equal(may(0, place, 1), MATCH_MAY_NOT);
    assert_int_equal(may(0, place, 3),
                     MATCH_MAY_NOT); /* not even a player alone may take back: the terms forbid it */
}

static void touched_pieces_stay(void **state)
{
    (void)state;
    RULE("castellan", "2.8");
    for (enum match_undo undo = MATCH_UNDO_FREE; undo <= MATCH_UNDO_NONE; undo++)
        for (uint32_t computers = 0; computers <= 2; computers += 2) {
            int place = build_pieces("touch", (struct match_terms){.undo = undo, .computers = computers});
            for (uint32_t mine = 1; mine <= 3; mine += 2) {
                assert_int_equal(may(0, place, mine), MATCH_MAY_NOT);
                assert_int_equal(may(0, place + 1, mine), MATCH_MAY_NOT);
                assert_int_equal(may(0, place - 2, mine),
                                 MATCH_MAY_NOT); /* the card was played before a piece that must stay */
                assert_int_equal(match_undo_step(&host.match, 0, mine), -1);
            }
        }
    /* Cards before the first piece may go back. */
    start("castellan", 2, "touch", (struct match_terms){.undo = MATCH_UNDO_FREE});
    int place = host.match.count;
    play_random(0);
    assert_int_equal(may(0, place, 1), MATCH_MAY_AT_ONCE);
}

/* ---- the terms of the table ---- */

/* The places where turns of Castle began: of seat 1, of seat 2, and of seat 1 again. Seat 2 is to act then.
 */
static int turns[3];

static void three_turns(struct match_terms terms)
{
    start("castle", 2, "", terms);
    const struct match *m = &host.match;
    int seen = 0, before = -1;
    while (seen < 3 || m->game->to_act(m->game, m->state) != 2) {
        int seat = game_actor(m->game, m->state), place = m->count;
        play_random(seat);
        if (seat != before && seen < 3)
            turns[seen++] = place;
        before = seat;
    }
}

static void a_free_table(void **state)
{
    (void)state;
    three_turns((struct match_terms){.undo = MATCH_UNDO_FREE});
    assert_int_equal(may(0, turns[0], 1), MATCH_MAY_AT_ONCE);
    assert_int_equal(may(0, turns[2], 1), MATCH_MAY_AT_ONCE);
    assert_int_equal(may(0, turns[1], 1), MATCH_MAY_NOT); /* seat 1 may not take back the turn of seat 2 */
    assert_int_equal(may(1, turns[1], 2), MATCH_MAY_AT_ONCE);
}

static int last_of(int seat)
{
    int place = host.match.count - 1;
    while (host.match.moves[place].actor != seat)
        place--;
    return place;
}

static void by_consent_only_the_last_decision(void **state)
{
    (void)state;
    three_turns((struct match_terms){.undo = MATCH_UNDO_CONSENT});
    assert_int_not_equal(may(0, last_of(0), 1), MATCH_MAY_NOT);
    assert_true(turns[2] < last_of(0)); /* a turn has several decisions */
    assert_int_equal(may(0, turns[2], 1), MATCH_MAY_NOT);
    assert_int_equal(may(0, turns[0], 1), MATCH_MAY_NOT);
    assert_int_equal(may(1, last_of(1), 2), MATCH_MAY_ASK);
    /* a player who plays alone against computers asks nobody */
    assert_int_equal(may(0, turns[0], 3), MATCH_MAY_AT_ONCE);
    three_turns((struct match_terms){.undo = MATCH_UNDO_CONSENT, .computers = 2});
    assert_int_equal(may(0, turns[0], 1), MATCH_MAY_AT_ONCE);
    three_turns((struct match_terms){.undo = MATCH_UNDO_NONE, .computers = 2});
    assert_int_equal(may(0, turns[2], 1), MATCH_MAY_NOT);
}

static void what_nobody_learned_from_goes_at_once(void **state)
{
    (void)state;
    start("castellan", 2, "", (struct match_terms){.undo = MATCH_UNDO_CONSENT});
    int place = host.match.count;
    play_random(0);
    assert_int_equal(may(0, place, 1), MATCH_MAY_AT_ONCE);
    /* after dice were rolled, others must agree */
    start("castle", 2, "", (struct match_terms){.undo = MATCH_UNDO_CONSENT});
    place = host.match.count;
    play_random(0);
    assert_int_equal(host.kept[host.count - 1].actor, '*');
    assert_int_equal(may(0, place, 1), MATCH_MAY_ASK);
}

static void nothing_is_taken_back_in_a_pause_or_at_the_end(void **state)
{
    (void)state;
    start("castelli", 2, "", (struct match_terms){.undo = MATCH_UNDO_FREE, .reaction_ms = 3000});
    assert_true(host_seek_pause(&host, 1, 0, &rng));
    int seat = host.match.turn.pause.actor;
    assert_int_equal(may(seat, host.match.turn.pause.from, game_bit(seat)), MATCH_MAY_NOT);
    host.now += 3000;
    assert_true(host_tick(&host));
    assert_int_equal(may(seat, host.match.turn.pause.from, game_bit(seat)), MATCH_MAY_AT_ONCE);
    start("null", 2, "", (struct match_terms){.undo = MATCH_UNDO_FREE});
    while (!match_over(&host.match))
        play_any();
    for (int place = 0; place <= host.match.count; place++)
        assert_int_equal(may(0, place, 3), MATCH_MAY_NOT);
}

/* ---- tournaments ---- */

/* A tournament of which the first round has begun. Returns a seat that is to act. */
static int start_tournament(struct match_terms terms)
{
    start("castelli-tournament", 4, "", terms);
    return game_random_actor(host.match.game, host.match.state, &rng);
}

static uint32_t others_to_act(int seat)
{
    const struct game *game = host.match.game;
    return game->to_act(game, host.match.state) & ~game->table_mates(game, host.match.state, seat);
}

static void the_other_table_takes_nothing_back(void **state)
{
    (void)state;
    int seat = start_tournament((struct match_terms){.undo = MATCH_UNDO_FREE}), place = host.match.count;
    play_random(seat);
    assert_int_equal(may(seat, place, game_bit(seat)), MATCH_MAY_AT_ONCE);
    int other = __builtin_ctz(others_to_act(seat));
    play_random(other);
    assert_int_equal(may(seat, place, game_bit(seat)), MATCH_MAY_NOT);
    assert_int_equal(may(seat, place, 15), MATCH_MAY_AT_ONCE); /* one player has all seats */
    /* If only computers play besides, their moves may be taken back … */
    seat = start_tournament((struct match_terms){.undo = MATCH_UNDO_FREE, .computers = 15 & ~game_bit(seat)});
    play_random(seat);
    play_random(other);
    assert_int_equal(may(seat, place, game_bit(seat)), MATCH_MAY_AT_ONCE);
    /* … but if another person plays, they must stand, at whichever table that person is. */
    uint32_t table = host.match.game->table_mates(host.match.game, host.match.state, other);
    seat = start_tournament((struct match_terms){.undo = MATCH_UNDO_FREE, .computers = table});
    play_random(seat);
    play_random(other);
    assert_int_equal(may(seat, place, game_bit(seat)), MATCH_MAY_NOT);
    seat = start_tournament((struct match_terms){.undo = MATCH_UNDO_FREE, .computers = game_bit(other)});
    play_random(seat);
    play_random(other);
    assert_int_equal(may(seat, place, game_bit(seat)), MATCH_MAY_NOT);
}

static void the_other_table_makes_no_move_stale(void **state)
{
    (void)state;
    int seat = start_tournament((struct match_terms){.reaction_ms = 0});
    const struct match *m = &host.match;
    int seen = match_number(m, seat, m->count);
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    m->game->move_text(m->game, m->state, seat, game_random_move(m->game, m->state, seat, &rng), &text);
    for (int moves = 0; moves < 60; moves++) {
        uint32_t who = others_to_act(seat);
        if (who == game_bit(GAME_CHANCE) || !who)
            break;
        play_random(__builtin_ctz(who));
    }
    assert_true(match_number(m, seat, m->count) > seen + 40);
    assert_true(match_move(m, seat, buffer, seen, host.now, &host.proposal) && host_keep(&host));
    /* Once the seat has made its move, that decision is over. */
    assert_true(m->turn.decision[seat] > seen || !(match_to_act(m, host.now) & game_bit(seat)));
    assert_false(match_move(m, seat, buffer, seen, host.now, &host.proposal));
    assert_string_equal(host.proposal.refused, "stale");
    assert_false(match_move(m, seat, buffer, m->count + 1, host.now, &host.proposal));
    assert_string_equal(host.proposal.refused, "stale");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_the_running_turn_can_be_taken_back),
        cmocka_unit_test(pieces_of_a_turn_that_is_over_cannot),
        cmocka_unit_test(touched_pieces_stay),
        cmocka_unit_test(a_free_table),
        cmocka_unit_test(by_consent_only_the_last_decision),
        cmocka_unit_test(what_nobody_learned_from_goes_at_once),
        cmocka_unit_test(nothing_is_taken_back_in_a_pause_or_at_the_end),
        cmocka_unit_test(the_other_table_takes_nothing_back),
        cmocka_unit_test(the_other_table_makes_no_move_stale),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, close_host);
}
