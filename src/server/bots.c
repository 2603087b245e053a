/* bots.c: questions to bots, answered in the thread pool. */
#include "server/bots.h"

#include <stdlib.h>
#include <string.h>

#include "server/ids.h"
#include "server/limits.h"
#include "server/memory.h"

enum { AT_ONCE = 3 }; /* of the pool's four threads; one is left for passwords */

struct question {
    uv_work_t work;
    struct bots *bots;
    struct question *next;
    bots_done *done;
    void *context;
    const struct game *game;
    int seats, seat, level, ms;
    struct rng rng;
    void *view;
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
    size_t size = bot_level_memory(q->game);
    void *memory = must_malloc(size);
    struct bot_question ask = {.game = q->game,
                               .seats = q->seats,
                               .seat = q->seat,
                               .view = q->view,
                               .budget = {.ms = q->ms, .clock = clock_ms},
                               .rng = &q->rng};
    q->answer.move = bot_level_choose(q->level, &ask, memory, size, q->opinions, &q->answer.count);
    q->answer.opinions = q->opinions;
    free(memory);
}

static void end(struct question *q, const struct bots_answer *answer)
{
    q->bots->waiting--;
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
    all->thinking--;
    end(q, &q->answer);
    go_on(all);
}

static struct question *take_first(struct bots *all)
{
    struct question *q = all->first;
    all->first = q->next;
    if (!all->first)
        all->last = NULL;
    return q;
}

static void go_on(struct bots *all)
{
    while (all->first && all->thinking < AT_ONCE) {
        struct question *q = take_first(all);
        all->thinking++;
        uv_queue_work(all->loop, &q->work, think, answered);
    }
}

void bots_stop(struct bots *all)
{
    while (all->first)
        end(take_first(all), NULL);
}

bool bots_ask(struct bots *all, const struct game *game, int seats, int seat, const void *view, int level,
              int ms, bots_done *done, void *context)
{
    if (all->waiting >= LIMIT_THINKING)
        return false;
    struct question *q = must_calloc(1, sizeof *q);
    q->work.data = q;
    q->bots = all;
    q->done = done;
    q->context = context;
    q->game = game;
    q->seats = seats;
    q->seat = seat;
    q->level = level;
    q->ms = ms;
    q->rng = chance_rng();
    q->view = must_malloc(game->state_size);
    memcpy(q->view, view, game->state_size);
    *(all->last ? &all->last->next : &all->first) = q;
    all->last = q;
    all->waiting++;
    go_on(all);
    return true;
}
