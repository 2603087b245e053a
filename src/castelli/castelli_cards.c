/* castelli_cards.c: the deck, who knows what of it, and the cards that are played on their own (5, 9.6). */
#include "castelli/castelli_state.h"

#include <string.h>

/* The row in which a viewer keeps what it knows of a holder's hand. */
static cards *knowledge(struct castelli_deck *d, int viewer, int holder)
{
    return &d->known[viewer][seat_distance(viewer, holder) - 1];
}

/* A card that all saw leaves a hand. */
static void forget_kind(struct castelli_deck *d, int holder, int kind)
{
    for (int i = 1; i < SEATS; i++) {
        cards *known = knowledge(d, seat_after(holder, i), holder);
        if (cards_of(*known, kind))
            *known -= cards_one(kind);
    }
}

/* A card leaves a hand and the viewer did not see which: of every kind there may be one less. */
static void forget_one(struct castelli_deck *d, int viewer, int holder)
{
    cards *known = knowledge(d, viewer, holder);
    *known -= cards_kinds(*known);
}

/* 5.2, 5.3: a card goes from a hand under the deck; `seen` if all see it, else only its seller knows it. */
void castelli_put_under(struct castelli_deck *d, int seat, struct castelli_player *p, int kind, bool seen)
{
    p->hand -= cards_one(kind);
    p->cards--;
    d->under[d->under_count++] = under_card(kind, seen ? -1 : seat);
    if (seen) {
        forget_kind(d, seat, kind);
        return;
    }
    for (int i = 1; i < SEATS; i++)
        forget_one(d, seat_after(seat, i), seat);
}

/* 5.12: takes a card of the deck for a seat, an unseen one while there are any. */
void castelli_draw(struct castelli_deck *d, int seat, int kind)
{
    if (d->unseen_count) {
        d->unseen -= cards_one(kind);
        d->unseen_count--;
        return;
    }
    int seller = under_seller(d->under[0]);
    memmove(d->under, d->under + 1, --d->under_count);
    d->under[d->under_count] = 0;
    for (int viewer = 0; viewer < SEATS; viewer++)
        if (viewer != seat && (seller < 0 || seller == viewer))
            *knowledge(d, viewer, seat) += cards_one(kind);
}

/* 5.7: the thief and the victim know which card it was. */
void castelli_steal(struct castelli_deck *d, struct castelli_table *t, int kind)
{
    int thief = t->active, victim = t->robbed;
    struct castelli_player *from = &t->player[victim], *to = &t->player[thief];
    from->hand -= cards_one(kind);
    from->cards--;
    to->hand += cards_one(kind);
    to->cards++;
    for (int viewer = 0; viewer < SEATS; viewer++) {
        if (viewer == thief) {
            if (cards_of(*knowledge(d, thief, victim), kind))
                *knowledge(d, thief, victim) -= cards_one(kind);
        } else if (viewer == victim) {
            *knowledge(d, victim, thief) += cards_one(kind);
        } else {
            forget_one(d, viewer, victim);
        }
    }
}

/* 5.11: octagons without settlement and castle, and not the mine. */
uint32_t castelli_vacant(const struct castelli_box *box, const struct castelli_table *t)
{
    return castelli_shape(box, t)->all & ~(t->villages | t->cities | t->castled | 1u << t->mine);
}

bool castelli_others_have_silver(const struct castelli_table *t, int seat)
{
    for (int i = 1; i < SEATS; i++)
        if (t->player[seat_after(seat, i)].silver)
            return true;
    return false;
}

static int list_cells(uint32_t cells, int kind, game_move *out)
{
    int n = 0;
    while (cells)
        out[n++] = castelli_move(WORD_PLAY, kind, castelli_pop(&cells), 0);
    return n;
}

#define ALL_OF(kind) (UINT64_C(7) << (3 * (kind)))

/* 5.1: the cards that can be played alone, each only where it changes something. */
int castelli_list_plays(const struct castelli_box *box, const struct castelli_deck *d,
                        const struct castelli_table *t, int seat, game_move *out)
{
    const struct castelli_player *p = &t->player[seat];
    int n = 0;
    if (t->card_played)
        return 0;
    /* Others are reactions, or help to build. */
    static const cards alone = ALL_OF(CARD_KING3) | ALL_OF(CARD_KING4) | ALL_OF(CARD_KING5) |
                               ALL_OF(CARD_ROBBER_BARON) | ALL_OF(CARD_RAIDER) | ALL_OF(CARD_BRIGANDS) |
                               ALL_OF(CARD_TRAITOR) | ALL_OF(CARD_PEASANT) | ALL_OF(CARD_DUKE) |
                               ALL_OF(CARD_INCENDIARY);
    for (cards left = p->hand & alone; left;) {
        int kind = cards_first(left);
        left = cards_after(left, kind);
        switch (kind) {
        case CARD_KING3:
        case CARD_KING4:
        case CARD_KING5:
            out[n++] = castelli_move(WORD_PLAY, kind, CASTELLI_NONE, 0);
            break;
        case CARD_ROBBER_BARON:
            if (t->silver >= 2)
                out[n++] = castelli_move(WORD_PLAY, kind, CASTELLI_NONE, 0);
            break;
        case CARD_RAIDER:
        case CARD_BRIGANDS:
            if (castelli_others_have_silver(t, seat))
                out[n++] = castelli_move(WORD_PLAY, kind, CASTELLI_NONE, 0);
            break;
        case CARD_TRAITOR:
            for (int other = 0; other < SEATS && p->silver; other++)
                if (other != seat && t->player[other].cards)
                    out[n++] = castelli_move(WORD_PLAY, kind, other, 0);
            break;
        case CARD_PEASANT:
            if (d->villages)
                n += list_cells(castelli_vacant(box, t), kind, out + n);
            break;
        case CARD_DUKE:
            if (d->cities)
                n += list_cells(castelli_vacant(box, t), kind, out + n);
            break;
        case CARD_INCENDIARY:
            n += list_cells(t->cities, kind, out + n);
            break;
        default:
            break;
        }
    }
    return n;
}

/* 5.6 */
static void rob(struct castelli_table *t, int seat, int most, struct game_events *events)
{
    for (int i = 1; i < SEATS; i++) {
        int other = seat_after(seat, i);
        int n = t->player[other].silver < most ? t->player[other].silver : most;
        if (!n)
            continue;
        t->player[other].silver = (uint8_t)(t->player[other].silver - n);
        t->player[seat].silver = (uint8_t)(t->player[seat].silver + n);
        event(events, "silver", other, -n, "card", NULL);
        event(events, "silver", seat, n, "card", NULL);
    }
}

/* The active player plays a card alone; argument is a cell, a seat, or CASTELLI_NONE. */
void castelli_play(struct castelli_deck *d, struct castelli_table *t, int kind, int argument,
                   struct game_events *events)
{
    int seat = t->active;
    struct castelli_player *p = &t->player[seat];
    t->card_played = 1;
    castelli_put_under(d, seat, p, kind, true);
    if (argument == CASTELLI_NONE || kind == CARD_TRAITOR)
        event(events, "play", seat, 0, castelli_card_names[kind], NULL);
    else
        castelli_event_octagon(events, "play", seat, 0, castelli_card_names[kind], argument);
    switch (kind) {
    case CARD_KING3:
    case CARD_KING4:
    case CARD_KING5: { /* 5.4 */
        int points = 3 + kind - CARD_KING3;
        p->points = (uint16_t)(p->points + points);
        p->king_points = (uint8_t)(p->king_points + points);
        event(events, "score", seat, points, "king", NULL);
        break;
    }
    case CARD_ROBBER_BARON: { /* 5.5 */
        int half = t->silver / 2;
        t->silver = (uint8_t)(t->silver - half);
        p->silver = (uint8_t)(p->silver + half);
        event(events, "silver", seat, half, "card", NULL);
        break;
    }
    case CARD_RAIDER:
        rob(t, seat, 1, events);
        break;
    case CARD_BRIGANDS:
        rob(t, seat, 2, events);
        break;
    case CARD_TRAITOR: /* 5.7; chance says which card it is */
        p->silver--;
        t->player[argument].silver++;
        event(events, "silver", seat, -1, "card", NULL);
        event(events, "silver", argument, 1, "card", NULL);
        t->robbed = (uint8_t)argument;
        t->after = t->phase;
        t->phase = PHASE_STEAL;
        break;
    case CARD_PEASANT: /* 5.11 */
        d->villages--;
        t->villages |= 1u << argument;
        castelli_event_octagon(events, "village", seat, 1, NULL, argument);
        break;
    case CARD_DUKE: /* 9.6 */
        d->cities--;
        t->cities |= 1u << argument;
        castelli_event_octagon(events, "city", seat, 1, NULL, argument);
        break;
    case CARD_INCENDIARY: /* 9.6 */
        d->cities++;
        t->cities &= ~(1u << argument);
        castelli_event_octagon(events, "city", seat, -1, NULL, argument);
        break;
    default:
        break;
    }
}
