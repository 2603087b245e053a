/*
 * judge_test.c: hints and analyses agree.
 *
 * `judge_test [GAMES [SIMULATIONS [SEED]]]` follows hints in GAMES games of each kind and prints how often a
 * judge with other random numbers calls the first move of a hint a mistake. The noise that the judge states
 * explains that: at most 1 in 20. `judge_test 67 1000` takes about half an hour of a core; a SEED begins with
 * other games, so that a long run can be split.
 */
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/eval.h"
#include "bot/judge.h"
#include "bot/reasons.h"
#include "core/list.h"
#include "test.h"

static alignas(max_align_t) unsigned char memory[64 << 20];
static int games_each = 1, simulations = 12, first_seed;

struct follower {
    const struct game *game;
    int seats;
    union game_state state, view;
    struct rng chance, other;
    /* The same decisions, judged by the same judge and by one with other random numbers. */
    struct judge_turn same, lucky;
    long decisions, mistakes, lucky_mistakes;
};

static void end_turns(struct follower *f)
{
    struct judge_turn *turns[] = {&f->same, &f->lucky};
    long *sums[] = {&f->mistakes, &f->lucky_mistakes};
    for (int i = 0; i < 2; i++) {
        judge_settle(turns[i]);
        for (int k = 0; k < turns[i]->count; k++)
            *sums[i] += judge_is_mistake(&turns[i]->decision[k]);
        turns[i]->count = 0;
    }
}

/* Makes the move of the hint, and lets both judges judge it. */
static game_move follow(struct follower *f, int seat)
{
    static struct bot_opinion opinions[GAME_MAX_MOVES];
    const struct game *game = f->game;
    game->observe(game, &f->state, seat, &f->view);
    struct bot_question q = {.game = game,
                             .seats = f->seats,
                             .seat = seat,
                             .view = &f->view,
                             .budget = {.simulations = simulations}};
    int count;
    game_move hint = judge_choose(&q, memory, sizeof memory, NULL, NULL);
    if (game->moves(game, &f->view, seat, (game_move[GAME_MAX_MOVES]){0}, NULL) == 1)
        return hint;
    f->decisions++;
    assert_int_equal(judge_choose(&q, memory, sizeof memory, opinions, &count), hint);
    assert_int_equal(opinions[0].move, hint);
    judge_add(&f->same, &q, 0, hint, opinions, count);
    q.rng = &f->other;
    judge_choose(&q, memory, sizeof memory, opinions, &count);
    judge_add(&f->lucky, &q, 0, hint, opinions, count);
    return hint;
}

static void play(struct follower *f, uint64_t seed)
{
    const struct game *game = f->game;
    int actor, before = -1;
    memset(&f->state, 0, sizeof f->state);
    rng_seed(&f->chance, seed);
    rng_seed(&f->other, seed + 1000);
    assert_true(game_start(game, &f->state, f->seats, "", NULL));
    while ((actor = game_actor(game, &f->state)) >= 0) {
        if (actor != before)
            end_turns(f);
        before = actor;
        game_move move =
            actor == GAME_CHANCE ? game_random_move(game, &f->state, actor, &f->chance) : follow(f, actor);
        game->apply(game, &f->state, actor, move);
    }
    end_turns(f);
}

static void no_hint_is_called_a_mistake(void **unused)
{
    (void)unused;
    static const char *const names[] = {"castelli", "castle", "castellan"};
    for (int i = 0; i < 3; i++) {
        static struct follower f;
        f = (struct follower){.game = games_find(names[i]), .seats = 2};
        for (int n = 0; n < games_each; n++)
            play(&f, (uint64_t)(first_seed + n));
        printf("%s: %ld decisions, %ld called mistakes by the same judge, %ld by one with other luck\n",
               names[i], f.decisions, f.mistakes, f.lucky_mistakes);
        assert_int_equal(f.mistakes, 0);
        assert_true(f.lucky_mistakes * 20 <= f.decisions);
    }
}

/* The shares of all features add up to the whole difference between two positions. */
static void shares_add_up(void **unused)
{
    (void)unused;
    const struct game *game = games_find("castle");
    const struct eval *e = eval_find(game, 2);
    struct rng rng;
    rng_seed(&rng, 1);
    for (int n = 0; n < 200; n++) {
        float a[GAME_MAX_FEATURES] = {0}, b[GAME_MAX_FEATURES] = {0}, shares[GAME_MAX_FEATURES] = {0},
              sum = 0;
        for (int i = 0; i < e->features; i++) {
            a[i] = (float)rng_unit(&rng) * 2 - 1;
            b[i] = (float)rng_unit(&rng) * 2 - 1;
        }
        eval_shares(e, a, b, shares);
        for (int i = 0; i < e->features; i++)
            sum += shares[i];
        float difference = eval_features(e, a).margin - eval_features(e, b).margin;
        assert_true(fabsf(sum - difference) < 0.01f * (1 + fabsf(difference)));
    }
}

/* Positions in which one move clearly gains something that another does not. */
static void reasons_name_what_differs(void **unused)
{
    (void)unused;
    static const char *const names[] = {"castelli", "castle", "castellan"};
    for (int i = 0; i < 3; i++) {
        const struct game *game = games_find(names[i]);
        union game_state state = {0}, view;
        struct rng rng;
        int actor, told = 0, asked = 0;
        rng_seed(&rng, 5);
        assert_true(game_start(game, &state, 2, "", NULL));
        while ((actor = game_actor(game, &state)) >= 0) {
            game_move moves[GAME_MAX_MOVES];
            int count = game->moves(game, &state, actor, moves, NULL);
            if (actor != GAME_CHANCE && count > 1) {
                struct bot_reason one[BOT_REASONS], again[BOT_REASONS], back[BOT_REASONS];
                game->observe(game, &state, actor, &view);
                struct bot_question q = {.game = game, .seats = 2, .seat = actor, .view = &view};
                int n = bot_reasons(&q, moves[0], moves[count - 1], one);
                assert_int_equal(n, bot_reasons(&q, moves[0], moves[count - 1], again));
                assert_int_equal(n, bot_reasons(&q, moves[count - 1], moves[0], back));
                assert_int_equal(bot_reasons(&q, moves[0], moves[0], again), 0);
                for (int k = 0; k < n; k++) {
                    assert_string_equal(one[k].term, back[k].term);
                    assert_true(fabsf(one[k].points + back[k].points) < 0.01f);
                    assert_true(k == 0 || fabsf(one[k].points) <= fabsf(one[k - 1].points));
                }
                told += n > 0;
                asked++;
            }
            game->apply(game, &state, actor, game_random_move(game, &state, actor, &rng));
        }
        assert_true(asked > 20);
        assert_true(told > 10);
    }
}

/* A turn is judged as a whole: a step that seems to lose something is no mistake if the whole turn loses
 * nothing. */
static void a_turn_is_judged_as_a_whole(void **unused)
{
    (void)unused;
    struct judge_turn turn = {.count = 2, .win = 0.60f, .margin = 6};
    turn.decision[0] = (struct judged){.number = 1, .lost = 0.10f, .cost = 2, .win = 0.50f, .noise = 0.02f};
    turn.decision[1] =
        (struct judged){.number = 2, .lost = 0.05f, .cost = 1, .win = 0.59f, .margin = 5.5f, .noise = 0.02f};
    judge_settle(&turn);
    assert_false(judge_is_mistake(&turn.decision[0]));
    assert_false(judge_is_mistake(&turn.decision[1]));
    assert_true(turn.decision[0].lost < 0.011f && turn.decision[1].lost == 0);
    turn.decision[0].lost = 0.10f;
    turn.decision[1].win = 0.40f;
    judge_settle(&turn);
    assert_true(judge_is_mistake(&turn.decision[0]));
    assert_true(fabsf(turn.decision[0].lost - 0.10f) < 0.001f);
}

/* Two pieces can be built in either order. The judge prefers one order, but the other order is no mistake. */
static void order_does_not_matter(void **unused)
{
    (void)unused;
    const struct game *game = games_find("castellan");
    union game_state state = {0};
    struct rng rng;
    int pairs = 0, actor;
    rng_seed(&rng, 3);
    assert_true(game_start(game, &state, 2, "", NULL));
    while ((actor = game_actor(game, &state)) >= 0) {
        game_move moves[GAME_MAX_MOVES], after[GAME_MAX_MOVES];
        int count = game->moves(game, &state, actor, moves, NULL);
        for (int i = 1; actor != GAME_CHANCE && i < count; i++) {
            union game_state one = state, other = state;
            bool first = false, second = false;
            game->apply(game, &one, actor, moves[0]);
            game->apply(game, &other, actor, moves[i]);
            int n = game->moves(game, &one, actor, after, NULL);
            for (int k = 0; k < n; k++)
                first |= after[k] == moves[i];
            n = game->moves(game, &other, actor, after, NULL);
            for (int k = 0; k < n; k++)
                second |= after[k] == moves[0];
            if (!first || !second)
                continue;
            game->apply(game, &one, actor, moves[i]);
            game->apply(game, &other, actor, moves[0]);
            if (memcmp(&one, &other, game->state_size) != 0)
                continue;
            struct bot_opinion opinions[] = {{.move = moves[0], .win = 0.9f},
                                             {.move = moves[i], .win = 0.1f}};
            struct judge_turn turn = {.count = 0};
            struct bot_question q = {.game = game, .seats = 2, .seat = actor, .view = &state};
            assert_true(judge_add(&turn, &q, 1, moves[i], opinions, 2));
            assert_true(turn.decision[0].lost == 0);
            /* Whichever of the two the search prefers, neither leads elsewhere. */
            assert_null(judge_elsewhere(&q, moves[0], opinions, 2));
            assert_null(judge_elsewhere(&q, moves[i], opinions, 2));
            pairs++;
        }
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &rng));
    }
    assert_true(pairs > 10);
}

/* Round the first tower all short walls are mirror images, or turned, and so are all long ones. */
static void mirror_images_are_equal(void **unused)
{
    (void)unused;
    static struct bot_opinion opinions[GAME_MAX_MOVES];
    const struct game *game = games_find("castellan");
    union game_state state = {0}, view;
    struct rng rng;
    int actor, count, equal = 0, different = 0;
    rng_seed(&rng, 8);
    assert_true(game_start(game, &state, 2, "", NULL));
    while ((actor = game_actor(game, &state)) >= 0 && !game_try(game, &state, actor, "tower 32,32", NULL))
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &rng));
    actor = game_actor(game, &state);
    game->observe(game, &state, actor, &view);
    struct bot_question q = {
        .game = game, .seats = 2, .seat = actor, .view = &view, .budget = {.simulations = 100}};
    judge_choose(&q, memory, sizeof memory, opinions, &count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            char texts[2][GAME_MOVE_TEXT];
            struct text one = TEXT_IN(texts[0]), other = TEXT_IN(texts[1]);
            game->move_text(game, &view, actor, opinions[i].move, &one);
            game->move_text(game, &view, actor, opinions[k].move, &other);
            bool same = texts[0][0] == texts[1][0]; /* both short, or both long */
            union game_state first = view, second = view;
            game->apply(game, &first, actor, opinions[i].move);
            game->apply(game, &second, actor, opinions[k].move);
            assert_int_equal(game->alike(game, &first, &second), same);
            if (same) {
                assert_true(judge_same(&q, opinions[i].move, opinions[k].move));
                assert_true(opinions[i].win == opinions[k].win && opinions[i].margin == opinions[k].margin);
            }
            equal += same;
            different += !same;
        }
    assert_true(equal >= 6);
    assert_true(different >= 4);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(reasons_name_what_differs),
        cmocka_unit_test(a_turn_is_judged_as_a_whole),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(mirror_images_are_equal),
        cmocka_unit_test(no_hint_is_called_a_mistake),
    };
    games_each = argc > 1 ? atoi(argv[1]) : games_each;
    simulations = argc > 2 ? atoi(argv[2]) : simulations;
    first_seed = argc > 3 ? atoi(argv[3]) : first_seed;
    games_open();
    bots_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
