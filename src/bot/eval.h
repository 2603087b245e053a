/*
 * eval.h: what a position is worth to a seat: the points it will be ahead in the end, and its chance to win.
 *
 * An evaluation is a small network over the game's features. `castellany train` learns one for each game and
 * number of seats; data/weights holds them. Without one, the points so far are the evaluation.
 */
#ifndef BOT_EVAL_H
#define BOT_EVAL_H

#include "core/game.h"

enum {
    EVAL_MAX_HIDDEN = 32,
    EVAL_OUTPUTS = 2,
    EVAL_MADE_BY = 256,
    EVAL_UNIT = 10000 /* a weight of 1 in files */
};

enum eval_output { EVAL_MARGIN, EVAL_WIN };

/*
 * Two outputs. Each is the sum of a linear part over the features and a part over hidden units that are 0 for
 * negative sums. The margin is in units of the evaluation's scale; the chance to win goes through the
 * logistic function. Rows are padded with zeros.
 */
struct eval_net {
    float bias[EVAL_OUTPUTS];
    float direct[EVAL_OUTPUTS][GAME_MAX_FEATURES];
    float hidden_bias[EVAL_MAX_HIDDEN];
    float in[EVAL_MAX_HIDDEN][GAME_MAX_FEATURES];
    float out[EVAL_OUTPUTS][EVAL_MAX_HIDDEN];
};

struct eval {
    int features, hidden;
    long games;  /* how many games it has learned from */
    float scale; /* points that make a clear lead */
    struct eval_net net;
    char made_by[EVAL_MADE_BY]; /* the command that made it */
};

struct eval_value {
    float margin, win;
};

/* Reads a file of weights for this game and number of seats. False with the reason in `error`. */
bool eval_read(const char *text, size_t length, const struct game *game, int seats, struct eval *out,
               struct text *error);
/* Writes an evaluation as text that eval_read reads. */
void eval_write(const struct eval *, const struct game *game, int seats, struct text *out);

/* The evaluation that ships for a game and a number of seats, or NULL. */
const struct eval *eval_find(const struct game *game, int seats);

/* The network's outputs for GAME_MAX_FEATURES features; those beyond the game's must be 0. */
struct eval_value eval_features(const struct eval *, const float *features);

/* How much each feature adds to the difference of the margins, in points; all together add up to it. */
void eval_shares(const struct eval *, const float *features, const float *others, float *shares);

/* What a position is worth to a seat. `eval` may be NULL. It is exact when the game is over. A full state and
 * the seat's view of it give the same answer. */
struct eval_value eval_position(const struct eval *, const struct game *game, const void *state, int seats,
                                int seat);

/* One figure from 0 to 1 to choose moves by: mostly the chance to win, a little the margin. Because of the
 * margin a bot plays on sensibly when it wins or loses anyway. */
float eval_utility(const struct eval *, struct eval_value);

#endif
