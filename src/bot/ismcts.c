/*
 * ismcts.c: plain information-set Monte Carlo tree search, like OpenSpiel's ISMCTSBot. Every simulation deals
 * the hidden cards anew, descends by UCB through nodes of what each player knows, tries every move of a node
 * once, and plays at random to the end of the game. Every player tries to win. The bot makes the move with
 * the most visits. It is the yardstick for other bots.
 */
#include <math.h>
#include <string.h>

#include "bot/tree.h"

struct search {
    const struct bot_question *q;
    struct tree tree;
    float exploration;
    union game_state state, view;
    game_move moves[GAME_MAX_MOVES];
};

static void play_on(struct search *s)
{
    const struct game *game = s->q->game;
    int actor;
    while ((actor = bot_actor(s->q, &s->state, false)) >= 0)
        game->apply(game, &s->state, actor, game_random_move(game, &s->state, actor, s->q->rng));
}

static struct tree_edge *any_untried(struct search *s, const struct tree_node *node, int count)
{
    uint32_t which = rng_below(s->q->rng, (uint32_t)count);
    for (uint32_t i = node->first;; i = s->tree.edges[i].next)
        if (s->tree.edges[i].visits == 0 && which-- == 0)
            return &s->tree.edges[i];
}

/* A move that was not tried yet, or the move with the highest bound. */
static struct tree_edge *select_edge(struct search *s, const struct tree_node *node, bool *untried)
{
    struct tree_edge *edges = s->tree.edges, *best = NULL;
    int fresh = 0, ties = 0;
    float bound = 0, log_visits = logf((float)node->visits + 1);
    for (uint32_t i = node->first; i != TREE_NONE; i = edges[i].next)
        fresh += edges[i].visits == 0;
    *untried = fresh > 0;
    if (fresh > 0)
        return any_untried(s, node, fresh);
    for (uint32_t i = node->first; i != TREE_NONE; i = edges[i].next) {
        float n = (float)edges[i].visits;
        float x = edges[i].sum / n + s->exploration * sqrtf(log_visits / n);
        if (ties == 0 || x > bound) {
            best = &edges[i];
            bound = x;
            ties = 1;
        } else if (x == bound && rng_below(s->q->rng, (uint32_t)++ties) == 0) {
            best = &edges[i];
        }
    }
    return best;
}

static struct tree_node *new_node(struct search *s, uint64_t key, int actor)
{
    struct tree_node *node = tree_add(&s->tree, key);
    int count = node ? s->q->game->moves(s->q->game, &s->state, actor, s->moves, NULL) : 0;
    if (count > 0 && s->tree.edge_count + (uint32_t)count > s->tree.max_edges)
        s->tree.max_nodes = s->tree.node_count; /* the memory is full; this last node has no edges */
    else
        for (int i = 0; i < count; i++)
            tree_add_edge(&s->tree, node, s->moves[i]);
    return node;
}

static float share(const struct search *s, int seat)
{
    uint32_t winners = s->q->game->winners(s->q->game, &s->state);
    return winners & game_bit(seat) ? 1.0f / (float)__builtin_popcount(winners) : 0;
}

/* Plays from the state in `s` to the end of the game. */
static void simulate(struct search *s)
{
    enum { MAX_DEPTH = 512 };
    struct {
        struct tree_edge *edge;
        int actor;
    } path[MAX_DEPTH];
    const struct game *game = s->q->game;
    int depth = 0, actor;
    while (depth < MAX_DEPTH && (actor = bot_actor(s->q, &s->state, depth == 0)) >= 0) {
        if (actor == GAME_CHANCE) {
            game->apply(game, &s->state, actor, game_random_move(game, &s->state, actor, s->q->rng));
            continue;
        }
        uint64_t key = tree_key(game, &s->state, actor, actor, &s->view);
        struct tree_node *node = tree_look(&s->tree, key);
        if (!node) {
            new_node(s, key, actor);
            break;
        }
        if (node->edges == 0)
            break;
        bool untried;
        struct tree_edge *edge = select_edge(s, node, &untried);
        node->visits++;
        edge->visits++;
        path[depth].edge = edge;
        path[depth++].actor = actor;
        game->apply(game, &s->state, actor, edge->move);
        if (untried)
            break;
    }
    play_on(s);
    for (int i = 0; i < depth; i++)
        path[i].edge->sum += share(s, path[i].actor);
}

static size_t memory(const struct game *game)
{
    (void)game;
    return TREE_MEMORY;
}

static game_move choose(const struct bot_question *q, const game_move *moves, int count, void *block,
                        size_t size, struct bot_opinion *opinions)
{
    struct search s = {.q = q,
                       .exploration = q->exploration > 0 ? q->exploration : tuning_of(q)->ismcts_exploration};
    tree_open(&s.tree, block, size);
    bot_deal(q, &s.state);
    uint64_t key = tree_key(q->game, &s.state, q->seat, q->seat, &s.view);
    const struct tree_node *root = new_node(&s, key, q->seat);
    struct bot_watch watch = bot_watch(&q->budget);
    for (int n = 0; bot_may_go_on(&watch, n); n++) {
        bot_deal(q, &s.state);
        simulate(&s);
    }
    const struct tree_edge *best = NULL;
    int i = 0;
    for (uint32_t e = root->first; e != TREE_NONE; e = s.tree.edges[e].next, i++) {
        const struct tree_edge *edge = &s.tree.edges[e];
        float value = edge->visits ? edge->sum / (float)edge->visits : 0;
        if (opinions)
            opinions[i] = (struct bot_opinion){.move = edge->move, .win = value, .visits = edge->visits};
        if (!best || edge->visits > best->visits || (edge->visits == best->visits && edge->sum > best->sum))
            best = edge;
    }
    (void)moves;
    (void)count;
    return best->move;
}

const struct bot bot_ismcts = {.name = "ismcts", .memory = memory, .choose = choose};
