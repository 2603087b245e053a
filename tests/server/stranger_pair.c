/* stranger_pair.c: games that look alike to somebody, for whom nothing else may differ (pair.h). */
#include "core/rng.h"
#include "pair.h"
#include "stranger_shrink.h"

enum { KINDS = sizeof kinds / sizeof kinds[0] };

void stranger_pair(uint64_t seed)
{
    struct rng rng;
    long steps = 0, differing = 0;
    rng_seed(&rng, seed);
    const struct kind *kind = &kinds[rng_below(&rng, KINDS)];
    int listener = 1 + (int)rng_below(&rng, (uint32_t)kind->seats + 1);
    bool hot = kind->seats > 2 && listener == 1 && rng_below(&rng, 2);
    play_pair(kind, listener > kind->seats ? SPECTATOR : listener, hot, seed, &steps, &differing);
}
