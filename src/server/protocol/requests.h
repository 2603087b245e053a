/* requests.h: the requests of clients over the WebSocket. */
#ifndef SERVER_PROTOCOL_REQUESTS_H
#define SERVER_PROTOCOL_REQUESTS_H

#include "core/json.h"
#include "server/protocol/client.h"
#include "table/may.h"

enum request_end {
    REQUEST_DONE,    /* the answer, or the refusal, is ready */
    REQUEST_PENDING, /* client_reply will answer it */
    REQUEST_RETRY,   /* it waits for a table and is handled again */
    REQUEST_READING, /* it goes on when the store has answered, see request_read */
    REQUEST_WORKING  /* it goes on when another thread has done its work, see request_work */
};

struct request;
typedef enum request_end request_handler(struct request *);
typedef enum request_end request_reader(struct request *, const struct store_answer *);
typedef void request_worker(struct request *);

/* One request while it is handled. */
struct request {
    const char *word; /* what is asked for, a constant of the program */
    struct server *server;
    struct client *client;
    const struct json *json;
    int64_t id;
    const char *code; /* the error code, or NULL */
    char message[512];
    struct text out; /* the answer's members after "re" */
    /* Called after the answer was sent, for requests that are followed by messages. May be NULL. */
    void (*after)(struct request *);
    bool misspelt; /* a member is not what it may be: nobody has to look what the table is now */
    bool again;    /* it waits for a table */
    bool aside;    /* client_reply_aside answers it; other requests do not wait for it */
    struct room *room;
    struct store_query query; /* its text, if any, is in query_text */
    char query_text[STORE_NAME];
    request_reader *reader;
    request_worker *worker; /* on another thread, … */
    request_handler *then;  /* … and after it */
    bool paid;              /* for the record that it brings, when it came */
    char *text;             /* of a long message that was not read yet; freed with the request */
    size_t length;
    void *kept;               /* what its handler keeps until it ends … */
    void (*drop)(void *kept); /* … and how that is freed, or NULL */
};

/* A kind of request. `members` declares what its members may be (members.h); it is checked before the
 * handler is called. */
struct request_kind {
    const char *word;
    const char *members;
    request_handler *handle;
};

/* `who`: the chairs of a new table. */
#define REQUEST_WHO "[{kind:me|open|computer level?:i1-BOT_LEVELS name?:t1-LIMIT_NAME}]1-GAME_MAX_SEATS"

extern const struct request_kind requests_lobby[], requests_table[], requests_seat[], requests_game[],
    requests_look[], requests_advice[], requests_watch[], requests_import[], requests_people[],
    requests_profile[], requests_absent[], requests_push[], requests_line[];
/* All of them, up to NULL: for those who walk the protocol. */
extern const struct request_kind *const requests_all[];

enum request_end request_handle(struct client *client, const struct pending *message);

/* Refuses a request; for `return request_refuse(…)`. */
enum request_end request_refuse(struct request *r, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The members of a request, which are what its row declares. */
const char *request_text(const struct request *r, const char *key); /* NULL if missing */
int64_t request_int(const struct request *r, const char *key, int64_t missing);
bool request_bool(const struct request *r, const char *key);

/* Asks the store, for `return request_read(…)`. The reader goes on with the answer; if the read failed, the
 * request is refused instead. The handler must not have changed anything before. */
enum request_end request_read(struct request *r, const struct store_query *query, request_reader *reader);

/* Lets another thread work, for `return request_work(…)`. The worker may use only what the request keeps and
 * its JSON. `then` goes on after it; if too much work waits, the request is refused instead. The handler must
 * not have changed anything before. */
enum request_end request_work(struct request *r, request_worker *worker, request_handler *then);

/* The table that a request names. NULL after a refusal, or if the table is busy and the request is handled
 * again later; the handler returns in both cases. A table that is not public is open to its creator, to those
 * who sit there or watch it already, and to those who have the invite key. */
struct room *request_table(struct request *r);
/* The same if the player may do this there now (table/may.h), else NULL after a refusal. */
struct room *request_act(struct request *r, enum table_act act);
/* The same with the seat that the request names, which must be the player's. */
struct room *request_act_of(struct request *r, enum table_act act, int *seat);
/* Whether the player sat at the table that this one is a rematch of. While that table is read the request
 * waits. */
bool request_sat_before(struct request *r, const struct room *room);
/* Whether the request is handled again when the store was asked what other nodes made of the table. That is
 * so once, if there are any. */
bool request_look(struct request *r, struct room *room);
/* Refuses the request if the store could not be asked then: what this node knows may be old. */
bool request_refuse_unsure(struct request *r, const struct room *room);
/* The seat that a request names, which must be the player's. -1 after a refusal. */
int request_seat(struct request *r, const struct room *room);
/* The seat that a request names; it belongs to another player. -1 after a refusal. */
int request_other_seat(struct request *r, const struct room *room);
/* The table and seat of a request whose `number` is that of the seat's present decision. NULL as with
 * request_table. */
struct room *request_decision(struct request *r, int *seat);
/* The viewer that a request asks for. After the game any seat; before, one of the player's or the public.
 * False after a refusal. */
bool request_viewer(struct request *r, const struct room *room, int *viewer);
/* Whether the decisions of the seat that a request names may be judged now: the game is over, or was
 * imported, and the connection waits for no other thought. False after a refusal. */
bool request_may_judge(struct request *r, const struct room *room, int *seat);
extern const char requests_all_busy[]; /* the message of the refusal `busy` */
/* Whether people may play the game: one of the list of games, or any game if the server runs with --null. */
bool request_offered(const struct request *r, const struct game *game);
/* Whether the player who asks may be stored: so many new ones come from an address in an hour. False after a
 * refusal. */
bool request_may_keep_player(struct request *r);
/* Writes a new row of the player who asks. The request is answered with `out` when the store has kept it. */
enum request_end request_put_player(struct request *r, const struct player_row *row);
/* The same with other writes in the same unit, which is taken over. */
enum request_end request_put_player_and(struct request *r, const struct player_row *row, struct unit *unit);
/* `who`: the chairs of a new table. Whether there is one for each seat, with a level for each computer; false
 * after a refusal. */
bool request_check_chairs(struct request *r, int64_t seats);
void request_sit_down(struct request *r, struct change *change);
/* Takes the hash of the player's number, `pledge`, if the request has one. */
void request_pledge(struct request *r, struct change *change);
/* Asks how many tables there are, for `return request_count_tables(…)`. The reader must refuse with
 * request_too_many_tables, true after a refusal, before it makes one. */
enum request_end request_count_tables(struct request *r, request_reader *reader);
bool request_too_many_tables(struct request *r, const struct store_answer *now);
/* Whether the player's address may make one more table in this hour. False after a refusal. */
bool request_may_make_table(struct request *r);
/* Puts the id and the invite key of a new table into the answer. */
void request_show_new(struct request *r, const struct room *room);
/* Writes a change. The request is answered with `out` when the store has kept it. */
enum request_end request_write(struct request *r, struct room *room, struct change *change);
/* The same for a proposal of the match. If the match refused it, the request is refused. */
enum request_end request_propose(struct request *r, struct room *room, const struct match_proposal *proposal);

#endif
