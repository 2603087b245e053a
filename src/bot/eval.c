/* eval.c: what a position is worth to a seat. */
#include "bot/eval.h"

#include <math.h>
#include <string.h>

/* The scale without a learned evaluation: points that make a clear lead. */
static const float plain_scale = 10;

struct eval_value eval_features(const struct eval *e, const float *features)
{
    float sum[EVAL_OUTPUTS];
    for (int o = 0; o < EVAL_OUTPUTS; o++) {
        sum[o] = e->net.bias[o];
        for (int i = 0; i < e->features; i++)
            sum[o] += e->net.direct[o][i] * features[i];
    }
    for (int h = 0; h < e->hidden; h++) {
        float lane[8] = {0}; /* eight sums, so that the compiler can add in parallel */
        for (int i = 0; i < e->features; i += 8)
            for (int k = 0; k < 8; k++)
                lane[k] += e->net.in[h][i + k] * features[i + k];
        float x = e->net.hidden_bias[h] + ((lane[0] + lane[4]) + (lane[1] + lane[5])) +
                  ((lane[2] + lane[6]) + (lane[3] + lane[7]));
        if (x <= 0)
            continue;
        for (int o = 0; o < EVAL_OUTPUTS; o++)
            sum[o] += e->net.out[o][h] * x;
    }
    return (struct eval_value){.margin = sum[EVAL_MARGIN] * e->scale, .win = 1 / (1 + expf(-sum[EVAL_WIN]))};
}

/* A hidden unit is straight on both sides of 0. Its slope from one position to the other is the share of the
 * way on which it is not 0. */
void eval_shares(const struct eval *e, const float *a, const float *b, float *shares)
{
    for (int i = 0; i < e->features; i++)
        shares[i] = e->net.direct[EVAL_MARGIN][i] * (a[i] - b[i]) * e->scale;
    for (int h = 0; h < e->hidden; h++) {
        float at_a = e->net.hidden_bias[h], at_b = at_a;
        for (int i = 0; i < e->features; i++) {
            at_a += e->net.in[h][i] * a[i];
            at_b += e->net.in[h][i] * b[i];
        }
        if (at_a == at_b)
            continue;
        float slope = ((at_a > 0 ? at_a : 0) - (at_b > 0 ? at_b : 0)) / (at_a - at_b);
        for (int i = 0; i < e->features; i++)
            shares[i] += e->net.out[EVAL_MARGIN][h] * slope * e->net.in[h][i] * (a[i] - b[i]) * e->scale;
    }
}

struct eval_value eval_position(const struct eval *e, const struct game *game, const void *state, int seats,
                                int seat)
{
    int points[GAME_MAX_SEATS];
    uint32_t winners = game->winners(game, state);
    if (winners) {
        game->score(game, state, points);
        return (struct eval_value){
            .margin = (float)game_lead(points, seats, seat),
            .win = winners & game_bit(seat) ? 1.0f / (float)__builtin_popcount(winners) : 0,
        };
    }
    if (e) {
        float features[GAME_MAX_FEATURES];
        memset(features + (e->features & ~7), 0, 8 * sizeof features[0] * (e->features < GAME_MAX_FEATURES));
        game->features(game, state, seat, features);
        return eval_features(e, features);
    }
    game->score(game, state, points);
    float margin = (float)game_lead(points, seats, seat);
    return (struct eval_value){.margin = margin,
                               .win = 1 / (1 + expf(-margin / plain_scale) * (float)(seats - 1))};
}

float eval_utility(const struct eval *e, struct eval_value v)
{
    const float share = 0.2f;
    float x = v.margin / (2 * (e ? e->scale : plain_scale));
    return (1 - share) * v.win + share * (0.5f + 0.5f * x / (1 + fabsf(x)));
}
