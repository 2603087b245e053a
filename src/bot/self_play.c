/* self_play.c: learns evaluations by self-play, TD(λ). */
#include "bot/self_play.h"

#include <math.h>
#include <string.h>

#include "bot/bot_shared.h"

enum {
    BATCH = 64,
    PARAMETERS = sizeof(struct eval_net) / sizeof(float),
    SCALE_GAMES = 64,
    OUTCOMES = 2,
    MANY = 20
};

static struct rng game_rng(const struct learner *l, long game)
{
    struct rng rng;
    rng_seed(&rng, l->seed * UINT64_C(0x2545f4914f6cdd1d) + (uint64_t)game);
    return rng;
}

/* Every option of the game by the toss of a coin, values drawn, so that one evaluation knows them all. */
static const char *start(struct learner *l, union game_state *state, struct rng *rng)
{
    char options[GAME_OPTIONS_TEXT], settled[GAME_OPTIONS_TEXT];
    struct text words = TEXT_IN(options);
    text_put(&words, l->options ? l->options : game_has_option(l->game, "first") ? "first=random" : "");
    for (const struct game_option *o = l->game->options; !l->options && o->name; o++)
        if (strcmp(o->name, "first") != 0 && rng_below(rng, 2))
            text_printf(&words, " %s%s", o->name, o->kind != OPTION_FLAG ? "=random" : "");
    if (!l->options && !game_has_option(l->game, "first"))
        rng_below(rng, (uint32_t)l->seats); /* as if it were drawn: old commands make their weights again */
    struct text error = TEXT_IN(l->problem);
    memset(state, 0, sizeof *state);
    bool fine = game_settle(l->game, l->seats, options, rng, settled, &error) &&
                game_start(l->game, state, l->seats, settled, &error);
    return fine ? NULL : l->problem;
}

/* The best move by the evaluation, sometimes a random one. */
static game_move choose(const struct learner *l, const union game_state *state, int actor, bool wild,
                        struct rng *rng)
{
    game_move moves[GAME_MAX_MOVES];
    int count = l->game->moves(l->game, state, actor, moves, NULL), best = 0;
    if (count == 1)
        return moves[0];
    if (wild || rng_below(rng, 20) == 0)
        return moves[rng_below(rng, (uint32_t)count)];
    struct bot_question q = {.game = l->game, .seats = l->seats, .seat = actor};
    int outcomes = count > MANY ? 1 : OUTCOMES;
    float top = -1e9f;
    for (int i = 0; i < count; i++) {
        struct eval_value v = greedy_value(&q, &l->eval, state, actor, moves[i], outcomes);
        float x = eval_utility(&l->eval, v) + 0.01f * bot_gauss(rng);
        if (x > top) {
            top = x;
            best = i;
        }
    }
    return moves[best];
}

static void remember(struct learner *l, const union game_state *state)
{
    for (int seat = 0; seat < l->seats && l->positions < LEARN_POSITIONS; seat++) {
        memset(l->features[l->positions], 0, sizeof l->features[0]);
        l->game->features(l->game, state, seat, l->features[l->positions]);
        l->seat[l->positions++] = (unsigned char)seat;
    }
}

/* Adds the gradient of a position, times the wanted change of each output. */
static void add_gradient(struct learner *l, const float *x, const float change[EVAL_OUTPUTS])
{
    const struct eval_net *net = &l->eval.net;
    struct eval_net *g = &l->gradient;
    for (int o = 0; o < EVAL_OUTPUTS; o++) {
        g->bias[o] += change[o];
        for (int i = 0; i < l->eval.features; i++)
            g->direct[o][i] += change[o] * x[i];
    }
    for (int h = 0; h < l->eval.hidden; h++) {
        float sum = net->hidden_bias[h];
        for (int i = 0; i < l->eval.features; i++)
            sum += net->in[h][i] * x[i];
        if (sum <= 0)
            continue;
        float back = 0;
        for (int o = 0; o < EVAL_OUTPUTS; o++) {
            g->out[o][h] += change[o] * sum;
            back += change[o] * net->out[o][h];
        }
        g->hidden_bias[h] += back;
        for (int i = 0; i < l->eval.features; i++)
            g->in[h][i] += back * x[i];
    }
}

static void adam(struct learner *l, float rate)
{
    float *w = (float *)&l->eval.net, *g = (float *)&l->gradient, *m = (float *)&l->mean,
          *v = (float *)&l->variance;
    l->steps++;
    float m_scale = 1 / (1 - powf(0.9f, (float)l->steps)), v_scale = 1 / (1 - powf(0.999f, (float)l->steps));
    for (int i = 0; i < PARAMETERS; i++) {
        float x = g[i] / BATCH;
        m[i] = 0.9f * m[i] + 0.1f * x;
        v[i] = 0.999f * v[i] + 0.001f * x * x;
        w[i] += rate * m[i] * m_scale / (sqrtf(v[i] * v_scale) + 1e-6f);
    }
    memset(&l->gradient, 0, sizeof l->gradient);
    l->batched = 0;
}

static void learn_from(struct learner *l, const struct eval_value result[GAME_MAX_SEATS], float rate)
{
    struct eval_value target[GAME_MAX_SEATS];
    memcpy(target, result, sizeof target);
    for (int p = l->positions - 1; p >= 0; p--) {
        struct eval_value *t = &target[l->seat[p]], v = eval_features(&l->eval, l->features[p]);
        float change[EVAL_OUTPUTS] = {(t->margin - v.margin) / l->eval.scale, t->win - v.win};
        add_gradient(l, l->features[p], change);
        float margin = result[l->seat[p]].margin - v.margin, win = result[l->seat[p]].win - v.win;
        l->margin_error += fabsf(margin);
        l->win_error += win * win;
        l->samples++;
        t->margin = l->lambda * t->margin + (1 - l->lambda) * v.margin;
        t->win = l->lambda * t->win + (1 - l->lambda) * v.win;
        if (++l->batched == BATCH)
            adam(l, rate);
    }
}

const char *learn_game(struct learner *l, float rate)
{
    union game_state state;
    struct rng rng = game_rng(l, l->eval.games);
    const char *problem = start(l, &state, &rng);
    if (problem)
        return problem;
    int actor, moves = 0;
    /* Some games begin with random moves, so that positions that good players avoid are learned too. */
    int wild = rng_below(&rng, 4) == 0 ? (int)rng_below(&rng, 60) : 0;
    l->positions = 0;
    while ((actor = game_random_actor(l->game, &state, &rng)) >= 0) {
        bool chance = actor == GAME_CHANCE;
        game_move move = chance ? game_random_move(l->game, &state, actor, &rng)
                                : choose(l, &state, actor, moves++ < wild, &rng);
        l->game->apply(l->game, &state, actor, move);
        uint32_t next = l->game->to_act(l->game, &state);
        if (next && !(next & game_bit(GAME_CHANCE)))
            remember(l, &state);
    }
    struct eval_value result[GAME_MAX_SEATS] = {0};
    for (int seat = 0; seat < l->seats; seat++)
        result[seat] = eval_position(NULL, l->game, &state, l->seats, seat);
    learn_from(l, result, rate);
    l->eval.games++;
    return NULL;
}

/* The scale is the mean of all seats' margins in random games, without their signs. */
static const char *find_scale(struct learner *l)
{
    double sum = 0;
    for (int i = 0; i < SCALE_GAMES; i++) {
        union game_state state;
        struct rng rng = game_rng(l, -1 - i);
        const char *problem = start(l, &state, &rng);
        if (problem)
            return problem;
        int actor;
        while ((actor = game_random_actor(l->game, &state, &rng)) >= 0)
            l->game->apply(l->game, &state, actor, game_random_move(l->game, &state, actor, &rng));
        for (int seat = 0; seat < l->seats; seat++)
            sum += fabsf(eval_position(NULL, l->game, &state, l->seats, seat).margin);
    }
    double mean = sum / SCALE_GAMES / l->seats;
    l->eval.scale = mean < 2 ? 2 : roundf((float)mean);
    return NULL;
}

const char *learn_begin(struct learner *l, int hidden)
{
    struct eval *e = &l->eval;
    struct rng rng = game_rng(l, -1000);
    memset(e, 0, sizeof *e);
    e->features = l->game->feature_count;
    e->hidden = hidden;
    float size = 1 / sqrtf((float)e->features);
    for (int h = 0; h < hidden; h++) {
        for (int i = 0; i < e->features; i++)
            e->net.in[h][i] = size * bot_gauss(&rng);
        for (int o = 0; o < EVAL_OUTPUTS; o++)
            e->net.out[o][h] = 0.1f * bot_gauss(&rng);
    }
    e->net.bias[EVAL_WIN] = -logf((float)(l->seats - 1));
    learn_checkpoint(l);
    return find_scale(l);
}

void learn_checkpoint(struct learner *l)
{
    memset(&l->gradient, 0, sizeof l->gradient);
    memset(&l->mean, 0, sizeof l->mean);
    memset(&l->variance, 0, sizeof l->variance);
    l->steps = 0;
    l->batched = 0;
    l->samples = 0;
    l->margin_error = l->win_error = 0;
}
