/* may.h: who may do what at a table, in each of its states. */
#ifndef TABLE_MAY_H
#define TABLE_MAY_H

#include "table/table.h"

/* What people do. Looking and talking are not acts: they change no table. */
enum table_act {
    ACT_JOIN,
    ACT_SWAP,
    ACT_CHAIR,
    ACT_REMOVE,
    ACT_START,
    ACT_PLEDGE,
    ACT_REVEAL,
    ACT_LEAVE,
    ACT_END,
    ACT_MOVE,
    ACT_UNDO,
    ACT_ANSWER,
    ACT_REACT,
    ACT_RESIGN,
    ACT_SIT,
    ACT_CALL,
    ACT_STAND_IN,
    ACT_REMATCH,
    TABLE_ACTS
};

enum table_who {
    MAY_NOBODY,
    MAY_ANYBODY,
    MAY_STRANGER, /* who has no chair */
    MAY_SEATED,   /* who plays on a chair */
    MAY_PLAYER,   /* who has a chair, also if a friend plays there */
    MAY_CREATOR
};

extern const enum table_who table_may[TABLE_ACTS][TABLE_SUSPENDED + 1];

struct table_refusal {
    const char *code, *message; /* an error code of docs/PROTOCOL.md, and a sentence */
};

/* Whether a player may do this now. An act can have further conditions; these are said where it is planned.
 */
bool table_may_act(const struct table *, enum table_act, uint64_t player, struct table_refusal *out);

#endif
