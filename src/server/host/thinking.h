/*
 * thinking.h: questions to bots, answered in the thread pool. A question is a copy of a view and nothing
 * else, so a bot sees what its seat sees. Moves of computers, for which tables wait, go before hints and
 * analyses. Among those of one kind each address has its turn, and at an address each player (fair_queue.h):
 * many guests of one address get what one gets. Levels that answer in a moment have a thread of their own, so
 * that they never wait for a deep thought.
 */
#ifndef SERVER_HOST_THINKING_H
#define SERVER_HOST_THINKING_H

#include <uv.h>

#include "server/base/fair_queue.h"
#include "server/host.h"

struct question_queue {
    int waiting;            /* questions without an answer */
    int thinking;           /* those of them that are in the thread pool */
    struct fair_queue left; /* those that are not */
};

enum { THINKING_QUICK_LEVEL = 3 }; /* up to this level a move takes a moment */

struct histogram;

struct thinking {
    struct histogram *waited; /* how long questions wait; may be NULL */
    uv_loop_t *loop;
    int threads;                 /* for deep thoughts */
    struct question_queue quick; /* moves of weak computers */
    struct question_queue moves; /* of strong ones */
    struct question_queue looks; /* hints and analyses */
};

/* See `think` in host.h. */
bool thinking_ask(struct thinking *, const struct host_question *, const struct rng *, host_thought_done *,
                  void *context);
/* Drops the questions that no thread works on yet. */
void thinking_stop(struct thinking *);

#endif
