/* race_test.c: two nodes share a store and fight for one table, without telling each other anything. */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "nodes.h"
#include "test.h"

#define TERMS "\"clock\":{\"kind\":\"none\"},\"undo\":\"consent\",\"reaction\":0"

/* The second chair is taken once, and the node that came late knows by whom. */
static void a_chair_is_taken_once(void **unused)
{
    (void)unused;
    open_nodes("null", TERMS, false);
    ask(B, PERSON, "leave", "");
    look(A);
    heard(A, PERSON);
    heard(B, PERSON);
    begin(A, PERSON, "join", ",\"seat\":2");
    begin(B, PERSON, "join", ",\"seat\":2");
    settle();
    assert_heard(A, PERSON, "{\"re\":1,\"seat\":2}");
    assert_heard(B, PERSON, "\"error\":\"full\"");
    assert_int_equal(present(A)->table.at.chairs[1].row.player, present(B)->table.at.chairs[1].row.player);
    assert_int_equal(present(A)->table.at.row.revision, present(B)->table.at.row.revision);
    close_nodes();
}

/* A person moves at one node, and otherwise from a second device at the other. */
static void of_two_moves_one_is_made(void **unused)
{
    (void)unused;
    open_nodes("null", TERMS, true);
    begin(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    begin(B, OTHER, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 2\"");
    settle();
    assert_heard(A, PERSON, "\"re\":1,\"number\":3");
    assert_heard(B, OTHER, "\"error\":\"");
    assert_int_equal(present(B)->table.match.entries, 3);
    assert_non_null(strstr(stored_record(), "\n1 take 1\n"));
    assert_null(strstr(stored_record(), "take 2"));
    close_nodes();
}

/* What is decided again on what is new may well be fine: nobody is refused. */
static void a_move_that_still_fits_is_made(void **unused)
{
    (void)unused;
    open_nodes("null", TERMS, true);
    ask(A, PERSON, "react", ",\"seat\":1,\"off\":true"); /* an entry that is no move */
    int before = present(A)->table.match.entries;
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    look(B);
    ask(A, PERSON, "react", ",\"seat\":1,\"off\":true");
    bool wrote = present(A)->table.match.entries > before + 1;
    heard(B, PERSON);
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 2\"");
    const char *all = heard(B, PERSON);
    assert_non_null(strstr(all, "\"re\":1,\"number\":4"));
    assert_null(strstr(all, "\"error\""));
    assert_int_equal(present(B)->table.match.entries, before + 2 + wrote);
    close_nodes();
}

static void a_question_is_asked_everywhere(void **unused)
{
    (void)unused;
    open_nodes("null", TERMS, true);
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    look(B);
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    look(A);
    heard(A, PERSON);
    heard(B, PERSON);
    ask(A, PERSON, "undo", ",\"number\":4,\"to\":2");
    assert_heard(A, PERSON, "\"is\":\"undo_asked\"");
    look(B);
    assert_heard(B, PERSON, "\"is\":\"undo_asked\"");
    ask(B, PERSON, "answer", ",\"to\":2,\"yes\":false");
    look(A);
    assert_heard(A, PERSON, "\"is\":\"undo_refused\"");
    assert_false(table_asks_back(&present(A)->table));
    ask(A, PERSON, "undo", ",\"number\":4,\"to\":2");
    look(B);
    heard(B, PERSON);
    ask(B, PERSON, "answer", ",\"to\":2,\"yes\":true");
    assert_heard(B, PERSON, "\"is\":\"undone\"");
    look(A);
    assert_heard(A, PERSON, "\"is\":\"undone\"");
    assert_int_equal(present(A)->table.match.count, 2);
    close_nodes();
}

/* The end of a unit is unknown, the store cannot be read for a while, and another node has moved on. */
static void doubt_ends_with_the_truth(void **unused)
{
    (void)unused;
    open_nodes("null", TERMS, true);
    node[A].unsure = node[A].blind = true;
    begin(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    settle();
    assert_string_equal(heard(A, PERSON), ""); /* nobody knows yet */
    look(B);
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 2\"");
    fake_pass(&node[A], 1500);
    assert_string_equal(heard(A, PERSON), "");
    node[A].unsure = node[A].blind = false;
    fake_pass(&node[A], 1500);
    settle();
    const char *all = heard(A, PERSON);
    assert_non_null(strstr(all, "\"re\":1,\"number\":3"));
    assert_non_null(strstr(all, "take 2"));
    assert_int_equal(present(A)->table.match.entries, present(B)->table.match.entries);
    close_nodes();
}

/* A node that cannot ask the store does not know whether its position is old: it shows none, and refuses
 * nothing because of it. */
static void nobody_is_shown_an_old_position(void **unused)
{
    (void)unused;
    bus = BUS_LOSES_ALL;
    open_nodes("null", TERMS, true);
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    heard(B, OTHER);
    node[B].blind = true;
    ask(B, OTHER, "watch", "");
    const char *all = heard(B, OTHER);
    assert_non_null(strstr(all, "\"error\":\"store\""));
    assert_null(strstr(all, "\"is\":\"table\""));
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    assert_heard(B, PERSON, "\"error\":\"store\"");
    node[B].blind = false;
    ask(B, OTHER, "watch", "");
    assert_heard(B, OTHER, "\"number\":3,");
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    assert_heard(B, PERSON, "\"re\":1,\"number\":4");
    close_nodes();
    bus = BUS_NONE;
}

/* ---- whole games ---- */

enum { MOVES = 2000, GAMES = 3 };

static struct choice {
    int seat, number;
    char move[GAME_MOVE_TEXT];
} made[MOVES];
static int made_count;
static char single[64 * 1024]; /* the record of a single server */

/* The connection of a seat's person at a node: the first person is PERSON at A, the second at B. */
static uint64_t connection(int at, int seat)
{
    return at == seat ? PERSON : OTHER;
}

static void write_move(const struct choice *m, char rest[512])
{
    snprintf(rest, 512, ",\"number\":%d,\"seat\":%d,\"move\":\"%s\"", m->number, m->seat + 1, m->move);
}

/* Both nodes are below the rate of requests. */
static void wait_a_little(void)
{
    node[A].now += 100;
    node[B].now += 100;
}

/* One server alone, which both people use; what they choose is remembered. */
static void play_at_one(const char *game, const char *terms, struct rng *rng)
{
    open_nodes(game, terms, true);
    const struct match *m = &present(A)->table.match;
    made_count = 0;
    while (present(A)->table.at.row.state == TABLE_RUNNING) {
        char rest[512];
        assert_true(made_count < MOVES);
        struct choice *one = &made[made_count++];
        struct text out = TEXT_IN(one->move);
        one->seat = __builtin_ctz(match_to_act(m, node[A].now));
        one->number = match_number(m, one->seat, m->count);
        m->game->move_text(m->game, m->state, one->seat, game_random_move(m->game, m->state, one->seat, rng),
                           &out);
        write_move(one, rest);
        wait_a_little();
        ask(A, connection(A, one->seat), "move", rest);
        assert_null(strstr(heard(A, connection(A, one->seat)), "\"error\""));
    }
    snprintf(single, sizeof single, "%s", stored_record());
    close_nodes();
}

/* The same choices, each sent to both nodes; which of them is faster is left to chance. */
static void play_at_both(const char *game, const char *terms, struct rng *rng)
{
    open_nodes(game, terms, true);
    for (int i = 0; i < made_count; i++) {
        char rest[512];
        int first = (int)rng_below(rng, NODES), seat = made[i].seat, taken = 0;
        write_move(&made[i], rest);
        wait_a_little();
        begin(first, connection(first, seat), "move", rest);
        for (int steps = (int)rng_below(rng, 3); steps; steps--)
            fake_step(&node[rng_below(rng, NODES)]);
        begin(1 - first, connection(1 - first, seat), "move", rest);
        settle();
        int at = (int)rng_below(rng, NODES);
        look(at);
        look(1 - at);
        for (int n = 0; n < NODES; n++) {
            taken += strstr(heard(n, connection(n, seat)), "\"re\":1,\"number\"") != NULL;
            heard(n, connection(n, 1 - seat));
        }
        assert_int_equal(taken, 1);
        assert_int_equal(present(A)->table.match.entries, present(B)->table.match.entries);
        assert_int_equal(present(A)->table.at.row.state, present(B)->table.at.row.state);
    }
    assert_int_equal(present(A)->table.at.row.state, TABLE_OVER);
    assert_string_equal(stored_record(), single);
    close_nodes();
}

/* Each person sends every move to both nodes. The record is that of a single server, with every draw of
 * chance. */
static void nodes_that_fight_agree(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *terms;
    } played[] = {
        {"null", TERMS},
        {"castelli", TERMS},
        {"castelli", "\"options\":[\"battle\",\"dilemma\",\"layout=random\",\"first=random\"]," TERMS},
        {"castle", TERMS},
        {"castellan", TERMS},
        {"castellan", "\"options\":[\"touch\"]," TERMS},
    };
    struct rng rng;
    rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof played / sizeof played[0]; i++)
        for (int round = 0; round < GAMES; round++) {
            play_at_one(played[i].game, played[i].terms, &rng);
            play_at_both(played[i].game, played[i].terms, &rng);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chair_is_taken_once),           cmocka_unit_test(of_two_moves_one_is_made),
        cmocka_unit_test(a_move_that_still_fits_is_made),  cmocka_unit_test(a_question_is_asked_everywhere),
        cmocka_unit_test(doubt_ends_with_the_truth),       cmocka_unit_test(nodes_that_fight_agree),
        cmocka_unit_test(nobody_is_shown_an_old_position),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
