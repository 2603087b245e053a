/*
 * castle_slow_test.c: plays games by several policies and compares every position with the slow castle:
 * `castle_slow_test SEATS GAMES`. With a third word, a policy's number, it prints the record of game GAMES
 * instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "core/record.h"
#include "policy.h"
#include "slow.h"

static const struct game *game;

/* The points of a move according to slow.c. */
static int slow_points(const struct castle *s, game_move move)
{
    const struct castle_box *box = game->box;
    if (castle_sort(move) != CASTLE_MOVE_SCORE)
        return 0;
    int points = slow_value(box, s, castle_kind_name(box, castle_argument(move)), s->counts);
    if (castle_second_argument(move) != CASTLE_NONE)
        points += slow_value(box, s, castle_kind_name(box, castle_second_argument(move)), s->counts);
    return points;
}

/* Features depend on the points of their seat and lie between about -1 and 1 (3 is the limit here). */
static const char *check_features(const struct castle *s)
{
    float own[CASTLE_FEATURES], other[CASTLE_FEATURES];
    for (int seat = 0; seat < s->seats; seat++) {
        struct castle richer = *s;
        castle_features(game, s, seat, own);
        richer.points[seat] += 10;
        castle_features(game, &richer, seat, other);
        if (memcmp(own, other, sizeof own) == 0)
            return "features do not see points";
        for (int i = 0; i < CASTLE_FEATURES; i++)
            if (!(own[i] >= -3 && own[i] <= 3))
                return "a feature is out of scale";
    }
    return NULL;
}

static int total(const struct castle *s)
{
    return s->points[0] + s->points[1] + s->points[2] + s->points[3];
}

static int play(int seats, int seed, enum policy policy, int ended[])
{
    struct castle s;
    struct rng rng;
    rng_seed(&rng, (uint64_t)seed);
    game_start(game, &s, seats, "", NULL);
    for (int actor, number = 1; (actor = game_actor(game, &s)) >= 0; number++) {
        game_move move = policy_move(policy, game, &s, actor, &rng);
        int cities = castle_count(&s.cities), points = total(&s) + slow_points(&s, move);
        game->apply(game, &s, actor, move);
        const char *what = slow_disagrees(game->box, &s);
        if (!what && total(&s) != points)
            what = "points";
        if (!what && castle_count(&s.cities) > cities + 1)
            what = "one wall completed two cities (3.5)";
        if (!what)
            what = check_features(&s);
        if (what) {
            fprintf(stderr, "seats %d, game %d, policy %d, move %d: %s\n", seats, seed, policy, number, what);
            return 1;
        }
    }
    ended[s.ending]++;
    return 0;
}

static void print_record(int seats, int seed, enum policy policy)
{
    char line[RECORD_MAX_LINE];
    struct text out = TEXT_IN(line);
    struct castle s;
    struct rng rng;
    rng_seed(&rng, (uint64_t)seed);
    game_start(game, &s, seats, "", NULL);
    record_head(game, seats, "", &out);
    fputs(line, stdout);
    for (int actor; (actor = game_actor(game, &s)) >= 0;) {
        game_move move = policy_move(policy, game, &s, actor, &rng);
        text_clear(&out);
        record_line(game, &s, actor, move, &out);
        fputs(line, stdout);
        game->apply(game, &s, actor, move);
    }
    text_clear(&out);
    record_result(game, &s, seats, &out);
    fputs(line, stdout);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    games_open();
    game = games_find("castle");
    int seats = atoi(argv[1]), games_count = atoi(argv[2]), ended[8] = {0};
    if (argc > 3) {
        print_record(seats, games_count, (enum policy)atoi(argv[3]));
        return 0;
    }
    for (int seed = 1; seed <= games_count; seed++)
        if (play(seats, seed, (enum policy)(seed % POLICY_COUNT), ended))
            return 1;
    printf("ended by wall %d, tower %d, house %d, palace %d, board %d\n", ended[CASTLE_LAST_WALL],
           ended[CASTLE_LAST_TOWER], ended[CASTLE_LAST_HOUSE], ended[CASTLE_LAST_PALACE],
           ended[CASTLE_NO_LINE]);
    return 0;
}
