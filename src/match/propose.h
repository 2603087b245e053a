/*
 * propose.h: what people, computers and time bring, as entries to be kept. A proposal changes nothing: the
 * host keeps its entries as one unit and then accepts them (match_accept). If the host cannot keep them
 * because their numbers are taken, it reads the entries that are there, accepts those and proposes again.
 */
#ifndef MATCH_PROPOSE_H
#define MATCH_PROPOSE_H

#include "match/match.h"

enum { MATCH_REASON = 512 };

/* The caller acts on the newest position, whatever its number. */
#define MATCH_NEWEST INT64_MIN

struct match_proposal {
    const char *refused;       /* NULL, or an error code of docs/PROTOCOL.md … */
    char reason[MATCH_REASON]; /* … and a sentence in English */
    int count;
    struct match_entry entries[MATCH_MAX_ENTRIES];
    uint8_t unseen[MATCH_MAX_ENTRIES]; /* as in struct match_move */
    bool over;                         /* the game is over after it, with these points and winners */
    int points[GAME_MAX_SEATS];
    uint32_t winners;
};

/* The number that a viewer will give to the position after a proposal of moves. */
int match_number_after(const struct match *, const struct match_proposal *, int viewer);

/* Each returns whether it was not refused. `seen` is the number of the position that the player looked at. */

/* A move as text, with what follows by itself: answers of seats that have no time to react, draws of chance.
 */
bool match_move(const struct match *, int seat, const char *move, int64_t seen, int64_t now,
                struct match_proposal *);
/* The same for a move that is already known by its number; refused if it is not legal. */
bool match_play(const struct match *, int seat, game_move code, int64_t now, struct match_proposal *);
/* What time brings: a reaction's time is over, a clock ran out, chance draws. Often nothing. */
bool match_tick(const struct match *, int64_t now, struct match_proposal *);
bool match_change(const struct match *, int seat, enum match_change, int64_t now, struct match_proposal *);
/* The same for several seats of one player, a bit each; seats for which it changes nothing are left out. */
bool match_change_all(const struct match *, uint32_t seats, enum match_change, int64_t now,
                      struct match_proposal *);

/* ---- taking back ---- */

enum match_may { MATCH_MAY_NOT, MATCH_MAY_ASK, MATCH_MAY_AT_ONCE };

/*
 * Whether a seat may go back to a place. At once: over its own moves since which nobody learned anything, or
 * to any own decision where the table says so or `mine` are all its people. By consent: to the decisions of
 * its last turn. What the game says of a move (see may_undo in game.h) comes first. Nothing of another table
 * of a tournament is ever taken back. `reason` (unless NULL) says why not.
 */
enum match_may match_may_undo(const struct match *, int seat, int place, uint32_t mine, struct text *reason);
/* The place before the seat's last move if it may go back there at once; else -1. */
int match_undo_step(const struct match *, int seat, uint32_t mine);
/* Goes back. The caller has made sure that it may, and that everybody agrees who has to. */
bool match_undo(const struct match *, int place, int64_t now, struct match_proposal *);

#endif
