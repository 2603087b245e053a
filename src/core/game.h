/*
 * game.h: the one interface between a game and everything else.
 *
 * A game is a constant `struct game`. Its state is a plain value without pointers: copying is memcpy,
 * equality is memcmp (so padding and unused bytes are always zero). Chance is an actor whose moves carry
 * weights; decks and bags are never shuffled, so a state holds nothing that nobody knows, and a record needs
 * no seed.
 *
 * A view is a state from which everything its viewer may not know has been blanked. It has the state's type,
 * so that one set of functions draws both. The laws that every game keeps are tested in tests/laws.c:
 *
 *   observe(deal(view)) == view                        dealing fits what was seen
 *   moves(view, viewer) == moves(deal(view), viewer)   a viewer sees its own choices
 *   observe(a) == observe(b) where a and b differ only in what the viewer may not know
 *
 * Rules allocate nothing, read no clock, draw no random numbers and keep no globals.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event.h"
#include "core/option.h"
#include "core/reason.h"
#include "core/rng.h"
#include "core/text.h"

struct box_reader;

enum {
    GAME_MAX_SEATS = 4,
    GAME_CHANCE = 4,       /* the actor that draws and rolls; seats are 0 to 3 */
    GAME_MAX_MOVES = 1024, /* no decision of any game has more */
    GAME_MAX_STATE = 8192, /* bytes; no game's state is larger */
    GAME_MAX_FEATURES = 128,
    GAME_MOVE_TEXT = 64 /* capacity for any move's text and its NUL */
};

/* The viewer without a seat: a spectator, who sees what everybody sees. */
enum { GAME_PUBLIC = -1 };

/* A move's number has a meaning only for its game. It is below 2^31. */
typedef uint32_t game_move;

/* What a viewer learns when a move is made. */
enum game_sight {
    GAME_SEEN,   /* all of it */
    GAME_VEILED, /* that it was made, and only its first word: "card ?", "sell ?" */
    GAME_UNSEEN  /* not even that (a pass in a reaction that the viewer is not to know of) */
};

/* What a game says about taking a move back. */
enum game_undo {
    GAME_UNDO_TABLE, /* as the players of the table have agreed */
    GAME_UNDO_OWN,   /* whoever made it may, as long as nobody has learned anything since */
    GAME_UNDO_NEVER  /* it is final, even if all agree */
};

struct game_term {
    int first;        /* feature */
    const char *name; /* "silver"; the page has words for it. NULL: nothing that a reason could name */
};

struct game {
    const char *name;  /* as in records: "castelli" */
    const char *title; /* for people: "Castelli" */
    int rules;         /* rules version of records, raised whenever a rule or a box changes */
    int min_seats, max_seats;
    const struct game_option *options; /* ended by one without a name */
    size_t state_size, box_size;

    /* The components that are played with, as read by read_box; box_name is NULL for the shipped ones. */
    const void *box;
    const char *box_name;
    const char *box_file; /* "castelli" for data/box/castelli.json, which says so: "game": "castelli" */

    /* Reads and fully checks a box file into a box that is all zero; to be called through game_read_box. */
    void (*read_box)(struct box_reader *, void *box);

    /* Sets up a game in a state that is all zero. The number of seats and the options are checked; to be
     * called through game_start. */
    void (*start)(const struct game *, void *state, int seats, const struct game_choices *);

    /* A bit for each actor that may move now, 0 when the game is over. While chance is to act nobody else is.
     */
    uint32_t (*to_act)(const struct game *, const void *state);
    /* Lists an actor's legal moves in a fixed order and returns their number (0 when it is not to act).
     * `weight` may be NULL; for chance it receives each move's weight (> 0). */
    int (*moves)(const struct game *, const void *state, int actor, game_move *out, uint32_t *weight);
    /* Makes a legal move. Given a view and a move of its viewer it does what the viewer can foresee: nobody
     * reacts. */
    void (*apply)(const struct game *, void *state, int actor, game_move move);
    /* Points so far of every seat; when the game is over, the final ones. */
    void (*score)(const struct game *, const void *state, int points[GAME_MAX_SEATS]);
    /* A bit for each winner, 0 while the game goes on. */
    uint32_t (*winners)(const struct game *, const void *state);

    /* What a viewer (a seat or GAME_PUBLIC) may know of a state. `view` and `state` may be the same. */
    void (*observe)(const struct game *, const void *state, int viewer, void *view);
    /* A random full state that fits a view, as likely as what the viewer knows makes it. */
    void (*deal)(const struct game *, const void *view, int viewer, struct rng *, void *out);
    /* What a viewer learns of a move that is about to be made. */
    enum game_sight (*sight)(const struct game *, const void *state, int actor, game_move, int viewer);
    /* The seats that, for all that is public, might be asked for a reaction before this move takes effect.
     * NULL: nobody ever is. */
    uint32_t (*may_react)(const struct game *, const void *state, int actor, game_move);

    /* Whether two states differ only by a symmetry of the board: one is the mirror image of the other, or
     * turned. Equal states may count as alike or not. NULL: the board has no symmetry. */
    bool (*alike)(const struct game *, const void *one, const void *other);
    /* Whether a move that is about to be made may be taken back. NULL: as the table says. */
    enum game_undo (*may_undo)(const struct game *, const void *state, int actor, game_move);
    /* The answer of a seat that is asked for a reaction and does not answer. False if it has to answer
     * itself. NULL for a game in which nobody reacts. */
    bool (*harmless)(const struct game *, const void *state, int seat, game_move *out);
    /* What a player can say beforehand about all reactions in a game: the name of the reply number `which`,
     * from 0 on, or NULL if there are no more. It depends only on what is public. NULL: nobody ever reacts.
     */
    const char *(*reply_name)(const struct game *, const void *state, int which);
    /* The move that the reply makes for a seat, by the seat's view. False if the seat is not asked for a
     * reaction. */
    bool (*reply)(const struct game *, const void *view, int seat, int which, game_move *out);
    /* The seats that play at one table with this seat, itself included. NULL: all do. */
    uint32_t (*table_mates)(const struct game *, const void *state, int seat);

    /* The move as in the record format, without the actor. */
    void (*move_text)(const struct game *, const void *state, int actor, game_move, struct text *);
    /* The move with this text, whether it is legal or not; false for what it does not read. It saves the work
     * of writing all legal moves. NULL: the texts of the legal moves are compared. */
    bool (*parse)(const struct game *, const char *text, game_move *out);
    /* What the move will do, told before it is made, as far as the viewer may know. Returns the number of
     * events. */
    int (*tell)(const struct game *, const void *state, int actor, game_move, int viewer,
                struct game_event out[GAME_MAX_EVENTS]);
    /* The number of the clause that allows a legal move: "4.1". */
    const char *(*clause)(const struct game *, const void *state, int actor, game_move);
    /* Why a move is not legal now; says nothing of one that is, or would be if it were written well. `reason`
     * comes as reason_none(). */
    void (*why_not)(const struct game *, const void *state, int actor, const char *move,
                    struct reason *reason);

    /* The position as plain text for a terminal, at most 80 columns. NULL: the game has a face (face/face.h).
     */
    void (*picture)(const struct game *, const void *view, int viewer, struct text *);
    /* What never changes in this game: the board as laid out. A JSON object. */
    void (*board_json)(const struct game *, const void *state, struct text *);
    /* The rest of what the viewer sees. A JSON object; docs/views/ describes it. */
    void (*view_json)(const struct game *, const void *view, int viewer, struct text *);

    /* For evaluations: what matters about a state to a seat, each about -1 to 1. New ones are
     * added at the end, so that trained weights stay valid. */
    int feature_count;
    void (*features)(const struct game *, const void *state, int seat, float out[]);
    /* What the features are about, for reasons that people read, in runs: from this feature on. The last run
     * begins at GAME_MAX_FEATURES. NULL: the bots give no reasons. */
    const struct game_term *terms;
};

static inline uint32_t game_bit(int actor)
{
    return UINT32_C(1) << actor;
}

/* Room for a state of any game. */
union game_state {
    unsigned char bytes[GAME_MAX_STATE];
    max_align_t align;
};

/* The lowest actor that may move now, or -1 when the game is over. */
int game_actor(const struct game *game, const void *state);

/* Finds the legal move with this text. False, with the reason in English in `error` (unless NULL), if there
 * is none. */
bool game_parse(const struct game *game, const void *state, int actor, const char *move, game_move *out,
                struct text *error);

/* Why a text is no legal move; says nothing (key is NULL) if it is one. */
struct reason game_why_not(const struct game *game, const void *state, int actor, const char *move);

/* Parses and makes a move; on refusal the state is unchanged and `error` (unless NULL) says why. */
bool game_try(const struct game *game, void *state, int actor, const char *move, struct text *error);

/* The text of a move as a viewer learns it; empty when it learns nothing. */
void game_seen_text(const struct game *game, const void *state, int actor, game_move move, int viewer,
                    struct text *out);

/* The seats that might react to a move; see may_react. */
static inline uint32_t game_may_react(const struct game *game, const void *state, int actor, game_move move)
{
    return game->may_react ? game->may_react(game, state, actor, move) : 0;
}

/* Draws an index below `count` with a chance in proportion to its weight. */
int game_draw(const uint32_t weight[], int count, struct rng *rng);

/* A random one of the actors that may move now, or -1 when the game is over. */
int game_random_actor(const struct game *game, const void *state, struct rng *rng);

/* Picks a move of an actor at random: uniformly, or by weight for chance. */
game_move game_random_move(const struct game *game, const void *state, int actor, struct rng *rng);

/* "2 to 4 seats", "4 seats". */
void game_put_seats(const struct game *game, struct text *out);

/* Points ahead of the best other seat. */
int game_lead(const int points[GAME_MAX_SEATS], int seats, int seat);

/* "first=2" -> seat number as people count it. Actors in text are 1 to 4 or '*'. */
char game_actor_letter(int actor);

#endif
