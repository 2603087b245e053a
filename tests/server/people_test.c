/* people_test.c: people who are away, come back, or have gone from an open table; rematches and strangers. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "test.h"

enum { THIRD = 3, YOU = 4, MINUTE = 60 * 1000 };

#define TOKEN "0123456789abcdef0123456789abcdef"

#define TWO "{\"kind\":\"me\"},{\"kind\":\"open\"}"

static void begin_for_two(const char *clock)
{
    open_table(TWO, clock, false);
    fake_connect_as(&fake, YOU, TOKEN);
    ask(YOU, "join", "");
    ask(ME, "watch", "");
    ask(YOU, "watch", "");
    ask(ME, "start", "");
    assert_int_equal(present()->table.at.row.state, TABLE_RUNNING);
    heard(ME), heard(YOU);
}

/* Lets the seat to move take a stone. */
static void take(uint64_t who, int seat)
{
    char rest[96];
    snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"",
             present()->table.match.count, seat);
    ask(who, "move", rest);
}

static void invite_of(char rest[128], int seat)
{
    snprintf(rest, 128, ",\"seat\":%d,\"invite\":\"%s\"", seat, present()->table.at.row.invite);
}

static void who_is_away_is_called_then_replaced_and_comes_back(void **unused)
{
    (void)unused;
    char friend[128];
    begin_for_two(NO_CLOCK);
    take(ME, 1);
    ask(ME, "call", ",\"seat\":2");
    assert_heard(ME, "The player of seat 2 is at the table.");
    clients_closed(&fake.server, YOU);
    fake_settle(&fake);
    ask(ME, "replace", ",\"seat\":2");
    assert_heard(ME, "Send \\\"call\\\" first");
    ask(ME, "call", ",\"seat\":2");
    assert_heard(ME, "\"call_ends\":");
    fake_pass(&fake, 9 * MINUTE);
    ask(ME, "replace", ",\"seat\":2");
    assert_heard(ME, "has 1 minutes left to come back");
    forget(); /* the question outlives a restart */
    ask(ME, "watch", "");
    fake_pass(&fake, MINUTE);
    ask(ME, "replace", ",\"seat\":2");
    assert_heard(ME, "\"computer\":true");
    fake_settle(&fake);
    assert_int_equal(present()->table.match.turn.away, 2);

    fake_connect(&fake, THIRD); /* a friend plays on, whom a player has sent */
    ask(THIRD, "stand_in", ",\"seat\":2,\"invite\":\"guessed\"");
    assert_heard(THIRD, "not_allowed");
    invite_of(friend, 2);
    ask(THIRD, "stand_in", friend);
    ask(THIRD, "watch", "");
    assert_heard(THIRD, "\"mine\":[2]");
    assert_int_equal(present()->table.match.turn.away, 0);
    ask(THIRD, "resign", ",\"seat\":2");
    assert_heard(THIRD, "cannot resign for them");
    ask(ME, "stand_in", friend);
    assert_heard(ME, "You play at this table yourself.");

    fake_connect_as(&fake, YOU, TOKEN);
    ask(YOU, "watch", "");
    assert_heard(YOU, "\"mine\":[]");
    ask(YOU, "sit", ",\"seat\":2");
    assert_heard(YOU, "\"mine\":[2]");
    assert_heard(THIRD, "\"mine\":[]");
    ask(THIRD, "leave", "");
    assert_heard(THIRD, "not_yours");
    fake_close(&fake);
}

static void a_clock_that_ran_out_is_told(void **unused)
{
    (void)unused;
    begin_for_two(GAME_CLOCK);
    fake_pass(&fake, MINUTE + 1);
    assert_heard(YOU, "\"resigned\":false,\"late\":true");
    ask(ME, "sit", ",\"seat\":1");
    assert_heard(YOU, "\"resigned\":false,\"late\":false");
    ask(ME, "leave", "");
    assert_heard(YOU, "\"computer\":true,\"level\":3,\"resigned\":false,\"late\":false");
    fake_close(&fake);
}

static void a_refusal_is_answered_and_a_question_withdrawn(void **unused)
{
    (void)unused;
    begin_for_two(NO_CLOCK);
    take(ME, 1);
    take(YOU, 2);
    take(ME, 1);
    take(YOU, 2);
    heard(ME), heard(YOU);
    ask(ME, "undo", ",\"number\":6,\"to\":2");
    assert_heard(ME, "only your last decision");
    ask(ME, "undo", ",\"number\":6,\"to\":4");
    assert_heard(YOU, "\"is\":\"undo_asked\"");
    ask(YOU, "answer", ",\"to\":4,\"yes\":false");
    assert_heard(ME, "\"is\":\"undo_refused\",\"table\":");
    assert_heard(YOU, "\"seat\":2}");
    ask(ME, "undo", ",\"number\":6,\"to\":4");
    ask(ME, "answer", ",\"to\":4,\"yes\":false");
    assert_heard(YOU, "\"seat\":1}");
    ask(YOU, "answer", ",\"to\":4,\"yes\":true");
    assert_heard(YOU, "stale");
    assert_int_equal(present()->table.match.count, 6);
    fake_close(&fake);
}

static void a_closed_tab_frees_its_seat(void **unused)
{
    (void)unused;
    open_table(TWO, NO_CLOCK, false);
    ask(ME, "watch", "");
    fake_connect_as(&fake, YOU, TOKEN);
    ask(YOU, "join", "");
    ask(YOU, "watch", "");
    assert_heard(YOU, "\"kept\":600000");
    clients_closed(&fake.server, YOU);
    fake_pass(&fake, 10 * MINUTE - 1);
    assert_int_equal(stored().chairs[1].row.kind, CHAIR_PLAYER);
    fake_pass(&fake, 1);
    assert_int_equal(stored().chairs[1].row.kind, CHAIR_OPEN);
    fake_pass(&fake, 60 * MINUTE); /* the creator's chair stays */
    assert_int_equal(stored().chairs[0].row.kind, CHAIR_PLAYER);
    fake_close(&fake);
}

static void a_stranger_waits_for_those_who_were_asked_for_a_rematch(void **unused)
{
    (void)unused;
    begin_for_two(NO_CLOCK);
    fake_connect(&fake, THIRD);
    ask(YOU, "resign", ",\"seat\":2");
    assert_int_equal(present()->table.at.row.state, TABLE_OVER);
    heard(ME);
    ask(ME, "rematch", "");
    const char *at = strstr(heard(ME), "\"re\":1,\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 16);
    ask(THIRD, "join", "");
    assert_heard(THIRD, "those who played before have 10 minutes");
    ask(YOU, "join", "");
    assert_heard(YOU, "\"seat\":1");
    ask(YOU, "leave", "");
    fake_pass(&fake, 10 * MINUTE);
    ask(THIRD, "join", "");
    assert_heard(THIRD, "\"seat\":1");
    fake_close(&fake);
}

static void people_at_one_device_have_names(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"me\",\"name\":\"Ana\"},{\"kind\":\"me\"}", NO_CLOCK, true);
    ask(ME, "alias", ",\"seat\":2,\"name\":\"Ben\"");
    ask(ME, "alias", ",\"seat\":2,\"name\":\" Ben\"");
    assert_heard(ME, "cannot be a name");
    ask(ME, "watch", "");
    const char *told = heard(ME);
    assert_non_null(strstr(told, "\"alias\":\"Ana\""));
    assert_non_null(strstr(told, "\"alias\":\"Ben\""));
    ask(OTHER, "alias", ",\"seat\":1,\"name\":\"Eve\"");
    assert_heard(OTHER, "not_yours");
    fake_close(&fake);
}

/* Neither the secret nor the key is in anything that a connection has heard. */
static void assert_secret_kept(uint64_t who)
{
    const struct stored_table t = stored();
    const char *all = heard(who);
    assert_int_equal(strlen(t.row.secret), 64);
    assert_null(strstr(all, t.row.secret));
    assert_null(strstr(all, t.row.key));
}

/* What decides the luck leaves the server nowhere before the end: not in messages, lists, records, exports.
 */
static void the_secret_of_the_luck_is_told_at_the_end(void **unused)
{
    (void)unused;
    char path[64], step[64];
    begin_for_two(NO_CLOCK);
    fake_connect(&fake, THIRD);
    ask(THIRD, "watch", "");
    snprintf(path, sizeof path, "/games/%s.txt", table);
    bool over = false;
    for (int i = 0; !over; i++) {
        assert_true(i < 200);
        int seat = __builtin_ctz(match_to_act(&present()->table.match, fake.now));
        fake_get(&fake, 6, path);
        fake_ask(&fake, THIRD, "{\"id\":1,\"do\":\"list\",\"what\":\"live\"}");
        ask(seat ? YOU : ME, "positions", ",\"from\":0,\"count\":64,\"seat\":0");
        snprintf(step, sizeof step, ",\"number\":%d,\"to\":0", present()->table.match.count);
        ask(seat ? YOU : ME, "undo", step);
        const uint64_t listeners[] = {ME, YOU, THIRD, 6};
        for (size_t k = 0; k < sizeof listeners / sizeof listeners[0]; k++)
            assert_secret_kept(listeners[k]);
        take(seat ? YOU : ME, seat + 1);
        over = present()->table.at.row.state == TABLE_OVER;
    }
    heard(6);
    fake_get(&fake, 6, path);
    const struct stored_table t = stored();
    const char *record = heard(6);
    assert_non_null(strstr(record, t.row.secret));
    assert_null(strstr(record, t.row.key)); /* anybody can make it from the secret and the numbers */
    fake_close(&fake);
}

#define DAY_CLOCK "\"kind\":\"move\",\"seconds\":86400"

/* The clock of the seat to move, in hours. */
static int hours_left(int seat)
{
    return (int)(match_clock_left(&present()->table.match, seat, fake.now) / (60 * MINUTE));
}

static const char *told_absent;
static int told_count;

static void note_absent(struct server *server, const struct room *at, int seat, const char *what)
{
    (void)server;
    if (!room_is_watched_by(at, chair_holder(&at->table.at.chairs[seat].row)))
        told_absent = what, told_count++;
}

/* A day a move: both come once a day, the server restarts, one goes on holiday, and at last one runs out of
 * time. */
static void a_week_of_slow_play(void **unused)
{
    (void)unused;
    begin_for_two(DAY_CLOCK);
    fake.server.tell_absent = note_absent;
    ask(ME, "unwatch", "");
    ask(YOU, "unwatch", "");
    for (int day = 0; day < 4; day++) {
        fake_pass(&fake, 20 * 60 * MINUTE);
        look();
        int seat = __builtin_ctz(match_to_act(&present()->table.match, fake.now));
        assert_int_equal(hours_left(seat), 4); /* through the night, and the server's restart */
        told_count = 0;
        take(seat ? YOU : ME, seat + 1);
        assert_int_equal(told_count, 1);
        assert_string_equal(told_absent, "turn");
        forget();
    }
    look();
    int seat = __builtin_ctz(match_to_act(&present()->table.match, fake.now));
    uint64_t mover = seat ? YOU : ME, other = seat ? ME : YOU;
    fake_pass(&fake, 10 * 60 * MINUTE);
    fake_ask(&fake, mover, "{\"id\":1,\"do\":\"holiday\",\"days\":22}");
    assert_heard(mover, "from 0 to 21");
    char wish[64] = "{\"id\":1,\"do\":\"holiday\",\"days\":3}";
    fake_ask(&fake, mover, wish);
    assert_heard(mover, "\"until\":");
    fake_pass(&fake, 2 * 24 * 60 * MINUTE);
    forget(); /* the holiday outlives a restart */
    look();
    assert_int_equal(hours_left(seat), 14);
    assert_int_equal(present()->table.match.turn.away, 0);
    fake_pass(&fake, 24 * 60 * MINUTE); /* it ends by itself; the clock goes on */
    fake_pass(&fake, 13 * 60 * MINUTE);
    look();
    assert_int_equal(hours_left(seat), 1);
    fake_ask(&fake, mover, wish);
    assert_heard(mover, "30 days after the last one");
    ask(other, "watch", "");
    heard(other);
    fake_pass(&fake, 60 * MINUTE); /* the time is over: a computer plays */
    assert_heard(other, "\"late\":true");
    ask(mover, "sit", seat ? ",\"seat\":2" : ",\"seat\":1");
    assert_int_equal(present()->table.match.turn.away, 0);
    fake_close(&fake);
}

/* A friend has played for somebody to the end. The rematch is for that somebody, too. */
static void a_rematch_is_for_the_player_of_a_chair(void **unused)
{
    (void)unused;
    char friend[128];
    begin_for_two(NO_CLOCK);
    ask(YOU, "leave", ",\"seat\":2");
    fake_connect(&fake, THIRD);
    invite_of(friend, 2);
    ask(THIRD, "stand_in", friend);
    ask(ME, "resign", ",\"seat\":1");
    assert_int_equal(present()->table.at.row.state, TABLE_OVER);
    heard(ME), heard(YOU);
    ask(ME, "rematch", "");
    assert_heard(ME, "{\"re\":1,\"table\":\"");
    ask(YOU, "rematch", "");
    const char *at = strstr(heard(YOU), "{\"re\":1,\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 17);
    ask(YOU, "join", "");
    assert_heard(YOU, "\"seat\":");
    fake_close(&fake);
}

static void go_on_holiday(uint64_t who, int days)
{
    char wish[64];
    snprintf(wish, sizeof wish, "{\"id\":1,\"do\":\"holiday\",\"days\":%d}", days);
    fake_ask(&fake, who, wish);
    assert_heard(who, "\"until\":");
}

/* Somebody on holiday need not be connected for the clock to stand still: nor at a game that begins, … */
static void a_holiday_reaches_a_game_that_begins(void **unused)
{
    (void)unused;
    open_table(TWO, DAY_CLOCK, false);
    fake_connect_as(&fake, YOU, TOKEN);
    ask(YOU, "join", "");
    go_on_holiday(YOU, 3);
    clients_closed(&fake.server, YOU);
    ask(ME, "start", "");
    for (int i = 0; i < 2 && (match_to_act(&present()->table.match, fake.now) & 1); i++)
        take(ME, 1);
    assert_int_equal(match_to_act(&present()->table.match, fake.now), game_bit(1));
    assert_true(present()->table.match.turn.rests[1] > fake.now);
    fake_pass(&fake, 2 * 24 * 60 * MINUTE);
    assert_int_equal(present()->table.match.turn.away, 0);
    fake_close(&fake);
}

/* … nor at one that the store reads when the player has gone already. */
static void a_holiday_reaches_a_table_that_is_read_late(void **unused)
{
    (void)unused;
    begin_for_two(DAY_CLOCK);
    ask(ME, "unwatch", "");
    ask(YOU, "unwatch", "");
    for (int days = 3; days >= 0; days -= 3) { /* it begins, and ends early */
        char wish[64];
        forget();
        fake.late = true;
        snprintf(wish, sizeof wish, "{\"id\":1,\"do\":\"holiday\",\"days\":%d}", days);
        clients_message(&fake.server, YOU, wish, strlen(wish));
        clients_closed(&fake.server, YOU);
        fake_settle(&fake);
        fake.late = false;
        look();
        assert_int_equal(present()->table.match.turn.rests[1] > fake.now, days > 0);
        fake_connect_as(&fake, YOU, TOKEN);
    }
    fake_close(&fake);
}

/* A friend plays on for somebody on holiday. That holiday goes on: other nodes know it from the player's row.
 */
static void a_holiday_outlasts_a_friend_who_stands_in(void **unused)
{
    (void)unused;
    char rest[128];
    begin_for_two(DAY_CLOCK);
    go_on_holiday(YOU, 3);
    assert_true(present()->table.match.turn.rests[1] > fake.now);
    ask(YOU, "leave", ",\"end\":false");
    clients_closed(&fake.server, YOU);
    snprintf(rest, sizeof rest, ",\"seat\":2,\"invite\":\"%s\"", present()->table.at.row.invite);
    ask(OTHER, "stand_in", rest);
    assert_true(present()->table.at.chairs[1].row.stand_in != 0);
    assert_false(present()->table.match.turn.rests[1] > fake.now);
    assert_true(present()->table.at.chairs[1].holiday > fake.now);
    /* The friend is deleted, and the table is read again. */
    struct unit *unit = unit_new();
    unit_drop_player(unit, present()->table.at.chairs[1].row.stand_in);
    fake_write(&fake, unit);
    forget();
    look();
    assert_true(present()->table.at.chairs[1].row.stand_in == 0);
    assert_true(present()->table.at.chairs[1].holiday > fake.now);
    fake_close(&fake);
}

/* A holiday that the store did not keep has not begun. */
static void a_holiday_that_is_not_stored_does_not_begin(void **unused)
{
    (void)unused;
    begin_for_two(DAY_CLOCK);
    fake.fails = true;
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"holiday\",\"days\":3}");
    assert_heard(YOU, "\"error\":\"store\"");
    fake.fails = false;
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"hello\"}");
    assert_heard(YOU, "\"holiday\":0");
    fake_pass(&fake, 60 * 1000);
    assert_true(present()->table.match.turn.rests[1] == 0);
    go_on_holiday(YOU, 3);
    assert_true(present()->table.match.turn.rests[1] > fake.now);
    fake_close(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_away_is_called_then_replaced_and_comes_back),
        cmocka_unit_test(a_clock_that_ran_out_is_told),
        cmocka_unit_test(a_refusal_is_answered_and_a_question_withdrawn),
        cmocka_unit_test(a_closed_tab_frees_its_seat),
        cmocka_unit_test(a_stranger_waits_for_those_who_were_asked_for_a_rematch),
        cmocka_unit_test(people_at_one_device_have_names),
        cmocka_unit_test(the_secret_of_the_luck_is_told_at_the_end),
        cmocka_unit_test(a_rematch_is_for_the_player_of_a_chair),
        cmocka_unit_test(a_week_of_slow_play),
        cmocka_unit_test(a_holiday_reaches_a_game_that_begins),
        cmocka_unit_test(a_holiday_reaches_a_table_that_is_read_late),
        cmocka_unit_test(a_holiday_outlasts_a_friend_who_stands_in),
        cmocka_unit_test(a_holiday_that_is_not_stored_does_not_begin),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
