/* random_game.c: castellany random: prints the record of a game of random moves. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/record/records.h"

static void print_game(const struct game *game, int seats, const char *options, struct rng *rng,
                       union game_state *state)
{
    char line[RECORD_MAX_LINE * 4];
    struct text out = TEXT_IN(line);
    record_head(game, seats, options, &out);
    fputs(line, stdout);
    int actor;
    while ((actor = game_random_actor(game, state, rng)) >= 0) {
        game_move move = game_random_move(game, state, actor, rng);
        text_clear(&out);
        record_line(game, state, actor, move, &out);
        fputs(line, stdout);
        game->apply(game, state, actor, move);
    }
    text_clear(&out);
    record_result(game, state, seats, &out);
    fputs(line, stdout);
}

/* The old form: GAME SEATS SEED [OPTION…]. */
static int read_words(const struct arguments *a, long *seats, long *seed, struct text *options)
{
    if (a->count == 2 || !cli_number(a->operands[1], 0, 99, seats) ||
        !cli_number(a->operands[2], 0, INT64_MAX, seed))
        return cli_usage("random", "after the game come SEATS and SEED, two numbers, or no words at all");
    for (int i = 3; i < a->count; i++)
        cli_add_option(options, a->operands[i]);
    return CLI_OK;
}

int cmd_random(const struct arguments *a)
{
    char options[GAME_OPTIONS_TEXT], settled[GAME_OPTIONS_TEXT];
    struct text given = TEXT_IN(options);
    const struct game *game = cli_game(a->operands[0], argument(a, "box"));
    if (!game)
        return CLI_REFUSED;
    long seats = argument_number(a, "seats", game->min_seats);
    long seed = argument_number(a, "seed", (long)time(NULL));
    text_put(&given, a->options);
    int code = a->count > 1 ? read_words(a, &seats, &seed, &given) : CLI_OK;
    if (code)
        return code;
    if (given.cut)
        return cli_refuse("the options of the game are too long: at most %d bytes", GAME_OPTIONS_TEXT - 1);
    struct rng rng;
    union game_state state;
    rng_seed(&rng, (uint64_t)seed);
    if (!cli_start(game, (int)seats, options, &rng, settled, &state))
        return CLI_REFUSED;
    print_game(game, (int)seats, settled, &rng, &state);
    return CLI_OK;
}
