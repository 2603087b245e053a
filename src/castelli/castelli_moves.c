/* castelli_moves.c: who may move at a table, and the list of the legal moves. */
#include "castelli/castelli_state.h"

/* In a view that does not show who is asked: the seats that may be, because their cards are not known. */
static uint32_t maybe_asked(const struct castelli_table *t)
{
    if (t->phase == PHASE_GUARD)
        return game_bit(castle_owner(t->castle[t->target]));
    uint32_t seats = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != t->active && t->player[seat].cards && !t->player[seat].hand &&
            !(t->cannot_react >> seat & 1))
            seats |= game_bit(seat);
    return seats;
}

uint32_t castelli_table_to_act(const struct castelli_table *t)
{
    switch (t->phase) {
    case PHASE_TILE:
    case PHASE_CARD:
    case PHASE_STEAL:
        return game_bit(GAME_CHANCE);
    case PHASE_STEWARD:
    case PHASE_GUARD:
    case PHASE_SALE:
        return t->asked != CASTELLI_NONE ? game_bit(t->asked) : maybe_asked(t);
    case PHASE_OVER:
        return 0;
    default:
        return game_bit(t->active);
    }
}

/* Chance */

static int list_multiset(cards left, enum word word, game_move *out, uint32_t *weight)
{
    int n = 0;
    while (left) {
        int kind = cards_first(left);
        out[n] = castelli_move(word, kind, 0, 0);
        if (weight)
            weight[n] = (uint32_t)cards_of(left, kind);
        n++;
        left = cards_after(left, kind);
    }
    return n;
}

static int list_chance(const struct castelli_deck *d, const struct castelli_table *t, game_move *out,
                       uint32_t *weight)
{
    uint32_t unread[TILES];
    int n = 0;
    switch (t->phase) {
    case PHASE_TILE:
        weight = weight ? weight : unread;
        for (uint32_t tiles = d->tiles; tiles; n++) {
            out[n] = castelli_move(WORD_TILE, castelli_pop(&tiles), 0, 0);
            weight[n] = 1;
        }
        return n;
    case PHASE_CARD:
        if (d->unseen_count)
            return list_multiset(d->unseen, WORD_CARD, out, weight);
        if (under_kind(d->under[0]) == CARD_NONE)
            return 0;
        return list_multiset(cards_one(under_kind(d->under[0])), WORD_CARD, out, weight); /* 5.12 */
    case PHASE_STEAL:
        return list_multiset(t->player[t->robbed].hand, WORD_STEAL, out, weight);
    default:
        return 0;
    }
}

/* Building */

/* The places for castles of an area: its sites, or the one that a Landgrave uses. */
int castelli_area_slots(const struct castelli_box *box, const struct castelli_table *t, int area,
                        int slots[SITES_MAX])
{
    const struct castelli_kind *kind = castelli_kind_at(box, t, area_octagon(area));
    slots[0] = area;
    slots[1] = area_at(area_octagon(area), side_after(area_side(area), 1));
    return kind->sites[area_side(area)] == 2 ? 2 : 1;
}

/* Whether a seat might overbuild this castle if it can pay (9.2, 9.5, 4.4); *stronger says whether 9.3 holds.
 */
bool castelli_can_overbuild(const struct castelli_box *box, const struct castelli_table *t, int seat,
                            int slot, bool *stronger)
{
    int owner = castle_owner(t->castle[slot]);
    if (owner < 0 || owner == seat || castle_beneath(t->castle[slot]) >= 0 || t->castle[slot] & GUARDED ||
        !(t->player[seat].reach >> (area_octagon(slot)) & 1))
        return false;
    influence sum = castelli_influence(box, t, area_octagon(slot), 15);
    *stronger = influence_of(sum, seat) > influence_of(sum, owner);
    return true;
}

int castelli_missing(const struct castelli_player *p, int each)
{
    int missing = 0;
    for (int good = 0; good < GOODS; good++)
        missing += (p->goods[good] < each) * (each - p->goods[good]);
    return missing;
}

static int list_areas(const struct castelli_table *t, const struct castelli_player *p, int land, int payment,
                      game_move *out)
{
    const uint32_t *open = t->open[land];
    int n = 0;
    for (int start = 0; start < SIDES; start += 2) { /* two sides at a time in one word */
        uint64_t areas =
            (uint64_t)(open[start + 1] & p->reach) << 32 | (open[start] & p->reach); /* 4.3, 4.4 */
        for (; areas; areas &= areas - 1) {
            int bit = __builtin_ctzll(areas);
            out[n++] = castelli_move(WORD_BUILD, area_at(bit % PLACES, start + bit / PLACES), CASTELLI_NONE,
                                     payment);
        }
    }
    return n;
}

static int list_builds(const struct castelli_table *t, int seat, game_move *out)
{
    const struct castelli_player *p = &t->player[seat];
    int n = 0, missing = castelli_missing(p, 1);
    bool buy = missing == 1 && p->silver >= 2 && !t->silver_used; /* 4.2 */
    if (missing == 0 || buy) {
        int silver = buy ? PAY_SILVER : 0;
        n += list_areas(t, p, LAND_ROCK, CARD_NONE | silver, out + n);
        if (!t->card_played && cards_of(p->hand, CARD_LANDGRAVE)) /* 5.9 */
            n += list_areas(t, p, LAND_GRAIN, CARD_LANDGRAVE | silver, out + n);
        if (!t->card_played && cards_of(p->hand, CARD_LANDGRAVINE))
            n += list_areas(t, p, LAND_WOOD, CARD_LANDGRAVINE | silver, out + n);
    }
    if (missing && p->silver >= missing && !t->card_played &&
        cards_of(p->hand, CARD_MASTER_BUILDER)) /* 5.10 */
        n += list_areas(t, p, LAND_ROCK, CARD_MASTER_BUILDER, out + n);
    return n;
}

/* The payments (9.4, 9.7) that a seat can make where it is stronger, and where it is not. */
static int list_payments(const struct castelli_table *t, const struct castelli_player *p, bool stronger,
                         int out[2])
{
    int n = 0, two = castelli_missing(p, 2), one = castelli_missing(p, 1);
    bool silver = p->silver >= 2 && !t->silver_used, card = !t->card_played;
    int helper = stronger ? CARD_NONE : CARD_ARMY_OF_KNIGHTS;
    if (stronger || (card && cards_of(p->hand, CARD_ARMY_OF_KNIGHTS))) {
        if (two == 0 || (two == 1 && silver))
            out[n++] = helper | (two ? PAY_SILVER : 0);
    }
    if (stronger && card && cards_of(p->hand, CARD_ABBOT)) {
        if (one == 0 || (one == 1 && silver))
            out[n++] = CARD_ABBOT | (one ? PAY_SILVER : 0);
    }
    return n;
}

static int list_overbuilds(const struct castelli_box *box, const struct castelli_table *t, int seat,
                           game_move *out)
{
    const struct castelli_player *p = &t->player[seat];
    int n = 0, payment[2][2];
    int payments[2] = {list_payments(t, p, false, payment[0]), list_payments(t, p, true, payment[1])};
    if (!payments[0] && !payments[1])
        return 0;
    for (uint32_t octagons = t->castled & p->reach; octagons;) {
        int octagon = castelli_pop(&octagons);
        const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
        for (int start = 0; start < SIDES; start++) {
            if (!kind->mask[start])
                continue;
            int area = area_at(octagon, start), slots[SITES_MAX], last = -1;
            int count = castelli_area_slots(box, t, area, slots);
            for (int i = 0; i < count; i++) {
                bool stronger;
                int owner = castle_owner(t->castle[slots[i]]);
                if (owner == last || !castelli_can_overbuild(box, t, seat, slots[i], &stronger))
                    continue;
                last = owner;
                for (int k = 0; k < payments[stronger]; k++)
                    out[n++] = castelli_move(WORD_OVERBUILD, area, owner, payment[stronger][k]);
            }
        }
    }
    return n;
}

/* Decisions of seats */

/* 5.3 */
static int list_sales(const struct castelli_table *t, int seat, game_move *out)
{
    return t->silver ? list_multiset(t->player[seat].hand, WORD_SELL, out, NULL) : 0;
}

static int list_placings(const struct castelli_table *t, game_move *out)
{
    int n = 0;
    for (int turn = 0; turn < 4; turn++)
        out[n++] = castelli_move(WORD_PLACE, turn, 0, 0);
    for (int turn = 0; turn < 4 && t->dilemma; turn++) /* 8.2 */
        out[n++] = castelli_move(WORD_PLACE, turn, 1, 0);
    return n;
}

int castelli_table_moves(const struct castelli_box *box, const struct castelli_deck *d,
                         const struct castelli_table *t, int actor, game_move *out, uint32_t *weight)
{
    int n = 0;
    if (actor == GAME_CHANCE)
        return list_chance(d, t, out, weight);
    switch (t->phase) {
    case PHASE_LIFT:
        if (actor != t->active)
            return 0;
        for (uint32_t down = castelli_shape(box, t)->all & ~t->up; down;)
            out[n++] = castelli_move(WORD_LIFT, castelli_pop(&down), 0, 0);
        break;
    case PHASE_PLACE:
        if (actor != t->active)
            return 0;
        n = list_placings(t, out);
        break;
    case PHASE_BUILD:
        if (actor != t->active)
            return 0;
        if (t->player[actor].castles) { /* 4.5 */
            n = list_builds(t, actor, out);
            if (t->battle)
                n += list_overbuilds(box, t, actor, out + n);
        }
        out[n++] = castelli_move(WORD_END, 0, 0, 0);
        break;
    case PHASE_STEWARD:
        if (actor != t->asked)
            return 0;
        for (int turn = 0; turn < 4; turn++)
            if (turn != lying_turn(t->tile[t->meadow]))
                out[n++] = castelli_move(WORD_STEWARD, turn, 0, 0);
        out[n++] = castelli_move(WORD_PASS, 0, 0, 0);
        return n + list_sales(t, actor, out + n);
    case PHASE_GUARD:
        if (actor != t->asked)
            return 0;
        out[n++] = castelli_move(WORD_GUARD, 0, 0, 0);
        out[n++] = castelli_move(WORD_PASS, 0, 0, 0);
        return n + list_sales(t, actor, out + n);
    case PHASE_SALE:
        if (actor != t->asked)
            return 0;
        out[n++] = castelli_move(WORD_PASS, 0, 0, 0);
        return n + list_sales(t, actor, out + n);
    default:
        return 0;
    }
    if (t->player[actor].hand) {
        n += castelli_list_plays(box, d, t, actor, out + n);
        n += list_sales(t, actor, out + n);
    }
    return n;
}

bool castelli_table_harmless(const struct castelli_table *t, int seat, game_move *out)
{
    bool asks = t->phase == PHASE_STEWARD || t->phase == PHASE_GUARD || t->phase == PHASE_SALE;
    *out = castelli_move(WORD_PASS, 0, 0, 0);
    return asks && seat == t->asked;
}

/* ---- what a player says beforehand about reactions ---- */

enum reply { REPLY_NEVER, REPLY_CASTLE };

/* Only the module Battle lets a castle be overbuilt (9.2). */
const char *castelli_reply_name(bool battle, int which)
{
    return which == REPLY_NEVER ? "never" : which == REPLY_CASTLE && battle ? "castle" : NULL;
}

bool castelli_table_reply(const struct castelli_table *t, int seat, int which, game_move *out)
{
    bool guards = which == REPLY_CASTLE && t->phase == PHASE_GUARD; /* 9.8 */
    *out = castelli_move(guards ? WORD_GUARD : WORD_PASS, 0, 0, 0);
    return (t->phase == PHASE_STEWARD || t->phase == PHASE_GUARD) && seat == t->asked;
}
