/* policy.c: ways to play Castle that reach rules which random moves seldom reach. */
#include "policy.h"

/* The value that a policy gives to a move. The policy makes one of the moves with the highest value. */
static int liking(enum policy policy, const struct castle_box *box, const struct castle *s, game_move move,
                  struct rng *rng)
{
    int line = castle_argument(move);
    switch (castle_sort(move)) {
    case CASTLE_MOVE_WALL: {
        uint64_t towers = castle_tower_points(s);
        int ends = (int)(towers >> box->line_end[line][0] & 1) + (int)(towers >> box->line_end[line][1] & 1);
        return castle_closes(box, s, line) ? 4 : ends;
    }
    case CASTLE_MOVE_JOIN:
        return policy == POLICY_JOIN || (policy == POLICY_CLOSE && rng_below(rng, 2));
    case CASTLE_MOVE_KEEP:
        return policy == POLICY_KEEP;
    case CASTLE_MOVE_SCORE:
        return policy == POLICY_JOIN ? castle_second_argument(move) != CASTLE_NONE : 0;
    case CASTLE_MOVE_DISCARD:
        return policy == POLICY_KEEP;
    case CASTLE_MOVE_DONE:
        return policy == POLICY_KEEP || rng_below(rng, 3) == 0;
    default:
        return 0;
    }
}

game_move policy_move(enum policy policy, const struct game *game, const struct castle *s, int actor,
                      struct rng *rng)
{
    game_move moves[GAME_MAX_MOVES];
    if (policy == POLICY_RANDOM || actor == GAME_CHANCE)
        return game_random_move(game, s, actor, rng);
    int count = game->moves(game, s, actor, moves, NULL), best = -1, equal = 0;
    game_move chosen = moves[0];
    for (int i = 0; i < count; i++) {
        int like = liking(policy, game->box, s, moves[i], rng);
        if (like < best)
            continue;
        equal = like > best ? 1 : equal + 1;
        best = like;
        if (rng_below(rng, (uint32_t)equal) == 0)
            chosen = moves[i];
    }
    return chosen;
}
