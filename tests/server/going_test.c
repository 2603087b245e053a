/* going_test.c: an account is deleted while its connections are open, its bots play and its tables run. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "fake.h"
#include "server/transport/http.h"
#include "server/base/memory.h"
#include "test.h"

/* The connections, and the tokens with which they come. */
enum { ANN = 1, BOB, ROBO, AGAIN, POST };

static const char ann[] = "11111111111111111111111111111111", bob[] = "22222222222222222222222222222222",
                  robo[] = "33333333333333333333333333333333";

enum { ANN_ID = 1001, BOB_ID, ROBO_ID };

static void put_account(struct fake *fake, const struct player_row *player, const char *token)
{
    struct unit *unit = unit_new();
    struct token_row row = {.player = player->id};
    token_hash(token, row.hash);
    unit_new_player(unit, player);
    unit_put_token(unit, &row);
    fake_write(fake, unit);
}

static struct net_request request(const char *path)
{
    static char none[] = "", host[] = "localhost", json[] = "application/json";
    return (struct net_request){.method = NET_POST,
                                .path = (char *)path,
                                .query = none,
                                .host = host,
                                .origin = none,
                                .cookie = none,
                                .authorization = none,
                                .content_type = json,
                                .if_none_match = none,
                                .accept_encoding = none,
                                .address = "127.0.0.1",
                                .body = none};
}

/* Opens a WebSocket with a token. Returns 0, or the HTTP status if that is refused. */
static int upgrade(struct fake *fake, uint64_t id, const char *kind, const char *token)
{
    char header[64], cookie[NET_COOKIE];
    struct net_request r = request("/ws");
    snprintf(header, sizeof header, "%s%s", kind, token);
    if (strcmp(kind, "Bearer ") == 0)
        r.authorization = header;
    else
        r.cookie = header;
    return clients_upgrade(&fake->server, id, &r, cookie);
}

/* Makes an account with a bot and another account, and connects all three. */
static void open_three(struct fake *fake)
{
    fake_open(fake);
    struct player_row a = {.id = ANN_ID, .kind = PLAYER_ACCOUNT, .name = "Ann", .key = "ann"};
    struct player_row b = {.id = BOB_ID, .kind = PLAYER_ACCOUNT, .name = "Bob", .key = "bob"};
    struct player_row r = {.id = ROBO_ID, .owner = ANN_ID, .kind = PLAYER_BOT, .name = "Robo", .key = "robo"};
    assert_int_equal(crypto_pwhash_str(a.password, "correct horse", 13, crypto_pwhash_OPSLIMIT_MIN,
                                       crypto_pwhash_MEMLIMIT_MIN),
                     0);
    put_account(fake, &a, ann);
    put_account(fake, &b, bob);
    put_account(fake, &r, robo);
    assert_int_equal(upgrade(fake, ANN, "castellany=", ann), 0);
    assert_int_equal(upgrade(fake, BOB, "castellany=", bob), 0);
    assert_int_equal(upgrade(fake, ROBO, "Bearer ", robo), 0);
}

static void close_three(struct fake *fake)
{
    fake_close(fake);
}

/* Asks to delete the account, with the right password. The store has not written that yet. */
static void begin_to_go(struct fake *fake)
{
    char header[64], body[] = "{\"password\":\"correct horse\"}";
    struct net_request r = request("/api/delete");
    snprintf(header, sizeof header, "castellany=%s", ann);
    r.cookie = header;
    r.body = body;
    r.length = sizeof body - 1;
    http_request(&fake->server, POST, &r);
}

static void say(struct fake *fake, uint64_t id, const char *text)
{
    clients_message(&fake->server, id, text, strlen(text));
}

static const char *heard(struct fake *fake, uint64_t id)
{
    return fake->heard[id].at ? fake->heard[id].at : "";
}

static bool is_stored(struct fake *fake, uint64_t player)
{
    struct player_row found;
    return fake_stored_player(fake, player, &found);
}

static void it_does_not_come_back(void **unused)
{
    (void)unused;
    static struct fake fake;
    open_three(&fake);
    /* Request 1 waits for the store, request 2 waits for request 1, and request 3 comes while the account is
     * being deleted. */
    say(&fake, ANN, "{\"id\":1,\"do\":\"settings\",\"settings\":{\"x\":1}}");
    say(&fake, ANN, "{\"id\":2,\"do\":\"settings\",\"settings\":{\"x\":2}}");
    assert_int_equal(upgrade(&fake, AGAIN, "castellany=", ann), 0);
    begin_to_go(&fake);
    say(&fake, AGAIN, "{\"id\":3,\"do\":\"settings\",\"settings\":{\"x\":3}}");
    fake_settle(&fake);
    assert_string_equal(heard(&fake, POST), "{}\n");
    assert_false(is_stored(&fake, ANN_ID));
    assert_true(fake.dropped[ANN] && fake.dropped[AGAIN]);
    assert_false(fake.dropped[BOB]);
    /* A message that still comes from the deleted account changes nothing. */
    say(&fake, ANN, "{\"id\":4,\"do\":\"settings\",\"settings\":{\"x\":4}}");
    fake_settle(&fake);
    assert_false(is_stored(&fake, ANN_ID));
    close_three(&fake);
}

static void it_stays_if_that_cannot_be_written(void **unused)
{
    (void)unused;
    static struct fake fake;
    struct player_row found;
    open_three(&fake);
    fake.fails = true;
    begin_to_go(&fake);
    fake.fails = false;
    say(&fake, ANN, "{\"id\":1,\"do\":\"settings\",\"settings\":{\"x\":1}}");
    assert_string_equal(heard(&fake, ANN), "");
    fake_settle(&fake);
    assert_non_null(strstr(heard(&fake, POST), "\"error\":\"store\""));
    assert_string_equal(heard(&fake, ANN), "{\"re\":1}\n");
    assert_true(fake_stored_player(&fake, ANN_ID, &found));
    assert_string_equal(found.settings, "{\"x\":1}");
    assert_false(fake.dropped[ANN] || fake.dropped[ROBO]);
    assert_int_equal(upgrade(&fake, AGAIN, "Bearer ", robo), 0);
    close_three(&fake);
}

static void its_bots_go_with_it(void **unused)
{
    (void)unused;
    static struct fake fake;
    open_three(&fake);
    begin_to_go(&fake);
    assert_int_equal(upgrade(&fake, AGAIN, "Bearer ", robo), 401);
    fake_settle(&fake);
    assert_false(is_stored(&fake, ROBO_ID));
    assert_true(fake.dropped[ROBO]);
    assert_int_equal(upgrade(&fake, AGAIN, "Bearer ", robo), 401);
    close_three(&fake);
}

/* A bot stays in the store without its owner if it was made while the owner was being deleted. */
static void a_bot_of_nobody_does_not_enter(void **unused)
{
    (void)unused;
    static struct fake fake;
    open_three(&fake);
    clients_closed(&fake.server, ANN);
    clients_closed(&fake.server, ROBO);
    struct unit *unit = unit_new();
    unit_drop_player(unit, ANN_ID);
    fake_write(&fake, unit);
    assert_true(is_stored(&fake, ROBO_ID));
    assert_int_equal(upgrade(&fake, AGAIN, "Bearer ", robo), 401);
    close_three(&fake);
}

/* Opens a table of Bob and Ann, which runs. */
static const struct room *open_game(struct fake *fake, const char *clock, char table[ID_TEXT])
{
    char text[256];
    open_three(fake);
    snprintf(text, sizeof text,
             "{\"id\":1,\"do\":\"create\",\"game\":\"null\",\"seats\":2,\"options\":[\"first=1\"],"
             "\"who\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],\"public\":true,\"clock\":{%s},"
             "\"undo\":\"none\"}",
             clock);
    fake_ask(fake, BOB, text);
    const char *at = strstr(heard(fake, BOB), "\"table\":\"");
    assert_non_null(at);
    snprintf(table, ID_TEXT, "%.*s", ID_TEXT - 1, at + 9);
    snprintf(text, sizeof text, "{\"id\":2,\"do\":\"join\",\"table\":\"%s\"}", table);
    fake_ask(fake, ANN, text);
    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"start\",\"table\":\"%s\"}", table);
    fake_ask(fake, BOB, text);
    const struct room *t = room_get(&fake->server, id_parse(table));
    assert_int_equal(t->table.at.row.state, TABLE_RUNNING);
    return t;
}

static void put_move(const struct room *t, const char *table, int seat, char text[256])
{
    snprintf(text, 256,
             "{\"id\":4,\"do\":\"move\",\"table\":\"%s\",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"}",
             table, match_number(&t->table.match, seat - 1, t->table.match.count), seat);
}

static void a_busy_table_goes_on(void **unused)
{
    (void)unused;
    static struct fake fake;
    char text[256], table[ID_TEXT];
    const struct room *t = open_game(&fake, "\"kind\":\"none\"", table);
    put_move(t, table, 1, text);
    say(&fake, BOB, text);
    assert_true(room_is_busy(t));
    begin_to_go(&fake);
    assert_true(room_is_busy(t));
    fake_settle(&fake);
    assert_int_equal(t->table.at.chairs[1].row.kind, CHAIR_COMPUTER);
    /* The computer has moved. */
    assert_true(t->table.game->to_act(t->table.game, t->table.match.state) & game_bit(0));
    close_three(&fake);
}

/* A computer plays on for a player who was deleted. What had happened before stays as it was, also when the
 * table is read again. */
static void the_past_stays_as_it_was(void **unused)
{
    (void)unused;
    static struct fake fake;
    char text[256], table[ID_TEXT];
    struct match_turn before;
    const struct room *t = open_game(&fake, "\"kind\":\"game\",\"seconds\":600", table);
    for (int i = 0; i < 3; i++) {
        fake_pass(&fake, 5000);
        put_move(t, table, i % 2 + 1, text);
        fake_ask(&fake, i % 2 ? ANN : BOB, text);
    }
    fake_pass(&fake, 3000);
    fake.slow = true;
    begin_to_go(&fake);
    fake_settle(&fake);
    assert_int_equal(t->table.at.chairs[1].row.kind, CHAIR_COMPUTER);
    assert_int_equal(match_computers(&t->table.match), game_bit(1));
    assert_int_equal(match_people(&t->table.match), game_bit(0));
    assert_int_equal(t->table.match.terms.computers, 0);
    before = t->table.match.turn;
    assert_int_equal(before.spent[1], 5000);
    assert_int_equal(before.thought[1], 3000);
    int entries = t->table.match.entries;
    room_close(map_get(&fake.server.tables, id_parse(table)));
    snprintf(text, sizeof text, "{\"id\":5,\"do\":\"watch\",\"table\":\"%s\"}", table);
    fake_ask(&fake, BOB, text);
    t = map_get(&fake.server.tables, id_parse(table));
    assert_int_equal(t->table.match.entries, entries);
    assert_int_equal(t->table.match.terms.computers, 0);
    assert_memory_equal(t->table.match.turn.spent, before.spent, sizeof before.spent);
    assert_memory_equal(t->table.match.turn.thought, before.thought, sizeof before.thought);
    assert_memory_equal(t->table.match.turn.since, before.since, sizeof before.since);
    assert_int_equal(match_computers(&t->table.match), game_bit(1));
    while (fake_answer(&fake)) /* the computer goes on */
        ;
    fake_settle(&fake);
    assert_int_equal(t->table.match.entries, entries + 1);
    close_three(&fake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_does_not_come_back), cmocka_unit_test(it_stays_if_that_cannot_be_written),
        cmocka_unit_test(its_bots_go_with_it),   cmocka_unit_test(a_bot_of_nobody_does_not_enter),
        cmocka_unit_test(a_busy_table_goes_on),  cmocka_unit_test(the_past_stays_as_it_was),
    };
    if (sodium_init() < 0)
        return 1;
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
