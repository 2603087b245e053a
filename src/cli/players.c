/* players.c: bots as the command line names them, and their clock. */
#include "cli/players.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/eval.h"
#include "cli/cli.h"

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

/* Evaluations from files live until the program ends. */
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

static bool read_setting(char *setting, const struct game *game, int seats, struct bot_question *q)
{
    char *value = strchr(setting, '='), *end = NULL;
    if (!value)
        return false;
    *value++ = '\0';
    if (strcmp(setting, "weights") == 0)
        return (q->eval = read_weights(value, game, seats)) != NULL;
    double x = strtod(value, &end);
    if (end == value || *end || !(x >= 0 && x < 1e9))
        return false;
    if (strcmp(setting, "ms") == 0) {
        q->budget.ms = (int)x;
        q->budget.simulations = 0;
    } else if (strcmp(setting, "sims") == 0) {
        q->budget.simulations = (int)x;
        q->budget.ms = 0;
    } else if (strcmp(setting, "c") == 0) {
        q->exploration = (float)x;
    } else if (strcmp(setting, "noise") == 0) {
        q->noise = (float)x;
    } else {
        return false;
    }
    return q->budget.ms > 0 || q->budget.simulations > 0;
}

bool player_read(const char *text, const struct game *game, int seats, const struct bot_budget *budget,
                 struct player *out)
{
    *out = (struct player){.settings = {.budget = *budget}};
    struct text name = TEXT_IN(out->name);
    text_put(&name, text);
    char word[PLAYER_NAME];
    memcpy(word, out->name, sizeof word);
    char *rest = strchr(word, ':');
    if (rest)
        *rest++ = '\0';
    if (strncmp(word, "level", 5) == 0 && word[5] >= '1' && word[5] < '1' + BOT_LEVELS && !word[6]) {
        out->level = word[5] - '0';
    } else if (strcmp(word, "oracle") == 0) {
        out->bot = bot_find("master");
        out->settings.sees_all = true;
    } else if (!(out->bot = bot_find(word))) {
        cli_refuse("there is no bot called %s", word);
        return false;
    }
    while (rest) {
        char *next = strchr(rest, ':');
        if (next)
            *next++ = '\0';
        if (!read_setting(rest, game, seats, &out->settings)) {
            cli_refuse("%s: what is the setting %s?", text, rest);
            return false;
        }
        rest = next;
    }
    return true;
}

size_t player_memory(const struct game *game)
{
    size_t most = bot_level_memory(game);
    for (int i = 0; bots[i]; i++)
        most = bots[i]->memory(game) > most ? bots[i]->memory(game) : most;
    return most;
}

game_move player_choose(const struct player *p, const struct game *game, const void *state, int seats,
                        int seat, struct rng *rng, void *memory, size_t size)
{
    union cli_state view;
    struct bot_question q = p->settings;
    q.game = game;
    q.seats = seats;
    q.seat = seat;
    q.rng = rng;
    q.view = q.sees_all ? state : &view;
    if (!q.sees_all)
        game->observe(game, state, seat, &view);
    if (p->level)
        return bot_level_choose(p->level, &q, memory, size, NULL, NULL);
    return bot_choose(p->bot, &q, memory, size, NULL, NULL);
}
