/* worker.c: a thread that works on what the loop's thread hands to it, and hands it back. */
#include "server/store/worker.h"

/* The thread begins by taking the lock, so it finds its handle ready. */
bool worker_start(struct worker *w, uv_loop_t *loop, void (*work)(void *context), uv_async_cb tell,
                  void *context, struct text *error)
{
    uv_mutex_init(&w->lock);
    uv_cond_init(&w->wake);
    uv_mutex_lock(&w->lock);
    int refused = uv_thread_create(&w->thread, work, context);
    if (!refused) {
        uv_async_init(loop, &w->async, tell);
        w->async.data = context;
        w->tell = tell;
    }
    uv_mutex_unlock(&w->lock);
    if (!refused)
        return true;
    text_printf(error, "the system gives the store no thread: %s", uv_strerror(refused));
    worker_free(w);
    return false;
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
