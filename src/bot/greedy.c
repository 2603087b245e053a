/* greedy.c: the bot that looks one move ahead and averages over the draw or roll that follows. */
#include <string.h>

#include "bot/bot_shared.h"

/* The most outcomes of a draw or roll that are looked at. If there are more, this many are taken, evenly
 * spread over their weights and the same for every move, so that luck does not decide between moves. */
enum { OUTCOMES = 16 };

static game_move outcome_at(const game_move *moves, const uint32_t *weight, uint64_t at)
{
    int i = 0;
    while (at >= weight[i])
        at -= weight[i++];
    return moves[i];
}

static struct eval_value settle(const struct bot_question *q, const struct eval *e, int seat,
                                union game_state *state, int outcomes)
{
    const struct game *game = q->game;
    if (!(game->to_act(game, state) & game_bit(GAME_CHANCE)))
        return eval_position(e, game, state, q->seats, seat);
    game_move moves[GAME_MAX_MOVES];
    uint32_t weight[GAME_MAX_MOVES];
    int count = game->moves(game, state, GAME_CHANCE, moves, weight);
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += weight[i];
    bool all = count <= outcomes;
    int looks = all ? count : outcomes;
    struct eval_value sum = {0};
    for (int i = 0; i < looks; i++) {
        union game_state next;
        memcpy(&next, state, game->state_size);
        uint64_t at = (2 * (uint64_t)i + 1) * total / (2 * (uint64_t)looks);
        game->apply(game, &next, GAME_CHANCE, all ? moves[i] : outcome_at(moves, weight, at));
        /* A draw that follows a draw is tried with one outcome: all of them would be too many. */
        struct eval_value v = settle(q, e, seat, &next, 1);
        float share = all ? (float)weight[i] / (float)total : 1 / (float)looks;
        sum.margin += share * v.margin;
        sum.win += share * v.win;
    }
    return sum;
}

struct eval_value greedy_value(const struct bot_question *q, const struct eval *e, const void *state,
                               int seat, game_move move, int outcomes)
{
    union game_state next;
    memcpy(&next, state, q->game->state_size);
    q->game->apply(q->game, &next, seat, move);
    return settle(q, e, seat, &next, outcomes);
}

static size_t memory(const struct game *game)
{
    (void)game;
    return 0;
}

static game_move choose(const struct bot_question *q, const game_move *moves, int count, void *block,
                        size_t size, struct bot_opinion *opinions)
{
    const struct eval *e = q->eval ? q->eval : eval_find(q->game, q->seats);
    union game_state state;
    float best = 0;
    int chosen = -1;
    (void)block;
    (void)size;
    /* One deal is enough: hidden cards hardly change the value of the seat's own next position. */
    bot_deal(q, &state);
    for (int i = 0; i < count; i++) {
        struct eval_value v = greedy_value(q, e, &state, q->seat, moves[i], OUTCOMES);
        if (opinions)
            opinions[i] = (struct bot_opinion){.move = moves[i], .margin = v.margin, .win = v.win};
        float noise = q->noise > 0 ? q->noise * bot_gauss(q->rng) : 0;
        /* The last term breaks ties at random. */
        float utility = eval_utility(e, v) + noise + 1e-6f * (float)rng_unit(q->rng);
        if (chosen < 0 || utility > best) {
            best = utility;
            chosen = i;
        }
    }
    return moves[chosen];
}

const struct bot bot_greedy = {.name = "greedy", .memory = memory, .choose = choose};
