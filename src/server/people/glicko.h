/*
 * glicko.h: Glicko-2 ratings (Glickman, "Example of the Glicko-2 system", 2022), for games of two to four.
 *
 * Every finished game is a rating period of its own. A game of more than two is compared pair by pair: each
 * player played every other one. These results are not independent: whoever beats the first usually beats the
 * second too. A ranking of n equal players tells log2(n!) bits, its n(n-1)/2 pairs would tell one bit each if
 * they were independent. So each pair counts as log2(n!) / (n(n-1)/2) of a game: 1 with two, 0.86 with three,
 * 0.76 with four (glicko_pair_weight). Ratings then move as much as one game teaches, and deviations stay
 * honest; tests/server/glicko_test.c measures both.
 */
#ifndef SERVER_PEOPLE_GLICKO_H
#define SERVER_PEOPLE_GLICKO_H

#include <stdint.h>

#define GLICKO_RATING     1500.0
#define GLICKO_DEVIATION  350.0
#define GLICKO_VOLATILITY 0.06
#define GLICKO_DAY        (24 * 3600 * 1000.0)

struct glicko {
    double rating, deviation, volatility;
};

/* A result against one opponent: 1 won, 0.5 equal, 0 lost. `weight` says how much it counts, 0 to 1. */
struct glicko_result {
    struct glicko opponent;
    double score, weight;
};

extern const struct glicko glicko_first;

/* The rating after a period with these results. */
struct glicko glicko_after(const struct glicko *, const struct glicko_result *, int count);
/* A rating gets less sure with time: after so many milliseconds without a game. */
struct glicko glicko_rested(const struct glicko *, double ms);
/* How much each pair of a game with so many players counts. */
double glicko_pair_weight(int players);
/* The chance that a player wins against another. */
double glicko_expected(const struct glicko *, const struct glicko *opponent);

#endif
