/* thinking.c: questions to bots, answered in the thread pool. */
#include "server/host/thinking.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/limits.h"
#include "server/base/memory.h"

enum {
    AT_ONCE = 3,                /* of the pool's four threads; one is left for passwords */
    LOOKS_AT_ONCE = AT_ONCE - 1 /* hints and analyses; one thread is left for the moves of computers */
};

struct question {
    uv_work_t work;
    struct thinking *thinking;
    struct question_queue *queue;
    struct question *next;
    host_thought_done *done;
    void *context;
    struct host_question asked;
    void *view; /* its copy */
    struct rng rng;
    struct host_thought thought;
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
    const struct host_question *asked = &q->asked;
    size_t size = bot_level_memory(asked->game);
    void *memory = must_malloc(size);
    struct bot_question ask = {.game = asked->game,
                               .seats = asked->seats,
                               .seat = asked->seat,
                               .view = q->view,
                               .budget = {.ms = asked->ms, .clock = clock_ms},
                               .rng = &q->rng};
    struct bot_opinion *opinions = asked->move_only ? NULL : q->opinions;
    q->thought.opinions = opinions;
    q->thought.move =
        bot_level_choose(asked->level, &ask, memory, size, opinions, opinions ? &q->thought.count : NULL);
    free(memory);
}

static void end(struct question *q, const struct host_thought *thought)
{
    q->queue->waiting--;
    q->done(q->context, thought);
    free(q->view);
    free(q);
}

static void go_on(struct thinking *all);

static void answered(uv_work_t *work, int status)
{
    struct question *q = work->data;
    struct thinking *all = q->thinking;
    (void)status;
    q->queue->thinking--;
    end(q, &q->thought);
    go_on(all);
}

static struct question *take_first(struct question_queue *queue)
{
    struct question *q = queue->first;
    queue->first = q->next;
    if (!queue->first)
        queue->last = NULL;
    return q;
}

/* The queue whose first question comes next; NULL if all threads are busy or nothing waits. */
static struct question_queue *next_queue(struct thinking *all)
{
    if (all->moves.thinking + all->looks.thinking >= AT_ONCE)
        return NULL;
    if (all->moves.first)
        return &all->moves;
    return all->looks.first && all->looks.thinking < LOOKS_AT_ONCE ? &all->looks : NULL;
}

static void go_on(struct thinking *all)
{
    for (struct question_queue *queue; (queue = next_queue(all));) {
        struct question *q = take_first(queue);
        queue->thinking++;
        uv_queue_work(all->loop, &q->work, think, answered);
    }
}

void thinking_stop(struct thinking *all)
{
    while (all->moves.first)
        end(take_first(&all->moves), NULL);
    while (all->looks.first)
        end(take_first(&all->looks), NULL);
}

bool thinking_ask(struct thinking *all, const struct host_question *question, const struct rng *rng,
                  host_thought_done *done, void *context)
{
    size_t size = question->game->state_size;
    struct question_queue *queue = question->move_only ? &all->moves : &all->looks;
    if (queue->waiting >= LIMIT_THINKING)
        return false;
    struct question *q = must_calloc(1, sizeof *q);
    q->work.data = q;
    q->thinking = all;
    q->queue = queue;
    q->done = done;
    q->context = context;
    q->asked = *question;
    q->rng = *rng;
    q->view = must_malloc(size);
    memcpy(q->view, question->view, size);
    *(queue->last ? &queue->last->next : &queue->first) = q;
    queue->last = q;
    queue->waiting++;
    go_on(all);
    return true;
}
