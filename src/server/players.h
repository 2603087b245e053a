/*
 * players.h: who plays. A guest is whoever holds a cookie; it is written to the store only once there is
 * something to keep. Players are in memory while somebody holds them: a connection, or a table where they
 * sit.
 */
#ifndef SERVER_PLAYERS_H
#define SERVER_PLAYERS_H

#include "server/server.h"

struct player {
    uint64_t id, owner;
    uint8_t kind;                                          /* enum player_kind */
    char name[STORE_NAME], key[STORE_NAME], password[128]; /* as in struct store_player */
    char *settings;                                        /* a JSON object */
    char token[TOKEN_TEXT]; /* the hash of the token of a guest that is not stored yet; else "" */
    int64_t created;
    int holders;
    bool stored;
    bool going;   /* it is being deleted, or it is: its requests wait, and nothing of it is written */
    bool deleted; /* those who still hold it show "someone" */
};

/* The player with this token; a token that nobody has belongs to a new guest. Held. */
struct player *players_of_token(struct server *server, const char *hash);
/* The player with this id, held; NULL if there is none. */
struct player *players_get(struct server *server, uint64_t id);
struct player *player_hold(struct player *player);
void player_release(struct server *server, struct player *player);

/* Adds the player to the present unit of the store unless it is there already. */
void player_keep(struct server *server, struct player *player);
/* Adds the player as it is now, unless it is going. */
void player_put(struct server *server, struct player *player);
/* A token that has ended is not to be found in memory either. */
void player_forget_token(struct server *server, struct player *player, const char *hash);
/* To be called when a unit failed that may have held the player. */
void player_recheck(struct server *server, struct player *player);
/* The same, where the unit was to change the player: it is again as it is stored. */
void player_restore(struct server *server, struct player *player);

/* The name as names are compared, so that no two accounts look alike by case; false if it is not allowed. */
bool player_name_key(const char *name, char key[STORE_NAME]);

/* A Player of docs/PROTOCOL.md. `game` (may be NULL) chooses the rating. A NULL player is one who is deleted.
 */
void player_show(struct server *server, const struct player *player, const char *game, struct text *out);
void player_show_computer(int level, struct text *out);
const char *player_kind_name(const struct player *player);

#endif
