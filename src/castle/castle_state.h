/*
 * castle_state.h: the box of Castle, the position, and what the files of this game tell each other.
 *
 * Points, lines (wall locations), spaces, colours and kinds of card are small numbers that index the tables
 * of the box; sets of them are bit sets. A city is known by its first space in board order. Numbers in
 * parentheses are clauses of docs/rules/castle.md.
 */
#ifndef CASTLE_STATE_H
#define CASTLE_STATE_H

#include "core/game.h"

enum {
    CASTLE_ROWS = 8,
    CASTLE_ROW_LENGTH = 8,
    CASTLE_POINTS = 48,
    CASTLE_LINES = 128,
    CASTLE_SPACES = 72,
    CASTLE_REGIONS = 3,
    CASTLE_TOWERS = 3,  /* colours of towers */
    CASTLE_COLOURS = 5, /* of houses and palaces */
    CASTLE_ANY = 5,     /* the face of a house die that lets the player choose */
    CASTLE_FACES = 6,
    CASTLE_KINDS = 30,  /* of guild cards */
    CASTLE_COPIES = 3,  /* of one kind at most: two bits in a multiset */
    CASTLE_PALACES = 8, /* of one colour at most */
    CASTLE_HAND = 6,    /* cards dealt to each seat (1.4) */
    CASTLE_ROLLS = 63,  /* results of three dice that differ, at most */
    CASTLE_NONE = 0xff  /* no line, space, city, die or seat */
};

/* The options, by their place in the game's list. */
enum { CASTLE_FIRST };

/* A set of lines or of spaces. Points fit into one word. */
struct castle_set {
    uint64_t word[2];
};

static inline bool castle_has(const struct castle_set *set, int n)
{
    return set->word[n >> 6] >> (n & 63) & 1;
}

static inline void castle_add(struct castle_set *set, int n)
{
    set->word[n >> 6] |= UINT64_C(1) << (n & 63);
}

static inline void castle_remove(struct castle_set *set, int n)
{
    set->word[n >> 6] &= ~(UINT64_C(1) << (n & 63));
}

static inline int castle_count(const struct castle_set *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]);
}

static inline bool castle_empty(const struct castle_set *set)
{
    return (set->word[0] | set->word[1]) == 0;
}

/* Takes the first member out of a set and returns it, or -1 when there is none. */
static inline int castle_pop(struct castle_set *set)
{
    for (int w = 0; w < 2; w++) {
        if (set->word[w]) {
            int n = w * 64 + __builtin_ctzll(set->word[w]);
            set->word[w] &= set->word[w] - 1;
            return n;
        }
    }
    return -1;
}

/* A multiset of cards has two bits for each kind, so that multisets add and subtract as numbers do. */
static inline uint64_t castle_card(int kind)
{
    return UINT64_C(1) << (2 * kind);
}

static inline int castle_copies(uint64_t cards, int kind)
{
    return (int)(cards >> (2 * kind) & 3);
}

/* The lower bit of every kind of which there is at least one. */
static inline uint64_t castle_kinds(uint64_t cards)
{
    return (cards | cards >> 1) & UINT64_C(0x5555555555555555);
}

static inline int castle_cards(uint64_t cards)
{
    return __builtin_popcountll(cards & UINT64_C(0x5555555555555555)) +
           2 * __builtin_popcountll(cards & UINT64_C(0xaaaaaaaaaaaaaaaa));
}

/* Houses of the five colours in six bits each, which add as numbers do. */
static inline uint32_t castle_house(int colour)
{
    return UINT32_C(1) << (6 * colour);
}

static inline int castle_houses(uint32_t houses, int colour)
{
    return (int)(houses >> (6 * colour) & 63);
}

/* The supply (1.3). */
struct castle_supply {
    uint8_t walls, towers[CASTLE_TOWERS], houses[CASTLE_COLOURS], palaces[CASTLE_COLOURS];
};

struct castle_box {
    /* The board (1.1, 1.2). Rows run north to south; x is counted in half steps from the west. */
    uint8_t rows, points, lines, spaces;
    uint8_t row_length[CASTLE_ROWS], row_first[CASTLE_ROWS], row_x[CASTLE_ROWS];
    uint8_t point_row[CASTLE_POINTS], point_x[CASTLE_POINTS];
    uint8_t line_end[CASTLE_LINES][2];
    uint8_t line_space[CASTLE_LINES][2];   /* the second is CASTLE_NONE at the rim */
    uint8_t space_point[CASTLE_SPACES][3]; /* in order of points */
    uint8_t space_line[CASTLE_SPACES][3];
    uint8_t space_across[CASTLE_SPACES][3]; /* the space behind each of these lines, CASTLE_NONE at the rim */
    uint8_t space_region[CASTLE_SPACES];
    bool space_north[CASTLE_SPACES]; /* its tip points north */
    char point_name[CASTLE_POINTS][4], line_name[CASTLE_LINES][8], space_name[CASTLE_SPACES][8];
    char region_name[CASTLE_REGIONS][24];
    uint64_t space_corners[CASTLE_SPACES]; /* its points, as a set */
    uint64_t water;                        /* points */
    struct castle_set all_lines, border;
    struct castle_set space_edges[CASTLE_SPACES]; /* its lines, as a set */
    struct castle_set point_lines[CASTLE_POINTS]; /* the lines that end at a point */

    struct castle_supply stock;

    /* All results of the dice as moves with their weights, with and without the tower die (2.3). */
    uint16_t rolls, short_rolls;
    game_move roll[CASTLE_ROLLS], short_roll[CASTLE_ROLLS];
    uint32_t roll_weight[CASTLE_ROLLS], short_roll_weight[CASTLE_ROLLS];

    /* The guild cards in the order of the box; `rule` indexes castle_guild. */
    uint8_t kinds, copies;
    uint8_t rule[CASTLE_KINDS];
    uint64_t all_cards;
};

enum castle_phase {
    CASTLE_DEAL,
    CASTLE_WALL,
    CASTLE_DICE,
    CASTLE_TOWER,
    CASTLE_HOUSE,
    CASTLE_JOIN,
    CASTLE_CITY,
    CASTLE_SCORE,
    CASTLE_DRAW,
    CASTLE_SWAP,
    CASTLE_SWAP_DRAW,
    CASTLE_OVER
};

/* Why the game ends with this turn (5.1, 2.2). */
enum castle_ending {
    CASTLE_GOES_ON,
    CASTLE_LAST_WALL,
    CASTLE_LAST_TOWER,
    CASTLE_LAST_HOUSE,
    CASTLE_LAST_PALACE,
    CASTLE_NO_LINE
};

/* What a viewer remembers of the draw pile since the discard pile last became it (4.2): see castle_view.c. */
struct castle_memory {
    uint64_t pile; /* cards that it knew to be in the pile then and has not seen since */
    /* The most cards of each other seat that may be from there, and the most of them that are unseen ones. */
    uint8_t fresh[GAME_MAX_SEATS], given[GAME_MAX_SEATS];
};

struct castle {
    /* What stands on the board. */
    struct castle_set walls;
    struct castle_set city_lines;   /* round and in cities */
    struct castle_set cities;       /* each by its first space */
    uint64_t towers[CASTLE_TOWERS]; /* points */
    uint64_t city_points;           /* round and in cities */
    uint32_t houses[CASTLE_SPACES];
    uint32_t country_houses; /* sum over the spaces that are in no city */
    uint8_t country_regions[CASTLE_REGIONS];
    uint8_t city_of[CASTLE_SPACES]; /* the city's first space, or CASTLE_NONE */
    uint8_t tied[CASTLE_POINTS]; /* the first of the points that walls tie to this one: see castle_city.c */
    uint8_t palaces[CASTLE_COLOURS]
                   [CASTLE_PALACES]; /* the space where each stands; CASTLE_NONE in the supply */
    struct castle_supply supply;

    /* The turn. */
    uint8_t seats, phase;
    uint8_t active;  /* whose turn it is */
    uint8_t seat;    /* who decides, or for whom chance acts */
    uint8_t ending;  /* enum castle_ending */
    uint8_t last;    /* the scoring of 5.3 */
    uint8_t wall;    /* the line built on in this turn, or CASTLE_NONE */
    uint8_t closing; /* that wall completes a city */
    uint8_t dice[2]; /* faces in colour order; CASTLE_NONE when used */
    uint8_t tower;   /* the tower die; CASTLE_NONE when left out or used */
    uint8_t served;  /* a bit for each side of the wall that has its house */
    uint8_t counts;  /* the city that city cards count, or CASTLE_NONE */
    uint8_t round;   /* seats that have had their say in this scoring or swapping */
    uint8_t draws;   /* cards still to be drawn by `seat` */

    /* The cards. In a view, hands, unseen cards and memories of others and the draw pile are 0; the sizes are
     * always right. */
    uint8_t viewer; /* 0: a full state; otherwise 2 + viewer */
    uint8_t hand_size[GAME_MAX_SEATS], draw_size;
    uint8_t unseen_size[GAME_MAX_SEATS];
    uint8_t refilled; /* the discard pile has become the draw pile: before that nobody has a memory */
    uint64_t hand[GAME_MAX_SEATS], draw;
    uint64_t open;                                   /* scored cards in the discard pile */
    uint64_t unseen[GAME_MAX_SEATS];                 /* what each seat has put there unseen */
    uint64_t played;                                 /* in front of `seat` while it draws (4.2) */
    struct castle_memory memory[1 + GAME_MAX_SEATS]; /* of the public, then of each seat */

    uint16_t points[GAME_MAX_SEATS];
    uint16_t sheet[GAME_MAX_SEATS][CASTLE_KINDS]; /* points scored with each kind of card */
};

_Static_assert(sizeof(struct castle) <= 1024, "the state is to stay small");

/* A move is its sort in the third byte, an argument in the first and a second one in the second byte. */
enum castle_sort {
    CASTLE_MOVE_CARD,  /* kind */
    CASTLE_MOVE_WALL,  /* line */
    CASTLE_MOVE_DICE,  /* two faces as a · 6 + b, tower or CASTLE_NONE */
    CASTLE_MOVE_TOWER, /* point, colour */
    CASTLE_MOVE_HOUSE, /* space, colour */
    CASTLE_MOVE_KEEP,
    CASTLE_MOVE_JOIN,    /* city */
    CASTLE_MOVE_CITY,    /* city */
    CASTLE_MOVE_SCORE,   /* kind, kind or CASTLE_NONE */
    CASTLE_MOVE_DISCARD, /* kind */
    CASTLE_MOVE_SWAP,    /* kind */
    CASTLE_MOVE_DONE
};

static inline game_move castle_move(enum castle_sort sort, int argument, int second)
{
    return (game_move)sort << 16 | (game_move)second << 8 | (game_move)argument;
}

static inline enum castle_sort castle_sort(game_move move)
{
    return (enum castle_sort)(move >> 16);
}

static inline int castle_argument(game_move move)
{
    return move & 0xff;
}

static inline int castle_second_argument(game_move move)
{
    return move >> 8 & 0xff;
}

/* A seat's cards are in the state: it is a full one, or this seat's own view. */
static inline bool castle_knows(const struct castle *s, int seat)
{
    return s->viewer == 0 || s->viewer == 2 + seat;
}

static inline bool castle_free_line(const struct castle_box *box, const struct castle *s,
                                    struct castle_set *out)
{
    for (int w = 0; w < 2; w++)
        out->word[w] = box->all_lines.word[w] & ~(s->walls.word[w] | s->city_lines.word[w]);
    return !castle_empty(out);
}

/* The city that city cards count now. Before the decision to join it is not known yet. */
static inline int castle_counting(const struct castle *s)
{
    return s->phase == CASTLE_JOIN || s->phase == CASTLE_OVER ? CASTLE_NONE : s->counts;
}

static inline uint64_t castle_tower_points(const struct castle *s)
{
    return s->towers[0] | s->towers[1] | s->towers[2];
}

extern const char *const castle_colour_name[CASTLE_FACES]; /* the last is "any" */
extern const char *const castle_tower_name[CASTLE_TOWERS];
extern const char *const castle_ending_name[];
extern const char *const castle_phase_name[];

/* castle_box.c */
void castle_read_box(struct box_reader *, void *box);

/* castle_moves.c */
uint32_t castle_to_act(const struct game *, const void *state);
int castle_moves(const struct game *, const void *state, int actor, game_move *out, uint32_t *weight);

/* castle_apply.c */
void castle_start(const struct game *, void *state, int seats, const struct game_choices *);
void castle_apply(const struct game *, void *state, int actor, game_move move);
int castle_tell(const struct game *, const void *state, int actor, game_move, int viewer,
                struct game_event out[GAME_MAX_EVENTS]);

/* castle_city.c */

/* The wall would complete a city (3.1). The line must be free. */
static inline bool castle_closes(const struct castle_box *box, const struct castle *s, int line)
{
    return s->tied[box->line_end[line][0]] == s->tied[box->line_end[line][1]];
}

void castle_tie(const struct castle_box *box, struct castle *s, int line);
/* The spaces that a wall on this line closes off. The line must be one that closes, built on or not. */
struct castle_set castle_enclosed(const struct castle_box *box, const struct castle *s, int line);
/* Makes a city of the spaces that this turn's wall closes off, and returns its name. */
int castle_complete(const struct castle_box *box, struct castle *s, struct game_events *events);
/* The other cities that share a wall with a city. */
struct castle_set castle_neighbours(const struct castle_box *box, const struct castle *s, int city);
/* The cities that would share a wall with a city of these spaces. */
struct castle_set castle_touching(const struct castle_box *box, const struct castle *s,
                                  struct castle_set spaces);
/* Joins a city with an old one and returns the name of both (3.2). */
int castle_join(const struct castle_box *box, struct castle *s, int city, int old,
                struct game_events *events);
/* Clears a completed city and builds its palaces (3.3, 3.4). */
void castle_settle(const struct castle_box *box, struct castle *s, int city, struct game_events *events);
struct castle_set castle_spaces_of(const struct castle_box *box, const struct castle *s, int city);

/* castle_guild.c */
enum castle_scope { CASTLE_OF_CITY, CASTLE_OF_COUNTRY, CASTLE_OF_BOARD };

struct castle_guild {
    const char *id;
    enum castle_scope scope;
};

extern const struct castle_guild castle_guild[CASTLE_KINDS];

static inline const char *castle_kind_name(const struct castle_box *box, int kind)
{
    return castle_guild[box->rule[kind]].id;
}

extern const char *const castle_scope_name[];

/* What the cards count (4.5 to 4.7). */
struct castle_city_facts {
    uint8_t size, towers[CASTLE_TOWERS], houses[CASTLE_COLOURS], palaces[CASTLE_COLOURS], colours;
};

struct castle_country_facts {
    uint8_t walls, towers[CASTLE_TOWERS], water, houses[CASTLE_COLOURS], regions[CASTLE_REGIONS], cities;
};

void castle_city_facts(const struct castle_box *box, const struct castle *s, int city,
                       struct castle_city_facts *out);
void castle_country_facts(const struct castle_box *box, const struct castle *s,
                          struct castle_country_facts *out);
/* What a card pays, for each rule; without a city the city cards pay nothing (5.3). */
void castle_pay(const struct castle_country_facts *country, const struct castle_city_facts *city,
                uint8_t out[CASTLE_KINDS]);
/* The same for every kind of the box, with the city of this name or CASTLE_NONE. */
void castle_values(const struct castle_box *box, const struct castle *s, int city, uint8_t out[CASTLE_KINDS]);
/* The city that a wall on this line would complete, kept apart, made of what stands there now (but for the
 * towers of that wall), and `country`, which holds the present facts, without it. */
void castle_foresee(const struct castle_box *box, const struct castle *s, int line,
                    struct castle_country_facts *country, struct castle_city_facts *city);
/* The same for a city that a wall on this line would complete, as castle_foresee makes it. */
void castle_closing_values(const struct castle_box *box, const struct castle *s, int line,
                           uint8_t out[CASTLE_KINDS]);

/* castle_view.c */
void castle_observe(const struct game *, const void *state, int viewer, void *view);
void castle_deal(const struct game *, const void *view, int viewer, struct rng *, void *out);
enum game_sight castle_sight(const struct game *, const void *state, int actor, game_move, int viewer);
/* The cards whose place a viewer does not know. */
uint64_t castle_unknown_cards(const struct castle_box *box, const struct castle *s, int viewer);
/* What viewers remember when the discard pile is about to become the draw pile, and when `seat` is about to
 * draw a card, to score one or to give one away unseen. */
void castle_remember_refill(struct castle *s);
void castle_remember_draw(struct castle *s, int kind);
void castle_remember_score(const struct castle_box *box, struct castle *s, int kind);
void castle_remember_gift(struct castle *s);

/* castle_text.c, castle_why.c */
/* Names to numbers; -1 for a name that is not there. */
int castle_find_point(const struct castle_box *box, const char *name);
int castle_find_line(const struct castle_box *box, const char *name);
int castle_find_space(const struct castle_box *box, const char *name);
int castle_find_kind(const struct castle_box *box, const char *name);
void castle_move_text(const struct game *, const void *state, int actor, game_move, struct text *);
bool castle_parse(const struct game *, const char *text, game_move *out);
const char *castle_clause(const struct game *, const void *state, int actor, game_move);
void castle_why_not(const struct game *, const void *state, int actor, const char *move,
                    struct reason *reason);

/* castle_json.c, castle_features.c */
void castle_board_json(const struct game *, const void *state, struct text *);
void castle_view_json(const struct game *, const void *view, int viewer, struct text *);
enum { CASTLE_FEATURES = 69 };
extern const struct game_term castle_terms[];
void castle_features(const struct game *, const void *state, int seat, float out[]);

#endif
