/* castelli_features.c: what matters about a table to a seat, as numbers of about -1 to 1 for
 * evaluations. */
#include "castelli/castelli_state.h"

#include <string.h>

/* The names are the order, which never changes. Those of a kind of card follow each other; cards that came
 * later have theirs at the end (castelli_later_card_features). */
enum feature {
    F_ONE,
    F_PROGRESS,
    F_POINTS,
    F_POINTS_BEST,
    F_LEAD_BEST,
    F_LEAD_MEAN,
    F_SHEET, /* points if the game ended now */
    F_SHEET_LEAD_BEST,
    F_SHEET_LEAD_MEAN,
    F_ACTIVE,
    F_BEFORE_BUILD, /* it is the seat's turn, and it has yet to build */
    F_WOOD,
    F_GRAIN,
    F_ROCK,
    F_GOODS_OTHERS,
    F_SETS, /* castles that goods alone pay */
    F_SETS_SILVER,
    F_SETS_BEST_OTHER,
    F_SILVER,
    F_SILVER_BEST,
    F_SILVER_SCORE,
    F_CASTLES,
    F_CASTLES_OTHERS,
    F_CARDS,
    F_CARDS_OTHERS,
    F_CARD, /* by kind */
    F_CARD_LAST = F_CARD + CASTELLI_FIRST_CARDS - 1,
    F_CARD_READY,
    F_SITE_BEST,
    F_SITE_SECOND,
    F_SITE_SUM,
    F_SITE_BEYOND, /* the best free site out of reach */
    F_SITE_OTHERS,
    F_SITE_GRAIN, /* with a Landgrave in hand */
    F_SITE_WOOD,
    F_COMING_WOOD, /* from areas that are begun */
    F_COMING_GRAIN,
    F_COMING_ROCK,
    F_COMING_CARDS,
    F_COMING_OTHERS,
    F_MINE,
    F_MINE_OTHERS,
    F_DILEMMA,
    F_START_TILE,
    F_HAND_TILE,
    F_BATTLE,
    F_BATTLE_SETTLEMENTS,
    F_BATTLE_LEAD,
    F_BATTLE_HOPE,     /* settlements by how likely they are won */
    F_BATTLE_STANDING, /* castles of 9.9, more than the best of the others has */
    F_BATTLE_SETS,     /* overbuildings that goods alone pay */
    F_BATTLE_SITE,     /* the best free site, with what 9.9 may bring */
    F_BATTLE_TAKE,     /* the best castle to take, likewise */
    F_BATTLE_TAKE_SUM,
    F_BATTLE_DANGER, /* the seat's castles that others could take, likewise */
    F_END
};
_Static_assert((int)F_END == (int)CASTELLI_FEATURES, "the features are counted in castelli_state.h");

const struct game_term castelli_terms[] = {
    {F_ONE, NULL},
    {F_POINTS, "points"},
    {F_ACTIVE, NULL},
    {F_WOOD, "goods"},
    {F_GOODS_OTHERS, "others"},
    {F_SETS, "goods"},
    {F_SETS_BEST_OTHER, "others"},
    {F_SILVER, "silver"},
    {F_CASTLES, "castles"},
    {F_CASTLES_OTHERS, "others"},
    {F_CARDS, "cards"},
    {F_CARDS_OTHERS, "others"},
    {F_CARD, "cards"},
    {F_SITE_BEST, "sites"},
    {F_SITE_OTHERS, "others"},
    {F_SITE_GRAIN, "sites"},
    {F_COMING_WOOD, "areas"},
    {F_COMING_OTHERS, "others"},
    {F_MINE, "silver"},
    {F_MINE_OTHERS, "others"},
    {F_DILEMMA, NULL},
    {F_HAND_TILE, "tile"},
    {F_BATTLE, NULL},
    {F_BATTLE_SETTLEMENTS, "settlements"},
    {F_BATTLE_SETS, "goods"},
    {F_BATTLE_SITE, "sites"},
    {F_BATTLE_TAKE, "overbuild"},
    {F_BATTLE_DANGER, "danger"},
    {F_END, NULL},
    {GAME_MAX_FEATURES, NULL},
};

static float least(float a, float b)
{
    return a < b ? a : b;
}

static int sets_of(const struct castelli_player *p, bool silver)
{
    int least_good = GOODS_MAX;
    for (int good = 0; good < GOODS; good++)
        if (p->goods[good] < least_good)
            least_good = p->goods[good];
    if (silver && p->silver >= 2) { /* 4.2: one set more if just one unit is missing for it */
        int missing = castelli_missing(p, least_good + 1);
        least_good += missing == 1;
    }
    return least_good;
}

/* Points, goods, silver and cards of all seats. */
static void count_wealth(const struct castelli_box *box, const struct castelli_table *t, int seat, float *f)
{
    const struct castelli_player *p = &t->player[seat];
    struct castelli_sheet sheet[SEATS];
    int others = __builtin_popcount(t->seats) - 1;
    float points = 0, sheets = 0, goods = 0, castles = 0, in_hand = 0;
    int best = 0, best_sheet = 0, best_settlements = 0, best_standing = 0, sets = 0, silver = 0;
    castelli_sheets(t, sheet);
    for (int s = 0; s < SEATS; s++) {
        const struct castelli_player *o = &t->player[s];
        if (s == seat || !castelli_plays(t, s))
            continue;
        points += o->points;
        sheets += (float)sheet[s].total;
        goods += (float)(o->goods[WOOD] + o->goods[GRAIN] + o->goods[ROCK]);
        castles += o->castles;
        in_hand += o->cards;
        best = o->points > best ? o->points : best;
        best_sheet = sheet[s].total > best_sheet ? sheet[s].total : best_sheet;
        best_settlements = sheet[s].settlements > best_settlements ? sheet[s].settlements : best_settlements;
        best_standing = sheet[s].standing > best_standing ? sheet[s].standing : best_standing;
        sets = sets_of(o, true) > sets ? sets_of(o, true) : sets;
        silver = o->silver > silver ? o->silver : silver;
    }
    float share = others > 0 ? 1.0f / (float)others : 0;
    f[F_POINTS] = p->points / 60.0f;
    f[F_POINTS_BEST] = (float)best / 60.0f;
    f[F_LEAD_BEST] = (float)(p->points - best) / 30.0f;
    f[F_LEAD_MEAN] = (p->points - points * share) / 30.0f;
    f[F_SHEET] = (float)sheet[seat].total / 60.0f;
    f[F_SHEET_LEAD_BEST] = (float)(sheet[seat].total - best_sheet) / 30.0f;
    f[F_SHEET_LEAD_MEAN] = ((float)sheet[seat].total - sheets * share) / 30.0f;
    f[F_WOOD] = p->goods[WOOD] / 5.0f;
    f[F_GRAIN] = p->goods[GRAIN] / 5.0f;
    f[F_ROCK] = p->goods[ROCK] / 5.0f;
    f[F_GOODS_OTHERS] = goods * share / 15.0f;
    f[F_SETS] = least((float)sets_of(p, false), p->castles) / 3.0f;
    f[F_SETS_SILVER] = least((float)sets_of(p, true), p->castles) / 3.0f;
    f[F_SETS_BEST_OTHER] = (float)sets / 3.0f;
    f[F_SILVER] = p->silver / 12.0f;
    f[F_SILVER_BEST] = (float)silver / 12.0f;
    f[F_SILVER_SCORE] = (float)sheet[seat].silver / 8.0f;
    f[F_CASTLES] = p->castles / 9.0f;
    f[F_CASTLES_OTHERS] = castles * share / 9.0f;
    f[F_CARDS] = p->cards / 6.0f;
    f[F_CARDS_OTHERS] = in_hand * share / 6.0f;
    f[F_BATTLE_SETTLEMENTS] = (float)sheet[seat].settlements / 30.0f;
    f[F_BATTLE_LEAD] = (float)(sheet[seat].settlements - best_settlements) / 30.0f;
    f[F_BATTLE_STANDING] = (float)(sheet[seat].standing - best_standing) / 10.0f;
    int pairs_of_sets = sets_of(p, false) / 2;
    f[F_BATTLE_SETS] = t->battle ? (float)pairs_of_sets / 2.0f : 0;
    f[F_DILEMMA] = t->dilemma;
    f[F_START_TILE] = p->tile == TILES + seat;
    f[F_HAND_TILE] = p->tile == CASTELLI_NONE ? 0 : box->tile[p->tile].value / 6.0f;
}

static void count_hand(const struct castelli_table *t, int seat, float *f)
{
    cards first = t->player[seat].hand & (cards_one(CASTELLI_FIRST_CARDS) - 1);
    for (cards left = first; left; left = cards_after(left, cards_first(left)))
        f[F_CARD + cards_first(left)] = (float)cards_of(left, cards_first(left)) / 2.0f;
    bool own_turn = t->active == seat && t->phase != PHASE_SALE && t->phase != PHASE_OVER;
    f[F_CARD_READY] = own_turn && !t->card_played;
    f[F_ACTIVE] = own_turn;
    f[F_BEFORE_BUILD] = own_turn && t->phase != PHASE_GUARD;
}

/* Free sites of rock, and of grain and wood for whom a card lets build there. */
static void count_sites(const struct castelli_box *box, const struct castelli_table *t, int seat, float *f)
{
    const struct castelli_player *p = &t->player[seat];
    uint32_t free_rock = 0, free_grain = 0, free_wood = 0, others = 0;
    int best = 0, second = 0, sum = 0, beyond = 0, others_sum = 0, grain = 0, wood = 0;
    for (int start = 0; start < SIDES; start++) {
        free_rock |= t->open[ROCK][start];
        free_grain |= t->open[GRAIN][start];
        free_wood |= t->open[WOOD][start];
    }
    free_grain &= cards_of(p->hand, CARD_LANDGRAVE) ? p->reach : 0;
    free_wood &= cards_of(p->hand, CARD_LANDGRAVINE) ? p->reach : 0;
    for (int s = 0; s < SEATS; s++)
        if (s != seat && castelli_plays(t, s))
            others |= t->player[s].reach;
    for (uint32_t left = free_rock | free_grain | free_wood; left;) {
        int octagon = castelli_pop(&left), points = castelli_castle_points(box, t, octagon);
        uint32_t bit = 1u << octagon;
        if (free_rock & bit & p->reach) {
            sum += points;
            if (points > best) {
                second = best;
                best = points;
            } else if (points > second) {
                second = points;
            }
        } else if (free_rock & bit && points > beyond) {
            beyond = points;
        }
        if (free_rock & bit & others)
            others_sum += points;
        if (free_grain & bit && points > grain)
            grain = points;
        if (free_wood & bit && points > wood)
            wood = points;
    }
    f[F_SITE_BEST] = (float)best / 10.0f;
    f[F_SITE_SECOND] = (float)second / 10.0f;
    f[F_SITE_SUM] = (float)sum / 60.0f;
    f[F_SITE_BEYOND] = (float)beyond / 10.0f;
    f[F_SITE_OTHERS] = (float)others_sum / 60.0f;
    f[F_SITE_GRAIN] = (float)grain / 10.0f;
    f[F_SITE_WOOD] = (float)wood / 10.0f;
}

/* How likely it is to win an area with this lead while so many of its tiles are still to come. */
static float hope(int lead, int to_come)
{
    float size = lead < 0 ? (float)-lead : (float)lead;
    return 0.5f + 0.5f * (float)lead / (size + 3.0f * (float)to_come + 0.5f);
}

/* The same of a settlement, whose castles are counted. */
static float soft_share(int lead, float to_come)
{
    float size = lead < 0 ? (float)-lead : (float)lead;
    return 0.5f + 0.5f * (float)lead / (size + 4 * to_come + 0.3f);
}

/* The lead of a colour over the best of the other colours. */
static int lead_of(influence sum, int colour)
{
    influence others = sum & ~(UINT32_C(0xff) << (8 * colour));
    int a = influence_of(others, 0), b = influence_of(others, 1), c = influence_of(others, 2),
        d = influence_of(others, 3);
    int ab = a > b ? a : b, cd = c > d ? c : d;
    return influence_of(sum, colour) - (ab > cd ? ab : cd);
}

/* Areas with some tiles there and some to come, weighed by how likely the seat wins them. */
static void count_coming(const struct castelli_box *box, const struct castelli_table *t, int seat, float *f)
{
    static const uint8_t feature[] = {F_COMING_WOOD, F_COMING_GRAIN, F_COMING_ROCK, F_COMING_CARDS};
    const struct castelli_shape *shape = castelli_shape(box, t);
    for (uint32_t octagons = shape->all & ~(1u << t->mine); octagons;) {
        int octagon = castelli_pop(&octagons);
        uint32_t around = shape->around[octagon][15];
        if (!(around & t->up) || !(around & ~t->up))
            continue;
        const struct castelli_kind *kind = castelli_kind_at(box, t, octagon);
        for (int start = 0; start < SIDES; start++) {
            uint32_t meadows = shape->around[octagon][kind->mask[start]];
            if (!(meadows & t->up) || !(meadows & ~t->up))
                continue;
            int to_come = __builtin_popcount(meadows & ~t->up);
            float chance =
                hope(lead_of(castelli_influence(box, t, octagon, kind->mask[start]), seat), to_come);
            f[feature[kind->landscape[start]]] += kind->symbols[start] * chance / 10.0f;
            f[F_COMING_OTHERS] += kind->symbols[start] * (1 - chance) / 30.0f;
        }
    }
    uint32_t around = shape->around[t->mine][15];
    if (t->phase != PHASE_OVER && around & t->up) {
        int to_come = __builtin_popcount(around & ~t->up);
        float chance = hope(lead_of(castelli_influence(box, t, t->mine, 15), seat), to_come);
        f[F_MINE] = chance * t->silver / 12.0f;
        f[F_MINE_OTHERS] = (1 - chance) * t->silver / 12.0f;
    }
}

/* What one castle more on each octagon may bring a seat from the settlements of its column and row (9.9). */
static void count_settlements(const struct castelli_table *t, int seat, float gain[PLACES], float *f)
{
    struct castelli_census census;
    float column[8] = {0}, row[8] = {0}, to_come = (1 - f[F_PROGRESS]) / 2;
    castelli_take_census(t, &census);
    memset(gain, 0, PLACES * sizeof gain[0]);
    for (uint32_t settlements = t->villages | t->cities; settlements;) {
        int place = castelli_pop(&settlements);
        int lead = lead_of(castelli_castles_around(&census, place), seat);
        float worth = t->cities >> place & 1 ? 6 : 3, now = soft_share(lead, to_come);
        float more = worth * (soft_share(lead + 1, to_come) - now);
        f[F_BATTLE_HOPE] += worth * (now - 0.5f) / 15.0f;
        column[castelli_octagon_col(place)] += more;
        row[castelli_octagon_row(place)] += more;
        gain[place] -= more; /* it is in both */
    }
    for (int place = 0; place < PLACES; place++)
        gain[place] += column[castelli_octagon_col(place)] + row[castelli_octagon_row(place)];
}

/* Module Battle: sites and castles with all that they may bring: free ones, those of others to take, own ones
 * that others may take. */
static void count_battle(const struct castelli_box *box, const struct castelli_table *t, int seat, float *f)
{
    float gain[PLACES], site = 0, take = 0;
    uint32_t free_rock = t->open[ROCK][0] | t->open[ROCK][1] | t->open[ROCK][2] | t->open[ROCK][3];
    f[F_BATTLE] = 1;
    count_settlements(t, seat, gain, f);
    for (uint32_t left = free_rock & t->player[seat].reach; left;) {
        int octagon = castelli_pop(&left);
        float worth = (float)castelli_castle_points(box, t, octagon) + 2 + gain[octagon];
        site = worth > site ? worth : site;
    }
    for (uint32_t castled = t->castled; castled;) {
        int octagon = castelli_pop(&castled);
        influence sum = castelli_influence(box, t, octagon, 15);
        float worth = (float)castelli_castle_points(box, t, octagon) + 4 + 2 * gain[octagon];
        for (int side = 0; side < SIDES; side++) {
            uint8_t castle = t->castle[octagon * 4 + side];
            if (!castle || castle_beneath(castle) >= 0)
                continue;
            int owner = castle_owner(castle);
            if (owner == seat) {
                uint32_t leaders = castelli_leaders(sum) & t->seats;
                f[F_BATTLE_DANGER] += leaders && !(leaders >> seat & 1) ? worth / 30.0f : 0;
            } else if (influence_of(sum, seat) > influence_of(sum, owner)) {
                f[F_BATTLE_TAKE_SUM] += worth / 30.0f;
                take = worth > take ? worth : take;
            }
        }
    }
    f[F_BATTLE_SITE] = site / 15.0f;
    f[F_BATTLE_TAKE] = take / 15.0f;
}

void castelli_table_features(const struct castelli_box *box, const struct castelli_table *t, int seat,
                             float out[CASTELLI_FEATURES])
{
    memset(out, 0, CASTELLI_FEATURES * sizeof out[0]);
    out[F_ONE] = 1;
    out[F_PROGRESS] = (float)__builtin_popcount(t->up) / (t->half ? 16.0f : 32.0f);
    count_wealth(box, t, seat, out);
    count_hand(t, seat, out);
    count_sites(box, t, seat, out);
    count_coming(box, t, seat, out);
    if (t->battle)
        count_battle(box, t, seat, out);
}

void castelli_later_card_features(const struct castelli_table *t, int seat, float out[])
{
    for (int i = 0; i < CASTELLI_LATER_CARDS; i++)
        out[i] = (float)cards_of(t->player[seat].hand, CASTELLI_FIRST_CARDS + i) / 2.0f;
}
