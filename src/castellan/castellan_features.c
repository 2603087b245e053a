/*
 * castellan_features.c: what matters about a position to a seat, as numbers of about -1 to 1:
 * points, cards and turns left, pieces, and above all what can be closed soon and by whom.
 */
#include "castellan/castellan_outlook.h"

#include <assert.h>

/* Where the groups of features begin; each is written by a function of its own. */
enum { POINTS, CARDS = POINTS + 12, PIECES = CARDS + 15, OUTLOOK = PIECES + 10, GROUND = OUTLOOK + 30 };

const struct game_term castellan_terms[] = {
    {POINTS, NULL},
    {POINTS + 1, "points"},
    {POINTS + 7, "double"},
    {POINTS + 10, "points"},
    {POINTS + 11, NULL},
    {CARDS, "cards"},
    {CARDS + 4, "others"},
    {CARDS + 7, "cards"},
    {CARDS + 8, NULL},
    {PIECES, "pieces"},
    {OUTLOOK, "gates"}, /* 12: the ways to close free ground */
    {OUTLOOK + 12, "chances"},
    {OUTLOOK + 13, "others"},
    {OUTLOOK + 14, "chances"},
    {OUTLOOK + 15, "others"},
    {OUTLOOK + 16, "chances"},
    {OUTLOOK + 18, "gates"},
    {OUTLOOK + 19, "ground"},
    {OUTLOOK + 21, "others"},
    {OUTLOOK + 23, "gates"},
    {OUTLOOK + 25, "double"},
    {OUTLOOK + 27, "gates"},
    {GROUND, "ground"},
    {GROUND + 1, "others"},
    {GROUND + 2, NULL},
    {GAME_MAX_FEATURES, NULL},
};

/* Writes the features one after the other. */
struct writer {
    float *at;
};

static void put(struct writer *w, float value, float scale)
{
    float x = value / scale;
    *w->at++ = x > 1.5f ? 1.5f : x < -1.5f ? -1.5f : x;
}

/* The pieces on some cards, and the symbols. */
static void pieces_on(const struct castellan_box *box, unsigned cards, int pieces[CASTELLAN_PIECES],
                      int *symbols)
{
    for (; cards; cards &= cards - 1) {
        const struct castellan_card *card = &box->cards[__builtin_ctz(cards)];
        for (int i = 0; i < CASTELLAN_PIECES; i++)
            pieces[i] += card->pieces[i];
        *symbols += card->draw;
    }
}

static int largest(int a, int b)
{
    return a > b ? a : b;
}

static int cards_left(const struct castellan_seat *seat)
{
    return CASTELLAN_CARDS - castellan_popcount(seat->played);
}

static int hand_size(const struct castellan_seat *seat)
{
    return seat->in_hand[0] + seat->in_hand[1];
}

/* 12 features: points, keeps and the double keep. */
static void put_points(struct writer *w, const struct game *game, const struct castellan_state *s, int seat)
{
    int points[GAME_MAX_SEATS], best = 0, total = 0, others_free = 0, best_keeps = 0, doubled = 0, fresh = 0;
    castellan_score(game, s, points);
    for (int i = 0; i < s->seats; i++) {
        if (i == seat)
            continue;
        best = largest(best, points[i]);
        best_keeps = largest(best_keeps, castellan_keeps(s, i));
        total += points[i];
        others_free += !s->seat[i].doubled;
    }
    for (int i = 0; i < s->court_count; i++) {
        if ((s->courts[i].mark & CASTELLAN_OWNER) != seat)
            continue;
        if (s->courts[i].mark & CASTELLAN_DOUBLE)
            doubled = s->courts[i].towers;
        if (s->courts[i].mark & CASTELLAN_FRESH)
            fresh = largest(fresh, s->courts[i].towers);
    }
    float others = (float)(s->seats - 1);
    put(w, 1, 1);
    put(w, (float)points[seat], 40);
    put(w, (float)best, 40);
    put(w, (float)(points[seat] - best), 20);
    put(w, (float)points[seat] - (float)total / others, 20);
    put(w, (float)castellan_keeps(s, seat), 10);
    put(w, (float)best_keeps, 10);
    put(w, s->seat[seat].doubled ? 0 : 1, 1);
    put(w, (float)others_free, others);
    put(w, (float)doubled, 10);
    put(w, (float)fresh, 10); /* the open decision is about this much */
    put(w, (float)s->court_count, 20);
}

/* 15 features: cards and turns left. */
static void put_cards(struct writer *w, const struct castellan_state *s, int seat)
{
    const struct castellan_seat *me = &s->seat[seat], *next = &s->seat[(seat + 1) % s->seats];
    int fewest = CASTELLAN_CARDS, hands = 0, left = 0;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat)
            continue;
        int cards = cards_left(&s->seat[i]);
        fewest = cards < fewest ? cards : fewest;
        hands += hand_size(&s->seat[i]);
        left += cards;
    }
    float others = (float)(s->seats - 1);
    bool mine = s->active == seat && s->phase != CASTELLAN_OVER && !s->setting_up;
    put(w, (float)hand_size(me), 6);
    put(w, (float)cards_left(me), 14);
    put(w, (float)castellan_in_deck(me, CASTELLAN_TOWER_DECK), 5);
    put(w, (float)castellan_in_deck(me, CASTELLAN_WALL_DECK), 5);
    put(w, (float)fewest, 14);
    put(w, (float)hand_size(next), 6);
    put(w, (float)hands / others, 6);
    put(w, (float)cards_left(me) - (float)left / others, 7);
    put(w, s->last_turns ? 1 : 0, 1);
    /* In the last round: will there be a turn of this seat, now or later? */
    int ahead = (seat - s->active + s->seats) % s->seats;
    put(w, s->last_turns && ahead < s->last_turns ? 1 : 0, 1);
    put(w, (float)ahead, others);
    put(w, mine && s->phase == CASTELLAN_PLAYING, 1);
    put(w, mine && s->phase == CASTELLAN_BUILDING, 1);
    put(w, mine && (s->phase == CASTELLAN_KEEPING || s->phase == CASTELLAN_STAYING), 1);
    put(w, mine && (s->phase == CASTELLAN_DRAWING || s->phase == CASTELLAN_DEALING), 1);
}

/* 10 features: pieces on the cards in hand, and those to be built in this turn by this seat or by another. */
static void put_pieces(struct writer *w, const struct castellan_state *s, int seat,
                       const int hand[CASTELLAN_PIECES], int symbols)
{
    bool mine = s->active == seat;
    for (int i = 0; i < CASTELLAN_PIECES; i++) {
        put(w, (float)hand[i], 8);
        put(w, mine ? (float)s->pieces[i] : 0, 6);
        put(w, mine ? 0 : (float)s->pieces[i], 6);
    }
    put(w, (float)symbols, 2);
}

static bool suffice(const int pieces[CASTELLAN_PIECES], const struct castellan_chance *chance)
{
    return pieces[0] >= chance->need[0] && pieces[1] >= chance->need[1] && pieces[2] >= chance->need[2];
}

/* 30 features: what can be closed, how, and by whom. */
static void put_outlook(struct writer *w, const struct castellan_state *s, int seat,
                        const int reach[CASTELLAN_PIECES])
{
    struct castellan_outlook look;
    int count[CASTELLAN_WAYS] = {0}, best[CASTELLAN_WAYS] = {0}, own = 0, others_own = 0;
    int active = s->active, now = 0, with_hand = 0, all_with_hand = 0, all = 0, other_now = 0;
    int here[CASTELLAN_PIECES] = {s->pieces[0], s->pieces[1], s->pieces[2]};
    castellan_look(s, &look);
    for (int i = 0; i < look.count; i++) {
        const struct castellan_chance *c = &look.chances[i];
        int gain = c->gain;
        if (c->ground < 0) {
            count[c->way]++;
            best[c->way] = largest(best[c->way], gain);
            if (c->need[0] + c->need[1] + c->need[2] < 3)
                all += gain;
        } else if (c->ground == seat) {
            own = largest(own, gain);
        } else {
            others_own = largest(others_own, gain);
        }
        if ((c->ground < 0 || c->ground == seat) && suffice(reach, c)) {
            with_hand = largest(with_hand, gain);
            all_with_hand += gain;
        }
        if ((c->ground < 0 || c->ground == active) && suffice(here, c)) {
            if (active == seat)
                now = largest(now, gain);
            else
                other_now = largest(other_now, gain);
        }
    }
    for (int way = 0; way < CASTELLAN_WAYS; way++) {
        put(w, (float)count[way], 5);
        put(w, (float)best[way], 10);
    }
    int own_ends = 0, own_places = 0;
    for (int i = 0; i < s->seats; i++) {
        own_ends += i == seat ? 0 : look.own_ends[i];
        own_places += i == seat ? 0 : look.own_places[i];
    }
    put(w, (float)own, 5);
    put(w, (float)others_own, 5);
    put(w, (float)now, 10);
    put(w, (float)other_now, 10);
    put(w, (float)with_hand, 10);
    put(w, (float)all_with_hand, 40);
    put(w, (float)all, 40);
    put(w, (float)look.own_ends[seat], 5);
    put(w, (float)look.own_places[seat], 12);
    put(w, (float)own_ends, 10);
    put(w, (float)own_places, 24);
    put(w, (float)look.open_ends, 20);
    put(w, (float)look.corners, 30);
    /* With the double keep still free the best chance is worth twice. */
    put(w, s->seat[seat].doubled ? 0 : (float)with_hand, 10);
    put(w, s->active == seat && !s->seat[seat].doubled ? (float)now : 0, 10);
    /* What lies open is for the one who builds next. */
    float sign = s->active == seat && s->phase <= CASTELLAN_STAYING ? 1 : -1;
    int one = largest(best[CASTELLAN_BY_SHORT], largest(best[CASTELLAN_BY_LONG], best[CASTELLAN_BY_TOWER]));
    put(w, sign * (float)one, 10);
    put(w, sign * (float)largest(best[CASTELLAN_BY_TOWER_SHORT], best[CASTELLAN_BY_TOWER_LONG]), 10);
    put(w, sign * (float)best[CASTELLAN_BY_CORNER], 10);
}

/* 5 features: ground that is closed to others, and how far the game has come. */
static void put_ground(struct writer *w, const struct castellan_state *s, int seat)
{
    int own = 0, others = 0, left = 0;
    for (int y = s->top; y <= s->bottom; y++) {
        uint64_t barred = castellan_barred_row(s, seat, y);
        others += castellan_popcount(barred);
        own += castellan_popcount(s->closed[y] & ~barred);
    }
    for (int i = 0; i < s->seats; i++)
        left += cards_left(&s->seat[i]);
    put(w, (float)own, 20);
    put(w, (float)others, 20);
    put(w, (float)left, (float)(CASTELLAN_CARDS * s->seats));
    put(w, hand_size(&s->seat[seat]) == 1, 1);
    put(w, hand_size(&s->seat[(seat + 1) % s->seats]) == 1, 1);
}

void castellan_features(const struct game *game, const void *state, int seat, float out[])
{
    const struct castellan_state *s = state;
    struct writer w = {out};
    int hand[CASTELLAN_PIECES] = {0}, reach[CASTELLAN_PIECES], symbols = 0;
    pieces_on(game->box, s->seat[seat].hand, hand, &symbols);
    /* What this seat can build with in its present or next turn. */
    for (int i = 0; i < CASTELLAN_PIECES; i++)
        reach[i] = (s->active != seat || s->phase == CASTELLAN_PLAYING ? hand[i] : 0) +
                   (s->active == seat ? s->pieces[i] : 0);
    put_points(&w, game, s, seat);
    assert(w.at == out + CARDS);
    put_cards(&w, s, seat);
    assert(w.at == out + PIECES);
    put_pieces(&w, s, seat, hand, symbols);
    assert(w.at == out + OUTLOOK);
    put_outlook(&w, s, seat, reach);
    assert(w.at == out + GROUND);
    put_ground(&w, s, seat);
    assert(w.at == out + CASTELLAN_FEATURES);
}
