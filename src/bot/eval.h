/*
 * eval.h: what a position is worth to a seat: the points it will be ahead in the end, and its chance to win.
 *
 * An evaluation is a small network over the game's features, one for each game and number of seats, learned
 * by `castellany train` and kept in data/weights. Where nothing was learned the points so far must do.
 */
#ifndef BOT_EVAL_H
#define BOT_EVAL_H

#include "core/game.h"

enum { EVAL_MAX_HIDDEN = 32, EVAL_OUTPUTS = 2, EVAL_MADE_BY = 256 };

enum eval_output { EVAL_MARGIN, EVAL_WIN };

/*
 * Two outputs, each the sum of a linear part over the features and a part over hidden units that are silent
 * below 0. The margin is in units of the evaluation's scale, the chance to win goes through the logistic
 * function. Rows are padded with zeros.
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
    long games;  /* learned from */
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
/* Writes one, as eval_read reads it. */
void eval_write(const struct eval *, const struct game *game, int seats, struct text *out);

/* The evaluation that ships for a game and a number of seats, or NULL. */
const struct eval *eval_find(const struct game *game, int seats);

/* What the network says to a vector of features (GAME_MAX_FEATURES of them, zeros behind the game's own). */
struct eval_value eval_features(const struct eval *, const float *features);

/* What a position is worth to a seat; `eval` may be NULL. Exact when the game is over. Given a view of that
 * seat or a full state the answer is the same. */
struct eval_value eval_position(const struct eval *, const struct game *game, const void *state, int seats,
                                int seat);

/* One figure to choose moves by, 0 to 1: mostly the chance to win, a little the margin, so that a bot that
 * wins or loses anyway still plays on. */
float eval_utility(const struct eval *, struct eval_value);

#endif
