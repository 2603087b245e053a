/* castellan_features.c: what matters about a position from a seat's eyes. */
#include "castellan/castellan_state.h"

#include <string.h>

void castellan_features(const struct game *game, const void *state, int seat, float out[])
{
    int points[GAME_MAX_SEATS];
    castellan_score(game, state, points);
    memset(out, 0, CASTELLAN_FEATURES * sizeof *out);
    out[0] = (float)points[seat] / 64;
}
