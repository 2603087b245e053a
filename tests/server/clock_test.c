/* clock_test.c: a server's time follows the clock of its database and never goes back. */
#include <time.h>

#include "server/host/uv_host.h"
#include "server/server.h"
#include "test.h"

static struct server server;
static struct uv_host host;
static uv_loop_t loop;

static int64_t now(void)
{
    struct host port = uv_host_port(&host);
    return port.now(port.me);
}

static int64_t real(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* By how much the server's time is ahead of this machine's, from readings that nothing came between. */
static int64_t ahead(void)
{
    for (;;) {
        int64_t before = real(), at = now();
        if (real() - before <= 2)
            return at - before;
    }
}

static void open_host(void)
{
    uv_loop_init(&loop);
    uv_host_open(&host, &loop, &server);
}

static void close_host(void)
{
    uv_host_close(&host);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_host_free(&host);
    uv_loop_close(&loop);
}

/* The database's clock is `ahead` of this machine's; asking it takes so many milliseconds. */
static void follow(int64_t ahead, int64_t takes)
{
    uint64_t end = uv_hrtime();
    uv_host_follow(&host, real() + ahead, end - (uint64_t)takes * 1000000, end);
}

static void the_first_measurement_sets_it(void **unused)
{
    (void)unused;
    open_host();
    follow(100000, 0);
    assert_in_range(ahead() - 100000 + 1000, 990, 1010);
    close_host();
}

/* A slow answer says little: the time stays if it fits. */
static void a_slow_answer_changes_nothing_that_fits(void **unused)
{
    (void)unused;
    open_host();
    follow(5000, 0);
    follow(4900, 400);
    assert_in_range(ahead() - 5000 + 1000, 990, 1010);
    close_host();
}

static void later_it_moves_slowly_and_never_back(void **unused)
{
    (void)unused;
    open_host();
    follow(0, 0);
    int64_t last = now(), begin = last;
    follow(-60, 0);
    while (real() - begin < 400) {
        int64_t at = now();
        assert_true(at >= last);
        last = at;
    }
    /* Of 60 ms it gives back at most a tenth of the time that goes by. */
    assert_in_range(ahead() + 1000, 938, 990);
    while (real() - begin < 900)
        assert_true(now() >= last);
    assert_in_range(ahead() + 1000, 930, 950);
    close_host();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_measurement_sets_it),
        cmocka_unit_test(a_slow_answer_changes_nothing_that_fits),
        cmocka_unit_test(later_it_moves_slowly_and_never_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
