/*
 * sqlite_slow.c: questions to the SQLite file that may take long, answered by a thread of their own. A search
 * through all games of somebody who has played for years must not hold up the moves of everybody else.
 */
#include "server/store/sqlite_slow.h"

#include <stdlib.h>

#include "server/base/memory.h"
#include "server/base/fair_queue.h"
#include "server/store/answer.h"
#include "server/store/worker.h"

struct slow_read {
    struct fair_place place;
    struct store_query query;
    char *text; /* the query's */
    store_read *done;
    void *context;
    struct store_answer answer;
};

struct sqlite_slow {
    struct sqlite sqlite; /* only the thread uses it */
    struct worker worker;
    /* guarded by its lock */
    struct fair_queue waiting, finished;
};

bool sqlite_slow_takes(enum store_question what)
{
    switch (what) {
    case STORE_EXPORT:
    case STORE_PROFILE:
    case STORE_MEETINGS:
    case STORE_RESULTS:
    case STORE_RANKING:
    case STORE_SEARCH:
    case STORE_OF_GAME:
    case STORE_UNFINISHED:
        return true;
    default:
        return false;
    }
}

static void reader(void *context)
{
    struct sqlite_slow *s = context;
    uv_mutex_lock(&s->worker.lock);
    for (;;) {
        while (!s->waiting.first && !s->worker.closing)
            uv_cond_wait(&s->worker.wake, &s->worker.lock);
        struct slow_read *r = (struct slow_read *)fair_queue_take(&s->waiting);
        bool closing = s->worker.closing;
        if (!r)
            break;
        uv_mutex_unlock(&s->worker.lock);
        if (closing)
            r->answer.found = STORE_FAILED;
        else
            sqlite_read(&s->sqlite, &r->query, &r->answer);
        uv_mutex_lock(&s->worker.lock);
        fair_queue_add(&s->finished, &r->place);
        uv_async_send(&s->worker.async);
    }
    uv_mutex_unlock(&s->worker.lock);
}

/* On the loop's thread. */
static void tell_finished(uv_async_t *async)
{
    struct sqlite_slow *s = async->data;
    for (;;) {
        uv_mutex_lock(&s->worker.lock);
        struct slow_read *r = (struct slow_read *)fair_queue_take(&s->finished);
        uv_mutex_unlock(&s->worker.lock);
        if (!r)
            return;
        r->done(r->context, &r->answer);
        answer_free(&r->answer);
        free(r->text);
        free(r);
    }
}

void sqlite_slow_read(struct sqlite_slow *s, const struct store_query *query, store_read *done, void *context)
{
    struct slow_read *r = must_calloc(1, sizeof *r);
    r->place.payer = query->payer;
    r->query = *query;
    r->text = query->text ? must_strdup(query->text) : NULL;
    r->query.text = r->text;
    r->done = done;
    r->context = context;
    uv_mutex_lock(&s->worker.lock);
    fair_queue_add(&s->waiting, &r->place);
    uv_cond_signal(&s->worker.wake);
    uv_mutex_unlock(&s->worker.lock);
}

struct sqlite_slow *sqlite_slow_open(uv_loop_t *loop, const char *folder, struct text *error)
{
    struct sqlite_slow *s = must_calloc(1, sizeof *s);
    if (!sqlite_open_reader(&s->sqlite, folder, error)) {
        free(s);
        return NULL;
    }
    if (worker_start(&s->worker, loop, reader, tell_finished, s, error))
        return s;
    sqlite_close_all(&s->sqlite);
    free(s);
    return NULL;
}

void sqlite_slow_close(struct sqlite_slow *s)
{
    worker_close(&s->worker);
    sqlite3_interrupt(s->sqlite.reader); /* the search that is under way fails */
    worker_join(&s->worker);
}

void sqlite_slow_free(struct sqlite_slow *s)
{
    sqlite_close_all(&s->sqlite);
    worker_free(&s->worker);
    free(s);
}
