/* requests.h: what clients may ask over the WebSocket. */
#ifndef SERVER_PROTOCOL_REQUESTS_H
#define SERVER_PROTOCOL_REQUESTS_H

#include <jansson.h>

#include "server/protocol/client.h"

enum request_end {
    REQUEST_DONE,  /* it can be answered */
    REQUEST_LATER, /* it will be answered, by client_reply */
    REQUEST_AGAIN, /* it waits for a table and is tried again */
    REQUEST_READS  /* it goes on when the store has answered, see request_read */
};

struct request;
typedef enum request_end request_handler(struct request *);
typedef enum request_end request_reader(struct request *, const struct store_answer *);

/* One request while it is handled. */
struct request {
    struct server *server;
    struct client *client;
    json_t *json;
    int64_t id;
    const char *code; /* the error, or NULL */
    char message[512];
    struct text out; /* the answer's members after "re" */
    /* What is to happen once the answer is sent; for requests that are followed by messages. */
    void (*after)(struct request *);
    bool again; /* it waits for a table */
    bool aside; /* it is answered by client_reply_aside, and others need not wait for it */
    struct table *table;
    struct store_query query; /* its text, if any, is kept here: */
    char query_text[STORE_NAME];
    request_reader *reader;
};

/*
 * A kind of request. `members` names what belongs to it, each with a letter for its type (t text, i integer,
 * b boolean, o object, a array) and a question mark if it may be missing: "table:t number?:i".
 */
struct request_kind {
    const char *word;
    const char *members;
    request_handler *handle;
};

extern const struct request_kind requests_lobby[], requests_table[], requests_game[], requests_look[],
    requests_import[];

enum request_end request_handle(struct client *client, const char *text, size_t length);

/* Refuses a request; for `return request_refuse(…)`. */
enum request_end request_refuse(struct request *r, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Members, which were checked to be there with that type. */
const char *request_text(const struct request *r, const char *key); /* NULL if missing */
int64_t request_int(const struct request *r, const char *key, int64_t missing);
bool request_bool(const struct request *r, const char *key);

/* Asks the store, for `return request_read(…)`; the reader goes on with the answer, which did not fail.
 * Nothing may have been changed before. */
enum request_end request_read(struct request *r, const struct store_query *query, request_reader *reader);

/* The table a request names. NULL after a refusal, or if the table is busy and the request must be tried
 * again; the handler returns in both cases. A closed table is only for those who sit there or have the key.
 */
struct table *request_table(struct request *r);
/* The own seat that a request names, or -1 after a refusal. */
int request_seat(struct request *r, const struct table *table);
/* Both, in a game that is being played; NULL as with request_table. */
struct table *request_running(struct request *r, int *seat);
/* Whether people may play it: what `hello` offers, and the developers' null game only if the server was told
 * so. */
bool request_offered(const struct request *r, const struct game *game);
/* The members of the answer that name a new table. */
void request_show_new(struct request *r, const struct table *table);
/* Writes a change; the request is answered with `out` when that is kept. */
enum request_end request_write(struct request *r, struct table *table, struct change *change,
                               enum table_news news);
/* The same for what the match proposes, or its refusal. */
enum request_end request_propose(struct request *r, struct table *table,
                                 const struct match_proposal *proposal, enum table_news news);

#endif
