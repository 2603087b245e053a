/* castelli_apply.c: makes a move at a table. */
#include "castelli/castelli_card.h"

/* Draws that are due come first; then the phase noted in t->after. */
static void draw_or_go_on(const struct castelli_deck *d, struct castelli_table *t)
{
    if (t->draw_count && castelli_deck_size(d)) {
        t->phase = PHASE_CARD;
        return;
    }
    t->draws = 0; /* 5.12 */
    t->draw_count = 0;
    t->phase = t->after;
    t->after = 0;
}

/* Reveal */

static void reveal(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                   int index, struct game_events *events)
{
    const struct castelli_tile *tile = &box->tile[index];
    d->tiles &= ~(1u << index);
    t->lifted = (uint8_t)index;
    castelli_event_meadow(events, "tile", t->active, tile->value, tile->name, t->meadow);
    int silver = tile->silver < t->silver ? tile->silver : t->silver; /* 2.3 */
    if (silver) {
        t->silver = (uint8_t)(t->silver - silver);
        t->player[t->active].silver = (uint8_t)(t->player[t->active].silver + silver);
        castelli_event_meadow(events, "silver", t->active, silver, "mine", t->meadow);
    }
    if (tile->card != CASTELLI_NONE) { /* 2.4 */
        t->draws = t->active;
        t->draw_count = 1;
        castelli_event_meadow(events, "draws", t->active, 1, NULL, t->meadow);
    }
    t->after = PHASE_PLACE;
    draw_or_go_on(d, t);
}

static void take_drawn_card(struct castelli_deck *d, struct castelli_table *t, int kind,
                            struct game_events *events)
{
    int seat = castelli_drawer(t);
    event(events, "card", seat, 1, event_secret(events, castelli_see_draw(d, t), castelli_cards[kind].name),
          NULL);
    castelli_draw(d, seat, kind);
    t->player[seat].hand += cards_one(kind);
    t->player[seat].cards++;
    t->draws >>= DRAWER_BITS;
    t->draw_count--;
    draw_or_go_on(d, t);
}

/* 2.7, 2.8: the tile lies as it stays. */
static void settle_tile(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                        struct game_events *events)
{
    event_after_reactions(events);
    t->asked = CASTELLI_NONE;
    t->has_reacted = t->cannot_react = 0;
    castelli_update_reach(box, t, t->meadow);
    castelli_gain_from_tile(box, t, events);
    t->meadow = CASTELLI_NONE;
    t->after = PHASE_BUILD;
    draw_or_go_on(d, t);
}

/* 5.8: asks the next seat after `seat` that holds a Steward, or goes on. */
static void ask_steward(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                        int seat, struct game_events *events)
{
    for (seat = seat_after(seat, 1); seat != t->active; seat = seat_after(seat, 1))
        if (cards_of(t->player[seat].hand, CARD_STEWARD)) {
            t->phase = PHASE_STEWARD;
            t->asked = (uint8_t)seat;
            return;
        }
    settle_tile(box, d, t, events);
}

static void place(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t, int turn,
                  bool from_hand, struct game_events *events)
{
    struct castelli_player *p = &t->player[t->active];
    int tile = t->lifted;
    if (from_hand) { /* 8.2 */
        tile = p->tile;
        p->tile = t->lifted;
    }
    t->lifted = CASTELLI_NONE;
    t->tile[t->meadow] = (uint8_t)lying_at(tile, turn);
    t->up |= 1u << t->meadow;
    castelli_event_meadow(events, "place", t->active, turn, box->tile[tile].name, t->meadow);
    ask_steward(box, d, t, t->active, events);
}

/* All seats from the active one to this one have had their chance, as everybody now knows. */
static uint8_t seats_up_to(const struct castelli_table *t, int seat)
{
    unsigned set = game_bit(seat);
    for (int s = t->active; s != seat; s = seat_after(s, 1))
        set |= game_bit(s);
    return (uint8_t)(set & t->seats);
}

static void turn_by_steward(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                            int turn, struct game_events *events)
{
    int seat = t->asked;
    t->tile[t->meadow] = (uint8_t)lying_at(lying_tile(t->tile[t->meadow]), turn);
    castelli_put_under(d, seat, &t->player[seat], CARD_STEWARD, true);
    t->cannot_react = seats_up_to(t, seat);
    event(events, "play", seat, 0, castelli_cards[CARD_STEWARD].name, NULL);
    castelli_event_meadow(events, "turn", seat, turn, NULL, t->meadow);
    ask_steward(box, d, t, seat, events);
}

/* Build */

static void score_castle(const struct castelli_box *box, struct castelli_table *t, int seat, int area,
                         struct game_events *events)
{
    struct castelli_player *p = &t->player[seat];
    int points = castelli_castle_points(box, t, area_octagon(area)); /* 4.6 */
    p->castles--;
    p->points = (uint16_t)(p->points + points);
    p->castle_points = (uint16_t)(p->castle_points + points);
    castelli_event_area(events, "score", seat, points, "castle", area);
}

static void pay_silver(struct castelli_table *t, struct castelli_player *p, int silver,
                       struct game_events *events)
{
    p->silver = (uint8_t)(p->silver - silver);
    t->silver = (uint8_t)(t->silver + silver);
    if (silver)
        event(events, "silver", t->active, -silver, "build", NULL);
}

/* 4.1, 4.2, 5.10, 9.4, 9.7: so many of each good, as far as the player has them, and silver for the rest. */
static void pay(struct castelli_table *t, int payment, int each, struct game_events *events)
{
    struct castelli_player *p = &t->player[t->active];
    if (payment & PAY_SILVER) {
        t->silver_used = 1;
        pay_silver(t, p, 2, events);
    } else if (payment_card(payment) == CARD_MASTER_BUILDER) {
        pay_silver(t, p, castelli_missing(p, 1), events);
    }
    for (int good = 0; good < GOODS; good++)
        p->goods[good] = (uint8_t)(p->goods[good] > each ? p->goods[good] - each : 0);
}

static void use_card(struct castelli_deck *d, struct castelli_table *t, int payment, int area,
                     struct game_events *events)
{
    int kind = payment_card(payment);
    if (kind == CARD_NONE)
        return;
    t->card_played = 1;
    castelli_put_under(d, t->active, &t->player[t->active], kind, true);
    castelli_event_area(events, "play", t->active, 0, castelli_cards[kind].name, area);
}

static void build(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t, int area,
                  int payment, struct game_events *events)
{
    int slots[SITES_MAX], seat = t->active, octagon = area_octagon(area);
    int count = castelli_area_slots(box, t, area, slots);
    int slot = t->castle[slots[0]] ? slots[1] : slots[0];
    use_card(d, t, payment, area, events);
    pay(t, payment, 1, events);
    t->castle[slot] = castle_of(seat, -1);
    t->castled |= 1u << octagon;
    if (slot == slots[count - 1])
        t->open[castelli_kind_at(box, t, octagon)->landscape[area_side(area)]][area_side(area)] &=
            ~(1u << octagon);
    castelli_event_area(events, "castle", seat, 1, castelli_side_letters[area_side(slot)], area);
    score_castle(box, t, seat, area, events);
}

static int area_of_slot(const struct castelli_box *box, const struct castelli_table *t, int slot)
{
    return area_at(area_octagon(slot), castelli_kind_at(box, t, area_octagon(slot))->start[area_side(slot)]);
}

/* The overbuilding announced in t->target and t->payment takes place. */
static void overbuild(const struct castelli_box *box, struct castelli_table *t, struct game_events *events)
{
    int seat = t->active, slot = t->target, area = area_of_slot(box, t, slot);
    event_after_reactions(events);
    pay(t, t->payment, payment_card(t->payment) == CARD_ABBOT ? 1 : 2, events);
    t->castle[slot] = castle_of(seat, castle_owner(t->castle[slot]));
    t->asked = CASTELLI_NONE;
    t->target = t->payment = 0;
    t->phase = PHASE_BUILD;
    castelli_event_area(events, "overbuild", seat, 1, castelli_side_letters[area_side(slot)], area);
    score_castle(box, t, seat, area, events);
}

static void announce_overbuild(const struct castelli_box *box, struct castelli_deck *d,
                               struct castelli_table *t, int area, int owner, int payment,
                               struct game_events *events)
{
    int slots[SITES_MAX];
    bool stronger;
    castelli_area_slots(box, t, area, slots);
    int slot = slots[0];
    if (castle_owner(t->castle[slot]) != owner || !castelli_can_overbuild(box, t, t->active, slot, &stronger))
        slot = slots[1];
    use_card(d, t, payment, area, events); /* 9.8: spent even if a Guard comes */
    t->target = (uint8_t)slot;
    t->payment = (uint8_t)payment;
    if (cards_of(t->player[owner].hand, CARD_GUARD)) {
        t->phase = PHASE_GUARD;
        t->asked = (uint8_t)owner;
        return;
    }
    overbuild(box, t, events);
}

/* 9.8 */
static void guard(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                  struct game_events *events)
{
    int seat = t->asked;
    castelli_put_under(d, seat, &t->player[seat], CARD_GUARD, true);
    castelli_event_area(events, "guard", seat, 1, castelli_side_letters[area_side(t->target)],
                        area_of_slot(box, t, t->target));
    t->castle[t->target] |= GUARDED;
    t->asked = CASTELLI_NONE;
    t->target = t->payment = 0;
    t->phase = PHASE_BUILD;
}

/* The end of a turn and of the game */

/* 5.3: the closing sale asks the next seat after `seat` that has cards. It goes round once: after the active
 * player, who is asked last, the table is over. */
static void ask_sale(const struct castelli_box *box, struct castelli_table *t, int seat,
                     struct game_events *events)
{
    do {
        if (seat == t->active && t->phase == PHASE_SALE)
            break;
        t->phase = PHASE_SALE;
        seat = castelli_next_seat(t, seat);
        if (t->player[seat].cards) {
            t->asked = (uint8_t)seat;
            return;
        }
    } while (seat != t->active);
    t->asked = CASTELLI_NONE;
    t->phase = PHASE_OVER;
    castelli_finish(box, t, events);
}

static void end_turn(const struct castelli_box *box, struct castelli_table *t, struct game_events *events)
{
    event(events, "end", t->active, 0, NULL, NULL);
    t->card_played = t->silver_used = 0;
    if (t->battle)
        for (int slot = 0; slot < PLACES * 4; slot++)
            t->castle[slot] &= (uint8_t)~GUARDED;
    if (!(castelli_shape(box, t)->all & ~t->up)) { /* 6.1 */
        ask_sale(box, t, t->active, events);
        return;
    }
    t->active = (uint8_t)castelli_next_seat(t, t->active);
    t->phase = PHASE_LIFT;
}

/* The seat that is asked has nothing more to say. */
static void pass(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                 struct game_events *events)
{
    int seat = t->asked;
    if (t->phase == PHASE_STEWARD) {
        t->has_reacted |= (uint8_t)game_bit(seat);
        ask_steward(box, d, t, seat, events);
    } else if (t->phase == PHASE_GUARD) {
        overbuild(box, t, events);
    } else {
        ask_sale(box, t, seat, events);
    }
}

static void sell(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t, int seat,
                 int kind, struct game_events *events)
{
    struct castelli_player *p = &t->player[seat];
    int silver = t->silver < 2 ? t->silver : 2; /* 5.3 */
    castelli_put_under(d, seat, p, kind, false);
    t->silver = (uint8_t)(t->silver - silver);
    p->silver = (uint8_t)(p->silver + silver);
    event(events, "sell", seat, 1, event_secret(events, game_bit(seat), castelli_cards[kind].name), NULL);
    event(events, "silver", seat, silver, "sale", NULL);
    bool more = t->phase == PHASE_STEWARD ? cards_of(p->hand, CARD_STEWARD) > 0
                : t->phase == PHASE_GUARD ? cards_of(p->hand, CARD_GUARD) > 0
                                          : t->phase != PHASE_SALE || p->cards > 0;
    if (!more)
        pass(box, d, t, events);
}

void castelli_step(const struct castelli_box *box, struct castelli_deck *d, struct castelli_table *t,
                   int actor, game_move move, struct game_events *events)
{
    switch (move_word(move)) {
    case WORD_LIFT:
        t->meadow = (uint8_t)move_meadow(move);
        t->phase = PHASE_TILE;
        castelli_event_meadow(events, "lift", actor, 0, NULL, t->meadow);
        break;
    case WORD_TILE:
        reveal(box, d, t, move_tile(move), events);
        break;
    case WORD_CARD:
        take_drawn_card(d, t, move_kind(move), events);
        break;
    case WORD_STEAL: {
        uint32_t viewers = game_bit(t->active) | game_bit(t->robbed);
        const char *what = event_secret(events, viewers, castelli_cards[move_kind(move)].name);
        event(events, "robbed", t->robbed, 1, what, NULL);
        event(events, "steal", t->active, 1, what, NULL);
        castelli_steal(d, t, move_kind(move));
        t->robbed = CASTELLI_NONE;
        t->phase = t->after;
        t->after = 0;
        break;
    }
    case WORD_PLACE:
        place(box, d, t, move_turn(move), move_from_hand(move), events);
        break;
    case WORD_STEWARD:
        turn_by_steward(box, d, t, move_turn(move), events);
        break;
    case WORD_PASS:
        pass(box, d, t, events);
        break;
    case WORD_BUILD:
        build(box, d, t, move_area(move), move_payment(move), events);
        break;
    case WORD_OVERBUILD:
        announce_overbuild(box, d, t, move_area(move), move_owner(move), move_payment(move), events);
        break;
    case WORD_PLAY:
        castelli_play(d, t, move_kind(move), move_target(move), events);
        break;
    case WORD_SELL:
        sell(box, d, t, actor, move_kind(move), events);
        break;
    case WORD_GUARD:
        guard(box, d, t, events);
        break;
    case WORD_END:
        end_turn(box, t, events);
        break;
    default:
        break;
    }
}
