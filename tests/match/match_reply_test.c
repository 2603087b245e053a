/* match_reply_test.c: answers to reactions that a player has given beforehand, and that nobody learns of
 * them. */
#include <stdio.h>
#include <string.h>

#include "match/host.h"
#include "test.h"

enum { REACTION = 3000 };

static struct host host, other;
static char told[TOLD], told_other[TOLD];

static int close_hosts(void **state)
{
    (void)state;
    host_free(&host);
    host_free(&other);
    return 0;
}

static bool host_reply(struct host *h, int seat, const char *name)
{
    return match_reply(&h->match, seat, name, h->now, &h->proposal) && host_keep(h);
}

/* Plays on at random, without reactions, until a seat is asked whether it wants to react to a move that
 * begins with this word. Returns the seat, or -1 if the game ends before. */
static int seek(struct host *h, const char *word, struct rng *rng)
{
    const struct match *m = &h->match;
    game_move pass;
    while (host_tick(h) && !match_over(m)) {
        uint32_t actors = m->game->to_act(m->game, m->state);
        int seat = __builtin_ctz(actors);
        if (!m->game->reply(m->game, m->state, seat, 0, &pass)) {
            game_move move = game_random_move(m->game, m->state, seat, rng);
            assert_true(match_play(m, seat, move, h->now, &h->proposal) && host_keep(h));
        } else if (strncmp(h->kept[h->count - 1].move, word, strlen(word)) == 0) {
            return seat;
        } else {
            assert_true(host_play(h, seat, pass));
        }
        h->now += match_paused(m) && !match_asked(m, h->now) ? 2 * REACTION : 1;
    }
    return -1;
}

/* A match of two in which a seat is about to be asked: everything but the move that asks. */
static int start_before(const char *word, struct match_terms terms, game_move *move, int *mover)
{
    struct rng rng;
    rng_seed(&rng, 8);
    for (uint64_t seed = 1; seed < 3000; seed++) {
        host_free(&host);
        assert_null(host_start(&host, games_find("castelli"), 2, "battle", &terms, seed));
        int seat = seek(&host, word, &rng), count = host.count - 1;
        if (seat < 0 || host.kept[count].actor == '*')
            continue;
        *move = host.kept[count].code;
        *mover = host.kept[count].actor - '1';
        host_free(&other);
        assert_true(host_copy(&host, count, &other));
        host_free(&host);
        assert_true(host_copy(&other, count, &host));
        host.now = other.now = host.kept[count - 1].at + 1;
        return seat;
    }
    fail_msg("nobody was ever asked about \"%s\"", word);
    return -1;
}

static const struct match_terms pauses = {.reaction_ms = REACTION}, none = {.reaction_ms = 0};

/* What everybody but one seat is told is the same in both matches. */
static void assert_nobody_learns(int seat)
{
    for (int viewer = GAME_PUBLIC; viewer < host.match.seats; viewer++) {
        struct text a = TEXT_IN(told), b = TEXT_IN(told_other);
        if (viewer == seat)
            continue;
        host_tell(&host, viewer, 0, &a);
        host_tell(&other, viewer, 0, &b);
        text_int(&a, (long)match_pause_left(&host.match, host.now));
        text_int(&b, (long)match_pause_left(&other.match, other.now));
        assert_false(a.cut);
        assert_string_equal(told, told_other);
    }
}

static void never_is_told_to_nobody(void **state)
{
    game_move move;
    int mover, seat = start_before("place", pauses, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "never"));
    assert_string_equal(match_reply_name(&host.match, seat), "never");
    assert_nobody_learns(seat);
    assert_true(host_play(&host, mover, move) && host_play(&other, mover, move));
    for (int step = 0; step <= 10; step++) { /* the other seat is silent: nobody can tell the two apart */
        assert_int_equal(match_paused(&host.match), match_paused(&other.match));
        assert_nobody_learns(seat);
        host.now += REACTION / 10;
        other.now += REACTION / 10;
        assert_true(host_tick(&host) && host_tick(&other));
    }
    assert_false(match_paused(&host.match));
    assert_int_equal(host.match.count, other.match.count);
    const struct match *m = &host.match, *n = &other.match;
    int place = m->count - 1;
    while (m->moves[place].actor != seat)
        place--;
    assert_false(m->moves[place].late); /* the player has answered, not the clock */
    assert_true(n->moves[place].late);
}

static void a_player_who_is_there_can_still_answer(void **state)
{
    game_move move;
    int mover, seat = start_before("overbuild", pauses, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "never") && host_play(&host, mover, move));
    host.now++;
    assert_true(host_move(&host, seat, "guard"));
}

static void a_castle_is_guarded_when_the_time_is_over(void **state)
{
    game_move move;
    int mover, seat = start_before("overbuild", pauses, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "castle"));
    assert_true(host_play(&host, mover, move) && host_play(&other, mover, move));
    assert_nobody_learns(seat);
    host.now += REACTION - 1;
    other.now += REACTION - 1;
    assert_true(host_tick(&host) && host_tick(&other));
    assert_nobody_learns(seat);
    host.now++;
    assert_true(host_tick(&host));
    assert_string_equal(host.proposal.entries[0].move, "guard");
    assert_int_equal(host.proposal.entries[0].actor, '1' + seat);
}

static void a_tile_is_not_turned_for_a_castle(void **state)
{
    game_move move;
    int mover, seat = start_before("place", none, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "castle") && host_play(&host, mover, move));
    assert_string_equal(host.proposal.entries[1].move, "pass");
}

/* Where there are no pauses the table waits for who is asked, for days in a slow game. Not for a reply. */
static void nobody_waits_for_a_reply(void **state)
{
    game_move move;
    int mover, seat = start_before("overbuild", none, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "castle"));
    assert_true(host_play(&host, mover, move) && host_play(&other, mover, move));
    assert_int_equal(host.proposal.entries[1].actor, '1' + seat); /* in one unit with the move */
    assert_string_equal(host.proposal.entries[1].move, "guard");
    assert_int_equal(match_to_act(&other.match, other.now), game_bit(seat));
    other.now += MATCH_DAY_MS;
    assert_true(host_reply(&other, seat, "never")); /* also for one that comes while everybody waits */
    assert_string_equal(other.proposal.entries[1].move, "pass");
}

static void who_is_away_or_wants_none_gives_no_reply(void **state)
{
    game_move move;
    int mover, seat = start_before("overbuild", pauses, &move, &mover);
    (void)state;
    assert_true(host_reply(&host, seat, "castle") && host_change(&host, seat, MATCH_QUIET));
    assert_true(host_play(&host, mover, move));
    assert_string_equal(host.proposal.entries[1].move, "pass"); /* the wish for this turn is the newer one */
    seat = start_before("overbuild", none, &move, &mover);
    assert_true(host_reply(&host, seat, "castle") && host_change(&host, seat, MATCH_AWAY));
    assert_true(host_play(&host, mover, move));
    assert_int_equal(host.proposal.count, 1); /* a computer decides */
}

static void only_the_replies_of_the_game_are_taken(void **state)
{
    (void)state;
    host_free(&host);
    assert_null(host_start(&host, games_find("castelli"), 2, "", &pauses, 1));
    assert_false(host_reply(&host, 0, "castle")); /* without the module Battle no castle is taken */
    assert_string_equal(host.proposal.refused, "illegal");
    assert_false(host_reply(&host, 0, ""));
    assert_true(host_reply(&host, 0, "never") && host_reply(&host, 0, "ask"));
    int entries = host.match.entries;
    assert_true(host_reply(&host, 0, "ask")); /* nothing changes */
    assert_int_equal(host.match.entries, entries);
    assert_string_equal(match_reply_name(&host.match, 0), "ask");
    host_free(&host);
    assert_null(host_start(&host, games_find("castle"), 2, "", &pauses, 1));
    assert_false(host_reply(&host, 0, "never"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_is_told_to_nobody),
        cmocka_unit_test(a_player_who_is_there_can_still_answer),
        cmocka_unit_test(a_castle_is_guarded_when_the_time_is_over),
        cmocka_unit_test(a_tile_is_not_turned_for_a_castle),
        cmocka_unit_test(nobody_waits_for_a_reply),
        cmocka_unit_test(who_is_away_or_wants_none_gives_no_reply),
        cmocka_unit_test(only_the_replies_of_the_game_are_taken),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, close_hosts);
}
