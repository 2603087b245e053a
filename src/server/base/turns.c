/* turns.c: a queue in which everybody's first goes before anybody's second. */
#include "server/base/turns.h"

#include <stddef.h>

void turns_add(struct turns *turns, struct turn *turn)
{
    turn->next = NULL;
    turn->rank = 0;
    for (const struct turn *other = turns->first; other; other = other->next)
        turn->rank += other->payer == turn->payer;
    *(turns->last ? &turns->last->next : &turns->first) = turn;
    turns->last = turn;
}

bool turns_has(const struct turns *turns, uint64_t payer)
{
    const struct turn *turn = turns->first;
    while (turn && turn->payer != payer)
        turn = turn->next;
    return turn;
}

struct turn *turns_take(struct turns *turns)
{
    struct turn **best = &turns->first, *before = NULL, *previous = NULL;
    for (struct turn **at = &turns->first; *at; previous = *at, at = &(*at)->next)
        if ((*at)->rank < (*best)->rank) {
            best = at;
            before = previous;
        }
    struct turn *turn = *best;
    if (!turn)
        return NULL;
    *best = turn->next;
    if (turns->last == turn)
        turns->last = before;
    return turn;
}
