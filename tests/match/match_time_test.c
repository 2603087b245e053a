/* match_time_test.c: pauses in which others may react, and clocks. */
#include <string.h>

#include "match/host.h"
#include "test.h"

enum { REACTION = 3000 };

/* Seat 2 holds a card that nobody else sees, and can react with it to what seat 1 does next. */
static const char steward[] =
    "1 lift B1; * tile RBGY3; 1 place 0; 1 end; 2 lift B3; * tile RBYG1; * card steward; "
    "2 place 0; 2 end; 1 lift A2; * tile RBGY4";

static struct host host;

static void start(const char *game, int seats, struct match_terms terms)
{
    host_free(&host);
    assert_null(host_start(&host, games_find(game), seats, "", &terms, 5));
}

/* Starts a match in the position in which seat 2 can react to "place 0" of seat 1. */
static void start_steward(struct match_terms terms)
{
    start("castelli", 2, terms);
    assert_true(host_follow(&host, steward));
}

static int close_host(void **state)
{
    (void)state;
    host_free(&host);
    return 0;
}

static const struct match_entry *last(void)
{
    return &host.kept[host.count - 1];
}

/* ---- pauses ---- */

static void seats_have_their_time_one_after_the_other(void **state)
{
    struct rng rng;
    (void)state;
    rng_seed(&rng, 2);
    for (int seats = 2; seats <= 3; seats++) {
        const struct match *m = &host.match;
        int asked_seen = 0;
        int64_t each = seats > 2 ? REACTION * 2 / seats : REACTION;
        for (uint64_t seed = 1; asked_seen < 2 && seed < 400; seed++) {
            start("castelli", 4, (struct match_terms){.reaction_ms = REACTION});
            if (!host_seek_pause(&host, seats, 1, &rng))
                continue;
            int64_t begin = host.now;
            assert_int_equal(match_pause_left(m, begin), each * seats);
            uint32_t open = m->game->to_act(m->game, m->state);
            int seat = __builtin_ctz(open), before = 0;
            for (int s = (m->turn.pause.actor + 1) % 4; s != seat; s = (s + 1) % 4)
                before += (m->turn.pause.seats >> s) & 1;
            int64_t from = begin + before * each;
            assert_int_equal(match_answer_by(m, seat), from + each);
            assert_int_equal(match_asked(m, from), open);
            assert_int_equal(match_asked(m, from + each - 1), open);
            if (before)
                assert_int_equal(match_asked(m, from - 1), 0);
            asked_seen += before > 0;
        }
        assert_true(asked_seen == 2);
    }
}

static void others_are_shown_the_game_before_the_move(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = REACTION});
    const struct match *m = &host.match;
    int place = m->count;
    assert_true(host_move(&host, 0, "place 0"));
    assert_true(match_paused(m));
    assert_int_equal(match_horizon(m, 0, host.now), place);
    assert_int_equal(match_horizon(m, GAME_PUBLIC, host.now), place);
    assert_int_equal(match_horizon(m, 1, host.now), place + 1);
    assert_false(host_move(&host, 0, "end"));
    assert_string_equal(host.proposal.refused, "not_your_turn");
    /* The others see nothing of a hidden answer until the pause is over. */
    host.now += 500;
    assert_true(host_move(&host, 1, "pass"));
    assert_int_equal(match_horizon(m, 0, host.now), place);
    assert_int_equal(match_pause_left(m, host.now), REACTION - 500);
    assert_int_equal(match_number(m, 0, m->count), place + 1);
    assert_int_equal(match_wake(m, host.now), host.now + REACTION - 500);
    host.now += REACTION - 500;
    assert_true(host_tick(&host));
    assert_int_equal(match_horizon(m, 0, host.now), m->count);
    assert_int_equal(match_wake(m, host.now), MATCH_NEVER);
    host.now += 1;
    assert_true(host_move(&host, 0, "end"));
}

static void silence_is_a_harmless_answer(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = REACTION});
    assert_true(host_move(&host, 0, "place 0"));
    host.now += REACTION - 1;
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 0);
    assert_int_equal(match_wake(&host.match, host.now), host.now + 1);
    host.now += 1;
    assert_false(host_move(&host, 1, "steward 2"));
    assert_string_equal(host.proposal.refused, "stale");
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 2);
    assert_int_equal(host.proposal.entries[0].actor, '2');
    assert_string_equal(host.proposal.entries[0].move, "pass");
    assert_int_equal(last()->actor, 'p');
    assert_false(match_paused(&host.match));
    assert_true(host.match.moves[host.match.count - 1].late);
    assert_true(host_move(&host, 0, "end"));
}

static void an_answer_in_time_counts(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = REACTION});
    assert_true(host_move(&host, 0, "place 0"));
    host.now += REACTION - 1;
    assert_true(host_move(&host, 1, "steward 2"));
    assert_false(host.match.moves[host.match.count - 1].late);
    assert_string_equal(host.kept[host.count - 1].move, "steward 2");
}

static void computers_need_little_time(void **state)
{
    struct rng rng;
    (void)state;
    rng_seed(&rng, 3);
    for (int reaction = 500; reaction <= REACTION; reaction += REACTION - 500) {
        start("castelli", 3, (struct match_terms){.reaction_ms = reaction, .computers = 4});
        while (!host_seek_pause(&host, 1, 0, &rng) || host.match.turn.pause.seats != 4)
            if (match_over(&host.match))
                start("castelli", 3, (struct match_terms){.reaction_ms = reaction, .computers = 4});
        assert_int_equal(match_pause_left(&host.match, host.now),
                         reaction < MATCH_COMPUTER_MS ? reaction : MATCH_COMPUTER_MS);
    }
}

static void quiet_seats_are_not_waited_for(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = REACTION});
    assert_true(host_change(&host, 1, MATCH_QUIET));
    assert_string_equal(last()->move, "2 quiet");
    assert_true(host_move(&host, 0, "place 0"));
    assert_int_equal(host.proposal.count, 3);
    assert_string_equal(host.proposal.entries[1].move, "pass");
    assert_int_equal(last()->actor, 'p');
    assert_false(match_paused(&host.match));
    /* The wish not to be asked ends with the turn. */
    assert_true(host.match.turn.quiet & 2);
    assert_true(host_move(&host, 0, "end"));
    assert_int_equal(host.match.turn.quiet, 0);
    start_steward((struct match_terms){.reaction_ms = REACTION});
    assert_true(host_change(&host, 1, MATCH_QUIET) && host_change(&host, 1, MATCH_EAGER));
    assert_true(host_move(&host, 0, "place 0"));
    assert_true(match_paused(&host.match));
}

static void the_only_person_has_all_the_time(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = REACTION, .computers = 1});
    const struct match *m = &host.match;
    assert_true(host_move(&host, 0, "place 0"));
    assert_int_equal(match_answer_by(m, 1), MATCH_NEVER);
    assert_int_equal(match_wake(m, host.now), MATCH_NEVER);
    host.now += 24 * 3600 * 1000;
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 0);
    assert_true(match_paused(m));
    assert_int_equal(match_asked(m, host.now), 2);
    assert_true(host_move(&host, 1, "pass"));
    assert_false(match_paused(m));
}

static void a_table_without_pauses_waits_for_who_is_asked(void **state)
{
    (void)state;
    start_steward((struct match_terms){.reaction_ms = 0});
    assert_true(host_move(&host, 0, "place 0"));
    assert_false(match_paused(&host.match));
    assert_int_equal(match_to_act(&host.match, host.now), 2);
    host.now += 24 * 3600 * 1000;
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 0);
    assert_true(host_move(&host, 1, "pass"));
}

/* After an undo of the next move the pause begins again. Without a pause the table would wait for the seat
 * that is asked, and everybody could see that. */
static void what_could_be_answered_can_be_again_after_taking_back(void **state)
{
    (void)state;
    for (int answers = 0; answers < 2; answers++) {
        start_steward((struct match_terms){.reaction_ms = REACTION, .undo = MATCH_UNDO_FREE});
        const struct match *m = &host.match;
        int place = m->count;
        assert_true(host_move(&host, 0, "place 0"));
        if (answers)
            assert_true(host_move(&host, 1, "steward 2"));
        host.now += REACTION;
        assert_true(host_tick(&host));
        int end = m->count;
        assert_true(host_move(&host, 0, "end"));
        host.now += 1000;
        /* There is a pause again unless seat 2 has answered openly. */
        assert_true(host_undo(&host, end));
        assert_int_equal(match_paused(m), !answers);
        assert_int_equal(match_pause_left(m, host.now), answers ? 0 : REACTION);
        assert_int_equal(match_asked(m, host.now), 0);
        if (!answers)
            continue;
        /* Seat 2 takes back its answer and is asked again. */
        assert_int_equal(m->moves[place + 1].actor, 1);
        assert_true(host_undo(&host, place + 1));
        assert_int_equal(match_asked(m, host.now), 2);
        assert_int_equal(match_answer_by(m, 1), host.now + REACTION);
        assert_int_equal(match_horizon(m, 0, host.now), place);
    }
}

/* ---- clocks ---- */

static void start_null(enum match_clock clock, int64_t ms)
{
    start("null", 2, (struct match_terms){.clock = clock, .clock_ms = ms});
    assert_true(host_tick(&host)); /* cards are dealt */
}

static int64_t left(int seat)
{
    return match_clock_left(&host.match, seat, host.now);
}

static void a_clock_per_move(void **state)
{
    (void)state;
    start_null(MATCH_CLOCK_MOVE, 10000);
    host.now += 4000;
    assert_int_equal(left(0), 6000);
    assert_int_equal(left(1), 10000);
    assert_int_equal(match_wake(&host.match, host.now), host.now + 6000);
    assert_true(host_move(&host, 0, "take 1"));
    host.now += 3000;
    assert_int_equal(left(0), 10000);
    assert_int_equal(left(1), 7000);
    host.now += 6999;
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 0);
    host.now += 1;
    assert_true(host_tick(&host));
    assert_int_equal(host.proposal.count, 1);
    assert_string_equal(last()->move, "2 away");
    assert_int_equal(match_computers(&host.match), 2);
    assert_int_equal(match_wake(&host.match, host.now), MATCH_NEVER);
    /* A player who has used up the time for a decision cannot come back and get more time for it. */
    assert_false(host_change(&host, 1, MATCH_BACK));
    assert_string_equal(host.proposal.refused, "not_allowed");
    assert_true(host_move(&host, 1, "take 1")); /* the computer makes this decision */
    assert_true(host_change(&host, 1, MATCH_BACK));
    assert_true(host_move(&host, 0, "take 1"));
    assert_int_equal(left(1), 10000);
}

static void time_used_stays_used(void **state)
{
    (void)state;
    start_null(MATCH_CLOCK_MOVE, 10000);
    host.now += 9000; /* the next decision has the full time again */
    assert_true(host_move(&host, 0, "take 1") && host_move(&host, 1, "take 1"));
    host.now += 4000;
    assert_true(host_change(&host, 0, MATCH_AWAY));
    host.now += 50000;
    assert_int_equal(left(0), 6000);
    assert_true(host_change(&host, 0, MATCH_BACK));
    assert_int_equal(left(0), 6000);
    host.now += 1000;
    assert_int_equal(left(0), 5000);
}

static void a_clock_per_game(void **state)
{
    (void)state;
    start_null(MATCH_CLOCK_GAME, 100000);
    host.now += 30000;
    assert_true(host_move(&host, 0, "take 1"));
    host.now += 20000;
    assert_int_equal(left(0), 70000);
    assert_int_equal(left(1), 80000);
    assert_true(host_move(&host, 1, "take 1"));
    host.now += 70000;
    assert_true(host_tick(&host));
    assert_string_equal(last()->move, "1 away");
    assert_int_equal(left(0), 0);
    host.now += 5000;
    assert_true(host_change(&host, 0, MATCH_BACK));
    assert_int_equal(left(0), MATCH_BACK_MS);
    host.now += 1000;
    assert_int_equal(left(0), MATCH_BACK_MS - 1000);
    /* A player who still has time gets no extra time by coming back. */
    assert_true(host_change(&host, 0, MATCH_AWAY) && host_change(&host, 0, MATCH_BACK));
    assert_int_equal(left(0), MATCH_BACK_MS - 1000);
}

static void clocks_stand_still_in_a_pause(void **state)
{
    (void)state;
    for (int answer = 0; answer < 2; answer++) {
        start_steward(
            (struct match_terms){.reaction_ms = REACTION, .clock = MATCH_CLOCK_GAME, .clock_ms = 100000});
        host.now += 2000;
        assert_true(host_move(&host, 0, "place 0"));
        assert_int_equal(left(0), 98000);
        host.now += 1000;
        if (answer)
            assert_true(host_move(&host, 1, "pass"));
        host.now += REACTION - 1000;
        assert_int_equal(left(0), 98000);
        assert_int_equal(left(1), 100000);
        assert_true(host_tick(&host));
        host.now += 700;
        assert_int_equal(left(0), 97300);
        assert_int_equal(left(1), 100000);
    }
}

/* The clock runs before the first move, even in a game in which nothing is drawn at the start. */
static void clocks_run_from_the_beginning(void **state)
{
    (void)state;
    start("castelli", 2, (struct match_terms){.clock = MATCH_CLOCK_MOVE, .clock_ms = 9000});
    assert_true(host_tick(&host));
    assert_int_equal(host.match.count, 0);
    host.now += 4000;
    assert_int_equal(left(0), 5000);
    assert_int_equal(left(1), 9000);
    assert_int_equal(match_wake(&host.match, host.now), host.now + 5000);
    host.now += 5000;
    assert_true(host_tick(&host));
    assert_string_equal(last()->move, "1 away");
}

/* A game of two is over at once. Among more a computer plays on, until all others have resigned too. */
static void whoever_resigned_never_wins(void **state)
{
    (void)state;
    start_null(MATCH_CLOCK_GAME, 9000);
    assert_true(host_change(&host, 0, MATCH_RESIGN));
    assert_true(host.proposal.over && match_over(&host.match));
    assert_int_equal(host.proposal.winners, 2);
    assert_int_equal(match_winners(&host.match, host.match.state), 2);
    assert_int_equal(match_to_act(&host.match, host.now), 0);
    assert_true(match_wake(&host.match, host.now) == MATCH_NEVER);
    assert_false(host_change(&host, 0, MATCH_BACK));
    assert_string_equal(host.proposal.refused, "not_running");

    start("null", 3, (struct match_terms){.reaction_ms = 0});
    assert_true(host_tick(&host) && host_change(&host, 0, MATCH_RESIGN));
    assert_int_equal(match_people(&host.match), 6);
    assert_false(host_change(&host, 0, MATCH_BACK));
    assert_string_equal(host.proposal.refused, "not_allowed");
    while (!match_over(&host.match)) {
        int seat = game_actor(host.match.game, host.match.state);
        assert_true(host_move(&host, seat, "take 1"));
    }
    assert_false(match_winners(&host.match, host.match.state) & 1);

    start("null", 3, (struct match_terms){.reaction_ms = 0});
    assert_true(host_tick(&host) && host_change(&host, 0, MATCH_RESIGN) &&
                host_change(&host, 2, MATCH_RESIGN));
    assert_true(match_over(&host.match));
    assert_int_equal(match_winners(&host.match, host.match.state), 2);
}

/* A match remembers which moves a computer made, so that an analysis does not call them mistakes of a player
 * who was away. */
static void it_is_known_who_made_a_move(void **state)
{
    (void)state;
    start_null(MATCH_CLOCK_NONE, 0);
    int seat = game_actor(host.match.game, host.match.state);
    assert_true(host_move(&host, seat, "take 1") && host_change(&host, seat, MATCH_AWAY));
    assert_true(host_move(&host, 1 - seat, "take 1") && host_move(&host, seat, "take 1"));
    assert_true(host_change(&host, seat, MATCH_BACK) && host_move(&host, 1 - seat, "take 1"));
    assert_true(host_move(&host, seat, "take 1"));
    const struct match *m = &host.match;
    for (int i = 0, own = 0; i < m->count; i++)
        if (m->moves[i].actor == seat)
            assert_int_equal(m->moves[i].by_stand_in, own++ == 1);
        else
            assert_false(m->moves[i].by_stand_in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_have_their_time_one_after_the_other),
        cmocka_unit_test(others_are_shown_the_game_before_the_move),
        cmocka_unit_test(silence_is_a_harmless_answer),
        cmocka_unit_test(an_answer_in_time_counts),
        cmocka_unit_test(computers_need_little_time),
        cmocka_unit_test(quiet_seats_are_not_waited_for),
        cmocka_unit_test(the_only_person_has_all_the_time),
        cmocka_unit_test(a_table_without_pauses_waits_for_who_is_asked),
        cmocka_unit_test(what_could_be_answered_can_be_again_after_taking_back),
        cmocka_unit_test(a_clock_per_move),
        cmocka_unit_test(time_used_stays_used),
        cmocka_unit_test(a_clock_per_game),
        cmocka_unit_test(clocks_stand_still_in_a_pause),
        cmocka_unit_test(clocks_run_from_the_beginning),
        cmocka_unit_test(whoever_resigned_never_wins),
        cmocka_unit_test(it_is_known_who_made_a_move),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, close_host);
}
