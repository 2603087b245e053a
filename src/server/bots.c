/* bots.c: questions to bots, answered in the thread pool. */
#include "server/bots.h"

#include <stdlib.h>
#include <string.h>

#include "server/ids.h"
#include "server/limits.h"
#include "server/memory.h"

struct question {
    uv_work_t work;
    struct bots *bots;
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

static void answered(uv_work_t *work, int status)
{
    struct question *q = work->data;
    (void)status;
    q->bots->waiting--;
    q->done(q->context, &q->answer);
    free(q->view);
    free(q);
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
    all->waiting++;
    uv_queue_work(all->loop, &q->work, think, answered);
    return true;
}
