/* busy_test.c: what the server does when all its bots are busy, and whose questions they answer first. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "core/record.h"
#include "fake.h"
#include "server/host/passwords.h"
#include "server/host/thinking.h"
#include "test.h"

enum { ME = 1, MOVES = 40, ROOM = 16 * 1024 };

/* Writes a request that imports the beginning of a game. Newlines are escaped as in JSON. */
static void put_import(struct text *out)
{
    static union game_state state;
    char line[RECORD_MAX_LINE];
    struct text text = TEXT_IN(line);
    struct rng rng;
    const struct game *game = games_find("castellan");
    char options[GAME_OPTIONS_TEXT];
    rng_seed(&rng, 1);
    assert_true(game_settle(game, 2, "", &rng, options, NULL));
    assert_true(game_start(game, &state, 2, options, NULL));
    record_head(game, 2, options, &text);
    text_put(out, "{\"id\":1,\"do\":\"import\",\"record\":\"");
    for (int i = 0; i < MOVES; i++) {
        int actor = game_actor(game, &state);
        game_move move = game_random_move(game, &state, actor, &rng);
        record_line(game, &state, actor, move, &text);
        for (const char *c = line; *c; c++)
            text_put_n(out, *c == '\n' ? "\\n" : c, *c == '\n' ? 2 : 1);
        text_clear(&text);
        game->apply(game, &state, actor, move);
    }
    text_put(out, "\"}");
}

static void ask(struct fake *fake, const char *word, const char *table, const char *rest)
{
    char text[256];
    snprintf(text, sizeof text, "{\"id\":7,\"do\":\"%s\",\"table\":\"%s\",%s}", word, table, rest);
    fake_ask(fake, ME, text);
}

static void find_table(const char *answer, char table[ID_TEXT])
{
    const char *at = strstr(answer, "\"table\":\"");
    assert_non_null(at);
    snprintf(table, ID_TEXT, "%.*s", ID_TEXT - 1, at + 9);
}

static void an_analysis_has_no_holes(void **unused)
{
    (void)unused;
    static struct fake fake;
    static char request[ROOM];
    struct text text = TEXT_IN(request);
    char table[ID_TEXT];
    fake_open(&fake);
    fake_connect(&fake, ME);
    put_import(&text);
    fake_ask(&fake, ME, request);
    find_table(fake_heard(&fake, ME), table);
    fake.questions = 3; /* no bot is free for the fourth decision */
    ask(&fake, "analyse", table, "\"seat\":1");
    assert_non_null(strstr(fake_heard(&fake, ME), "\"error\":\"busy\""));
    fake.questions = MOVES;
    ask(&fake, "analyse", table, "\"seat\":1");
    const char *answer = fake_heard(&fake, ME);
    assert_non_null(strstr(answer, "{\"re\":7,\"moves\":[{"));
    int decisions = 0;
    for (const char *at = answer; (at = strstr(at, "\"best\":")); at++)
        decisions++;
    assert_true(decisions > 3 && decisions <= MOVES - fake.questions); /* some moves are forced */
    assert_true(fake.payer == limits_key("127.0.0.1"));
    assert_true(fake.asker == client_find(&fake.server, ME)->player->id);
    fake_close(&fake);
}

static void a_hint_is_refused(void **unused)
{
    (void)unused;
    static struct fake fake;
    char table[ID_TEXT];
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake_ask(&fake, ME,
             "{\"id\":1,\"do\":\"create\",\"game\":\"castle\",\"seats\":2,\"options\":[\"first=1\"],"
             "\"start\":true,"
             "\"who\":[{\"kind\":\"me\"},{\"kind\":\"me\"}],\"public\":false,\"clock\":{\"kind\":\"none\"},"
             "\"undo\":\"free\"}");
    find_table(fake_heard(&fake, ME), table);
    const struct room *t = room_get(&fake.server, id_parse(table));
    assert_non_null(t);
    char rest[64];
    snprintf(rest, sizeof rest, "\"seat\":1,\"number\":%d",
             match_number(&t->table.match, 0, t->table.match.count));
    fake.questions = 0;
    ask(&fake, "hint", table, rest);
    assert_non_null(strstr(fake_heard(&fake, ME), "\"error\":\"busy\""));
    fake.questions = 1;
    ask(&fake, "hint", table, rest);
    assert_non_null(strstr(fake_heard(&fake, ME), "{\"re\":7,\"moves\":["));
    assert_true(fake.payer == limits_key("127.0.0.1"));
    assert_true(fake.asker == client_find(&fake.server, ME)->player->id);
    fake_close(&fake);
}

/* Moves of computers go on the account of the address from which their table was made. */
static void an_address_pays_for_computers(void **unused)
{
    (void)unused;
    static struct fake fake;
    fake_open(&fake);
    fake_connect(&fake, ME);
    fake.questions = 5;
    fake.slow = true;
    fake_ask(&fake, ME,
             "{\"id\":1,\"do\":\"create\",\"game\":\"castle\",\"seats\":2,\"options\":[\"first=1\"],"
             "\"start\":true,\"who\":[{\"kind\":\"computer\",\"level\":6},{\"kind\":\"me\"}],"
             "\"public\":false,\"clock\":{\"kind\":\"none\"},\"undo\":\"free\"}");
    fake_pass(&fake, 1000);
    assert_int_equal(fake.questions, 4);
    assert_true(fake.payer == limits_key("127.0.0.1"));
    assert_true(fake.asker == client_find(&fake.server, ME)->player->id);
    fake_close(&fake);
}

/* ---- who thinks first ---- */

enum { HINTS = 6, COMPUTERS = 5, BRIEF_MS = 20 };

struct answers {
    struct thinking thinking;
    int hints, moves;
    bool waited; /* a later hint was answered while a computer's move still waited for a thread */
};

static void hinted(void *context, const struct host_thought *answer)
{
    struct answers *a = context;
    assert_true(answer->count > 0);
    a->waited |= ++a->hints > 2 && a->thinking.moves.left.first;
}

static void moved(void *context, const struct host_thought *answer)
{
    struct answers *a = context;
    assert_int_equal(answer->count, 0);
    a->moves++;
}

static void computers_go_before_hints(void **unused)
{
    (void)unused;
    static struct fake fake;
    static struct answers a;
    static union game_state state;
    uv_loop_t loop;
    const struct game *game = games_find("castellan");
    fake_open(&fake);
    a.thinking.loop = &loop;
    a.thinking.threads = 3;
    uv_loop_init(&loop);
    assert_true(game_start(game, &state, 2, "first=1", NULL));
    for (int actor; (actor = game_actor(game, &state)) == GAME_CHANCE;)
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &fake.rng));
    int seat = game_actor(game, &state);
    game->observe(game, &state, seat, &state);
    struct host_question question = {.game = game, .seats = 2, .seat = seat, .view = &state, .made = -1};
    for (int i = 0; i < HINTS; i++)
        assert_true(thinking_ask(&a.thinking, &question, &fake.rng, hinted, &a));
    /* Hints leave one thread free, however many of them wait. */
    assert_int_equal(a.thinking.looks.thinking, 2);
    question.level = 4;
    question.ms = BRIEF_MS;
    for (int i = 0; i < COMPUTERS; i++)
        assert_true(thinking_ask(&a.thinking, &question, &fake.rng, moved, &a));
    assert_int_equal(a.thinking.moves.thinking, 1);
    assert_int_equal(a.thinking.looks.waiting + a.thinking.moves.waiting, HINTS + COMPUTERS);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    assert_false(a.waited);
    assert_int_equal(a.hints, HINTS);
    assert_int_equal(a.moves, COMPUTERS);
    assert_int_equal(a.thinking.looks.waiting + a.thinking.moves.waiting, 0);
    fake_close(&fake);
}

/* A player with one question does not wait for all questions of a player with many. */
static void answered_stranger(void *context, const struct host_thought *thought)
{
    (void)thought;
    ++*(int *)context;
}

struct in_time {
    int *strangers, before; /* how many questions of the other player were answered before this one */
};

static void answered_me(void *context, const struct host_thought *thought)
{
    struct in_time *t = context;
    (void)thought;
    t->before = *t->strangers;
}

static void everybody_has_a_turn(void **unused)
{
    (void)unused;
    static struct fake fake;
    static union game_state state;
    struct thinking thinking = {.threads = 1};
    uv_loop_t loop;
    int strangers = 0;
    const struct game *game = games_find("castellan");
    struct in_time mine = {&strangers, -1}, weak = {&strangers, -1}, neighbour = {&strangers, -1};
    fake_open(&fake);
    uv_loop_init(&loop);
    thinking.loop = &loop;
    assert_true(game_start(game, &state, 2, "first=1", NULL));
    for (int actor; (actor = game_actor(game, &state)) == GAME_CHANCE;)
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &fake.rng));
    game->observe(game, &state, 0, &state);
    struct host_question question = {
        .game = game, .seats = 2, .view = &state, .level = 6, .ms = BRIEF_MS, .payer = 1};
    int taken = 0;
    for (; taken < LIMIT_THINKING_EACH / 2; taken++)
        assert_true(thinking_ask(&thinking, &question, &fake.rng, answered_stranger, &strangers));
    question.asker = 1; /* another player at the address of the one with many questions */
    assert_true(thinking_ask(&thinking, &question, &fake.rng, answered_me, &neighbour));
    for (question.asker = 2; thinking_ask(&thinking, &question, &fake.rng, answered_stranger, &strangers);
         question.asker++)
        taken++; /* guests are easily made: they share what their address has */
    assert_in_range(taken, 10, LIMIT_THINKING_EACH);
    question.payer = 2;
    assert_true(thinking_ask(&thinking, &question, &fake.rng, answered_me, &mine));
    question.level = 1;
    assert_true(thinking_ask(&thinking, &question, &fake.rng, answered_me, &weak));
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    assert_int_equal(strangers, taken);
    assert_in_range(mine.before, 0, 2);
    assert_in_range(neighbour.before, 0, 2);
    assert_in_range(weak.before, 0, 2);
    fake_close(&fake);
}

/* Others bring first questions as long as there is somebody who waits. */
struct crowd {
    struct thinking thinking;
    struct host_question question;
    struct rng rng;
    uint64_t last;              /* address */
    int answered, mine, before; /* before: how many of the crowd were answered before all of mine */
};

enum { MINE = 3, CROWD = 60 };

static void answered_one_of_mine(void *context, const struct host_thought *thought)
{
    struct crowd *c = context;
    (void)thought;
    if (++c->mine == MINE)
        c->before = c->answered;
}

static void answered_one_of_the_crowd(void *context, const struct host_thought *thought)
{
    struct crowd *c = context;
    (void)thought;
    c->answered++;
    for (int i = 0; i < 2 && c->last < CROWD; i++) {
        c->question.payer = ++c->last;
        c->question.asker = 0;
        assert_true(thinking_ask(&c->thinking, &c->question, &c->rng, answered_one_of_the_crowd, c));
    }
}

/* Somebody's second question has its turn after the first, however many others come with their first ones. */
static void a_second_question_has_its_turn(void **unused)
{
    (void)unused;
    static union game_state state;
    uv_loop_t loop;
    const struct game *game = games_find("null");
    struct crowd c = {.thinking = {.threads = 1, .loop = &loop}};
    c.question = (struct host_question){.game = game, .seats = 2, .view = &state, .level = 1, .payer = 1000};
    rng_seed(&c.rng, 1);
    uv_loop_init(&loop);
    assert_true(game_start(game, &state, 2, "first=1", NULL));
    while (game_actor(game, &state) == GAME_CHANCE)
        game->apply(game, &state, GAME_CHANCE, game_random_move(game, &state, GAME_CHANCE, &c.rng));
    for (int i = 0; i < MINE; i++)
        assert_true(thinking_ask(&c.thinking, &c.question, &c.rng, answered_one_of_mine, &c));
    c.question.payer = ++c.last;
    for (int i = 0; i < 2; i++)
        assert_true(thinking_ask(&c.thinking, &c.question, &c.rng, answered_one_of_the_crowd, &c));
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    assert_int_equal(c.mine, MINE);
    assert_true(c.answered >= CROWD);
    assert_in_range(c.before, 1, 10);
}

static void add_turn(struct fair_queue *queue, struct fair_place *turn, uint64_t payer, uint64_t asker)
{
    *turn = (struct fair_place){.payer = payer, .asker = asker};
    fair_queue_add(queue, turn);
}

/* Nobody's turn is put off for ever, whoever comes: neither that of an address, nor at one that of a player.
 */
static void newcomers_do_not_put_off_a_turn(void **unused)
{
    (void)unused;
    enum { NEW = 40 };
    for (int players = 0; players < 2; players++) {
        static struct fair_place mine[2], others[NEW];
        struct fair_queue queue = {0};
        int taken = 0, coming = 0;
        for (int i = 0; i < 2; i++)
            add_turn(&queue, &mine[i], 1, 1);
        for (struct fair_place *turn = NULL; turn != &mine[1]; taken++) {
            for (int i = 0; i < 2 && coming < NEW; i++, coming++)
                add_turn(&queue, &others[coming], players ? 1 : 2 + (uint64_t)coming, 2 + (uint64_t)coming);
            turn = fair_queue_take(&queue);
            assert_non_null(turn);
        }
        assert_in_range(taken, 2, 8);
    }
}

/* ---- passwords ---- */

enum { GUESSERS = 5, GUESSES = 6 };

struct guess {
    int *answered, before; /* how many guesses were answered before this one */
};

static void guessed(void *context, bool right, const char hash[128])
{
    struct guess *g = context;
    (void)hash;
    assert_false(right);
    g->before = (*g->answered)++;
}

/* However many passwords others try, the first of somebody waits only for their first ones. */
static void passwords_take_turns(void **unused)
{
    (void)unused;
    static char stored[128];
    struct working passwords = {.at_once = PASSWORDS_AT_ONCE, .most = LIMIT_HASHING};
    uv_loop_t loop;
    int answered = 0;
    struct guess guesses[GUESSERS][GUESSES], mine = {&answered, -1};
    struct host_password wrong = {.password = "wrong horse", .hash = stored};
    assert_int_equal(crypto_pwhash_str(stored, "correct horse", 13, crypto_pwhash_OPSLIMIT_MIN,
                                       crypto_pwhash_MEMLIMIT_MIN),
                     0);
    uv_loop_init(&loop);
    passwords.loop = &loop;
    for (int i = 0; i < GUESSERS; i++)
        for (int k = 0; k < GUESSES; k++) {
            wrong.payer = (uint64_t)i + 1;
            guesses[i][k] = (struct guess){&answered, -1};
            assert_true(passwords_ask(&passwords, &wrong, guessed, &guesses[i][k]));
        }
    wrong.payer = 99;
    assert_true(passwords_ask(&passwords, &wrong, guessed, &mine));
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    assert_int_equal(answered, GUESSERS * GUESSES + 1);
    assert_in_range(mine.before, 0, GUESSERS + 4);
    assert_int_equal(passwords.waiting + passwords.running, 0);
}

/* Whoever sends many passwords leaves places to others. */
static void passwords_leave_places(void **unused)
{
    (void)unused;
    enum { FILLERS = 4 };
    static char stored[128];
    static struct guess guesses[LIMIT_HASHING + FILLERS];
    struct working passwords = {.at_once = PASSWORDS_AT_ONCE, .most = LIMIT_HASHING};
    uv_loop_t loop;
    int answered = 0, asked = 0;
    struct host_password wrong = {.password = "wrong horse", .hash = stored};
    assert_int_equal(crypto_pwhash_str(stored, "correct horse", 13, crypto_pwhash_OPSLIMIT_MIN,
                                       crypto_pwhash_MEMLIMIT_MIN),
                     0);
    uv_loop_init(&loop);
    passwords.loop = &loop;
    for (wrong.payer = 1; wrong.payer <= FILLERS; wrong.payer++)
        while (guesses[asked] = (struct guess){&answered, -1},
               asked < LIMIT_HASHING && passwords_ask(&passwords, &wrong, guessed, &guesses[asked]))
            asked++;
    assert_in_range(asked, LIMIT_HASHING / 2, LIMIT_HASHING / 2 + FILLERS);
    guesses[asked] = (struct guess){&answered, -1};
    wrong.payer = 99;
    assert_true(passwords_ask(&passwords, &wrong, guessed, &guesses[asked++]));
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    assert_int_equal(answered, asked);
}

static int64_t wait_for(const struct throttle *t, uint64_t address, uint64_t account, int64_t now)
{
    return throttle_wait(t, &(struct throttle_try){.address = address, .account = account}, now);
}

static void fail_from(struct throttle *t, uint64_t address, uint64_t account, int64_t now)
{
    throttle_fail(t, &(struct throttle_try){.address = address, .account = account}, now);
}

static void wrong_passwords_wait(void **unused)
{
    (void)unused;
    enum { HOME = 1, GUESSER = 1000, VICTIM = 7, ELSE = 8 };
    struct throttle t = {0};
    int64_t now = INT64_C(1800000000000), last = 0;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(wait_for(&t, GUESSER, VICTIM, now), 0);
        fail_from(&t, GUESSER, VICTIM, now);
    }
    for (int i = 0; i < 12; i++) {
        int64_t wait = wait_for(&t, GUESSER, VICTIM, now);
        assert_true(wait > last || wait == 900 * 1000);
        assert_true(wait_for(&t, GUESSER, ELSE, now) == wait); /* whatever account it is */
        last = wait;
        now += wait;
        assert_int_equal(wait_for(&t, GUESSER, ELSE, now), 0);
        fail_from(&t, GUESSER, VICTIM, now);
    }
    /* Thousands of addresses guess the password of one account. */
    for (uint64_t i = 0; i < 3000; i++)
        fail_from(&t, GUESSER + i, VICTIM, now);
    assert_int_equal(wait_for(&t, GUESSER + 2, VICTIM, now), 60 * 1000);
    assert_int_equal(wait_for(&t, GUESSER + 2, ELSE, now), 0);
    assert_int_equal(wait_for(&t, HOME, VICTIM, now), 0); /* its owner comes in */
    now += INT64_C(3600) * 1000;
    assert_int_equal(wait_for(&t, GUESSER, VICTIM, now), 0);
    throttle_free(&t);
}

/* Somebody with a /48 of IPv6 has 65,536 networks that count as an address each. */
static void guesses_of_a_site_are_counted_together(void **unused)
{
    (void)unused;
    struct throttle t = {0};
    int64_t now = INT64_C(1800000000000);
    int checked = 0;
    char address[ADDRESS_TEXT];
    struct throttle_try try = {.account = 7};
    assert_int_equal(limits_site("192.0.2.7"), 0);
    assert_int_equal(limits_site("::ffff:192.0.2.7"), 0);
    assert_int_equal(limits_site("2001:db8:1::7"), limits_site("2001:db8:1:ffff::8"));
    assert_true(limits_site("2001:db8:1::7") != limits_site("2001:db8:2::7"));
    assert_true(limits_site("2001:db8:1::7") != limits_key("2001:db8:1::7"));
    for (int i = 0; i < 3000; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", (unsigned)i);
        try.address = limits_key(address);
        try.site = limits_site(address);
        if (throttle_wait(&t, &try, now))
            continue;
        checked++;
        throttle_fail(&t, &try, now);
    }
    assert_int_equal(checked, 60);
    try = (struct throttle_try){limits_key("2001:db8:2::1"), limits_site("2001:db8:2::1"), 7};
    assert_int_equal(throttle_wait(&t, &try, now), 0); /* the owner of the account comes in */
    throttle_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_analysis_has_no_holes),
        cmocka_unit_test(a_hint_is_refused),
        cmocka_unit_test(an_address_pays_for_computers),
        cmocka_unit_test(computers_go_before_hints),
        cmocka_unit_test(everybody_has_a_turn),
        cmocka_unit_test(a_second_question_has_its_turn),
        cmocka_unit_test(newcomers_do_not_put_off_a_turn),
        cmocka_unit_test(passwords_take_turns),
        cmocka_unit_test(passwords_leave_places),
        cmocka_unit_test(wrong_passwords_wait),
        cmocka_unit_test(guesses_of_a_site_are_counted_together),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
