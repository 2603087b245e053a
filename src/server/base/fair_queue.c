/* fair_queue.c: a queue in which addresses take turns, and so do the players of one address. */
#include "server/base/fair_queue.h"

#include <stdbool.h>
#include <stddef.h>

static bool same_asker(const struct fair_place *a, const struct fair_place *b)
{
    return a->payer == b->payer && a->asker == b->asker;
}

/* Sorts a new place among those of its payer: every asker's first one stands before all second ones. */
static void rank_new(const struct fair_queue *queue, struct fair_place *new)
{
    new->rank = new->of_asker = 0;
    for (const struct fair_place *p = queue->first; p; p = p->next)
        new->of_asker += same_asker(p, new);
    for (struct fair_place *p = queue->first; p; p = p->next) {
        if (p->payer != new->payer)
            continue;
        if (p->of_asker <= new->of_asker)
            new->rank++;
        else
            p->rank++;
    }
}

void fair_queue_add(struct fair_queue *queue, struct fair_place *place)
{
    place->next = NULL;
    rank_new(queue, place);
    if (place->rank == 0)
        place->ticket = ++queue->tickets;
    *(queue->last ? &queue->last->next : &queue->first) = place;
    queue->last = place;
}

int fair_queue_count(const struct fair_queue *queue, uint64_t payer)
{
    int count = 0;
    for (const struct fair_place *p = queue->first; p; p = p->next)
        count += p->payer == payer;
    return count;
}

/* The others of its payer and asker come one place nearer. */
static void move_up(struct fair_queue *queue, const struct fair_place *taken)
{
    for (struct fair_place *p = queue->first; p; p = p->next) {
        if (p->payer != taken->payer)
            continue;
        p->of_asker -= same_asker(p, taken);
        if (--p->rank == 0)
            p->ticket = ++queue->tickets;
    }
}

struct fair_place *fair_queue_take(struct fair_queue *queue)
{
    struct fair_place **best = NULL, *before = NULL, *previous = NULL;
    for (struct fair_place **at = &queue->first; *at; previous = *at, at = &(*at)->next)
        if ((*at)->rank == 0 && (!best || (*at)->ticket < (*best)->ticket)) {
            best = at;
            before = previous;
        }
    if (!best)
        return NULL;
    struct fair_place *place = *best;
    *best = place->next;
    if (queue->last == place)
        queue->last = before;
    move_up(queue, place);
    return place;
}
