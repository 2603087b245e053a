/* thinking.c: questions to bots, answered in the thread pool. */
#include "server/host/thinking.h"

#include <stdlib.h>
#include <string.h>

#include "bot/judge.h"
#include "server/base/limits.h"
#include "server/base/memory.h"
#include "server/base/metrics.h"

struct question {
    struct fair_place place;
    uv_work_t work;
    struct thinking *thinking;
    struct question_queue *queue;
    uint64_t asked_at; /* nanoseconds */
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

/* The terms in which the judge's move is better than the move that was made, or than the next best. */
static void compare(struct question *q, const struct bot_question *ask)
{
    struct host_thought *thought = &q->thought;
    thought->other =
        q->asked.made >= 0 ? (game_move)q->asked.made : judge_other(ask, q->opinions, thought->count);
    if (thought->other != thought->move)
        thought->reason_count = bot_reasons(ask, thought->move, thought->other, thought->reasons);
}

static void think(uv_work_t *work)
{
    struct question *q = work->data;
    const struct host_question *asked = &q->asked;
    size_t size = asked->level ? bot_level_memory(asked->game) : judge_memory(asked->game);
    void *memory = must_malloc(size);
    struct bot_question ask = {.game = asked->game,
                               .seats = asked->seats,
                               .seat = asked->seat,
                               .view = q->view,
                               .budget = {.ms = asked->ms, .clock = clock_ms}};
    if (asked->level) {
        ask.rng = &q->rng;
        q->thought.move = bot_level_choose(asked->level, &ask, memory, size, NULL, NULL);
    } else {
        q->thought.opinions = q->opinions;
        q->thought.move = judge_choose(&ask, memory, size, q->opinions, &q->thought.count);
        compare(q, &ask);
    }
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

/* The queue of which a question is to be answered now; NULL if there is none. Hints leave a thread to
 * computers where there are several. */
static struct question_queue *next_queue(struct thinking *all)
{
    int looks_at_once = all->threads > 1 ? all->threads - 1 : 1;
    if (all->quick.left.first && all->quick.thinking < 1)
        return &all->quick;
    if (all->moves.thinking + all->looks.thinking >= all->threads)
        return NULL;
    if (all->moves.left.first)
        return &all->moves;
    return all->looks.left.first && all->looks.thinking < looks_at_once ? &all->looks : NULL;
}

static void go_on(struct thinking *all)
{
    for (struct question_queue *queue; (queue = next_queue(all));) {
        struct question *q = (struct question *)fair_queue_take(&queue->left);
        queue->thinking++;
        if (all->waited)
            histogram_add(all->waited, (double)(uv_hrtime() - q->asked_at) * 1e-9);
        uv_queue_work(all->loop, &q->work, think, answered);
    }
}

void thinking_stop(struct thinking *all)
{
    struct question_queue *queues[] = {&all->quick, &all->moves, &all->looks};
    for (int i = 0; i < 3; i++)
        for (struct fair_place *place; (place = fair_queue_take(&queues[i]->left));)
            end((struct question *)place, NULL);
}

bool thinking_ask(struct thinking *all, const struct host_question *question, const struct rng *rng,
                  host_thought_done *done, void *context)
{
    size_t size = question->game->state_size;
    struct question_queue *queue = question->level == 0                      ? &all->looks
                                   : question->level <= THINKING_QUICK_LEVEL ? &all->quick
                                                                             : &all->moves;
    if (queue->waiting >= LIMIT_THINKING ||
        fair_queue_count(&queue->left, question->payer) >= LIMIT_THINKING_EACH)
        return false;
    struct question *q = must_calloc(1, sizeof *q);
    q->work.data = q;
    q->thinking = all;
    q->queue = queue;
    q->done = done;
    q->context = context;
    q->asked = *question;
    q->place.payer = question->payer;
    q->place.asker = question->asker;
    q->asked_at = uv_hrtime();
    q->rng = *rng;
    q->view = must_malloc(size);
    memcpy(q->view, question->view, size);
    fair_queue_add(&queue->left, &q->place);
    queue->waiting++;
    go_on(all);
    return true;
}
