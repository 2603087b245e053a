/* client.h: WebSocket connections and their requests, answered one after the other. */
#ifndef SERVER_PROTOCOL_CLIENT_H
#define SERVER_PROTOCOL_CLIENT_H

#include "server/tables/room.h"
#include "server/transport/net.h"

struct pending {
    struct pending *next;
    size_t length;
    double at; /* when it came, see server_clock */
    bool paid; /* it is long, and its address has paid for a record */
    char text[];
};

struct client {
    struct server *server;
    uint64_t id;           /* of the connection */
    struct player *player; /* NULL until the store has found it */
    struct client *next_of_player;
    char token[TOKEN_TEXT];    /* the hash of its token */
    struct limits_place place; /* counts it for its address */
    char address[ADDRESS_TEXT];
    struct bucket rate, chat, refusals;
    struct watcher *watched;
    int watching;
    uint32_t lists; /* a bit per list that it follows, STORE_OPEN first */
    struct pending *first, *last;
    int pending;
    size_t pending_bytes;
    int64_t costly_until; /* its requests cost much: until then others have their turn before each of them */
    bool blocked;         /* the first pending request is being handled, or waits for a table */
    bool looked;          /* the first pending request was refused once, and another node may know better */
    bool upgrading;       /* the connection is being made; `refusal` is 0 or the status to refuse it with */
    int refusal;
    bool thinking; /* a hint or an analysis is under way */
};

int clients_upgrade(void *server, uint64_t id, const struct net_request *request, char cookie[NET_COOKIE]);
size_t clients_allowed(void *server, const char *begin, size_t length);
void clients_message(void *server, uint64_t id, const char *text, size_t length);
void clients_closed(void *server, uint64_t id);

/* Tells a client that it may not come in, with a status of HTTP, and drops it. */
void client_turn_away(struct client *client, int status);
struct client *client_find(const struct server *server, uint64_t id);
/* Handles the pending requests of a client. `answered`: the first of them was answered. */
void client_go_on(struct server *server, uint64_t id, bool answered);
void client_send(struct client *client, const struct text *text);
/* The same for a message that others get too. */
void client_send_message(struct client *client, struct message *message);
/* The client's requests cost much: the next ones wait for their turn. */
void client_note_cost(struct client *client);
/* A request was refused: it counts for its address. */
void client_note_refusal(struct client *client, const char *code);
/* Answers a pending request, or refuses it if `code` is not NULL. Frees the reply's members. */
void client_reply(struct server *server, struct reply *reply, const char *code, const char *message);
/* The same for a request that other requests do not wait for (`hint`, `analyse`). */
void client_reply_aside(struct server *server, uint64_t client, int64_t id, const char *members,
                        const char *code, const char *message);

struct watcher *client_watcher(const struct client *client, const struct room *room);
struct watcher *client_watch(struct client *client, struct room *room);
void client_unwatch(struct client *client, struct room *room);
/* Whether a player has a connection now. */
bool clients_connected(const struct server *server, uint64_t player);
/* Drops the connections of a player that came with a token (its hash), or all with NULL. */
void clients_drop(struct server *server, uint64_t player, const char *token);
/* Handles the requests of a player whose deletion failed. */
void clients_go_on(struct server *server, uint64_t player);
/* Gives connections that came with one token (its hash) another one. */
void clients_new_token(struct server *server, const char *old, const char *next);

/* The token of a request's cookie. False if there is no valid one. */
bool request_cookie(const struct net_request *request, char token[TOKEN_TEXT]);
/* The bot token of a request. False if there is none; `none` tells whether the header is missing at all. */
bool request_bearer(const struct net_request *request, char token[TOKEN_TEXT], bool *none);
bool request_origin_fine(const struct net_request *request);
/* A Set-Cookie value for a token; "" removes the cookie. */
void client_cookie(const struct net_request *request, const char *token, char cookie[NET_COOKIE]);

#endif
