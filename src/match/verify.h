/* verify.h: checks the luck of a record: whether its secret and numbers give all of its draws. */
#ifndef MATCH_VERIFY_H
#define MATCH_VERIFY_H

#include "core/record.h"
#include "match/luck.h"

enum verify_end {
    VERIFY_RIGHT,
    VERIFY_NOTHING, /* the record has no secret: it is valid, but its luck cannot be checked */
    VERIFY_WRONG,   /* the record is not valid, or its luck is not what its secret and numbers give */
};

struct verified {
    enum verify_end end;
    int line;  /* of a line about luck that cannot be read, or 0 */
    int draws; /* how many were checked */
    struct luck luck;
    char hash[LUCK_HEX]; /* of the secret, as the record states it, or "" */
    char problem[768];   /* VERIFY_WRONG: a sentence in English */
};

/* `boxed` is as for record_replay. */
void verify_record(const char *text, size_t length, const struct game *boxed, struct verified *);

#endif
