/*
 * match.h: one game that is being played, between the rules and the people.
 *
 * A match changes in one way only: it accepts entries. A proposal (propose.h) changes nothing and returns the
 * entries that a move would bring. The host keeps them; then the match accepts them. Loading a match means
 * accepting the kept entries. So a match is a function of its terms, its key and its entries, and two hosts
 * that read the same entries have the same match.
 *
 * Everything else is derived: the position, who is to act, pauses, clocks, numbers. Callers pass the time
 * with entries and questions, in milliseconds of one clock that never goes back.
 *
 * Each viewer counts only the moves that it learns of. A viewer does not count a pass in a hidden reaction,
 * so numbers tell no more than views do. A "place" counts all moves and is never told to anybody; a "number"
 * is one viewer's count.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "core/game.h"
#include "match/hash.h"
#include "match/allocation.h"

enum {
    MATCH_KEY = HASH_SIZE,
    MATCH_MAX_ENTRIES = 64,    /* of one proposal */
    MATCH_BACK_MS = 60 * 1000, /* for a player who comes back after running out of time for the game */
    MATCH_REST_DAYS = 21,      /* the longest holiday */
    MATCH_COMPUTER_MS = 1000   /* a computer reacts within this time */
};

#define MATCH_NEVER  INT64_MAX
#define MATCH_DAY_MS INT64_C(86400000)

/* The reply of a seat that wants to be asked. */
#define MATCH_ASK "ask"

/* The code of a move that is known only as text. */
#define MATCH_UNREAD UINT32_MAX

/*
 * What happened. `actor` says what `move` holds: '1' to '4' (a seat) or '*' (chance) a move, 'u' (undo) how
 * many moves stay, 's' (a change of a seat) a seat and one of the words below, 'p' (a pause ends) nothing.
 * Entries are numbered without gaps.
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
    int32_t reaction_ms; /* of each seat that might react; 0: no pauses, and a seat that is asked has
                            unlimited time */
    uint32_t computers;  /* seats that computers play from the start; see also match_handed_over */
};

/* What a seat's player can do besides moving: "s" entries, "2 away". */
enum match_change {
    MATCH_AWAY, /* left or ran out of time: a computer plays until the player is back */
    MATCH_BACK,
    MATCH_RESIGN,   /* for good */
    MATCH_QUIET,    /* wants no reaction in this turn */
    MATCH_EAGER,    /* wants them after all */
    MATCH_REST,     /* on holiday: the clock stands still for so many days, "2 rest 14" */
    MATCH_AWAKE,    /* back from it, or it is over */
    MATCH_COMPUTER, /* a computer plays it for good, since nobody can come back to it: "2 computer 3" with
                       its level */
    MATCH_REPLY, /* answers reactions by itself from now on, "2 reply never", or not any more: "2 reply ask"
                  */
    MATCH_ASKS,  /* asks everybody to take moves back so that 14 stay, "2 asks 14" … */
    MATCH_YES,   /* … agrees to that … */
    MATCH_NO,    /* … does not, or asks no more */
    MATCH_CHANGES
};

/* Draws instead of the key: for tests, and for arenas that repeat a deal. Moves are not hashed then. */
struct match_chance {
    void *me;
    game_move (*draw)(void *me, const struct game *game, const void *state);
};

/* Packed into 8 bytes: a server keeps all moves of thousands of matches. */
struct match_move {
    game_move code;
    unsigned actor : 4;
    unsigned undo : 4;        /* enum game_undo */
    unsigned unseen : 8;      /* the viewers that learn nothing of it, a bit each; bit GAME_MAX_SEATS is the
                                 public */
    unsigned react : 4;       /* the seats that might react to it, by what is public, a bit each */
    unsigned mates : 4;       /* the seats of its table in a tournament; none for chance */
    unsigned by_stand_in : 1; /* a computer made it while the seat's player was away or had resigned */
    unsigned answers : 1;     /* the rules asked the seat for a reaction */
    unsigned late : 1;        /* made by the match for a seat whose time to react was over */
};

/*
 * The pause after a move to which a seat might react. Everybody except the seat that is asked sees the game
 * up to `from`. Each seat that might react, by what is public, has its time, one after the other, whether or
 * not it is really asked: otherwise the length of the pause would tell. An entry ends the pause for the same
 * reason: if a seat was asked and did not answer, its pass is stored in one unit with that entry.
 */
struct match_pause {
    bool on;
    uint8_t seats;
    uint8_t patient; /* those of them with unlimited time: no other person is there to learn anything */
    int8_t actor;    /* who moved; the seats have their time in the order of the table after this one */
    int32_t from;
    int64_t begin;
    int32_t ms[GAME_MAX_SEATS];
};

/* A seat asks everybody to take moves back. The question stands until the next move, or until one says no. */
struct match_question {
    bool on;
    uint8_t yes;   /* the seats that agree */
    int8_t seat;   /* who asks; after a refusal, who refused: the same seat if it asks no more */
    int32_t place; /* so many moves are to stay */
};

/* Everything that follows from the entries, besides the position. */
struct match_turn {
    struct match_pause pause;
    int64_t spent[GAME_MAX_SEATS];    /* time used before the present decision */
    int64_t thought[GAME_MAX_SEATS];  /* time used in the present decision, up to `since` */
    int64_t since[GAME_MAX_SEATS];    /* when the clock was started; 0: it is stopped */
    int32_t decision[GAME_MAX_SEATS]; /* the place where the seat's present decision began, or -1 */
    uint8_t away, resigned, quiet;
    uint8_t computers;             /* seats that computers play for good, since some time */
    uint8_t late;                  /* of those who are away: they ran out of time */
    int64_t rests[GAME_MAX_SEATS]; /* until when the seat's clock stands still; 0: it does not */
    uint8_t reply[GAME_MAX_SEATS]; /* 1 + the reply of the game by which the seat answers; 0: it is asked */
    int8_t mover;                  /* who made the last move that was no reaction, -1 at first */
    struct match_question question;
    int64_t told;     /* when everybody last learned something */
    struct hash luck; /* of the key and all moves that were not taken back; it seeds the next draw */
};

struct match {
    const struct game *game;
    int seats;
    char *options; /* settled: no NAME=random */
    struct match_terms terms;
    uint8_t key[MATCH_KEY];            /* never told to anybody */
    const struct match_chance *chance; /* NULL: the key decides draws */
    const struct match_memory *memory;
    int entries; /* how many were accepted, which is the number of the next one */
    struct match_move *moves;
    int count, capacity;
    bool any_unseen, any_undone;
    struct match_turn turn;
    void *state; /* after all moves */
    void *mark;  /* the state after the first `marked` moves: late positions are replayed from here */
    int marked;
    struct match_marks *marks; /* while many entries are accepted, see rewind.c; else NULL */
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
 * Accepts entries. The first one must have the number `entries`. Returns how many it accepted. If that is
 * less than `count`, `problem` (unless NULL) says what is wrong with the next one.
 */
int match_accept(struct match *, const struct match_entry *, int count, struct text *problem);

/* The seats that computers have taken for good, by these entries. Those of a match that begins had them from
 * the start. */
uint32_t match_handed_over(const struct match_entry *, int count);

/* The position after `place` moves, in memory of the game's state size. */
void match_at(const struct match *, int place, void *state);

/* ---- who is to act ---- */

/* Over by the rules, or given up: all but one seat have resigned, or all people have. */
bool match_over(const struct match *);
bool match_given_up(const struct match *);
/* NULL, or a message if a seat is to act and has no legal move. That is a bug of the game. */
const char *match_problem(const struct match *);
/* Seats that computers play now. */
uint32_t match_computers(const struct match *);
/* Seats of people who have not resigned, also of those who are away. */
uint32_t match_people(const struct match *);
/* The seats that may move now. In a pause: those that are asked and whose time has begun. */
uint32_t match_to_act(const struct match *, int64_t now);
/* The winners, without those who resigned; 0 while the game goes on. `state` is the newest state or a view of
 * it. */
uint32_t match_winners(const struct match *, const void *state);

/* ---- replies ---- */

/*
 * A player who is away can say beforehand how to answer when the rules ask for a reaction. Nobody else learns
 * of it: the answer comes when the seat's time ends, as that of a silent seat does, and the pause is as long
 * as always. Where there are no pauses the answer is kept in one unit with the move that asked for it.
 */

/* The name of a seat's reply: "ask", or one of the game's. */
const char *match_reply_name(const struct match *, int seat);
/* What match_turn.reply holds for a name, or -1. */
int match_find_reply(const struct match *, const char *name);

/* ---- pauses ---- */

static inline bool match_paused(const struct match *m)
{
    return m->turn.pause.on;
}
/* The seats that the rules ask for a reaction and whose time has begun. */
uint32_t match_asked(const struct match *, int64_t now);
/* Milliseconds until the pause ends if nobody reacts. */
int64_t match_pause_left(const struct match *, int64_t now);
/* When the time of a seat that is asked ends; MATCH_NEVER if it has unlimited time. */
int64_t match_answer_by(const struct match *, int seat);
/* The last place that a viewer may see. */
int match_horizon(const struct match *, int viewer, int64_t now);

/* ---- clocks ---- */

/* Milliseconds left on a seat's clock, -1 without one. */
int64_t match_clock_left(const struct match *, int seat, int64_t now);
/* When the first of these seats runs out of time, MATCH_NEVER if none of their clocks runs. */
int64_t match_deadline(const struct match *, uint32_t seats, int64_t now);
/* When match_tick has something to propose or a viewer may see more, or MATCH_NEVER. */
int64_t match_wake(const struct match *, int64_t now);

/* ---- numbers ---- */

bool match_unseen(const struct match *, int place, int viewer);
/* The number that a viewer gives to a place. */
int match_number(const struct match *, int viewer, int place);
/* The last place to which a viewer gives this number, or -1. */
int match_place(const struct match *, int viewer, int64_t number);
/* Whether a seat still has the decision that it saw in the position with this number. */
bool match_is_fresh(const struct match *, int seat, int64_t number);

#endif
