/* store_test.c: tables whose store fails, is slow, or was written by somebody else. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "test.h"

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
    assert_string_equal(heard(3), "{\"is\":\"refused\",\"status\":503}\n");
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
    fake_ask(&fake, OTHER, "{\"id\":4,\"do\":\"watch\",\"table\":\"0000000000001\"}");
    assert_heard(OTHER, "\"error\":\"no_table\"");
    fake_ask(&fake, OTHER, "{\"id\":4,\"do\":\"watch\",\"table\":\"x\"}");
    assert_heard(OTHER, "\"error\":\"no_table\"");
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

static int number_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int number = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return number;
}

/* A made-up step: an older store gets it once and keeps its rows, a program without it refuses the store, and
 * a step that fails leaves the store as it was. */
static void a_step_of_the_schema(void **unused)
{
    (void)unused;
    const char *const none[] = {NULL};
    const char *const step[] = {"ALTER TABLE codes ADD COLUMN hue INTEGER NOT NULL DEFAULT 7;", NULL};
    const char *const wrong[] = {step[0], "DROP TABLE codes; DROP TABLE others;", NULL};
    char buffer[256];
    struct text error = TEXT_IN(buffer);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_true(sqlite_upgrade(db, "memory", none, &error));
    assert_int_equal(number_of(db, "SELECT version FROM schema_version"), 1);
    assert_int_equal(sqlite3_exec(db, "INSERT INTO codes VALUES ('a', 1, 2)", NULL, NULL, NULL), SQLITE_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(sqlite_upgrade(db, "memory", step, &error));
        assert_int_equal(number_of(db, "SELECT version FROM schema_version"), 2);
        assert_int_equal(number_of(db, "SELECT hue FROM codes WHERE hash = 'a'"), 7);
    }
    assert_false(sqlite_upgrade(db, "memory", wrong, &error));
    assert_string_equal(buffer, "memory: no such table: others");
    assert_int_equal(number_of(db, "SELECT version FROM schema_version"), 2);
    assert_int_equal(number_of(db, "SELECT COUNT(*) FROM codes"), 1);
    text_clear(&error);
    assert_false(sqlite_upgrade(db, "memory", none, &error));
    assert_non_null(strstr(buffer, "newer castellany (schema 2, this program knows 1)"));
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_that_was_not_read_once),
        cmocka_unit_test(a_token_that_was_not_read_once),
        cmocka_unit_test(reads_that_take_time),
        cmocka_unit_test(commits_of_which_nobody_knows_the_end),
        cmocka_unit_test(somebody_else_was_faster),
        cmocka_unit_test(other_rules_for_a_while),
        cmocka_unit_test(a_look_changes_nothing),
        cmocka_unit_test(points_are_made_up_for),
        cmocka_unit_test(a_step_of_the_schema),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
