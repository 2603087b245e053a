/* random_game.c: castellany random: prints the record of a game of random moves. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

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

int cmd_random(const struct arguments *a)
{
    char options[GAME_OPTIONS_TEXT], settled[GAME_OPTIONS_TEXT];
    struct text given = TEXT_IN(options);
    long seats, seed;
    text_put(&given, a->options);
    for (int i = 3; i < a->count; i++)
        cli_add_option(&given, a->operands[i]);
    if (given.cut)
        return cli_refuse("the options of the game are too long: at most %d bytes", GAME_OPTIONS_TEXT - 1);
    const struct game *game = cli_game(a->operands[0], argument(a, "box"));
    if (!game)
        return CLI_REFUSED;
    if (!cli_number(a->operands[1], 0, 99, &seats) || !cli_number(a->operands[2], 0, INT64_MAX, &seed))
        return cli_usage("random", "SEATS and SEED must be numbers, not \"%s\" and \"%s\"", a->operands[1],
                         a->operands[2]);
    struct rng rng;
    union game_state state;
    rng_seed(&rng, (uint64_t)seed);
    if (!cli_start(game, (int)seats, options, &rng, settled, &state))
        return CLI_REFUSED;
    print_game(game, (int)seats, settled, &rng, &state);
    return CLI_OK;
}
