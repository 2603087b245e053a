/*
 * castellan_state.h: what the files of Castellan share: components, position, moves.
 *
 * The table is kept as bit boards: 64 rows of 64 bits, bit x of row y for the point x,y, for the step that
 * begins there, or for the unit square of which it is the north-west corner. Sixty-four points are looked at
 * with one operation, and equal castles are equal bytes whatever the order in which they were built.
 */
#ifndef CASTELLAN_STATE_H
#define CASTELLAN_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game.h"

enum {
    CASTELLAN_SIDE = 64,       /* points in a row of the table (3.1) */
    CASTELLAN_MIDDLE = 32,     /* the first tower stands on 32,32 (3.7) */
    CASTELLAN_DECK = 7,        /* cards of a deck (1.1) */
    CASTELLAN_CARDS = 14,      /* cards of a set: the tower deck's, then the wall deck's */
    CASTELLAN_HAND = 4,        /* cards of a first hand (1.2) */
    CASTELLAN_ID = 16,         /* capacity for a card's name and its NUL */
    CASTELLAN_MAX_COURTS = 56, /* see castellan_box.c for why there are never more */
    CASTELLAN_FEATURES = 72
};

/* The options, by their place in the game's list. */
enum { CASTELLAN_TOUCH, CASTELLAN_FIRST };

enum castellan_piece { CASTELLAN_TOWER, CASTELLAN_LONG, CASTELLAN_SHORT, CASTELLAN_PIECES };
enum castellan_deck { CASTELLAN_TOWER_DECK, CASTELLAN_WALL_DECK, CASTELLAN_DECKS };
enum castellan_direction { CASTELLAN_EAST, CASTELLAN_SOUTH, CASTELLAN_WEST, CASTELLAN_NORTH };

struct castellan_card {
    char id[CASTELLAN_ID];
    uint8_t pieces[CASTELLAN_PIECES];
    uint8_t draw; /* extra-card symbols (2.7) */
};

struct castellan_box {
    struct castellan_card cards[CASTELLAN_CARDS];
    uint8_t supply[CASTELLAN_PIECES]; /* for a pair of players (1.3) */
    uint8_t keeps;                    /* of one player; running out has no effect (4.6) */
};

/* A move is a verb and a point (x + 64 y), a card, or a deck. */
enum castellan_verb {
    CASTELLAN_DO_SHORT_EAST,
    CASTELLAN_DO_SHORT_SOUTH,
    CASTELLAN_DO_LONG_EAST,
    CASTELLAN_DO_LONG_SOUTH,
    CASTELLAN_DO_TOWER,
    CASTELLAN_PLACES, /* the verbs above build a piece */
    CASTELLAN_WALLS = CASTELLAN_DO_TOWER,
    CASTELLAN_DO_PLAY = CASTELLAN_PLACES,
    CASTELLAN_DO_BUILD,
    CASTELLAN_DO_PASS,
    CASTELLAN_DO_SINGLE,
    CASTELLAN_DO_DOUBLE,
    CASTELLAN_DO_STAY,
    CASTELLAN_DO_DRAW,
    CASTELLAN_DO_CARD
};

static inline game_move castellan_move(enum castellan_verb verb, unsigned argument)
{
    return (game_move)verb << 12 | argument;
}

static inline enum castellan_verb castellan_verb(game_move move)
{
    return (enum castellan_verb)(move >> 12);
}

static inline unsigned castellan_argument(game_move move)
{
    return move & 0xfff;
}

/* Does this wall go east? Else it goes south. */
static inline bool castellan_goes_east(enum castellan_verb wall)
{
    return wall == CASTELLAN_DO_SHORT_EAST || wall == CASTELLAN_DO_LONG_EAST;
}

static inline enum castellan_piece castellan_piece_of(enum castellan_verb verb)
{
    return verb >= CASTELLAN_DO_TOWER       ? CASTELLAN_TOWER
           : verb >= CASTELLAN_DO_LONG_EAST ? CASTELLAN_LONG
                                            : CASTELLAN_SHORT;
}

enum castellan_phase {
    CASTELLAN_DEALING, /* chance draws cards: at the start and at the end of a turn */
    CASTELLAN_PLAYING,
    CASTELLAN_BUILDING,
    CASTELLAN_KEEPING, /* single or double? (4.4) */
    CASTELLAN_STAYING, /* which part of the divided courtyard stays double? (4.5) */
    CASTELLAN_DRAWING,
    CASTELLAN_OVER
};

/* A courtyard's mark: its owner's seat and two flags. */
enum { CASTELLAN_OWNER = 3, CASTELLAN_DOUBLE = 4, CASTELLAN_FRESH = 8 /* the open decision is about it */ };

struct castellan_court {
    uint16_t name; /* its first unit square, x + 64 y */
    uint8_t towers;
    uint8_t mark;
};

/*
 * A seat's cards. A bit for each card of the set, the tower deck's below the wall deck's. What is neither in
 * hand nor played is in the decks. A view that may not know the cards in hand from a deck has none of their
 * bits.
 */
struct castellan_seat {
    uint16_t hand, played;
    uint8_t in_hand[CASTELLAN_DECKS];
    uint8_t doubled; /* has placed the double keep (4.4) */
    uint8_t unused;
};

struct castellan_state {
    /* What stands: towers, steps of walls to the east and to the south of a point, points that a long wall
     * covers. */
    uint64_t tower[CASTELLAN_SIDE], east[CASTELLAN_SIDE], south[CASTELLAN_SIDE], middle[CASTELLAN_SIDE];
    /* For each kind of piece the rows in which it has a place, whoever owns the ground. */
    uint64_t rows[CASTELLAN_PLACES];
    /* Unit squares in courtyards, and the two bits of their owners' seats. */
    uint64_t closed[CASTELLAN_SIDE], owner_low[CASTELLAN_SIDE], owner_high[CASTELLAN_SIDE];

    struct castellan_court courts[CASTELLAN_MAX_COURTS]; /* sorted by name; the rest is zero */
    struct castellan_seat seat[GAME_MAX_SEATS];

    uint8_t pieces[CASTELLAN_PIECES]; /* to be built in this turn, with those passed on (2.5) */
    uint8_t seats, first, touch;
    uint8_t phase, active; /* while cards are dealt at the start, `active` is who gets them */
    uint8_t court_count;
    uint8_t top, bottom; /* first and last row with a tower; 64 and 0 on the bare table */
    uint8_t setting_up;  /* the first hands are being dealt */
    uint8_t cards;       /* played in this turn */
    uint8_t symbols;     /* extra-card symbols on them */
    uint8_t to_choose;   /* cards whose deck is yet to be chosen */
    uint8_t queued;      /* cards to be dealt, after all decks are chosen */
    uint8_t last_turns;  /* turns left in the last round, the present one included; 0 before it */
    uint16_t queue;      /* their decks, a bit each, the next one lowest */
    uint8_t unused[4];
};

/* The state has no padding, so that equality is memcmp. */
_Static_assert(sizeof(struct castellan_state) ==
                   7 * 512 + CASTELLAN_PLACES * 8 + CASTELLAN_MAX_COURTS * 4 + GAME_MAX_SEATS * 8 + 24,
               "the state of Castellan has padding");

static inline unsigned castellan_point(int x, int y)
{
    return (unsigned)(y << 6 | x);
}

static inline int castellan_x(unsigned point)
{
    return (int)(point & 63);
}

static inline int castellan_y(unsigned point)
{
    return (int)(point >> 6);
}

static inline bool castellan_has(const uint64_t board[CASTELLAN_SIDE], unsigned point)
{
    return board[point >> 6] >> (point & 63) & 1;
}

static inline unsigned castellan_deck_mask(int deck)
{
    return 0x7fu << (deck * CASTELLAN_DECK);
}

static inline int castellan_popcount(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Cards left in a seat's deck. */
static inline int castellan_in_deck(const struct castellan_seat *seat, int deck)
{
    return CASTELLAN_DECK - castellan_popcount(seat->played & castellan_deck_mask(deck)) -
           seat->in_hand[deck];
}

/* Cards of a deck that a seat has not played: in hand or in the deck. */
static inline unsigned castellan_unplayed(const struct castellan_seat *seat, int deck)
{
    return castellan_deck_mask(deck) & ~(unsigned)seat->played;
}

/* In a view: the cards in this hand that come from this deck are not known. */
static inline bool castellan_hidden(const struct castellan_seat *seat, int deck)
{
    return castellan_popcount(seat->hand & castellan_deck_mask(deck)) != seat->in_hand[deck];
}

static inline bool castellan_bare_table(const struct castellan_state *s)
{
    return s->top > s->bottom;
}

/* 2.3: can towers and walls in these numbers all be connected? n towers take n - 1 walls to hold together,
 * and offer 3n + 1 ends for walls. */
static inline bool castellan_connects(int towers, int walls)
{
    return towers >= 1 && walls >= towers - 1 && walls <= 3 * towers + 1;
}

static inline int castellan_pieces_left(const struct castellan_state *s)
{
    return s->pieces[0] + s->pieces[1] + s->pieces[2];
}

/* The points of row y on which a wall that stands has its end and no tower has been built yet. */
static inline uint64_t castellan_open_row(const struct castellan_state *s, int y)
{
    uint64_t steps = s->east[y] | s->east[y] << 1 | s->south[y] | (y > 0 ? s->south[y - 1] : 0);
    return steps & ~s->tower[y] & ~s->middle[y];
}

/* The squares of row y that lie in courtyards of other seats (2.4). */
static inline uint64_t castellan_barred_row(const struct castellan_state *s, int seat, int y)
{
    uint64_t low = seat & 1 ? ~UINT64_C(0) : 0, high = seat & 2 ? ~UINT64_C(0) : 0;
    return s->closed[y] & ((s->owner_low[y] ^ low) | (s->owner_high[y] ^ high));
}

/* What a courtyard is worth (5.2). */
static inline int castellan_worth(const struct castellan_court *court)
{
    return court->mark & CASTELLAN_DOUBLE ? 2 * court->towers : court->towers;
}

/* castellan_box.c */
void castellan_read_box(struct box_reader *, void *box);
/* Names of pieces and decks, as in the box. */
extern const char *const castellan_piece_names[CASTELLAN_PIECES];
extern const char *const castellan_deck_names[CASTELLAN_DECKS];

/* castellan_places.c: where pieces may be built. */

/* The places of a kind of piece in row y, whoever owns the ground. */
uint64_t castellan_place_row(const struct castellan_state *s, enum castellan_verb, int y);
/* Computes `rows` anew after a piece has been built in row y. */
void castellan_renew_rows(struct castellan_state *s, enum castellan_verb, int y);
/* Lists the legal places of the pieces that the active seat has, as moves. */
int castellan_list_places(const struct castellan_state *s, game_move *out);
/* The points of a wall: where it ends, and the middle of a long one (else the end again). */
struct castellan_span {
    int x, y, mid_x, mid_y, end_x, end_y;
};
struct castellan_span castellan_span(enum castellan_verb wall, unsigned point);

/* The rows and columns that towers and open ends take up. False on the bare table. */
struct castellan_extent {
    int west, north, east, south;
};
bool castellan_extent(const struct castellan_state *s, struct castellan_extent *out);

/* castellan_alike.c */
bool castellan_alike(const struct game *, const void *one, const void *other);

/* castellan_court.c: faces of the castle's plan. */

struct castellan_face {
    int area;      /* unit squares within; not above 0 for the face outside the castle */
    int towers;    /* on its edge and inside, each once */
    unsigned name; /* first unit square */
    int top, bottom;
    uint64_t rows[CASTELLAN_SIDE]; /* its squares in the rows top to bottom; other rows are not set */
};

/* The point where the wall that leaves a tower in this direction ends on a tower, or -1. */
int castellan_neighbour(const struct castellan_state *s, unsigned tower, enum castellan_direction);
/* The face that has this unit square. False when it lies outside all courtyards. */
bool castellan_face_at(const struct castellan_state *s, unsigned square, struct castellan_face *face);
/* The index of the courtyard with this name, or -1. */
int castellan_find_court(const struct castellan_state *s, unsigned name);
/* Adds a courtyard in its order. */
void castellan_add_court(struct castellan_state *s, unsigned name, int towers, int mark);
/* Puts up a piece and does nothing else: castellan_renew_rows follows where places are asked for. Returns the
 * number of faces that now meet at it where there was one. */
int castellan_put(struct castellan_state *s, enum castellan_verb verb, unsigned point);
/* Walks round the faces that meet at the piece just put up, but for the one outside the castle, without their
 * squares. Returns their number. */
int castellan_courts_at(const struct castellan_state *s, enum castellan_verb, unsigned point,
                        struct castellan_face found[4]);
/* Gives the active seat what the piece just put up has closed or divided, or counts a tower built in a
 * courtyard. Returns the mark of the courtyard that was divided, or -1. New courtyards are marked fresh. */
int castellan_claim(struct castellan_state *s, enum castellan_verb verb, unsigned point, int faces);
/* The points that the active seat would gain by a legal place without a new double keep. */
int castellan_gain(const struct castellan_state *s, enum castellan_verb verb, unsigned point);

/* castellan_apply.c */
void castellan_apply(const struct game *, void *state, int actor, game_move move);
int castellan_tell(const struct game *, const void *state, int actor, game_move, int viewer,
                   struct game_event out[GAME_MAX_EVENTS]);

/* castellan_moves.c */
void castellan_start(const struct game *, void *state, int seats, const struct game_choices *);
uint32_t castellan_to_act(const struct game *, const void *state);
int castellan_moves(const struct game *, const void *state, int actor, game_move *out, uint32_t *weight);
void castellan_score(const struct game *, const void *state, int points[GAME_MAX_SEATS]);
uint32_t castellan_winners(const struct game *, const void *state);
int castellan_keeps(const struct castellan_state *s, int seat);

/* castellan_view.c */
void castellan_observe(const struct game *, const void *state, int viewer, void *view);
void castellan_deal(const struct game *, const void *view, int viewer, struct rng *, void *out);
enum game_sight castellan_sight(const struct game *, const void *state, int actor, game_move, int viewer);
enum game_undo castellan_may_undo(const struct game *, const void *state, int actor, game_move);

/* castellan_text.c */
void castellan_put_point(struct text *out, unsigned point);
void castellan_move_text(const struct game *, const void *state, int actor, game_move, struct text *);
bool castellan_parse(const struct game *, const char *text, game_move *out);
const char *castellan_clause(const struct game *, const void *state, int actor, game_move);

/* castellan_why.c */
void castellan_why_not(const struct game *, const void *state, int actor, const char *move,
                       struct reason *reason);

/* castellan_json.c */
void castellan_board_json(const struct game *, const void *state, struct text *);
void castellan_view_json(const struct game *, const void *view, int viewer, struct text *);

/* castellan_features.c */
extern const struct game_term castellan_terms[];
void castellan_features(const struct game *, const void *state, int seat, float out[]);

#endif
