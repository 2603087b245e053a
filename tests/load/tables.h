/* tables.h: plays random games, one after the other, at tables with two connections each. */
#ifndef LOAD_TABLES_H
#define LOAD_TABLES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* A histogram of answer times: 32 buckets for each doubling of the time in microseconds. */
enum { TIMES = 32 * 32, LOAD_NODES = 8 };

struct figures {
    uint64_t moves; /* moves that were acknowledged */
    uint64_t games; /* games that were played to the end */
    uint64_t late;  /* reactions that were sent after the time to react was over */
    uint64_t errors, lost;
    uint64_t bytes;
    uint64_t times[TIMES];
};

extern struct figures figures;

struct load_config {
    int tables;
    double rate; /* moves a second over all tables; 0: as many as possible */
    uint64_t seed;
    const char *game; /* play only this game; NULL: all games */
    struct node {
        struct sockaddr_storage address;
        socklen_t address_length;
        char host[64];
    } nodes[LOAD_NODES]; /* servers of one store */
    int node_count;
    bool spread; /* the two connections of a table are at two nodes; otherwise at the same one */
};

void tables_open(const struct load_config *config);
void tables_close(void);
/* Handles messages that came in and sends the moves that are due. */
void tables_run(void);
/* The numbers of tables with a running game, of open connections, and of tables where nothing happened for
 * this many seconds. */
int tables_live(void);
int tables_connected(void);
int tables_stalled(double seconds);

/* A quantile of the answer times, in milliseconds; `part` is 0.99 for the 99th percentile. */
double figures_quantile(const uint64_t times[TIMES], double part);

double now_s(void);

#endif
