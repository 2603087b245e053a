/* puzzles.c: castellany puzzles: finds positions with one clearly best move, or looks at some again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "bot/reasons.h"
#include "cli/base/bot_setup.h"
#include "cli/lab/lab.h"
#include "cli/base/progress.h"
#include "core/json.h"
#include "server/base/memory.h"

enum {
    FIRST_LOOK = 300, /* simulations: enough to see that most decisions are no puzzles */
    SECOND_LOOK = 10 * JUDGE_SIMULATIONS,
    LAST_LOOK = 10 * 20000, /* the strongest level makes 20,000 simulations in its time (docs/STRENGTH.md) */
    SHORT_SEARCH = 60,
    LEAST_MOVES = 4, /* fewer legal moves are no puzzle */
    LATEST =
        120, /* the search in a game begins before this move, anywhere: so puzzles come from all its parts */
    RECORD_SIZE = 256 * 1024
};

/* How much better the best move must be, in chances to win, at each look. */
static const float first_lead = 0.12f, second_lead = 0.10f, last_lead = 0.08f;

struct search {
    const struct game *game;
    int seats, least_grade, last_look;
    void *memory;
    size_t memory_size;
    struct bot_opinion opinions[GAME_MAX_MOVES];
    int count;
    char text[RECORD_SIZE]; /* the record of the running game */
    struct text record;
    int number;
};

static game_move look(struct search *s, struct bot_question q, int simulations)
{
    q.budget.simulations = simulations;
    return judge_choose(&q, s->memory, s->memory_size, s->opinions, &s->count);
}

static bool stands_out(struct search *s, const struct bot_question *q, int simulations, float lead)
{
    look(s, *q, simulations);
    const struct bot_opinion *next = judge_next_best(q, s->opinions, s->count);
    return next && s->opinions[0].win - next->win >= lead;
}

static int grade(struct search *s, const struct bot_question *question, game_move best)
{
    struct bot_question q = *question;
    struct rng rng;
    rng_seed(&rng, 1);
    q.rng = &rng;
    game_move quick = bot_choose(bot_find("greedy"), &q, s->memory, s->memory_size, NULL, NULL);
    if (quick == best || judge_same(question, quick, best))
        return 1;
    q.rng = NULL;
    quick = look(s, q, SHORT_SEARCH);
    return quick == best || judge_same(question, quick, best) ? 2 : 3;
}

/* Whether a decision is a puzzle that is hard enough. The longest look comes last: few decisions need it. */
static bool is_puzzle(struct search *s, const struct bot_question *q)
{
    if (!stands_out(s, q, FIRST_LOOK, first_lead))
        return false;
    game_move best = s->opinions[0].move;
    if (s->least_grade > 1 && grade(s, q, best) < s->least_grade)
        return false;
    if (!stands_out(s, q, SECOND_LOOK, second_lead) || (s->least_grade > 1 && s->opinions[0].move != best))
        return false;
    best = s->opinions[0].move;
    return stands_out(s, q, s->last_look, last_lead) && s->opinions[0].move == best;
}

static void put_move(const struct search *s, const void *state, int seat, game_move move, struct text *out)
{
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    s->game->move_text(s->game, state, seat, move, &text);
    text_json_string(out, buffer);
}

static void put_puzzle(struct search *s, const struct bot_question *q, const void *state)
{
    static char line[2 * RECORD_SIZE];
    struct text out = TEXT_IN(line);
    struct bot_reason reasons[BOT_REASONS];
    game_move best = s->opinions[0].move;
    int told = bot_reasons(q, best, judge_next_best(q, s->opinions, s->count)->move, reasons);
    text_json_open(&out, '{');
    text_member_string(&out, "game", s->game->name);
    text_member_int(&out, "seats", s->seats);
    text_member_int(&out, "seat", q->seat + 1);
    text_member_int(&out, "number", s->number);
    text_member_string(&out, "term", told ? reasons[0].term : "points");
    text_json_key(&out, "best");
    put_move(s, state, q->seat, best, &out);
    text_member_open(&out, "also", '[');
    for (int i = 1; i < s->count; i++)
        if (judge_same(q, best, s->opinions[i].move))
            put_move(s, state, q->seat, s->opinions[i].move, &out);
    text_json_close(&out, ']');
    text_member_int(&out, "grade", grade(s, q, best));
    text_member_string(&out, "record", s->text);
    text_json_close(&out, '}');
    puts(line);
    fflush(stdout);
}

/* Plays a game and prints its first puzzle. */
static bool search_game(struct search *s, const char *options, struct rng *rng, struct progress *progress,
                        long found)
{
    const struct game *game = s->game;
    char settled[GAME_OPTIONS_TEXT];
    union game_state state = {0}, view;
    struct bot_budget budget = {.clock = clock_cpu};
    struct bot_setup player;
    int actor, begin = (int)rng_below(rng, LATEST);
    if (!bot_setup_read("level3", game, s->seats, &budget, &player) ||
        !cli_start(game, s->seats, options, rng, settled, &state))
        return false;
    s->record = TEXT_IN(s->text);
    s->number = 0;
    record_head(game, s->seats, settled, &s->record);
    while ((actor = game_actor(game, &state)) >= 0) {
        game_move moves[GAME_MAX_MOVES], move;
        s->number++;
        progress_show(progress, found, "");
        if (actor == GAME_CHANCE) {
            move = game_random_move(game, &state, actor, rng);
        } else {
            struct bot_question q =
                bot_setup_question((struct bot_question){0}, game, &state, s->seats, actor, NULL, &view);
            if (s->number >= begin && game->moves(game, &view, actor, moves, NULL) >= LEAST_MOVES &&
                is_puzzle(s, &q)) {
                progress_end(progress);
                put_puzzle(s, &q, &state);
                return true;
            }
            move = bot_setup_choose(&player, game, &state, s->seats, actor, rng, s->memory, s->memory_size);
        }
        record_line(game, &state, actor, move, &s->record);
        game->apply(game, &state, actor, move);
    }
    return false;
}

/* ---- looking again ---- */

static const char *member(const struct json *puzzle, const char *name)
{
    const char *text = json_text(json_get(puzzle, name));
    return text ? text : "";
}

/* Looks at a puzzle again; says what the longest look finds. False if the puzzle is none, or its grade is
 * wrong. */
static bool is_still_puzzle(struct search *s, const struct json *puzzle)
{
    const char *record = member(puzzle, "record"), *best = member(puzzle, "best");
    int seat = (int)json_int(json_get(puzzle, "seat")) - 1;
    char reason[RECORD_MAX_LINE];
    struct text error = TEXT_IN(reason);
    struct record replayed;
    union game_state state, view;
    game_move wanted;
    if (!record_replay(record, strlen(record), NULL, NULL, NULL, &replayed, &state, &error) ||
        replayed.game != s->game || seat < 0 || seat >= replayed.seats ||
        !game_parse(s->game, &state, seat, best, &wanted, NULL)) {
        printf("%s: the record or its best move is wrong %s\n", member(puzzle, "id"), reason);
        return false;
    }
    struct bot_question q =
        bot_setup_question((struct bot_question){0}, s->game, &state, replayed.seats, seat, NULL, &view);
    int graded = grade(s, &q, wanted);
    look(s, q, s->last_look);
    const struct bot_opinion *first = s->opinions;
    const struct bot_opinion *next = judge_elsewhere(&q, wanted, s->opinions, s->count);
    /* The search may prefer to make another move of the same turn first. */
    bool fine = judge_same(&q, first->move, wanted) && next && first->win - next->win >= last_lead;
    bool as_graded = graded == json_int(json_get(puzzle, "grade"));
    printf("%s %s: %.3f, next %.3f: %s", member(puzzle, "id"), best, (double)first->win,
           next ? (double)next->win : (double)first->win, fine ? "fine" : "no puzzle");
    if (fine && !as_graded)
        printf(", but its grade is %d", graded);
    putchar('\n');
    fflush(stdout);
    return fine && as_graded;
}

static int check_file(struct search *s, const char *name)
{
    size_t length;
    char reason[128];
    struct text error = TEXT_IN(reason);
    char *text = cli_read_file(name, &length);
    if (!text)
        return CLI_REFUSED;
    const struct json *all = json_load(text, length, &error);
    free(text);
    if (!json_is(all, JSON_ARRAY)) {
        json_free(all);
        return cli_refuse("%s: expected a list of puzzles, such as web/src/games/castle/puzzles.json%s%s", name,
                          all ? "" : "; ", reason);
    }
    int wrong = 0;
    for (const struct json *puzzle = json_first(all); puzzle; puzzle = json_next(all, puzzle))
        wrong += !is_still_puzzle(s, puzzle);
    json_free(all);
    return wrong ? CLI_REFUSED : CLI_OK;
}

static void search_games(struct search *s, const struct arguments *a)
{
    struct rng rng;
    long count = argument_number(a, "count", 10);
    rng_seed(&rng, (uint64_t)argument_number(a, "seed", 1));
    struct progress progress = progress_begin("puzzles", count);
    for (long tries = 0, found = 0; found < count && tries < 100 * count; tries++) {
        found += search_game(s, a->options, &rng, &progress, found);
    }
    progress_end(&progress);
}

int cmd_puzzles(const struct arguments *a)
{
    static struct search s;
    s.game = cli_game(a->operands[0], NULL);
    s.seats = (int)argument_number(a, "seats", 2);
    s.least_grade = (int)argument_number(a, "least-grade", 1);
    if (!s.game || !cli_check_seats(s.game, s.seats))
        return CLI_REFUSED;
    s.last_look = (int)argument_number(a, "sims", LAST_LOOK);
    s.memory_size = bot_setup_memory(s.game);
    s.memory = malloc(s.memory_size);
    if (!s.memory)
        return cli_refuse("out of memory");
    int code = CLI_OK;
    if (argument(a, "check"))
        code = check_file(&s, argument(a, "check"));
    else
        search_games(&s, a);
    free(s.memory);
    return code;
}
