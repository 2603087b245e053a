/* working.h: work that takes too long for the thread of the tables, done in the thread pool. */
#ifndef SERVER_HOST_WORKING_H
#define SERVER_HOST_WORKING_H

#include <uv.h>

#include "server/base/fair_queue.h"
#include "server/host.h"

struct working {
    uv_loop_t *loop;
    int at_once, most; /* jobs in the thread pool, and in all */
    struct fair_queue queue;
    int running; /* jobs in the thread pool */
    int waiting; /* these and those in the queue */
};

/* See `work` in host.h. Addresses take turns. */
bool working_ask(struct working *, struct host_job *);

#endif
