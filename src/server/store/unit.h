/* unit.h: a unit of writes: a list of rows and removals that any database can carry out. */
#ifndef SERVER_STORE_UNIT_H
#define SERVER_STORE_UNIT_H

#include "server/store.h"

enum write_kind {
    /* rows; see columns.h */
    WRITE_TABLE,
    WRITE_CHAIR,
    WRITE_ENTRY,
    WRITE_CHAT,
    WRITE_PLAYER,
    WRITE_TOKEN,
    WRITE_RATING,
    WRITE_CODE,
    WRITE_BAN,
    WRITE_AUDIT,
    WRITE_VALUE,
    WRITE_REPORT,
    WRITE_RESULT,
    WRITE_PUSH,
    WRITE_NEW_TABLE,  /* the rows of WRITE_TABLE; an id that is taken refuses the unit */
    WRITE_NEW_PLAYER, /* the rows of WRITE_PLAYER, which itself needs a row that is there */
    WRITE_ROWS,
    /* removals: statements with numbers, a text or both */
    WRITE_DROP_CHATS = WRITE_ROWS,
    WRITE_DROP_PLAYER,
    WRITE_DROP_RATINGS,
    WRITE_DROP_TOKEN,
    WRITE_DROP_TOKENS,
    WRITE_TRIM_TOKENS,
    WRITE_DROP_CHAT,
    WRITE_DROP_CODE,
    WRITE_DROP_CODES,
    WRITE_DROP_BAN,
    WRITE_SEE_PLAYER,
    WRITE_DROP_WORDS,
    WRITE_DROP_ALIASES,
    WRITE_DROP_STAND_INS,
    WRITE_DROP_REPORTS,
    WRITE_HIDE_REPORTER,
    WRITE_DROP_GUESTS,
    WRITE_DROP_GUESTS_TOKENS,
    WRITE_DROP_RESULTS,
    WRITE_DROP_PUSH,
    WRITE_DROP_PUSHES,
    WRITE_KINDS
};

struct write {
    struct write *next;
    enum write_kind kind;
    int64_t a, b;          /* the numbers of a removal */
    char text[TOKEN_TEXT]; /* its text */
    max_align_t row[];
};

struct unit {
    struct unit *next;
    struct write *first, *last;
    store_written *done;
    void *context;
    enum store_end end;
    uint64_t since; /* when it began to wait, by the clock of its store */
};

#endif
