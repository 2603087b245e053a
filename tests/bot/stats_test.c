/* stats_test.c: the arithmetic of the arena. */
#include <math.h>

#include "cli/lab/stats.h"
#include "test.h"

static void mean_and_interval_of_a_known_sample(void **unused)
{
    (void)unused;
    struct stats s = {0};
    for (int i = 0; i < 10; i++)
        stats_add(&s, i % 2);
    assert_true(fabs(stats_mean(&s) - 0.5) < 1e-12);
    assert_true(fabs(stats_variance(&s) - 2.5 / 9) < 1e-12);
    assert_true(fabs(stats_interval(&s) - 2.262 * sqrt(2.5 / 9 / 10)) < 1e-9);
}

static void one_trial_says_nothing(void **unused)
{
    (void)unused;
    struct stats s = {0};
    stats_add(&s, 1);
    assert_true(isinf(stats_interval(&s)));
    assert_true(stats_ratio(&s, 0.5, 0.55) == 0);
}

static void the_interval_shrinks_to_the_normal_one(void **unused)
{
    (void)unused;
    struct stats s = {0};
    for (int i = 0; i < 100000; i++)
        stats_add(&s, i % 2);
    assert_true(fabs(stats_interval(&s) / (1.96 * 0.5 / sqrt(100000)) - 1) < 1e-3);
}

static void sprt_settles_both_ways(void **unused)
{
    (void)unused;
    struct stats good = {0}, fair = {0};
    for (int i = 0; i < 2000; i++) {
        stats_add(&good, i % 5 < 3);
        stats_add(&fair, i % 2);
    }
    assert_true(stats_ratio(&good, 0.5, 0.55) > STATS_SPRT);
    assert_true(stats_ratio(&fair, 0.5, 0.55) < -STATS_SPRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_and_interval_of_a_known_sample),
        cmocka_unit_test(one_trial_says_nothing),
        cmocka_unit_test(the_interval_shrinks_to_the_normal_one),
        cmocka_unit_test(sprt_settles_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
