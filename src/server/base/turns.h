/* turns.h: a queue in which everybody's first goes before anybody's second. */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <stdbool.h>
#include <stdint.h>

/* The first member of what waits. */
struct turn {
    struct turn *next;
    uint64_t payer; /* the address on whose account it goes */
    int rank;       /* how many of the same payer were before it when it came */
};

struct turns {
    struct turn *first, *last;
};

/* Adds what has a payer. */
void turns_add(struct turns *, struct turn *);
/* Whether something of this payer waits. */
bool turns_has(const struct turns *, uint64_t payer);
/* Takes out the first of those with the lowest rank; NULL if nothing waits. */
struct turn *turns_take(struct turns *);

#endif
