/* worker.c: a thread that works on what the loop's thread hands to it, and hands it back. */
#include "server/store/worker.h"

void worker_start(struct worker *w, uv_loop_t *loop, void (*work)(void *context), uv_async_cb tell,
                  void *context)
{
    uv_async_init(loop, &w->async, tell);
    w->async.data = context;
    w->tell = tell;
    uv_mutex_init(&w->lock);
    uv_cond_init(&w->wake);
    uv_thread_create(&w->thread, work, context);
}

void worker_close(struct worker *w)
{
    uv_mutex_lock(&w->lock);
    w->closing = true;
    uv_cond_signal(&w->wake);
    uv_mutex_unlock(&w->lock);
}

void worker_join(struct worker *w)
{
    uv_thread_join(&w->thread);
    w->tell(&w->async);
    uv_close((uv_handle_t *)&w->async, NULL);
}

void worker_free(struct worker *w)
{
    uv_mutex_destroy(&w->lock);
    uv_cond_destroy(&w->wake);
}
