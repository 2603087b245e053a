/* core_test.c: random numbers, text, JSON and records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/list.h"
#include "core/nullgame.h"
#include "core/record.h"
#include "core/utf8.h"
#include "test.h"

static void ranges_are_unbiased(void **unused)
{
    (void)unused;
    struct rng rng;
    int counts[6] = {0};
    rng_seed(&rng, 7);
    for (int i = 0; i < 60000; i++)
        counts[rng_below(&rng, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9600, 10400);
}

static void streams_never_change(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 1);
    assert_true(rng_next(&rng) == UINT64_C(0xb3f2af6d0fc710c5));
}

static void text_is_cut_not_overrun(void **unused)
{
    (void)unused;
    char small[6];
    struct text t = TEXT_IN(small);
    text_printf(&t, "%s %d", "abc", 123);
    assert_string_equal(small, "abc 1");
    assert_true(t.cut);
}

static void json_is_written_with_commas(void **unused)
{
    (void)unused;
    char buffer[64];
    struct text t = TEXT_IN(buffer);
    text_json_open(&t, '{');
    text_json_key(&t, "a");
    text_json_open(&t, '[');
    text_json_int(&t, -1);
    text_json_string(&t, "x\"\n");
    text_json_close(&t, ']');
    text_json_key(&t, "b");
    text_json_bool(&t, true);
    text_json_close(&t, '}');
    assert_string_equal(buffer, "{\"a\":[-1,\"x\\\"\\u000a\"],\"b\":true}");
}

static const struct json *parse(const char *text)
{
    static struct json memory[300];
    return json_read(text, strlen(text), memory, sizeof memory, NULL);
}

static void json_is_read_strictly(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "{}",
        "[]",
        " [1, -2.5e3, \"a\\\"b\", true, false, null] ",
        "{\"a\": {\"b\": [[]]}}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "-9223372036854775808",
        "1.7976931348623157e308",
        "0e999999999999",
        "\"\\ud83c\\udff0\""};
    static const char *const bad[] = {"",
                                      "{",
                                      "[1,]",
                                      "{\"a\"}",
                                      "{\"a\" 1}",
                                      "{\"a\":1,}",
                                      "01",
                                      "[1 2]",
                                      "tru",
                                      "nulll",
                                      "\"a",
                                      "\"a\nb\"",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\u0000\"",
                                      "\"\\ud800\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\\udc00\"",
                                      "\"\xc0\x80\"",
                                      "\"\\",
                                      "[\"a\\\"]",
                                      "[] []",
                                      "-",
                                      "+1",
                                      "{a:1}",
                                      "1.",
                                      "1e",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "1.7976931348623159e308",
                                      "1e309",
                                      "{\"a\":1,\"a\":2}",
                                      "{\"a\":1,\"b\":2,\"\\u0061\":3}"};
    char deep[2 * JSON_DEPTH + 2];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_non_null(parse(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(parse(bad[i]));
    struct json memory[JSON_DEPTH + 2];
    memset(deep, '[', JSON_DEPTH + 1);
    memset(deep + JSON_DEPTH + 1, ']', JSON_DEPTH + 1);
    assert_non_null(json_read(deep + 1, 2 * JSON_DEPTH, memory, sizeof memory, NULL));
    assert_null(json_read(deep, sizeof deep, memory, sizeof memory, NULL));
    assert_null(json_read("[1]\0", 4, memory, sizeof memory, NULL));
    assert_null(json_read("[1,2,3,4]", 9, memory, 4 * sizeof memory[0], NULL)); /* too little memory */
}

/* An object with very many names costs about as much for each as one with few. */
static void json_names_are_told_apart(void **unused)
{
    (void)unused;
    enum { NAMES = 200000 };
    size_t length = 0, size;
    char *text = malloc(NAMES * 16);
    for (int i = 0; i < NAMES; i++)
        length += (size_t)sprintf(text + length, "%c\"%d\":0", i ? ',' : '{', i);
    text[length++] = '}';
    size = json_memory(text, length);
    void *memory = malloc(size);
    const struct json *json = json_read(text, length, memory, size, NULL);
    assert_int_equal(json_size(json), NAMES);
    assert_non_null(json_get(json, "199999"));
    memcpy(text + length - 11, "\"3\"       ", 8); /* "199999" becomes "3" */
    char reason[100];
    struct text error = TEXT_IN(reason);
    assert_null(json_read(text, length, memory, size, &error));
    assert_string_equal(reason, "line 1: the same name twice in one object");
    free(text);
    free(memory);
}

static void json_values_are_found(void **unused)
{
    (void)unused;
    const struct json *json =
        parse("{\"a\": [10, {\"b\": \"c\"}], \n\"d\": -7.250, \"e\":\"x\\n\\u00e9\\ud83c"
              "\\udff0\\\"\", \"f\": 9223372036854775807, \"g\":[true,false,null,{}]}");
    const struct json *a = json_get(json, "a"), *first = json_first(a), *second = json_next(a, first);
    char copy[4], buffer[200];
    long n;
    assert_int_equal(json_size(json), 5);
    assert_int_equal(json_size(a), 2);
    assert_true(json_int_in(first, 0, 10, &n) && n == 10);
    assert_false(json_int_in(first, 0, 9, &n));
    assert_true(json_says(json_get(second, "b"), "c"));
    assert_null(json_next(a, second));
    assert_false(json_int_in(json_get(json, "d"), -10, 0, &n)); /* only a whole number is read */
    assert_int_equal(json_get(json, "d")->line, 2);
    assert_null(json_get(json_get(json, "no"), "way"));
    assert_string_equal(json_text(json_get(json, "e")), "x\n\xc3\xa9\xf0\x9f\x8f\xb0\"");
    assert_false(json_copy_text(json_get(json, "e"), copy, sizeof copy));
    assert_true(json_int(json_get(json, "f")) == INT64_MAX);
    assert_int_equal(json_size(first), -1);
    assert_null(json_text(first));
    struct text out = TEXT_IN(buffer);
    json_write(json, &out);
    assert_string_equal(
        buffer, "{\"a\":[10,{\"b\":\"c\"}],\"d\":-7.250,\"e\":\"x\\u000a\xc3\xa9\xf0\x9f\x8f\xb0\\\"\","
                "\"f\":9223372036854775807,\"g\":[true,false,null,{}]}");
}

#define HEAD  "castellany 1\ngame null\nrules 1\nseats 2\n"
#define CARDS "* card 1\n* card 2\n"

static bool replay(const char *text, size_t length, char reason[512])
{
    struct record record;
    uint64_t state[GAME_MAX_STATE / 8];
    struct text error = text_in(reason, 512);
    return record_replay(text, length, NULL, NULL, NULL, &record, state, &error);
}

static void records_are_refused_with_line_and_reason(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "the file is empty; a record begins with \"castellany 1\""},
        {"castellany 2\n", "line 1: this program reads records of version 1, not 2"},
        {"catsellany 1\n", "line 1: expected \"castellany …\", found \"catsellany 1\""},
        {"castellany 1\ngame chess\n",
         "line 2: no game called \"chess\"; games: castelli, castelli-tournament, castle, castellan"},
        {"castellany 1\ngame null\nrules 9\n", "line 3: this program has rules 1 of null, not 9"},
        {"castellany 1\ngame null\nrules 1\nseats 5\n", "line 4: The null game is for 2 to 4 seats, not 5"},
        {"castellany 01\n", "line 1: expected a number after \"castellany\", found \"01\""},
        {"castellany 1\ngame null\nrules 1\nseats 02\n",
         "line 4: expected a number after \"seats\", found \"02\""},
        {HEAD "option first=3\n" CARDS, "line 5: the option \"first=3\" needs a seat from 1 to 2"},
        {HEAD "option first=3\n", "line 5: the option \"first=3\" needs a seat from 1 to 2"},
        {HEAD "option first=1\n\noption wind\n# why\noption first=2\n" CARDS,
         "line 7: The null game has no option \"wind\"; it has: first"},
        {HEAD "option box=other\noption first=1\n" CARDS,
         "line 5: the record was played with the box other, which is not loaded"},
        {HEAD "option first=1\noption box=\n" CARDS, "line 6: the option \"box=\" needs the name of a box"},
        {HEAD CARDS "1 take 3\n", "line 7: illegal move: 2 A seat takes one or two stones, not 'take 3'."},
        {HEAD CARDS "2 take 1\n", "line 7: expected a move of 1"},
        {HEAD CARDS "1 take  1\n", "line 7: illegal move: 'take  1' is not written as in the notation."},
        {HEAD CARDS "= 0 0\n", "line 7: a result stands before the end of the game"},
        {HEAD CARDS "hello\n", "line 7: expected a move, an option or a result, found \"hello\""},
        {HEAD CARDS "option first=2\n", "line 7: an option stands after the first move"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char reason[512];
        assert_false(replay(cases[i].text, strlen(cases[i].text), reason));
        assert_string_equal(reason, cases[i].reason);
    }
}

/* A message names the line of the wrong option, although options are checked only when all of them are read.
 */
static void options_of_a_record_have_their_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"castle\nrules 1\nseats 2\noption first=1\n# again\noption first=2\n* card cities\n",
         "line 7: the option \"first\" is given twice"},
        {"castellan\nrules 1\nseats 2\noption touch\noption touch\noption first=1\n",
         "line 6: the option \"touch\" is given twice"},
        {"castelli\nrules 1\nseats 4\noption battle\noption dilemma\noption battle\n",
         "line 7: the option \"battle\" is given twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256], reason[512];
        struct text out = TEXT_IN(text);
        text_printf(&out, "castellany 1\ngame %s", cases[i].text);
        assert_false(replay(text, out.length, reason));
        assert_string_equal(reason, cases[i].reason);
    }
}

static void a_record_names_its_box_once(void **unused)
{
    (void)unused;
    static uint64_t box[GAMES_BOX_SIZE / 8], state[GAME_MAX_STATE / 8];
    static const char file[] = "{\"game\": \"null\", \"stones\": 3}";
    static const char good[] = HEAD "option first=2\noption box=small\n";
    static const char bad[] = HEAD "option box=small\noption first=2\noption box=small\n";
    struct game list[GAMES_MAX];
    struct record record;
    char reason[256];
    struct text error = TEXT_IN(reason);
    assert_true(games_with_box(file, strlen(file), "small", list, box, &error));
    assert_true(record_replay(good, strlen(good), list, NULL, NULL, &record, state, &error));
    assert_string_equal(record.game->box_name, "small");
    assert_string_equal(record.options, "first=2");
    assert_false(record_replay(bad, strlen(bad), list, NULL, NULL, &record, state, &error));
    assert_string_equal(reason, "line 7: the option \"box\" is given twice");
}

/* If several seats may move, the message names all of them. */
static void a_wrong_actor_is_told_who_may_move(void **unused)
{
    (void)unused;
    char reason[512];
    static const char text[] = "castellany 1\ngame castelli-tournament\nrules 1\nseats 4\n"
                               "* round 1 2 3 4 ABCD\n2 lift B1\n";
    assert_false(replay(text, strlen(text), reason));
    assert_string_equal(reason, "line 6: expected a move of 1 or 3");
}

#define MOVES "1 take 2\n2 take 2\n1 take 2\n2 take 2\n1 take 1\n"

static void records_replay(void **unused)
{
    (void)unused;
    char reason[512];
    static const char good[] = HEAD "# a comment\n\n" CARDS MOVES "= 6 4\n";
    static const char dos[] = "castellany 1\r\ngame null\r\nrules 1\r\nseats 2\r\n* card 1\r\n";
    static const char wrong[] = HEAD CARDS MOVES "= 6 5\n";
    static const char more[] = HEAD CARDS MOVES "= 6 4\n1 take 1\n";
    static const char nul[] = HEAD "* card 1\0\n";
    assert_true(replay(good, sizeof good - 1, reason));
    assert_true(replay(dos, sizeof dos - 1, reason));
    assert_false(replay(wrong, sizeof wrong - 1, reason));
    assert_string_equal(reason, "line 12: expected the result \"= 6 4\"");
    assert_false(replay(more, sizeof more - 1, reason));
    assert_false(replay(nul, sizeof nul - 1, reason));
    assert_string_equal(reason, "line 5: a record has no NUL bytes");
    for (size_t n = 0; n < sizeof good; n++) /* a record that is cut anywhere is read or refused */
        replay(good, n, reason);
}

static void a_huge_record_is_read_or_refused(void **unused)
{
    (void)unused;
    enum { SIZE = 10 * 1000 * 1000 };
    char *text = malloc(SIZE), reason[512];
    memset(text, 'x', SIZE);
    memcpy(text, HEAD CARDS, sizeof HEAD CARDS - 1);
    assert_false(replay(text, SIZE, reason));
    assert_string_equal(reason, "line 7: a line of a record has at most 511 bytes");
    for (size_t i = sizeof HEAD CARDS - 1; i + 1 < SIZE; i += 2)
        memcpy(text + i, "#\n", 2);
    text[SIZE - 1] = '\n';
    assert_true(replay(text, SIZE, reason));
    free(text);
}

static void options_are_settled(void **unused)
{
    (void)unused;
    char out[GAME_OPTIONS_TEXT];
    struct rng rng;
    rng_seed(&rng, 1);
    assert_true(game_settle(&null_game, 2, "first=random", &rng, out, NULL));
    assert_true(strcmp(out, "first=1") == 0 || strcmp(out, "first=2") == 0);
    assert_false(game_settle(&null_game, 2, "first=1 first=2", &rng, out, NULL));
    assert_true(game_settle(games_find("castelli"), 2, "battle  layout=random first=2", &rng, out, NULL));
    assert_memory_equal(out, "battle layout=", 14);
    assert_non_null(strstr(out, " first=2"));
}

/* Core words every refusal of an option, the same for all games. */
static void options_are_refused_with_a_reason(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *options, *reason;
    } cases[] = {
        {"castellan", "foo", "Castellan has no option \"foo\"; it has: touch, first"},
        {"castellan", "fo\x1b[1mo=1", "Castellan has no option \"fo\\x1b[1mo\"; it has: touch, first"},
        {"castellan", "touch=", "the option \"touch=\" takes no value: write touch"},
        {"castellan", "touch touch", "the option \"touch\" is given twice"},
        {"castellan", "touch=random", "the option \"touch=random\" takes no value: write touch"},
        {"castellan", "wind=random", "Castellan has no option \"wind\"; it has: touch, first"},
        {"castle", "first=1 first=1", "the option \"first\" is given twice"},
        {"castle", "first", "the option \"first\" needs a value: write first=…"},
        {"castle", "first=", "the option \"first=\" needs a value: write first=…"},
        {"castle", "first=3", "the option \"first=3\" needs a seat from 1 to 2"},
        {"castle", "first=01", "the option \"first=01\" needs a seat from 1 to 2"},
        {"castle", "first=0", "the option \"first=0\" needs a seat from 1 to 2"},
        {"castelli", "layout=AA", "the option \"layout=AA\" is wrong: a piece is named twice"},
        {"castelli", "layout=AC", "the option \"layout=AC\" is wrong: the piece with the mine is missing"},
    };
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[GAME_OPTIONS_TEXT], reason[256];
        struct text error = TEXT_IN(reason);
        assert_false(game_settle(games_find(cases[i].game), 2, cases[i].options, &rng, out, &error));
        assert_string_equal(reason, cases[i].reason);
    }
    char out[GAME_OPTIONS_TEXT], long_one[GAME_OPTIONS_TEXT + 1], reason[256];
    struct text error = TEXT_IN(reason);
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    assert_false(game_settle(&null_game, 2, long_one, &rng, out, &error));
    assert_string_equal(reason, "the options are longer than 255 bytes");
}

static void a_game_starts_with_as_many_seats_as_it_has(void **unused)
{
    (void)unused;
    union game_state state;
    char reason[256];
    struct text error = TEXT_IN(reason);
    assert_false(game_start(games_find("castle"), &state, 5, "", &error));
    assert_string_equal(reason, "Castle is for 2 to 4 seats, not 5");
    text_clear(&error);
    assert_false(game_start(games_find("castelli-tournament"), &state, 3, "", &error));
    assert_string_equal(reason, "Castelli Tournament is for 4 seats, not 3");
}

static void what_people_wrote_is_quoted(void **unused)
{
    (void)unused;
    char buffer[256];
    struct text out = TEXT_IN(buffer);
    text_quote(&out, "a\n\"b\\\x7f");
    assert_string_equal(buffer, "\"a\\x0a\\\"b\\\\\\x7f\"");
    text_clear(&out);
    text_quote(&out, "12345678901234567890123456789012345678901234567890123456789€ and more");
    assert_string_equal(buffer, "\"12345678901234567890123456789012345678901234567890123456789…\"");
}

static void a_box_file_is_read_or_refused(void **unused)
{
    (void)unused;
    static uint64_t box[GAMES_BOX_SIZE / 8];
    struct game list[GAMES_MAX];
    char reason[256];
    struct text error = TEXT_IN(reason);
    static const char good[] = "{\"game\": \"null\", \"stones\": 3}";
    assert_true(games_with_box(good, strlen(good), "small", list, box, &error));
    assert_string_equal(list[0].box_name, "small");
    assert_null(list[1].name);
    static const struct {
        const char *file, *reason;
    } bad[] = {
        {"{}", "line 1: \"game\" must say which game the box is for: castelli, castle, castellan"},
        {"{\"game\": \"go\"}",
         "line 1: \"game\" must say which game the box is for: castelli, castle, castellan"},
        {"{\"game\": \"null\",\n\"stones\": 21}", "line 2: \"stones\" must be a whole number from 1 to 20"},
        {"\n{\"game\": \"null\"}", "line 2: \"stones\" is missing"},
        {"{\"game\": \"null\",\n\"stones\": 1,\n\"stone\": 2}",
         "line 3: \"stone\" is an unknown key; known are: game, stones"},
        {"[", "line 1: a value was expected here"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        text_clear(&error);
        assert_false(games_with_box(bad[i].file, strlen(bad[i].file), "small", list, box, &error));
        assert_string_equal(reason, bad[i].reason);
    }
    text_clear(&error);
    assert_false(games_with_box(good, strlen(good), "Bad name", list, box, &error));
}

static void a_veiled_move_shows_its_first_word(void **unused)
{
    (void)unused;
    const struct game *game = games_find("null");
    uint64_t state[GAME_MAX_STATE / 8] = {0};
    char seen[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(seen);
    assert_true(game_start(game, state, 2, "", NULL));
    game_seen_text(game, state, GAME_CHANCE, 2, 0, &text);
    assert_string_equal(seen, "card 2");
    text_clear(&text);
    game_seen_text(game, state, GAME_CHANCE, 2, 1, &text);
    assert_string_equal(seen, "card ?");
}

/* A reason is an English sentence, and data from which a client makes a sentence in another language. */
static void a_reason_is_english_and_data(void **unused)
{
    (void)unused;
    char buffer[256];
    struct text out = TEXT_IN(buffer);
    struct reason reason = reason_none();
    reason.seat = 1;
    reason.what = "king3";
    REASON_PUT(reason.place, "B4");
    REASON_PUT(reason.text,
               "words that go on and on, and far beyond the sixty-three bytes that there is room for");
    reason_say(&reason, "4.4", "x.why.y", "{seat} has no {what} on {place}.");
    reason_english(&reason, &out);
    assert_string_equal(buffer, "4.4 Seat 2 has no king3 on B4.");
    assert_int_equal(strlen(reason.text), sizeof reason.text - 1);

    REASON_PUT(reason.text, "\"");
    text_clear(&out);
    text_json_open(&out, '{');
    reason_json(&reason, &out);
    text_json_close(&out, '}');
    assert_string_equal(buffer,
                        "{\"clause\":\"4.4\",\"key\":\"x.why.y\",\"text\":\"Seat 2 has no king3 on B4.\","
                        "\"about\":{\"place\":\"B4\",\"text\":\"\\\"\",\"what\":\"king3\",\"seat\":2}}");

    const struct game *game = games_find("null");
    uint64_t table[GAME_MAX_STATE / 8] = {0};
    assert_true(game_start(game, table, 2, "", NULL));
    assert_string_equal(game_why_not(game, table, 0, "take 1").key, "why.turn"); /* cards are dealt first */
}

/* Every character is read as it was written, and nothing else is a character: as many sequences of each
 * length as there are characters that need it. */
static void characters_are_utf8(void **unused)
{
    (void)unused;
    char s[5] = {0};
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        size_t size = utf8_write(c, s);
        bool surrogate = c >= 0xd800 && c < 0xe000;
        assert_int_equal(utf8_size(s, 4), surrogate ? 0 : size);
        assert_int_equal(utf8_size(s, size - 1 ? size - 1 : 1), size > 1 ? 0 : 1);
        assert_true(surrogate || utf8_read(s, size) == c);
    }
    int counts[5] = {0};
    for (uint32_t bytes = 0; bytes <= 0xffff; bytes++) {
        char pair[4] = {(char)(bytes >> 8), (char)bytes, (char)0x80, (char)0x80};
        counts[utf8_size(pair, 4)]++;
    }
    assert_int_equal(counts[1], 0x80 * 256);
    assert_int_equal(counts[2], 0x800 - 0x80);
    assert_int_equal(counts[3], (0x10000 - 0x800 - 0x800) / 64);
    assert_int_equal(counts[4], 0x100000 / 64 / 64);
    assert_true(utf8_is_valid("a\xc3\xa9\0b", 5));
    assert_false(utf8_is_valid("a\xc3", 2));
    assert_int_equal(utf8_line_length("caf\xc3\xa9"), 4);
    assert_int_equal(utf8_line_length("a\nb"), -1);
    assert_int_equal(utf8_line_length("a\xe2\x80\xae"), -1); /* turns the text round */
    assert_int_equal(utf8_line_length("a\xff"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_unbiased),
        cmocka_unit_test(streams_never_change),
        cmocka_unit_test(text_is_cut_not_overrun),
        cmocka_unit_test(json_is_written_with_commas),
        cmocka_unit_test(json_is_read_strictly),
        cmocka_unit_test(json_names_are_told_apart),
        cmocka_unit_test(json_values_are_found),
        cmocka_unit_test(records_are_refused_with_line_and_reason),
        cmocka_unit_test(options_of_a_record_have_their_line),
        cmocka_unit_test(a_record_names_its_box_once),
        cmocka_unit_test(a_wrong_actor_is_told_who_may_move),
        cmocka_unit_test(records_replay),
        cmocka_unit_test(a_huge_record_is_read_or_refused),
        cmocka_unit_test(options_are_settled),
        cmocka_unit_test(options_are_refused_with_a_reason),
        cmocka_unit_test(a_game_starts_with_as_many_seats_as_it_has),
        cmocka_unit_test(what_people_wrote_is_quoted),
        cmocka_unit_test(a_box_file_is_read_or_refused),
        cmocka_unit_test(a_veiled_move_shows_its_first_word),
        cmocka_unit_test(a_reason_is_english_and_data),
        cmocka_unit_test(characters_are_utf8),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
