/* castelli_areas.c: influence, and what a tile brings when it comes to lie: frame and completed areas (2.7,
 * 3). */
#include "castelli/castelli_state.h"

/* 3.3: the coats that point at a set of an octagon's sides. Face-down tiles and the frame count nothing
 * (3.2). */
influence castelli_influence(const struct castelli_box *box, const struct castelli_table *t, int octagon,
                             unsigned sides)
{
    const uint8_t *meadow = castelli_shape(box, t)->meadow_at[octagon];
    influence sum = 0;
    for (unsigned side = 0; side < SIDES; side++)
        sum += box->coat[t->tile[meadow[side]]][side_opposite((int)side)] & -(sides >> side & 1);
    return sum;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Written without branches: who leads cannot be foreseen. */
uint32_t castelli_leaders(influence sum)
{
    int red = influence_of(sum, 0), blue = influence_of(sum, 1), green = influence_of(sum, 2),
        yellow = influence_of(sum, 3);
    int most = larger(larger(red, blue), larger(green, yellow));
    uint32_t leaders = (uint32_t)(red == most) | (uint32_t)(blue == most) << 1 |
                       (uint32_t)(green == most) << 2 | (uint32_t)(yellow == most) << 3;
    return most ? leaders : 0;
}

/* 3.1, 3.2, 3.8. A tile that a Steward may still turn has not come to lie (2.6). */
bool castelli_scored(const struct castelli_box *box, const struct castelli_table *t, int octagon, int start)
{
    unsigned sides = castelli_kind_at(box, t, octagon)->mask[start];
    uint32_t meadows = castelli_shape(box, t)->around[octagon][sides];
    uint32_t lie = t->phase == PHASE_STEWARD ? t->up & ~(1u << t->meadow) : t->up;
    return octagon == t->mine ? t->phase == PHASE_OVER : meadows && !(meadows & ~lie);
}

/* 4.6: two for each city and one for each village in the octagon's column and row. */
int castelli_castle_points(const struct castelli_box *box, const struct castelli_table *t, int octagon)
{
    uint32_t line = castelli_shape(box, t)->line[octagon];
    return 2 * __builtin_popcount(t->cities & line) + __builtin_popcount(t->villages & line);
}

/* 4.4: notes whose coats point at the octagons around a tile that has been placed. Placed tiles never move.
 */
void castelli_update_reach(const struct castelli_box *box, struct castelli_table *t, int meadow)
{
    const uint8_t *octagon = castelli_shape(box, t)->octagon_at[meadow];
    const uint8_t *colour = box->coat_colour[t->tile[meadow]];
    for (int side = 0; side < SIDES; side++)
        if (octagon[side] != CASTELLI_NONE)
            t->player[colour[side]].reach |= 1u << octagon[side];
}

/* What came and what there was no space for, from an area, or with area -1 from the frame at a meadow. */
static void note_goods(struct game_events *events, int seat, const char *good, int kept, int lost, int area,
                       int meadow)
{
    for (int i = 0; event_wanted(events) && i < 2; i++) {
        const char *key = i ? "lost" : "gain";
        int amount = i ? lost : kept;
        if (amount > 0 && area >= 0)
            castelli_event_area(events, key, seat, amount, good, area);
        else if (amount > 0)
            castelli_event_meadow(events, key, seat, amount, good, meadow);
    }
}

static void gain_goods(struct castelli_table *t, int seat, int good, int amount, struct game_events *events,
                       int area, int meadow)
{
    struct castelli_player *p = &t->player[seat];
    int kept = p->goods[good] + amount > GOODS_MAX ? GOODS_MAX - p->goods[good] : amount; /* 3.6 */
    p->goods[good] = (uint8_t)(p->goods[good] + kept);
    note_goods(events, seat, castelli_landscape_names[good], kept, amount - kept, area, meadow);
}

static void owe_card(struct castelli_table *t, int seat)
{
    t->draws |= (uint16_t)(seat << (DRAWER_BITS * t->draw_count++));
}

/* 2.7 */
static void gain_from_frame(struct castelli_table *t, int meadow, int icon, int seat,
                            struct game_events *events)
{
    if (icon < GOODS) {
        gain_goods(t, seat, icon, 1, events, -1, meadow);
    } else if (icon == ICON_CARD) {
        owe_card(t, seat);
        castelli_event_meadow(events, "draws", seat, 1, NULL, meadow);
    } else if (t->silver) {
        t->silver--;
        t->player[seat].silver++;
        castelli_event_meadow(events, "silver", seat, 1, "frame", meadow);
    }
}

/* 3.4 to 3.7 for an area that has just become complete. */
static void score_area(const struct castelli_box *box, struct castelli_table *t,
                       const struct castelli_kind *kind, int octagon, int start, struct game_events *events)
{
    int land = kind->landscape[start], area = area_at(octagon, start);
    uint32_t leaders = castelli_leaders(castelli_influence(box, t, octagon, kind->mask[start]));
    castelli_event_area(events, "complete", -1, kind->symbols[start], castelli_landscape_names[land], area);
    if (!(leaders & t->seats))
        return;
    int share = box->share[kind->symbols[start]]
                          [__builtin_popcount(leaders)]; /* 3.5, and neutral colours take theirs: 3.7 */
    if (!share)
        return;
    leaders &= t->seats;
    if (land < GOODS) {
        while (leaders)
            gain_goods(t, castelli_pop(&leaders), land, share, events, area, -1);
        return;
    }
    for (int i = 0; i < SEATS; i++) { /* 3.9: in turn order from the active player */
        int seat = seat_after(t->active, i);
        if (!(leaders >> seat & 1))
            continue;
        for (int n = 0; n < share; n++)
            owe_card(t, seat);
        castelli_event_area(events, "draws", seat, share, NULL, area);
    }
}

/* All that the tile just placed brings, in the order of 3.9; cards are only noted down, in t->draws. */
void castelli_gain_from_tile(const struct castelli_box *box, struct castelli_table *t,
                             struct game_events *events)
{
    const struct castelli_shape *shape = castelli_shape(box, t);
    int meadow = t->meadow;
    const influence *coat = box->coat[t->tile[meadow]];
    const uint8_t *colour = box->coat_colour[t->tile[meadow]];
    const uint8_t *frame = shape->frame[meadow], *octagon = shape->octagon_at[meadow];

    for (int side = 0; side < SIDES; side++)
        if (frame[side] != CASTELLI_NONE && castelli_plays(t, colour[side]) && coat[side])
            gain_from_frame(t, meadow, frame[side], colour[side], events);
    for (int side = 0; side < SIDES; side++) {
        if (octagon[side] == CASTELLI_NONE)
            continue;
        const struct castelli_kind *kind = castelli_kind_at(box, t, octagon[side]);
        int start = kind->start[side_opposite(side)];
        uint32_t meadows = shape->around[octagon[side]][kind->mask[start]];
        if (!(meadows & ~t->up) && octagon[side] != t->mine) /* 3.1, 3.8 */
            score_area(box, t, kind, octagon[side], start, events);
    }
}
