/* luck_test.c: people at two nodes give their numbers to the luck of one game (match/luck.h). */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "match/luck.h"
#include "nodes.h"
#include "test.h"

#define TERMS "\"clock\":{\"kind\":\"none\"},\"undo\":\"consent\",\"reaction\":0"

enum { LATE_MS = 6000 }; /* the numbers are waited for no longer than 5 seconds */

static char numbers[NODES][LUCK_HEX], pledges[NODES][LUCK_HEX];

/* A number for the person of a node. */
static void draw(int at, uint8_t fill)
{
    uint8_t number[HASH_SIZE], hash[HASH_SIZE];
    memset(number, fill, sizeof number);
    luck_hash(number, hash);
    hex_text(number, sizeof number, numbers[at]);
    hex_text(hash, sizeof hash, pledges[at]);
}

static const char *member(const char *name, const char *value)
{
    static char rest[128];
    snprintf(rest, sizeof rest, ",\"%s\":\"%s\"", name, value);
    return rest;
}

static void forget_heard(void)
{
    for (int at = 0; at < NODES; at++) {
        heard(at, PERSON);
        heard(at, OTHER);
    }
}

/* Both people sit there, watch, each at their node, and are bound to their numbers. */
static void open_pledged(void)
{
    bus = BUS_GOOD;
    open_nodes("null", TERMS, false);
    for (int at = 0; at < NODES; at++) {
        draw(at, (uint8_t)(0xa1 + at));
        ask(at, PERSON, "pledge", member("pledge", pledges[at]));
    }
    pass(1000);
    forget_heard();
}

static void start(void)
{
    ask(A, PERSON, "start", "");
    pass(500); /* the other node may add people */
    for (int at = 0; at < NODES; at++) {
        const char *all = heard(at, PERSON);
        assert_non_null(strstr(all, "\"is\":\"luck\""));
        for (int i = 0; i < NODES; i++) {
            assert_non_null(strstr(all, pledges[i]));
            assert_null(strstr(all, numbers[i]));
        }
    }
}

static void assert_begun(void)
{
    char told[256];
    snprintf(told, sizeof told, "\"numbers\":[\"%s\",\"%s\"]", numbers[A], numbers[B]);
    for (int at = 0; at < NODES; at++) {
        if (dead[at])
            continue;
        assert_heard(at, PERSON, told);
        assert_int_equal(present(at)->table.at.row.state, TABLE_RUNNING);
        assert_int_equal(present(at)->table.at.row.drawing, 0);
    }
    if (!dead[A] && !dead[B])
        assert_memory_equal(present(A)->table.match.key, present(B)->table.match.key, MATCH_KEY);
}

static void assert_nobody_is_bound(int at)
{
    const struct stored_table *t = &present(at)->table.at;
    assert_int_equal(t->row.state, TABLE_OPEN);
    assert_int_equal(t->row.drawing, 0);
    for (int seat = 0; seat < t->row.seats; seat++) {
        assert_string_equal(t->chairs[seat].row.pledge, "");
        assert_string_equal(t->chairs[seat].row.nonce, "");
    }
}

/* The bus says that the table changed, and nothing of what decides the luck. */
static void assert_nothing_was_carried(void)
{
    const struct stored_table *t = &present(A)->table.at;
    assert_true(strlen(carried) > 0);
    for (int at = 0; at < NODES; at++) {
        assert_null(strstr(carried, numbers[at]));
        assert_null(strstr(carried, pledges[at]));
    }
    assert_null(strstr(carried, t->row.secret));
    assert_null(strstr(carried, t->row.key));
}

static void people_of_both_nodes_give_numbers(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    const char *all = heard(B, PERSON);
    assert_null(strstr(all, numbers[A])); /* nobody is told one before the start */
    assert_null(strstr(all, "running"));
    ask(B, PERSON, "reveal", member("value", numbers[B]));
    assert_begun();
    assert_nothing_was_carried();
    close_nodes();
}

/* Both numbers come at the same time: one unit is refused, and its request is handled again. */
static void numbers_that_come_at_once_are_both_taken(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    begin(A, PERSON, "reveal", member("value", numbers[A]));
    begin(B, PERSON, "reveal", member("value", numbers[B]));
    settle();
    assert_begun();
    close_nodes();
}

/* A person's second device, at the other node, may tell the number too; only once. */
static void a_number_is_told_at_any_node(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    ask(B, OTHER, "reveal", member("value", numbers[A]));
    ask(B, OTHER, "reveal", member("value", numbers[B])); /* not this person's */
    assert_heard(B, OTHER, "\"error\":\"not_allowed\"");
    ask(A, OTHER, "reveal", member("value", numbers[B]));
    assert_begun();
    close_nodes();
}

/* The node that was asked to start dies; the other one starts the game. */
static void a_start_survives_its_node(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    dead[A] = true;
    ask(B, PERSON, "reveal", member("value", numbers[B]));
    assert_begun();
    dead[A] = false;
    close_nodes();
}

/* Whoever withholds a number cannot try another one, at any node. */
static void who_withholds_a_number_is_not_asked_again(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    pass(LATE_MS);
    for (int at = 0; at < NODES; at++) {
        assert_nobody_is_bound(at);
        assert_heard(at, PERSON, "\"pledges\":[null,null]");
    }
    draw(A, 0xc1);
    draw(B, 0xc2);
    ask(A, PERSON, "pledge", member("pledge", pledges[A]));
    ask(A, OTHER, "pledge", member("pledge", pledges[B])); /* B's person, at the other node */
    ask(B, PERSON, "pledge", member("pledge", pledges[B]));
    assert_string_equal(present(B)->table.at.chairs[0].row.pledge, pledges[A]);
    assert_string_equal(present(B)->table.at.chairs[1].row.pledge, "");
    ask(A, PERSON, "start", "");
    pass(500);
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    assert_int_equal(present(B)->table.at.row.state, TABLE_RUNNING);
    assert_string_equal(present(B)->table.at.chairs[0].row.nonce, numbers[A]);
    assert_string_equal(present(B)->table.at.chairs[1].row.nonce, "");
    close_nodes();
}

/* Another change of the table comes first: the start is made again on what is new. */
static void a_start_is_not_lost_in_a_race(void **unused)
{
    (void)unused;
    for (int first = 0; first < NODES; first++) {
        open_pledged();
        draw(B, 0xd2);
        begin(A, PERSON, "start", "");
        begin(B, PERSON, "pledge", member("pledge", pledges[B]));
        fake_step(&node[first]); /* its unit is written before the other one's */
        settle();
        pass(500);
        assert_true(present(A)->table.at.row.drawing);
        assert_heard(A, PERSON, "\"is\":\"luck\"");
        if (first == A) { /* it was too late to choose another number */
            assert_heard(B, PERSON, "\"error\":\"not_allowed\"");
            draw(B, 0xa1 + B);
        }
        ask(A, PERSON, "reveal", member("value", numbers[A]));
        ask(B, PERSON, "reveal", member("value", numbers[B]));
        assert_begun();
        close_nodes();
    }
}

/* Somebody leaves: there is nothing to start, and numbers that were told are not used again. */
static void a_chair_that_becomes_free_ends_the_start(void **unused)
{
    (void)unused;
    open_pledged();
    start();
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    ask(B, PERSON, "leave", "");
    for (int at = 0; at < NODES; at++)
        assert_nobody_is_bound(at);
    ask(B, PERSON, "reveal", member("value", numbers[B]));
    assert_heard(B, PERSON, "\"error\":\"not_allowed\"");
    pass(LATE_MS);
    assert_string_equal(present(A)->table.at.row.silent, ""); /* nobody withheld anything */
    close_nodes();
}

/* The node that begins has not heard yet that somebody watches at the other one. Nobody tells a number before
 * it is settled who does. */
static void people_who_have_just_come_are_asked_too(void **unused)
{
    (void)unused;
    open_pledged();
    ask(B, PERSON, "unwatch", "");
    pass(1000);
    bus = BUS_LOSES_ALL;
    ask(B, PERSON, "watch", "");
    bus = BUS_GOOD;
    begin(A, PERSON, "start", "");
    fake_step(&node[A]);
    assert_int_equal(present(A)->table.at.row.drawing_asked, game_bit(0));
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    assert_heard(A, PERSON, "\"error\":\"not_allowed\"");
    pass(500);
    assert_int_equal(present(A)->table.at.row.drawing_asked, game_bit(0) | game_bit(1));
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    ask(B, PERSON, "reveal", member("value", numbers[B]));
    assert_begun();
    close_nodes();
}

/* All notices are lost for a while: nodes look by themselves, and no game begins without what was pledged. */
static void lost_notices_only_delay(void **unused)
{
    (void)unused;
    open_pledged();
    bus = BUS_LOSES_ALL;
    ask(A, PERSON, "start", "");
    assert_null(strstr(heard(B, PERSON), "\"is\":\"luck\""));
    bus = BUS_GOOD;
    pass(1500);
    assert_heard(B, PERSON, "\"is\":\"luck\"");
    ask(B, PERSON, "reveal", member("value", numbers[B]));
    ask(A, PERSON, "reveal", member("value", numbers[A]));
    assert_begun();
    close_nodes();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_of_both_nodes_give_numbers),
        cmocka_unit_test(numbers_that_come_at_once_are_both_taken),
        cmocka_unit_test(a_number_is_told_at_any_node),
        cmocka_unit_test(a_start_survives_its_node),
        cmocka_unit_test(who_withholds_a_number_is_not_asked_again),
        cmocka_unit_test(a_start_is_not_lost_in_a_race),
        cmocka_unit_test(a_chair_that_becomes_free_ends_the_start),
        cmocka_unit_test(people_who_have_just_come_are_asked_too),
        cmocka_unit_test(lost_notices_only_delay),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
