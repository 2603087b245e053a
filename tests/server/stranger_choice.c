/* stranger_choice.c: decisions: random ones, or those of a fuzzer's bytes. */
#include "stranger.h"

static uint32_t next_byte(struct choice *c)
{
    if (!c->left) {
        c->over = true;
        return 0;
    }
    c->left--;
    return *c->bytes++;
}

uint32_t choose(struct choice *c, uint32_t n)
{
    if (!c->from_bytes)
        return rng_below(&c->rng, n);
    uint32_t value = next_byte(c);
    for (uint32_t most = 256; most < n && most; most <<= 8)
        value = value << 8 | next_byte(c);
    return value % n;
}

bool chance(struct choice *c, uint32_t n)
{
    return choose(c, n) == 0;
}
