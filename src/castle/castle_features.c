/*
 * castle_features.c: what matters about a position to a seat, as numbers of about -1 to 1 for
 * evaluations.
 *
 * They use nothing that the seat may not know: of other hands only their size, and of the cards whose place
 * it does not know only which they are.
 */
#include <string.h>

#include "castle/castle_state.h"

enum {
    POINTS,      /* the seat's points */
    BEST_OTHER,  /* points of the best other seat */
    MARGIN,      /* own points less those */
    MEAN_MARGIN, /* own points less the mean of the others */
    IS_FIRST,    /* nobody has more points */
    IS_LAST,     /* nobody has fewer: the privilege to swap (4.3) */
    SEATS,       /* 2: -1, 4: 1 */
    IS_ACTIVE,
    TURNS_TO_WAIT, /* turns of others before the seat's next one, by seats */
    HAND,          /* number of the seat's cards */
    HAND_MARGIN,   /* own cards less the mean of the others, which breaks ties (5.4) */
    WALLS_USED,    /* parts of the supply that are gone: */
    TOWERS_USED,
    HOUSES_USED,
    PALACES_USED,
    NEAREST_END, /* the largest of these */
    ENDING,      /* the game ends with this turn */
    CITIES,
    COUNTRY_WALLS,
    COUNTRY_TOWERS,
    COUNTRY_WATER,
    COUNTRY_HOUSES,
    FIRST_CARD, /* what the seat's best cards would score now: */
    SECOND_CARD,
    THIRD_CARD,
    ALL_CARDS,
    COUNTRY_CARDS, /* how many of the seat's cards count the country, and cities */
    CITY_CARDS,
    UNKNOWN_MEAN,    /* what an unknown card would score now */
    UNKNOWN_TWO,     /* what two good ones of them would */
    TO_SCORE,        /* the seat's best two cards if it has yet to score */
    OTHERS_TO_SCORE, /* and the seats before whom it is, by what they may expect */
    CLOSINGS,        /* lines that complete a city now */
    CLOSING_OWN,     /* what the best of them (for this seat) would pay this seat's best two cards, */
    CLOSING_OTHERS,  /* what it may pay each other seat, */
    CLOSING_MARGIN,  /* the difference, */
    CLOSING_SIZE,    /* and how many spaces it would have */
    CLOSING_MEAN,    /* the mean of the differences over all of them */
    COMPLETES,       /* this turn's wall completes a city: the difference for that one */
    HELD,            /* a number for each rule of guild cards: own copies of it */
    COUNT = HELD + CASTLE_KINDS
};

_Static_assert((int)COUNT == (int)CASTLE_FEATURES, "castle_state.h says how many features there are");

const struct game_term castle_terms[] = {
    {POINTS, "points"},
    {SEATS, NULL},
    {HAND, "cards"},
    {WALLS_USED, "end"},
    {CITIES, NULL},
    {COUNTRY_WALLS, "country"},
    {FIRST_CARD, "hand"},
    {COUNTRY_CARDS, "cards"},
    {UNKNOWN_MEAN, "others"},
    {TO_SCORE, "hand"},
    {OTHERS_TO_SCORE, "others"},
    {CLOSINGS, "closing"},
    {CLOSING_OTHERS, "others"},
    {CLOSING_MARGIN, "closing"},
    {HELD, "cards"},
    {COUNT, NULL},
    {GAME_MAX_FEATURES, NULL},
};

/* What a seat knows of cards, by their rules. */
struct sight {
    int own_cards, unknown_cards;
    uint8_t own[3 * CASTLE_KINDS]; /* the rule of each of the seat's cards */
    uint8_t unknown[CASTLE_KINDS]; /* copies of each rule in places that it does not know */
};

static struct sight look(const struct castle_box *box, uint64_t hand, uint64_t unknown)
{
    struct sight sight = {.unknown_cards = castle_cards(unknown)};
    for (uint64_t rest = castle_kinds(hand); rest; rest &= rest - 1) {
        int kind = __builtin_ctzll(rest) / 2;
        for (int copies = castle_copies(hand, kind); copies > 0; copies--)
            sight.own[sight.own_cards++] = box->rule[kind];
    }
    for (int kind = 0; kind < box->kinds; kind++)
        sight.unknown[box->rule[kind]] = (uint8_t)castle_copies(unknown, kind);
    return sight;
}

/* What a set of values means for this seat and for the others. */
struct worth {
    float first, second, third, all; /* the seat's cards */
    float mean, two;                 /* unknown cards: one, and the best two of a hand */
};

static struct worth worth_of(const struct sight *sight, const struct castle_country_facts *country,
                             const struct castle_city_facts *city)
{
    int first = 0, second = 0, third = 0, all = 0, sum = 0, squares = 0;
    uint8_t pay[CASTLE_KINDS];
    castle_pay(country, city, pay);
    for (int rule = 0; rule < CASTLE_KINDS; rule++) {
        sum += sight->unknown[rule] * pay[rule];
        squares += sight->unknown[rule] * pay[rule] * pay[rule];
    }
    for (int i = 0; i < sight->own_cards; i++) {
        int value = pay[sight->own[i]];
        all += value;
        if (value > first) {
            third = second;
            second = first;
            first = value;
        } else if (value > second) {
            third = second;
            second = value;
        } else if (value > third) {
            third = value;
        }
    }
    struct worth w = {(float)first, (float)second, (float)third, (float)all, 0, 0};
    if (sight->unknown_cards > 0) {
        w.mean = (float)sum / (float)sight->unknown_cards;
        /* The best two of six cards lie about one deviation above the mean; its square is near enough. */
        float spread = (float)squares / (float)sight->unknown_cards - w.mean * w.mean;
        w.two = 2 * w.mean + spread / (w.mean + 1);
    }
    return w;
}

static void points_and_turn(const struct castle *s, int seat, float out[])
{
    int best = 0, others = 0, cards = 0, last = 1, first = 1;
    for (int other = 0; other < s->seats; other++) {
        if (other == seat)
            continue;
        best = s->points[other] > best ? s->points[other] : best;
        others += s->points[other];
        cards += s->hand_size[other];
        first &= s->points[other] <= s->points[seat];
        last &= s->points[other] >= s->points[seat];
    }
    float own = s->points[seat], rivals = (float)(s->seats - 1);
    out[POINTS] = own / 50;
    out[BEST_OTHER] = (float)best / 50;
    out[MARGIN] = (own - (float)best) / 25;
    out[MEAN_MARGIN] = (own - (float)others / rivals) / 25;
    out[IS_FIRST] = (float)first;
    out[IS_LAST] = (float)last;
    out[SEATS] = (float)(s->seats - 3);
    out[IS_ACTIVE] = s->active == seat;
    out[TURNS_TO_WAIT] = (float)((seat - s->active + s->seats) % s->seats) / (float)s->seats;
    out[HAND] = (float)s->hand_size[seat] / 6;
    out[HAND_MARGIN] = ((float)s->hand_size[seat] - (float)cards / rivals) / 6;
}

static float used(const uint8_t now[], const uint8_t start[], int count)
{
    int left = 0, all = 0;
    for (int i = 0; i < count; i++) {
        left += now[i];
        all += start[i];
    }
    return 1 - (float)left / (float)all;
}

static void board(const struct castle_box *box, const struct castle *s,
                  const struct castle_country_facts *country, float out[])
{
    const struct castle_supply *now = &s->supply, *start = &box->stock;
    out[WALLS_USED] = used(&now->walls, &start->walls, 1);
    out[TOWERS_USED] = used(now->towers, start->towers, CASTLE_TOWERS);
    out[HOUSES_USED] = used(now->houses, start->houses, CASTLE_COLOURS);
    out[PALACES_USED] = used(now->palaces, start->palaces, CASTLE_COLOURS);
    for (int i = WALLS_USED; i <= PALACES_USED; i++)
        out[NEAREST_END] = out[i] > out[NEAREST_END] ? out[i] : out[NEAREST_END];
    out[ENDING] = s->ending != CASTLE_GOES_ON;
    out[CITIES] = (float)country->cities / 6;
    out[COUNTRY_WALLS] = (float)country->walls / 15;
    out[COUNTRY_TOWERS] = (float)(country->towers[0] + country->towers[1] + country->towers[2]) / 15;
    out[COUNTRY_WATER] = (float)country->water / 6;
    for (int c = 0; c < CASTLE_COLOURS; c++)
        out[COUNTRY_HOUSES] += (float)country->houses[c] / 30;
}

/* The lines that complete a city now, or this turn's wall if it does. */
static void closings(const struct castle_box *box, const struct castle *s, const struct sight *sight,
                     const struct castle_country_facts *country, float out[])
{
    struct castle_set lines;
    int count = 0;
    float best = 0, sum = 0;
    if (s->closing) {
        memset(&lines, 0, sizeof lines);
        castle_add(&lines, s->wall);
    } else {
        castle_free_line(box, s, &lines);
    }
    for (int line; (line = castle_pop(&lines)) >= 0;) {
        if (!castle_closes(box, s, line))
            continue;
        struct castle_country_facts after = *country;
        struct castle_city_facts city;
        castle_foresee(box, s, line, &after, &city);
        struct worth w = worth_of(sight, &after, &city);
        float margin = w.first + w.second - w.two;
        sum += margin;
        if (count++ > 0 && margin <= best)
            continue;
        best = margin;
        out[CLOSING_OWN] = (w.first + w.second) / 20;
        out[CLOSING_OTHERS] = w.two / 20;
        out[CLOSING_MARGIN] = margin / 20;
        out[CLOSING_SIZE] = (float)city.size / 10;
    }
    out[CLOSINGS] = (float)count / 15;
    out[CLOSING_MEAN] = count ? sum / (float)count / 20 : 0;
    out[COMPLETES] = s->closing ? best / 20 : 0;
}

/* Whose part of a scoring is still to come. */
static void scoring(const struct castle *s, int seat, const struct worth *w, float out[])
{
    bool choosing = s->phase == CASTLE_SCORE || s->phase == CASTLE_CITY;
    if (!choosing && s->phase != CASTLE_DRAW)
        return;
    int others = 0;
    for (int round = s->round + !choosing; round < s->seats; round++) {
        if ((s->active + round) % s->seats == seat)
            out[TO_SCORE] = (w->first + w->second) / 30;
        else
            others++;
    }
    out[OTHERS_TO_SCORE] = (float)others * w->two / (20 * (float)(s->seats - 1));
}

void castle_features(const struct game *game, const void *state, int seat, float out[])
{
    const struct castle_box *box = game->box;
    const struct castle *s = state;
    struct sight sight = look(box, s->hand[seat], castle_unknown_cards(box, s, seat));
    struct castle_country_facts country;
    struct castle_city_facts city;
    int counts = castle_counting(s);
    memset(out, 0, COUNT * sizeof *out);
    castle_country_facts(box, s, &country);
    if (counts != CASTLE_NONE)
        castle_city_facts(box, s, counts, &city);
    struct worth w = worth_of(&sight, &country, counts == CASTLE_NONE ? NULL : &city);
    points_and_turn(s, seat, out);
    board(box, s, &country, out);
    out[FIRST_CARD] = w.first / 15;
    out[SECOND_CARD] = w.second / 15;
    out[THIRD_CARD] = w.third / 15;
    out[ALL_CARDS] = w.all / 60;
    out[UNKNOWN_MEAN] = w.mean / 10;
    out[UNKNOWN_TWO] = w.two / 20;
    for (uint64_t rest = castle_kinds(s->hand[seat]); rest; rest &= rest - 1) {
        int kind = __builtin_ctzll(rest) / 2, copies = castle_copies(s->hand[seat], kind);
        enum castle_scope scope = castle_guild[box->rule[kind]].scope;
        out[HELD + box->rule[kind]] = (float)copies / 2;
        out[COUNTRY_CARDS] += scope == CASTLE_OF_COUNTRY ? (float)copies / 6 : 0;
        out[CITY_CARDS] += scope == CASTLE_OF_CITY ? (float)copies / 6 : 0;
    }
    scoring(s, seat, &w, out);
    if (s->closing || (s->phase != CASTLE_OVER && s->ending == CASTLE_GOES_ON))
        closings(box, s, &sight, &country, out);
    for (int i = 0; i < COUNT; i++) /* a hand can grow to nearly all cards */
        out[i] = out[i] > 3 ? 3 : out[i] < -3 ? -3 : out[i];
}
