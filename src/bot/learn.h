/*
 * learn.h: evaluations learned by self-play, TD(λ). A game is played by the evaluation as it is, a little at
 * random; then every position of it, as each seat saw it, is pulled towards what came after it: the next
 * position's value and the result, mixed by λ. Equal seeds learn equal weights.
 */
#ifndef BOT_LEARN_H
#define BOT_LEARN_H

#include "bot/eval.h"

enum { LEARN_POSITIONS = 8192 };

struct learner {
    const struct game *game;
    int seats;
    const char *options; /* that every game has; NULL: any, drawn anew for each game */
    uint64_t seed;
    float lambda, rate;
    struct eval eval;
    char problem[256]; /* what was wrong with the options */

    /* Steps are those of Adam. What it remembers is forgotten at every checkpoint, so that a run that is
     * resumed from one goes on as if it had never stopped. */
    struct eval_net gradient, mean, variance;
    long steps;
    int batched;

    /* Errors since the last checkpoint: of margins in points, of chances to win squared. */
    double margin_error, win_error;
    long samples;

    /* The positions of the present game, seat after seat. */
    int positions;
    float features[LEARN_POSITIONS][GAME_MAX_FEATURES];
    unsigned char seat[LEARN_POSITIONS];
};

/* Begins anew with small random weights; the scale is that of random games. NULL, or a message for the user.
 */
const char *learn_begin(struct learner *, int hidden);
/* Plays the next game and learns from it. NULL, or a message. */
const char *learn_game(struct learner *, float rate);
/* Forgets what a file of weights does not hold. */
void learn_checkpoint(struct learner *);

#endif
