/* message_test.c: texts of the catalogues are filled in as the page fills them in. */
#include "face/message.h"

#include <string.h>

#include "test.h"

static char buffer[1024];

#define FILL(text, language, ...)                                                                            \
    fill((text), (language), (const struct message_argument[]){__VA_ARGS__, {.kind = MESSAGE_END}})

static const char *fill(const char *text, enum language language, const struct message_argument *arguments)
{
    struct text out = TEXT_IN(buffer);
    message_fill(text, language, arguments, &out);
    return buffer;
}

static struct message_argument person(const char *name, const char *text, bool you)
{
    return (struct message_argument){.name = name, .kind = MESSAGE_PERSON, .text = text, .you = you};
}

static void numbers_are_written_as_the_language_does(void **unused)
{
    (void)unused;
    assert_string_equal(FILL("{n} left", LANGUAGE_EN, ARG_NUMBER("n", 3)), "3 left");
    assert_string_equal(FILL("{n}", LANGUAGE_EN, ARG_NUMBER("n", -1)), "−1");
    assert_string_equal(FILL("{n}", LANGUAGE_EN, ARG_NUMBER("n", 1.5)), "1.5");
    assert_string_equal(FILL("{n}", LANGUAGE_DE, ARG_NUMBER("n", 1.46)), "1,5");
    assert_string_equal(FILL("{n}", LANGUAGE_NL, ARG_NUMBER("n", -0.01)), "0");
    assert_string_equal(FILL("{n+}", LANGUAGE_EN, ARG_NUMBER("n", 3.4)), "+3.4");
    assert_string_equal(FILL("{n+}", LANGUAGE_EN, ARG_NUMBER("n", -1)), "−1");
    assert_string_equal(FILL("{n+}", LANGUAGE_EN, ARG_NUMBER("n", 0.01)), "±0");
    assert_string_equal(FILL("{n%}", LANGUAGE_EN, ARG_NUMBER("n", 0.625)), "63%");
    assert_string_equal(FILL("{n%}", LANGUAGE_DE, ARG_NUMBER("n", 0.625)), "63 %");
}

static void plurals_have_a_form_for_none_one_and_many(void **unused)
{
    (void)unused;
    static const char text[] = "{n:0=nothing|# point|# points}";
    assert_string_equal(FILL(text, LANGUAGE_EN, ARG_NUMBER("n", 0)), "nothing");
    assert_string_equal(FILL(text, LANGUAGE_EN, ARG_NUMBER("n", 1)), "1 point");
    assert_string_equal(FILL(text, LANGUAGE_EN, ARG_NUMBER("n", -1)), "−1 point");
    assert_string_equal(FILL(text, LANGUAGE_EN, ARG_NUMBER("n", 1.5)), "1.5 points");
    assert_string_equal(FILL("{n:point|points}", LANGUAGE_EN, ARG_NUMBER("n", 0)), "points");
    assert_string_equal(
        FILL("{n:one {what}|# {what}s}", LANGUAGE_EN, ARG_NUMBER("n", 2), ARG_TEXT("what", "wall")),
        "2 walls");
}

static void the_reader_is_told_apart_by_who_they_are(void **unused)
{
    (void)unused;
    static const char text[] = "{name?You have|# has} won";
    assert_string_equal(FILL(text, LANGUAGE_EN, person("name", "You", true)), "You have won");
    assert_string_equal(FILL(text, LANGUAGE_EN, person("name", "You", false)),
                        "You has won"); /* somebody called You */
    assert_string_equal(FILL(text, LANGUAGE_EN, person("name", "{n}", false)), "{n} has won");
}

static void lists_have_an_and(void **unused)
{
    (void)unused;
    struct message_argument three[] = {
        person("", "A", false), person("", "B", true), person("", "C", false), {0}};
    struct message_argument two[] = {three[0], three[1], {0}}, one[] = {three[0], {0}}, none[] = {{0}};
    assert_string_equal(FILL("{l}", LANGUAGE_EN, ARG_LIST("l", three)), "A, B, and C");
    assert_string_equal(FILL("{l}", LANGUAGE_NL, ARG_LIST("l", three)), "A, B en C");
    assert_string_equal(FILL("{l}", LANGUAGE_DE, ARG_LIST("l", two)), "A und B");
    assert_string_equal(FILL("{l}", LANGUAGE_EN, ARG_LIST("l", two)), "A and B");
    assert_string_equal(FILL("{l}", LANGUAGE_EN, ARG_LIST("l", one)), "A");
    assert_string_equal(FILL("<{l}>", LANGUAGE_EN, ARG_LIST("l", none)), "<>");
    assert_string_equal(FILL("{l?you|#}", LANGUAGE_EN, ARG_LIST("l", two)), "A and you");
}

/* What has no argument, or one of another kind, stays as it is; nothing is read past the end. */
static void what_does_not_fit_stays(void **unused)
{
    (void)unused;
    static const char *const same[] = {"{who}", "{n?a|b}", "{name:a|b}", "{",   "{n",
                                       "}",     "{}",      "{n:",        "{|}", ""};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const char *text = FILL(same[i], LANGUAGE_EN, ARG_TEXT("name", "x"));
        assert_memory_equal(text, same[i], strlen(same[i]));
    }
    assert_string_equal(fill("{n}", LANGUAGE_EN, NULL), "{n}");
}

static void languages_are_read_from_locales(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        bool known;
        enum language language;
    } all[] = {{"nl", true, LANGUAGE_NL},
               {"nl_BE.UTF-8", true, LANGUAGE_NL},
               {"de-AT", true, LANGUAGE_DE},
               {"en@euro", true, LANGUAGE_EN},
               {"nld", false, 0},
               {"fr_FR", false, 0},
               {"", false, 0},
               {"C", false, 0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        enum language read = LANGUAGES;
        assert_int_equal(language_read(all[i].name, &read), all[i].known);
        if (all[i].known)
            assert_int_equal(read, all[i].language);
    }
    assert_string_equal(catalogue_text(LANGUAGE_DE, "emblem.1"), "Fuchs");
    assert_string_equal(catalogue_text(LANGUAGE_DE, "no.such.key"), "no.such.key");
    assert_false(catalogue_has(LANGUAGE_EN, "no.such.key"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_the_language_does),
        cmocka_unit_test(plurals_have_a_form_for_none_one_and_many),
        cmocka_unit_test(the_reader_is_told_apart_by_who_they_are),
        cmocka_unit_test(lists_have_an_and),
        cmocka_unit_test(what_does_not_fit_stays),
        cmocka_unit_test(languages_are_read_from_locales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
