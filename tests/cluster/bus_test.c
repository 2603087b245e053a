/* bus_test.c: two nodes share a store and tell each other what to look at, over a bus that is good or bad. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "nodes.h"
#include "server/cluster/notice.h"
#include "test.h"

#define TERMS "\"clock\":{\"kind\":\"none\"},\"undo\":\"consent\",\"reaction\":0"

static void notices_are_text(void **unused)
{
    (void)unused;
    struct notice in = {.kind = NOTICE_TABLE,
                        .node = UINT64_MAX,
                        .sequence = 7,
                        .about = 0xabc,
                        .numbers = {1, -1, 0, INT32_MAX},
                        .ids = {3, 1},
                        .id_count = 2},
                  out;
    char text[NOTICE_TEXT];
    size_t length = notice_write(&in, text);
    assert_true(notice_read(text, length, &out));
    assert_memory_equal(&in, &out, sizeof in);
    for (size_t i = 0; i < length; i++)
        if (text[i] == ' ' && i < 30) /* all but the ids must be there */
            assert_false(notice_read(text, i, &out));
    static const char *const wrong[] = {"",
                                        "z 1 1 1 0 0 0 0",
                                        "c 1 1 1 0 0 0 0 ",
                                        "c 1 1 1 0 0 0 0 x",
                                        "c 1 1 1 0 0 0 100000000",
                                        "c 1 1 11111111111111111 0 0 0 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(notice_read(wrong[i], strlen(wrong[i]), &out));
}

/* Moves, words, chairs and who is there are seen at the other node at once. */
static void all_is_told(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_heard(B, PERSON, "\"is\":\"moved\"");
    ask(B, PERSON, "chat", ",\"text\":\"well played\"");
    assert_heard(A, PERSON, "well played");
    ask(B, PERSON, "unwatch", "");
    assert_heard(A, PERSON, "\"connected\":false");
    ask(B, PERSON, "watch", "");
    assert_heard(A, PERSON, "\"connected\":true");
    ask(B, PERSON, "resign", ",\"seat\":2");
    assert_heard(A, PERSON, "\"resigned\":true");
    close_nodes();
}

/* Two people talk at the same moment: both lines stay, everywhere. */
static void no_word_is_lost(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    for (int i = 0; i < 3; i++) {
        begin(A, PERSON, "chat", ",\"text\":\"hello\"");
        begin(B, PERSON, "chat", ",\"text\":\"good evening\"");
        settle();
        for (int at = 0; at < NODES; at++) {
            const char *all = heard(at, PERSON);
            assert_non_null(strstr(all, "hello"));
            assert_non_null(strstr(all, "good evening"));
            assert_null(strstr(all, "\"error\""));
        }
    }
    assert_int_equal(present(A)->talk.count, 6);
    assert_int_equal(present(B)->talk.count, 6);
    close_nodes();
}

/* A lost notice delays. The next beat shows that one is missing. */
static void a_lost_notice_delays(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    pass(1000);
    heard(B, PERSON);
    bus = BUS_LOSES_ALL;
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_string_equal(heard(B, PERSON), "");
    bus = BUS_GOOD;
    pass(2 * NODES_BEAT_MS);
    assert_heard(B, PERSON, "take 1");
    bus = BUS_LOSES_ALL; /* nobody ever says anything again */
    ask(B, PERSON, "move", ",\"number\":3,\"seat\":2,\"move\":\"take 2\"");
    heard(A, PERSON);
    pass(NODES_LOOK_MS);
    assert_heard(A, PERSON, "take 2");
    close_nodes();
}

/* Nobody says that a player who is connected elsewhere has another name: the node looks. */
static void a_lost_name_delays(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    clients_closed(&node[B].server, OTHER);
    clients_closed(&node[A].server, OTHER);
    settle();
    heard(A, PERSON);
    bus = BUS_LOSES_ALL;
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    pass(NODES_PEOPLE_MS + NODES_BEAT_MS);
    assert_heard(A, PERSON, "\"name\":\"Zoe\"");
    pass(NODES_PEOPLE_MS + NODES_BEAT_MS); /* what is known is not told again */
    assert_null(strstr(heard(A, PERSON), "Zoe"));
    close_nodes();
}

/* Nobody says that a line of chat was removed: the node looks, and keeps the others. */
static void a_lost_removal_delays(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    ask(B, PERSON, "chat", ",\"text\":\"rude\"");
    ask(B, PERSON, "chat", ",\"text\":\"kind\"");
    pass(1000);
    heard(A, PERSON);
    struct unit *unit = unit_new();
    unit_drop_chat(unit, id_parse(table), 0);
    fake_write(&node[B], unit);
    pass(NODES_PEOPLE_MS + NODES_BEAT_MS);
    const char *told = heard(A, PERSON);
    assert_non_null(strstr(told, "\"is\":\"table\""));
    assert_null(strstr(told, "rude"));
    assert_non_null(strstr(told, "kind"));
    pass(NODES_PEOPLE_MS + NODES_BEAT_MS); /* what is known is not told again */
    assert_null(strstr(heard(A, PERSON), "kind"));
    close_nodes();
}

/* A player whose new name was not told comes to this node, which has the old one at a table. */
static void who_comes_brings_their_name(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    clients_closed(&node[A].server, OTHER);
    settle();
    bus = BUS_LOSES_ALL;
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    fake_connect_as(&node[A], OTHER, "22222222222222222222222222222222");
    settle();
    heard(A, PERSON);
    pass(NODES_PEOPLE_MS + NODES_BEAT_MS);
    assert_heard(A, PERSON, "\"name\":\"Zoe\"");
    close_nodes();
}

/* Nobody watches the table here, so nobody looks for the names of its players. Lists have them all the same.
 */
static void lists_have_names_that_nobody_told(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    clients_closed(&node[A].server, OTHER);
    ask(A, PERSON, "unwatch", "");
    bus = BUS_LOSES_ALL;
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    assert_non_null(present(A));
    heard(A, PERSON);
    fake_ask(&node[A], PERSON, "{\"id\":1,\"do\":\"list\",\"what\":\"mine\"}");
    assert_heard(A, PERSON, "\"name\":\"Zoe\"");
    close_nodes();
}

/* A player was deleted at another node, and nobody said so: what they still do here brings them not back. */
static void who_was_deleted_elsewhere_stays_deleted(void **unused)
{
    (void)unused;
    struct player_row row;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    uint64_t id = client_find(&node[B].server, PERSON)->player->id;
    bus = BUS_LOSES_ALL;
    assert_true(fake_stored_player(&node[B], id, &row));
    struct unit *unit = unit_new();
    unit_drop_player(unit, id);
    fake_write(&node[A], unit);
    heard(B, PERSON);
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"name\",\"name\":\"Zoe\"}");
    settle();
    assert_heard(B, PERSON, "\"error\":\"store\"");
    assert_false(fake_stored_player(&node[B], id, &row));
    assert_true(node[B].dropped[PERSON]);
    close_nodes();
}

/* A guest who was never stored is not deleted when a session of theirs ends: their words stay. */
static void a_guest_who_logs_out_has_spoken(void **unused)
{
    enum { GUEST = 3 };
    (void)unused;
    char text[128];
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    fake_connect(&node[B], GUEST);
    ask(B, GUEST, "watch", "");
    ask(B, GUEST, "chat", ",\"text\":\"well played\"");
    assert_heard(A, PERSON, "well played");
    snprintf(text, sizeof text, "%s", client_find(&node[B].server, GUEST)->token);
    clients_drop(&node[B].server, client_find(&node[B].server, GUEST)->player->id, text);
    settle();
    ask(A, PERSON, "watch", "");
    assert_heard(A, PERSON, "well played");
    clients_closed(&node[B].server, GUEST);
    close_nodes();
}

/* Whatever the bus does, the game goes on and both nodes agree in the end. */
static void a_bad_bus_harms_nobody(void **unused)
{
    (void)unused;
    for (int round = 0; round < 10; round++) {
        bus = BUS_BAD;
        open_nodes("null", TERMS, false);
        pass(3000);
        ask(A, PERSON, "start", "");
        for (int turn = 0; turn < 400 && present(A)->table.at.row.state != TABLE_OVER; turn++) {
            char rest[96];
            struct match *m = &present(turn % 2)->table.match;
            if (!m->state || present(turn % 2)->table.at.row.state != TABLE_RUNNING) {
                pass(NODES_BEAT_MS);
                continue;
            }
            snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"take 1\"", m->count,
                     turn % 2 + 1);
            ask(turn % 2, PERSON, "move", rest);
            if (turn % 3 == 0)
                pass(NODES_BEAT_MS);
        }
        bus = BUS_GOOD;
        pass(2 * NODES_LOOK_MS);
        assert_int_equal(present(A) ? present(A)->table.at.row.state : TABLE_OVER, TABLE_OVER);
        int turns = 0;
        for (const char *line = stored_record(); *line; line = strchr(line, '\n') + 1)
            if (*line != '*')
                assert_int_equal(*line, '1' + turns++ % 2);
        assert_true(turns > 5);
        close_nodes();
    }
}

static int questions(int at)
{
    int count = 0;
    for (const struct fake_thought *t = node[at].thoughts; t; t = t->next)
        count++;
    return count;
}

/* One node asks the computer. If it dies, the other one takes over within three seconds. */
static void a_table_outlives_its_node(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    pass(1000);
    node[A].slow = node[B].slow = true;
    ask(B, PERSON, "leave", ""); /* a computer plays seat 2 */
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    assert_int_equal(questions(A) + questions(B), 1);
    int owner = questions(A) ? A : B, other = 1 - owner;
    dead[owner] = true;
    pass(2500);
    assert_int_equal(questions(other), 1);
    assert_true(fake_answer(&node[other]));
    settle();
    assert_int_equal(present(other)->table.match.count, 4);
    dead[owner] = false; /* it was only asleep, and answers about what is long past */
    assert_true(fake_answer(&node[owner]));
    settle();
    pass(1000);
    assert_int_equal(present(owner)->table.match.entries, present(other)->table.match.entries);
    close_nodes();
}

/* A computer answers while the node asks the store about the table: its move is made after that. */
static void a_thought_during_a_look(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    pass(1000);
    node[A].slow = node[B].slow = true;
    ask(B, PERSON, "leave", ""); /* a computer plays seat 2 */
    ask(A, PERSON, "move", ",\"number\":2,\"seat\":1,\"move\":\"take 1\"");
    int owner = questions(A) ? A : B;
    node[owner].late = true;
    begin(owner, owner == A ? PERSON : OTHER, "move", ",\"number\":3,\"seat\":1,\"move\":\"take 1\"");
    assert_int_equal(present(owner)->sync.state, ROOM_CATCHING_UP); /* before it refuses */
    assert_true(fake_answer(&node[owner]));
    assert_int_equal(questions(owner), 0);
    int count = present(owner)->table.match.count;
    settle();
    assert_int_equal(questions(owner), 0);
    assert_int_equal(present(owner)->table.match.count, count + 1);
    close_nodes();
}

/* The time of a move runs out once, at the same moment, whoever is there to see it. */
static void clocks_run_at_every_node(void **unused)
{
    (void)unused;
    for (int dies = -1; dies < NODES; dies++) {
        bus = BUS_GOOD;
        open_nodes("null", "\"clock\":{\"kind\":\"move\",\"seconds\":10},\"undo\":\"none\",\"reaction\":0",
                   true);
        pass(1000);
        if (dies >= 0)
            dead[dies] = true;
        int alive = dies == A ? B : A;
        pass(8000);
        assert_null(strstr(stored_record(), "away"));
        pass(3000);
        const char *first = strstr(stored_record(), "away");
        assert_non_null(first);
        assert_null(strstr(first + 1, "away"));
        assert_true(present(alive)->table.match.turn.away & 1);
        close_nodes();
    }
}

/* Lets both persons play at random until somebody may react. Returns how long the pause is. */
static int64_t play_to_a_pause(void)
{
    const struct match *m = &present(A)->table.match;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 500 && !match_paused(m); i++) {
        char name[GAME_MOVE_TEXT], rest[512];
        struct text out = TEXT_IN(name);
        int seat = __builtin_ctz(m->game->to_act(m->game, m->state));
        game_move move = game_random_move(m->game, m->state, seat, &rng);
        m->game->move_text(m->game, m->state, seat, move, &out);
        snprintf(rest, sizeof rest, ",\"number\":%d,\"seat\":%d,\"move\":\"%s\"",
                 match_number(m, seat, m->count), seat + 1, name);
        node[A].now += 100; /* below the rate of requests */
        node[B].now += 100;
        ask(seat == 0 ? A : B, PERSON, "move", rest);
        heard(A, PERSON);
        heard(B, PERSON);
    }
    assert_true(match_paused(m));
    return match_pause_left(m, node[A].now);
}

/* A pause to react ends when it would have ended anyway, also if the node that watched over it died in the
 * midst of it: neither sooner nor later. */
static void a_pause_outlives_its_node(void **unused)
{
    (void)unused;
    for (int dies = -1; dies < NODES; dies++) {
        bus = BUS_GOOD;
        open_nodes("castelli",
                   "\"options\":[\"battle\",\"dilemma\"],\"clock\":{\"kind\":\"none\"},\"undo\":\"none\","
                   "\"reaction\":10000",
                   true);
        pass(1000);
        int64_t left = play_to_a_pause();
        assert_true(left > 9000);
        int entries = present(A)->table.match.entries, alive = dies == A ? B : A;
        if (dies >= 0)
            dead[dies] = true;
        pass(left / NODES_BEAT_MS * NODES_BEAT_MS - 2 * NODES_BEAT_MS);
        assert_int_equal(present(alive)->table.match.entries, entries);
        assert_true(match_paused(&present(alive)->table.match));
        pass(3 * NODES_BEAT_MS);
        assert_false(match_paused(&present(alive)->table.match));
        close_nodes();
    }
}

static void people_are_the_same_everywhere(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, true);
    fake_ask(&node[A], PERSON, "{\"id\":1,\"do\":\"name\",\"name\":\"Ann\"}");
    settle();
    assert_heard(B, PERSON, "\"name\":\"Ann\"");
    const struct player *there = client_find(&node[B].server, OTHER)->player;
    assert_string_equal(there->name, "Ann");
    /* The owner bans Ann at one node: all nodes drop her. */
    struct ban_row ban = {.id = 9, .kind = BAN_OUT, .player = there->id};
    struct unit *unit = unit_new();
    unit_put_ban(unit, &ban);
    fake_write(&node[A], unit);
    nodes_tell_about(&node[A].server, NOTICE_HOUSE, 0);
    settle();
    assert_true(node[B].dropped[OTHER]);
    assert_false(node[B].dropped[PERSON]);
    /* A session ends at one node: its connections end at all. */
    unit = unit_new();
    unit_drop_tokens(unit, client_find(&node[B].server, PERSON)->player->id);
    fake_write(&node[A], unit);
    nodes_tell_about(&node[A].server, NOTICE_PLAYER, client_find(&node[B].server, PERSON)->player->id);
    settle();
    assert_true(node[B].dropped[PERSON]);
    close_nodes();
}

/* The lists of people who watch no table are true everywhere. */
static void lists_are_the_same_everywhere(void **unused)
{
    (void)unused;
    bus = BUS_GOOD;
    open_nodes("null", TERMS, false);
    ask(B, PERSON, "unwatch", "");
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"list\",\"what\":\"live\"}");
    fake_ask(&node[B], PERSON, "{\"id\":1,\"do\":\"list\",\"what\":\"mine\"}");
    room_close(present(B));
    heard(B, PERSON);
    ask(A, PERSON, "start", "");
    pass(1500);
    const char *all = heard(B, PERSON);
    assert_non_null(strstr(all, "\"what\":\"live\""));
    assert_non_null(strstr(all, "\"what\":\"mine\""));
    assert_non_null(strstr(all, table));
    close_nodes();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notices_are_text),
        cmocka_unit_test(all_is_told),
        cmocka_unit_test(no_word_is_lost),
        cmocka_unit_test(a_lost_notice_delays),
        cmocka_unit_test(a_lost_name_delays),
        cmocka_unit_test(a_lost_removal_delays),
        cmocka_unit_test(who_comes_brings_their_name),
        cmocka_unit_test(lists_have_names_that_nobody_told),
        cmocka_unit_test(who_was_deleted_elsewhere_stays_deleted),
        cmocka_unit_test(a_guest_who_logs_out_has_spoken),
        cmocka_unit_test(a_bad_bus_harms_nobody),
        cmocka_unit_test(a_table_outlives_its_node),
        cmocka_unit_test(a_thought_during_a_look),
        cmocka_unit_test(clocks_run_at_every_node),
        cmocka_unit_test(a_pause_outlives_its_node),
        cmocka_unit_test(people_are_the_same_everywhere),
        cmocka_unit_test(lists_are_the_same_everywhere),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
