/*
 * thinking.h: questions to bots, answered in the thread pool. A question holds a copy of a view and no state,
 * so a bot sees only what its seat sees. Tables wait for the moves of computers, so these go before hints and
 * analyses, which never take all threads.
 */
#ifndef SERVER_HOST_THINKING_H
#define SERVER_HOST_THINKING_H

#include <uv.h>

#include "server/host.h"

struct question;

struct question_queue {
    int waiting;                   /* questions without an answer */
    int thinking;                  /* those of them that are in the thread pool */
    struct question *first, *last; /* those that are not, in order */
};

struct thinking {
    uv_loop_t *loop;
    struct question_queue moves; /* of computers */
    struct question_queue looks; /* hints and analyses */
};

/* See `think` in host.h. */
bool thinking_ask(struct thinking *, const struct host_question *, const struct rng *, host_thought_done *,
                  void *context);
/* Drops the questions that no thread works on yet. */
void thinking_stop(struct thinking *);

#endif
