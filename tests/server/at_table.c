/* at_table.c: a server in the test with one table of the null game and two connections. */
#include "at_table.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

struct fake fake;
char table[ID_TEXT];

void ask(uint64_t who, const char *word, const char *rest)
{
    char text[512];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, table, rest);
    fake_ask(&fake, who, text);
}

void begin(uint64_t who, const char *word, const char *rest)
{
    char text[512];
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", word, table, rest);
    clients_message(&fake.server, who, text, strlen(text));
}

const char *heard(uint64_t who)
{
    return fake_heard(&fake, who);
}

void assert_heard(uint64_t who, const char *what)
{
    const char *all = heard(who);
    if (!strstr(all, what))
        fail_msg("%s was not heard in: %.400s", what, all);
}

struct room *present(void)
{
    return map_get(&fake.server.tables, id_parse(table));
}

struct stored_table stored(void)
{
    struct stored_table t;
    assert_true(fake_stored_table(&fake, id_parse(table), &t));
    return t;
}

void set_rules(int rules)
{
    char sql[64];
    snprintf(sql, sizeof sql, "UPDATE tables SET rules = %d", rules);
    assert_int_equal(sqlite3_exec(fake.sqlite.writer, sql, NULL, NULL, NULL), SQLITE_OK);
}

void open_table(const char *who, const char *clock, bool start)
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
    const char *all = heard(ME), *at = strstr(all, "\"table\":\"");
    if (!at)
        fail_msg("no table was made: %.400s", all);
    snprintf(table, sizeof table, "%.*s", ID_TEXT - 1, at + 9);
}

void forget(void)
{
    if (present())
        room_close(present());
}

void look(void)
{
    room_get(&fake.server, id_parse(table));
    fake_settle(&fake);
    assert_int_equal(present()->sync.state, ROOM_PRESENT);
}

void wait_long(void)
{
    for (int i = 0; i < 2; i++) {
        fake.now += LONG_MS;
        rooms_tick(&fake.server);
        fake_settle(&fake);
    }
    assert_null(present());
}
