/*
 * propose.h: turns what people, computers and time do into entries. A proposal changes nothing: the host
 * keeps its entries as one unit and then accepts them (match_accept). If the host cannot keep them because
 * their numbers are taken, it reads the kept entries, accepts those and proposes again.
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

/* The number that a viewer gives to the position after a proposal of moves. */
int match_number_after(const struct match *, const struct match_proposal *, int viewer);

/* Each of these returns false if it is refused. `seen` is the number of the position that the player saw. */

/* Makes a move, and what follows by itself: passes of seats that have no time to react, draws of chance. */
bool match_move(const struct match *, int seat, const char *move, int64_t seen, int64_t now,
                struct match_proposal *);
/* The same for a move with a known code. It is refused if it is not legal. */
bool match_play(const struct match *, int seat, game_move code, int64_t now, struct match_proposal *);
/* What time brings: the end of a reaction, a clock that ran out, a draw of chance. Often nothing. */
bool match_tick(const struct match *, int64_t now, struct match_proposal *);
/* A change of a seat. A holiday, a computer and a reply need more words: see below. */
bool match_change(const struct match *, int seat, enum match_change, int64_t now, struct match_proposal *);
/* The same for several seats of one player, a bit each. Seats that it would not change are left out. */
bool match_change_all(const struct match *, uint32_t seats, enum match_change, int64_t now,
                      struct match_proposal *);

/* The clocks of these seats stand still for 1 to MATCH_REST_DAYS days. */
bool match_rest(const struct match *, uint32_t seats, int days, int64_t now, struct match_proposal *);

/* Computers play these seats for good, each at its level; also those that have resigned. */
bool match_hand_over(const struct match *, uint32_t seats, const uint8_t levels[GAME_MAX_SEATS], int64_t now,
                     struct match_proposal *);

/* The seat answers reactions by a reply of the game from now on; "ask": it is asked again. If it is asked now
 * and there are no pauses, this answers. */
bool match_reply(const struct match *, int seat, const char *name, int64_t now, struct match_proposal *);

/* ---- taking back ---- */

enum match_may { MATCH_MAY_NOT, MATCH_MAY_ASK, MATCH_MAY_AT_ONCE };

/*
 * Whether a seat may go back to a place, which must be one of its decisions. `mine` are the seats of its
 * player. It may at once if only its own moves follow and nobody learned anything from them, or if the terms
 * say MATCH_UNDO_FREE, or if no other person plays. Otherwise it may ask, for its last decision. The
 * game's may_undo (game.h) comes first, and nothing at another table of a tournament is taken back. `reason`
 * (unless NULL) says why not.
 */
enum match_may match_may_undo(const struct match *, int seat, int place, uint32_t mine,
                              struct reason *reason);
/* The place before the seat's last move if it may go back there at once; else -1. */
int match_undo_step(const struct match *, int seat, uint32_t mine);
/* Goes back to a place. The caller has checked match_may_undo. */
bool match_undo(const struct match *, int place, int64_t now, struct match_proposal *);
/* Asks everybody to go back to a place, if match_may_undo says that the seat may ask. All seats of its player
 * (`mine`) agree. */
bool match_ask_undo(const struct match *, int seat, int place, uint32_t mine, int64_t now,
                    struct match_proposal *);
/* The seats of one player answer the question; if now all agree, the moves are taken back. */
bool match_answer_undo(const struct match *, uint32_t mine, bool yes, int64_t now, struct match_proposal *);
/* The seats whose answer is awaited. */
uint32_t match_undo_awaits(const struct match *);

#endif
