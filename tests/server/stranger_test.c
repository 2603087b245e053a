/* stranger_test.c: strangers do anything at all with a server, at random (stranger.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "stranger_shrink.h"

enum { SEED = 1, REQUESTS = 6000, REQUESTS_AT_TWO = 2000 };

int main(int argc, char **argv)
{
    games_open();
    if (argc == 3 && strcmp(argv[1], "--repeat") == 0) {
        if (shrink_repeat(argv[2]))
            return 0;
        fprintf(stderr, "stranger_test: %s is no list of steps; a failing run prints one\n", argv[2]);
        return 2;
    }
    if (argc == 3 && strcmp(argv[1], "--shorten") == 0) {
        if (shrink_shorten(argv[2]))
            return 1;
        fprintf(stderr, "stranger_test: %s is no list of steps, or they do not fail\n", argv[2]);
        return 2;
    }
    if (argc == 1)
        return !(shrink_run(SEED, REQUESTS, 1) && shrink_run(SEED, REQUESTS_AT_TWO, 2));
    int nodes = argc == 4 ? atoi(argv[3]) : 1;
    if (argc > 4 || argc < 3 || atol(argv[2]) < 1 || nodes < 1 || nodes > 2) {
        fprintf(stderr, "usage: stranger_test [SEED REQUESTS [NODES]]\n       stranger_test --repeat FILE\n"
                        "       stranger_test --shorten FILE\n"
                        "SEED is a number, NODES 1 or 2. Example: stranger_test 7 1000000\n");
        return 2;
    }
    return !shrink_run(strtoull(argv[1], NULL, 10), atol(argv[2]), nodes);
}
