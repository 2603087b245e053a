/* working.h: work that takes too long for the thread of the tables, done in the thread pool. */
#ifndef SERVER_HOST_WORKING_H
#define SERVER_HOST_WORKING_H

#include <uv.h>

#include "server/base/turns.h"
#include "server/host.h"

struct working {
    uv_loop_t *loop;
    struct turns turns;
    int waiting; /* jobs, with the one in the thread pool … */
    int running; /* … and only that */
};

/* See `work` in host.h. Everybody's first job goes before anybody's second. */
bool working_ask(struct working *, struct host_job *);

#endif
