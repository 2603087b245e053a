/* working.c: does jobs in the thread pool, a few at a time. */
#include "server/host/working.h"

#include <stdlib.h>

#include "server/base/memory.h"

struct working_job {
    struct fair_place place;
    uv_work_t work;
    struct working *working;
    struct host_job *job;
};

static void run(uv_work_t *work)
{
    struct working_job *w = work->data;
    w->job->run(w->job);
}

static void go_on(struct working *all);

static void ran(uv_work_t *work, int status)
{
    struct working_job *w = work->data;
    struct working *all = w->working;
    struct host_job *job = w->job;
    (void)status;
    free(w);
    all->waiting--;
    all->running--;
    go_on(all);
    job->done(job);
}

static void go_on(struct working *all)
{
    while (all->queue.first && all->running < all->at_once) {
        struct working_job *w = (struct working_job *)fair_queue_take(&all->queue);
        all->running++;
        uv_queue_work(all->loop, &w->work, run, ran);
    }
}

bool working_ask(struct working *all, struct host_job *job)
{
    bool second =
        fair_queue_count(&all->queue, job->payer) > 0; /* leave half of the places to others' first */
    if (all->waiting >= (second ? all->most / 2 : all->most))
        return false;
    struct working_job *w = must_calloc(1, sizeof *w);
    *w = (struct working_job){.place.payer = job->payer, .work.data = w, .working = all, .job = job};
    fair_queue_add(&all->queue, &w->place);
    all->waiting++;
    go_on(all);
    return true;
}
