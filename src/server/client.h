/* client.h: the WebSocket connections and their requests, answered one after the other. */
#ifndef SERVER_CLIENT_H
#define SERVER_CLIENT_H

#include "server/room.h"
#include "server/show.h"

struct pending {
    struct pending *next;
    size_t length;
    char text[];
};

struct client {
    struct server *server;
    uint64_t id; /* of the connection */
    struct player *player;
    char token[TOKEN_TEXT];    /* hash */
    struct limits_place place; /* among the connections of its address */
    struct bucket rate, chat;
    struct watcher *watched;
    int watching;
    uint32_t lists; /* a bit per enum store_list that it follows */
    bool mine_changed;
    struct pending *first, *last;
    int pending;
    bool blocked;  /* the first of them is being answered, or waits for a room */
    bool thinking; /* a bot works on a hint or an analysis for it */
};

int clients_upgrade(void *server, uint64_t id, const struct net_request *request, char cookie[NET_COOKIE]);
size_t clients_allowed(void *server, const char *begin, size_t length);
void clients_message(void *server, uint64_t id, const char *text, size_t length);
void clients_closed(void *server, uint64_t id);

struct client *client_find(struct server *server, uint64_t id);
/* Goes on with the requests of a client. `answered`: the first of them is done. */
void client_go_on(struct server *server, uint64_t id, bool answered);
void client_send(struct client *client, const struct text *text);
void client_answer(struct server *server, const struct later *later, const char *code, const char *message);
/* Answers a request that does not hold up the others (see `hint`). */
void client_answer_aside(struct server *server, uint64_t client, int64_t id, const char *body);
void client_refuse_aside(struct server *server, uint64_t client, int64_t id, const char *code,
                         const char *message);

struct watcher *client_watcher(const struct client *client, const struct room *room);
struct watcher *client_watch(struct client *client, struct room *room);
void client_unwatch(struct client *client, struct room *room);
/* Whether a player has a connection now. */
bool clients_connected(const struct server *server, const struct player *player);
/* Drops the connections of a player; `token` (a hash, or NULL for all) says which. */
void clients_drop(struct server *server, uint64_t player, const char *token);
/* Goes on with the requests of a player that was going and stays. */
void clients_go_on(struct server *server, uint64_t player);

/* Connections that came with one token (its hash) have another from now on. */
void clients_new_token(struct server *server, const char *old, const char *next);

/* Who asks: the player of a request's cookie or bot token, held; and what is known of it. */
struct player *client_identify(struct server *server, const struct net_request *request,
                               char hash[TOKEN_TEXT], bool *fresh, char cookie[NET_COOKIE]);
bool client_origin_fine(const struct net_request *request);
void client_cookie(const struct net_request *request, const char *token, char cookie[NET_COOKIE]);

#endif
