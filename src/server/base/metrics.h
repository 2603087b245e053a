/* metrics.h: what the server counts, for /metrics. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>

#include "core/text.h"

struct metrics {
    uint64_t requests, refused; /* WebSocket requests, and those answered with an error */
    uint64_t http;              /* plain requests */
    uint64_t moves;             /* moves stored, chance included */
    uint64_t sent, sent_bytes;  /* messages */
    uint64_t thoughts;          /* bot moves */
    uint64_t suspended;         /* tables that could not be played */
    uint64_t replayed;          /* tables read from the store */
};

struct server;

void metrics_text(struct server *server, struct text *out);

#endif
