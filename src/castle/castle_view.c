/*
 * castle_view.c: what a viewer may know. Hidden are the other hands, the cards that others discarded or
 * swapped, and the draw pile. A viewer knows the own hand, the own discards and every scored card until the
 * discard pile becomes the draw pile; all other cards are one heap to it, from which any arrangement is
 * equally likely.
 */
#include <string.h>

#include "castle/castle_state.h"

void castle_observe(const struct game *game, const void *state, int viewer, void *view)
{
    (void)game;
    memmove(view, state, sizeof(struct castle));
    struct castle *v = view;
    v->viewer = (uint8_t)(2 + viewer);
    v->draw = 0;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (seat == viewer)
            continue;
        v->hand[seat] = 0;
        v->unseen[seat] = 0;
    }
}

uint64_t castle_unknown_cards(const struct castle_box *box, const struct castle *s, int viewer)
{
    uint64_t cards = box->all_cards - s->open - s->played;
    return viewer < 0 ? cards : cards - s->hand[viewer] - s->unseen[viewer];
}

static uint64_t take(const uint8_t **heap, int count)
{
    uint64_t cards = 0;
    while (count-- > 0)
        cards += castle_card(*(*heap)++);
    return cards;
}

void castle_deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    const struct castle_box *box = game->box;
    memmove(out, view, sizeof(struct castle));
    struct castle *s = out;
    uint64_t unknown = castle_unknown_cards(box, s, viewer);
    uint8_t heap[CASTLE_KINDS * CASTLE_COPIES];
    uint32_t size = 0;
    for (int kind = 0; kind < box->kinds; kind++)
        for (int copy = castle_copies(unknown, kind); copy > 0; copy--)
            heap[size++] = (uint8_t)kind;
    for (uint32_t left = size; left > 1; left--) {
        uint32_t pick = rng_below(rng, left);
        uint8_t card = heap[pick];
        heap[pick] = heap[left - 1];
        heap[left - 1] = card;
    }
    const uint8_t *next = heap;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == viewer)
            continue;
        s->hand[seat] = take(&next, s->hand_size[seat]);
        s->unseen[seat] = take(&next, s->unseen_size[seat]);
    }
    s->draw = take(&next, s->draw_size);
    s->viewer = 0;
}

enum game_sight castle_sight(const struct game *game, const void *state, int actor, game_move move,
                             int viewer)
{
    const struct castle *s = state;
    (void)game;
    (void)actor;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_CARD:
    case CASTLE_MOVE_DISCARD:
    case CASTLE_MOVE_SWAP:
        return s->seat == viewer ? GAME_SEEN : GAME_VEILED;
    default:
        return GAME_SEEN;
    }
}

uint32_t castle_may_react(const struct game *game, const void *state, int actor, game_move move)
{
    (void)game;
    (void)state;
    (void)actor;
    (void)move;
    return 0; /* Nobody ever does in this game. */
}
