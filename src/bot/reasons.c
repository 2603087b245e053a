/* reasons.c: why a move is better than another. */
#include "bot/reasons.h"

#include <math.h>
#include <string.h>

#include "bot/bot_shared.h"

enum { DEALS = 12, MAX_STEPS = 64, MAX_TERMS = 32 };

/* A term is told if it is worth this many points, and this part of the largest. */
static const float least_points = 0.3f, least_part = 0.2f;

struct terms {
    struct bot_reason at[MAX_TERMS];
    int count;
};

static void add(struct terms *terms, const char *name, float points)
{
    int i = 0;
    while (i < terms->count && strcmp(terms->at[i].term, name) != 0)
        i++;
    if (i == MAX_TERMS)
        return;
    if (i == terms->count)
        terms->at[terms->count++] = (struct bot_reason){name, 0};
    terms->at[i].points += points;
}

static game_move best_move(const struct bot_question *q, const struct eval *e, const void *state)
{
    game_move moves[GAME_MAX_MOVES], best = 0;
    int count = q->game->moves(q->game, state, q->seat, moves, NULL);
    float most = 0;
    for (int i = 0; i < count; i++) {
        float utility = count == 1 ? 0 : eval_utility(e, greedy_value(q, e, state, q->seat, moves[i], 1));
        if (i == 0 || utility > most) {
            most = utility;
            best = moves[i];
        }
    }
    return best;
}

/* Makes the move and ends the seat's turn as well as it can by looking one move ahead. */
static void end_turn(const struct bot_question *q, const struct eval *e, union game_state *state,
                     game_move move)
{
    const struct game *game = q->game;
    game->apply(game, state, q->seat, move);
    for (int i = 0; i < MAX_STEPS; i++) {
        uint32_t actors = game->to_act(game, state);
        if (actors & game_bit(GAME_CHANCE))
            game->apply(game, state, GAME_CHANCE, game_random_move(game, state, GAME_CHANCE, q->rng));
        else if (actors & game_bit(q->seat))
            game->apply(game, state, q->seat, best_move(q, e, state));
        else
            return;
    }
}

/* Adds the terms in which the two positions differ. */
static void compare(const struct bot_question *q, const struct eval *e, const union game_state *one,
                    const union game_state *other, struct terms *terms)
{
    const struct game *game = q->game;
    float a[GAME_MAX_FEATURES] = {0}, b[GAME_MAX_FEATURES] = {0}, shares[GAME_MAX_FEATURES] = {0};
    const struct game_term *run = game->terms;
    if (game->winners(game, one) || game->winners(game, other)) {
        add(terms, "points",
            eval_position(e, game, one, q->seats, q->seat).margin -
                eval_position(e, game, other, q->seats, q->seat).margin);
        return;
    }
    game->features(game, one, q->seat, a);
    game->features(game, other, q->seat, b);
    eval_shares(e, a, b, shares);
    for (int i = 0; i < e->features; i++) {
        while (run[1].first <= i)
            run++;
        if (run->name)
            add(terms, run->name, shares[i]);
    }
}

/* Largest first, without those that hardly matter. */
static int choose_largest(struct terms *terms, struct bot_reason out[BOT_REASONS])
{
    int count = 0;
    for (; count < BOT_REASONS && count < terms->count; count++) {
        int largest = count;
        for (int i = count; i < terms->count; i++)
            if (fabsf(terms->at[i].points) > fabsf(terms->at[largest].points))
                largest = i;
        struct bot_reason reason = terms->at[largest];
        terms->at[largest] = terms->at[count];
        terms->at[count] = reason;
        if (fabsf(reason.points) < least_points ||
            fabsf(reason.points) < least_part * fabsf(terms->at[0].points))
            break;
        out[count] = reason;
    }
    return count;
}

int bot_reasons(const struct bot_question *question, game_move move, game_move other,
                struct bot_reason out[BOT_REASONS])
{
    struct bot_question q = *question;
    const struct eval *e = q.eval ? q.eval : eval_find(q.game, q.seats);
    struct terms terms = {.count = 0};
    struct rng luck;
    q.rng = &luck;
    if (!e || !q.game->terms)
        return 0;
    for (uint64_t deal = 0; deal < DEALS; deal++) {
        union game_state state[2];
        for (int i = 0; i < 2; i++) { /* both moves meet the same luck */
            rng_seed(&luck, deal);
            bot_deal(&q, &state[i]);
            end_turn(&q, e, &state[i], i ? other : move);
        }
        compare(&q, e, &state[0], &state[1], &terms);
    }
    for (int i = 0; i < terms.count; i++)
        terms.at[i].points /= DEALS;
    return choose_largest(&terms, out);
}
