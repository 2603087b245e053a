/* bot_setup.c: bots with their settings, as the command line names them. */
#include "cli/base/bot_setup.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/eval.h"
#include "cli/base/cli.h"

static double milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

double clock_cpu(void *unused)
{
    (void)unused;
    return milliseconds(CLOCK_THREAD_CPUTIME_ID);
}

double clock_wall(void *unused)
{
    (void)unused;
    return milliseconds(CLOCK_MONOTONIC);
}

/* Evaluations from files are never freed. */
static const struct eval *read_weights(const char *name, const struct game *game, int seats)
{
    size_t length;
    char reason[256], *text = cli_read_file(name, &length);
    struct text error = TEXT_IN(reason);
    struct eval *e = malloc(sizeof *e);
    bool fine = text && e && eval_read(text, length, game, seats, e, &error);
    if (text && !fine)
        cli_refuse("%s: %s", name, reason);
    free(text);
    if (!fine) {
        free(e);
        e = NULL;
    }
    return e;
}

/* The settings that can follow a bot's name, with the range of each. A level takes only those that leave it
 * the same opponent: less time, and other weights. */
enum setting { MS, SIMS, WEIGHTS, EXPLORATION, NOISE, SETTINGS };

static const struct {
    const char *name;
    bool level;
    int min, max;
} settings[SETTINGS] = {
    [MS] = {.name = "ms", .level = true, .min = 1, .max = BOT_SETUP_MAX_MS},
    [SIMS] = {.name = "sims", .level = true, .min = 1, .max = BOT_SETUP_MAX_SIMS},
    [WEIGHTS] = {.name = "weights", .level = true},
    [EXPLORATION] = {.name = "c", .max = 1000},
    [NOISE] = {.name = "noise", .max = 1000},
};

static void set(struct bot_question *q, enum setting which, double x)
{
    if (which == EXPLORATION) {
        q->exploration = (float)x;
    } else if (which == NOISE) {
        q->noise = (float)x;
    } else {
        q->budget.ms = which == MS ? (int)x : 0;
        q->budget.simulations = which == SIMS ? (int)x : 0;
    }
}

/* "ms=20". False after a message. */
static bool read_setting(char *word, const struct game *game, int seats, struct bot_setup *p)
{
    int which = 0;
    char *value = strchr(word, '='), *end;
    if (value)
        *value++ = '\0';
    while (which < SETTINGS && strcmp(settings[which].name, word) != 0)
        which++;
    if (which == SETTINGS) {
        cli_refuse("%s: there is no setting \"%s\"; settings: ms, sims, weights, c, noise", p->name, word);
        return false;
    }
    if (p->level && !settings[which].level) {
        cli_refuse("%s: a level takes only ms, sims and weights, not %s", p->name, word);
        return false;
    }
    if (!value) {
        cli_refuse("%s: %s needs a value, as in ms=20", p->name, word);
        return false;
    }
    if (which == WEIGHTS)
        return (p->settings.eval = read_weights(value, game, seats)) != NULL;
    double x = strtod(value, &end);
    if (end == value || *end || !(x >= settings[which].min && x <= settings[which].max)) {
        cli_refuse("%s: %s takes a number from %d to %d, not \"%s\"", p->name, word, settings[which].min,
                   settings[which].max, value);
        return false;
    }
    set(&p->settings, (enum setting)which, x);
    return true;
}

static bool read_name(const char *word, struct bot_setup *out)
{
    if (strncmp(word, "level", 5) == 0 && word[5] >= '1' && word[5] < '1' + BOT_LEVELS && !word[6]) {
        out->level = word[5] - '0';
        return true;
    }
    out->settings.sees_all = strcmp(word, "oracle") == 0;
    out->bot = bot_find(out->settings.sees_all ? "master" : word);
    if (out->bot)
        return true;
    char names[128];
    struct text list = TEXT_IN(names);
    for (int i = 0; bots[i]; i++)
        text_printf(&list, "%s, ", bots[i]->name);
    cli_refuse("there is no bot called \"%s\"; bots: %soracle, level1 to level%d", word, names, BOT_LEVELS);
    return false;
}

bool bot_setup_read(const char *text, const struct game *game, int seats, const struct bot_budget *budget,
                    struct bot_setup *out)
{
    *out = (struct bot_setup){.name = text, .settings = {.budget = *budget}};
    char *words = strdup(text), *rest = words ? strchr(words, ':') : NULL;
    if (rest)
        *rest++ = '\0';
    bool fine = words && read_name(words, out);
    while (fine && rest) {
        char *next = strchr(rest, ':');
        if (next)
            *next++ = '\0';
        fine = read_setting(rest, game, seats, out);
        rest = next;
    }
    struct bot_budget *b = &out->settings.budget;
    if (!out->level && b->ms == 0 && b->simulations == 0)
        b->ms = BOT_SETUP_MS;
    free(words);
    return fine;
}

size_t bot_setup_memory(const struct game *game)
{
    size_t most = bot_level_memory(game);
    for (int i = 0; bots[i]; i++)
        most = bots[i]->memory(game) > most ? bots[i]->memory(game) : most;
    return most;
}

struct bot_question bot_setup_question(struct bot_question q, const struct game *game, const void *state,
                                       int seats, int seat, struct rng *rng, union game_state *view)
{
    q.game = game;
    q.seats = seats;
    q.seat = seat;
    q.rng = rng;
    q.view = q.sees_all ? state : view;
    if (!q.sees_all)
        game->observe(game, state, seat, view);
    return q;
}

game_move bot_setup_choose(const struct bot_setup *p, const struct game *game, const void *state, int seats,
                           int seat, struct rng *rng, void *memory, size_t size)
{
    union game_state view;
    struct bot_question q = bot_setup_question(p->settings, game, state, seats, seat, rng, &view);
    if (p->level)
        return bot_level_choose(p->level, &q, memory, size, NULL, NULL);
    return bot_choose(p->bot, &q, memory, size, NULL, NULL);
}
