/* bench.c: castellany bench: measures the speed of the rules per CPU-second of one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

enum { SAMPLES = 256, REPEATS = 2000 };

/* States met in random games, and room for a view of each. */
struct samples {
    union game_state state[SAMPLES], view[SAMPLES];
    int count;
};

struct figures {
    double games, moves, legal, seconds;
    int max_legal;
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* One complete game of random moves; keeps some of its states while there is room (samples may be NULL). */
static void play(const struct game *game, const union game_state *start, struct rng *rng, struct figures *f,
                 struct samples *samples)
{
    union game_state state;
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES], actors;
    uint64_t made = 0, legal = 0;
    memcpy(&state, start, game->state_size);
    while ((actors = game->to_act(game, &state))) {
        int actor = __builtin_ctz(actors);
        int count = game->moves(game, &state, actor, moves, weight);
        int chosen =
            actor == GAME_CHANCE ? game_draw(weight, count, rng) : (int)rng_below(rng, (uint32_t)count);
        game->apply(game, &state, actor, moves[chosen]);
        made++;
        legal += (uint64_t)count;
        f->max_legal = count > f->max_legal ? count : f->max_legal;
        if (samples && samples->count < SAMPLES && rng_below(rng, 30) == 0)
            memcpy(&samples->state[samples->count++], &state, game->state_size);
    }
    f->games++;
    f->moves += (double)made;
    f->legal += (double)legal;
}

/* Keeps the compiler from leaving out work whose result nobody reads. */
static void keep(void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

enum operation { COPY, OBSERVE, DEAL };

static double nanoseconds(const struct game *game, enum operation operation, struct samples *s, int seats,
                          struct rng *rng)
{
    union game_state out;
    double begin = cpu_seconds();
    for (int r = 0; r < REPEATS; r++)
        for (int i = 0; i < s->count; i++) {
            if (operation == COPY)
                memcpy(&out, &s->state[i], game->state_size);
            else if (operation == OBSERVE)
                game->observe(game, &s->state[i], i % seats, &s->view[i]);
            else
                game->deal(game, &s->view[i], i % seats, rng, &out);
            keep(&out);
        }
    return (cpu_seconds() - begin) * 1e9 / REPEATS / s->count;
}

static int bench(const struct game *game, int seats, const char *options, double seconds)
{
    static struct samples samples;
    struct rng rng;
    union game_state start;
    struct figures f = {0};
    char settled[GAME_OPTIONS_TEXT];
    rng_seed(&rng, 1);
    if (!cli_start(game, seats, options, &rng, settled, &start))
        return CLI_REFUSED;
    samples.count = 0;
    while (samples.count < SAMPLES)
        play(game, &start, &rng, &f, &samples);
    f = (struct figures){0};
    double begin = cpu_seconds();
    while (f.seconds < seconds) {
        for (int i = 0; i < 100; i++)
            play(game, &start, &rng, &f, NULL);
        f.seconds = cpu_seconds() - begin;
    }
    printf("game: %s\nseats: %d\noptions: %s\n", game->name, seats, settled[0] ? settled : "-");
    printf("games_per_s: %.0f\n", f.games / f.seconds);
    printf("moves_per_s: %.0f\n", f.moves / f.seconds);
    printf("moves_per_game: %.1f\n", f.moves / f.games);
    printf("mean_legal: %.2f\n", f.legal / f.moves);
    printf("max_legal: %d\n", f.max_legal);
    printf("state_bytes: %zu\n", game->state_size);
    printf("copy_ns: %.1f\n", nanoseconds(game, COPY, &samples, seats, &rng));
    printf("observe_ns: %.1f\n", nanoseconds(game, OBSERVE, &samples, seats, &rng));
    printf("deal_ns: %.1f\n", nanoseconds(game, DEAL, &samples, seats, &rng));
    return CLI_OK;
}

static int bench_all(double seconds)
{
    int code = CLI_OK;
    for (int i = 0; games[i] && !code; i++) {
        if (i > 0)
            putchar('\n');
        code = bench(games[i], games[i]->max_seats, "", seconds);
    }
    return code;
}

int cmd_bench(int argc, char **argv)
{
    const char *name = NULL, *box = NULL, *seats_text = NULL, *seconds_text = NULL, *option = NULL;
    char options[GAME_OPTIONS_TEXT];
    struct text given = TEXT_IN(options);
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "seats", &seats_text) || cli_option(argc, argv, &i, "box", &box) ||
            cli_option(argc, argv, &i, "seconds", &seconds_text))
            continue;
        if (cli_option(argc, argv, &i, "option", &option))
            cli_add_option(&given, option);
        else if (strncmp(argv[i], "--", 2) == 0 || name)
            return cli_usage("bench", "what is %s?", argv[i]);
        else
            name = argv[i];
    }
    long seats = 0, seconds = 3;
    if (seconds_text && !cli_number(seconds_text, 1, 3600, &seconds))
        return cli_usage("bench", "--seconds takes a number from 1 to 3600");
    if (seats_text && !cli_number(seats_text, 0, 99, &seats))
        return cli_usage("bench", "--seats takes a number");
    if (!name && (seats_text || box || given.length))
        return cli_usage("bench", "--seats, --option and --box need a game");
    if (!name)
        return bench_all((double)seconds);
    const struct game *game = cli_game(name, box);
    if (!game)
        return CLI_REFUSED;
    return bench(game, seats_text ? (int)seats : game->max_seats, options, (double)seconds);
}
