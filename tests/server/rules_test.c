/* rules_test.c: tables whose rules were changed since: those that the program still has, and those that it
 * has no more. This program has a game of its own, under rules 3 and under rules 2. */
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "core/nullgame.h"
#include "fake.h"
#include "test.h"

enum { ME = 1, NEWEST = 3, FORMER = 2, LOST = 1, HEARD = 64 * 1024 };

static struct game newest, former;
static const struct game *const folder[] = {&newest, &former, NULL};
const struct game *const *const game_folders[] = {folder, NULL};
const struct game *const *const example_folders[] = {NULL};

static struct fake fake;
static uint64_t table;

static const char *heard(void)
{
    static char copy[HEARD];
    struct heard *h = &fake.heard[ME];
    snprintf(copy, sizeof copy, "%s", h->at ? h->at : "");
    heard_clear(h);
    return copy;
}

static void ask(const char *word, const char *rest)
{
    char text[256], id[ID_TEXT];
    id_text(table, id);
    snprintf(text, sizeof text, "{\"id\":7,\"do\":\"%s\",\"table\":\"%s\"%s}", word, id, rest);
    fake.now += 1000;
    fake_ask(&fake, ME, text);
}

/* A move that is taken back and made anew, then moves up to the end or just a few. */
static void play(bool to_the_end)
{
    char id[ID_TEXT];
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_ask(&fake, ME,
             "{\"id\":1,\"do\":\"create\",\"game\":\"renewed\",\"seats\":2,\"options\":[\"first=1\"],"
             "\"who\":[{\"kind\":\"me\"},{\"kind\":\"me\"}],\"public\":true,\"clock\":{\"kind\":\"none\"},"
             "\"undo\":\"free\",\"reaction\":0,\"start\":true}");
    const char *at = strstr(heard(), "\"table\":\"");
    assert_non_null(at);
    snprintf(id, sizeof id, "%.*s", ID_TEXT - 1, at + 9);
    table = id_parse(id);
    ask("move", ",\"number\":2,\"seat\":1,\"move\":\"take 2\"");
    ask("undo", ",\"number\":3,\"to\":2");
    for (int i = 0; i < (to_the_end ? 20 : 2); i++) {
        char rest[64];
        snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", i + 2, i % 2 + 1);
        ask("move", rest);
    }
    heard();
}

static const struct room *present(void)
{
    return map_get(&fake.server.tables, table);
}

/* The table is read anew, as one that began under other rules. */
static void set_rules(int rules)
{
    char sql[64];
    room_close(map_get(&fake.server.tables, table));
    snprintf(sql, sizeof sql, "UPDATE tables SET rules = %d", rules);
    assert_int_equal(sqlite3_exec(fake.sqlite.writer, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void get_record(char out[HEARD])
{
    char path[64], id[ID_TEXT];
    id_text(table, id);
    snprintf(path, sizeof path, "/games/%s.txt", id);
    fake_get(&fake, ME, path);
    memcpy(out, heard(), HEARD);
}

static void the_newest_is_offered(void **unused)
{
    (void)unused;
    assert_int_equal(games_find("renewed")->rules, NEWEST);
    assert_int_equal(games_find_rules("renewed", FORMER)->rules, FORMER);
    assert_null(games_find_rules("renewed", LOST));
    assert_string_equal(games[0]->name, "renewed");
    assert_null(games[1]);
}

static void a_game_goes_on_under_its_rules(void **unused)
{
    (void)unused;
    play(false);
    set_rules(FORMER);
    ask("watch", "");
    assert_non_null(strstr(heard(), "\"state\":\"running\""));
    assert_int_equal(present()->table.match.game->rules, FORMER);
    ask("move", ",\"number\":4,\"seat\":1,\"move\":\"take 1\"");
    assert_int_equal(present()->table.match.count, 5);
    fake_close(&fake);
}

static void a_game_whose_rules_are_lost_is_suspended(void **unused)
{
    (void)unused;
    struct stored_table stored;
    play(false);
    set_rules(LOST);
    ask("watch", "");
    const char *told = heard();
    assert_non_null(strstr(told, "\"state\":\"suspended\""));
    assert_non_null(strstr(told, "\"reason\":\"it was played with another version of the rules\""));
    assert_true(fake_stored_table(&fake, table, &stored));
    assert_int_equal(stored.row.state, TABLE_RUNNING); /* a program that has them can go on */
    fake_close(&fake);
}

static void a_finished_game_stays(void **unused)
{
    (void)unused;
    static char before[HEARD], after[HEARD];
    char rules[16];
    play(true);
    assert_int_equal(present()->table.at.row.state, TABLE_OVER);
    get_record(before);
    set_rules(LOST);
    get_record(after);
    snprintf(rules, sizeof rules, "rules %d\n", NEWEST);
    *(strstr(before, rules) + strlen("rules ")) = '0' + LOST;
    assert_string_equal(before, after); /* with the move that was taken back left out */
    ask("watch", "");
    const char *told = heard();
    assert_non_null(strstr(told, "\"state\":\"over\""));
    assert_non_null(strstr(told, "\"result\":{\"points\":["));
    ask("positions", ",\"from\":0,\"count\":1,\"seat\":0");
    assert_non_null(strstr(heard(), "\"error\":\"not_running\""));
    ask("rematch", "");
    assert_non_null(strstr(heard(), "{\"re\":7,\"table\":"));
    fake_close(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_is_offered),
        cmocka_unit_test(a_game_goes_on_under_its_rules),
        cmocka_unit_test(a_game_whose_rules_are_lost_is_suspended),
        cmocka_unit_test(a_finished_game_stays),
    };
    newest = former = null_game;
    newest.name = former.name = "renewed";
    newest.rules = NEWEST;
    former.rules = FORMER;
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
