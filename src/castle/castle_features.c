/* castle_features.c: what matters about a position from a seat's eyes, for evaluations. */
#include "castle/castle_state.h"

void castle_features(const struct game *game, const void *state, int seat, float out[])
{
    const struct castle *s = state;
    (void)game;
    for (int i = 0; i < CASTLE_FEATURES; i++)
        out[i] = 0;
    out[0] = (float)s->points[seat] / 50;
}
