/*
 * judge.h: what a strong player thinks of decisions. Hints and analyses ask the same judge, with the same
 * strength and the same luck: of the same view it says the same, so no hint is called a mistake later.
 *
 * A turn of several decisions is judged as a turn: pieces that are built in another order are no mistake.
 */
#ifndef BOT_JUDGE_H
#define BOT_JUDGE_H

#include "bot/bot.h"

enum { JUDGE_SIMULATIONS = 1000, JUDGE_DECISIONS = 64 };

/* Memory that the judge needs in this game. */
size_t judge_memory(const struct game *);

/* Asks the judge; returns its move. A question without a generator gets luck that depends on the view alone.
 * Of its budget only the simulations count, and 0 is JUDGE_SIMULATIONS. `opinions` and `count` as for
 * bot_choose; of moves that lead to the same position or to mirror images it has the same opinion. */
game_move judge_choose(const struct bot_question *, void *memory, size_t size, struct bot_opinion *opinions,
                       int *count);

/* Whether two moves are equally good because both lead to the same position, or to mirror images. Each may
 * need the other move after it: then only their order differs. A player who never makes the second of the
 * two is told so at the decision where they left it out. */
bool judge_same(const struct bot_question *, game_move, game_move);

/* The opinion of the best move that leads elsewhere than `move`; NULL if all moves lead to the same. */
const struct bot_opinion *judge_elsewhere(const struct bot_question *, game_move move,
                                          const struct bot_opinion *opinions, int count);

/* The opinion of the best move that leads elsewhere than the first; NULL if all moves lead to the same. */
const struct bot_opinion *judge_next_best(const struct bot_question *, const struct bot_opinion *opinions,
                                          int count);

/* The move with which a hint compares the first: the best one that leads elsewhere. Where every other move
 * can still follow the first, the best of those; the first itself if all lead to the same position at once.
 */
game_move judge_other(const struct bot_question *, const struct bot_opinion *opinions, int count);

/* A decision that was made, as the judge sees it. */
struct judged {
    int number; /* the caller's */
    game_move made, best;
    float margin, win; /* of the move that was made */
    float lost,
        cost;    /* how much more chance to win, and margin, another turn would have had; never negative */
    float noise; /* of `lost`: 19 times of 20 the judge is not farther off by chance */
};

/* The decisions of a seat, from one in which it is to move until somebody else, or chance, has moved. */
struct judge_turn {
    struct judged decision[JUDGE_DECISIONS];
    int count;
    float win, margin, noise; /* of the best move of the first decision */
};

/* Adds a decision to a turn, with the judge's opinions of it. False if the turn is full. */
bool judge_add(struct judge_turn *, const struct bot_question *, int number, game_move made,
               const struct bot_opinion *opinions, int count);
/* Charges what the turn lost as a whole to the decision of it that lost the most; no other has lost then. */
void judge_settle(struct judge_turn *);
/* Whether a decision of a settled turn lost more than chance explains. */
bool judge_is_mistake(const struct judged *);

#endif
