/* table_test.c: tables at which several things happen at once: requests that wait, bots that think, clocks
 * that run out. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "server/store/unit.h"
#include "server/tables/lobby.h"
#include "test.h"

/* ---- computers ---- */

/* After an undo the same place can have another position, so an answer about the old one must not count. */
static void a_question_taken_back_is_not_answered(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"me\"},{\"kind\":\"computer\",\"level\":1}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    ask(ME, "undo", ",\"number\":3,\"to\":2");
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 2\"");
    assert_int_equal(present()->table.match.entries, 5);
    assert_true(fake_answer(&fake)); /* the bot answers about the position after "take 1" */
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 3);
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 4);
    fake_close(&fake);
}

static void a_move_that_is_not_legal_is_not_made(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"computer\",\"level\":1},{\"kind\":\"me\"}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    fake.thoughts->move = ILLEGAL;
    assert_true(fake_answer(&fake));
    assert_int_equal(present()->table.match.count, 2);
    room_advance(present()); /* the computer is asked again */
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 3);
    fake_close(&fake);
}

static int questions(void)
{
    int count = 0;
    for (const struct fake_thought *t = fake.thoughts; t; t = t->next)
        count++;
    return count;
}

static void one_question_at_a_time(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"computer\",\"level\":1},{\"kind\":\"me\"}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    for (int i = 0; i < 5; i++) {
        ask(ME, "leave", ",\"seat\":2");
        ask(ME, "sit", ",\"seat\":2");
        assert_int_equal(questions(), 1);
    }
    assert_true(fake_answer(&fake)); /* the answer still fits the position */
    assert_int_equal(present()->table.match.count, 2);
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 3);
    ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    for (int i = 0; i < 5; i++) {
        ask(ME, "undo", ",\"number\":4,\"to\":3");
        ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
        assert_int_equal(questions(), 1);
    }
    assert_true(fake_answer(&fake)); /* the bot answers about the position before the undo */
    assert_int_equal(present()->table.match.count, 4);
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 5);
    fake_close(&fake);
}

/* The answer comes while the table writes something else. It is used when that has ended. */
static void an_answer_waits_for_a_busy_table(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"computer\",\"level\":1},{\"kind\":\"me\"}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    int asked = fake.questions;
    begin(ME, "react", ",\"seat\":2,\"off\":true");
    assert_true(room_is_busy(present()));
    assert_true(fake_answer(&fake));
    assert_int_equal(present()->table.match.count, 2);
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 3);
    assert_int_equal(fake.questions, asked); /* nobody thought again */
    fake_close(&fake);
}

/* The same, but the move before it was taken back meanwhile: the answer is about another position. */
static void an_answer_that_waited_may_be_too_old(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"me\"},{\"kind\":\"computer\",\"level\":1}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    begin(ME, "undo", ",\"number\":3,\"to\":2");
    assert_true(room_is_busy(present()));
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 2);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 2\"");
    assert_int_equal(present()->table.match.count, 3);
    assert_int_equal(questions(), 1);
    fake_close(&fake);
}

/* Computers do not think at a table that nobody has watched for a while. They go on when somebody watches
 * again. */
static void computers_do_not_think_for_nobody(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"computer\",\"level\":1},{\"kind\":\"computer\",\"level\":1}", NO_CLOCK, false);
    fake.slow = true;
    ask(ME, "start", "");
    assert_int_equal(questions(), 1);
    fake.now += 11 * 60 * 1000; /* nobody watches for eleven minutes */
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->table.match.count, 3);
    assert_int_equal(questions(), 0);
    ask(ME, "watch", "");
    assert_int_equal(questions(), 1);
    fake.now += 11 * 60 * 1000; /* computers go on while somebody watches */
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(questions(), 1);
    fake_close(&fake);
}

static void who_sits_need_not_sit_down(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    begin(ME, "sit", ",\"seat\":1");
    assert_string_equal(heard(ME), "{\"re\":1}\n");
    assert_false(fake_step(&fake));
    fake_close(&fake);
}

/* Opens a tournament of computers, in which two tables play side by side. */
static void open_tournament(int reaction)
{
    char text[1024];
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake.slow = true;
    snprintf(
        text, sizeof text,
        "{\"id\":1,\"do\":\"create\",\"game\":\"castelli-tournament\",\"seats\":4,\"options\":[\"battle\"],"
        "\"who\":[{\"kind\":\"computer\",\"level\":1},{\"kind\":\"computer\",\"level\":1},"
        "{\"kind\":\"computer\",\"level\":1},{\"kind\":\"computer\",\"level\":1}],\"public\":true,"
        "\"clock\":{\"kind\":\"none\"},\"undo\":\"none\",\"reaction\":%d,\"start\":true}",
        reaction);
    fake_ask(&fake, ME, text);
    const char *at = strstr(heard(ME), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
}

/* During a pause at one table the other table waits, even if its bot has already chosen a move. */
static void thoughts_wait_for_a_pause(void **unused)
{
    (void)unused;
    int held = 0;
    open_tournament(3000);
    while (held < 3) {
        const struct match *m = &present()->table.match;
        assert_int_equal(present()->table.at.row.state, TABLE_RUNNING);
        bool pause = match_paused(m);
        uint32_t asked = match_asked(m, fake.now);
        int count = m->count;
        if (!fake_answer(&fake)) { /* no bot is asked during this pause */
            assert_true(pause);
            fake_pass(&fake, match_pause_left(m, fake.now));
        } else {
            fake_settle(&fake);
            if (pause && m->count > count)
                assert_true(asked & game_bit(m->moves[count].actor));
            else
                held += pause;
        }
    }
    fake_close(&fake);
}

/* The answer of a bot stays valid when the other table makes a move. */
static void thoughts_side_by_side(void **unused)
{
    (void)unused;
    open_tournament(0);
    assert_int_equal(questions(), 2);
    for (int i = 1; i < 10; i++) {
        assert_true(fake_answer(&fake));
        fake_settle(&fake);
        assert_int_equal(fake.server.metrics.thoughts, i);
        assert_in_range(questions(), 1, 2);
    }
    fake_close(&fake);
}

/* ---- requests sent together ---- */

static void all_are_told_of_each_move(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    ask(OTHER, "watch", "");
    heard(OTHER);
    begin(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    begin(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 2\"");
    assert_true(fake_step(&fake));
    const char *first = heard(OTHER);
    assert_non_null(strstr(first, "\"number\":3,\"from\":2"));
    assert_null(strstr(first, "take 2")); /* "take 2" is not stored yet */
    assert_true(fake_step(&fake));
    assert_heard(OTHER, "\"number\":4,\"from\":3");
    fake_close(&fake);
}

static void all_are_told_of_the_start(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"open\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    ask(OTHER, "watch", "");
    ask(OTHER, "join", ",\"seat\":1");
    heard(OTHER);
    begin(ME, "join", ",\"seat\":2");
    begin(ME, "start", "");
    assert_true(fake_step(&fake));
    assert_null(strstr(heard(OTHER), "running"));
    assert_true(fake_step(&fake));
    assert_heard(OTHER, "\"state\":\"running\"");
    fake_close(&fake);
}

/* ---- lists ---- */

static void lists_tell_of_what_is_stored(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    fake_ask(&fake, OTHER, "{\"id\":1,\"do\":\"list\",\"what\":\"open\"}");
    heard(OTHER);
    lobby_tick(&fake.server); /* news of the table that was made before */
    heard(OTHER);
    static const char create[] =
        "{\"id\":1,\"do\":\"create\",\"game\":\"null\",\"seats\":2,\"options\":[],\"who\":[{\"kind\":\"me\"},"
        "{\"kind\":\"open\"}],\"public\":true,\"clock\":{\"kind\":\"none\"},\"undo\":\"none\"}";
    clients_message(&fake.server, ME, create, sizeof create - 1);
    lobby_tick(&fake.server);
    assert_string_equal(heard(OTHER), "");
    fake_settle(&fake);
    lobby_tick(&fake.server);
    assert_heard(OTHER, "\"state\":\"open\"");
    fake_close(&fake);
}

/* Followers are told only of rows that differ from those that were read before. So a list shows exactly
 * these, even if the table in memory is older or newer. */
static void lists_show_the_rows_that_were_read(void **unused)
{
    (void)unused;
    struct chair_row chairs[GAME_MAX_SEATS];
    open_table("{\"kind\":\"me\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    fake_ask(&fake, OTHER, "{\"id\":1,\"do\":\"list\",\"what\":\"open\"}");
    lobby_tick(&fake.server);
    fake_settle(&fake);
    heard(OTHER);
    struct stored_table next = stored();
    for (int seat = 0; seat < next.row.seats; seat++)
        chairs[seat] = next.chairs[seat].row;
    chairs[1].kind = CHAIR_COMPUTER;
    chairs[1].level = 5;
    next.row.revision++;
    struct unit *unit = unit_new();
    unit_put_table(unit, &next.row, chairs);
    fake_write(&fake, unit); /* stored, and not yet in memory */
    lobby_stale(&fake.server);
    lobby_tick(&fake.server);
    fake_settle(&fake);
    assert_heard(OTHER, "\"level\":5");
    fake_close(&fake);
}

static void write_open_table(uint64_t id, enum table_state state, int revision)
{
    struct table_row row = {
        .id = id, .game = "null", .seats = 2, .open_to_all = 1, .state = state, .revision = revision};
    struct chair_row chairs[GAME_MAX_SEATS] = {{.table = id}, {.table = id, .seat = 1}};
    row.rules = games_find("null")->rules;
    struct unit *unit = unit_new();
    if (revision)
        unit_put_table(unit, &row, chairs);
    else
        unit_new_table(unit, &row, chairs);
    fake_write(&fake, unit);
}

static bool has_row(const struct unit *unit)
{
    bool any = false;
    for (const struct write *w = unit->first; w; w = w->next)
        any = any || w->kind == WRITE_TABLE || w->kind == WRITE_CHAIR;
    return any;
}

/* Nobody may see in a row, or in how often it was put, that somebody wants no reaction. */
static void a_unit_of_entries_holds_entries_only(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    for (int i = 0; i < 2; i++) {
        fake.now += LONG_MS;
        rooms_tick(&fake.server);
        fake_settle(&fake);
        int revision = stored().row.revision;
        begin(ME, i ? "react" : "move",
              i ? ",\"seat\":2,\"off\":true" : ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
        assert_non_null(fake.units);
        assert_false(has_row(fake.units));
        fake_settle(&fake);
        assert_int_equal(stored().row.revision, revision);
        assert_int_equal(stored().row.number, 2 + i);
        rooms_tick(&fake.server);
        fake_settle(&fake);
    }
    assert_int_equal(stored().row.number, 3);
    int revision = stored().row.revision; /* nobody has learned anything since the last summary */
    fake.now += LONG_MS - 2000;
    rooms_tick(&fake.server);
    fake_settle(&fake);
    assert_int_equal(stored().row.revision, revision);
    fake_close(&fake);
}

/* The rows of a list are older than the last summary of the table. */
static void lists_show_the_newest_points(void **unused)
{
    (void)unused;
    static const char list[] = "{\"id\":1,\"do\":\"list\",\"what\":\"live\"}";
    open_table(HOT, NO_CLOCK, true);
    fake_ask(&fake, OTHER, list);
    for (int i = 0; i < 2; i++) {
        char rest[80], number[32];
        snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", i + 2, i + 1);
        ask(ME, "move", rest);
        fake.now += LONG_MS / 2;
        rooms_tick(&fake.server);
        snprintf(number, sizeof number, "\"number\":%d,", i + 3);
        heard(OTHER);
        fake_ask(&fake, OTHER, list);
        assert_heard(OTHER, number);
        fake_settle(&fake);
        fake_ask(&fake, OTHER, list);
        assert_heard(OTHER, number);
    }
    fake_close(&fake);
}

/* A table that a newer one had pushed out of a long list comes back when that one goes. */
static void lists_tell_of_what_comes_back(void **unused)
{
    (void)unused;
    enum { FIRST = 1000, NEWEST = FIRST + STORE_LIST };
    char first[ID_TEXT];
    open_table(HOT, NO_CLOCK, true);
    for (uint64_t id = FIRST; id < NEWEST; id++)
        write_open_table(id, TABLE_OPEN, 0);
    fake_ask(&fake, OTHER, "{\"id\":1,\"do\":\"list\",\"what\":\"open\"}");
    id_text(FIRST, first);
    assert_heard(OTHER, first);
    write_open_table(NEWEST, TABLE_OPEN, 0);
    lobby_stale(&fake.server);
    fake_ask(&fake, ME, "{\"id\":2,\"do\":\"list\",\"what\":\"open\"}");
    assert_null(strstr(heard(ME), first));
    write_open_table(NEWEST, TABLE_OVER, 1);
    lobby_tick(&fake.server);
    fake_settle(&fake);
    assert_heard(ME, first);
    fake_close(&fake);
}

/* ---- clocks ---- */

static int64_t left_of(int seat)
{
    return match_clock_left(&present()->table.match, seat, fake.now);
}

static void leaving_gives_no_time_back(void **unused)
{
    (void)unused;
    open_table(HOT, GAME_CLOCK, true);
    fake.slow = true;
    fake.now += 4000;
    ask(ME, "leave", ",\"seat\":1");
    fake.now += 2000; /* a computer now thinks for the seat whose time is over */
    ask(ME, "sit", ",\"seat\":1");
    assert_int_equal(left_of(0), 56000);
    fake.now += 3000;
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_int_equal(left_of(0), 53000);
    forget();
    look();
    assert_int_equal(left_of(0), 53000);
    fake_close(&fake);
}

static void taking_back_gives_no_time_back(void **unused)
{
    (void)unused;
    open_table(HOT, GAME_CLOCK, true);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    fake.now += 5000;
    ask(ME, "undo", ",\"number\":3,\"to\":2");
    assert_int_equal(present()->table.match.count, 2);
    assert_int_equal(left_of(1), 55000);
    forget();
    look();
    assert_int_equal(left_of(1), 55000);
    fake_close(&fake);
}

/* ---- limits by address ---- */

static bool take_one(struct rates *rates, int address, int64_t now)
{
    char text[ADDRESS_TEXT];
    snprintf(text, sizeof text, "10.0.%d.%d", address / 256, address % 256);
    uint64_t key = limits_key(text);
    bool may = rates_has(rates, key, (struct pace){1, 2}, now);
    if (may)
        rates_spend(rates, key, 1, (struct pace){1, 2}, now);
    return may;
}

static void addresses_are_forgotten_when_they_rest(void **unused)
{
    (void)unused;
    enum { BEFORE = 600, ALL = 1600 };
    struct rates rates = {0};
    int64_t now = INT64_C(1800000000000);
    for (int i = 0; i < BEFORE; i++)
        assert_true(take_one(&rates, i, now));
    assert_true(take_one(&rates, 0, now));
    assert_int_equal(rates.buckets.count, BEFORE);
    now += 1000;
    for (int i = BEFORE; i < ALL; i++)
        assert_true(take_one(&rates, i, now));
    assert_int_equal(rates.buckets.count, ALL - BEFORE + 1);
    /* Address 0 had used up two requests, and has one again after a second. */
    assert_true(take_one(&rates, 0, now));
    assert_false(take_one(&rates, 0, now));
    rates_free(&rates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_taken_back_is_not_answered),
        cmocka_unit_test(a_move_that_is_not_legal_is_not_made),
        cmocka_unit_test(one_question_at_a_time),
        cmocka_unit_test(an_answer_waits_for_a_busy_table),
        cmocka_unit_test(an_answer_that_waited_may_be_too_old),
        cmocka_unit_test(computers_do_not_think_for_nobody),
        cmocka_unit_test(who_sits_need_not_sit_down),
        cmocka_unit_test(thoughts_side_by_side),
        cmocka_unit_test(thoughts_wait_for_a_pause),
        cmocka_unit_test(all_are_told_of_each_move),
        cmocka_unit_test(all_are_told_of_the_start),
        cmocka_unit_test(lists_tell_of_what_is_stored),
        cmocka_unit_test(lists_show_the_rows_that_were_read),
        cmocka_unit_test(a_unit_of_entries_holds_entries_only),
        cmocka_unit_test(lists_show_the_newest_points),
        cmocka_unit_test(lists_tell_of_what_comes_back),
        cmocka_unit_test(leaving_gives_no_time_back),
        cmocka_unit_test(taking_back_gives_no_time_back),
        cmocka_unit_test(addresses_are_forgotten_when_they_rest),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
