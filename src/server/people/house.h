/*
 * house.h: what the server's owner has decided: who may not come in or chat, whether accounts can be made,
 * what everybody is told, whether the server is about to stop. It is kept in memory and in the store.
 */
#ifndef SERVER_PEOPLE_HOUSE_H
#define SERVER_PEOPLE_HOUSE_H

#include "server/store.h"

enum { HOUSE_NOTICE = 300 }; /* characters of the message of the day */

struct house {
    struct ban_row *bans;
    int ban_count;
    bool registration_closed;
    bool migrating;    /* castellany migrate has not ended: the store is not whole */
    char notice[1024]; /* the message of the day, or "" */
    bool unread;       /* the store has not been read yet; nobody comes in before */
    bool draining;     /* no new tables; the server stops when nobody plays */
    int64_t drain_by;  /* and at this time in any case; 0: never */
};

struct server;

/* Reads what is stored. */
void house_open(struct server *server);
/* Reads it again, because another node may have changed it. Those who are banned now are dropped, and all are
 * told of a new message. */
void house_look(struct server *server);
void house_close(struct server *server);

/* The ban or mute that applies to a player (or 0) or an address (or NULL) now; NULL if there is none. */
const struct ban_row *house_ban(const struct server *server, enum ban_kind kind, uint64_t player,
                                const char *address);
/* Whether a player, or the owner of a bot, is banned. */
struct player;
bool house_keeps_out(const struct server *server, const struct player *player);
void house_add_ban(struct server *server, const struct ban_row *row);
void house_drop_ban(struct server *server, uint64_t id);
/* Sets a value that house_values names. */
void house_take_value(struct server *server, const struct value_row *row);

/* The members `notice` and `draining`, for `hello` and the message `notice`. */
void house_show(const struct server *server, struct text *out);
/* Tells all clients. */
void house_tell(struct server *server);
/* Whether a server that drains can stop: nobody who is connected plays. */
bool house_is_quiet(const struct server *server);

#define HOUSE_NOTICE_VALUE       "notice"
#define HOUSE_REGISTRATION_VALUE "registration"

#endif
