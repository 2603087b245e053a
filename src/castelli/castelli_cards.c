/* castelli_cards.c: the table of the cards, and what those do that are played alone (5, 9.6). */
#include "castelli/castelli_card.h"

#include <string.h>

/* 5.11: octagons without settlement and castle, and not the mine. */
uint32_t castelli_vacant(const struct castelli_box *box, const struct castelli_table *t)
{
    return castelli_shape(box, t)->all & ~(t->villages | t->cities | t->castled | 1u << t->mine);
}

/* 5.4 */
static uint32_t always(const struct castelli_box *box, const struct castelli_deck *d,
                       const struct castelli_table *t, int seat)
{
    (void)box;
    (void)d;
    (void)t;
    (void)seat;
    return 1;
}

static void crown(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                  int target, struct game_events *events)
{
    struct castelli_player *p = &t->player[t->active];
    (void)d;
    (void)target;
    p->points = (uint16_t)(p->points + card->amount);
    p->king_points = (uint8_t)(p->king_points + card->amount);
    event(events, "score", t->active, card->amount, "king", NULL);
}

/* 5.5 */
static uint32_t full_mine(const struct castelli_box *box, const struct castelli_deck *d,
                          const struct castelli_table *t, int seat)
{
    (void)box;
    (void)d;
    (void)seat;
    return t->silver >= 2;
}

static void rob_mine(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                     int target, struct game_events *events)
{
    struct castelli_player *p = &t->player[t->active];
    int half = t->silver / 2;
    (void)card;
    (void)d;
    (void)target;
    t->silver = (uint8_t)(t->silver - half);
    p->silver = (uint8_t)(p->silver + half);
    event(events, "silver", t->active, half, "card", NULL);
}

/* 5.6 */
static uint32_t others_have_silver(const struct castelli_box *box, const struct castelli_deck *d,
                                   const struct castelli_table *t, int seat)
{
    (void)box;
    (void)d;
    for (int i = 1; i < SEATS; i++)
        if (t->player[seat_after(seat, i)].silver)
            return 1;
    return 0;
}

static void raid(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                 int target, struct game_events *events)
{
    int seat = t->active;
    (void)d;
    (void)target;
    for (int i = 1; i < SEATS; i++) {
        int other = seat_after(seat, i);
        int n = t->player[other].silver < card->amount ? t->player[other].silver : card->amount;
        if (!n)
            continue;
        t->player[other].silver = (uint8_t)(t->player[other].silver - n);
        t->player[seat].silver = (uint8_t)(t->player[seat].silver + n);
        event(events, "silver", other, -n, "card", NULL);
        event(events, "silver", seat, n, "card", NULL);
    }
}

/* 5.7; chance says which card is stolen. */
static uint32_t victims(const struct castelli_box *box, const struct castelli_deck *d,
                        const struct castelli_table *t, int seat)
{
    uint32_t seats = 0;
    (void)box;
    (void)d;
    for (int other = 0; other < SEATS && t->player[seat].silver; other++)
        if (other != seat && t->player[other].cards)
            seats |= game_bit(other);
    return seats;
}

static void betray(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                   int target, struct game_events *events)
{
    (void)card;
    (void)d;
    t->player[t->active].silver--;
    t->player[target].silver++;
    event(events, "silver", t->active, -1, "card", NULL);
    event(events, "silver", target, 1, "card", NULL);
    t->robbed = (uint8_t)target;
    t->after = t->phase;
    t->phase = PHASE_STEAL;
}

/* 5.11 */
static uint32_t village_sites(const struct castelli_box *box, const struct castelli_deck *d,
                              const struct castelli_table *t, int seat)
{
    (void)seat;
    return d->villages ? castelli_vacant(box, t) : 0;
}

static void found_village(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                          int target, struct game_events *events)
{
    (void)card;
    d->villages--;
    t->villages |= 1u << target;
    castelli_event_octagon(events, "village", t->active, 1, NULL, target);
}

/* 9.6 */
static uint32_t city_sites(const struct castelli_box *box, const struct castelli_deck *d,
                           const struct castelli_table *t, int seat)
{
    (void)seat;
    return d->cities ? castelli_vacant(box, t) : 0;
}

static void found_city(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                       int target, struct game_events *events)
{
    (void)card;
    d->cities--;
    t->cities |= 1u << target;
    castelli_event_octagon(events, "city", t->active, 1, NULL, target);
}

/* 9.6 */
static uint32_t cities(const struct castelli_box *box, const struct castelli_deck *d,
                       const struct castelli_table *t, int seat)
{
    (void)box;
    (void)d;
    (void)seat;
    return t->cities;
}

static void burn_city(const struct castelli_card *card, struct castelli_deck *d, struct castelli_table *t,
                      int target, struct game_events *events)
{
    (void)card;
    d->cities++;
    t->cities &= ~(1u << target);
    castelli_event_octagon(events, "city", t->active, -1, NULL, target);
}

/* Boxes, records and weights know a card by its name or its place here, so new ones are added at the end. */
const struct castelli_card castelli_cards[CARDS] = {
    [CARD_KING3] = {.name = "king3",
                    .clause = "5.4",
                    .amount = 3,
                    .targets = always,
                    .play = crown,
                    .why_not = castelli_why_not_king},
    [CARD_KING4] = {.name = "king4",
                    .clause = "5.4",
                    .amount = 4,
                    .targets = always,
                    .play = crown,
                    .why_not = castelli_why_not_king},
    [CARD_KING5] = {.name = "king5",
                    .clause = "5.4",
                    .amount = 5,
                    .targets = always,
                    .play = crown,
                    .why_not = castelli_why_not_king},
    [CARD_STEWARD] = {.name = "steward", .clause = "5.8", .use = USE_REACTION},
    [CARD_LANDGRAVE] = {.name = "landgrave", .clause = "5.9", .use = USE_BUILD, .land = LAND_GRAIN},
    [CARD_LANDGRAVINE] = {.name = "landgravine", .clause = "5.9", .use = USE_BUILD, .land = LAND_WOOD},
    [CARD_ROBBER_BARON] = {.name = "robber_baron",
                           .clause = "5.5",
                           .targets = full_mine,
                           .play = rob_mine,
                           .why_not = castelli_why_not_robber},
    [CARD_RAIDER] = {.name = "raider",
                     .clause = "5.6",
                     .amount = 1,
                     .targets = others_have_silver,
                     .play = raid,
                     .why_not = castelli_why_not_raid},
    [CARD_BRIGANDS] = {.name = "brigands",
                       .clause = "5.6",
                       .amount = 2,
                       .targets = others_have_silver,
                       .play = raid,
                       .why_not = castelli_why_not_raid},
    [CARD_TRAITOR] = {.name = "traitor",
                      .clause = "5.7",
                      .target = TARGET_SEAT,
                      .targets = victims,
                      .play = betray,
                      .why_not = castelli_why_not_traitor},
    [CARD_MASTER_BUILDER] = {.name = "master_builder", .clause = "5.10", .use = USE_BUILD, .land = LAND_ROCK},
    [CARD_PEASANT] = {.name = "peasant",
                      .clause = "5.11",
                      .target = TARGET_OCTAGON,
                      .targets = village_sites,
                      .play = found_village,
                      .why_not = castelli_why_not_settle},
    [CARD_DUKE] = {.name = "duke",
                   .clause = "9.6",
                   .battle = true,
                   .target = TARGET_OCTAGON,
                   .targets = city_sites,
                   .play = found_city,
                   .why_not = castelli_why_not_settle},
    [CARD_GUARD] = {.name = "guard", .clause = "9.8", .battle = true, .use = USE_REACTION},
    [CARD_INCENDIARY] = {.name = "incendiary",
                         .clause = "9.6",
                         .battle = true,
                         .target = TARGET_OCTAGON,
                         .targets = cities,
                         .play = burn_city,
                         .why_not = castelli_why_not_burn},
    [CARD_ABBOT] = {.name = "abbot", .clause = "9.7", .battle = true, .use = USE_OVERBUILD},
    [CARD_ARMY_OF_KNIGHTS] = {.name = "army_of_knights",
                              .clause = "9.7",
                              .battle = true,
                              .use = USE_OVERBUILD},
};

int castelli_find_card(const char *name)
{
    for (int kind = 0; kind < CARDS; kind++)
        if (strcmp(castelli_cards[kind].name, name) == 0)
            return kind;
    return -1;
}

/* 5.1: the cards that can be played alone, each only where it changes something. */
int castelli_list_plays(const struct castelli_box *box, const struct castelli_deck *d,
                        const struct castelli_table *t, int seat, game_move *out)
{
    int n = 0;
    if (t->card_played)
        return 0;
    for (cards left = t->player[seat].hand & box->alone; left;) {
        int kind = cards_first(left);
        const struct castelli_card *card = &castelli_cards[kind];
        uint32_t targets = card->targets(box, d, t, seat);
        left = cards_after(left, kind);
        if (card->target == TARGET_NONE && targets)
            out[n++] = castelli_move(WORD_PLAY, kind, CASTELLI_NONE, 0);
        while (card->target != TARGET_NONE && targets)
            out[n++] = castelli_move(WORD_PLAY, kind, castelli_pop(&targets), 0);
    }
    return n;
}

/* The active player plays a card alone; the target is an octagon, a seat, or CASTELLI_NONE. */
void castelli_play(struct castelli_deck *d, struct castelli_table *t, int kind, int target,
                   struct game_events *events)
{
    const struct castelli_card *card = &castelli_cards[kind];
    int seat = t->active;
    t->card_played = 1;
    castelli_put_under(d, seat, &t->player[seat], kind, true);
    if (card->target == TARGET_OCTAGON)
        castelli_event_octagon(events, "play", seat, 0, card->name, target);
    else
        event(events, "play", seat, 0, card->name, NULL);
    card->play(card, d, t, target, events);
}
