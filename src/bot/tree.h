/*
 * tree.h: the memory of a search. A node stands for what a player knows and is found by a hash of that. Its
 * edges are the moves that were looked at. A position that is reached in several ways is one node. The tree
 * lives in a block of memory of fixed size; when that is full, nothing more is added.
 */
#ifndef BOT_TREE_H
#define BOT_TREE_H

#include "bot/bot_shared.h"

enum { TREE_MEMORY = 16 << 20, TREE_NONE = 0 };

struct tree_edge {
    game_move move;
    uint32_t next; /* edge of the same node, TREE_NONE at the end */
    int32_t visits;
    float sum;    /* of the values of its simulations, to the node's actor */
    float guess;  /* its value before the first simulation */
    float weight; /* its share of visits, from the guess */
};

struct tree_node {
    uint64_t key;
    uint32_t first, last; /* edge */
    int32_t visits;
    int32_t edges;
};

struct tree {
    uint32_t *slots; /* a hash table of nodes, TREE_NONE where it is free; its size is a power of two */
    uint32_t slot_mask;
    struct tree_node *nodes; /* the first node and the first edge are not used: 0 is TREE_NONE */
    uint32_t node_count, max_nodes;
    struct tree_edge *edges;
    uint32_t edge_count, max_edges;
};

/* Makes an empty tree in a block of at least 4 KB. */
void tree_open(struct tree *, void *memory, size_t size);

/* A hash of what a viewer knows in a state in which an actor is to move. `view` is working memory. */
uint64_t tree_key(const struct game *, const void *state, int viewer, int actor, union game_state *view);

/* The node with this key, or NULL. */
struct tree_node *tree_look(const struct tree *, uint64_t key);
/* Adds a node whose key is not in the tree yet. NULL when the memory is full. */
struct tree_node *tree_add(struct tree *, uint64_t key);
/* Adds an edge after a node's others. NULL when the memory is full. */
struct tree_edge *tree_add_edge(struct tree *, struct tree_node *, game_move);

/* The seat that moves next in a simulation. If several may: at the root the seat that is asked, elsewhere
 * any. -1 when the game is over. */
int bot_actor(const struct bot_question *, const void *state, bool root);

/* Tells when the budget is used up, with few looks at the clock. */
struct bot_watch {
    const struct bot_budget *budget;
    double begin;
    int check_at;
    int left; /* how many more simulations the budget probably allows, as of the last check */
};

struct bot_watch bot_watch(const struct bot_budget *);
bool bot_may_go_on(struct bot_watch *, int simulations);

#endif
