/* question.c: questions to bots as plain bytes, and their answers. */
#include "wasm/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "core/list.h"
#include "server/base/memory.h"

void thinking_write(const struct host_question *asked, const struct rng *rng, struct thinking_question *out)
{
    *out = (struct thinking_question){.rules = asked->game->rules,
                                      .seats = asked->seats,
                                      .seat = asked->seat,
                                      .level = asked->level,
                                      .ms = asked->ms,
                                      .made = asked->made,
                                      .rng = *rng};
    snprintf(out->game, sizeof out->game, "%s", asked->game->name);
    memcpy(out->view, asked->view, asked->game->state_size);
}

/* The terms in which the judge's move is better than the move that was made, or than the next best. */
static void compare(const struct thinking_question *q, const struct bot_question *ask,
                    struct thinking_answer *out)
{
    out->other = q->made >= 0 ? (game_move)q->made : judge_other(ask, out->opinions, out->count);
    if (out->other == out->move)
        return;
    struct bot_reason reasons[BOT_REASONS];
    out->reason_count = bot_reasons(ask, out->move, out->other, reasons);
    for (int i = 0; i < out->reason_count; i++) {
        snprintf(out->reasons[i].term, sizeof out->reasons[i].term, "%s", reasons[i].term);
        out->reasons[i].points = reasons[i].points;
    }
}

bool thinking_answer(const struct thinking_question *q, double (*clock)(void *), struct thinking_answer *out)
{
    struct rng rng = q->rng;
    const struct game *game = games_find_rules(q->game, q->rules);
    if (!game)
        return false;
    struct bot_question ask = {.game = game,
                               .seats = q->seats,
                               .seat = q->seat,
                               .view = q->view,
                               .budget = {.ms = q->ms, .simulations = q->simulations, .clock = clock}};
    size_t size = q->level ? bot_level_memory(game) : judge_memory(game);
    void *memory = must_malloc(size);
    memset(out, 0, sizeof *out);
    if (q->level) {
        ask.rng = &rng;
        out->move = bot_level_choose(q->level, &ask, memory, size, q->simulations ? out->opinions : NULL,
                                     &out->count);
    } else {
        out->move = judge_choose(&ask, memory, size, out->opinions, &out->count);
        compare(q, &ask, out);
    }
    free(memory);
    return true;
}

/* The game's own text of a term: an answer is gone before its reasons are told. */
static const char *term_of(const struct game *game, const char *name)
{
    for (const struct game_term *run = game->terms; run && run->first < GAME_MAX_FEATURES; run++)
        if (run->name && strcmp(run->name, name) == 0)
            return run->name;
    return "points";
}

struct host_thought thinking_read(const struct game *game, const struct thinking_answer *answer)
{
    struct host_thought thought = {.move = answer->move,
                                   .other = answer->other,
                                   .count = answer->count,
                                   .opinions = answer->opinions,
                                   .reason_count = answer->reason_count};
    for (int i = 0; i < answer->reason_count; i++)
        thought.reasons[i] =
            (struct bot_reason){term_of(game, answer->reasons[i].term), answer->reasons[i].points};
    return thought;
}
