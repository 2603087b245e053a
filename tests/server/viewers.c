/* viewers.c: what a listener with one or several views sees. */
#include "viewers.h"

#include <string.h>

int next_viewer(uint32_t viewers, int bit)
{
    for (bit++; bit <= GAME_MAX_SEATS; bit++)
        if (viewers & game_bit(bit))
            return bit;
    return -1;
}

int viewer_of(int bit)
{
    return bit == GAME_MAX_SEATS ? GAME_PUBLIC : bit;
}

void look_at_move(const struct game *game, const void *state, int actor, game_move move, uint32_t viewers,
                  char look[LOOK])
{
    struct text out = text_in(look, LOOK);
    for (int bit = -1; (bit = next_viewer(viewers, bit)) >= 0;) {
        char seen[GAME_MOVE_TEXT];
        struct text one = TEXT_IN(seen);
        game_seen_text(game, state, actor, move, viewer_of(bit), &one);
        text_put(&out, seen);
        text_char(&out, '|');
    }
}

bool same_views(const struct game *game, const void *a, const void *b, uint32_t viewers)
{
    static union game_state x, y;
    for (int bit = -1; (bit = next_viewer(viewers, bit)) >= 0;) {
        game->observe(game, a, viewer_of(bit), &x);
        game->observe(game, b, viewer_of(bit), &y);
        if (memcmp(&x, &y, game->state_size) != 0)
            return false;
    }
    return true;
}

bool find_like(const struct game *game, const void *state, int actor, const char *look, const void *after,
               uint32_t viewers, struct rng *rng, game_move *found)
{
    static game_move moves[GAME_MAX_MOVES];
    static union game_state next;
    int count = game->moves(game, state, actor, moves, NULL);
    uint32_t fits = 0;
    for (int i = 0; i < count; i++) {
        char other[LOOK];
        look_at_move(game, state, actor, moves[i], viewers, other);
        if (strcmp(look, other) != 0)
            continue;
        memcpy(&next, state, game->state_size);
        game->apply(game, &next, actor, moves[i]);
        if (after && !same_views(game, after, &next, viewers))
            continue;
        if (rng_below(rng, ++fits) == 0)
            *found = moves[i];
    }
    return fits > 0;
}
