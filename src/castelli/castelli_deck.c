/* castelli_deck.c: how cards come and go, and what each viewer knows of them (5.2, 5.3, 5.7, 5.12). */
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
