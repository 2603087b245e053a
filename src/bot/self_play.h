/*
 * self_play.h: learns evaluations by self-play, TD(λ). The evaluation plays a game with itself, with some
 * random moves. Then the value of every position, for every seat, is moved towards what came after it: the
 * value of the next position and the result, mixed by λ. Equal seeds learn equal weights.
 */
#ifndef BOT_SELF_PLAY_H
#define BOT_SELF_PLAY_H

#include "bot/eval.h"

enum { LEARN_POSITIONS = 8192 };

struct learner {
    const struct game *game;
    int seats;
    const char *options; /* of every game; NULL: drawn for each game */
    uint64_t seed;
    float lambda, rate;
    struct eval eval;
    char problem[256]; /* what was wrong with the options */

    /* The state of Adam. It is reset at every checkpoint, so that a run that is resumed from one goes on as
     * if it had never stopped. */
    struct eval_net gradient, mean, variance;
    long steps;
    int batched;

    /* Sums of errors since the last checkpoint: of margins in points, and of chances to win squared. */
    double margin_error, win_error;
    long samples;

    /* The positions of the present game, each once for every seat. */
    int positions;
    float features[LEARN_POSITIONS][GAME_MAX_FEATURES];
    unsigned char seat[LEARN_POSITIONS];
};

/* Starts with small random weights and the scale of random games. NULL, or a message for the user. */
const char *learn_begin(struct learner *, int hidden);
/* Plays the next game and learns from it. NULL, or a message. */
const char *learn_game(struct learner *, float rate);
/* Resets everything that a file of weights does not hold. */
void learn_checkpoint(struct learner *);

#endif
