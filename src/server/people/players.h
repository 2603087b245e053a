/*
 * players.h: the players who are connected. A guest is whoever holds a cookie; a guest is written to the
 * store only once there is something to keep. Players are in memory while a connection or a request holds
 * them.
 */
#ifndef SERVER_PEOPLE_PLAYERS_H
#define SERVER_PEOPLE_PLAYERS_H

#include "server/server.h"

struct player {
    uint64_t id, owner;
    uint8_t kind;                                          /* enum player_kind */
    char name[STORE_NAME], key[STORE_NAME], password[128]; /* as in struct player_row */
    char *settings;                                        /* a JSON object */
    char token[TOKEN_TEXT]; /* the hash of the token of a guest that is not stored yet; else "" */
    int64_t created;
    int holders;
    bool stored;
    bool making_bot; /* a bot account of it is being made */
    bool going;      /* it is being deleted: its requests wait, and nothing of it is written */
    bool deleted;
};

/* The player is held by whoever is called. It is NULL if there is none, or if the store could not say
 * (STORE_FAILED). */
typedef void players_found(void *context, struct player *player, enum store_found found);

/* The player with this token; a token that nobody has belongs to a new guest. */
void players_by_token(struct server *server, const char *hash, players_found *, void *context);
/* The bot account with this token, if its owner is there. */
void players_by_bot_token(struct server *server, const char *hash, players_found *, void *context);
/* A guest with a new token. Held. */
struct player *players_new_guest(struct server *server, const char *hash);
/* The player if it is in memory; not held. */
struct player *players_present(const struct server *server, uint64_t id);

struct player *player_hold(struct player *player);
void player_release(struct server *server, struct player *player);

/* Adds the player to a unit as it is now, unless it is going. */
void player_put(struct server *server, struct unit *unit, const struct player *player);
/* The player as a row. */
void player_row(const struct player *player, struct player_row *out);
/* Makes the player what a row says. */
void player_take(struct player *player, const struct player_row *row);
/* A token that has ended is not to be found in memory either. NULL: whatever it is. */
void player_forget_token(struct server *server, struct player *player, const char *hash);

/* The name as names are compared, so that no two accounts look alike by case; false if it is not allowed. */
bool player_name_key(const char *name, char key[STORE_NAME]);

/*
 * A guest who has chosen no name has a number instead, kept where the name would be behind a space, with
 * which no chosen name begins. Clients name such a guest in the reader's language.
 */
void player_guest_name(uint64_t id, char name[STORE_NAME]);
/* Writes the member `name`, and `guest` for a guest without a name. */
void put_name(const char *name, struct text *out);

/* A Player of docs/PROTOCOL.md, without a rating. */
void player_show(const struct player *player, struct text *out);
extern const char *const player_kind_names[];

#endif
