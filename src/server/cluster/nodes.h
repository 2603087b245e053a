/*
 * nodes.h: the nodes that share a store: who is there, who watches which table where, and who lets a table go
 * on.
 *
 * All nodes are equal. A table is run (its computers asked, its clocks and pauses ended) by a node where
 * somebody watches it; of several such nodes by the one that a hash of node and table names. That is only a
 * claim, to save work: two nodes that both believe in it are settled by the store.
 */
#ifndef SERVER_CLUSTER_NODES_H
#define SERVER_CLUSTER_NODES_H

#include <stdbool.h>

#include "server/base/limits.h"
#include "server/bus.h"

enum {
    NODES_MAX = 64,
    NODES_BEAT_MS = 500,     /* a node says that it is there */
    NODES_DEAD_MS = 1600,    /* a node that was not heard of for so long is gone */
    NODES_LOOK_MS = 10000,   /* tables are looked at; at the next beat if a notice was lost */
    NODES_WATCH_MS = 10000,  /* the others are told again who watches here, … */
    NODES_FORGET_MS = 25000, /* … and forget what they are not told again */
    NODES_PEOPLE_MS = 30000, /* all players who are connected, or sit where somebody watches, are looked at */
    NODES_HOUSE_MS = 10000,  /* what the owner decided is looked at */
    NODES_ASK_MS = 2000,     /* at most so often all are asked who watches */
    NODES_OVERDUE_MS = 2000  /* another node should have let the table go on so long ago: this one does it */
};

struct node {
    uint64_t id;
    uint64_t sequence; /* of its last notice */
    int64_t heard;
};

/* Those who watch a table at another node. */
struct elsewhere {
    struct elsewhere *next;
    uint64_t node;
    int64_t until;
    int watchers;
    uint64_t players[NOTICE_IDS]; /* those of them who have a chair */
    int count;
};

struct nodes {
    uint64_t me; /* random, new with every start; 0: there is no bus */
    uint64_t sequence, beats;
    struct node others[NODES_MAX];
    int count;
    bool hearing;         /* a notice is being handled: what follows from it is not sent on */
    bool look_soon;       /* a notice was lost */
    int64_t looked;       /* when this node last looked at the heads of its tables */
    int64_t looked_house; /* when it last looked at what the owner decided */
    int64_t asked;        /* when it last asked all nodes who watches */
};

struct server;
struct room;
struct stored_table;

/* Publishes a notice, if there is a bus. Sets its node and sequence. */
void nodes_tell(struct server *server, struct notice *notice);
void nodes_tell_about(struct server *server, enum notice_kind kind, uint64_t about);
/* An address has spent a token of a budget that nodes share. */
void nodes_tell_spent(struct server *server, enum budget budget, const char *address);
/* A table has changed. `lists`: a bit per public list that may have changed, STORE_OPEN first. `before` is
 * how it was; NULL: nobody's own list changes, or nobody may know. */
void nodes_tell_room(const struct room *room, uint32_t lists, const struct stored_table *before);
/* The clients that watch a table at this node. */
void nodes_tell_watchers(const struct room *room);

/* Whether this node should let the table go on. */
bool nodes_run_here(const struct room *room);
/* The same for a table that nobody watches: each belongs to one node of those that are there. */
bool nodes_share(const struct server *server, uint64_t room);

/* Whether a player, or anybody with 0, watches the table at another node. */
bool elsewhere_has(const struct room *room, uint64_t player);
/* Takes over what a node said. True if somebody with a chair has come or gone. */
bool elsewhere_take(struct room *room, const struct notice *notice, int64_t now);
/* Forgets what a node said, or with 0 what is too old. True as above. */
bool elsewhere_forget(struct room *room, uint64_t node, int64_t now);
void elsewhere_free(struct room *room);

/* ---- look.c ---- */

/* Call it every NODES_BEAT_MS. */
void nodes_beat(struct server *server);
/* The node stops: others take its tables over at once. */
void nodes_leave(struct server *server);
/* A node has gone: its tables go on here, as far as they are this node's. */
void nodes_lost(struct server *server, uint64_t node);

#endif
