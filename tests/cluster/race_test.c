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
    assert_int_equal(present(A)->at.chairs[1].row.player, present(B)->at.chairs[1].row.player);
    assert_int_equal(present(A)->at.row.revision, present(B)->at.row.revision);
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
    assert_int_equal(present(B)->match.entries, 3);
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
    int before = present(A)->match.entries;
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    look(B);
    ask(A, PERSON, "react", ",\"seat\":1,\"off\":true");
    bool wrote = present(A)->match.entries > before + 1;
    heard(B, PERSON);
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 2\"");
    const char *all = heard(B, PERSON);
    assert_non_null(strstr(all, "\"re\":1,\"number\":4"));
    assert_null(strstr(all, "\"error\""));
    assert_int_equal(present(B)->match.entries, before + 2 + wrote);
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
    assert_int_equal(present(A)->at.row.undo_asked, 0);
    ask(A, PERSON, "undo", ",\"number\":4,\"to\":2");
    look(B);
    heard(B, PERSON);
    ask(B, PERSON, "answer", ",\"to\":2,\"yes\":true");
    assert_heard(B, PERSON, "\"is\":\"undone\"");
    look(A);
    assert_heard(A, PERSON, "\"is\":\"undone\"");
    assert_int_equal(present(A)->match.count, 2);
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
    assert_int_equal(present(A)->match.entries, present(B)->match.entries);
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

/* Each person sends every move to both nodes. Which node is faster is left to chance. The record is that of a
 * single server. */
static void nodes_that_fight_agree(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int round = 0; round < 20; round++) {
        open_nodes("null", TERMS, true);
        struct match *m = &present(A)->match;
        while (present(A)->at.row.state == TABLE_RUNNING) {
            char rest[96];
            int seat = __builtin_ctz(match_to_act(m, node[A].now));
            snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", m->count, seat + 1);
            int first = (int)rng_below(&rng, NODES);
            begin(first, first == seat ? PERSON : OTHER, "move", rest);
            for (int steps = (int)rng_below(&rng, 3); steps; steps--)
                fake_step(&node[rng_below(&rng, NODES)]);
            begin(1 - first, 1 - first == seat ? PERSON : OTHER, "move", rest);
            settle();
            int at = (int)rng_below(&rng, NODES);
            look(at);
            look(1 - at);
            assert_int_equal(present(A)->match.entries, present(B)->match.entries);
            assert_int_equal(present(A)->at.row.state, present(B)->at.row.state);
        }
        int turns = 0;
        for (const char *line = stored_record(); *line; line = strchr(line, '\n') + 1)
            if (*line != '*') {
                assert_int_equal(*line, '1' + turns % 2);
                turns++;
            }
        assert_int_equal(turns, m->count - 2);
        close_nodes();
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
