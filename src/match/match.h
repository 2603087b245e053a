/*
 * match.h: one game that is being played, between the rules and the people.
 *
 * A match changes in one way only: entries are accepted. A move is proposed (match_propose.h), which changes
 * nothing and returns the entries that it would bring; the host keeps them; then the match accepts them.
 * Loading a match is accepting what was kept. So a match is a function of its terms, its key and its entries,
 * and two hosts that read the same entries have the same match.
 *
 * Everything else is derived: the position, who is to act, pauses, clocks, numbers. Times come with entries
 * and with questions, in milliseconds of one clock that never goes back.
 *
 * Viewers count moves for themselves: a move of which a viewer learns nothing (a pass in a hidden reaction)
 * is not counted for that viewer, so that numbers tell no more than views do. A "place" counts all moves and
 * is never told to anybody; a "number" counts the moves that one viewer learned of.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "core/game.h"
#include "match/hash.h"
#include "match/memory.h"

enum {
    MATCH_KEY = HASH_SIZE,
    MATCH_MAX_ENTRIES = 64,    /* of one proposal */
    MATCH_BACK_MS = 60 * 1000, /* given to a player who comes back after running out of time for the game */
    MATCH_COMPUTER_MS = 1000   /* a computer reacts within this time */
};

#define MATCH_NEVER INT64_MAX

/* The move's number is not known: it has to be read from the text. */
#define MATCH_UNREAD UINT32_MAX

/*
 * What happened. `actor` is '1' to '4' or '*' with a move; 'u' with the number of moves that stay; 's' with
 * a seat and one of the words below; or 'p' where a pause ends. Entries are numbered without gaps.
 */
struct match_entry {
    int32_t number;
    char actor;
    char move[GAME_MOVE_TEXT];
    game_move code; /* of a move, or MATCH_UNREAD */
    int64_t at;
};

/* How a table plays, beyond the rules of its game. */
enum match_undo { MATCH_UNDO_FREE, MATCH_UNDO_CONSENT, MATCH_UNDO_NONE };
enum match_clock { MATCH_CLOCK_NONE, MATCH_CLOCK_MOVE, MATCH_CLOCK_GAME };

struct match_terms {
    enum match_undo undo;
    enum match_clock clock;
    int64_t clock_ms;
    int32_t reaction_ms; /* of each seat that might react; 0: no pauses, who is asked has all the time */
    uint32_t computers;  /* seats that computers play from the start */
};

/* What a seat's player can do besides moving: "s" entries, "2 away". */
enum match_change {
    MATCH_AWAY, /* left or ran out of time: a computer plays until the player is back */
    MATCH_BACK,
    MATCH_RESIGN, /* for good */
    MATCH_QUIET,  /* wants no reaction in this turn */
    MATCH_EAGER,  /* wants them after all */
    MATCH_CHANGES
};

/* Draws instead of the key, for tests and for deals that are to be alike; moves are not hashed then. */
struct match_chance {
    void *me;
    game_move (*draw)(void *me, const struct game *game, const void *state);
};

struct match_move {
    game_move code;
    uint8_t actor;
    uint8_t unseen; /* a bit per viewer that learns nothing of it; bit GAME_MAX_SEATS is the public */
    uint8_t react;  /* a bit per seat that, by what is public, might have reacted to it */
    uint8_t undo;   /* enum game_undo */
    uint8_t mates;  /* the seats at the table where it was made; none for chance */
};

/*
 * The pause after a move to which somebody might react: everybody but the seat that is asked is shown the
 * game up to `from`. Each seat that might react, as all know, has its time, one after the other and whether
 * it is really asked or not: otherwise the length of the pause would tell. An entry ends it, for the same
 * reason: what a seat that was asked and said nothing answers is kept together with that entry.
 */
struct match_pause {
    bool on;
    uint8_t seats;
    uint8_t patient; /* of them: nobody else is there to learn anything, so it waits for them without end */
    int8_t actor;    /* who moved; the others have their time in the order of the table after it */
    int32_t from;
    int64_t begin;
    int32_t ms[GAME_MAX_SEATS];
};

/* What is derived from the entries besides the position. */
struct match_turn {
    struct match_pause pause;
    int64_t spent[GAME_MAX_SEATS];    /* by a clock per game: used up before the present decision */
    int64_t thought[GAME_MAX_SEATS];  /* used up in the present decision … */
    int64_t since[GAME_MAX_SEATS];    /* … before the clock went on at this time; 0: it stands still */
    int32_t decision[GAME_MAX_SEATS]; /* the place where the seat's present decision began, -1 without one */
    uint8_t away, resigned, quiet;
    int8_t mover;     /* who made the last move that was no reaction, -1 at first */
    struct hash luck; /* of the key and the moves that stand; it seeds the next draw */
};

struct match {
    const struct game *game;
    int seats;
    char options[GAME_OPTIONS_TEXT]; /* settled */
    struct match_terms terms;
    uint8_t key[MATCH_KEY];            /* never told to anybody */
    const struct match_chance *chance; /* NULL: by the key */
    const struct match_memory *memory;
    int entries; /* accepted: the number of the next one */
    struct match_move *moves;
    int count, capacity;
    bool any_unseen, any_undone;
    struct match_turn turn;
    void *state; /* after all moves */
    void *mark;  /* after the first `marked` moves, so that late positions need no replay from the start */
    int marked;
};

/* Replaces every NAME=random by a value drawn with the key. False with a message for the user in `error`
 * (unless NULL). */
bool match_settle(const struct game *game, int seats, const char *options, const uint8_t key[MATCH_KEY],
                  char settled[GAME_OPTIONS_TEXT], struct text *error);

/* Sets up a match with settled options and no entries. False with a message for the user in `error` (unless
 * NULL) and nothing to free. */
bool match_start(struct match *, const struct game *, int seats, const char *options,
                 const struct match_terms *, const uint8_t key[MATCH_KEY], const struct match_memory *,
                 struct text *error);
void match_free(struct match *);

/*
 * Accepts entries, the first of which must have the number `entries`. Returns how many it accepted; if that
 * is less than `count`, `problem` (unless NULL) says why the next one does not follow, and the match is as
 * after those before it.
 */
int match_accept(struct match *, const struct match_entry *, int count, struct text *problem);

/* The position after `place` moves, in memory of the game's state size. */
void match_at(const struct match *, int place, void *state);

/* ---- who is to act ---- */

static inline bool match_over(const struct match *m)
{
    return !m->game->to_act(m->game, m->state);
}
/* A message if somebody is to act and has no move, which no game allows; else NULL. */
const char *match_problem(const struct match *);
/* Seats that computers play now. */
uint32_t match_computers(const struct match *);
/* Seats of people, those included whom a computer stands in for. */
uint32_t match_people(const struct match *);
/* Who can go on now: in a pause only the seats that are asked and whose time it is. */
uint32_t match_to_act(const struct match *, int64_t now);
/* Who wins when those who resigned cannot; 0 while the game goes on. `state` is a state or a view of it. */
uint32_t match_winners(const struct match *, const void *state);

/* ---- pauses ---- */

static inline bool match_paused(const struct match *m)
{
    return m->turn.pause.on;
}
/* The seats that are really asked for a reaction now. */
uint32_t match_asked(const struct match *, int64_t now);
/* Milliseconds until the pause is over if nobody reacts. */
int64_t match_pause_left(const struct match *, int64_t now);
/* When the time of a seat that is asked is over; MATCH_NEVER if it has all the time. */
int64_t match_answer_by(const struct match *, int seat);
/* The place up to which a viewer may be shown the game. */
int match_horizon(const struct match *, int viewer, int64_t now);

/* ---- clocks ---- */

/* Milliseconds left on a seat's clock, -1 without one. */
int64_t match_clock_left(const struct match *, int seat, int64_t now);
/* When match_tick has something to propose or a viewer may be shown more, or MATCH_NEVER. */
int64_t match_wake(const struct match *, int64_t now);

/* ---- numbers ---- */

bool match_unseen(const struct match *, int place, int viewer);
/* The number that a viewer gives to a place. */
int match_number(const struct match *, int viewer, int place);
/* The last place that a viewer calls by this number, or -1. */
int match_place(const struct match *, int viewer, int64_t number);
/* Whether what a seat saw at a number is still the decision that it has to make. */
bool match_is_fresh(const struct match *, int seat, int64_t number);

#endif
