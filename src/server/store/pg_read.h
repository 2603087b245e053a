/* pg_read.h: answers questions from PostgreSQL, over a few connections. */
#ifndef SERVER_STORE_PG_READ_H
#define SERVER_STORE_PG_READ_H

#include "server/store/pg_connection.h"
#include "server/store/answer.h"
#include "server/store/pg_schema.h"
#include "server/store/pg_store.h"

enum { PG_READERS = 3 };

struct pg_read;
struct pg_reads;

struct pg_reader {
    struct pg_connection connection;
    struct pg_reads *all;
    struct pg_read *first, *last; /* sent, in this order */
    struct pg_read *next;         /* of these: whose result comes next */
    int count;
};

struct pg_reads {
    struct pg_reader readers[PG_READERS];
    struct pg_read *first, *last; /* waiting for a connection */
    bool broken;                  /* the last read failed, or there is no connection any more */
    bool closing;
    uint64_t clock_read; /* when; uv_now of the loop */
    pg_clock *clock;
    void *context;
    uv_prepare_t prepare;
    struct pg_params params;
};

void pg_reads_open(struct pg_reads *, uv_loop_t *, const char *url, pg_clock *, void *context);
void pg_reads_ask(struct pg_reads *, const struct store_query *, store_read *, void *context);
/* Fails reads that wait for too long, gives up connections that are silent, reads the clock. */
void pg_reads_tick(struct pg_reads *);
/* Whether a connection was asked something and has said nothing for so long. */
bool pg_reads_are_silent(const struct pg_reads *, uint64_t ms);
/* Fails what is left. */
void pg_reads_close(struct pg_reads *);

#endif
