/* train.c: castellany train: improves an evaluation by self-play. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/self_play.h"
#include "cli/lab/lab.h"
#include "cli/base/progress.h"
#include "cli/base/bot_setup.h"

enum { CHECKPOINT = 1000, FILE_SIZE = 256 * 1024, NAME = 4096 };

/* Opens NAME.new, which is written first. NULL, with errno, if it cannot be opened. */
static FILE *open_aside(const char *name, char aside[NAME])
{
    struct stat about;
    if (!*name || (stat(name, &about) == 0 && S_ISDIR(about.st_mode))) {
        errno = *name ? EISDIR : ENOENT;
        return NULL;
    }
    errno = ENAMETOOLONG;
    return snprintf(aside, NAME, "%s.new", name) < NAME ? fopen(aside, "w") : NULL;
}

/* Checked before the first game, because the weights are written only after many games. */
static bool can_write(const char *name)
{
    char aside[NAME];
    FILE *file = open_aside(name, aside);
    if (!file) {
        cli_refuse("%s: %s", name, strerror(errno));
        return false;
    }
    fclose(file);
    remove(aside);
    return true;
}

/* Writes a new file and renames it, so that a run that is stopped never leaves half a file. It first checks
 * that the text can be read again, so that a good file is not replaced by a bad one. The learner goes on with
 * the rounded weights of the file. */
static bool write_weights(struct learner *l, const char *name)
{
    static char text[FILE_SIZE], aside[NAME];
    static struct eval again;
    char reason[256];
    struct text out = TEXT_IN(text), error = TEXT_IN(reason);
    eval_write(&l->eval, l->game, l->seats, &out);
    if (out.cut)
        text_put(&error, "the file is too large");
    if (out.cut || !eval_read(text, out.length, l->game, l->seats, &again, &error)) {
        cli_refuse("%s: the weights could not be read again: %s", name, reason);
        return false;
    }
    FILE *file = open_aside(name, aside);
    bool fine = file && fputs(text, file) >= 0;
    fine = file && fclose(file) == 0 && fine && rename(aside, name) == 0;
    if (!fine) {
        cli_refuse("%s: %s", name, strerror(errno));
        if (file)
            remove(aside);
        return false;
    }
    l->eval = again;
    return true;
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

/* Goes on with a file: its games count, and --hidden must agree with its hidden units. False after a
 * message. */
static bool resume_from(struct learner *l, const char *name, const char *hidden, long n_hidden, long total)
{
    if (!read_weights(l, name))
        return false;
    if (hidden && l->eval.hidden != n_hidden)
        cli_refuse("%s has %d hidden units, not %ld; leave out --hidden", name, l->eval.hidden, n_hidden);
    else if (l->eval.games >= total)
        cli_refuse("%s has learned from %ld games already; --games %ld must be more, because it is the total",
                   name, l->eval.games, total);
    else
        return true;
    return false;
}

/* The learning rate: high at first, then lower and lower, so that the weights settle. After a checkpoint it
 * starts low, because Adam has forgotten its averages. */
static float rate_at(const struct learner *l)
{
    float done = (float)l->eval.games / 8000, into = (float)(l->eval.games % CHECKPOINT) / 50;
    return l->rate / (1 + done) * (into < 1 ? into : 1);
}

static int train(struct learner *l, long total, const char *out)
{
    double begin = clock_cpu(NULL);
    long first = l->eval.games;
    struct progress progress = progress_begin("games", total - first);
    while (l->eval.games < total) {
        const char *problem = learn_game(l, rate_at(l));
        if (problem)
            return cli_refuse("%s", problem);
        progress_show(&progress, l->eval.games - first, "");
        if (l->eval.games % CHECKPOINT != 0 && l->eval.games != total)
            continue;
        progress_end(&progress);
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

/* The command that makes these weights, without --out. */
static void put_command(const struct arguments *a, struct text *out)
{
    text_put(out, "castellany");
    for (int i = 0; i < a->word_count; i++)
        if (strncmp(a->words[i], "--out", 5) != 0)
            text_printf(out, " %s", a->words[i]);
        else if (!a->words[i][5])
            i++;
}

int cmd_train(const struct arguments *a)
{
    static struct learner l;
    static char file[128];
    const char *resume = argument(a, "resume"), *out = argument(a, "out");
    long hidden = argument_number(a, "hidden", 16), total = argument_number(a, "games", 20000);
    if (!argument(a, "seats"))
        return cli_usage("train", "--seats is missing, as in --seats 2");
    l.seats = (int)argument_number(a, "seats", 0);
    l.game = cli_game(a->operands[0], NULL);
    if (!l.game || !cli_check_seats(l.game, l.seats))
        return CLI_REFUSED;
    l.seed = (uint64_t)argument_number(a, "seed", 1);
    l.options = a->options[0] ? a->options : NULL;
    l.lambda = (float)argument_number(a, "lambda", 80) / 100;
    l.rate = 0.002f;
    const char *problem = learn_begin(&l, (int)hidden);
    if (problem)
        return cli_refuse("%s", problem);
    snprintf(file, sizeof file, "%s-%d.json", l.game->name, l.seats);
    out = out ? out : file;
    if ((resume && !resume_from(&l, resume, argument(a, "hidden"), hidden, total)) || !can_write(out))
        return CLI_REFUSED;
    struct text made_by = TEXT_IN(l.eval.made_by);
    put_command(a, &made_by);
    return train(&l, total, out);
}
