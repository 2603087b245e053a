/* turns.c: a queue in which each address has its turn, and at an address each player. */
#include "server/base/turns.h"

#include <stdbool.h>
#include <stddef.h>

static bool same_asker(const struct turn *a, const struct turn *b)
{
    return a->payer == b->payer && a->asker == b->asker;
}

/* Among the turns of one payer, every asker's first one goes before anybody's second. */
static void rank_new(const struct turns *turns, struct turn *new)
{
    new->rank = new->of_asker = 0;
    for (const struct turn *t = turns->first; t; t = t->next)
        new->of_asker += same_asker(t, new);
    for (struct turn *t = turns->first; t; t = t->next) {
        if (t->payer != new->payer)
            continue;
        if (t->of_asker <= new->of_asker)
            new->rank++;
        else
            t->rank++;
    }
}

void turns_add(struct turns *turns, struct turn *turn)
{
    turn->next = NULL;
    rank_new(turns, turn);
    if (turn->rank == 0)
        turn->ticket = ++turns->tickets;
    *(turns->last ? &turns->last->next : &turns->first) = turn;
    turns->last = turn;
}

int turns_count(const struct turns *turns, uint64_t payer)
{
    int count = 0;
    for (const struct turn *t = turns->first; t; t = t->next)
        count += t->payer == payer;
    return count;
}

/* The others of its payer and asker come one place nearer. */
static void move_up(struct turns *turns, const struct turn *taken)
{
    for (struct turn *t = turns->first; t; t = t->next) {
        if (t->payer != taken->payer)
            continue;
        t->of_asker -= same_asker(t, taken);
        if (--t->rank == 0)
            t->ticket = ++turns->tickets;
    }
}

struct turn *turns_take(struct turns *turns)
{
    struct turn **best = NULL, *before = NULL, *previous = NULL;
    for (struct turn **at = &turns->first; *at; previous = *at, at = &(*at)->next)
        if ((*at)->rank == 0 && (!best || (*at)->ticket < (*best)->ticket)) {
            best = at;
            before = previous;
        }
    if (!best)
        return NULL;
    struct turn *turn = *best;
    *best = turn->next;
    if (turns->last == turn)
        turns->last = before;
    move_up(turns, turn);
    return turn;
}
