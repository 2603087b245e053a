/*
 * pg_connection.h: a connection to PostgreSQL that never makes the loop wait. A thread connects and prepares
 * the statements, also again after a loss; then the loop sends statements and takes results as they come.
 */
#ifndef SERVER_STORE_PG_CONNECTION_H
#define SERVER_STORE_PG_CONNECTION_H

#include <libpq-fe.h>
#include <uv.h>

#include "server/store/pg_params.h"

struct pg_events {
    /* On the thread that connects: prepares the statements. On failure false, with the reason. */
    bool (*prepare)(PGconn *, struct text *error);
    void (*ready)(void *me);
    void (*result)(void *me, const PGresult *);
    /* All statements up to a pg_sync have ended, as one transaction. */
    void (*synced)(void *me);
    /* The end of what was sent and not synced is unknown. A new connection is being made. */
    void (*lost)(void *me);
};

struct pg_connection {
    uv_loop_t *loop;
    const char *url;
    const struct pg_events *events;
    void *me;
    PGconn *pg; /* NULL while there is none */
    bool ready;
    bool unsent;    /* a statement could not be sent */
    int syncs;      /* sent and not answered */
    uint64_t heard; /* when the database last answered, or the first of these was sent; uv_now of the loop */
    /* making a connection: */
    bool connecting;
    uint64_t pause_ms;
    PGconn *made;
    char reason[512];
    uv_thread_t thread;
    uv_async_t async;
    uv_timer_t timer;
    uv_poll_t *poll;
    int polled; /* the events for which it waits */
};

/* Connects and waits for it, for a start or a tool. NULL, with the reason. */
PGconn *pg_connect(const char *url, struct text *error);
/* Says in one line what libpq says, and what to do if that is known. */
void pg_explain(const PGconn *, struct text *error);
/* The SQLSTATE of a result, or "". */
const char *pg_state(const PGresult *);

/* `url` must live as long as the connection. */
void pg_connection_open(struct pg_connection *, uv_loop_t *, const char *url, const struct pg_events *,
                        void *me);
/* Sends a prepared statement. */
void pg_send(struct pg_connection *, const char *statement, const struct pg_params *);
/* Ends the transaction of what was sent. */
void pg_sync(struct pg_connection *);
/* The database did what it was asked. So a next connection is made at once; if one after the other fails,
 * with longer and longer pauses. */
void pg_works(struct pg_connection *);
/* Gives the connection up, as if it had been lost. */
void pg_drop(struct pg_connection *, const char *reason);
/* Whether something was sent and the database has said nothing for so long. */
bool pg_is_silent(const struct pg_connection *, uint64_t ms);
/* Closes its handles; waits for the thread that connects. No events follow. */
void pg_connection_close(struct pg_connection *);

#endif
