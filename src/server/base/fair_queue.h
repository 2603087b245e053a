/*
 * fair_queue.h: a queue in which addresses take turns, and so do the players of one address.
 *
 * Somebody who adds many things waits behind somebody who adds one. Newcomers cannot put off anybody for
 * ever: an address from which something was taken goes behind all addresses that wait at that moment.
 */
#ifndef SERVER_FAIR_QUEUE_H
#define SERVER_FAIR_QUEUE_H

#include <stdint.h>

/* The first member of what waits. Its owner sets the payer and the asker, the queue the rest. */
struct fair_place {
    struct fair_place *next;
    uint64_t payer;  /* the address on whose account it goes */
    uint64_t asker;  /* the player there, or 0 */
    int rank;        /* how many of the same payer go before it */
    int of_asker;    /* how many of the same payer and asker go before it */
    uint64_t ticket; /* when it became the first of its payer; the smallest ticket is taken next */
};

struct fair_queue {
    struct fair_place *first, *last; /* as they came */
    uint64_t tickets;
};

void fair_queue_add(struct fair_queue *, struct fair_place *);
/* How many of this payer wait. */
int fair_queue_count(const struct fair_queue *, uint64_t payer);
/* Takes out the one whose turn it is; NULL if nothing waits. */
struct fair_place *fair_queue_take(struct fair_queue *);

#endif
