/* tree.c: the memory of a search, and when it must stop. */
#include "bot/tree.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* A node with its slots and its usual share of edges takes about this many bytes. */
enum { NODE_SHARE = 256 };

static void *take(unsigned char **at, size_t bytes)
{
    void *begin = *at;
    *at += (bytes + 15) & ~(size_t)15;
    return begin;
}

void tree_open(struct tree *t, void *memory, size_t size)
{
    assert(size >= 4096);
    uint32_t nodes = (uint32_t)(size / NODE_SHARE), slots = 1;
    while (slots < 2 * nodes) /* half of them stay free, so that a search for a missing node ends soon */
        slots *= 2;
    unsigned char *at = memory;
    *t = (struct tree){.slot_mask = slots - 1, .max_nodes = nodes, .node_count = 1, .edge_count = 1};
    t->slots = take(&at, slots * sizeof *t->slots);
    t->nodes = take(&at, nodes * sizeof *t->nodes);
    t->edges = (struct tree_edge *)at;
    t->max_edges = (uint32_t)((size - (size_t)(at - (unsigned char *)memory)) / sizeof *t->edges);
    memset(t->slots, 0, slots * sizeof *t->slots);
}

uint64_t tree_key(const struct game *game, const void *state, int viewer, int actor, union game_state *view)
{
    const unsigned char *at = view->bytes;
    size_t left = game->state_size;
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(actor + 2), word;
    game->observe(game, state, viewer, view);
    for (; left >= 8; left -= 8, at += 8) {
        memcpy(&word, at, 8);
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, at, left);
    hash = (hash ^ word) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 29;
}

static uint32_t slot_of(const struct tree *t, uint64_t key)
{
    uint32_t slot = (uint32_t)key & t->slot_mask;
    while (t->slots[slot] != TREE_NONE && t->nodes[t->slots[slot]].key != key)
        slot = (slot + 1) & t->slot_mask;
    return slot;
}

struct tree_node *tree_look(const struct tree *t, uint64_t key)
{
    uint32_t node = t->slots[slot_of(t, key)];
    return node == TREE_NONE ? NULL : &t->nodes[node];
}

struct tree_node *tree_add(struct tree *t, uint64_t key)
{
    if (t->node_count == t->max_nodes)
        return NULL;
    t->slots[slot_of(t, key)] = t->node_count;
    struct tree_node *node = &t->nodes[t->node_count++];
    *node = (struct tree_node){.key = key};
    return node;
}

struct tree_edge *tree_add_edge(struct tree *t, struct tree_node *node, game_move move)
{
    if (t->edge_count == t->max_edges)
        return NULL;
    uint32_t index = t->edge_count++;
    if (node->first == TREE_NONE)
        node->first = index;
    else
        t->edges[node->last].next = index;
    node->last = index;
    node->edges++;
    t->edges[index] = (struct tree_edge){.move = move};
    return &t->edges[index];
}

int bot_actor(const struct bot_question *q, const void *state, bool root)
{
    uint32_t actors = q->game->to_act(q->game, state);
    if (!actors)
        return -1;
    if (root)
        return q->seat;
    return actors & (actors - 1) ? game_random_actor(q->game, state, q->rng) : __builtin_ctz(actors);
}

struct bot_watch bot_watch(const struct bot_budget *budget)
{
    assert((budget->ms > 0 && budget->clock) || budget->simulations > 0);
    return (struct bot_watch){.budget = budget, .begin = budget->ms ? budget->clock(budget->context) : 0};
}

bool bot_may_go_on(struct bot_watch *w, int simulations)
{
    const struct bot_budget *b = w->budget;
    if (simulations < w->check_at)
        return true;
    w->left = b->simulations ? b->simulations - simulations : INT_MAX;
    w->check_at = simulations + 1 + simulations / 64; /* at most 2 % of the time so far too late */
    if (b->simulations && w->check_at > b->simulations)
        w->check_at = b->simulations;
    if (b->ms && w->left > 0) {
        double gone = b->clock(b->context) - w->begin, rest = b->ms - gone;
        double likely = rest > 0 ? simulations * rest / (gone > 0.01 ? gone : 0.01) + 1 : 0;
        w->left = likely < w->left ? (int)likely : w->left;
    }
    return w->left > 0;
}
