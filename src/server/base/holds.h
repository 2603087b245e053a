/* holds.h: what holds the thread of the tables, and how long. While it is held, everybody waits. */
#ifndef SERVER_BASE_HOLDS_H
#define SERVER_BASE_HOLDS_H

#include <stdint.h>

#include "core/text.h"

enum { HOLD_MS = 50, HOLD_KINDS = 160 };

/* What was done with one name. */
struct hold_row {
    const char *kind, *what; /* constants of the program: "request", "watch" */
    uint64_t count;
    double longest; /* seconds of CPU */
};

struct holds {
    struct hold_row rows[HOLD_KINDS];
    int count;
    int depth;                    /* one thing is done within another */
    uint64_t late;                /* how often the outermost one took longer than HOLD_MS */
    const struct hold_row *inner; /* the longest within the outermost one … */
    double inner_took;            /* … and its time */
};

struct server;

/* Something begins on the loop's thread. Returns what hold_end takes. */
double hold_begin(struct server *);
/* It ends. Its name may be known only now. If it took longer than HOLD_MS of CPU, the log says so. */
void hold_end(struct server *, double begin, const char *kind, const char *what);
/* For /metrics. */
void holds_text(const struct holds *, struct text *out);

#endif
