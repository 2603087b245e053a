/* told_test.c: what is told of a table is the same after it was read from the store again. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "server/transport/http.h"
#include "test.h"

enum { YOU = 3, POST = 8 };

#define TOKEN     "0123456789abcdef0123456789abcdef"
#define OTHER_ONE "11111111111111111111111111111111"
#define TWO       "{\"kind\":\"me\"},{\"kind\":\"open\"}"

static void copy_told(char out[16 * 1024])
{
    heard(ME);
    ask(ME, "watch", "");
    snprintf(out, 16 * 1024, "%s", heard(ME));
}

static void assert_told_as_stored(void)
{
    static char before[16 * 1024], after[16 * 1024];
    copy_told(before);
    forget();
    copy_told(after);
    assert_non_null(strstr(before, "\"is\":\"table\""));
    assert_string_equal(before, after);
}

static void post(const char *token, const char *path, const char *body)
{
    char cookie[64];
    static char none[] = "", host[] = "localhost", json[] = "application/json";
    snprintf(cookie, sizeof cookie, "castellany=%s", token);
    struct net_request r = {.method = NET_POST,
                            .path = (char *)path,
                            .query = none,
                            .host = host,
                            .origin = none,
                            .cookie = cookie,
                            .authorization = none,
                            .content_type = json,
                            .if_none_match = none,
                            .accept_encoding = none,
                            .address = "127.0.0.1",
                            .body = (char *)body,
                            .length = strlen(body)};
    http_request(&fake.server, POST, &r);
    fake_settle(&fake);
}

/* A table of two whose other player came with TOKEN; the game runs. */
static void begin_for_two(const char *clock)
{
    open_table(TWO, clock, false);
    fake_connect_as(&fake, YOU, TOKEN);
    ask(YOU, "join", "");
    ask(ME, "start", "");
    assert_int_equal(present()->table.at.row.state, TABLE_RUNNING);
}

static void a_resigned_seat_of_a_record(void **unused)
{
    (void)unused;
    char id[32];
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_ask(
        &fake, ME,
        "{\"id\":1,\"do\":\"import\",\"record\":\"castellany 1\\ngame null\\nrules 1\\nseats 2\\n* card 1\\n"
        "* card 1\\n1 take 1\\n# resigned 2\\n\"}");
    const char *at = strstr(heard(ME), "\"table\":\"");
    assert_non_null(at);
    snprintf(id, sizeof id, "%.*s", ID_TEXT - 1, at + 9);
    memcpy(table, id, sizeof table);
    assert_told_as_stored();
    ask(ME, "watch", "");
    assert_heard(ME, "\"level\":3");
    fake_close(&fake);
}

static void a_guest_who_registers(void **unused)
{
    (void)unused;
    begin_for_two(NO_CLOCK);
    post(TOKEN, "/api/register", "{\"name\":\"Bob\",\"password\":\"correct horse\"}");
    assert_heard(POST, "\"codes\"");
    assert_told_as_stored();
    ask(ME, "watch", "");
    assert_heard(ME, "\"name\":\"Bob\",\"kind\":\"account\"");
    fake_close(&fake);
}

static void a_friend_who_stands_in_and_has_another_name(void **unused)
{
    (void)unused;
    char rest[128];
    begin_for_two(GAME_CLOCK);
    fake_pass(&fake, 61 * 1000); /* the creator's time is over */
    snprintf(rest, sizeof rest, ",\"seat\":1,\"invite\":\"%s\"", present()->table.at.row.invite);
    ask(OTHER, "stand_in", rest);
    fake_ask(&fake, OTHER, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    assert_told_as_stored();
    ask(ME, "watch", "");
    assert_heard(ME, "\"stand_in\":{\"id\":");
    fake_close(&fake);
}

/* A line of chat whose end the store did not know. */
static void a_line_that_was_kept_after_all(void **unused)
{
    (void)unused;
    open_table(TWO, NO_CLOCK, false);
    ask(ME, "watch", "");
    heard(ME);
    fake.unsure = true;
    ask(ME, "chat", ",\"text\":\"hello\"");
    const char *all = heard(ME);
    assert_non_null(strstr(all, "\"text\":\"hello\""));
    assert_null(strstr(all, "\"error\""));
    fake.fails = true;
    ask(ME, "chat", ",\"text\":\"lost\"");
    assert_heard(ME, "\"error\":\"store\"");
    fake.blind = true;
    fake.fails = false;
    ask(ME, "chat", ",\"text\":\"hidden\"");
    assert_heard(ME, "\"error\":\"store\"");
    fake.blind = fake.unsure = false;
    fake_pass(&fake, 2000);
    assert_heard(ME, "\"text\":\"hidden\"");
    assert_told_as_stored();
    fake_close(&fake);
}

/* The store does not know at once what became of people's rows. */
static void a_name_that_was_kept_after_all(void **unused)
{
    (void)unused;
    begin_for_two(NO_CLOCK);
    heard(YOU);
    fake.unsure = true;
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    assert_heard(YOU, "\"name\":\"Zoe\"");
    fake.fails = true;
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"name\",\"name\":\"Lea\"}");
    assert_heard(YOU, "\"error\":\"store\"");
    assert_told_as_stored();
    fake.fails = false;
    fake.blind = true;
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"settings\",\"settings\":{\"a\":1}}");
    assert_heard(YOU, "\"error\":\"store\"");
    fake.blind = fake.unsure = false;
    server_tick(&fake.server);
    fake_settle(&fake);
    fake_ask(&fake, YOU, "{\"id\":1,\"do\":\"hello\"}");
    assert_heard(YOU, "\"settings\":{\"a\":1}");
    fake_close(&fake);
}

static void an_account_that_was_deleted_after_all(void **unused)
{
    (void)unused;
    begin_for_two(NO_CLOCK);
    fake.unsure = true;
    post(TOKEN, "/api/delete", "{}");
    fake.unsure = false;
    assert_heard(POST, "{}");
    assert_true(fake.dropped[YOU]);
    assert_told_as_stored();
    ask(ME, "watch", "");
    assert_heard(ME, "\"computer\":true");
    fake_close(&fake);
}

static void a_game_that_its_only_player_has_ended(void **unused)
{
    (void)unused;
    open_table(HOT, NO_CLOCK, true);
    ask(ME, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    ask(ME, "leave", ",\"end\":true");
    assert_told_as_stored();
    ask(ME, "watch", "");
    assert_heard(ME, "take 1");
    fake_close(&fake);
}

/* It has no entries: it is as if it had never begun. */
static void a_game_that_was_ended_at_once(void **unused)
{
    (void)unused;
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_ask(&fake, ME,
             "{\"id\":1,\"do\":\"create\",\"game\":\"castelli\",\"seats\":2,\"options\":[\"dilemma\"],"
             "\"who\":[{\"kind\":"
             "\"me\"},{\"kind\":\"computer\",\"level\":1}],\"public\":true,\"clock\":{\"kind\":\"none\"},"
             "\"undo\":\"free\","
             "\"start\":true}");
    const char *at = strstr(heard(ME), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
    ask(ME, "watch", "");
    ask(ME, "leave", ",\"end\":true");
    assert_told_as_stored();
    fake_close(&fake);
}

/* The chair of a deleted player who had resigned is a computer's; the match must be as before. */
static void a_player_who_resigned_and_was_deleted(void **unused)
{
    (void)unused;
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_connect_as(&fake, YOU, TOKEN);
    fake_connect_as(&fake, OTHER, OTHER_ONE);
    fake_ask(&fake, ME,
             "{\"id\":1,\"do\":\"create\",\"game\":\"castle\",\"seats\":3,\"options\":[],\"who\":[{\"kind\":"
             "\"me\"},"
             "{\"kind\":\"open\"},{\"kind\":\"open\"}],\"public\":true,\"clock\":{\"kind\":\"none\"},"
             "\"undo\":\"free\"}");
    const char *at = strstr(heard(ME), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
    ask(YOU, "join", "");
    ask(OTHER, "join", "");
    ask(ME, "start", "");
    ask(YOU, "resign", ",\"seat\":2");
    post(TOKEN, "/api/delete", "{}");
    struct match_terms terms = present()->table.match.terms;
    assert_told_as_stored();
    assert_int_equal(present()->table.match.terms.computers, terms.computers);
    fake_close(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resigned_seat_of_a_record),
        cmocka_unit_test(a_guest_who_registers),
        cmocka_unit_test(a_friend_who_stands_in_and_has_another_name),
        cmocka_unit_test(a_line_that_was_kept_after_all),
        cmocka_unit_test(a_name_that_was_kept_after_all),
        cmocka_unit_test(an_account_that_was_deleted_after_all),
        cmocka_unit_test(a_game_that_its_only_player_has_ended),
        cmocka_unit_test(a_game_that_was_ended_at_once),
        cmocka_unit_test(a_player_who_resigned_and_was_deleted),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
