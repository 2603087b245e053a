/* told_test.c: what is told of a table is the same after it was read from the store again. */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "test.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resigned_seat_of_a_record),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
