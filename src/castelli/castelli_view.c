/* castelli_view.c: what a viewer may know, and random states that fit it. Hidden are hands, deck and who is
 * asked. */
#include "castelli/castelli_state.h"

#include <assert.h>
#include <string.h>

/* Observe */

void castelli_observe_deck(struct castelli_deck *d, int viewer)
{
    d->unseen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != viewer)
            memset(d->known[seat], 0, sizeof d->known[seat]);
    for (int i = 0; i < d->under_count; i++) {
        int seller = under_seller(d->under[i]);
        if (seller >= 0 && seller != viewer)
            d->under[i] |= CARD_NONE;
    }
}

void castelli_observe_table(struct castelli_table *t, int viewer)
{
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != viewer)
            t->player[seat].hand = 0;
    if ((t->phase == PHASE_STEWARD || t->phase == PHASE_GUARD) && t->asked != viewer)
        t->asked = CASTELLI_NONE;
    t->has_reacted &= (uint8_t)(viewer >= 0 ? game_bit(viewer) : 0);
}

/* Deal */

struct dealing {
    struct castelli_player *player[SEATS]; /* NULL if not in play */
    cards known[SEATS];                    /* what the viewer knows of each hand */
    int missing[SEATS];                    /* cards of it that it does not know */
    uint8_t pool[DECK_MAX];                /* all cards it cannot place */
    int pool_count;
    int kinds_in_pool[CARDS];
};

/* A seat that is being asked must hold a card of this kind. */
struct demand {
    int seat, kind;
};

static void sort_cards(const struct castelli_box *box, const struct castelli_deck *d, int viewer,
                       struct dealing *deal)
{
    cards rest = d->battle ? box->battle_deck : box->deck;
    for (int i = 0; i < d->under_count; i++)
        if (under_kind(d->under[i]) != CARD_NONE)
            rest -= cards_one(under_kind(d->under[i]));
    for (int seat = 0; seat < SEATS; seat++) {
        if (!deal->player[seat])
            continue;
        if (seat == viewer)
            deal->known[seat] = deal->player[seat]->hand;
        else if (viewer >= 0)
            deal->known[seat] = d->known[viewer][seat_distance(viewer, seat) - 1];
        rest -= deal->known[seat];
        deal->missing[seat] = seat == viewer ? 0 : deal->player[seat]->cards - cards_count(deal->known[seat]);
    }
    while (rest) {
        int kind = cards_first(rest), copies = cards_of(rest, kind);
        deal->kinds_in_pool[kind] = copies;
        while (copies--)
            deal->pool[deal->pool_count++] = (uint8_t)kind;
        rest = cards_after(rest, kind);
    }
}

/* How likely a seat's hand holds a card of a kind, for all that the viewer knows. */
static double chance_to_hold(const struct dealing *deal, int seat, int kind)
{
    if (cards_of(deal->known[seat], kind))
        return 1;
    double none = 1;
    int others = deal->pool_count - deal->kinds_in_pool[kind];
    for (int i = 0; i < deal->missing[seat]; i++)
        none *= others > i ? (double)(others - i) / (deal->pool_count - i) : 0;
    return 1 - none;
}

/* 5.8: who of the others may be asked, and for each how likely; one is drawn. */
static int draw_asked(const struct dealing *deal, const struct castelli_table *t, int viewer, struct rng *rng)
{
    double weight[SEATS] = {0}, sum = 0;
    int own = seat_distance(t->active, viewer); /* the viewer's place in the order of asking */
    bool takes_part =
        viewer >= 0 && castelli_plays(t, viewer) && viewer != t->active && !(t->cannot_react >> viewer & 1);
    bool was_asked = takes_part && t->has_reacted >> viewer & 1;
    bool waits = takes_part && !was_asked && cards_of(t->player[viewer].hand, CARD_STEWARD);
    int likely = -1;
    for (int seat = 0; seat < SEATS; seat++) {
        int place = seat_distance(t->active, seat);
        if (seat == viewer || seat == t->active || !castelli_plays(t, seat) || t->cannot_react >> seat & 1 ||
            (was_asked && place < own) || (waits && place > own))
            continue;
        weight[seat] = chance_to_hold(deal, seat, CARD_STEWARD);
        sum += weight[seat];
    }
    double at = rng_unit(rng) * sum;
    for (int seat = 0; seat < SEATS; seat++) {
        if (weight[seat] <= 0)
            continue;
        likely = seat;
        if (at < weight[seat])
            break;
        at -= weight[seat];
    }
    return likely;
}

/* Takes n cards at random out of what is left of the pool. */
static cards draw_cards(struct dealing *deal, int n, struct rng *rng)
{
    cards drawn = 0;
    while (n--) {
        int j = (int)rng_below(rng, (uint32_t)deal->pool_count);
        drawn += cards_one(deal->pool[j]);
        deal->pool[j] = deal->pool[--deal->pool_count];
    }
    return drawn;
}

/* Deals the hands of the seats that are asked, again and again until they hold what they must. Rejecting
 * whole deals keeps the odds right. */
static void deal_demanded(struct dealing *deal, const struct demand *demand, int demands, struct rng *rng)
{
    const struct dealing before = *deal;
    bool met;
    do {
        met = true;
        *deal = before;
        for (int i = 0; i < demands; i++) {
            int seat = demand[i].seat;
            deal->player[seat]->hand = deal->known[seat] + draw_cards(deal, deal->missing[seat], rng);
            deal->missing[seat] = 0;
            met &= cards_of(deal->player[seat]->hand, demand[i].kind) > 0;
        }
    } while (!met);
}

void castelli_deal_tables(const struct castelli_box *box, struct castelli_deck *d,
                          struct castelli_table *tables, int count, int viewer, struct rng *rng)
{
    struct dealing deal = {.pool_count = 0};
    struct demand demand[2];
    int demands = 0;
    for (int i = 0; i < count; i++)
        for (int seat = 0; seat < SEATS; seat++)
            if (castelli_plays(&tables[i], seat))
                deal.player[seat] = &tables[i].player[seat];
    sort_cards(box, d, viewer, &deal);

    for (int i = 0; i < count; i++) {
        struct castelli_table *t = &tables[i];
        if (t->asked != CASTELLI_NONE || (t->phase != PHASE_STEWARD && t->phase != PHASE_GUARD))
            continue;
        bool steward = t->phase == PHASE_STEWARD;
        int seat = steward ? draw_asked(&deal, t, viewer, rng) : castle_owner(t->castle[t->target]);
        int kind = steward ? CARD_STEWARD : CARD_GUARD;
        assert(seat >= 0 && chance_to_hold(&deal, seat, kind) > 0 && "no state fits this view");
        t->asked = (uint8_t)seat;
        demand[demands++] = (struct demand){seat, kind};
    }
    if (demands)
        deal_demanded(&deal, demand, demands, rng);
    for (int seat = 0; seat < SEATS; seat++)
        if (deal.missing[seat])
            deal.player[seat]->hand = deal.known[seat] + draw_cards(&deal, deal.missing[seat], rng);
        else if (deal.player[seat] && !deal.player[seat]->hand)
            deal.player[seat]->hand = deal.known[seat];
    for (int i = 0; i < d->under_count; i++)
        if (under_kind(d->under[i]) == CARD_NONE)
            d->under[i] = under_card(cards_first(draw_cards(&deal, 1, rng)), under_seller(d->under[i]));
    assert(deal.pool_count == d->unseen_count);
    for (int i = 0; i < deal.pool_count; i++)
        d->unseen += cards_one(deal.pool[i]);
}

/* What viewers learn of moves */

enum game_sight castelli_table_sight(const struct castelli_deck *d, const struct castelli_table *t, int actor,
                                     game_move move, int viewer)
{
    switch (move_word(move)) {
    case WORD_CARD:
        return event_sees(castelli_see_draw(d, t), viewer) ? GAME_SEEN : GAME_VEILED;
    case WORD_STEAL:
        return viewer == t->active || viewer == t->robbed ? GAME_SEEN : GAME_VEILED;
    case WORD_SELL:
        return viewer == actor ? GAME_SEEN : GAME_VEILED;
    case WORD_PASS:
        return viewer == actor || t->phase == PHASE_SALE ? GAME_SEEN : GAME_UNSEEN;
    default:
        return GAME_SEEN;
    }
}

uint32_t castelli_table_may_react(const struct castelli_box *box, const struct castelli_table *t, int actor,
                                  game_move move)
{
    uint32_t seats = 0;
    enum word word = move_word(move);
    if (word == WORD_OVERBUILD)
        return box->copies[CARD_GUARD] && t->player[move_owner(move)].cards ? game_bit(move_owner(move)) : 0;
    if (word != WORD_PLACE && word != WORD_STEWARD)
        return 0;
    for (int seat = seat_after(actor, 1); seat != t->active && box->copies[CARD_STEWARD];
         seat = seat_after(seat, 1))
        if (t->player[seat].cards)
            seats |= game_bit(seat);
    return seats;
}
