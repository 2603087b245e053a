/* metrics.h: what the server counts, for /metrics. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>

#include "core/text.h"

enum { HISTOGRAM_BOUNDS = 12, METRICS_CODES = 48 };

/* How long things took: how many at most each bound, their sum, and their number. */
struct histogram {
    uint64_t within[HISTOGRAM_BOUNDS];
    uint64_t count;
    double sum; /* seconds */
};

void histogram_add(struct histogram *histogram, double seconds);

/* Requests that were refused with one error code. */
struct refusals {
    const char *code; /* lives for ever */
    uint64_t count;
};

struct metrics {
    struct histogram requests_took; /* WebSocket requests, from their arrival to their answer */
    struct histogram turns_took;    /* turns of the loop, without the time that it waited */
    struct histogram bots_waited;   /* questions to bots, until one began to think */
    struct refusals refusals[METRICS_CODES];
    uint64_t failed_logins;
    uint64_t requests;         /* WebSocket requests */
    uint64_t http;             /* plain requests */
    uint64_t moves;            /* moves stored, chance included */
    uint64_t sent, sent_bytes; /* messages */
    uint64_t thoughts;         /* bot moves */
    uint64_t suspended;        /* tables that could not be played */
    uint64_t replayed;         /* tables read from the store */
};

struct server;

/* Counts a refusal. Codes are constants of the program. */
void metrics_refused(struct metrics *metrics, const char *code);
void metrics_text(struct server *server, struct text *out);

#endif
