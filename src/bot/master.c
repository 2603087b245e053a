/*
 * master.c: our strongest bot: a tree search over what the asked seat knows, with a learned evaluation
 * instead of random games.
 *
 * - Every simulation deals the hidden cards anew. A node stands for what the asked seat would know there. So
 *   simulations with different hands of the others share a node, and so do different ways to a position.
 * - A node is expanded on its second visit. Each move gets a guess: the evaluation one move later. The guess
 *   counts as a first visit and sets the move's share of visits, so poor moves of many are never tried.
 * - A new node ends the simulation with the evaluation of all seats. Only if the same seat goes on with few
 *   moves, the node is expanded at once: a tile is judged after it is placed.
 * - The simulations of the root's moves are paired: the n-th of each has the same luck.
 * - Every seat maximises its utility: mostly the chance to win, a little the margin.
 * - Forced moves and chance have no nodes.
 */
#include <math.h>
#include <string.h>

#include "bot/tree.h"

enum { MAX_DEPTH = 256, ROOT_OUTCOMES = 16, OUTCOMES = 1, NARROW = 8 };

struct search {
    struct bot_question q; /* with `luck` as its generator */
    struct rng luck;
    uint64_t seed;
    const struct game *game;
    const struct eval *eval;
    const struct tuning *tuning;
    float exploration;
    struct tree tree;
    struct tree_node *root;
    const game_move *root_moves;
    union game_state state, view;
    game_move moves[GAME_MAX_MOVES];
    /* For each move of the root: the sums of its guess and its simulations, and how far the bot misjudges it.
     */
    float margin[GAME_MAX_MOVES], win[GAME_MAX_MOVES], bias[GAME_MAX_MOVES];
    /* The sums of the squares of all that `win` and `margin` sum up. */
    double win_squares, margin_squares;
};

/* What a position is worth to all seats. */
struct worth {
    struct eval_value value; /* to the asked seat */
    float utility[GAME_MAX_SEATS];
};

static struct worth evaluate(struct search *s)
{
    struct worth w;
    int seats = s->q.seats;
    struct eval_value v[GAME_MAX_SEATS] = {0};
    float wins = 0;
    for (int seat = 0; seat < seats; seat++) {
        v[seat] = eval_position(s->eval, s->game, &s->state, seats, seat);
        wins += v[seat].win;
    }
    if (seats == 2) { /* one seat gains what the other loses */
        v[0].margin = (v[0].margin - v[1].margin) / 2;
        v[1].margin = -v[0].margin;
    }
    for (int seat = 0; seat < seats; seat++) {
        v[seat].win = wins > 0 ? v[seat].win / wins : 1 / (float)seats;
        w.utility[seat] = eval_utility(s->eval, v[seat]);
    }
    w.value = v[s->q.seat];
    return w;
}

static struct tree_edge *find_edge(struct search *s, const struct tree_node *node, game_move move,
                                   uint32_t *from)
{
    struct tree_edge *edges = s->tree.edges;
    if (node->edges == 0)
        return NULL;
    uint32_t i =
        *from == TREE_NONE ? node->first : *from; /* moves usually come in the order of their edges */
    for (int n = 0; n < node->edges; n++) {
        uint32_t next = edges[i].next == TREE_NONE ? node->first : edges[i].next;
        if (edges[i].move == move) {
            *from = next;
            return &edges[i];
        }
        i = next;
    }
    return NULL;
}

/* Adds what a move of the root was found to be worth, once more. */
static void add_value(struct search *s, int at, struct eval_value v)
{
    s->margin[at] += v.margin;
    s->win[at] += v.win;
    s->margin_squares += (double)v.margin * (double)v.margin;
    s->win_squares += (double)v.win * (double)v.win;
}

static struct tree_edge *new_edge(struct search *s, struct tree_node *node, int actor, game_move move)
{
    struct tree_edge *edge = tree_add_edge(&s->tree, node, move);
    if (!edge)
        return NULL;
    bool root = node == s->root;
    struct eval_value v =
        greedy_value(&s->q, s->eval, &s->state, actor, move, root ? ROOT_OUTCOMES : OUTCOMES);
    edge->guess = eval_utility(s->eval, v);
    edge->weight = expf((edge->guess - 0.5f) / s->tuning->temperature);
    if (root) {
        int at = node->edges - 1;
        s->margin[at] = s->win[at] = 0;
        add_value(s, at, v);
    }
    return edge;
}

/* The edge of the legal move to try next, or NULL when the memory is full. */
static struct tree_edge *select_edge(struct search *s, struct tree_node *node, int actor, int count)
{
    struct tree_edge *best = NULL, *found[GAME_MAX_MOVES];
    uint32_t from = TREE_NONE;
    float weights = 0, bound = 0;
    int visits = 0;
    for (int i = 0; i < count; i++) {
        found[i] = find_edge(s, node, s->moves[i], &from);
        if (!found[i])
            found[i] = new_edge(s, node, actor, s->moves[i]);
        if (!found[i])
            return NULL;
        weights += found[i]->weight;
        visits += found[i]->visits;
    }
    float width = s->exploration * sqrtf((float)visits + 1) / weights;
    for (int i = 0; i < count; i++) {
        const struct tree_edge *e = found[i];
        float n = (float)(e->visits + 1);
        float x = (e->sum + e->guess) / n + width * e->weight / n + (node == s->root ? s->bias[i] : 0);
        if (!best || x > bound) {
            best = found[i];
            bound = x;
        }
    }
    return best;
}

/* Chooses a move of the root and deals for it. The n-th simulation of every move has the same deal and the
 * same draws as long as they agree, so that luck does not decide between moves. */
static struct tree_edge *deal_for_root(struct search *s)
{
    memcpy(s->moves, s->root_moves, (size_t)s->root->edges * sizeof s->moves[0]);
    struct tree_edge *edge = select_edge(s, s->root, s->q.seat, s->root->edges);
    rng_seed(&s->luck, s->seed + (uint64_t)edge->visits);
    bot_deal(&s->q, &s->state);
    s->game->apply(s->game, &s->state, s->q.seat, edge->move);
    return edge;
}

static void simulate(struct search *s)
{
    struct {
        struct tree_edge *edge;
        int actor;
    } path[MAX_DEPTH];
    const struct game *game = s->game;
    int depth = 1, actor;
    path[0].edge = deal_for_root(s);
    path[0].actor = s->q.seat;
    while (depth < MAX_DEPTH && (actor = bot_actor(&s->q, &s->state, false)) >= 0) {
        if (actor == GAME_CHANCE) {
            game->apply(game, &s->state, actor, game_random_move(game, &s->state, actor, &s->luck));
            continue;
        }
        int count = game->moves(game, &s->state, actor, s->moves, NULL);
        if (count == 1) {
            game->apply(game, &s->state, actor, s->moves[0]);
            continue;
        }
        uint64_t key = tree_key(game, &s->state, s->q.seat, actor, &s->view);
        struct tree_node *node = tree_look(&s->tree, key);
        if (!node) {
            node = tree_add(&s->tree, key);
            if (!node || count > NARROW || actor != path[depth - 1].actor)
                break;
        }
        struct tree_edge *edge = select_edge(s, node, actor, count);
        if (!edge)
            break;
        path[depth].edge = edge;
        path[depth++].actor = actor;
        game->apply(game, &s->state, actor, edge->move);
    }
    struct worth w = evaluate(s);
    for (int i = 0; i < depth; i++) {
        path[i].edge->visits++;
        path[i].edge->sum += w.utility[path[i].actor];
    }
    int at = (int)(path[0].edge - &s->tree.edges[s->root->first]);
    add_value(s, at, w.value);
}

static size_t memory(const struct game *game)
{
    (void)game;
    return TREE_MEMORY;
}

static void open_root(struct search *s, const game_move *moves, int count)
{
    const struct bot_question *q = &s->q;
    s->root = tree_add(&s->tree, 0);
    s->root_moves = moves;
    bot_deal(q, &s->state);
    for (int i = 0; i < count; i++) {
        new_edge(s, s->root, q->seat, moves[i]);
        s->bias[i] = q->noise > 0 ? q->noise * bot_gauss(q->rng) : 0;
    }
}

/* Whether the rest of the budget cannot change which move has the most visits. */
static bool is_settled(const struct search *s, int left)
{
    const struct tree_edge *edges = &s->tree.edges[s->root->first];
    int first = 0, second = 0;
    for (int i = 0; i < s->root->edges; i++)
        if (edges[i].visits > first) {
            second = first;
            first = edges[i].visits;
        } else if (edges[i].visits > second) {
            second = edges[i].visits;
        }
    return first - second > left;
}

/* The standard deviation of one simulation's value around the mean of its move. */
static float deviation(const struct search *s, const float *sums, double squares)
{
    const struct tree_edge *edges = &s->tree.edges[s->root->first];
    double rest = squares;
    int all = 0;
    for (int i = 0; i < s->root->edges; i++) {
        rest -= (double)sums[i] * (double)sums[i] / (edges[i].visits + 1);
        all += edges[i].visits;
    }
    return all > 0 && rest > 0 ? (float)sqrt(rest / all) : 0;
}

static game_move choose(const struct bot_question *q, const game_move *moves, int count, void *block,
                        size_t size, struct bot_opinion *opinions)
{
    struct search s;
    s.q = *q;
    s.q.rng = &s.luck;
    s.luck = *q->rng;
    s.seed = rng_next(q->rng);
    s.win_squares = s.margin_squares = 0;
    s.game = q->game;
    s.eval = q->eval ? q->eval : eval_find(q->game, q->seats);
    s.tuning = tuning_of(q);
    s.exploration = q->exploration > 0 ? q->exploration : s.tuning->exploration;
    struct bot_watch watch = bot_watch(&q->budget);
    tree_open(&s.tree, block, size);
    open_root(&s, moves, count);
    for (int n = 0; bot_may_go_on(&watch, n); n++) {
        /* A caller that asks for opinions needs accurate ones, so the search goes on for them. */
        if (n > 0 && n + 1 >= watch.check_at && !opinions && is_settled(&s, watch.left))
            break;
        simulate(&s);
    }
    const struct tree_edge *edges = &s.tree.edges[s.root->first];
    float win = opinions ? deviation(&s, s.win, s.win_squares) : 0;
    float margin = opinions ? deviation(&s, s.margin, s.margin_squares) : 0;
    int best = 0;
    for (int i = 0; i < count; i++) {
        float n = (float)(edges[i].visits + 1);
        if (opinions)
            opinions[i] = (struct bot_opinion){.move = moves[i],
                                               .visits = edges[i].visits,
                                               .margin = s.margin[i] / n,
                                               .win = s.win[i] / n,
                                               .noise = win / sqrtf(n),
                                               .margin_noise = margin / sqrtf(n)};
        if (edges[i].visits > edges[best].visits ||
            (edges[i].visits == edges[best].visits && edges[i].sum > edges[best].sum))
            best = i;
    }
    return moves[best];
}

const struct bot bot_master = {.name = "master", .memory = memory, .choose = choose};
