/*
 * plan.h: a proposal in the making: the row as it will be, and the entries of the match. A plan changes
 * nothing. The host keeps what it says as one unit; then the table accepts its delta. If the host cannot keep
 * it because somebody was faster, it drops the plan, accepts what is there, and plans again.
 */
#ifndef TABLE_PLAN_H
#define TABLE_PLAN_H

#include "match/propose.h"
#include "table/table.h"

struct plan {
    const struct table *table;
    const struct table_world *world;
    struct stored_table next; /* the table as it will be … */
    bool puts;                /* … if it changes more than the match */
    bool seats;               /* somebody sits down */
    bool ends;                /* it ends the game */
    struct match *match;      /* it starts the game: this match, which has the entries already; else NULL */
    struct match_entry *entries; /* new entries */
    int count;
};

void plan_begin(struct plan *, const struct table *, const struct table_world *);
void plan_free(struct plan *);
/* Completes the row, when nothing more is planned. `looked`: somebody watches. */
void plan_end(struct plan *, bool looked, int64_t now);
/* The delta that the table accepts when the plan is kept. The plan must live until then; its match goes to
 * the table. */
struct table_delta plan_delta(struct plan *);

/* The table has accepted the delta. */
void plan_taken(struct plan *);

/* ---- birth.c: how tables begin ---- */

/* What a table is made with. Nothing else of its first row comes from anywhere: a rematch has the birth of
 * the game before it, and none of what happened there. */
struct table_birth {
    const struct game *game; /* under the rules with which it will be played */
    char box[32];            /* the game's box, or "" */
    int32_t seats;
    char options[GAME_OPTIONS_TEXT];
    uint8_t clock; /* enum match_clock */
    uint8_t undo;  /* enum match_undo */
    bool rated, hints, open_to_all, imported;
    int32_t clock_seconds, reaction;
    uint64_t creator, origin;
    uint64_t previous; /* the table that it follows, or 0 */
};

/* What must be new and unknown about a new table. */
struct table_chance {
    uint64_t id;
    char invite[TOKEN_TEXT];
    uint8_t key[MATCH_KEY], secret[MATCH_KEY];
};

/* A new open table without people. It is not stored yet. */
void table_open(struct table *, const struct table_birth *, const struct table_chance *, int64_t now);
/* What a table was made with. Its options are those that were drawn. */
struct table_birth table_birth_of(const struct table *, const struct game *newest);

/* ---- plan.c ---- */

/* A person who takes a chair. */
struct sitter {
    uint64_t id, owner;
    uint8_t kind; /* enum player_kind */
    const char *name;
    int64_t holiday;
};

/* Gives a chair to a player, to a computer or to nobody. `sitter` may be NULL; level 0 keeps the level. */
void plan_seat(struct plan *, int seat, enum chair_kind, const struct sitter *, int level);
/* Opens the chairs of these seats, a bit each. */
void plan_open_seats(struct plan *, uint32_t seats);
/* Nobody is asked to come back to the seat, and no friend plays there. */
void plan_free_stand_in(struct plan *, int seat);
/* Adds entries that the match will accept. */
void plan_add(struct plan *, const struct match_entry *, int count);
/* Adds a proposal of the match. If it ends the game, points are added. */
void plan_propose(struct plan *, const struct match_proposal *);
/* Ends the table without a result. */
void plan_suspend(struct plan *, const char *reason);
/* Makes the match with which the game begins, without entries. NULL, or a message for the user. */
const char *plan_start_match(struct plan *);
/* Starts the game: settles the options, makes the first draws. NULL, or a message for the user. */
const char *plan_start(struct plan *, int64_t now);
/* Ends an open table at which nobody sits any more, if its creator leaves or is not there: a creator who is
 * there may wait for others. True if the table ends. */
bool plan_end_open(struct plan *, bool maker_waits);
/* Whether no chair is open. */
bool plan_all_taken(const struct plan *);

/* ---- drawing.c: the numbers of people's browsers (match/luck.h) ---- */

/*
 * That numbers are asked for, and those that were told, are in the table's row. So people at every node are
 * asked and answer at theirs, and the node that gets the last number starts the game.
 */

/* Binds a player, who sits there, to the number with this hash. Nothing changes if the player was silent. */
void plan_pledge(struct plan *, uint64_t player, const char *pledge);
/* Asks these seats for their numbers: at once, or with other nodes after a while in which these add people
 * who watch there. */
void plan_ask_numbers(struct plan *, uint32_t seats, bool nodes, int64_t now);
/* Adds the number that a player's browser tells. False if the player was not asked for it. */
bool plan_take_number(struct plan *, uint64_t player, const char *number, int64_t now);

/* Whether a player did not tell their number when the game was to begin: no other one is taken then. */
bool drawing_is_silent(const struct stored_table *, uint64_t player);
/* Which of the seats whose player watches have a pledged number, which must be told before the start. */
uint32_t drawing_asks(const struct stored_table *, uint32_t watched);
/* The seats whose number did not come when the game was to begin: for the others, who wonder why it did not.
 */
uint32_t drawing_silent_seats(const struct stored_table *);
/* Whether numbers are asked for now. */
bool drawing_asks_now(const struct stored_table *, int64_t now);
/* Whether all numbers that were asked for are there. */
bool drawing_has_all(const struct stored_table *);
/* When table_tick has something to do about them, or MATCH_NEVER. */
int64_t drawing_wake(const struct stored_table *, int64_t now);
/* The lines of a table's record that are about its luck. */
enum { DRAWING_NOTES = 1024 + GAME_OPTIONS_TEXT };
void drawing_notes(const struct stored_table *, char out[DRAWING_NOTES]);

/* ---- tick.c: what happens by itself ---- */

/* What the host knows and the table does not. */
struct table_facts {
    uint32_t watched;             /* the seats whose player watches, at any node */
    int64_t gone[GAME_MAX_SEATS]; /* since when a seat's player does not watch any more; 0: not known */
    bool maker_waits;             /* the creator may be there */
    bool expired;                 /* nobody has needed it for so long that it ends */
    bool nodes;                   /* other nodes use the same store */
    int64_t away[GAME_MAX_SEATS]; /* until when the seat's player is on holiday, or was … */
    uint32_t sure;                /* … and the seats for which that is certain */
};

/* Plans what time and people bring besides moves: chairs that become free, the start, calls that end,
 * holidays, a table that cannot go on. True if anything was planned. */
bool table_tick(const struct table_facts *, int64_t now, struct plan *);
/* When an open table has something to do if nothing else happens, or MATCH_NEVER. For a running game see
 * match_wake. */
int64_t table_wake(const struct table *, const struct table_facts *, int64_t now);
/* Whether an open table has a chair that may become free by itself. */
bool table_may_free_chairs(const struct table *, const struct table_facts *);
/* Whether players have days for a move, so that holidays stop their clocks. */
bool table_is_slow(const struct table *);
/* How long an open table keeps the chair of a player who does not watch it any more, in milliseconds. */
int64_t table_keeps_seats(const struct table *);

#endif
