/*
 * reason.h: why something cannot be done, as data: the clause that forbids it, a key of the catalogues, and
 * what the sentence is about. The English sentence stands beside its key in the rules; the page has it in
 * every language.
 */
#ifndef CORE_REASON_H
#define CORE_REASON_H

#include "core/text.h"

struct reason {
    const char *clause;  /* "4.4"; "" if no rule is concerned */
    const char *key;     /* "castelli.why.reach"; NULL as long as nothing was said */
    const char *english; /* "No coat of yours points at {place}.": {…} is the member of that name below */
    char place[16], other[16]; /* as in records */
    char text[64];             /* what the player wrote, cut if it is too long */
    const char *what;          /* a word of the box: "wood", "king3" */
    int seat, amount;          /* -1: the sentence is not about one */
};

/* A reason about nothing yet. A caller sets what it is about before or after it says the sentence. */
struct reason reason_none(void);
void reason_say(struct reason *reason, const char *clause, const char *key, const char *english);

/* Copies as much as fits, with control characters escaped, into `place`, `other` or `text`. */
#define REASON_PUT(member, words) reason_put((member), sizeof(member), (words))
void reason_put(char *to, size_t size, const char *words);

/* "4.4 No coat of yours points at A5." Seats are numbered from 1, as people count. */
void reason_english(const struct reason *reason, struct text *out);
/* Members of an object: clause, key, text (the English sentence), and `about` with what {…} stands for. */
void reason_json(const struct reason *reason, struct text *out);

#endif
