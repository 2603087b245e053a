/* botclient.h: what the two files of castellany bot share: its connection and the tables that it watches. */
#ifndef CLI_SERVE_BOTCLIENT_H
#define CLI_SERVE_BOTCLIENT_H

#include "cli/serve/follow.h"
#include "cli/serve/ws_client.h"
#include "core/json.h"
#include "server/base/limits.h"

enum { MAX_PLACES = 128, PLACE_TABLE = 32, BOT_TOKEN = 256, BOT_INVITE = 128, BOT_REQUEST = 1024 };

/* A table that it watches, or where it does not play. */
struct place {
    char table[PLACE_TABLE];
    struct follow follow;
    int number;
    bool mine;     /* it sits here */
    bool known;    /* its view equals the server's; otherwise it moves at random */
    bool blind;    /* the server called a move illegal, so it no longer trusts its view */
    bool told;     /* it has said that it plays here */
    bool declined; /* it does not play here; remembered so that it says so only once */
};

/* A request, written up to its last member; only the id is missing. */
struct bot_request {
    struct bot_request *next;
    const char *word; /* a constant */
    char table[PLACE_TABLE];
    int number; /* of a move: the position that it is for */
    struct text text;
    char buffer[BOT_REQUEST];
};

struct bot_client {
    /* the command line */
    char host[256], address[256]; /* "[::1]", "::1" */
    int port;
    bool tls;
    char authorization[BOT_TOKEN + 8]; /* "Bearer TOKEN" */
    const char *table, *invite;
    int level;
    bool any, once;
    /* the connection, botclient.c */
    uv_loop_t loop;
    uv_timer_t timer; /* for the next request, or the next try */
    struct tls trust;
    struct ws_server to;
    struct ws_client *socket;
    bool open;
    int tries;
    struct bot_request *queue, *asked; /* the requests that wait, and the one without an answer yet */
    int ids;
    struct bucket pace;
    double not_before; /* milliseconds of clock_wall */
    /* the tables, botplayer.c */
    struct place *places[MAX_PLACES];
    void *memory;
    struct rng rng;
    /* how it ends */
    bool done, refused;
};

/* A new request about a table, or about none with NULL. Add its other members to `text`, then send it. */
struct bot_request *botclient_request(const char *word, const char *table);
void botclient_send(struct bot_client *, struct bot_request *);
/* Sends a request again. */
void botclient_repeat(struct bot_client *, const struct bot_request *);
/* The request with this word for this table that waits or has no answer yet, or NULL. */
const struct bot_request *botclient_pending(const struct bot_client *, const char *word, const char *table);
/* Sends nothing for half a second. */
void botclient_wait(struct bot_client *);

/* Sends the first requests on a new connection. */
void botplayer_begin(struct bot_client *);
/* The answer to a request, and a message that the server sends by itself. */
void botplayer_on_answer(struct bot_client *, const struct bot_request *, const struct json *answer);
void botplayer_on_message(struct bot_client *, const struct json *message);
/* Forgets all tables, after the connection has ended. */
void botplayer_end(struct bot_client *);

#endif
