/*
 * bots.h: questions to bots, answered in the thread pool. A question is a copy of a view and nothing else, so
 * a bot sees what its seat sees. Answers come back on the loop's thread. Moves of computers, for which tables
 * wait, go before hints and analyses, and these never take all threads.
 */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include <uv.h>

#include "bot/bot.h"

struct question;

struct bots_queue {
    int waiting;                   /* questions that are asked and not answered */
    int thinking;                  /* those of them that are in the thread pool */
    struct question *first, *last; /* the others, in order */
};

struct bots {
    uv_loop_t *loop;
    struct bots_queue moves; /* of computers */
    struct bots_queue looks; /* hints and analyses */
};

struct bots_question {
    const struct game *game;
    int seats, seat;
    const void *view; /* the seat's; it is copied */
    int level;
    int ms;         /* at most, 0: as long as the level may think */
    bool move_only; /* a computer's move, and what it thinks of the others is not wanted: it may stop when its
                       choice is clear */
};

/* What a bot answers: the move it would make, and (best first, if wanted) what it thinks of each. */
struct bots_answer {
    game_move move;
    int count;
    const struct bot_opinion *opinions;
};

/* The answer is NULL if the question was given up. */
typedef void bots_done(void *context, const struct bots_answer *answer);

/* False if too many of its kind wait. `done` is always called otherwise. */
bool bots_ask(struct bots *all, const struct bots_question *question, bots_done *done, void *context);
/* Gives up the questions that nobody thinks about yet. */
void bots_stop(struct bots *all);

#endif
