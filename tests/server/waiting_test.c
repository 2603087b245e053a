/* waiting_test.c: tables that wait for their start, and what a rematch takes over from the game before it. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "match/luck.h"
#include "test.h"

#define ME_AND_OPEN "{\"kind\":\"me\"},{\"kind\":\"open\"}"

enum { LATE_MS = 6000 }; /* numbers are waited for no longer than 5 seconds */

/* ---- rematches ---- */

/* Both people sit at a table that runs, and watch it. The two draws at the start are made. */
static void open_game(void)
{
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    ask(OTHER, "join", "");
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    ask(ME, "start", "");
    assert_int_equal(present()->table.at.row.state, TABLE_RUNNING);
}

/* Asks for a rematch and goes on there. */
static void ask_rematch(uint64_t who)
{
    heard(who);
    ask(who, "rematch", "");
    const char *at = strstr(heard(who), "{\"re\":1,\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 17);
}

/* A asks to take a move back, and the game ends before anybody has answered. */
static void ask_back_and_end(void)
{
    open_game();
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    ask(OTHER, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    heard(OTHER);
    ask(ME, "undo", ",\"number\":4,\"to\":2");
    assert_heard(OTHER, "\"is\":\"undo_asked\"");
    ask(OTHER, "resign", ",\"seat\":2");
    assert_int_equal(present()->table.at.row.state, TABLE_OVER);
}

static void a_rematch_does_not_ask_what_the_game_before_asked(void **unused)
{
    (void)unused;
    ask_back_and_end();
    ask_rematch(ME);
    ask(ME, "watch", "");
    const char *all = heard(ME);
    assert_non_null(strstr(all, "\"is\":\"table\""));
    assert_null(strstr(all, "undo_asked"));
    fake_close(&fake);
}

static void a_question_ends_with_the_game(void **unused)
{
    (void)unused;
    ask_back_and_end();
    assert_false(table_asks_back(&present()->table));
    heard(OTHER);
    ask(OTHER, "watch", "");
    assert_null(strstr(heard(OTHER), "undo_asked"));
    fake_close(&fake);
}

/* The program was replaced by one with other rules while somebody asked: the table cannot be played now. */
static void a_suspended_table_asks_nothing(void **unused)
{
    (void)unused;
    open_game();
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    ask(OTHER, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 1\"");
    ask(ME, "undo", ",\"number\":4,\"to\":2");
    assert_true(table_asks_back(&present()->table));
    forget();
    set_rules(99);
    heard(ME);
    ask(ME, "watch", "");
    const char *all = heard(ME);
    assert_non_null(strstr(all, "\"state\":\"suspended\""));
    assert_null(strstr(all, "undo_asked"));
    fake_close(&fake);
}

/* Another node has newer rules, and goes on with the table. This one must not play it under its own. */
static void a_node_with_other_rules_stays_out(void **unused)
{
    (void)unused;
    static struct fake beside;
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    uint64_t id = id_parse(table);
    fake_open_beside(&beside, &fake);
    set_rules(99);
    room_get(&beside.server, id);
    fake_settle(&beside);
    const struct room *there = map_get(&beside.server.tables, id);
    assert_int_equal(there->table.at.row.state, TABLE_SUSPENDED);
    ask(ME, "join", "");
    ask(ME, "start", "");
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    fake_look(&beside, id);
    fake_settle(&beside);
    assert_int_equal(there->table.at.row.state, TABLE_SUSPENDED);
    assert_false(table_has_match(&there->table));
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    fake_close(&beside);
    fake_close(&fake);
}

/* Only what a table is made with is taken over: nobody was removed from the new one, and nothing of the old
 * game's end is in it. */
static void a_rematch_is_a_new_table(void **unused)
{
    (void)unused;
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    ask(OTHER, "join", "");
    ask(ME, "remove", ",\"seat\":2");
    ask(ME, "join", ",\"seat\":2");
    ask(ME, "start", "");
    ask(ME, "resign", ",\"seat\":2");
    struct stored_table before = stored();
    assert_int_equal(before.row.state, TABLE_OVER);
    assert_string_not_equal(before.row.removed, "");
    ask_rematch(ME);
    struct stored_table next = stored();
    assert_int_equal(next.row.revision, 1);
    assert_string_equal(next.row.removed, "");
    assert_string_equal(next.row.game, before.row.game);
    assert_string_equal(next.row.options, before.row.options);
    assert_int_equal(next.row.undo, before.row.undo);
    assert_int_equal(next.row.reaction, before.row.reaction);
    assert_int_equal(next.row.open_to_all, before.row.open_to_all);
    assert_true(next.row.previous == before.row.id);
    assert_string_not_equal(next.row.key, before.row.key);
    assert_string_not_equal(next.row.invite, before.row.invite);
    fake_close(&fake);
}

/* ---- numbers ---- */

static char number[2 * HASH_SIZE + 1], hash[2 * HASH_SIZE + 1];

/* Draws a number for the luck of a game, and its hash. */
static void draw(uint8_t fill)
{
    uint8_t value[HASH_SIZE], hashed[HASH_SIZE];
    memset(value, fill, sizeof value);
    luck_hash(value, hashed);
    hex_text(value, sizeof value, number);
    hex_text(hashed, sizeof hashed, hash);
}

static const char *member(const char *name, const char *value)
{
    static char rest[128];
    snprintf(rest, sizeof rest, ",\"%s\":\"%s\"", name, value);
    return rest;
}

/* Somebody who withheld a number gives none at that table. At the next one everything begins anew. */
static void a_rematch_forgets_who_was_silent(void **unused)
{
    (void)unused;
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    ask(OTHER, "join", "");
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    draw(1);
    ask(OTHER, "pledge", member("pledge", hash));
    ask(ME, "start", "");
    fake_pass(&fake, LATE_MS);
    assert_string_not_equal(stored().row.silent, "");
    ask(ME, "start", "");
    ask(OTHER, "resign", ",\"seat\":2");
    ask_rematch(ME);
    assert_string_equal(stored().row.silent, "");
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    draw(2);
    ask(OTHER, "join", member("pledge", hash));
    heard(OTHER);
    fake_pass(&fake, 1000);
    assert_true(stored().row.drawing);
    ask(OTHER, "reveal", member("value", number));
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    fake_close(&fake);
}

/* Somebody's browser does not tell its number: everybody learns whose, and another pledge changes nothing. */
static void who_withholds_a_number_is_named(void **unused)
{
    (void)unused;
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    ask(OTHER, "join", "");
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    draw(1);
    ask(OTHER, "pledge", member("pledge", hash));
    ask(ME, "start", "");
    heard(ME);
    fake_pass(&fake, LATE_MS);
    assert_heard(ME, "\"silent\":[2]");
    int revision = stored().row.revision;
    draw(2);
    heard(OTHER);
    for (int i = 0; i < 20; i++) {
        ask(OTHER, "pledge", member("pledge", hash));
        assert_heard(OTHER, "\"error\":\"not_allowed\"");
    }
    assert_string_equal(heard(ME), "");
    assert_int_equal(stored().row.revision, revision);
    ask(ME, "start", "");
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    assert_null(strstr(heard(ME), "silent"));
    fake_close(&fake);
}

/* A pledge that is there already is not written and told again. */
static void a_pledge_is_told_once(void **unused)
{
    (void)unused;
    open_table(ME_AND_OPEN, NO_CLOCK, false);
    ask(ME, "watch", "");
    draw(1);
    ask(ME, "pledge", member("pledge", hash));
    assert_heard(ME, hash);
    int revision = stored().row.revision;
    ask(ME, "pledge", member("pledge", hash));
    assert_string_equal(heard(ME), "{\"re\":1}\n");
    assert_int_equal(stored().row.revision, revision);
    fake_close(&fake);
}

/* The creator goes on with another device, which knows nothing of the first one's number. */
static void another_device_gives_its_own_number(void **unused)
{
    (void)unused;
    static const char host[] = "44444444444444444444444444444444";
    enum { FIRST = 3, SECOND };
    open_table("{\"kind\":\"open\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    fake_connect_as(&fake, FIRST, host);
    fake_connect_as(&fake, SECOND, host);
    draw(1);
    ask(FIRST, "join", member("pledge", hash));
    ask(FIRST, "watch", "");
    ask(OTHER, "join", "");
    clients_closed(&fake.server, FIRST);
    ask(SECOND, "watch", "");
    assert_heard(SECOND, hash);
    draw(2);
    ask(SECOND, "pledge", member("pledge", hash));
    ask(ME, "start", "");
    assert_heard(SECOND, "\"is\":\"luck\"");
    ask(SECOND, "reveal", member("value", number));
    assert_int_equal(stored().row.state, TABLE_RUNNING);
    assert_string_equal(stored().chairs[0].row.nonce, number);
    fake_close(&fake);
}

/* ---- chairs ---- */

enum { KEPT_MS = 10 * 60 * 1000 };

/* A chair is kept for a player who has gone, and it is that player's wherever it stands. */
static void a_chair_that_was_swapped_becomes_free_in_time(void **unused)
{
    (void)unused;
    for (int swaps = 0; swaps < 3; swaps++) {
        open_table(ME_AND_OPEN, NO_CLOCK, false);
        ask(ME, "watch", "");
        ask(OTHER, "watch", "");
        ask(OTHER, "join", "");
        fake_pass(&fake, 1000);
        ask(OTHER, "unwatch", "");
        for (int i = 0; i < swaps; i++) {
            fake_pass(&fake, 1000);
            ask(ME, "swap", ",\"seat\":1,\"other\":2");
        }
        int seat = (swaps + 1) % 2;
        assert_int_equal(present()->table.at.chairs[seat].row.kind, CHAIR_PLAYER);
        fake_pass(&fake, KEPT_MS - 2000 - swaps * 1000);
        assert_int_equal(present()->table.at.chairs[seat].row.kind, CHAIR_PLAYER);
        fake_pass(&fake, 3000);
        assert_int_equal(present()->table.at.chairs[seat].row.kind, CHAIR_OPEN);
        fake_close(&fake);
    }
}

/* The player is here, and sat on another chair when they had gone before: nobody takes this one away. */
static void a_chair_is_kept_from_the_moment_its_player_goes(void **unused)
{
    (void)unused;
    open_table("{\"kind\":\"open\"},{\"kind\":\"open\"}", NO_CLOCK, false);
    ask(ME, "watch", "");
    ask(OTHER, "watch", "");
    ask(OTHER, "join", ",\"seat\":1");
    ask(OTHER, "unwatch", "");
    ask(OTHER, "watch", "");
    ask(OTHER, "swap", ",\"seat\":1,\"other\":2");
    fake_pass(&fake, KEPT_MS * 2);
    assert_int_equal(present()->table.at.chairs[1].row.kind, CHAIR_PLAYER);
    ask(OTHER, "unwatch", "");
    fake_pass(&fake, KEPT_MS - 1000);
    assert_int_equal(present()->table.at.chairs[1].row.kind, CHAIR_PLAYER);
    fake_pass(&fake, 2000);
    assert_int_equal(present()->table.at.chairs[1].row.kind, CHAIR_OPEN);
    fake_close(&fake);
}

/* ---- ratings ---- */

/* Connects an account with a rating in the null game. */
static void connect_rated(uint64_t id, int rating)
{
    static const char token[] = "55555555555555555555555555555555";
    struct player_row player = {.id = 1001, .kind = PLAYER_ACCOUNT, .name = "Ann", .key = "ann"};
    struct rating_row row = {
        .player = player.id, .game = "null", .seats = 2, .rating = rating * 100, .games = 20};
    struct token_row known = {.player = player.id};
    struct unit *unit = unit_new();
    token_hash(token, known.hash);
    unit_new_player(unit, &player);
    unit_put_token(unit, &known);
    unit_put_rating(unit, &row);
    fake_write(&fake, unit);
    fake_connect_as(&fake, id, token);
}

/* A store that answers late has the rating of a player only after everybody was told who sits there. */
static void a_rating_that_comes_late_is_told(void **unused)
{
    (void)unused;
    enum { RATED = 3 };
    for (int late = 0; late < 2; late++) {
        open_table(ME_AND_OPEN, NO_CLOCK, false);
        ask(ME, "watch", "");
        connect_rated(RATED, 1650);
        heard(ME);
        fake.late = late;
        begin(RATED, "join", "");
        while (fake_step(&fake))
            if (fake.reads) /* the table is in memory: its entries and its chat are not read again */
                assert_int_not_equal(fake.reads->query.what, STORE_TABLE);
        assert_heard(ME, "\"rating\":1650");
        fake_close(&fake);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rematch_does_not_ask_what_the_game_before_asked),
        cmocka_unit_test(a_question_ends_with_the_game),
        cmocka_unit_test(a_suspended_table_asks_nothing),
        cmocka_unit_test(a_node_with_other_rules_stays_out),
        cmocka_unit_test(a_rematch_is_a_new_table),
        cmocka_unit_test(a_rematch_forgets_who_was_silent),
        cmocka_unit_test(who_withholds_a_number_is_named),
        cmocka_unit_test(a_pledge_is_told_once),
        cmocka_unit_test(another_device_gives_its_own_number),
        cmocka_unit_test(a_chair_that_was_swapped_becomes_free_in_time),
        cmocka_unit_test(a_chair_is_kept_from_the_moment_its_player_goes),
        cmocka_unit_test(a_rating_that_comes_late_is_told),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
