/*
 * castellan_view.c: what is hidden. A hand's cards are known to their holder alone; from which deck each of
 * them came is seen by all, and so is every card that has been played.
 */
#include "castellan/castellan_state.h"

#include <string.h>

void castellan_observe(const struct game *game, const void *state, int viewer, void *view)
{
    struct castellan_state *v = view;
    (void)game;
    if (view != state)
        memcpy(view, state, sizeof *v);
    for (int i = 0; i < v->seats; i++) {
        struct castellan_seat *seat = &v->seat[i];
        for (int deck = 0; deck < CASTELLAN_DECKS && i != viewer; deck++) {
            seat->hand &= (uint16_t)~castellan_deck_mask(deck);
            if (castellan_in_deck(seat, deck) ==
                0) /* all that is not played is in hand, as everybody can tell */
                seat->hand |= (uint16_t)castellan_unplayed(seat, deck);
        }
    }
}

void castellan_deal(const struct game *game, const void *view, int viewer, struct rng *rng, void *out)
{
    struct castellan_state *s = out;
    (void)game;
    (void)viewer;
    if (out != view)
        memcpy(out, view, sizeof *s);
    for (int i = 0; i < s->seats; i++) {
        struct castellan_seat *seat = &s->seat[i];
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++) {
            if (!castellan_hidden(seat, deck))
                continue;
            /* Each card of the deck in turn is drawn as often as the draws still due allow. */
            unsigned left = castellan_unplayed(seat, deck);
            for (int due = seat->in_hand[deck]; due > 0; left &= left - 1)
                if ((int)rng_below(rng, (uint32_t)castellan_popcount(left)) < due) {
                    seat->hand |= (uint16_t)(left & -left);
                    due--;
                }
        }
    }
}

enum game_sight castellan_sight(const struct game *game, const void *state, int actor, game_move move,
                                int viewer)
{
    const struct castellan_state *s = state;
    (void)game;
    (void)move;
    return actor == GAME_CHANCE && viewer != s->active ? GAME_VEILED : GAME_SEEN;
}

/* 2.8: pieces and keeps of the running turn, until it ends or, by the option touch, never. */
enum game_undo castellan_may_undo(const struct game *game, const void *state, int actor, game_move move)
{
    const struct castellan_state *s = state;
    enum castellan_verb verb = castellan_verb(move);
    bool keeps = verb == CASTELLAN_DO_SINGLE || verb == CASTELLAN_DO_DOUBLE || verb == CASTELLAN_DO_STAY;
    (void)game;
    (void)actor;
    if (verb < CASTELLAN_PLACES || keeps)
        return s->touch ? GAME_UNDO_NEVER : GAME_UNDO_OWN;
    return verb == CASTELLAN_DO_PASS && !s->touch ? GAME_UNDO_OWN : GAME_UNDO_TABLE;
}
