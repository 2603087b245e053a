/* threads_test.c: threads that cannot be started. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "server/host/push_sender.h"
#include "server/store/pg_connection.h"
#include "server/store/sqlite_store.h"
#include "test.h"

/* ---- threads ---- */

static struct rlimit usual;

/* libuv gives a thread a stack of this size; there is no room for one of 128 TB. */
static void let_threads_fail(bool fail)
{
    struct rlimit limit = usual;
    limit.rlim_cur = (rlim_t)1 << 47;
    assert_int_equal(setrlimit(RLIMIT_STACK, fail ? &limit : &usual), 0);
}

static void nothing(void *context)
{
    (void)context;
}

/* False where the limit cannot be raised. */
static bool threads_can_fail(void)
{
    uv_thread_t thread;
    assert_int_equal(getrlimit(RLIMIT_STACK, &usual), 0);
    if (usual.rlim_max != RLIM_INFINITY)
        return false;
    let_threads_fail(true);
    int end = uv_thread_create(&thread, nothing, NULL);
    let_threads_fail(false);
    if (end == 0)
        uv_thread_join(&thread);
    return end != 0;
}

static void a_store_says_that_it_has_no_thread(void **unused)
{
    (void)unused;
    char reason[256] = "", folder[] = "/tmp/castellany-threads-XXXXXX", command[64];
    struct text error = TEXT_IN(reason);
    uv_loop_t loop;
    if (!threads_can_fail())
        skip();
    uv_loop_init(&loop);
    assert_non_null(mkdtemp(folder));
    let_threads_fail(true);
    struct sqlite_store *store = sqlite_store_open(&loop, folder, &error);
    let_threads_fail(false);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_null(store);
    assert_non_null(strstr(reason, "thread"));
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void a_sender_of_messages_has_no_thread(void **unused)
{
    (void)unused;
    uv_loop_t loop;
    const struct push_config config = {.contact = "mailto:owner@example.org"};
    if (!threads_can_fail())
        skip();
    uv_loop_init(&loop);
    let_threads_fail(true);
    struct push_sender *sender = push_sender_open(&loop, &config, NULL, NULL);
    let_threads_fail(false);
    assert_null(sender);
    assert_int_equal(uv_loop_close(&loop), 0);
}

#ifdef TEST_POSTGRESQL
static bool prepare(PGconn *pg, struct text *error)
{
    (void)pg;
    (void)error;
    return false;
}

static void on_time(uv_timer_t *timer)
{
    bool *passed = timer->data;
    *passed = true;
}

/* A connection to nowhere, which is tried again and again. The first try has no thread. */
static void a_connection_is_tried_again(void **unused)
{
    (void)unused;
    static const struct pg_events events = {.prepare = prepare};
    struct pg_connection c;
    uv_loop_t loop;
    uv_timer_t timer;
    bool passed = false;
    if (!threads_can_fail())
        skip();
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    timer.data = &passed;
    pg_connection_open(&c, &loop, "postgresql://127.0.0.1:1/none", &events, NULL);
    let_threads_fail(true);
    uv_run(&loop, UV_RUN_ONCE);
    let_threads_fail(false);
    uv_timer_start(&timer, on_time, 3000, 0);
    while (!c.reason[0] && !passed)
        uv_run(&loop, UV_RUN_ONCE);
    assert_false(passed);
    pg_connection_close(&c);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_says_that_it_has_no_thread),
        cmocka_unit_test(a_sender_of_messages_has_no_thread),
#ifdef TEST_POSTGRESQL
        cmocka_unit_test(a_connection_is_tried_again),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
