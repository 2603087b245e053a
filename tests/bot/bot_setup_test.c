/* bot_setup_test.c: reading a bot from a command line, and how long that bot then thinks. */
#include "cli/base/bot_setup.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/cli.h"
#include "test.h"

const struct command commands[] = {{0}};

/* Reading this clock takes a tenth of a second, so the number of reads is how long a bot thought. */
static int looks;

static double slow_clock(void *unused)
{
    (void)unused;
    return 100.0 * looks++;
}

static const struct game *castelli(void)
{
    return games_find("castelli");
}

static bool reads(const char *text, int ms, int simulations, struct bot_setup *out)
{
    struct bot_budget budget = {.ms = ms, .simulations = simulations, .clock = slow_clock};
    return bot_setup_read(text, castelli(), 2, &budget, out);
}

/* How often this bot reads the clock during the first decision of a game. */
static int looks_of(const char *text, int ms)
{
    const struct game *game = castelli();
    struct bot_setup player;
    union game_state state = {0};
    struct rng rng;
    int actor;
    rng_seed(&rng, 1);
    assert_true(reads(text, ms, 0, &player));
    assert_true(game_start(game, &state, 2, "", NULL));
    while ((actor = game_actor(game, &state)) == GAME_CHANCE)
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &rng));
    size_t size = bot_setup_memory(game);
    void *memory = malloc(size);
    assert_non_null(memory);
    looks = 0;
    bot_setup_choose(&player, game, &state, 2, actor, &rng, memory, size);
    free(memory);
    return looks;
}

static void a_level_has_its_own_time(void **unused)
{
    (void)unused;
    int own = bot_levels[5].ms / 100;
    /* A bot may stop early when more time cannot change its choice. That is never before half of its time. */
    assert_in_range(looks_of("level6", 0), own / 2, own + 2);
    /* A caller may give a level less time than it has, but not more. */
    assert_in_range(looks_of("level6", 200), 2, 4);
    assert_in_range(looks_of("level6:ms=200", 0), 2, 4);
    assert_in_range(looks_of("level6:ms=500000", 0), own / 2, own + 2);
}

static void others_have_the_budget_that_was_given(void **unused)
{
    struct bot_setup p;
    (void)unused;
    assert_true(reads("master", 0, 0, &p));
    assert_int_equal(p.settings.budget.ms, BOT_SETUP_MS);
    assert_true(reads("master", 70, 0, &p));
    assert_int_equal(p.settings.budget.ms, 70);
    assert_true(reads("master", 0, 30, &p));
    assert_int_equal(p.settings.budget.ms, 0);
    assert_int_equal(p.settings.budget.simulations, 30);
    assert_true(reads("ismcts:sims=40:c=0.5", 70, 0, &p));
    assert_int_equal(p.settings.budget.ms, 0);
    assert_int_equal(p.settings.budget.simulations, 40);
    assert_true(p.settings.exploration == 0.5f);
    assert_true(reads("oracle:noise=0.5", 0, 0, &p));
    assert_true(p.settings.sees_all && p.settings.noise == 0.5f);
}

static void what_would_be_ignored_is_refused(void **unused)
{
    struct bot_setup p;
    (void)unused;
    for (int level = 1; level <= BOT_LEVELS; level++) {
        char text[32];
        struct text out = TEXT_IN(text);
        text_printf(&out, "level%d:noise=100", level);
        assert_false(reads(text, 0, 0, &p));
        text_clear(&out);
        text_printf(&out, "level%d:sims=5:c=2", level);
        assert_false(reads(text, 0, 0, &p));
        text_clear(&out);
        text_printf(&out, "level%d:sims=5:ms=2", level);
        assert_true(reads(text, 0, 0, &p));
    }
    const char *const wrong[] = {
        "level0",        "level7",       "level",           "master:ms", "master:ms=0",
        "master:ms=-1",  "master:ms=1x", "master:sims=1e9", "master:c=", "master:c=nan",
        "master:what=1", "master:",      "greedy:noise=-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(reads(wrong[i], 0, 0, &p));
}

int main(void)
{
    games_open();
    bots_open();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_has_its_own_time),
        cmocka_unit_test(others_have_the_budget_that_was_given),
        cmocka_unit_test(what_would_be_ignored_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
