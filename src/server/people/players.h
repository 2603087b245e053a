/*
 * players.h: players in memory. A player is in memory while a connection or a request holds it. A guest is
 * the holder of a cookie; it is stored only when there is something to keep, such as a chair at a table.
 */
#ifndef SERVER_PEOPLE_PLAYERS_H
#define SERVER_PEOPLE_PLAYERS_H

#include "server/server.h"

struct client;

struct player {
    struct client *clients; /* its WebSockets */
    uint64_t id, owner;
    uint8_t kind;          /* enum player_kind */
    char name[STORE_NAME]; /* this and the next two are as in struct player_row */
    char *key, *password;
    char *settings;         /* a JSON object */
    char token[TOKEN_TEXT]; /* of a guest that is not stored yet: the hash of its token; else "" */
    int64_t created, seen, holiday;
    char language[8];      /* of messages outside the page, or "" */
    char *muted, *blocked; /* ids as text, see struct player_row */
    int holders;
    bool stored;
    bool unsure;     /* the store may have other things about it, and could not say */
    bool making_bot; /* a bot account of it is being made */
    bool going;      /* it is being deleted: its requests wait, and it is not written */
    bool deleted;
};

/* The function that is called holds the player and must release it. It is NULL if there is none
 * (STORE_NONE), or if the store could not be read (STORE_FAILED). */
typedef void players_found(void *context, struct player *player, enum store_found found);

/* Finds the player with this token. A token that nobody has makes a new guest. */
void players_by_token(struct server *server, const char *hash, players_found *, void *context);
/* Finds the bot account with this token, if the account that owns it exists. */
void players_by_bot_token(struct server *server, const char *hash, players_found *, void *context);
/* Makes a guest with a new token. The caller holds it. */
struct player *players_new_guest(struct server *server, const char *hash);
/* The player if it is in memory, else NULL. The caller does not hold it. */
struct player *players_present(const struct server *server, uint64_t id);

struct player *player_hold(struct player *player);
void player_release(struct server *server, struct player *player);

/* Adds the player's row, and the token of a new guest, to a unit; nothing if it is being deleted. */
void player_put(struct server *server, struct unit *unit, const struct player *player);
/* Notes that the player is connected; that is stored at most once a day. */
void player_see(struct server *server, struct player *player);
void player_row(const struct player *player, struct player_row *out);
void player_take(struct player *player, const struct player_row *row);
/* Removes the player's token from memory, if it is this one; with NULL, any. */
void player_forget_token(struct server *server, struct player *player, const char *hash);

/* Writes a list of ids as text, see struct player_row, as an array. */
void put_ids(const char *list, struct text *out);

/* The form in which names are compared: names that look alike have the same one. False if the name is too
 * long or empty. */
bool player_name_key(const char *name, char key[STORE_NAME]);
/* The same for a name that somebody wants to have. It must not look like another because of characters that
 * nobody sees. */
bool player_name_allowed(const char *name, char key[STORE_NAME]);

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
