/* bot_thread.c: a bot that thinks on a thread of its own. */
#include "cli/play/bot_thread.h"

#include <signal.h>

#include "bot/judge.h"
#include "cli/base/bot_setup.h"

static void *think(void *context)
{
    struct thinking *t = context;
    struct session *s = t->session;
    if (t->hint)
        t->move = judge_choose(&t->question, s->memory, s->memory_size, s->opinions, &s->opinion_count);
    else
        t->move = bot_level_choose(s->table.level, &t->question, s->memory, s->memory_size, NULL, NULL);
    atomic_store(&t->done, true);
    return NULL;
}

/* The clock of a bot. After it was given up, its time is over. */
static double read_clock(void *context)
{
    struct thinking *t = context;
    return atomic_load(&t->given_up) ? 1e15 : clock_wall(NULL);
}

bool thinking_begin(struct thinking *t, struct session *s, int seat, bool hint)
{
    sigset_t all, before;
    t->session = s;
    t->hint = hint;
    t->question = session_question(s, seat, hint ? 0 : session_budget(s, seat), &t->view);
    if (hint) {
        t->question.rng = NULL; /* the judge has luck of its own */
    } else {
        t->question.budget.clock = read_clock;
        t->question.budget.context = t;
    }
    atomic_init(&t->done, false);
    atomic_init(&t->given_up, false);
    sigfillset(&all); /* signals are for the thread with the screen */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool fine = pthread_create(&t->thread, NULL, think, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fine;
}

bool thinking_done(const struct thinking *t)
{
    return atomic_load(&t->done);
}

void thinking_give_up(struct thinking *t)
{
    atomic_store(&t->given_up, true);
}

game_move thinking_end(struct thinking *t)
{
    pthread_join(t->thread, NULL);
    return t->move;
}
