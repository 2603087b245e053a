/* castle_moves.c: who is to act, and what the legal moves are. */
#include <string.h>

#include "castle/castle_state.h"

uint32_t castle_to_act(const struct game *game, const void *state)
{
    const struct castle *s = state;
    (void)game;
    switch (s->phase) {
    case CASTLE_DEAL:
    case CASTLE_DICE:
    case CASTLE_DRAW:
    case CASTLE_SWAP_DRAW:
        return game_bit(GAME_CHANCE);
    case CASTLE_OVER:
        return 0;
    default:
        return game_bit(s->seat);
    }
}

/* 4.2: any card of the draw pile, by copies; in a view, any that the viewer has not seen elsewhere. */
static int card_moves(const struct castle_box *box, const struct castle *s, game_move *out, uint32_t *weight)
{
    uint64_t cards = s->viewer == 0 ? s->draw : castle_unknown_cards(box, s, s->viewer - 2);
    int count = 0;
    for (uint64_t rest = castle_kinds(cards); rest; rest &= rest - 1) {
        int kind = __builtin_ctzll(rest) / 2;
        if (weight)
            weight[count] = (uint32_t)castle_copies(cards, kind);
        out[count++] = castle_move(CASTLE_MOVE_CARD, kind, 0);
    }
    return count;
}

/* 2.2 */
static int wall_moves(const struct castle_box *box, const struct castle *s, game_move *out)
{
    struct castle_set lines;
    int count = 0;
    castle_free_line(box, s, &lines);
    for (int w = 0; w < 2; w++) {
        game_move base = castle_move(CASTLE_MOVE_WALL, 64 * w, 0);
        for (uint64_t rest = lines.word[w]; rest; rest &= rest - 1)
            out[count++] = base + (game_move)__builtin_ctzll(rest);
    }
    return count;
}

/* 2.3: without the tower die where both ends have towers. */
static int dice_moves(const struct castle_box *box, const struct castle *s, game_move *out, uint32_t *weight)
{
    uint64_t towers = castle_tower_points(s);
    const uint8_t *end = box->line_end[s->wall];
    bool without = towers >> end[0] & towers >> end[1] & 1;
    int count = without ? box->short_rolls : box->rolls;
    memcpy(out, without ? box->short_roll : box->roll, (size_t)count * sizeof *out);
    if (weight)
        memcpy(weight, without ? box->short_roll_weight : box->roll_weight, (size_t)count * sizeof *weight);
    return count;
}

/* 2.4, 2.6: the rolled colour at a free end; the other end, or a colour that is used up, leaves the choice.
 */
static int tower_moves(const struct castle_box *box, const struct castle *s, game_move *out)
{
    uint64_t towers = castle_tower_points(s);
    bool rolled = s->tower != CASTLE_NONE && s->supply.towers[s->tower] > 0;
    int count = 0;
    for (int e = 0; e < 2; e++) {
        int point = box->line_end[s->wall][e];
        if (towers >> point & 1)
            continue;
        for (int c = 0; c < CASTLE_TOWERS; c++)
            if (s->supply.towers[c] > 0 && (!rolled || c == s->tower))
                out[count++] = castle_move(CASTLE_MOVE_TOWER, point, c);
    }
    return count;
}

/* 2.5, 2.6: what the dice that are left allow; any colour for "any" and for a colour that is used up. */
static int house_moves(const struct castle_box *box, const struct castle *s, game_move *out)
{
    unsigned in_supply = 0, allowed = 0;
    for (int c = 0; c < CASTLE_COLOURS; c++)
        in_supply |= (unsigned)(s->supply.houses[c] > 0) << c;
    for (int d = 0; d < 2; d++) {
        if (s->dice[d] == CASTLE_NONE)
            continue;
        unsigned face = 1u << s->dice[d];
        allowed |= in_supply & face ? face : in_supply;
    }
    int count = 0;
    for (int side = 0; side < 2; side++) {
        int space = box->line_space[s->wall][side];
        if (space == CASTLE_NONE || s->served >> side & 1)
            continue;
        for (unsigned rest = allowed; rest; rest &= rest - 1)
            out[count++] = castle_move(CASTLE_MOVE_HOUSE, space, __builtin_ctz(rest));
    }
    return count;
}

/* 3.2 */
static int join_moves(const struct castle_box *box, const struct castle *s, game_move *out)
{
    struct castle_set others = castle_neighbours(box, s, s->counts);
    int count = 0;
    out[count++] = castle_move(CASTLE_MOVE_KEEP, 0, 0);
    for (int city; (city = castle_pop(&others)) >= 0;)
        out[count++] = castle_move(CASTLE_MOVE_JOIN, city, 0);
    return count;
}

/* 5.3 */
static int city_moves(const struct castle *s, game_move *out)
{
    struct castle_set cities = s->cities;
    int count = 0;
    for (int city; (city = castle_pop(&cities)) >= 0;)
        out[count++] = castle_move(CASTLE_MOVE_CITY, city, 0);
    return count;
}

/* 4.1 */
static int score_moves(uint64_t hand, game_move *out)
{
    int count = 0;
    for (uint64_t rest = castle_kinds(hand); rest; rest &= rest - 1) {
        int kind = __builtin_ctzll(rest) / 2;
        out[count++] = castle_move(CASTLE_MOVE_DISCARD, kind, 0);
        out[count++] = castle_move(CASTLE_MOVE_SCORE, kind, CASTLE_NONE);
        if (castle_copies(hand, kind) > 1)
            out[count++] = castle_move(CASTLE_MOVE_SCORE, kind, kind);
        for (uint64_t more = rest & (rest - 1); more; more &= more - 1)
            out[count++] = castle_move(CASTLE_MOVE_SCORE, kind, __builtin_ctzll(more) / 2);
    }
    return count;
}

/* 4.3 */
static int swap_moves(uint64_t hand, game_move *out)
{
    int count = 0;
    out[count++] = castle_move(CASTLE_MOVE_DONE, 0, 0);
    for (uint64_t rest = castle_kinds(hand); rest; rest &= rest - 1)
        out[count++] = castle_move(CASTLE_MOVE_SWAP, __builtin_ctzll(rest) / 2, 0);
    return count;
}

int castle_moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct castle_box *box = game->box;
    const struct castle *s = state;
    if (!(castle_to_act(game, s) & game_bit(actor)))
        return 0;
    switch (s->phase) {
    case CASTLE_DEAL:
    case CASTLE_DRAW:
    case CASTLE_SWAP_DRAW:
        return card_moves(box, s, out, weight);
    case CASTLE_WALL:
        return wall_moves(box, s, out);
    case CASTLE_DICE:
        return dice_moves(box, s, out, weight);
    case CASTLE_TOWER:
        return tower_moves(box, s, out);
    case CASTLE_HOUSE:
        return house_moves(box, s, out);
    case CASTLE_JOIN:
        return join_moves(box, s, out);
    case CASTLE_CITY:
        return city_moves(s, out);
    case CASTLE_SCORE:
        return score_moves(s->hand[s->seat], out);
    default:
        return swap_moves(s->hand[s->seat], out);
    }
}
