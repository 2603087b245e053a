/*
 * slow_test.c: `slow_test SEATS GAMES` plays games by several policies and compares every position with the
 * slow castle: legal places, courtyards, owners, points and decisions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "castellan/castellan_state.h"
#include "castellan/slow.h"
#include "core/list.h"

static const struct game *game;
static char where[64];

static void check(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "%s: %s\n", where, what);
    exit(1);
}

/* How to choose moves: at random; closing a courtyard if possible; building towards one edge of the table. */
enum policy { RANDOM, CLOSING, EAST, SOUTH, WEST, NORTH, POLICIES };

static int liking(enum policy policy, const struct castellan_state *s, game_move move)
{
    enum castellan_verb verb = castellan_verb(move);
    unsigned point = castellan_argument(move);
    if (verb > CASTELLAN_DO_TOWER)
        return 0;
    int x = castellan_x(point), y = castellan_y(point);
    switch (policy) {
    case CLOSING:
        return castellan_gain(s, verb, point);
    case EAST:
        return 2 * x + (verb == CASTELLAN_DO_LONG_EAST);
    case SOUTH:
        return 2 * y + (verb == CASTELLAN_DO_LONG_SOUTH);
    case WEST:
        return -x;
    case NORTH:
        return -y;
    default:
        return 0;
    }
}

static game_move choose(enum policy policy, const struct castellan_state *s, const game_move *moves,
                        int count, struct rng *rng)
{
    if (policy == RANDOM || rng_below(rng, 8) == 0)
        return moves[rng_below(rng, (uint32_t)count)];
    int best = 0, ties = 0;
    game_move chosen = moves[0];
    for (int i = 0; i < count; i++) {
        int value = liking(policy, s, moves[i]);
        if (ties == 0 || value > best) {
            best = value;
            ties = 0;
        }
        if (value == best && rng_below(rng, (uint32_t)++ties) == 0)
            chosen = moves[i];
    }
    return chosen;
}

static bool listed(const game_move *moves, int count, game_move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void compare_places(const struct castellan_state *s, const struct slow_castle *slow,
                           const game_move *moves, int count)
{
    static const struct {
        enum castellan_verb verb;
        int dx, dy, length;
    } kinds[] = {{CASTELLAN_DO_TOWER, 0, 0, 0},
                 {CASTELLAN_DO_SHORT_EAST, 1, 0, 1},
                 {CASTELLAN_DO_SHORT_SOUTH, 0, 1, 1},
                 {CASTELLAN_DO_LONG_EAST, 1, 0, 2},
                 {CASTELLAN_DO_LONG_SOUTH, 0, 1, 2}};
    int legal = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (s->pieces[castellan_piece_of(kinds[k].verb)] == 0)
            continue;
        for (int y = 0; y < SLOW_SIDE; y++)
            for (int x = 0; x < SLOW_SIDE; x++) {
                if (!slow_fits(slow, s->active, x, y, kinds[k].dx, kinds[k].dy, kinds[k].length))
                    continue;
                legal++;
                check(listed(moves, count, castellan_move(kinds[k].verb, castellan_point(x, y))),
                      "a legal place is missing");
            }
    }
    if (legal == 0)
        check(count == 1 && castellan_verb(moves[0]) == CASTELLAN_DO_PASS,
              "nothing fits, so pieces are passed on");
    else
        check(legal == count, "a place is listed that is not legal");
}

static void compare_courts(const struct castellan_state *s, const struct slow_castle *slow)
{
    check(s->court_count == slow->region_count, "the number of courtyards");
    for (int i = 0; i < s->court_count; i++) {
        const struct castellan_court *court = &s->courts[i];
        const struct slow_region *r = &slow->regions[i]; /* both lists are in the order of names */
        struct castellan_face face;
        check(court->name == castellan_point(r->x, r->y), "the name of a courtyard");
        check(court->towers == r->towers, "the towers of a courtyard");
        check((court->mark & CASTELLAN_OWNER) == r->owner, "the owner of a courtyard");
        check(!(court->mark & CASTELLAN_DOUBLE) == !r->is_double, "the double keep");
        check(castellan_face_at(s, court->name, &face) && face.area == r->squares && face.towers == r->towers,
              "the area of a courtyard");
        for (int y = face.top; y <= face.bottom; y++)
            for (int x = 0; x < SLOW_SIDE; x++)
                check((face.rows[y] >> x & 1) == (slow->region_of[y][x] == i), "the squares of a courtyard");
    }
    for (int y = 0; y < SLOW_SIDE; y++)
        for (int x = 0; x < SLOW_SIDE; x++)
            check((s->closed[y] >> x & 1) == (slow->region_of[y][x] >= 0), "the closed squares");
    int points[GAME_MAX_SEATS];
    game->score(game, s, points);
    for (int seat = 0; seat < s->seats; seat++)
        check(points[seat] == slow_points(slow, seat), "the points");
}

static void compare_decision(const struct castellan_state *s, const struct slow_castle *slow, bool split,
                             bool doubled)
{
    game_move moves[GAME_MAX_MOVES];
    int fresh = 0, count = game->moves(game, s, s->active, moves, NULL);
    for (int i = 0; i < slow->region_count; i++)
        fresh += slow->regions[i].fresh;
    bool keeping = fresh && !split && !doubled;
    check((s->phase == CASTELLAN_STAYING) == split, "a divided double keep asks which part stays");
    check((s->phase == CASTELLAN_KEEPING) == keeping,
          "new courtyards ask for the double keep while it is unused");
    if (!split && !keeping)
        return;
    check(count == fresh + keeping, "a choice for each new courtyard");
    for (int i = 0; i < slow->region_count; i++)
        if (slow->regions[i].fresh)
            check(listed(moves, count,
                         castellan_move(split ? CASTELLAN_DO_STAY : CASTELLAN_DO_DOUBLE,
                                        castellan_point(slow->regions[i].x, slow->regions[i].y))),
                  "each new courtyard can be named");
}

/* Makes the move on both sides. */
static void make(struct castellan_state *s, struct slow_castle *slow, int actor, game_move move)
{
    enum castellan_verb verb = castellan_verb(move);
    unsigned point = castellan_argument(move);
    int x = castellan_x(point), y = castellan_y(point), seat = s->active;
    bool doubled = s->seat[seat].doubled;
    game->apply(game, s, actor, move);
    if (verb <= CASTELLAN_DO_TOWER) {
        bool east = castellan_goes_east(verb);
        int length = verb == CASTELLAN_DO_TOWER ? 0 : verb >= CASTELLAN_DO_LONG_EAST ? 2 : 1;
        bool split = slow_build(slow, seat, x, y, length && east, length && !east, length);
        compare_decision(s, slow, split, doubled);
        compare_courts(s, slow);
    } else if (verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY) {
        slow->regions[slow->region_of[y][x]].is_double = true;
        compare_courts(s, slow);
    }
}

static void play(enum policy policy, int seats, struct rng *rng)
{
    static struct slow_castle slow;
    struct castellan_state s;
    game_move moves[GAME_MAX_MOVES];
    int actor;
    check(game_start(game, &s, seats, "", NULL), "a game begins");
    slow_start(&slow);
    while ((actor = game_actor(game, &s)) >= 0) {
        int count = game->moves(game, &s, actor, moves, NULL);
        if (s.phase == CASTELLAN_BUILDING)
            compare_places(&s, &slow, moves, count);
        make(&s, &slow, actor, choose(policy, &s, moves, count, rng));
    }
}

int main(int argc, char **argv)
{
    games_open();
    game = games_find("castellan");
    if (argc != 3 || !game)
        return 2;
    for (int i = 0; i < atoi(argv[2]); i++) {
        struct rng rng;
        rng_seed(&rng, (uint64_t)i);
        enum policy policy = i % 2 ? CLOSING : (enum policy)(i / 2 % POLICIES);
        snprintf(where, sizeof where, "%s seats, game %d, policy %d", argv[1], i, (int)policy);
        play(policy, atoi(argv[1]), &rng);
    }
    return 0;
}
