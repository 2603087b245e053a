/* analyse.c: castellany analyse: what a strong bot thinks of every decision in a record. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/cli.h"
#include "cli/bot_setup.h"

enum { WORST = 3, MAX_MISTAKES = 8192 };

/* A decision, and what it cost in the bot's opinion. */
struct mistake {
    int number, seat;
    char move[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
    float points, win;
};

struct analysis {
    struct bot_budget budget;
    struct rng rng;
    long seed;
    int seat; /* judge only this seat; -1: all */
    bool json;
    void *memory;
    size_t memory_size;
    struct bot_opinion opinions[GAME_MAX_MOVES];
    struct mistake *list;
    int count;
};

static void put_json(const struct mistake *list, int count)
{
    fputs("{\"moves\":[", stdout);
    for (const struct mistake *m = list; m < list + count; m++)
        printf("%s\n{\"number\":%d,\"seat\":%d,\"move\":\"%s\",\"best\":\"%s\",\"points\":%.2f,\"win\":%.3f}",
               m > list ? "," : "", m->number, m->seat + 1, m->move, m->best, (double)m->points,
               (double)m->win);
    puts("\n]}");
}

/* Figures are printed with one decimal. */
static double tenths(double x)
{
    return round(x * 10) / 10;
}

/* Whether the printed figures show that the other move is better. */
static bool is_mistake(const struct mistake *m)
{
    return tenths((double)m->points) > 0 || tenths((double)m->win * 100) > 0;
}

static void put_line(const struct mistake *m)
{
    printf("%4d  %d  %-24s", m->number, m->seat + 1, m->move);
    if (strcmp(m->move, m->best) == 0)
        puts("  best");
    else if (!is_mistake(m))
        printf("  as good as %s\n", m->best);
    else
        printf("  better %-24s  %5.1f points, %4.1f %% to win\n", m->best, tenths((double)m->points),
               tenths((double)m->win * 100));
}

/* Never negative: the search hardly looks at some moves, and their value is only a guess. */
static float cost(float best, float made)
{
    return best > made ? best - made : 0;
}

static bool judge(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct analysis *a = context;
    const struct game *game = record->game;
    if (a->seat >= record->seats)
        return false; /* cmd_analyse says why */
    if (actor == GAME_CHANCE || (a->seat >= 0 && actor != a->seat) || a->count == MAX_MISTAKES)
        return true;
    if (!a->memory) {
        a->memory_size = bot_find("master")->memory(game);
        a->memory = malloc(a->memory_size);
    }
    game_move moves[GAME_MAX_MOVES];
    if (!a->memory || game->moves(game, state, actor, moves, NULL) < 2)
        return true; /* no decision */
    rng_seed(&a->rng, (uint64_t)(a->seed + record->moves));
    union game_state view;
    struct bot_question settings = {.budget = a->budget},
                        q = bot_setup_question(settings, game, state, record->seats, actor, &a->rng, &view);
    int count, made = 0;
    bot_choose(bot_find("master"), &q, a->memory, a->memory_size, a->opinions, &count);
    while (a->opinions[made].move != move)
        made++;
    struct mistake *m = &a->list[a->count++];
    *m = (struct mistake){.number = record->moves + 1, .seat = actor};
    struct text text = TEXT_IN(m->move), best = TEXT_IN(m->best);
    game->move_text(game, state, actor, move, &text);
    game->move_text(game, state, actor, a->opinions[0].move, &best);
    if (made > 0) {
        m->points = cost(a->opinions[0].margin, a->opinions[made].margin);
        m->win = cost(a->opinions[0].win, a->opinions[made].win);
    }
    if (!a->json) {
        put_line(m);
        fflush(stdout);
    }
    return true;
}

static int by_cost(const void *x, const void *y)
{
    const struct mistake *a = x, *b = y;
    float p = a->win + a->points / 1000, q = b->win + b->points / 1000;
    return p < q ? 1 : p > q ? -1 : a->number - b->number;
}

static void summarise(struct analysis *a, int seats)
{
    qsort(a->list, (size_t)a->count, sizeof a->list[0], by_cost);
    for (int seat = 0; seat < seats; seat++) {
        int decisions = 0, shown = 0;
        double points = 0, win = 0;
        for (int i = 0; i < a->count; i++)
            if (a->list[i].seat == seat) {
                decisions++;
                points += (double)a->list[i].points;
                win += (double)a->list[i].win;
            }
        if (decisions == 0)
            continue;
        printf(
            "\nSeat %d: %d decisions, %.2f points and %.2f %% of winning chances lost in each on average\n",
            seat + 1, decisions, points / decisions, win * 100 / decisions);
        for (int i = 0; i < a->count && shown < WORST; i++)
            if (a->list[i].seat == seat && is_mistake(&a->list[i])) {
                put_line(&a->list[i]);
                shown++;
            }
    }
}

int cmd_analyse(const struct arguments *args)
{
    static struct analysis a;
    const char *file = args->operands[0];
    long sims = argument_number(args, "sims", 0), ms = argument_number(args, "budget", 200);
    a.json = argument(args, "json");
    a.seed = argument_number(args, "seed", 0);
    a.budget = (struct bot_budget){.clock = clock_wall, .ms = sims ? 0 : (int)ms, .simulations = (int)sims};
    a.seat = (int)argument_number(args, "seat", 0) - 1;
    a.list = malloc(MAX_MISTAKES * sizeof *a.list);
    if (!a.list)
        return cli_refuse("out of memory");
    struct record record;
    union game_state state;
    bool fine = cli_replay(file, argument(args, "box"), judge, &a, &record, &state);
    if (fine && a.seat >= record.seats) {
        cli_refuse("%s: the game has only seats 1 to %d", file, record.seats);
        fine = false;
    }
    if (fine && a.json)
        put_json(a.list, a.count);
    else if (fine)
        summarise(&a, record.seats);
    free(a.list);
    free(a.memory);
    return fine ? CLI_OK : CLI_REFUSED;
}
