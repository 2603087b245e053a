/* analyse.c: castellany analyse: what a strong bot thinks of every decision in a record. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "bot/reasons.h"
#include "cli/base/bot_setup.h"
#include "cli/record/records.h"
#include "cli/base/progress.h"

enum { WORST = 3, MAX_DECISIONS = 8192 };

/* A judged decision in words. */
struct line {
    struct judged judged;
    int seat;
    char move[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
    struct bot_reason reasons[BOT_REASONS];
    int reason_count;
};

struct analysis {
    struct bot_budget budget;
    int seat; /* judge only this seat; -1: all */
    bool json;
    void *memory;
    size_t memory_size;
    struct bot_opinion opinions[GAME_MAX_MOVES];
    struct judge_turn turn;
    int mover; /* of the turn */
    struct line *list;
    int count; /* the last turn.count of them belong to the turn */
    int total, done;
    struct progress progress;
};

static void put_json_reasons(const struct line *l)
{
    fputs("\"reasons\":[", stdout);
    for (int i = 0; i < l->reason_count; i++)
        printf("%s{\"term\":\"%s\",\"points\":%.2f}", i ? "," : "", l->reasons[i].term,
               (double)l->reasons[i].points);
    putchar(']');
}

static void put_json(const struct line *list, int count)
{
    fputs("{\"moves\":[", stdout);
    for (const struct line *l = list; l < list + count; l++) {
        printf("%s\n{\"number\":%d,\"seat\":%d,\"move\":\"%s\",\"best\":\"%s\",\"points\":%.2f,\"win\":%.3f,"
               "\"noise\":%.3f,\"mistake\":%s,",
               l > list ? "," : "", l->judged.number, l->seat + 1, l->move, l->best, (double)l->judged.cost,
               (double)l->judged.lost, (double)l->judged.noise,
               judge_is_mistake(&l->judged) ? "true" : "false");
        put_json_reasons(l);
        putchar('}');
    }
    puts("\n]}");
}

static void put_line(const struct line *l)
{
    printf("%4d  %d  %-24s", l->judged.number, l->seat + 1, l->move);
    if (strcmp(l->move, l->best) == 0)
        puts("  best");
    else if (!judge_is_mistake(&l->judged))
        printf("  as good as %s\n", l->best);
    else
        printf("  better %-24s  %5.1f points, %4.1f ± %.1f %% to win\n", l->best, (double)l->judged.cost,
               (double)l->judged.lost * 100, (double)l->judged.noise * 100);
    for (int i = 0; i < l->reason_count; i++)
        printf("%s%s %+.1f%s", i ? ", " : "             of it: ", l->reasons[i].term,
               (double)l->reasons[i].points, i + 1 < l->reason_count ? "" : "\n");
}

/* The turn is over: what it lost is known, and its lines can be written. */
static void end_turn(struct analysis *a)
{
    struct line *first = &a->list[a->count - a->turn.count];
    judge_settle(&a->turn);
    for (int i = 0; i < a->turn.count; i++) {
        first[i].judged = a->turn.decision[i];
        if (!judge_is_mistake(&first[i].judged))
            first[i].reason_count = 0;
        if (!a->json)
            put_line(&first[i]);
    }
    fflush(stdout);
    a->turn.count = 0;
}

static void judge(struct analysis *a, const struct record *record, const void *state, int seat,
                  game_move made)
{
    const struct game *game = record->game;
    union game_state view;
    struct bot_question settings = {.budget = a->budget},
                        q = bot_setup_question(settings, game, state, record->seats, seat, NULL, &view);
    int count;
    game_move best = judge_choose(&q, a->memory, a->memory_size, a->opinions, &count);
    if (!judge_add(&a->turn, &q, record->moves + 1, made, a->opinions, count))
        return;
    struct line *l = &a->list[a->count++];
    *l = (struct line){.seat = seat};
    struct text text = TEXT_IN(l->move), other = TEXT_IN(l->best);
    game->move_text(game, state, seat, made, &text);
    game->move_text(game, state, seat, best, &other);
    if (a->turn.decision[a->turn.count - 1].lost > 0)
        l->reason_count = bot_reasons(&q, best, made, l->reasons);
}

static bool next_move(void *context, const struct record *record, const void *state, int actor,
                      game_move move)
{
    struct analysis *a = context;
    const struct game *game = record->game;
    game_move moves[GAME_MAX_MOVES];
    if (a->seat >= record->seats)
        return false; /* cmd_analyse says why */
    if (a->turn.count && actor != a->mover) {
        progress_end(&a->progress);
        end_turn(a);
    }
    if (actor == GAME_CHANCE || (a->seat >= 0 && actor != a->seat) || a->count == MAX_DECISIONS)
        return true;
    if (!a->memory) {
        a->memory_size = judge_memory(game);
        a->memory = malloc(a->memory_size);
    }
    a->mover = actor;
    if (a->memory && game->moves(game, state, actor, moves, NULL) > 1)
        judge(a, record, state, actor, move);
    progress_show(&a->progress, ++a->done, "");
    return true;
}

static int by_loss(const void *x, const void *y)
{
    const struct judged *a = &((const struct line *)x)->judged, *b = &((const struct line *)y)->judged;
    return a->lost < b->lost ? 1 : a->lost > b->lost ? -1 : a->number - b->number;
}

static void summarise(struct analysis *a, int seats)
{
    qsort(a->list, (size_t)a->count, sizeof a->list[0], by_loss);
    for (int seat = 0; seat < seats; seat++) {
        int decisions = 0, mistakes = 0, shown = 0;
        double points = 0, win = 0;
        for (int i = 0; i < a->count; i++)
            if (a->list[i].seat == seat) {
                decisions++;
                mistakes += judge_is_mistake(&a->list[i].judged);
                points += (double)a->list[i].judged.cost;
                win += (double)a->list[i].judged.lost;
            }
        if (decisions == 0)
            continue;
        printf("\nSeat %d: %d decisions, %d %s; %.2f points and %.2f %% of winning chances lost in each on "
               "average\n",
               seat + 1, decisions, mistakes, mistakes == 1 ? "mistake" : "mistakes", points / decisions,
               win * 100 / decisions);
        for (int i = 0; i < a->count && shown < WORST; i++)
            if (a->list[i].seat == seat && judge_is_mistake(&a->list[i].judged)) {
                put_line(&a->list[i]);
                shown++;
            }
    }
}

/* How many decisions there are to judge, for the progress. */
static bool count_move(void *context, const struct record *record, const void *state, int actor,
                       game_move move)
{
    struct analysis *a = context;
    (void)record, (void)state, (void)move;
    a->total += actor != GAME_CHANCE && (a->seat < 0 || actor == a->seat);
    return true;
}

static bool analyse(struct analysis *a, const char *file, const char *box)
{
    struct record record;
    union game_state state;
    a->count = a->total = a->done = a->turn.count = 0;
    bool again = strcmp(file, "-") != 0; /* standard input cannot be read twice */
    bool fine = !again || cli_replay(file, box, count_move, a, &record, &state);
    a->progress = progress_begin("decisions", a->total);
    a->progress.terminal &= again;
    fine = fine && cli_replay(file, box, next_move, a, &record, &state);
    progress_end(&a->progress);
    if (fine && a->seat >= record.seats) {
        cli_refuse("%s: the game has only seats 1 to %d", file, record.seats);
        fine = false;
    }
    if (fine && a->turn.count)
        end_turn(a);
    if (fine && a->json)
        put_json(a->list, a->count);
    else if (fine)
        summarise(a, record.seats);
    free(a->memory);
    a->memory = NULL;
    return fine;
}

int cmd_analyse(const struct arguments *args)
{
    static struct analysis a;
    int wrong = 0;
    a.json = argument(args, "json");
    a.budget = (struct bot_budget){.clock = clock_wall, .simulations = (int)argument_number(args, "sims", 0)};
    a.seat = (int)argument_number(args, "seat", 0) - 1;
    a.list = malloc(MAX_DECISIONS * sizeof *a.list);
    if (!a.list)
        return cli_refuse("out of memory");
    for (int i = 0; i < args->count; i++) {
        if (!a.json)
            cli_file_heading(args, i);
        wrong += !analyse(&a, args->operands[i], argument(args, "box"));
    }
    free(a.list);
    return wrong ? CLI_REFUSED : CLI_OK;
}
