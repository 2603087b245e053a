/* judge.c: what a strong player thinks of decisions. */
#include "bot/judge.h"

#include <math.h>
#include <string.h>

#include "bot/tree.h"

/* 19 of 20 values lie within this many standard deviations. */
static const float deviations = 2;

/* Less than this is nothing that a person would notice. */
static const float least_lost = 0.005f;

size_t judge_memory(const struct game *game)
{
    return bot_master.memory(game);
}

game_move judge_choose(const struct bot_question *question, void *memory, size_t size,
                       struct bot_opinion *opinions, int *count)
{
    struct bot_question q = *question;
    struct rng luck;
    union game_state view;
    if (!q.rng) {
        rng_seed(&luck, tree_key(q.game, q.view, q.seat, q.seat, &view));
        q.rng = &luck;
    }
    q.budget.ms = 0; /* a slow machine takes longer and says the same */
    if (!q.budget.simulations)
        q.budget.simulations = JUDGE_SIMULATIONS;
    return bot_choose(&bot_master, &q, memory, size, opinions, count);
}

static bool is_legal(const struct game *game, const void *state, int seat, game_move move)
{
    game_move moves[GAME_MAX_MOVES];
    int count = game->moves(game, state, seat, moves, NULL);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

bool judge_same(const struct bot_question *q, game_move a, game_move b)
{
    const struct game *game = q->game;
    union game_state one, other;
    memcpy(&one, q->view, game->state_size);
    memcpy(&other, q->view, game->state_size);
    game->apply(game, &one, q->seat, a);
    game->apply(game, &other, q->seat, b);
    if (memcmp(&one, &other, game->state_size) == 0)
        return true;
    if (!is_legal(game, &one, q->seat, b) || !is_legal(game, &other, q->seat, a))
        return false;
    game->apply(game, &one, q->seat, b);
    game->apply(game, &other, q->seat, a);
    return memcmp(&one, &other, game->state_size) == 0;
}

static float lower(float a, float b)
{
    return a < b ? a : b;
}

static float at_least_0(float x)
{
    return x > 0 ? x : 0;
}

static float together(float a, float b)
{
    return sqrtf(a * a + b * b);
}

bool judge_add(struct judge_turn *turn, const struct bot_question *q, int number, game_move made,
               const struct bot_opinion *opinions, int count)
{
    const struct bot_opinion *best = &opinions[0], *own = opinions;
    while (own < opinions + count - 1 && own->move != made)
        own++;
    if (turn->count == JUDGE_DECISIONS)
        return false;
    if (turn->count == 0) {
        turn->win = best->win;
        turn->margin = best->margin;
        turn->noise = best->noise;
    }
    struct judged *d = &turn->decision[turn->count++];
    *d = (struct judged){.number = number,
                         .made = made,
                         .best = best->move,
                         .margin = own->margin,
                         .win = own->win,
                         .noise = deviations * together(own->noise, turn->noise)};
    if (own != best && best->win > own->win && !judge_same(q, best->move, made)) {
        d->lost = best->win - own->win;
        d->cost = best->margin > own->margin ? best->margin - own->margin : 0;
    }
    return true;
}

void judge_settle(struct judge_turn *turn)
{
    if (turn->count == 0)
        return;
    struct judged *worst = turn->decision, *last = &turn->decision[turn->count - 1];
    float lost = 0, cost = 0;
    for (struct judged *d = turn->decision; d <= last; d++) {
        lost += d->lost;
        cost += d->cost;
        if (d->lost > worst->lost)
            worst = d;
    }
    /* Of the steps and the whole, the smaller: where only one of them says that something was lost, it was
     * the judge that changed its mind. */
    lost = lower(lost, at_least_0(turn->win - last->win));
    cost = lower(cost, at_least_0(turn->margin - last->margin));
    for (struct judged *d = turn->decision; d <= last; d++) {
        d->noise = last->noise;
        d->lost = d == worst ? lost : 0;
        d->cost = d == worst ? cost : 0;
    }
}

bool judge_is_mistake(const struct judged *d)
{
    return d->lost > d->noise && d->lost > least_lost;
}
