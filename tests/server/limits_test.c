/* limits_test.c: budgets of tables, what expires, and what leaves memory. */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "fake.h"
#include "server/tables/expiry.h"
#include "test.h"

enum { ME = 1, OTHER = 2, THIRD = 3 };

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static struct fake fake;

static const char *heard(uint64_t who)
{
    return fake_heard(&fake, who);
}

/* Makes a table; 0 if it is refused. */
static uint64_t create(uint64_t who, const char *chairs, const char *clock, bool start)
{
    char text[512], id[ID_TEXT];
    heard(who);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"create\",\"game\":\"null\",\"seats\":2,\"options\":[],\"who\":[%s],"
             "\"public\":true,\"clock\":{%s},\"undo\":\"consent\",\"reaction\":0,\"start\":%s}",
             chairs, clock, start ? "true" : "false");
    fake.now += 1000; /* below the rate of requests */
    fake_ask(&fake, who, text);
    const char *at = strstr(heard(who), "\"table\":\"");
    if (!at)
        return 0;
    snprintf(id, sizeof id, "%.*s", ID_TEXT - 1, at + 9);
    return id_parse(id);
}

#define HOT      "{\"kind\":\"me\"},{\"kind\":\"me\"}"
#define WAITING  "{\"kind\":\"me\"},{\"kind\":\"open\"}"
#define NO_CLOCK "\"kind\":\"none\""

static void ask(uint64_t who, const char *word, uint64_t table, const char *rest)
{
    char text[256], id[ID_TEXT];
    id_text(table, id);
    snprintf(text, sizeof text, "{\"id\":7,\"do\":\"%s\",\"table\":\"%s\"%s}", word, id, rest);
    fake.now += 1000;
    fake_ask(&fake, who, text);
}

static void begin(void)
{
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_connect(&fake, OTHER);
    server_tick(&fake.server);
}

static void tick(int64_t ms)
{
    fake_pass(&fake, ms);
    server_tick(&fake.server);
    fake_settle(&fake);
    server_tick(&fake.server);
    fake_settle(&fake);
}

static struct stored_table stored(uint64_t id)
{
    struct stored_table t;
    assert_true(fake_stored_table(&fake, id, &t));
    return t;
}

/* ---- budgets ---- */

/* Both clients have one address. */
static void an_address_has_a_budget(void **unused)
{
    (void)unused;
    begin();
    fake.server.policy.tables_each = 5;
    uint64_t last = 0;
    for (int i = 0; i < 5; i++)
        assert_true(last = create(i % 2 ? ME : OTHER, WAITING, NO_CLOCK, false));
    assert_true(!create(ME, WAITING, NO_CLOCK, false));
    ask(OTHER, "leave", last, "");
    assert_int_equal(stored(last).row.state, TABLE_SUSPENDED);
    assert_true(stored(last).row.origin == 0);
    assert_true(!create(ME, WAITING, NO_CLOCK, false)); /* five in an hour were made */
    fake.now += HOUR;
    assert_true(create(ME, WAITING, NO_CLOCK, false));
    assert_true(!create(ME, WAITING, NO_CLOCK, false));
    fake_close(&fake);
}

static void all_have_a_budget(void **unused)
{
    (void)unused;
    begin();
    fake.server.policy.tables = 3;
    for (int i = 0; i < 3; i++)
        assert_true(create(ME, WAITING, NO_CLOCK, false));
    assert_true(!create(OTHER, WAITING, NO_CLOCK, false));
    fake_close(&fake);
}

static void a_home_is_one_address(void **unused)
{
    (void)unused;
    assert_true(limits_key("2001:db8:1:2::1") == limits_key("2001:db8:1:2:ffff:1:2:3"));
    assert_true(limits_key("2001:db8:1:2::1") != limits_key("2001:db8:1:3::1"));
    assert_true(limits_key("::ffff:10.0.0.1") == limits_key("10.0.0.1"));
    assert_true(limits_key("10.0.0.1") != limits_key("10.0.0.2"));
    assert_true(limits_key("::1") == limits_key("::2"));
    assert_true(limits_key("nonsense:1") != limits_key("nonsense:2"));
}

/* ---- what expires ---- */

static void open_tables_end_without_their_creator(void **unused)
{
    (void)unused;
    begin();
    uint64_t with = create(OTHER, WAITING, NO_CLOCK, false);
    uint64_t without = create(ME, WAITING, NO_CLOCK, false);
    clients_closed(&fake.server, ME);
    tick(23 * HOUR);
    assert_int_equal(stored(without).row.state, TABLE_OPEN);
    tick(2 * HOUR);
    assert_int_equal(stored(with).row.state, TABLE_OPEN); /* its creator is there */
    assert_int_equal(stored(without).row.state, TABLE_SUSPENDED);
    assert_string_equal(stored(without).row.reason, TABLE_LEFT);
    fake_close(&fake);
}

static void games_that_nobody_looks_at_end(void **unused)
{
    (void)unused;
    begin();
    uint64_t left = create(ME, HOT, NO_CLOCK, true), looked = create(ME, HOT, NO_CLOCK, true);
    tick(60 * DAY);
    assert_int_equal(stored(left).row.state, TABLE_RUNNING);
    ask(OTHER, "watch", looked, "");
    ask(OTHER, "unwatch", looked, "");
    tick(40 * DAY);
    assert_int_equal(stored(looked).row.state, TABLE_RUNNING);
    assert_int_equal(stored(left).row.state, TABLE_SUSPENDED);
    assert_string_equal(stored(left).row.reason, TABLE_EXPIRED);
    heard(ME);
    ask(ME, "watch", left, "");
    assert_non_null(strstr(heard(ME), "\"reason\":\"expired\"")); /* it is still there to be seen */
    fake_close(&fake);
}

/* More than one page of tables that cannot expire is in nobody's way. */
static void all_that_is_old_is_found(void **unused)
{
    (void)unused;
    begin();
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 40; k++)
            assert_true(create(i ? ME : OTHER, WAITING, NO_CLOCK, false));
    uint64_t last = create(ME, WAITING, NO_CLOCK, false);
    clients_closed(&fake.server, ME);
    tick(25 * HOUR);
    assert_int_equal(stored(last).row.state, TABLE_SUSPENDED);
    fake_close(&fake);
}

static int stored_tokens(void)
{
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_prepare_v2(fake.kept->writer, "SELECT COUNT(*) FROM tokens", -1, &q, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int count = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return count;
}

static void unused_guests_are_forgotten(void **unused)
{
    (void)unused;
    struct player_row row;
    begin();
    fake_ask(&fake, ME, "{\"id\":1,\"do\":\"name\",\"name\":\"Unused\"}");
    uint64_t guest = client_find(&fake.server, ME)->player->id;
    uint64_t seated = client_find(&fake.server, OTHER)->player->id;
    assert_true(create(OTHER, WAITING, NO_CLOCK, false));
    tick(400 * DAY); /* connected all the time */
    assert_true(fake_stored_player(&fake, guest, &row));
    assert_int_equal(stored_tokens(), 2);
    clients_closed(&fake.server, ME);
    clients_closed(&fake.server, OTHER);
    tick(364 * DAY);
    assert_true(fake_stored_player(&fake, guest, &row));
    tick(2 * DAY);
    assert_false(fake_stored_player(&fake, guest, &row));
    assert_true(fake_stored_player(&fake, seated, &row));
    assert_int_equal(stored_tokens(), 1);
    fake_close(&fake);
}

/* ---- memory ---- */

static void a_table_with_a_clock_rests(void **unused)
{
    (void)unused;
    begin();
    uint64_t id = create(ME, HOT, "\"kind\":\"move\",\"seconds\":3600", true);
    tick(2 * MINUTE);
    tick(2 * MINUTE);
    assert_null(map_get(&fake.server.tables, id));
    fake_pass(&fake, HOUR); /* the clock runs out all the same */
    fake_settle(&fake);
    const struct room *room = room_get(&fake.server, id);
    assert_int_equal(room->sync.state, ROOM_PRESENT);
    assert_true(room->table.match.turn.away);
    fake_close(&fake);
}

static void clocks_run_after_a_start(void **unused)
{
    (void)unused;
    begin();
    uint64_t id = create(ME, HOT, "\"kind\":\"move\",\"seconds\":3600", true);
    uint64_t calm = create(ME, HOT, NO_CLOCK, true);
    room_close(map_get(&fake.server.tables, id)); /* as if the program had ended */
    room_close(map_get(&fake.server.tables, calm));
    wakes_free(&fake.wakes);
    while (!fake.server.all_resumed)
        server_resume(&fake.server);
    assert_null(map_get(&fake.server.tables, id));
    assert_null(map_get(&fake.server.tables, calm));
    fake_pass(&fake, 2 * HOUR);
    fake_settle(&fake);
    assert_true(room_get(&fake.server, id)->table.match.turn.away);
    assert_false(room_get(&fake.server, calm)->table.match.turn.away);
    fake_close(&fake);
}

/* They are more milliseconds than 31 bits hold, and a restart gives none of them back. */
static void thirty_days_are_thirty_days(void **unused)
{
    (void)unused;
    begin();
    uint64_t id = create(ME, HOT, "\"kind\":\"move\",\"seconds\":2592000", true);
    fake_pass(&fake, 20 * DAY);
    room_close(room_get(&fake.server, id)); /* as if the program had ended */
    wakes_free(&fake.wakes);
    fake.server.resumed = fake.server.all_resumed = 0;
    while (!fake.server.all_resumed)
        server_resume(&fake.server);
    fake_pass(&fake, 10 * DAY - MINUTE);
    fake_settle(&fake);
    assert_false(room_get(&fake.server, id)->table.match.turn.away);
    fake_pass(&fake, 2 * MINUTE);
    fake_settle(&fake);
    assert_true(room_get(&fake.server, id)->table.match.turn.away);
    fake_close(&fake);
}

/* Somebody who guesses ids fills no memory, however fast. */
static void tables_that_are_none_leave_memory(void **unused)
{
    enum { GUESSES = 5000 };
    (void)unused;
    begin();
    for (int i = 0; i < GUESSES; i++) {
        ask(ME, "watch", (uint64_t)i + 1000, "");
        heard(ME);
    }
    assert_true(fake.server.tables.count >= GUESSES);
    server_tick(&fake.server);
    assert_int_equal(fake.server.tables.count, 0);
    fake_close(&fake);
}

/* Leaving and coming back are entries of the match; their number has an end, and the game can still be left.
 */
static void nobody_comes_back_for_ever(void **unused)
{
    (void)unused;
    begin();
    uint64_t table = create(ME, HOT, NO_CLOCK, true);
    int entries = 0;
    for (bool refused = false; !refused; entries++) {
        assert_in_range(entries, 0, 2 * LIMIT_ROWS);
        heard(ME);
        ask(ME, "leave", table, ",\"seat\":1");
        assert_null(strstr(heard(ME), "\"error\""));
        ask(ME, "sit", table, ",\"seat\":1");
        refused = strstr(heard(ME), "\"error\":\"limit\"");
    }
    assert_true(entries > LIMIT_ROWS / 4);
    ask(ME, "react", table, ",\"seat\":2,\"off\":true");
    assert_non_null(strstr(heard(ME), "\"error\":\"limit\""));
    ask(ME, "reply", table, ",\"seat\":2,\"reply\":\"ask\"");
    assert_non_null(strstr(heard(ME), "\"error\":\"limit\""));
    fake_close(&fake);
}

/* What waits to be read takes memory: a second record is not kept while the first one waits. */
static void what_waits_has_a_length(void **unused)
{
    enum { SIZE = 1024 * 1024 };
    (void)unused;
    begin();
    static char text[SIZE];
    static const char list[] = "{\"do\":\"list\",\"id\":1,\"what\":\"open\"}",
                      hello[] = "{\"do\":\"hello\",\"id\":5}";
    int n = snprintf(text, sizeof text, "{\"do\":\"import\",\"id\":3,\"record\":\"");
    memset(text + n, 'x', sizeof text - (size_t)n);
    memcpy(text + sizeof text - 3, "\"}", 3);
    fake.late = true;
    fake.now += MINUTE;
    clients_message(&fake.server, ME, list, strlen(list));
    for (int i = 0; i < 3; i++)
        clients_message(&fake.server, ME, text, strlen(text));
    clients_message(&fake.server, ME, hello, strlen(hello));
    struct client *client = client_find(&fake.server, ME);
    assert_int_equal(client->pending, 3); /* the list, one record, the greeting */
    assert_true(client->pending_bytes < 2 * SIZE);
    fake.late = false;
    fake_settle(&fake);
    assert_int_equal(client->pending, 0);
    assert_int_equal(client->pending_bytes, 0);
    fake_close(&fake);
}

/* A long game must not leave a wake behind with every move. */
static void wakes_do_not_pile_up(void **unused)
{
    (void)unused;
    begin();
    uint64_t id = create(ME, HOT, "\"kind\":\"move\",\"seconds\":2592000", true);
    for (int i = 0; i < 6; i++) {
        char rest[64];
        snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", i + 2, i % 2 + 1);
        ask(ME, "move", id, rest);
    }
    assert_true(room_get(&fake.server, id)->table.match.count >= 6);
    assert_in_range(fake.wakes.count, 1, 2);
    fake_close(&fake);
}

/* ---- those who vanish ---- */

static void who_has_vanished_is_replaced(void **unused)
{
    (void)unused;
    begin();
    fake_connect(&fake, THIRD);
    uint64_t id = create(ME, WAITING, NO_CLOCK, false);
    ask(OTHER, "join", id, "");
    ask(ME, "start", id, "");
    struct room *room = room_get(&fake.server, id);
    int seat = __builtin_ctz(match_to_act(&room->table.match, fake.now));
    uint64_t gone = seat ? OTHER : ME, stays = seat ? ME : OTHER;
    char rest[32];
    snprintf(rest, sizeof rest, ",\"seat\":%d", seat + 1);
    ask(gone, "watch", id, "");
    ask(stays, "watch", id, "");
    fake_pass(&fake, 25 * HOUR);
    heard(stays);
    ask(stays, "replace", id, rest);
    assert_non_null(strstr(heard(stays), "\"error\":\"not_allowed\"")); /* there, and thinking */
    ask(gone, "unwatch", id, "");
    fake_pass(&fake, HOUR);
    ask(stays, "call", id, rest);
    fake_pass(&fake, 23 * HOUR);
    ask(stays, "replace", id, rest);
    assert_non_null(strstr(heard(stays), "\"error\":\"not_allowed\"")); /* not away for long */
    ask(THIRD, "replace", id, rest);
    assert_non_null(strstr(heard(THIRD), "\"error\":\"not_yours\""));
    fake_pass(&fake, 2 * HOUR);
    fake.slow = true;
    heard(stays);
    ask(stays, "replace", id, rest);
    assert_null(strstr(heard(stays), "\"error\""));
    assert_true(match_computers(&room->table.match) & game_bit(seat));
    ask(gone, "sit", id, rest); /* the way back */
    assert_false(match_computers(&room->table.match) & game_bit(seat));
    fake_close(&fake);
}

/* ---- new tables ---- */

static void an_id_that_is_taken_is_not_given_again(void **unused)
{
    (void)unused;
    begin();
    struct rng random = fake.random;
    int64_t now = fake.now;
    uint64_t first = create(ME, WAITING, NO_CLOCK, false);
    struct stored_table before = stored(first);
    room_close(map_get(&fake.server.tables, first));
    fake.random = random;
    fake.now = now;
    fake.server.last_id = 0;
    assert_true(!create(OTHER, HOT, NO_CLOCK, true)); /* another program at the same time, the same numbers */
    struct stored_table after = stored(first);
    assert_memory_equal(&before.row, &after.row, sizeof before.row);
    assert_memory_equal(before.chairs, after.chairs, sizeof before.chairs);
    ask(ME, "watch", first, "");
    assert_non_null(strstr(heard(ME), "\"creator\":true"));
    assert_true(create(OTHER, HOT, NO_CLOCK, true));
    fake_close(&fake);
}

static void ids_of_one_millisecond_have_an_order(void **unused)
{
    enum { LATEST = (1 << 22) - 1 };
    (void)unused;
    uint64_t last = 0, before;
    before = id_make(&last, fake.now, LATEST);
    for (uint32_t random = 0; random < 5000; random++) {
        assert_true(id_make(&last, fake.now - random, random) > before); /* the clock may be set back, too */
        before = last;
    }
    assert_true(id_make(&last, fake.now + 10000, 0) > before);
    uint64_t other = 0;
    assert_true(id_make(&other, fake.now, 5) != id_make(&other, fake.now, 7));
}

static uint64_t play_to_the_end(void)
{
    uint64_t id = create(ME, HOT, NO_CLOCK, true);
    for (int i = 0; room_get(&fake.server, id)->table.at.row.state == TABLE_RUNNING; i++) {
        char rest[64];
        snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", i + 2, i % 2 + 1);
        ask(ME, "move", id, rest);
    }
    return id;
}

static void a_rematch_is_one_unit(void **unused)
{
    (void)unused;
    begin();
    uint64_t id = play_to_the_end();
    heard(ME);
    fake.fails = true;
    ask(ME, "rematch", id, "");
    assert_non_null(strstr(heard(ME), "\"error\":\"store\""));
    assert_true(stored(id).row.rematch == 0);
    fake.fails = false;
    fake.unsure = true; /* it is kept, but nobody knows */
    ask(ME, "rematch", id, "");
    assert_non_null(strstr(heard(ME), "{\"re\":7,\"table\":"));
    fake.unsure = false;
    uint64_t next = stored(id).row.rematch;
    assert_int_equal(stored(next).row.state, TABLE_RUNNING);
    assert_true(stored(next).row.previous == id);
    id = play_to_the_end();
    char text[256], name[ID_TEXT];
    id_text(id, name);
    snprintf(text, sizeof text, "{\"id\":7,\"do\":\"rematch\",\"table\":\"%s\"}", name);
    clients_message(&fake.server, ME, text, strlen(text));
    assert_true(fake_step(&fake)); /* after one unit the store has both tables */
    assert_int_equal(stored(stored(id).row.rematch).row.state, TABLE_RUNNING);
    fake_close(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_that_are_none_leave_memory),
        cmocka_unit_test(nobody_comes_back_for_ever),
        cmocka_unit_test(what_waits_has_a_length),
        cmocka_unit_test(an_address_has_a_budget),
        cmocka_unit_test(all_have_a_budget),
        cmocka_unit_test(a_home_is_one_address),
        cmocka_unit_test(open_tables_end_without_their_creator),
        cmocka_unit_test(games_that_nobody_looks_at_end),
        cmocka_unit_test(all_that_is_old_is_found),
        cmocka_unit_test(unused_guests_are_forgotten),
        cmocka_unit_test(a_table_with_a_clock_rests),
        cmocka_unit_test(clocks_run_after_a_start),
        cmocka_unit_test(thirty_days_are_thirty_days),
        cmocka_unit_test(wakes_do_not_pile_up),
        cmocka_unit_test(who_has_vanished_is_replaced),
        cmocka_unit_test(an_id_that_is_taken_is_not_given_again),
        cmocka_unit_test(ids_of_one_millisecond_have_an_order),
        cmocka_unit_test(a_rematch_is_one_unit),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
