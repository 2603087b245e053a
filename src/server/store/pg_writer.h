/*
 * pg_writer.h: writes units to PostgreSQL. All units that wait go together in one transaction and one round
 * trip; then the next group goes. If a group fails because of one of its units, each half is tried alone. If
 * the connection is lost, the next one first learns from the database whether the group was committed.
 */
#ifndef SERVER_STORE_PG_WRITER_H
#define SERVER_STORE_PG_WRITER_H

#include "server/store/pg_connection.h"

enum { PG_HOLD_MS = 8000, PG_SILENCE_MS = 10000, PG_GROUP_UNITS = 512, PG_RANGES = 16 };

struct pg_writer {
    struct pg_connection connection;
    uv_timer_t timer; /* a group waits a moment for more units */
    int64_t id;       /* of its row in the table writers */
    int64_t epoch, group;
    struct unit *first, *last; /* units that wait */
    /* the group under way, and what of it is still to be written: the last range first */
    struct unit *units[PG_GROUP_UNITS];
    struct pg_range {
        int from, to;
    } ranges[PG_RANGES];
    int range_count, tries;
    bool sent;   /* the last range */
    bool fenced; /* the database takes groups of this epoch */
    bool closing;
    int results;   /* of what was sent last */
    int failed_at; /* the first that failed, or -1, … */
    char state[6]; /* … and why */
    uint64_t began;
    struct pg_params params;
    const struct write **rows;
    int rows_capacity;
    struct store_figures figures;
    char problem[256];
};

void pg_writer_open(struct pg_writer *, uv_loop_t *, const char *url);
void pg_writer_write(struct pg_writer *, struct unit *, store_written *, void *context);
/* Refuses units that wait for too long, gives up a connection that is silent. Call it a few times a second.
 */
void pg_writer_tick(struct pg_writer *);
bool pg_writer_is_idle(const struct pg_writer *);
/* Answers what is left: refused, or unknown if it was sent. */
void pg_writer_close(struct pg_writer *);

#endif
