/* bench.c: castellany bench: measures the speed of the rules per CPU-second of one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/lab/lab.h"
#include "cli/base/progress.h"

enum { SAMPLES = 256, REPEATS = 2000 };

/* States of random games, and a view of each. */
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

/* Plays one game of random moves and keeps some of its states, up to SAMPLES (`samples` may be NULL). */
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

/* Keeps the compiler from removing work whose result nobody reads. */
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

/* One figure a line, or a member of an object. */
static void put_figure(bool json, const char *name, int digits, double value)
{
    printf(json ? ",\"%s\":%.*f" : "%s: %.*f\n", name, digits, value);
}

static void put_figures(const struct game *game, int seats, const char *options, const struct figures *f,
                        const double ns[], bool json)
{
    printf(json ? "{\"game\":\"%s\",\"seats\":%d,\"options\":\"%s\"" : "game: %s\nseats: %d\noptions: %s\n",
           game->name, seats, options[0] || json ? options : "-");
    put_figure(json, "games_per_s", 0, f->games / f->seconds);
    put_figure(json, "moves_per_s", 0, f->moves / f->seconds);
    put_figure(json, "moves_per_game", 1, f->moves / f->games);
    put_figure(json, "mean_legal", 2, f->legal / f->moves);
    put_figure(json, "max_legal", 0, f->max_legal);
    put_figure(json, "state_bytes", 0, (double)game->state_size);
    put_figure(json, "copy_ns", 1, ns[COPY]);
    put_figure(json, "observe_ns", 1, ns[OBSERVE]);
    put_figure(json, "deal_ns", 1, ns[DEAL]);
    if (json)
        puts("}");
}

static int bench(const struct game *game, int seats, const char *options, double seconds, bool json)
{
    static struct samples samples;
    struct rng rng;
    union game_state start;
    struct figures f = {0};
    double ns[DEAL + 1];
    char settled[GAME_OPTIONS_TEXT];
    rng_seed(&rng, 1);
    if (!cli_start(game, seats, options, &rng, settled, &start))
        return CLI_REFUSED;
    struct progress progress = progress_begin("seconds", (long)seconds);
    samples.count = 0;
    while (samples.count < SAMPLES)
        play(game, &start, &rng, &f, &samples);
    f = (struct figures){0};
    double begin = cpu_seconds();
    while (f.seconds < seconds) {
        for (int i = 0; i < 100; i++)
            play(game, &start, &rng, &f, NULL);
        f.seconds = cpu_seconds() - begin;
        progress_show(&progress, (long)f.seconds, game->name);
    }
    for (enum operation o = COPY; o <= DEAL; o++)
        ns[o] = nanoseconds(game, o, &samples, seats, &rng);
    progress_end(&progress);
    put_figures(game, seats, settled, &f, ns, json);
    return CLI_OK;
}

static int bench_all(double seconds, bool json)
{
    int code = CLI_OK;
    for (int i = 0; games[i] && !code; i++) {
        if (i > 0 && !json)
            putchar('\n');
        code = bench(games[i], games[i]->max_seats, "", seconds, json);
    }
    return code;
}

int cmd_bench(const struct arguments *a)
{
    double seconds = (double)argument_number(a, "seconds", 3);
    if (!a->count && (argument(a, "seats") || argument(a, "box") || a->options[0]))
        return cli_usage("bench", "--seats, --option and --box need a GAME");
    if (!a->count)
        return bench_all(seconds, argument(a, "json"));
    const struct game *game = cli_game(a->operands[0], argument(a, "box"));
    if (!game)
        return CLI_REFUSED;
    return bench(game, (int)argument_number(a, "seats", game->max_seats), a->options, seconds,
                 argument(a, "json"));
}
