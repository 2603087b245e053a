/* verdict_test.c: what a hint says of its first move is true of the numbers beside it. */
#include "bot/verdict.h"
#include "test.h"

/* Each chance to win has this noise; leads have a standard error of 0.3 points. */
static void check(float margin, float win, float other_margin, float other_win, float noise,
                  const char *verdict)
{
    struct bot_opinion
        first = {.move = 1, .margin = margin, .win = win, .noise = noise, .margin_noise = 0.3f},
        other = {.move = 2, .margin = other_margin, .win = other_win, .noise = noise, .margin_noise = 0.3f};
    const char *said = verdict_of(&first, &other);
    if (verdict)
        assert_string_equal(said, verdict);
    else
        assert_null(said);
}

static void a_hint_says_how_much_is_left_to_choose(void **unused)
{
    (void)unused;
    check(6, 0.63f, 5, 0.59f, 0.002f, NULL);
    check(6, 0.63f, 5, 0.59f, 0.02f, "close");
    check(12, 0.99f, 8, 0.97f, 0.002f, "won");
    check(-5.7f, 0.021f, -7.1f, 0.012f, 0.002f, "lost");
    /* The lead is smaller, so this move neither makes it larger nor loses by less. */
    check(8, 0.99f, 12, 0.97f, 0.002f, NULL);
    check(-7.1f, 0.04f, -5.7f, 0.012f, 0.002f, NULL);
    /* Nothing but chance makes the lead larger, or the loss smaller. */
    check(-17.9f, 0.002f, -18.7f, 0.002f, 0.002f, "close");
    check(27.9f, 0.992f, 27.5f, 0.992f, 0.002f, "close");
    struct bot_opinion only = {.move = 1, .win = 0.5f};
    assert_string_equal(verdict_of(&only, &only), "order");
}

static void points_of_reasons_fit_the_lead_in_the_end(void **unused)
{
    (void)unused;
    assert_null(verdict_balance((struct bot_reason[]){{"a", 4}, {"b", -1}}, 2, 2.6f));
    assert_string_equal(
        verdict_balance((struct bot_reason[]){{"a", 4.1f}, {"b", 2.5f}, {"c", -8.7f}}, 3, 1.4f), "later");
    assert_string_equal(verdict_balance(NULL, 0, 1.4f), "later");
    assert_string_equal(verdict_balance(NULL, 0, 0.1f), "small");
    assert_string_equal(verdict_balance((struct bot_reason[]){{"a", 4.6f}}, 1, 0.9f), "partly");
    /* Less than a point is not worth a sentence. */
    assert_null(verdict_balance((struct bot_reason[]){{"a", 0.9f}}, 1, 0.1f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_says_how_much_is_left_to_choose),
        cmocka_unit_test(points_of_reasons_fit_the_lead_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
