/* eyes.c: what a listener with one or several views sees. */
#include "eyes.h"

#include <string.h>

int next_eye(uint32_t eyes, int eye)
{
    for (eye++; eye <= GAME_MAX_SEATS; eye++)
        if (eyes & game_bit(eye))
            return eye;
    return -1;
}

int viewer_of(int eye)
{
    return eye == GAME_MAX_SEATS ? GAME_PUBLIC : eye;
}

void look_at_move(const struct game *game, const void *state, int actor, game_move move, uint32_t eyes,
                  char look[LOOK])
{
    struct text out = text_in(look, LOOK);
    for (int eye = -1; (eye = next_eye(eyes, eye)) >= 0;) {
        char seen[GAME_MOVE_TEXT];
        struct text one = TEXT_IN(seen);
        game_seen_text(game, state, actor, move, viewer_of(eye), &one);
        text_put(&out, seen);
        text_char(&out, '|');
    }
}

bool same_views(const struct game *game, const void *a, const void *b, uint32_t eyes)
{
    static union game_state x, y;
    for (int eye = -1; (eye = next_eye(eyes, eye)) >= 0;) {
        game->observe(game, a, viewer_of(eye), &x);
        game->observe(game, b, viewer_of(eye), &y);
        if (memcmp(&x, &y, game->state_size) != 0)
            return false;
    }
    return true;
}

bool find_like(const struct game *game, const void *state, int actor, const char *look, const void *after,
               uint32_t eyes, struct rng *rng, game_move *found)
{
    static game_move moves[GAME_MAX_MOVES];
    static union game_state next;
    int count = game->moves(game, state, actor, moves, NULL);
    uint32_t fits = 0;
    for (int i = 0; i < count; i++) {
        char other[LOOK];
        look_at_move(game, state, actor, moves[i], eyes, other);
        if (strcmp(look, other) != 0)
            continue;
        memcpy(&next, state, game->state_size);
        game->apply(game, &next, actor, moves[i]);
        if (after && !same_views(game, after, &next, eyes))
            continue;
        if (rng_below(rng, ++fits) == 0)
            *found = moves[i];
    }
    return fits > 0;
}
