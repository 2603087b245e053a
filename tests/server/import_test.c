/* import_test.c: long messages and records: they are paid for before they are read, and another thread reads
 * them.
 */
#include <stdio.h>
#include <string.h>

#include "at_table.h"
#include "core/list.h"
#include "test.h"

enum { LONG = 512 * 1024, RECORD = 4096 };

static char message[LONG + RECORD];

/* A message of LONG bytes that may be so long, and is no request. */
static void put_junk(void)
{
    snprintf(message, sizeof message, "{\"do\":\"import\",\"id\":1,\"record\":\"");
    size_t n = strlen(message);
    memset(message + n, 'x', LONG - n);
    message[LONG] = '\0';
}

/* A record of the null game with a few moves; `comment` is that of a partial one, or long. */
static void put_record(size_t length)
{
    struct text out = TEXT_IN(message);
    text_put(&out,
             "{\"do\":\"import\",\"id\":1,\"record\":\"castellany 1\\ngame null\\nrules 1\\nseats 2\\n");
    while (out.length < length)
        text_put(&out, "# a comment\\n");
    text_put(&out, "* card 1\\n* card 1\\n1 take 1\\n\"}");
}

static void send_message(uint64_t who)
{
    clients_message(&fake.server, who, message, strlen(message));
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static void long_messages_pay_before_they_are_read(void **unused)
{
    (void)unused;
    fake_open(&fake);
    fake_connect(&fake, ME);
    put_junk();
    for (int i = 0; i < LIMIT_IMPORTS + 5; i++) {
        send_message(ME);
        fake_settle(&fake);
    }
    const char *all = heard(ME);
    assert_int_equal(count(all, "\"error\":\"bad_json\""), LIMIT_IMPORTS);
    assert_int_equal(count(all, "\"error\":\"rate\""), 5);
    fake.now += 6000; /* for one more */
    put_record(LIMIT_MESSAGE);
    send_message(ME);
    fake_settle(&fake);
    assert_heard(ME, "\"guessed\":false"); /* it was paid for once */
    fake_close(&fake);
}

static void another_thread_reads_long_messages(void **unused)
{
    (void)unused;
    fake_open(&fake);
    fake_connect(&fake, ME);
    for (size_t length = 0; length <= 2 * LIMIT_MESSAGE; length += 2 * LIMIT_MESSAGE) {
        put_record(length);
        fake.now += LIMIT_COSTLY_MS;
        send_message(ME);
        assert_non_null(fake.jobs); /* to read the message, or the record of a short one */
        assert_string_equal(heard(ME), "");
        fake_settle(&fake);
        assert_heard(ME, "\"guessed\":false");
    }
    fake_close(&fake);
}

/* Its memory is freed, which the sanitizers check. */
static void who_sent_it_may_go(void **unused)
{
    (void)unused;
    for (int steps = 0; steps < 3; steps++) {
        fake_open(&fake);
        fake_connect(&fake, ME);
        put_record(2 * LIMIT_MESSAGE);
        send_message(ME);
        for (int i = 0; i < steps; i++)
            fake_step(&fake);
        clients_closed(&fake.server, ME);
        fake_settle(&fake);
        fake_close(&fake);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_messages_pay_before_they_are_read),
        cmocka_unit_test(another_thread_reads_long_messages),
        cmocka_unit_test(who_sent_it_may_go),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
