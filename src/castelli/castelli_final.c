/* castelli_final.c: the final scoring and who wins (6, 8.3, 9.9, 9.10). */
#include "castelli/castelli_state.h"

#include <string.h>

/* 6.2: the mine's silver goes to those with the most influence on it. */
static void empty_mine(const struct castelli_box *box, struct castelli_table *t, struct game_events *events)
{
    uint32_t leaders = castelli_leaders(castelli_influence(box, t, t->mine, 15));
    if (!leaders)
        return;
    int share = t->silver / __builtin_popcount(leaders);
    leaders &= t->seats;
    while (leaders) {
        int seat = castelli_pop(&leaders);
        t->silver = (uint8_t)(t->silver - share);
        t->player[seat].silver = (uint8_t)(t->player[seat].silver + share);
        if (share)
            event(events, "silver", seat, share, "mine", NULL);
    }
}

/* 6.4, 9.10: points for the most and the second most silver. */
static void score_silver(const struct castelli_table *t, struct castelli_sheet sheet[SEATS])
{
    int most = 0, second = 0, richest = 0, next = 0, scale = t->battle ? 2 : 1;
    for (int seat = 0; seat < SEATS; seat++)
        if (t->player[seat].silver > most)
            most = t->player[seat].silver;
    for (int seat = 0; seat < SEATS; seat++) {
        int silver = t->player[seat].silver;
        richest += most && silver == most;
        if (silver != most && silver > second)
            second = silver;
    }
    for (int seat = 0; seat < SEATS; seat++)
        next += second && t->player[seat].silver == second;
    for (int seat = 0; seat < SEATS; seat++) {
        int silver = t->player[seat].silver;
        if (most && silver == most)
            sheet[seat].silver = (richest > 1 ? 3 : 4) * scale;
        else if (second && silver == second && richest == 1)
            sheet[seat].silver = 2 * scale / next;
    }
}

void castelli_take_census(const struct castelli_table *t, struct castelli_census *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t castled = t->castled; castled;) {
        int octagon = castelli_pop(&castled);
        for (int side = 0; side < SIDES; side++) {
            int owner = castle_owner(t->castle[octagon * 4 + side]);
            if (owner >= 0)
                out->octagon[octagon] += 1u << (8 * owner);
        }
        out->column[castelli_octagon_col(octagon)] += out->octagon[octagon];
        out->row[castelli_octagon_row(octagon)] += out->octagon[octagon];
        out->all += out->octagon[octagon];
    }
}

influence castelli_castles_around(const struct castelli_census *c, int place)
{
    return c->column[castelli_octagon_col(place)] + c->row[castelli_octagon_row(place)] - c->octagon[place];
}

/* 9.9 */
static void score_battle(const struct castelli_table *t, struct castelli_sheet sheet[SEATS])
{
    struct castelli_census census;
    castelli_take_census(t, &census);
    for (int seat = 0; seat < SEATS; seat++)
        sheet[seat].standing = 2 * influence_of(census.all, seat);
    for (uint32_t settlements = t->villages | t->cities; settlements;) {
        int place = castelli_pop(&settlements);
        int worth = t->cities >> place & 1 ? 6 : 3;
        influence castles = castelli_castles_around(&census, place);
        uint32_t owners = castelli_leaders(castles);
        int count = __builtin_popcount(owners);
        while (owners)
            sheet[castelli_pop(&owners)].settlements += (worth + count - 1) / count;
    }
}

/* The points of every seat by where they come from, as the table stands, silver of the mine not counted. */
void castelli_sheets(const struct castelli_table *t, struct castelli_sheet sheet[SEATS])
{
    memset(sheet, 0, SEATS * sizeof sheet[0]);
    score_silver(t, sheet);
    if (t->battle)
        score_battle(t, sheet);
    for (int seat = 0; seat < SEATS; seat++) {
        const struct castelli_player *p = &t->player[seat];
        struct castelli_sheet *s = &sheet[seat];
        s->castles = p->castle_points;
        s->kings = p->king_points;
        s->cards = p->cards; /* 6.3 */
        s->resources = p->goods[WOOD] + p->goods[GRAIN] + p->goods[ROCK];
        s->start_tile = p->tile == TILES + seat ? 5 : 0; /* 8.3 */
        s->total = s->castles + s->kings + s->cards + s->resources + s->silver + s->start_tile +
                   s->settlements + s->standing;
    }
}

void castelli_finish(const struct castelli_box *box, struct castelli_table *t, struct game_events *events)
{
    struct castelli_sheet sheet[SEATS];
    empty_mine(box, t, events);
    castelli_sheets(t, sheet);
    for (int seat = 0; seat < SEATS; seat++) {
        if (!castelli_plays(t, seat))
            continue;
        event(events, "score", seat, sheet[seat].total - t->player[seat].points, "final", NULL);
        t->player[seat].points = (uint16_t)sheet[seat].total;
    }
}

int castelli_projected(const struct castelli_box *box, const struct castelli_table *t, int seat)
{
    struct castelli_table end = *t;
    if (t->phase != PHASE_OVER)
        castelli_finish(box, &end, NULL);
    return end.player[seat].points;
}

/* 6.5 */
uint32_t castelli_table_winners(const struct castelli_table *t)
{
    uint32_t winners = 0;
    int best = -1;
    if (t->phase != PHASE_OVER)
        return 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!castelli_plays(t, seat))
            continue;
        int rank =
            t->player[seat].points * 16 + 15 - t->player[seat].castles; /* most points, then most built */
        if (rank > best) {
            best = rank;
            winners = 0;
        }
        if (rank == best)
            winners |= game_bit(seat);
    }
    return winners;
}
