/* train.c: castellany train: improves an evaluation by self-play. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/learn.h"
#include "cli/cli.h"
#include "cli/players.h"

enum { CHECKPOINT = 1000, FILE_ROOM = 256 * 1024 };

/* Written aside and moved into place, so that a run that is stopped never leaves half a file. The learner
 * goes on with what was written, rounded as it is. */
static bool write_weights(struct learner *l, const char *name)
{
    static char text[FILE_ROOM], aside[512];
    struct text out = TEXT_IN(text);
    eval_write(&l->eval, l->game, l->seats, &out);
    snprintf(aside, sizeof aside, "%s.new", name);
    FILE *file = fopen(aside, "w");
    bool fine = file && fputs(text, file) >= 0;
    fine = file && fclose(file) == 0 && fine && rename(aside, name) == 0;
    if (!fine) {
        cli_refuse("%s: %s", name, strerror(errno));
        return false;
    }
    return eval_read(text, out.length, l->game, l->seats, &l->eval, NULL);
}

static bool read_weights(struct learner *l, const char *name)
{
    size_t length;
    char reason[256], *text = cli_read_file(name, &length);
    struct text error = TEXT_IN(reason);
    if (!text)
        return false;
    bool fine = eval_read(text, length, l->game, l->seats, &l->eval, &error);
    free(text);
    if (!fine)
        cli_refuse("%s: %s", name, reason);
    return fine;
}

/* Fast at first, then slower and slower, so that the weights come to rest; a checkpoint starts slowly, as
 * Adam has to gather anew what it knows. */
static float rate_at(const struct learner *l)
{
    float done = (float)l->eval.games / 8000, into = (float)(l->eval.games % CHECKPOINT) / 50;
    return l->rate / (1 + done) * (into < 1 ? into : 1);
}

static int train(struct learner *l, long total, const char *out)
{
    double begin = clock_cpu(NULL);
    long first = l->eval.games;
    while (l->eval.games < total) {
        const char *problem = learn_game(l, rate_at(l));
        if (problem)
            return cli_refuse("%s", problem);
        if (l->eval.games % CHECKPOINT != 0 && l->eval.games != total)
            continue;
        double n = (double)(l->samples ? l->samples : 1);
        fprintf(stderr, "%ld games, error %.2f points, %.4f win, %.0f games/s\n", l->eval.games,
                l->margin_error / n, l->win_error / n,
                (double)(l->eval.games - first) * 1e3 / (clock_cpu(NULL) - begin));
        if (!write_weights(l, out))
            return CLI_REFUSED;
        learn_checkpoint(l);
    }
    return CLI_OK;
}

int cmd_train(int argc, char **argv)
{
    static struct learner l;
    static char file[128];
    const char *name = NULL, *seats = NULL, *seed = NULL, *games_text = NULL, *resume = NULL, *out = NULL,
               *hidden = NULL, *option = NULL, *lambda = NULL;
    char options[GAME_OPTIONS_TEXT];
    struct text given = TEXT_IN(options);
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "seats", &seats) || cli_option(argc, argv, &i, "seed", &seed) ||
            cli_option(argc, argv, &i, "games", &games_text) ||
            cli_option(argc, argv, &i, "resume", &resume) || cli_option(argc, argv, &i, "hidden", &hidden) ||
            cli_option(argc, argv, &i, "out", &out) || cli_option(argc, argv, &i, "lambda", &lambda))
            continue;
        if (cli_option(argc, argv, &i, "option", &option))
            cli_add_option(&given, option);
        else if (strncmp(argv[i], "--", 2) == 0 || name)
            return cli_usage("train", "what is %s?", argv[i]);
        else
            name = argv[i];
    }
    if (!name || !seats)
        return cli_usage("train", "a game and --seats are needed");
    long n_seats, n_seed = 1, n_games = 20000, n_hidden = 16, n_lambda = 80;
    if (!cli_number(seats, 2, GAME_MAX_SEATS, &n_seats) ||
        (seed && !cli_number(seed, 0, 1000000000, &n_seed)) ||
        (games_text && !cli_number(games_text, 1, 100000000, &n_games)) ||
        (hidden && !cli_number(hidden, 0, EVAL_MAX_HIDDEN, &n_hidden)) ||
        (lambda && !cli_number(lambda, 0, 100, &n_lambda)))
        return cli_usage("train", "a number is wrong");
    l.game = cli_game(name, NULL);
    if (!l.game)
        return CLI_REFUSED;
    if (n_seats < l.game->min_seats || n_seats > l.game->max_seats)
        return cli_refuse("%s is for %d to %d seats", l.game->title, l.game->min_seats, l.game->max_seats);
    l.seats = (int)n_seats;
    l.seed = (uint64_t)n_seed;
    l.options = given.length ? options : NULL;
    l.lambda = (float)n_lambda / 100;
    l.rate = 0.002f;
    const char *problem = learn_begin(&l, (int)n_hidden);
    if (problem)
        return cli_refuse("%s", problem);
    if (resume && !read_weights(&l, resume))
        return CLI_REFUSED;
    struct text made_by = TEXT_IN(l.eval.made_by);
    text_put(&made_by, "castellany");
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "--out", 5) != 0) /* where it went is nobody's concern */
            text_printf(&made_by, " %s", argv[i]);
        else if (!argv[i][5])
            i++;
    snprintf(file, sizeof file, "%s-%d.json", l.game->name, l.seats);
    return train(&l, n_games, out ? out : file);
}
