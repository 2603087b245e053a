/*
 * tree.h: what a search remembers: nodes for what somebody knows, found by a hash of that knowledge, each
 * with edges for the moves that were looked at. Positions that are reached in several ways are one node. It
 * lives in a block of memory of fixed size; when that is full, nothing is added any more.
 */
#ifndef BOT_TREE_H
#define BOT_TREE_H

#include "bot/bot_shared.h"

enum { TREE_MEMORY = 16 << 20, TREE_NONE = 0 };

struct tree_edge {
    game_move move;
    uint32_t next; /* edge of the same node, TREE_NONE at the end */
    int32_t visits;
    float sum;    /* of what the simulations through it were worth to the node's actor */
    float guess;  /* what it seemed to be worth before any of them */
    float weight; /* its share of visits, by that guess */
};

struct tree_node {
    uint64_t key;
    uint32_t first, last; /* edge */
    int32_t visits;
    int32_t edges;
};

struct tree {
    uint32_t *slots; /* node for a hash, TREE_NONE if there is none; a power of two of them */
    uint32_t slot_mask;
    struct tree_node *nodes; /* the first of nodes and edges is not used, so that 0 is none */
    uint32_t node_count, max_nodes;
    struct tree_edge *edges;
    uint32_t edge_count, max_edges;
};

/* Makes an empty tree in a block of at least 4 KB. */
void tree_open(struct tree *, void *memory, size_t size);

/* A hash of what a viewer knows in a state in which an actor is to move; `view` is room for a state. */
uint64_t tree_key(const struct game *, const void *state, int viewer, int actor, union game_state *view);

/* The node with this key, or NULL. */
struct tree_node *tree_look(const struct tree *, uint64_t key);
/* A new one, which must not be there yet. NULL when the memory is full. */
struct tree_node *tree_add(struct tree *, uint64_t key);
/* A new edge behind a node's others, or NULL. */
struct tree_edge *tree_add_edge(struct tree *, struct tree_node *, game_move);

/* Who moves next in a simulation: of several the asked seat at the root, else any of them. -1 when it is
 * over. */
int bot_actor(const struct bot_question *, const void *state, bool root);

/* Says when the budget is used up, without asking the clock more often than it must. */
struct bot_watch {
    const struct bot_budget *budget;
    double begin;
    int check_at;
    int left; /* simulations that the rest of the budget is likely to allow, as of the last check */
};

struct bot_watch bot_watch(const struct bot_budget *);
bool bot_may_go_on(struct bot_watch *, int simulations);

#endif
