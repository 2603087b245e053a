/* judge.c: what a strong player thinks of decisions. */
#include "bot/judge.h"

#include <math.h>
#include <string.h>

#include "bot/tree.h"

/* 19 of 20 values lie within this many standard deviations. */
static const float deviations = 2;

/* How many of the best opinions are compared with all others: nobody asks for more. */
enum { MOST_LEVELLED = 8 };

/* A loss of less chance to win than this is not called a mistake: no person would notice it. */
static const float least_lost = 0.005f;

size_t judge_memory(const struct game *game)
{
    return bot_master.memory(game);
}

/* Whether two positions are the same, or mirror images. */
static bool is_same(const struct game *game, const void *one, const void *other)
{
    return memcmp(one, other, game->state_size) == 0 || (game->alike && game->alike(game, one, other));
}

static void make(const struct bot_question *q, game_move move, union game_state *out)
{
    memcpy(out, q->view, q->game->state_size);
    q->game->apply(q->game, out, q->seat, move);
}

/* Of moves that lead to the same there is one opinion, that of the best of them. The search did not know that
 * they are the same, so it tried some of them less often. */
static void level(const struct bot_question *q, struct bot_opinion *opinions, int count)
{
    union game_state one, other;
    for (int i = 0; i < count && i < MOST_LEVELLED; i++) {
        make(q, opinions[i].move, &one);
        for (int k = i + 1, next = i + 1; k < count; k++) {
            make(q, opinions[k].move, &other);
            if (!is_same(q->game, &one, &other))
                continue;
            struct bot_opinion equal = opinions[i];
            equal.move = opinions[k].move;
            memmove(&opinions[next + 1], &opinions[next], (size_t)(k - next) * sizeof *opinions);
            opinions[next++] = equal;
        }
    }
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
    game_move move = bot_choose(&bot_master, &q, memory, size, opinions, count);
    if (opinions)
        level(&q, opinions, *count);
    return move;
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
    make(q, a, &one);
    make(q, b, &other);
    if (is_same(game, &one, &other))
        return true;
    if (!is_legal(game, &one, q->seat, b) || !is_legal(game, &other, q->seat, a))
        return false;
    game->apply(game, &one, q->seat, b);
    game->apply(game, &other, q->seat, a);
    return memcmp(&one, &other, game->state_size) == 0;
}

const struct bot_opinion *judge_elsewhere(const struct bot_question *q, game_move move,
                                          const struct bot_opinion *opinions, int count)
{
    const struct bot_opinion *best = NULL;
    for (int i = 0; i < count; i++)
        if ((!best || opinions[i].win > best->win) && !judge_same(q, move, opinions[i].move))
            best = &opinions[i];
    return best;
}

const struct bot_opinion *judge_next_best(const struct bot_question *q, const struct bot_opinion *opinions,
                                          int count)
{
    return count ? judge_elsewhere(q, opinions[0].move, opinions, count) : NULL;
}

game_move judge_other(const struct bot_question *q, const struct bot_opinion *opinions, int count)
{
    const struct bot_opinion *next = judge_next_best(q, opinions, count);
    union game_state one, other;
    if (next || count == 0)
        return next ? next->move : 0;
    make(q, opinions[0].move, &one);
    for (int i = 1; i < count; i++) {
        make(q, opinions[i].move, &other);
        if (!is_same(q->game, &one, &other) && (!next || opinions[i].win > next->win))
            next = &opinions[i];
    }
    return next ? next->move : opinions[0].move;
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
