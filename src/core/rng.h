/* rng.h: a small fast random generator with unbiased ranges (xoshiro256**). Not for secrets. */
#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

/* Equal seeds give equal streams, on every machine and in every version. */
void rng_seed(struct rng *rng, uint64_t seed);

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t x = s[1] * 5;
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0 … n-1, n > 0, without bias (Lemire's method). */
static inline uint32_t rng_below(struct rng *rng, uint32_t n)
{
    uint64_t m = (uint64_t)(uint32_t)(rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold)
            m = (uint64_t)(uint32_t)(rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Uniform in [0, 1). */
static inline double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}

#endif
