/* castelli_box.h: the components and the shape of the board, with every table that the rules look things up
 * in. */
#ifndef CASTELLI_BOX_H
#define CASTELLI_BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/box.h"

enum { CASTELLI_NONE = 0xff };
enum { SIDE_N, SIDE_E, SIDE_S, SIDE_W, SIDES };

/* The three goods come first, so that a landscape or icon below GOODS is one. */
enum { WOOD, GRAIN, ROCK, GOODS };
enum landscape { LAND_WOOD, LAND_GRAIN, LAND_ROCK, LAND_MARKET, LAND_MINE, LANDSCAPES };
enum icon { ICON_WOOD, ICON_GRAIN, ICON_ROCK, ICON_SILVER, ICON_CARD, ICONS };

enum card {
    CARD_KING3,
    CARD_KING4,
    CARD_KING5,
    CARD_STEWARD,
    CARD_LANDGRAVE,
    CARD_LANDGRAVINE,
    CARD_ROBBER_BARON,
    CARD_RAIDER,
    CARD_BRIGANDS,
    CARD_TRAITOR,
    CARD_MASTER_BUILDER,
    CARD_PEASANT,
    CARD_DUKE,
    CARD_GUARD,
    CARD_INCENDIARY,
    CARD_ABBOT,
    CARD_ARMY_OF_KNIGHTS,
    CARDS,                           /* at most 21, see cards */
    CARD_BITS = 5,                   /* a kind of card in a byte has these */
    CARD_NONE = (1 << CARD_BITS) - 1 /* all of them: no card, or in a view one that is not known */
};

enum {
    PLACES = 32, /* meadows, and octagons: both are numbered by quadrant, then row by row in it */
    QUADRANTS = 4,
    PIECES = 4,
    PIECE_OCTAGONS = 8,
    KINDS = PIECES * 2 * PIECE_OCTAGONS + 1,
    KIND_MINE = KINDS - 1, /* the mine, printed or as the tournament's extra tile */
    TILES = 32,
    START_TILES = 4,
    ALL_TILES = TILES + START_TILES,
    NO_TILE = ALL_TILES * 4, /* where others have tile * 4 + turn */
    NO_MEADOW = PLACES,      /* beyond the frame */
    DECK_MAX = 33,
    GOODS_MAX = 5, /* 3.6 */
    SITES_MAX = 2  /* 1.3 */
};

/*
 * A multiset of cards: three bits for each kind, so at most seven copies. A hand is a word, and going through
 * the kinds in it is going through its bits.
 */
typedef uint64_t cards;

static inline int cards_of(cards set, int kind)
{
    return (int)(set >> (3 * kind)) & 7;
}

static inline cards cards_one(int kind)
{
    return UINT64_C(1) << (3 * kind);
}

/* The lowest kind in a set that is not empty; cards_after takes all of that kind out. */
static inline int cards_first(cards set)
{
    return __builtin_ctzll(set) / 3;
}

static inline cards cards_all(int kind)
{
    return UINT64_C(7) << (3 * kind);
}

static inline cards cards_after(cards set, int kind)
{
    return set & ~cards_all(kind);
}

/* One of each kind that is in the set. */
static inline cards cards_kinds(cards set)
{
    return (set | set >> 1 | set >> 2) & UINT64_C(01111111111111111111111);
}

int cards_count(cards set);

/* What is printed on an octagon as it lies, turned or not. Areas are known by the side where they begin. */
struct castelli_kind {
    uint8_t landscape[SIDES]; /* by side */
    uint8_t start[SIDES];     /* by side: where its area begins */
    uint8_t mask[SIDES];      /* by start: a bit for each side of the area; 0 where none begins */
    uint8_t symbols[SIDES];   /* by start */
    uint8_t sites[SIDES];     /* by start: castle sites of a rock area */
    uint8_t settlement;       /* enum settlement */
};

enum settlement { SETTLEMENT_NONE, SETTLEMENT_VILLAGE, SETTLEMENT_CITY };

struct castelli_tile {
    uint8_t colour[SIDES]; /* at turn 0 */
    uint8_t value;
    uint8_t card; /* the colour whose coat shows a card, or CASTELLI_NONE */
    uint8_t silver;
    char name[7];
};

/* The board's shape: whole, or its northern half for two players (7.1). */
struct castelli_shape {
    uint32_t all; /* the meadows in play; the octagons have the same numbers */
    uint8_t octagon_at[PLACES]
                      [SIDES]; /* of a meadow: the octagon on that side, or CASTELLI_NONE at the frame */
    uint8_t meadow_at[PLACES][SIDES]; /* of an octagon: the meadow, or NO_MEADOW at the frame */
    uint8_t frame[PLACES][SIDES];     /* of a meadow: the icon on that side, or CASTELLI_NONE */
    uint32_t around[PLACES][16];      /* of an octagon: the meadows at a set of its sides */
    uint32_t line[PLACES];            /* of an octagon: those in its column and row, itself included (4.6) */
};

/* Influence is four bytes in a word, one for each colour, so that sums are made for all at once. */
typedef uint32_t influence;

static inline influence influence_one(int colour, unsigned value)
{
    return value << (8 * colour);
}

static inline int influence_of(influence sum, int colour)
{
    return (uint8_t)(sum >> (8 * colour));
}

struct castelli_box {
    struct castelli_kind kind[KINDS];
    struct castelli_tile tile[ALL_TILES];
    struct castelli_shape shape[2];           /* 0 whole, 1 half */
    influence coat[ALL_TILES * 4 + 1][SIDES]; /* by tile * 4 + turn or NO_TILE, and side */
    uint8_t coat_colour[ALL_TILES * 4][SIDES];
    uint8_t share[SIDES + 1][5]; /* 3.5: symbols by number of colours that are tied */
    cards deck, battle_deck;     /* without and with the battle cards */
    cards alone;                 /* all cards of the kinds that are played alone */
    uint8_t deck_count, battle_deck_count;
    uint8_t copies[CARDS];
    uint8_t mine_piece, mine_octagon;  /* where the mine is printed, unturned */
    uint8_t default_layout[QUADRANTS]; /* piece * 2 + turned */
    uint8_t default_pair[2];           /* for two players */
    uint8_t castles;
    uint8_t silver[5];        /* by seats */
    uint8_t villages, cities; /* in the box at the start */
};

extern const char *const castelli_landscape_names[LANDSCAPES];
extern const char *const castelli_icon_names[ICONS];
extern const char castelli_colour_letters[4];
extern const char *const castelli_colour_names[4];

void castelli_read_box(struct box_reader *, void *box);

/* Sides go clockwise; n may be negative. */
static inline int side_after(int side, int n)
{
    return (side + n) & (SIDES - 1);
}

static inline int side_opposite(int side)
{
    return side ^ 2;
}

/* An area is the octagon it is on and the side where it begins; a castle's slot is an octagon and a side. */
static inline int area_at(int octagon, int side)
{
    return octagon * SIDES + side;
}

static inline int area_octagon(int area)
{
    return area >> 2;
}

static inline int area_side(int area)
{
    return area & (SIDES - 1);
}

/* How a tile lies: the tile and its quarter turns. */
static inline int lying_at(int tile, int turn)
{
    return tile * SIDES + turn;
}

static inline int lying_tile(int lying)
{
    return lying >> 2;
}

static inline int lying_turn(int lying)
{
    return lying & (SIDES - 1);
}

/* A piece of the board as it is laid out: the piece, and whether it is turned. */
static inline uint8_t laid(int piece, bool turned)
{
    return (uint8_t)(piece * 2 + turned);
}

static inline int laid_piece(uint8_t layout)
{
    return layout >> 1;
}

static inline bool laid_turned(uint8_t layout)
{
    return layout & 1;
}

/* Where places are on the board: columns and rows from 0. */
static inline int castelli_octagon_col(int octagon)
{
    int row = octagon >> 1 & 3;
    return (octagon >> 3 & 1) * 4 + (octagon & 1) * 2 + (row & 1);
}

static inline int castelli_octagon_row(int octagon)
{
    return (octagon >> 4) * 4 + (octagon >> 1 & 3);
}

static inline int castelli_meadow_col(int meadow)
{
    int row = meadow >> 1 & 3;
    return (meadow >> 3 & 1) * 4 + (meadow & 1) * 2 + (~row & 1);
}

static inline int castelli_meadow_row(int meadow)
{
    return castelli_octagon_row(meadow);
}

/* The number of the place on a cell; whether it is a meadow or an octagon follows from the cell. */
static inline int castelli_place_at(int col, int row)
{
    return (row >> 2) * 16 + (col >> 2) * 8 + (row & 3) * 2 + (col >> 1 & 1);
}

static inline bool castelli_is_octagon(int col, int row)
{
    return ((col + row) & 1) == 0;
}

#endif
