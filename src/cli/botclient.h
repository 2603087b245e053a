/* botclient.h: what the two halves of castellany bot share: its connection, and the tables where it plays. */
#ifndef CLI_BOTCLIENT_H
#define CLI_BOTCLIENT_H

#include <jansson.h>
#include <libwebsockets.h>

#include "cli/follow.h"
#include "server/base/limits.h"

enum { MAX_PLACES = 128, PLACE_TABLE = 32, BOT_TOKEN = 256 };

/* A table that it watches, or that is not for it. */
struct place {
    char table[PLACE_TABLE];
    struct follow follow;
    int number;
    bool mine;     /* it sits here */
    bool known;    /* the view is right; else it moves at random */
    bool blind;    /* the server did not like its moves, so the view does not count */
    bool declined; /* it plays no part here; kept so that this is said once */
};

struct bot_client {
    /* what was asked for */
    char host[256], address[256]; /* "[::1]", "::1" */
    int port;
    bool tls;
    char token[BOT_TOKEN + 1];
    const char *table, *invite;
    int level;
    bool any, once;
    /* the connection, botclient.c */
    struct lws_context *context;
    struct lws *socket;
    bool open, failed;
    json_t *queue, *asked; /* the requests that wait, and the one that was sent */
    int ids;
    struct bucket pace;
    double not_before; /* milliseconds of clock_wall */
    char *in;
    size_t in_length;
    /* the tables, botplayer.c */
    struct place *places[MAX_PLACES];
    void *memory;
    struct rng rng;
    /* how it ends */
    bool done, refused;
};

/* Queues a request; takes the reference to its members. */
void botclient_say(struct bot_client *, const char *word, json_t *members);
/* The request of this word for this table that waits or was not yet answered, or NULL. */
const json_t *botclient_said(const struct bot_client *, const char *word, const char *table);
/* Says nothing for a moment. */
void botclient_hold(struct bot_client *);

/* What to say on a new connection. */
void botplayer_begin(struct bot_client *);
/* Takes in the answer to a request, and what the server sends by itself. */
void botplayer_answered(struct bot_client *, json_t *request, const json_t *answer);
void botplayer_hear(struct bot_client *, const json_t *message);
/* Forgets all tables: the connection is gone. */
void botplayer_end(struct bot_client *);

#endif
