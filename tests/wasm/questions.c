/*
 * questions.c: questions to bots with the answers of this program, as bytes, for compare.mjs.
 *
 * Usage: questions COUNT SIMULATIONS OUT. For each game it plays random games and asks level 6 and the judge
 * in some of their decisions. OUT gets, for each question, its bytes and the bytes of its answer. Prints the
 * simulations that level 6 made in a second.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/list.h"
#include "wasm/question.h"

static struct rng rng;
static double simulations, seconds;

static double clock_ms(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void ask(const struct game *game, int seats, int seat, const union game_state *state, int level,
                int most, FILE *out)
{
    static struct thinking_question question;
    static struct thinking_answer answer;
    union game_state view;
    game->observe(game, state, seat, &view);
    struct host_question asked = {
        .game = game, .seats = seats, .seat = seat, .view = &view, .level = level, .made = -1};
    struct rng luck = {{rng_next(&rng), rng_next(&rng), rng_next(&rng), rng_next(&rng)}};
    thinking_write(&asked, &luck, &question);
    question.simulations = level ? most : 0;
    double begin = cpu_seconds();
    thinking_answer(&question, clock_ms, &answer);
    if (level) {
        seconds += cpu_seconds() - begin;
        for (int i = 0; i < answer.count; i++)
            simulations += answer.opinions[i].visits;
    }
    fwrite(&question, sizeof question, 1, out);
    fwrite(&answer, sizeof answer, 1, out);
}

/* Plays a random game and asks in every 12th decision, the judge once among four. Returns how often it asked.
 */
static int play(const struct game *game, int seats, int most, int left, FILE *out)
{
    union game_state state;
    char reason[256];
    game_move moves[GAME_MAX_MOVES];
    int decisions = 0, asked = 0;
    struct text error = TEXT_IN(reason);
    if (!game_start(game, &state, seats, "", &error))
        abort();
    for (int actor; (actor = game_actor(game, &state)) >= 0 && asked < left;) {
        int count = game->moves(game, &state, actor, moves, NULL);
        if (actor != GAME_CHANCE && count > 1 && decisions++ % 12 == 3) {
            ask(game, seats, actor, &state, asked % 4 == 3 ? 0 : 6, most, out);
            asked++;
        }
        game->apply(game, &state, actor, game_random_move(game, &state, actor, &rng));
    }
    return asked;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    FILE *out = fopen(argv[3], "wb");
    if (!out)
        return 2;
    games_open();
    bots_open();
    rng_seed(&rng, 20);
    for (int g = 0; games[g]; g++)
        for (int left = atoi(argv[1]), seats = games[g]->min_seats; left > 0;
             seats = seats < games[g]->max_seats ? seats + 1 : games[g]->min_seats)
            left -= play(games[g], seats, atoi(argv[2]), left, out);
    fclose(out);
    printf("simulations_per_s: %.0f\n", simulations / seconds);
    return 0;
}
