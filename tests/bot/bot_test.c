/* bot_test.c: what every bot promises, whatever it chooses. */
#include <stdalign.h>
#include <string.h>

#include "bot/bot.h"
#include "bot/eval.h"
#include "bot/tree.h"
#include "core/list.h"
#include "core/nullgame.h"
#include "test.h"

static alignas(max_align_t) unsigned char memory[64 << 20];

static struct bot_question question(const struct game *game, const union game_state *state, int seats,
                                    int seat, union game_state *view, struct rng *rng)
{
    game->observe(game, state, seat, view);
    return (struct bot_question){
        .game = game, .seats = seats, .seat = seat, .view = view, .budget = {.simulations = 20}, .rng = rng};
}

static bool is_legal(const struct game *game, const void *state, int actor, game_move move)
{
    game_move moves[GAME_MAX_MOVES];
    int count = game->moves(game, state, actor, moves, NULL);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void play_out(const struct bot *bot, const struct game *game, int seats, const char *options,
                     uint64_t seed)
{
    union game_state state = {0}, view;
    struct rng chance, mind;
    char settled[GAME_OPTIONS_TEXT];
    rng_seed(&chance, seed);
    rng_seed(&mind, seed + 1);
    assert_true(game_settle(game, seats, options, &chance, settled, NULL));
    assert_true(game_start(game, &state, seats, settled, NULL));
    int actor;
    while ((actor = game_actor(game, &state)) >= 0) {
        game_move move;
        if (actor == GAME_CHANCE) {
            move = game_random_move(game, &state, actor, &chance);
        } else {
            struct bot_question q = question(game, &state, seats, actor, &view, &mind);
            q.budget.simulations = 6; /* enough for a tree; these are some 20 whole games for each bot */
            move = bot_choose(bot, &q, memory, sizeof memory, NULL, NULL);
        }
        assert_true(is_legal(game, &state, actor, move));
        game->apply(game, &state, actor, move);
    }
}

/* Writes all options of a game, with random values, or none. */
static void options_of(const struct game *game, bool all, struct text *out)
{
    text_put(out, game_has_option(game, "first") ? "first=random" : "");
    for (const struct game_option *o = game->options; all && o->name; o++)
        if (strcmp(o->name, "first") != 0)
            text_printf(out, " %s%s", o->name, o->kind != OPTION_FLAG ? "=random" : "");
}

static void every_bot_plays_every_game(void **unused)
{
    (void)unused;
    for (int b = 0; bots[b]; b++) {
        for (int seats = 2; seats <= 4; seats++)
            play_out(bots[b], games_find("null"), seats, "first=random", 3);
        for (int g = 0; games[g]; g++)
            for (int seats = games[g]->min_seats; seats <= games[g]->max_seats; seats++)
                for (int all = 0; all < 2; all++) {
                    char options[GAME_OPTIONS_TEXT];
                    struct text words = TEXT_IN(options);
                    options_of(games[g], all, &words);
                    play_out(bots[b], games[g], seats, options, 3);
                }
    }
}

/* Plays at random to a position in the middle of a game. Returns a seat that has a choice there. */
static int middle(const struct game *game, int seats, int plies, uint64_t seed, union game_state *state)
{
    struct rng rng;
    game_move moves[GAME_MAX_MOVES];
    int actor;
    rng_seed(&rng, seed);
    memset(state, 0, sizeof *state);
    assert_true(game_start(game, state, seats, "", NULL));
    while ((actor = game_actor(game, state)) >= 0) {
        if (plies-- <= 0 && actor != GAME_CHANCE && game->moves(game, state, actor, moves, NULL) > 2)
            return actor;
        game->apply(game, state, actor, game_random_move(game, state, actor, &rng));
    }
    return -1;
}

static void what_a_bot_cannot_see_does_not_move_it(void **unused)
{
    (void)unused;
    for (int b = 0; bots[b]; b++)
        for (int g = 0; games[g]; g++)
            for (int plies = 30; plies < 60; plies += 6) {
                const struct game *game = games[g];
                union game_state truth, other = {0}, view;
                int seat = middle(game, game->min_seats, plies, (uint64_t)plies, &truth);
                assert_true(seat >= 0);
                struct rng rng;
                rng_seed(&rng, 77);
                game->observe(game, &truth, seat, &view);
                game->deal(game, &view, seat, &rng, &other);
                game_move chosen[2];
                for (int i = 0; i < 2; i++) {
                    rng_seed(&rng, 9);
                    struct bot_question q =
                        question(game, i ? &other : &truth, game->min_seats, seat, &view, &rng);
                    q.budget.simulations = 50;
                    chosen[i] = bot_choose(bots[b], &q, memory, sizeof memory, NULL, NULL);
                }
                assert_int_equal(chosen[0], chosen[1]);
            }
}

/* A world in which a simulation takes `cost` ms and reading the clock takes no time. */
struct slow_world {
    int simulations;
    double cost;
};

static double world_clock(void *context)
{
    const struct slow_world *w = context;
    return 1000 + w->simulations * w->cost;
}

static void a_budget_is_kept_within_a_tenth(void **unused)
{
    (void)unused;
    static const double costs[] = {0.0005, 0.003, 0.02, 0.1, 0.7, 2.5};
    static const int budgets[] = {25, 50, 100, 500, 3000};
    for (int c = 0; c < 6; c++)
        for (int b = 0; b < 5; b++) {
            struct slow_world world = {.cost = costs[c]};
            struct bot_budget budget = {.ms = budgets[b], .clock = world_clock, .context = &world};
            struct bot_watch watch = bot_watch(&budget);
            while (bot_may_go_on(&watch, world.simulations))
                world.simulations++;
            double took = world.simulations * world.cost;
            assert_true(took >= budgets[b]);
            assert_true(took <= 1.1 * budgets[b]);
        }
}

/* Reading this clock takes five ms. */
static double impatient_clock(void *context)
{
    int *asked = context;
    return 5.0 * (*asked)++;
}

static void a_bot_stops_when_the_clock_says_so(void **unused)
{
    (void)unused;
    static const char *const searching[] = {"ismcts", "master"};
    static struct bot_opinion opinions[GAME_MAX_MOVES];
    for (int b = 0; b < 2; b++)
        for (int g = 0; games[g]; g++) {
            union game_state state, view;
            struct rng rng;
            rng_seed(&rng, 1);
            int seat = middle(games[g], games[g]->max_seats, 20, 5, &state), asked = 0, count;
            struct bot_question q = question(games[g], &state, games[g]->max_seats, seat, &view, &rng);
            q.budget = (struct bot_budget){.ms = 100, .clock = impatient_clock, .context = &asked};
            bot_choose(bot_find(searching[b]), &q, memory, sizeof memory, opinions, &count);
            assert_int_equal(asked, 21); /* one read at the beginning, then one for every 5 ms */
            int visits = 0;
            for (int i = 0; i < count; i++)
                visits += opinions[i].visits;
            assert_in_range(visits, 19, 25); /* about one simulation between two reads */
        }
}

static void opinions_are_of_every_move_and_sane(void **unused)
{
    (void)unused;
    static struct bot_opinion opinions[GAME_MAX_MOVES];
    for (int b = 0; bots[b]; b++)
        for (int g = 0; games[g]; g++) {
            union game_state state, view;
            struct rng rng;
            int count, visits = 0;
            rng_seed(&rng, 1);
            int seat = middle(games[g], games[g]->max_seats, 40, 8, &state);
            struct bot_question q = question(games[g], &state, games[g]->max_seats, seat, &view, &rng);
            q.budget.simulations = 200;
            game_move move = bot_choose(bots[b], &q, memory, sizeof memory, opinions, &count);
            game_move legal[GAME_MAX_MOVES];
            assert_int_equal(count, games[g]->moves(games[g], &state, seat, legal, NULL));
            assert_int_equal(opinions[0].move, move);
            for (int i = 0; i < count; i++) {
                assert_true(is_legal(games[g], &state, seat, opinions[i].move));
                assert_true(opinions[i].win >= 0 && opinions[i].win <= 1);
                assert_true(opinions[i].margin > -500 && opinions[i].margin < 500);
                assert_true(opinions[i].noise >= 0 && opinions[i].margin_noise >= 0);
                visits += opinions[i].visits;
                for (int k = 0; k < i; k++)
                    assert_true(opinions[k].move != opinions[i].move);
            }
            assert_true(visits <= 200);
        }
}

static void every_level_answers(void **unused)
{
    (void)unused;
    for (int level = 1; level <= BOT_LEVELS; level++)
        for (int g = 0; games[g]; g++) {
            union game_state state, view;
            struct rng rng;
            rng_seed(&rng, 1);
            int seat = middle(games[g], games[g]->max_seats, 30, 4, &state);
            struct bot_question q = question(games[g], &state, games[g]->max_seats, seat, &view, &rng);
            int asked = 0;
            q.budget = (struct bot_budget){
                .ms = 3000, .simulations = 200, .clock = impatient_clock, .context = &asked};
            assert_true(bot_level_memory(games[g]) <= sizeof memory);
            game_move move = bot_level_choose(level, &q, memory, sizeof memory, NULL, NULL);
            assert_true(is_legal(games[g], &state, seat, move));
        }
}

/* A search whose memory is full goes on with the nodes that it has. */
static void little_memory_is_enough(void **unused)
{
    (void)unused;
    struct bot small[] = {*bot_find("ismcts"), *bot_find("master")};
    for (int b = 0; b < 2; b++) {
        small[b].memory = bot_find("random")->memory;
        for (int g = 0; games[g]; g++) {
            union game_state state, view;
            struct rng rng;
            rng_seed(&rng, 1);
            int seat = middle(games[g], games[g]->max_seats, 20, 6, &state);
            struct bot_question q = question(games[g], &state, games[g]->max_seats, seat, &view, &rng);
            q.budget.simulations = 2000;
            game_move move = bot_choose(&small[b], &q, memory, 16384, NULL, NULL);
            assert_true(is_legal(games[g], &state, seat, move));
        }
    }
}

/* Half of the slots stay free. In a table without free slots the search for a missing node would visit every
 * slot. */
static void a_full_tree_is_searched_quickly(void **unused)
{
    (void)unused;
    for (size_t size = 4096; size <= TREE_MEMORY; size *= 3) {
        struct tree tree;
        uint64_t key = 0;
        tree_open(&tree, memory, size);
        while (tree_add(&tree, ++key * UINT64_C(0x9e3779b97f4a7c15)))
            ;
        uint32_t used = 0;
        for (uint32_t slot = 0; slot <= tree.slot_mask; slot++)
            used += tree.slots[slot] != TREE_NONE;
        assert_int_equal(used, tree.max_nodes - 1);
        assert_true(2 * used <= tree.slot_mask + 1);
    }
}

static void shipped_weights_fit_the_games(void **unused)
{
    (void)unused;
    for (int g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats; seats++)
            assert_non_null(eval_find(games[g], seats));
}

static void bots_are_found_by_name(void **unused)
{
    (void)unused;
    for (int b = 0; bots[b]; b++)
        assert_ptr_equal(bot_find(bots[b]->name), bots[b]);
    assert_null(bot_find("nobody"));
}

static void levels_have_names_and_kind_budgets(void **unused)
{
    (void)unused;
    static const int most[BOT_LEVELS] = {100, 200, 500, 1000, 1500, 3000};
    for (int i = 0; i < BOT_LEVELS; i++) {
        assert_true(bot_levels[i].ms > 0 && bot_levels[i].ms <= most[i]);
        assert_non_null(bot_levels[i].name);
    }
}

static void a_written_evaluation_is_read_as_it_was(void **unused)
{
    (void)unused;
    static char text[60 * 1024];
    static struct eval a, b;
    const struct game *game = games_find("null");
    struct rng rng;
    rng_seed(&rng, 5);
    a.features = game->feature_count;
    a.hidden = 3;
    a.scale = 4;
    memcpy(a.made_by, "a test", 7);
    for (int o = 0; o < EVAL_OUTPUTS; o++) {
        a.net.bias[o] = 0.5f;
        for (int i = 0; i < a.features; i++)
            a.net.direct[o][i] = (float)((int)rng_below(&rng, 20001) - 10000) / 10000;
        for (int h = 0; h < a.hidden; h++)
            a.net.out[o][h] = (float)((int)rng_below(&rng, 20001) - 10000) / 10000;
    }
    for (int h = 0; h < a.hidden; h++)
        for (int i = 0; i < a.features; i++)
            a.net.in[h][i] = (float)((int)rng_below(&rng, 20001) - 10000) / 10000;
    struct text out = TEXT_IN(text);
    eval_write(&a, game, 2, &out);
    assert_false(out.cut);
    assert_true(eval_read(text, out.length, game, 2, &b, NULL));
    assert_memory_equal(&a, &b, sizeof a);
}

static void wrong_weights_are_refused_with_a_reason(void **unused)
{
    (void)unused;
#define GOOD                                                                                                 \
    "\"game\":\"null\",\"seats\":2,\"made_by\":\"x\",\"games\":1,\"features\":2,\"hidden\":1,\"scale\":5,"   \
    "\"bias\":[0,0],\"hidden_bias\":[0],"
#define ROWS "\"direct\":[[1,2],[3,4]],\"in\":[[5,6]],"
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"{" GOOD ROWS "\"out\":[[1],[2]]}", NULL},
        {"{" GOOD ROWS "\"out\":[[1],[2]]", "line 1: "},
        {"{\"game\":\"go\"}", "the weights are not for the game null"},
        {"{\"game\":\"null\",\"seats\":3}", "the weights are for another number of seats"},
        {"{\"game\":\"null\",\"seats\":2,\"features\":9}",
         "the weights are for other features than the game has now"},
        {"{" GOOD ROWS "\"out\":[[1]]}", "wrong or missing numbers in out"},
        {"{" GOOD ROWS "\"out\":[[1],[2.5]]}", "wrong or missing numbers in out"},
        {"{" GOOD "\"direct\":[[1,2],[3]],\"in\":[[5,6]],\"out\":[[1],[2]]}",
         "wrong or missing numbers in direct"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct eval e;
        char reason[256];
        struct text error = TEXT_IN(reason);
        bool read = eval_read(cases[i].text, strlen(cases[i].text), games_find("null"), 2, &e, &error);
        assert_int_equal(read, cases[i].reason == NULL);
        if (cases[i].reason)
            assert_memory_equal(reason, cases[i].reason, strlen(cases[i].reason));
    }
}

/* New features come at the end, so older weights count as 0 for them. */
static void weights_of_fewer_features_stay_valid(void **unused)
{
    (void)unused;
    static const char text[] =
        "{\"game\":\"null\",\"seats\":2,\"made_by\":\"x\",\"games\":1,\"features\":1,\"hidden\":1,\"scale\":"
        "5,"
        "\"bias\":[0,0],\"hidden_bias\":[0],\"direct\":[[1],[3]],\"in\":[[5]],\"out\":[[1],[2]]}";
    static struct eval e;
    assert_true(eval_read(text, strlen(text), games_find("null"), 2, &e, NULL));
    assert_int_equal(e.features, 2);
    assert_true(e.net.direct[0][0] > 0 && e.net.direct[0][1] == 0 && e.net.in[0][1] == 0);
}

/* One stone is left: the player who takes it adds their card. */
static void greedy_takes_what_it_sees(void **unused)
{
    (void)unused;
    const struct game *game = games_find("null");
    union game_state state = {0}, view;
    struct rng rng;
    struct bot_opinion opinions[GAME_MAX_MOVES];
    int count;
    rng_seed(&rng, 1);
    assert_true(game_start(game, &state, 2, "", NULL));
    for (int i = 0; i < 2; i++)
        assert_true(game_try(game, &state, GAME_CHANCE, "card 2", NULL));
    struct bot_question q = question(game, &state, 2, 0, &view, &rng);
    game_move move = bot_choose(bot_find("greedy"), &q, memory, sizeof memory, opinions, &count);
    assert_int_equal(count, 2);
    assert_int_equal(move, 2);
    assert_int_equal(opinions[0].move, 2);
    assert_true(opinions[0].margin == 2 && opinions[1].margin == 1);
    assert_true(opinions[0].win > opinions[1].win);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_plays_every_game),
        cmocka_unit_test(what_a_bot_cannot_see_does_not_move_it),
        cmocka_unit_test(a_budget_is_kept_within_a_tenth),
        cmocka_unit_test(a_bot_stops_when_the_clock_says_so),
        cmocka_unit_test(opinions_are_of_every_move_and_sane),
        cmocka_unit_test(every_level_answers),
        cmocka_unit_test(little_memory_is_enough),
        cmocka_unit_test(a_full_tree_is_searched_quickly),
        cmocka_unit_test(shipped_weights_fit_the_games),
        cmocka_unit_test(bots_are_found_by_name),
        cmocka_unit_test(levels_have_names_and_kind_budgets),
        cmocka_unit_test(a_written_evaluation_is_read_as_it_was),
        cmocka_unit_test(wrong_weights_are_refused_with_a_reason),
        cmocka_unit_test(weights_of_fewer_features_stay_valid),
        cmocka_unit_test(greedy_takes_what_it_sees),
    };
    games_open();
    bots_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
