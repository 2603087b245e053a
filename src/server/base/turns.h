/*
 * turns.h: a queue in which each address has its turn, one after the other, and at an address each player.
 * Whoever has many turns waits behind somebody with one, and newcomers put off nobody's turn for ever: an
 * address whose turn was taken goes to the end of those that wait now.
 */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <stdint.h>

/* The first member of what waits. */
struct turn {
    struct turn *next;
    uint64_t payer;  /* the address on whose account it goes … */
    uint64_t asker;  /* … and the player there, or 0 */
    int rank;        /* how many of the same payer go before it … */
    int of_asker;    /* … and how many of the same asker */
    uint64_t ticket; /* when it became the first of its payer */
};

struct turns {
    struct turn *first, *last; /* as they came */
    uint64_t tickets;
};

/* Adds what has a payer and an asker. */
void turns_add(struct turns *, struct turn *);
/* How many of this payer wait. */
int turns_count(const struct turns *, uint64_t payer);
/* Takes out the one whose turn it is; NULL if nothing waits. */
struct turn *turns_take(struct turns *);

#endif
