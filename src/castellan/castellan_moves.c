/* castellan_moves.c: setting up, whose turn it is and what may be done, points and winners. */
#include "castellan/castellan_state.h"

#include <assert.h>
#include <string.h>

void castellan_start(const struct game *game, void *state, int seats, const struct game_choices *choices)
{
    struct castellan_state *s = state;
    (void)game;
    s->seats = (uint8_t)seats;
    s->first = (uint8_t)option_seat(choices, CASTELLAN_FIRST);
    s->touch = option_given(choices, CASTELLAN_TOUCH);
    s->top = CASTELLAN_SIDE;
    s->setting_up = 1;
    s->phase = CASTELLAN_DEALING; /* 1.2: two cards from each deck, seat by seat */
    s->queue = 0xc;
    s->queued = 4;
}

uint32_t castellan_to_act(const struct game *game, const void *state)
{
    const struct castellan_state *s = state;
    (void)game;
    if (s->phase == CASTELLAN_DEALING)
        return game_bit(GAME_CHANCE);
    return s->phase == CASTELLAN_OVER ? 0 : game_bit(s->active);
}

static int list_cards(unsigned cards, enum castellan_verb verb, game_move *out)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        out[n++] = castellan_move(verb, (unsigned)__builtin_ctz(cards));
    return n;
}

static int list_fresh(const struct castellan_state *s, enum castellan_verb verb, game_move *out)
{
    int n = 0;
    for (int i = 0; i < s->court_count; i++)
        if (s->courts[i].mark & CASTELLAN_FRESH)
            out[n++] = castellan_move(verb, s->courts[i].name);
    return n;
}

static int list_hand(unsigned cards, bool build, game_move *out)
{
    int n = list_cards(cards, CASTELLAN_DO_PLAY, out);
    if (build)
        out[n++] = castellan_move(CASTELLAN_DO_BUILD, 0);
    return n;
}

/*
 * 2.3: the first turn of the game. All its pieces must connect, so every choice of cards in hand is looked
 * at: bit c of `choices` is set if the pieces of choice c and those taken already connect, and bit i of a
 * choice stands for the i-th card. Where no choice does, any cards may be played.
 */
static int list_first_turn(const struct castellan_box *box, const struct castellan_state *s, game_move *out)
{
    static const uint16_t with[CASTELLAN_HAND] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00}; /* choices with a card */
    int towers[1 << CASTELLAN_HAND] = {s->pieces[CASTELLAN_TOWER]};
    int walls[1 << CASTELLAN_HAND] = {s->pieces[CASTELLAN_LONG] + s->pieces[CASTELLAN_SHORT]};
    unsigned hand = s->seat[s->active].hand, allowed = 0;
    unsigned choices = castellan_connects(towers[0], walls[0]);
    int count = 1;
    for (unsigned left = hand; left; left &= left - 1) {
        const uint8_t *pieces = box->cards[__builtin_ctz(left)].pieces;
        assert(count < 1 << CASTELLAN_HAND);
        for (int i = 0; i < count; i++) {
            int t = towers[count + i] = towers[i] + pieces[CASTELLAN_TOWER];
            int w = walls[count + i] = walls[i] + pieces[CASTELLAN_LONG] + pieces[CASTELLAN_SHORT];
            choices |= (unsigned)castellan_connects(t, w) << (count + i);
        }
        count *= 2;
    }
    if (choices == 0)
        return list_hand(hand, s->cards > 0, out);
    for (int i = 0; hand; i++, hand &= hand - 1)
        if (choices & with[i])
            allowed |= hand & -hand;
    return list_hand(allowed, choices & 1, out);
}

/* On the bare table. It is not called often, and stays out of the way of the other moves. */
__attribute__((noinline)) static int list_bare(const struct castellan_box *box,
                                               const struct castellan_state *s, game_move *out)
{
    const struct castellan_seat *seat = &s->seat[s->active];
    if (s->active == s->first && castellan_popcount(seat->played) == s->cards)
        return list_first_turn(box, s, out);
    return list_hand(seat->hand, s->cards > 0, out);
}

/* Cards left in the active seat's deck after those already chosen. */
static int choosable(const struct castellan_state *s, int deck)
{
    int wall = castellan_popcount(s->queue);
    return castellan_in_deck(&s->seat[s->active], deck) -
           (deck == CASTELLAN_WALL_DECK ? wall : s->queued - wall);
}

int castellan_moves(const struct game *game, const void *state, int actor, game_move *out, uint32_t *weight)
{
    const struct castellan_state *s = state;
    const struct castellan_seat *seat = &s->seat[s->active];
    int n = 0;

    if (actor != (s->phase == CASTELLAN_DEALING ? GAME_CHANCE : s->active))
        return 0;
    switch ((enum castellan_phase)s->phase) {
    case CASTELLAN_BUILDING:
        n = castellan_list_places(s, out);
        if (n == 0) /* 2.5 */
            out[n++] = castellan_move(CASTELLAN_DO_PASS, 0);
        return n;
    case CASTELLAN_PLAYING:
        if (castellan_bare_table(s))
            return list_bare(game->box, s, out);
        return list_hand(seat->hand, s->cards > 0, out); /* 2.1 */
    case CASTELLAN_KEEPING:                              /* 4.4 */
        out[0] = castellan_move(CASTELLAN_DO_SINGLE, 0);
        return 1 + list_fresh(s, CASTELLAN_DO_DOUBLE, out + 1);
    case CASTELLAN_STAYING: /* 4.5 */
        return list_fresh(s, CASTELLAN_DO_STAY, out);
    case CASTELLAN_DRAWING: /* 2.7 */
        for (int deck = 0; deck < CASTELLAN_DECKS; deck++)
            if (choosable(s, deck) > 0)
                out[n++] = castellan_move(CASTELLAN_DO_DRAW, (unsigned)deck);
        return n;
    case CASTELLAN_DEALING:
        n = list_cards(castellan_unplayed(seat, s->queue & 1) & ~(unsigned)seat->hand, CASTELLAN_DO_CARD,
                       out);
        for (int i = 0; weight && i < n; i++)
            weight[i] = 1;
        return n;
    case CASTELLAN_OVER:
        break;
    }
    return 0;
}

void castellan_score(const struct game *game, const void *state, int points[GAME_MAX_SEATS])
{
    const struct castellan_state *s = state;
    (void)game;
    memset(points, 0, GAME_MAX_SEATS * sizeof *points);
    for (int i = 0; i < s->court_count; i++) /* 5.2 */
        points[s->courts[i].mark & CASTELLAN_OWNER] += castellan_worth(&s->courts[i]);
}

int castellan_keeps(const struct castellan_state *s, int seat)
{
    int keeps = 0;
    for (int i = 0; i < s->court_count; i++)
        if ((s->courts[i].mark & CASTELLAN_OWNER) == seat)
            keeps += s->courts[i].mark & CASTELLAN_DOUBLE ? 2 : 1;
    return keeps;
}

uint32_t castellan_winners(const struct game *game, const void *state)
{
    const struct castellan_state *s = state;
    int points[GAME_MAX_SEATS], best = -1;
    uint32_t winners = 0;

    if (s->phase != CASTELLAN_OVER)
        return 0;
    castellan_score(game, s, points);
    for (int seat = 0; seat < s->seats;
         seat++) { /* 5.3: points, then keeps, of which there are fewer than 256 */
        int rank = points[seat] * 256 + castellan_keeps(s, seat);
        if (rank > best)
            winners = 0;
        if (rank >= best) {
            winners |= game_bit(seat);
            best = rank;
        }
    }
    return winners;
}
