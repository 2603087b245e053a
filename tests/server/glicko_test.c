/*
 * glicko_test.c: Glicko-2 ratings: the example of Glickman's paper, and populations of known strength.
 * `glicko_test 400 200` simulates 400 players with 200 games each and prints how well they are ranked.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/rng.h"
#include "server/people/glicko.h"
#include "test.h"

/* "Example of the Glicko-2 system": a player of 1500 against three others in one period. */
static void the_example_of_the_paper(void **state)
{
    const struct glicko player = {1500, 200, 0.06};
    const struct glicko_result results[] = {
        {{1400, 30, 0.06}, 1, 1}, {{1550, 100, 0.06}, 0, 1}, {{1700, 300, 0.06}, 0, 1}};
    (void)state;
    struct glicko after = glicko_after(&player, results, 3);
    assert_float_equal(after.rating, 1464.06, 0.01);
    assert_float_equal(after.deviation, 151.52, 0.01);
    assert_float_equal(after.volatility, 0.05999, 0.00001);
}

static void nothing_changes_without_weight(void **state)
{
    const struct glicko_result none = {{1500, 50, 0.06}, 1, 0};
    (void)state;
    struct glicko after = glicko_after(&glicko_first, &none, 1);
    assert_true(after.rating == GLICKO_RATING && after.deviation == GLICKO_DEVIATION);
    assert_float_equal(glicko_pair_weight(2), 1, 1e-9);
    assert_float_equal(glicko_pair_weight(3), 0.8617, 1e-4);
    assert_float_equal(glicko_pair_weight(4), 0.7642, 1e-4);
}

static void ratings_get_less_sure_with_time(void **state)
{
    const struct glicko sure = {1700, 50, 0.06};
    (void)state;
    assert_float_equal(glicko_rested(&sure, 0).deviation, 50, 1e-9);
    assert_true(glicko_rested(&sure, 30 * GLICKO_DAY).deviation > 70);
    assert_true(glicko_rested(&sure, 30 * GLICKO_DAY).deviation < 90);
    assert_float_equal(glicko_rested(&sure, 10000 * GLICKO_DAY).deviation, 350, 1e-9);
    assert_float_equal(glicko_rested(&sure, 10000 * GLICKO_DAY).rating, 1700, 1e-9);
}

/* ---- populations ---- */

enum { MOST = 1000 };

struct person {
    double strength; /* the truth */
    struct glicko at;
    int rank;
};

static double normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_unit(rng);
    return sum;
}

/* A game of n: each performs by strength and luck (so that in a game of two strength 400 more wins 10 of 11).
 */
static void play(struct person *all, const int *who, int n, struct rng *rng)
{
    double did[4];
    struct glicko after[4];
    for (int i = 0; i < n; i++) {
        double u = rng_unit(rng);
        u = u < 1e-12 ? 1e-12 : u;
        did[i] = all[who[i]].strength - 400 / log(10) * log(-log(u)); /* Gumbel: differences are logistic */
    }
    for (int i = 0; i < n; i++) {
        struct glicko_result results[3];
        int count = 0;
        for (int k = 0; k < n; k++)
            if (k != i)
                results[count++] =
                    (struct glicko_result){all[who[k]].at, did[i] > did[k], glicko_pair_weight(n)};
        after[i] = glicko_after(&all[who[i]].at, results, count);
    }
    for (int i = 0; i < n; i++)
        all[who[i]].at = after[i];
}

static int stronger(const void *a, const void *b)
{
    double x = ((const struct person *)a)->strength, y = ((const struct person *)b)->strength;
    return x < y ? 1 : x > y ? -1 : 0;
}

struct found {
    double order;  /* Spearman's rank correlation of strength and rating */
    double inside; /* the share of players whose strength is within two deviations of the rating */
};

static struct found simulate(int people, int games, int n, uint64_t seed)
{
    static struct person all[MOST];
    struct rng rng;
    struct found found = {0, 0};
    double mean = 0, rated = 0, d2 = 0;
    rng_seed(&rng, seed);
    for (int i = 0; i < people; i++)
        all[i] = (struct person){.strength = 1500 + 200 * normal(&rng), .at = glicko_first};
    for (int g = 0; g < people * games / n; g++) {
        int who[4];
        for (int i = 0; i < n; i++) {
            bool again = true;
            while (again) {
                again = false;
                who[i] = (int)rng_below(&rng, (uint32_t)people);
                for (int k = 0; k < i; k++)
                    again = again || who[k] == who[i];
            }
        }
        play(all, who, n, &rng);
    }
    qsort(all, (size_t)people, sizeof all[0], stronger);
    for (int i = 0; i < people; i++) {
        mean += all[i].strength / people;
        rated += all[i].at.rating / people;
        for (int k = 0; k < people; k++)
            all[i].rank += all[k].at.rating > all[i].at.rating;
        d2 += (double)(all[i].rank - i) * (all[i].rank - i);
    }
    for (int i = 0; i < people;
         i++) /* ratings have no zero of their own: both are compared with their means */
        found.inside += fabs((all[i].at.rating - rated) - (all[i].strength - mean)) < 2 * all[i].at.deviation;
    found.inside /= people;
    found.order = 1 - 6 * d2 / ((double)people * ((double)people * people - 1));
    return found;
}

static int people = 200, games = 100;

static void populations_are_ranked_right(void **state)
{
    (void)state;
    for (int n = 2; n <= 4; n++) {
        struct found f = simulate(people, games, n, (uint64_t)(20 + n));
        printf("%d players, %d games each, %d at a table: rank correlation %.3f, strength within two "
               "deviations: "
               "%.0f %%\n",
               people, games, n, f.order, 100 * f.inside);
        assert_true(f.order > 0.93);
        assert_true(f.inside > 0.85);
    }
}

int main(int count, char **words)
{
    people = count > 1 ? atoi(words[1]) : people;
    games = count > 2 ? atoi(words[2]) : games;
    people = people < 2 || people > MOST ? MOST : people;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper),
        cmocka_unit_test(nothing_changes_without_weight),
        cmocka_unit_test(ratings_get_less_sure_with_time),
        cmocka_unit_test(populations_are_ranked_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
