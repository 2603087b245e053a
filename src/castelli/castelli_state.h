/*
 * castelli_state.h: the state of a table and the deck, and what the files of this folder offer each other.
 *
 * Castelli is a deck and one table; the tournament is a deck and two. All rules work on a deck and a table.
 */
#ifndef CASTELLI_STATE_H
#define CASTELLI_STATE_H

#include "castelli/castelli_box.h"
#include "core/game.h"

enum { SEATS = 4 };

enum phase {
    PHASE_LIFT,
    PHASE_TILE,  /* chance */
    PHASE_CARD,  /* chance, while draws are due */
    PHASE_STEAL, /* chance */
    PHASE_PLACE,
    PHASE_STEWARD,
    PHASE_BUILD,
    PHASE_GUARD,
    PHASE_SALE,
    PHASE_OVER,
    PHASES
};

/* What the two tables of a tournament share, and one table alone needs as well. */
struct castelli_deck {
    cards unseen;            /* cards that never left the deck; 0 in views */
    cards known[SEATS][3];   /* by viewer: cards that it knows in the hands of the next three seats */
    uint32_t tiles;          /* tiles that nobody has seen */
    uint8_t under[DECK_MAX]; /* cards put under the deck, the next one first: kind and who knows it */
    uint8_t unseen_count, under_count;
    uint8_t villages, cities; /* in the box */
    uint8_t battle;           /* whether the battle cards are in */
};

/* A card under the deck: its kind, and above it 0 if all saw it or 1 + the seat that sold it. */
static inline uint8_t under_card(int kind, int seller)
{
    return (uint8_t)(kind | (seller + 1) << CARD_BITS);
}

static inline int under_kind(uint8_t card)
{
    return card & CARD_NONE;
}

/* The seat that sold the card, or -1 if all saw it. */
static inline int under_seller(uint8_t card)
{
    return (card >> CARD_BITS) - 1;
}

struct castelli_player {
    cards hand;             /* 0 in the views of others */
    uint32_t reach;         /* octagons at which a coat of theirs points (4.4) */
    uint16_t points;        /* so far; the final ones when the table is over */
    uint16_t castle_points; /* of them, those of 4.6 */
    uint8_t goods[GOODS];
    uint8_t silver;
    uint8_t castles; /* still to build */
    uint8_t cards;
    uint8_t tile; /* Dilemma: the tile in hand; else CASTELLI_NONE */
    uint8_t king_points;
};

struct castelli_table {
    struct castelli_player player[SEATS]; /* by colour; only those in `seats` play */
    uint32_t up;                          /* meadows with a face-up tile */
    uint32_t villages, cities, castled;   /* octagons */
    uint32_t open[GOODS]
                 [SIDES]; /* octagons where an area of wood, grain, rock begins that takes a castle more */
    uint8_t tile[PLACES + 1];   /* of meadows in `up`: see lying_at; of others, and NO_MEADOW: NO_TILE */
    uint8_t castle[PLACES * 4]; /* by slot: see castle_of */
    uint8_t layout[QUADRANTS];  /* see laid */
    uint8_t seats;              /* a bit for each colour in play */
    uint8_t half;               /* shape of the board */
    uint8_t mine;               /* its octagon */
    uint8_t silver;             /* in the mine */
    uint8_t dilemma, battle;
    uint8_t phase;
    uint8_t after; /* the phase that follows the draws or the steal */
    uint8_t active;
    uint8_t asked; /* who may react or sell; CASTELLI_NONE if nobody, or in a view if it is another */
    uint8_t
        has_reacted; /* seats that were asked for this placement and are done; in a view the viewer's alone */
    uint8_t cannot_react;             /* seats that, as all have seen, are not asked any more */
    uint8_t card_played, silver_used; /* in this turn */
    uint8_t meadow;                   /* of the tile in hand or just placed */
    uint8_t lifted;                   /* the tile in hand */
    uint8_t robbed;                   /* in PHASE_STEAL: whom the Traitor visits */
    uint8_t target;                   /* in PHASE_GUARD: the slot of the castle */
    uint8_t payment;                  /* in PHASE_GUARD: how it is paid */
    uint8_t draw_count;
    uint16_t draws; /* who draws, DRAWER_BITS each, the next one lowest */
};

/* A castle's byte: its owner + 1, the owner + 1 of the one that it stands on, and whether it is guarded. */
enum { OWNER_BITS = 3, OWNER_MASK = 7, GUARDED = 64 };

static inline uint8_t castle_of(int owner, int beneath)
{
    return (uint8_t)((owner + 1) | (beneath + 1) << OWNER_BITS);
}

static inline int castle_owner(uint8_t castle)
{
    return (castle & OWNER_MASK) - 1;
}

/* The owner of the castle that this one stands on, or -1. */
static inline int castle_beneath(uint8_t castle)
{
    return (castle >> OWNER_BITS & OWNER_MASK) - 1;
}

struct castelli_state {
    struct castelli_deck deck;
    struct castelli_table table;
};

enum { TABLES = 2, MAX_ROUNDS = 3 };

struct castelli_tournament {
    struct castelli_deck deck;
    struct castelli_table table[TABLES]; /* all zero before the first round */
    uint16_t points[MAX_ROUNDS][SEATS];  /* of finished rounds */
    uint8_t winners[MAX_ROUNDS][TABLES]; /* of finished rounds, a bit for each seat */
    uint8_t finished;                    /* rounds */
    uint8_t playing;                     /* whether a round is under way */
    uint8_t beginner[TABLES];            /* of the round */
    uint8_t league, dilemma, battle;
};

/*
 * Moves. A move is its word and up to three arguments of a byte each:
 *   build, overbuild  area (octagon * 4 + side), owner or CASTELLI_NONE, payment
 *   play              kind, octagon or seat or CASTELLI_NONE
 */
enum word {
    WORD_LIFT = 1,
    WORD_TILE,
    WORD_CARD,
    WORD_STEAL,
    WORD_PLACE, /* turn, from hand */
    WORD_STEWARD,
    WORD_PASS,
    WORD_BUILD,
    WORD_OVERBUILD,
    WORD_PLAY,
    WORD_SELL,
    WORD_GUARD,
    WORD_END,
    WORD_ROUND, /* tournament: number of the arrangement */
    WORDS
};

static inline game_move castelli_move(enum word word, int a, int b, int c)
{
    return (game_move)word << 24 | (game_move)a << 16 | (game_move)b << 8 | (game_move)c;
}

static inline enum word move_word(game_move m)
{
    return (enum word)(m >> 24);
}

static inline int move_meadow(game_move m)
{
    return (int)(m >> 16 & 255);
}

static inline int move_tile(game_move m)
{
    return (int)(m >> 16 & 255);
}

static inline int move_turn(game_move m)
{
    return (int)(m >> 16 & 255);
}

static inline int move_kind(game_move m)
{
    return (int)(m >> 16 & 255);
}

static inline int move_area(game_move m)
{
    return (int)(m >> 16 & 255);
}

static inline int move_from_hand(game_move m)
{
    return (int)(m >> 8 & 255);
}

static inline int move_owner(game_move m)
{
    return (int)(m >> 8 & 255);
}

/* Where or to whom a card is played. */
static inline int move_target(game_move m)
{
    return (int)(m >> 8 & 255);
}

static inline int move_payment(game_move m)
{
    return (int)(m & 255);
}

/* How a castle is paid: the card that helps or CARD_NONE, and whether 4.2's silver is used. */
enum { PAY_SILVER = 1 << CARD_BITS };

static inline int payment_card(int payment)
{
    return payment & CARD_NONE;
}

/* castelli_areas.c */
influence castelli_influence(const struct castelli_box *, const struct castelli_table *, int octagon,
                             unsigned sides);
uint32_t castelli_leaders(influence sum); /* a bit for each colour with the most; 0 if all have none */
/* Whether the area that begins at this side has been scored. */
bool castelli_scored(const struct castelli_box *, const struct castelli_table *, int octagon, int start);
void castelli_gain_from_tile(const struct castelli_box *, struct castelli_table *, struct game_events *);
void castelli_update_reach(const struct castelli_box *, struct castelli_table *, int meadow);
int castelli_castle_points(const struct castelli_box *, const struct castelli_table *, int octagon);

/* castelli_deck.c */
void castelli_put_under(struct castelli_deck *, int seat, struct castelli_player *, int kind, bool seen);
void castelli_draw(struct castelli_deck *, int seat, int kind);
void castelli_steal(struct castelli_deck *, struct castelli_table *, int kind);

/* castelli_cards.c */
void castelli_play(struct castelli_deck *, struct castelli_table *, int kind, int target,
                   struct game_events *);
int castelli_list_plays(const struct castelli_box *, const struct castelli_deck *,
                        const struct castelli_table *, int seat, game_move *out);
uint32_t castelli_vacant(const struct castelli_box *, const struct castelli_table *);

/* castelli_setup.c */
void castelli_setup_deck(const struct castelli_box *, struct castelli_deck *, bool battle);
struct castelli_setup {
    unsigned seats; /* a bit for each colour that plays */
    int first;
    uint8_t layout[QUADRANTS]; /* see laid; two of them where two play */
    int mine;                  /* its octagon */
    bool dilemma, battle;
};
void castelli_setup_table(const struct castelli_box *, struct castelli_table *,
                          const struct castelli_setup *);
int castelli_mine_in(const struct castelli_box *, const uint8_t *layout, int pieces);
/* Reads letters with ' for turned. False with what they must be in `error` (unless NULL). */
bool castelli_read_layout(const struct castelli_box *, const char *text, int pieces,
                          uint8_t layout[QUADRANTS], struct text *error);
/* The options of Castelli, by their place in the game's list. */
enum { CASTELLI_DILEMMA, CASTELLI_BATTLE, CASTELLI_LAYOUT, CASTELLI_FIRST };
/* Those that the tournament has as well. */
/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define CASTELLI_OPTION_DILEMMA \
    {.name = "dilemma", .about = "Everyone has a tile in hand and may place it instead of the lifted one."}
#define CASTELLI_OPTION_BATTLE \
    {.name = "battle", \
     .about = "Castles can be overbuilt, with eight more cards and a final scoring of settlements."}
/* clang-format on */
bool castelli_check_layout(const struct game *, int seats, const char *value, struct text *error);
void castelli_draw_layout(const struct game *, int seats, struct rng *, struct text *value);
void castelli_start(const struct game *, void *state, int seats, const struct game_choices *);
void castelli_layout_text(const uint8_t *layout, int pieces, struct text *);

/* castelli_moves.c */
uint32_t castelli_table_to_act(const struct castelli_table *);
int castelli_table_moves(const struct castelli_box *, const struct castelli_deck *,
                         const struct castelli_table *, int actor, game_move *out, uint32_t *weight);
bool castelli_can_overbuild(const struct castelli_box *, const struct castelli_table *, int seat, int slot,
                            bool *stronger);
int castelli_area_slots(const struct castelli_box *, const struct castelli_table *, int area,
                        int slots[SITES_MAX]);
/* How many units are missing to pay so many of each good. */
int castelli_missing(const struct castelli_player *, int each);
/* The pass of a seat that is asked for a reaction or a sale (5.3, 5.8, 9.8). */
const char *castelli_reply_name(bool battle, int which);
bool castelli_table_reply(const struct castelli_table *, int seat, int which, game_move *out);
bool castelli_table_harmless(const struct castelli_table *, int seat, game_move *out);

/* castelli_apply.c */
void castelli_step(const struct castelli_box *, struct castelli_deck *, struct castelli_table *, int actor,
                   game_move, struct game_events *);

/* castelli_final.c */
struct castelli_sheet {
    int castles, kings, cards, resources, silver, start_tile, settlements, standing, total;
};
/* Castles that are not overbuilt, by colour as influence is (9.9). */
struct castelli_census {
    influence octagon[PLACES], column[8], row[8], all;
};
void castelli_take_census(const struct castelli_table *, struct castelli_census *);
influence castelli_castles_around(const struct castelli_census *, int place); /* in its column and row */
void castelli_finish(const struct castelli_box *, struct castelli_table *, struct game_events *);
/* The points of a seat if the game ended as the table stands. */
int castelli_projected(const struct castelli_box *, const struct castelli_table *, int seat);
void castelli_sheets(const struct castelli_table *, struct castelli_sheet sheet[SEATS]);
uint32_t castelli_table_winners(const struct castelli_table *);

/* castelli_view.c */
void castelli_observe_deck(struct castelli_deck *, int viewer);
void castelli_observe_table(struct castelli_table *, int viewer);
void castelli_deal_tables(const struct castelli_box *, struct castelli_deck *, struct castelli_table *tables,
                          int count, int viewer, struct rng *);
enum game_sight castelli_table_sight(const struct castelli_deck *, const struct castelli_table *, int actor,
                                     game_move, int viewer);
uint32_t castelli_table_may_react(const struct castelli_box *, const struct castelli_table *, int actor,
                                  game_move);

/* castelli_text.c */
void castelli_put_octagon(struct text *, int octagon);
void castelli_put_meadow(struct text *, int meadow);
void castelli_put_area(struct text *, int area);
/* A side as it stands in the name of an area. */
extern const char *const castelli_side_letters[SIDES];
void castelli_move_text(const struct castelli_box *, game_move, struct text *);
const char *castelli_move_clause(const struct castelli_table *, game_move);

/* castelli_event.c: events with a place; `put` writes its name. */
void castelli_put_event(struct game_events *, const char *key, int seat, int amount, const char *what,
                        void (*put)(struct text *, int), int place);

static inline void castelli_event_octagon(struct game_events *events, const char *key, int seat, int amount,
                                          const char *what, int octagon)
{
    if (event_wanted(events))
        castelli_put_event(events, key, seat, amount, what, castelli_put_octagon, octagon);
}

static inline void castelli_event_meadow(struct game_events *events, const char *key, int seat, int amount,
                                         const char *what, int meadow)
{
    if (event_wanted(events))
        castelli_put_event(events, key, seat, amount, what, castelli_put_meadow, meadow);
}

static inline void castelli_event_area(struct game_events *events, const char *key, int seat, int amount,
                                       const char *what, int area)
{
    if (event_wanted(events))
        castelli_put_event(events, key, seat, amount, what, castelli_put_area, area);
}

/* castelli_why.c */
void castelli_table_why_not(const struct castelli_box *, const struct castelli_deck *,
                            const struct castelli_table *, int actor, const char *move,
                            struct reason *reason);

/* castelli_json.c */
void castelli_table_board_json(const struct castelli_box *, const struct castelli_table *, struct text *);
/* The same without tiles and cards, which all tables of a tournament share. */
void castelli_round_board_json(const struct castelli_box *, const struct castelli_table *, struct text *);
void castelli_table_view_json(const struct castelli_box *, const struct castelli_deck *,
                              const struct castelli_table *, int viewer, struct text *);
/* A member that lists seats, from 1. */
void castelli_seats_json(struct text *, const char *key, uint32_t seats);
void castelli_tiles_json(const struct castelli_box *, struct text *);
void castelli_cards_json(const struct castelli_box *, bool battle, struct text *);

/* castelli_features.c */

/* Weights are trained for features in their order, so none is ever moved. Cards that come later than these
 * have theirs at the end, after all others of the game. */
enum {
    CASTELLI_FEATURES = 70,
    CASTELLI_FIRST_CARDS = 17,
    CASTELLI_LATER_CARDS = CARDS - CASTELLI_FIRST_CARDS
};
extern const struct game_term castelli_terms[];
void castelli_later_card_features(const struct castelli_table *, int seat, float out[]);
void castelli_table_features(const struct castelli_box *, const struct castelli_table *, int seat,
                             float out[CASTELLI_FEATURES]);

/* Small things that several files need. */
static inline bool castelli_plays(const struct castelli_table *t, int seat)
{
    return t->seats >> seat & 1;
}

/* Seats go clockwise, whether they play or not; n may be negative. */
static inline int seat_after(int seat, int n)
{
    return (seat + n) & (SEATS - 1);
}

/* How many places a seat comes after another. */
static inline int seat_distance(int from, int to)
{
    return (to - from) & (SEATS - 1);
}

/* The next seat clockwise that plays at this table. */
static inline int castelli_next_seat(const struct castelli_table *t, int seat)
{
    do
        seat = seat_after(seat, 1);
    while (!castelli_plays(t, seat));
    return seat;
}

static inline int castelli_deck_size(const struct castelli_deck *d)
{
    return d->unseen_count + d->under_count;
}

static inline const struct castelli_shape *castelli_shape(const struct castelli_box *box,
                                                          const struct castelli_table *t)
{
    return &box->shape[t->half];
}

/* What lies on an octagon. */
static inline const struct castelli_kind *castelli_kind_at(const struct castelli_box *box,
                                                           const struct castelli_table *t, int octagon)
{
    return &box->kind[octagon == t->mine
                          ? KIND_MINE
                          : t->layout[octagon / PIECE_OCTAGONS] * PIECE_OCTAGONS + octagon % PIECE_OCTAGONS];
}

/* Takes the lowest member out of a set of places. */
static inline int castelli_pop(uint32_t *set)
{
    int place = __builtin_ctz(*set);
    *set &= *set - 1;
    return place;
}

/* The draws that are due are a queue of seats. */
enum { DRAWER_BITS = 2 };

static inline int castelli_drawer(const struct castelli_table *t)
{
    return t->draws & (SEATS - 1);
}

/* Who sees which card is drawn: its drawer, and those who know which one comes from under the deck. */
static inline uint32_t castelli_see_draw(const struct castelli_deck *d, const struct castelli_table *t)
{
    uint32_t drawer = game_bit(castelli_drawer(t));
    if (d->unseen_count)
        return drawer;
    int seller = under_seller(d->under[0]);
    return seller < 0 ? EVENT_EVERYBODY : drawer | game_bit(seller);
}

/* 10.4, 10.5 */
static inline int castelli_round_count(const struct castelli_tournament *s)
{
    return s->league ? 3 : 2;
}

#endif
