/* table_test.c: tables at which several things happen at once: requests that wait, bots that think, stores
 * that fail, clocks that run out. */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "fake.h"
#include "server/tables/lobby.h"
#include "test.h"

enum { ME = 1, OTHER = 2, LONG_MS = 61 * 1000, ILLEGAL = 7 };

static struct fake fake;
static char table[ID_TEXT];

static void ask(uint64_t who, const char *word, const char *rest)
{
    char text[512];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, table, rest);
    fake_ask(&fake, who, text);
}

/* Sends a request; the store has written nothing of it yet. */
static void begin(uint64_t who, const char *word, const char *rest)
{
    char text[512];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, table, rest);
    clients_message(&fake.server, who, text, strlen(text));
}

/* What a connection was sent since the last call. */
static const char *heard(uint64_t who)
{
    static char copy[64 * 1024];
    struct heard *h = &fake.heard[who];
    snprintf(copy, sizeof copy, "%s", h->at ? h->at : "");
    heard_clear(h);
    return copy;
}

static void assert_heard(uint64_t who, const char *what)
{
    const char *all = heard(who);
    if (!strstr(all, what))
        fail_msg("%s was not heard in: %.400s", what, all);
}

static struct table *present(void)
{
    return map_get(&fake.server.tables, id_parse(table));
}

static struct stored_table stored(void)
{
    struct stored_table t;
    assert_true(fake_stored_table(&fake, id_parse(table), &t));
    return t;
}

static void set_rules(int rules)
{
    char sql[64];
    snprintf(sql, sizeof sql, "UPDATE tables SET rules = %d", rules);
    assert_int_equal(sqlite3_exec(fake.sqlite.writer, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* Opens a table of the null game, which deals two cards at the start. `who` are the chairs as in `create`. */
static void open_table(const char *who, const char *clock, bool start)
{
    char text[512];
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_connect(&fake, OTHER);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"create\",\"game\":\"null\",\"seats\":2,\"options\":[],\"who\":[%s],"
             "\"public\":true,\"clock\":{%s},\"undo\":\"consent\",\"reaction\":0,\"start\":%s}",
             who, clock, start ? "true" : "false");
    fake_ask(&fake, ME, text);
    const char *at = strstr(heard(ME), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
}

#define HOT        "{\"kind\":\"me\"},{\"kind\":\"me\"}"
#define NO_CLOCK   "\"kind\":\"none\""
#define GAME_CLOCK "\"kind\":\"game\",\"seconds\":60"

/* Drops everything from memory, as if the program had ended. */
static void forget(void)
{
    if (present())
        table_close(present());
}

/* Loads the table without watching it. */
static void look(void)
{
    table_get(&fake.server, id_parse(table));
    fake_settle(&fake);
    assert_int_equal(present()->presence, TABLE_PRESENT);
}

/* Waits until the server drops a table that nobody uses, even if it has to write the points of the table
 * first. */
static void wait_long(void)
{
    for (int i = 0; i < 2; i++) {
        fake.now += LONG_MS;
        tables_tick(&fake.server);
        fake_settle(&fake);
    }
    assert_null(present());
}

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
    assert_int_equal(present()->match.entries, 5);
    assert_true(fake_answer(&fake)); /* the bot answers about the position after "take 1" */
    fake_settle(&fake);
    assert_int_equal(present()->match.count, 3);
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->match.count, 4);
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
    assert_int_equal(present()->match.count, 2);
    table_advance(present()); /* the computer is asked again */
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->match.count, 3);
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
    assert_int_equal(present()->match.count, 2);
    fake_settle(&fake);
    assert_int_equal(present()->match.count, 3);
    ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    for (int i = 0; i < 5; i++) {
        ask(ME, "undo", ",\"number\":4,\"to\":3");
        ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
        assert_int_equal(questions(), 1);
    }
    assert_true(fake_answer(&fake)); /* the bot answers about the position before the undo */
    assert_int_equal(present()->match.count, 4);
    assert_true(fake_answer(&fake));
    fake_settle(&fake);
    assert_int_equal(present()->match.count, 5);
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
    assert_int_equal(present()->match.count, 3);
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
        const struct match *m = &present()->match;
        assert_int_equal(present()->at.row.state, TABLE_RUNNING);
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

/* ---- failures that last a moment have no lasting effect ---- */

static void a_disk_that_was_not_read_once(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    forget();
    fake.blind = true;
    ask(OTHER, "watch", "");
    assert_heard(OTHER, "\"error\":\"store\"");
    fake.blind = false;
    ask(OTHER, "watch", "");
    assert_heard(OTHER, "\"state\":\"running\"");
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    assert_heard(OTHER, "\"number\":4,\"from\":3");
    fake_close(&fake);
}

/* A read that failed is not a read that found nobody: the connection is refused, and nothing is written. */
static void a_token_that_was_not_read_once(void **unused)
{
    (void)unused;
    static char path[] = "/ws", none[] = "", host[] = "localhost",
                cookie[] = "castellany=0123456789abcdef0123456789abcdef";
    char set[NET_COOKIE];
    open_table(HOT, NO_CLOCK, true);
    struct net_request r = {.path = path,
                            .query = none,
                            .host = host,
                            .origin = none,
                            .cookie = cookie,
                            .authorization = none,
                            .address = "127.0.0.1"};
    fake.blind = true;
    size_t before = fake.server.players.count;
    assert_int_equal(clients_upgrade(&fake.server, 3, &r, set), 503);
    assert_string_equal(set, "");
    assert_int_equal(fake.server.players.count, before);
    fake.late = true; /* the answer comes when the connection is there already */
    assert_int_equal(clients_upgrade(&fake.server, 3, &r, set), 0);
    fake_settle(&fake);
    assert_true(fake.dropped[3]);
    clients_closed(&fake.server, 3);
    fake.blind = fake.dropped[3] = false;
    assert_int_equal(clients_upgrade(&fake.server, 3, &r, set), 0);
    clients_message(&fake.server, 3, "{\"id\":1,\"do\":\"hello\"}", 21);
    assert_string_equal(heard(3), "");
    fake_settle(&fake);
    assert_heard(3, "\"kind\":\"guest\"");
    fake_close(&fake);
}

/* Every request waits for a store that answers late. */
static void reads_that_take_time(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    forget();
    fake.late = true;
    begin(OTHER, "watch", "");
    begin(ME, "watch", "");
    begin(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_string_equal(heard(ME), "");
    fake_settle(&fake);
    assert_heard(OTHER, "\"number\":3,\"from\":2");
    assert_heard(ME, "{\"re\":1,\"number\":3}");
    fake_ask(&fake, OTHER, "{\"id\":5,\"do\":\"list\",\"what\":\"live\"}");
    assert_heard(OTHER, "{\"re\":5,\"tables\":[{");
    fake_ask(&fake, OTHER, "{\"id\":6,\"do\":\"name\",\"name\":\"Anna\"}");
    assert_heard(OTHER, "\"name\":\"Anna\"");
    fake_close(&fake);
}

/* A request is answered only when the server knows what was stored. */
static void commits_of_which_nobody_knows_the_end(void **unused)
{
    (void)unused;
    for (int kept = 0; kept < 2; kept++) {
        open_table(HOT, NO_CLOCK, true);
        ask(OTHER, "watch", "");
        heard(OTHER);
        fake.unsure = true;
        fake.fails = !kept;
        fake.late = true;
        begin(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
        assert_true(fake_step(&fake));
        assert_string_equal(heard(ME), "");
        fake.unsure = fake.fails = false;
        fake_settle(&fake);
        assert_heard(ME, kept ? "{\"re\":1,\"number\":3}" : "\"error\":\"store\"");
        assert_int_equal(present()->match.count, kept ? 3 : 2);
        assert_int_equal(strstr(heard(OTHER), "take 1") != NULL, kept);
        ask(ME, "move",
            kept ? ",\"number\":3,\"seat\":2,\"move\":\"take 1\""
                 : ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
        assert_int_equal(present()->match.count, kept ? 4 : 3);
        fake_close(&fake);
    }
}

/* If two servers write a move at once, the store refuses one. That server reads what the other wrote, and
 * decides again. */
static void somebody_else_was_faster(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    ask(OTHER, "watch", "");
    struct match_entry theirs = {
        .number = present()->match.entries, .actor = '1', .move = "take 2", .at = fake.now};
    struct unit *unit = unit_new();
    unit_add_entries(unit, id_parse(table), &theirs, 1);
    fake_write(&fake, unit);
    heard(ME);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_heard(ME, "\"error\":\"stale\"");
    assert_heard(OTHER, "take 2");
    ask(ME, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    assert_int_equal(present()->match.count, 4);
    fake_close(&fake);
}

static void other_rules_for_a_while(void **unused)
{
    (void)unused;
    for (int over = 0; over < 2; over++) {
        open_table(HOT, NO_CLOCK, true);
        for (int i = 0; over && present()->at.row.state == TABLE_RUNNING; i++) {
            char rest[64];
            snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", i + 2, i % 2 + 1);
            ask(ME, "move", rest);
        }
        forget();
        struct stored_table before = stored();
        assert_int_equal(before.row.state, over ? TABLE_OVER : TABLE_RUNNING);
        set_rules(before.row.rules + 1);
        look();
        assert_int_equal(present()->at.row.state, over ? TABLE_OVER : TABLE_SUSPENDED);
        wait_long();
        assert_int_equal(stored().row.state, before.row.state);
        assert_string_equal(stored().row.reason, "");
        assert_true(stored().row.changed == before.row.changed);
        set_rules(before.row.rules);
        look();
        assert_int_equal(present()->at.row.state, before.row.state);
        fake_close(&fake);
    }
}

static void a_look_changes_nothing(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    forget();
    struct stored_table before = stored();
    fake.now += LONG_MS;
    look();
    assert_true(present()->summed);
    wait_long();
    assert_true(stored().row.changed == before.row.changed);
    fake_close(&fake);
}

/* When the program ends, the points in a table's row may be some moves old. The next start corrects them. */
static void points_are_made_up_for(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 2\"");
    forget();
    struct stored_table before = stored();
    assert_int_equal(before.row.number, 2);
    look();
    wait_long();
    assert_int_equal(stored().row.number, 3);
    assert_int_equal(stored().chairs[0].row.points, 2);
    assert_true(stored().row.changed == before.row.changed);
    fake_close(&fake);
}

/* ---- clocks ---- */

static int64_t left_of(int seat)
{
    return match_clock_left(&present()->match, seat, fake.now);
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
    assert_int_equal(present()->match.count, 2);
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
    return rates_take(rates, text, 1, 2, now);
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
        cmocka_unit_test(computers_do_not_think_for_nobody),
        cmocka_unit_test(who_sits_need_not_sit_down),
        cmocka_unit_test(thoughts_side_by_side),
        cmocka_unit_test(thoughts_wait_for_a_pause),
        cmocka_unit_test(all_are_told_of_each_move),
        cmocka_unit_test(all_are_told_of_the_start),
        cmocka_unit_test(lists_tell_of_what_is_stored),
        cmocka_unit_test(a_disk_that_was_not_read_once),
        cmocka_unit_test(a_token_that_was_not_read_once),
        cmocka_unit_test(reads_that_take_time),
        cmocka_unit_test(commits_of_which_nobody_knows_the_end),
        cmocka_unit_test(somebody_else_was_faster),
        cmocka_unit_test(other_rules_for_a_while),
        cmocka_unit_test(a_look_changes_nothing),
        cmocka_unit_test(points_are_made_up_for),
        cmocka_unit_test(leaving_gives_no_time_back),
        cmocka_unit_test(taking_back_gives_no_time_back),
        cmocka_unit_test(addresses_are_forgotten_when_they_rest),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
