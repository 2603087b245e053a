/*
 * leak_test.c: no client is sent a byte that depends on what it may not know.
 *
 * Two servers play games side by side that look alike to one listener (a seat, two seats of one player, or a
 * spectator). What the listener can see is the same in both. The rest differs: other players hold other
 * cards, sell other cards, and pass in one game while they are not asked in the other. Everything that the
 * listener is sent must be equal byte by byte: messages, answers to all its requests, lists and records. The
 * listener also watches the table at another node, which reads from the store what the first one has made.
 * tests/match/match_leak.c does the same for the match alone, over many more positions.
 */
#include <stdlib.h>

#include "core/list.h"
#include "pair.h"
#include "test.h"

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Pairs in which something leaked once. */
static void what_leaked_once_leaks_no_more(void **unused)
{
    (void)unused;
    static const struct {
        const char *options;
        int seats, listener;
        uint64_t seed;
    } pairs[] = {
        {"dilemma", 3, SPECTATOR, 21015}, /* when a summary was put told of hidden entries */
        {"battle dilemma", 4, 4, 19054},  /* whether a reaction could be taken back told who else was asked */
    };
    long steps = 0, differing = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct kind kind = {"castelli", pairs[i].seats, pairs[i].options};
        play_pair(&kind, pairs[i].listener, false, pairs[i].seed, &steps, &differing);
    }
    assert_true(differing > 0);
}

static void listeners_hear_the_same(void **unused)
{
    (void)unused;
    const char *rounds = getenv("LEAK_ROUNDS");
    long all = 0, all_differing = 0;
    for (int k = 0; k < KINDS; k++) {
        long steps = 0, differing = 0;
        for (int round = 0; round < (rounds ? atoi(rounds) : 1); round++) {
            for (int conn = 1; conn <= kinds[k].seats; conn++)
                play_pair(&kinds[k], conn, false, (uint64_t)(round * 1000 + k * 10 + conn), &steps,
                          &differing);
            play_pair(&kinds[k], SPECTATOR, false, (uint64_t)(round * 1000 + k * 10 + 5), &steps, &differing);
            if (kinds[k].seats > 2)
                play_pair(&kinds[k], 1, true, (uint64_t)(round * 1000 + k * 10 + 6), &steps, &differing);
        }
        print_message("%s %d %s: %ld steps, %ld in other states\n", kinds[k].game, kinds[k].seats,
                      kinds[k].options, steps, differing);
        all += steps;
        all_differing += differing;
    }
    assert_true(all > 5000 && all_differing > all / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_leaked_once_leaks_no_more),
        cmocka_unit_test(listeners_hear_the_same),
    };
    games_open();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
