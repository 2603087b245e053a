/* wire_test.c: messages for the program in browsers are read as strictly as jansson reads them. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static json_t *load(const char *text)
{
    return json_loadb(text, strlen(text), JSON_REJECT_DUPLICATES, NULL);
}

static void values(void **unused)
{
    (void)unused;
    json_t *v =
        load(" {\"a\": [1, -2, 9223372036854775807], \"b\":\"x\\n\\u00e9\\ud83c\\udff0\\\"\",\"c\":true,"
             "\"d\":{\"e\":null},\"f\":1.5e3,\"g\":[]} ");
    assert_true(json_is_object(v));
    json_t *a = json_object_get(v, "a"), *at;
    size_t i;
    int64_t sum = 0;
    assert_int_equal(json_array_size(a), 3);
    json_array_foreach(a, i, at) sum ^= json_integer_value(at);
    assert_true(sum == (1 ^ INT64_C(-2) ^ INT64_MAX));
    assert_string_equal(json_string_value(json_object_get(v, "b")), "x\n\xc3\xa9\xf0\x9f\x8f\xb0\"");
    assert_true(json_is_true(json_object_get(v, "c")) && json_is_boolean(json_object_get(v, "c")));
    char *dumped = json_dumps(json_object_get(v, "d"), JSON_COMPACT);
    assert_string_equal(dumped, "{\"e\":null}");
    free(dumped);
    assert_false(json_is_integer(json_object_get(v, "f")));
    assert_int_equal(json_array_size(json_object_get(v, "g")), 0);
    assert_null(json_object_get(v, "h"));
    assert_null(json_object_get(v, "aa"));
    assert_non_null(json_object_getn(v, "abc", 1));
    const char *key;
    int members = 0;
    json_object_foreach(v, key, at) members += key != NULL;
    assert_int_equal(members, 6);
    json_decref(v);
}

static void wrong_texts(void **unused)
{
    static const char *const wrong[] = {
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{\"a\":1,\"a\":2}",
        "\"x",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"a\nb\"",
        "\"\xc3\"",
        "\"\xc0\x80\"",
        "\"\xed\xa0\x80\"",
        "\"\xf5\x80\x80\x80\"",
        "01",
        "-",
        "1.",
        "1e",
        "+1",
        "9223372036854775808",
        "tru",
        "nulll",
        "{} {}",
        "{1:2}",
        "\"\\",
        "[\"a\\\"]",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_null(load(wrong[i]));
    json_error_t error;
    assert_null(json_loadb("[1", 2, JSON_REJECT_DUPLICATES, &error));
    assert_true(strlen(error.text) > 10);
    char deep[300];
    memset(deep, '[', 150);
    memset(deep + 150, ']', 150);
    assert_null(json_loadb(deep, sizeof deep, JSON_REJECT_DUPLICATES, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(wrong_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
