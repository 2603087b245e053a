/*
 * draft.h: a proposal in the making: a copy of the match to which its entries so far were applied. Only the
 * files of this folder include this header.
 */
#ifndef MATCH_DRAFT_H
#define MATCH_DRAFT_H

#include "match/fold.h"
#include "match/propose.h"

struct draft {
    struct fold fold;
    union game_state state;
    struct match_turn turn;
    int64_t now;
    struct match_proposal *out;
};

void draft_begin(struct draft *, const struct match *, int64_t now, struct match_proposal *out);
/* Takes back what was added, and says why. Returns false. */
bool draft_refuse(struct match_proposal *, const char *code, const char *reason);
/* Adds an entry without a move. */
struct match_entry *draft_add(struct draft *, char actor);
/* Adds what follows by itself: answers of seats whose time is over, the end of a pause, draws. */
void draft_follow(struct draft *);

#endif
