/* fuzz_stranger.c: strangers do anything at all with a server (stranger.h), as the input's bytes decide. The
 * first byte is the seed of the world; its last bit says whether there are two nodes. With STRANGER_SHOW=1
 * the steps of an input are printed; `stranger_test --shorten FILE` makes a short list of them. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "stranger.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct stranger s;
    static char line[STRANGER_LINE];
    struct choice c = {.bytes = data, .left = size, .from_bytes = true};
    uint32_t seed = choose(&c, 256);
    if (getenv("STRANGER_SHOW"))
        printf("seed %d nodes %d\n", (int)seed, 1 + (int)(seed & 1));
    stranger_open(&s, seed, 1 + (int)(seed & 1));
    for (int step = 1; step <= STRANGER_STEPS && !c.over; step++) {
        stranger_next(&s, &c, step, line);
        if (getenv("STRANGER_SHOW"))
            printf("%s\n", line), fflush(stdout);
        stranger_do(&s, line);
    }
    stranger_close(&s);
    return 0;
}
