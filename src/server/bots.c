/* bots.c: questions to bots, answered in the thread pool. */
#include "server/bots.h"

#include <stdlib.h>
#include <string.h>

#include "server/ids.h"
#include "server/limits.h"
#include "server/memory.h"

enum {
    AT_ONCE = 3,                /* of the pool's four threads; one is left for passwords … */
    LOOKS_AT_ONCE = AT_ONCE - 1 /* … and one of the others for the moves of computers */
};

struct question {
    uv_work_t work;
    struct bots *bots;
    struct bots_queue *queue;
    struct question *next;
    bots_done *done;
    void *context;
    struct bots_question asked;
    void *view; /* its copy */
    struct rng rng;
    struct bots_answer answer;
    struct bot_opinion opinions[GAME_MAX_MOVES];
};

static double clock_ms(void *context)
{
    (void)context;
    return (double)uv_hrtime() * 1e-6;
}

static void think(uv_work_t *work)
{
    struct question *q = work->data;
    const struct bots_question *asked = &q->asked;
    size_t size = bot_level_memory(asked->game);
    void *memory = must_malloc(size);
    struct bot_question ask = {.game = asked->game,
                               .seats = asked->seats,
                               .seat = asked->seat,
                               .view = q->view,
                               .budget = {.ms = asked->ms, .clock = clock_ms},
                               .rng = &q->rng};
    struct bot_opinion *opinions = asked->move_only ? NULL : q->opinions;
    q->answer.opinions = opinions;
    q->answer.move =
        bot_level_choose(asked->level, &ask, memory, size, opinions, opinions ? &q->answer.count : NULL);
    free(memory);
}

static void end(struct question *q, const struct bots_answer *answer)
{
    q->queue->waiting--;
    q->done(q->context, answer);
    free(q->view);
    free(q);
}

static void go_on(struct bots *all);

static void answered(uv_work_t *work, int status)
{
    struct question *q = work->data;
    struct bots *all = q->bots;
    (void)status;
    q->queue->thinking--;
    end(q, &q->answer);
    go_on(all);
}

static struct question *take_first(struct bots_queue *queue)
{
    struct question *q = queue->first;
    queue->first = q->next;
    if (!queue->first)
        queue->last = NULL;
    return q;
}

/* The queue whose first question is to be answered now; NULL if none is. */
static struct bots_queue *next_queue(struct bots *all)
{
    if (all->moves.thinking + all->looks.thinking >= AT_ONCE)
        return NULL;
    if (all->moves.first)
        return &all->moves;
    return all->looks.first && all->looks.thinking < LOOKS_AT_ONCE ? &all->looks : NULL;
}

static void go_on(struct bots *all)
{
    for (struct bots_queue *queue; (queue = next_queue(all));) {
        struct question *q = take_first(queue);
        queue->thinking++;
        uv_queue_work(all->loop, &q->work, think, answered);
    }
}

void bots_stop(struct bots *all)
{
    while (all->moves.first)
        end(take_first(&all->moves), NULL);
    while (all->looks.first)
        end(take_first(&all->looks), NULL);
}

bool bots_ask(struct bots *all, const struct bots_question *question, bots_done *done, void *context)
{
    size_t size = question->game->state_size;
    struct bots_queue *queue = question->move_only ? &all->moves : &all->looks;
    if (queue->waiting >= LIMIT_THINKING)
        return false;
    struct question *q = must_calloc(1, sizeof *q);
    q->work.data = q;
    q->bots = all;
    q->queue = queue;
    q->done = done;
    q->context = context;
    q->asked = *question;
    q->rng = chance_rng();
    q->view = must_malloc(size);
    memcpy(q->view, question->view, size);
    *(queue->last ? &queue->last->next : &queue->first) = q;
    queue->last = q;
    queue->waiting++;
    go_on(all);
    return true;
}
