/* threads_test.c: threads that cannot be started, and names that are never found. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "server/host/push_http.h"
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

/* ---- names ---- */

enum { WAIT_MS = 200, SOON_MS = 3000 };

static uv_sem_t found; /* posted when a search for a name may end */
static int searches, ended;

/* In place of the system's: nobody knows the push service, or says so before the test lets it. */
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
    (void)service;
    (void)hints;
    *out = NULL;
    if (strcmp(name, "push.example.org") != 0)
        return EAI_FAIL;
    __atomic_add_fetch(&searches, 1, __ATOMIC_SEQ_CST);
    uv_sem_wait(&found);
    __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
    return EAI_FAIL;
}

static int64_t post(struct push_line *line)
{
    struct push_address to;
    uint64_t begin = uv_hrtime();
    assert_true(push_address_read("https://push.example.org/x", &to));
    assert_int_equal(push_post(line, &to, "none", "", 0), 0);
    return (int64_t)((uv_hrtime() - begin) / 1000000);
}

static void hang_up(void *line)
{
    uv_sleep(WAIT_MS);
    push_line_hang_up(line);
}

/* A name that is not found holds up one message for a while, and no second search for it is begun. */
static void a_name_is_not_waited_for_for_ever(void **unused)
{
    (void)unused;
    struct push_line *line = push_line_open(WAIT_MS);
    searches = ended = 0;
    for (int i = 0; i < 3; i++)
        assert_in_range(post(line), WAIT_MS - 1, SOON_MS);
    assert_int_equal(searches, 1);
    uv_sem_post(&found);
    while (!__atomic_load_n(&ended, __ATOMIC_SEQ_CST))
        uv_sleep(1);
    uv_sem_post(&found);
    post(line); /* a search that ended makes room for the next */
    assert_int_equal(searches, 2);
    push_line_free(line);
}

/* The server stops while a search is under way: nobody waits for it. */
static void a_search_does_not_hold_up_the_end(void **unused)
{
    (void)unused;
    uv_thread_t thread;
    struct push_line *line = push_line_open(60 * 1000);
    searches = ended = 0;
    assert_int_equal(uv_thread_create(&thread, hang_up, line), 0);
    assert_in_range(post(line), WAIT_MS - 1, SOON_MS);
    assert_in_range(post(line), 0, WAIT_MS / 2);
    uv_thread_join(&thread);
    push_line_free(line);
    uv_sem_post(&found); /* the search ends when the line is gone */
    while (!__atomic_load_n(&ended, __ATOMIC_SEQ_CST))
        uv_sleep(1);
    uv_sleep(10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_says_that_it_has_no_thread),
        cmocka_unit_test(a_sender_of_messages_has_no_thread),
#ifdef TEST_POSTGRESQL
        cmocka_unit_test(a_connection_is_tried_again),
#endif
        cmocka_unit_test(a_name_is_not_waited_for_for_ever),
        cmocka_unit_test(a_search_does_not_hold_up_the_end),
    };
    uv_sem_init(&found, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
