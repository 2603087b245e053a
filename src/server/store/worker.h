/* worker.h: a thread that works on what the loop's thread hands to it, and hands it back. */
#ifndef SERVER_STORE_WORKER_H
#define SERVER_STORE_WORKER_H

#include <stdbool.h>
#include <uv.h>

#include "core/text.h"

struct worker {
    uv_thread_t thread;
    uv_async_t async; /* uv_async_send calls `tell` on the loop's thread */
    uv_async_cb tell;
    uv_mutex_t lock;
    uv_cond_t wake;
    bool closing; /* guarded by the lock */
};

/* Starts `work` on a thread of its own; it must take the lock first. `tell` finds the context in
 * `async->data`. False, with the reason, if there is no thread; then nothing is to be closed. */
bool worker_start(struct worker *, uv_loop_t *loop, void (*work)(void *context), uv_async_cb tell,
                  void *context, struct text *error);
/* The thread is to end when it has nothing more to do. */
void worker_close(struct worker *);
/* Waits until it has, and tells what it still finished. Run the loop until it is empty, then call
 * worker_free. */
void worker_join(struct worker *);
void worker_free(struct worker *);

#endif
