/* tables.h: tables with two connections each, at which random games are played one after the other. */
#ifndef LOAD_TABLES_H
#define LOAD_TABLES_H

#include <stdint.h>
#include <sys/socket.h>

/* Times of answers in buckets, each a thirty-second part of an octave of microseconds. */
enum { TIMES = 32 * 32 };

struct figures {
    uint64_t moves; /* acknowledged */
    uint64_t games; /* played to the end */
    uint64_t late;  /* reactions that came after the pause */
    uint64_t errors, lost;
    uint64_t bytes;
    uint64_t times[TIMES];
};

extern struct figures figures;

struct load_config {
    int tables;
    double rate; /* moves a second over all tables; 0: as many as go */
    uint64_t seed;
    const char *game; /* only this one, or NULL */
    struct sockaddr_storage address;
    socklen_t address_length;
    char host[64];
};

void tables_open(const struct load_config *config);
void tables_close(void);
/* Handles what comes in and sends what is due. */
void tables_run(void);
/* Tables where a game runs; connections that are open; tables where nothing happened for so many seconds. */
int tables_live(void);
int tables_connected(void);
int tables_stalled(double seconds);

/* The time within which this part of the answers came, in milliseconds. */
double figures_quantile(const uint64_t times[TIMES], double part);

double now_s(void);

#endif
