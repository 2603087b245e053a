/*
 * store.h: what must outlive the program: tables with their moves and talk, players and their tokens.
 *
 * A game is its options and its rows, appended one by one under (table, number); a position is never stored.
 * Writes are queued and end with store_commit: what was queued since the last one is one unit, which is kept
 * whole or not at all. Many units go to the disk together. Reads see what is committed. A row whose number is
 * taken (by another program on the same database) fails its unit. All functions are called on the loop's
 * thread.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "core/game.h"
#include "server/ids.h"

enum { STORE_NAME = 112, STORE_INVITE = TOKEN_TEXT, STORE_SETTINGS = 2048, STORE_LIST = 50 };

enum table_state { TABLE_OPEN, TABLE_RUNNING, TABLE_OVER, TABLE_SUSPENDED };
enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME };
enum undo_kind { UNDO_FREE, UNDO_CONSENT, UNDO_NONE };
enum chair_kind { CHAIR_OPEN, CHAIR_PLAYER, CHAIR_COMPUTER };

struct store_chair {
    uint8_t kind;  /* enum chair_kind */
    uint8_t level; /* of the computer that plays, or would play */
    uint8_t away;  /* the player left or ran out of time: a computer plays until the player sits down again */
    uint8_t resigned; /* for good */
    uint64_t player;
    int32_t points; /* when the table was last put */
};

/* A table without its rows. */
struct store_table {
    uint64_t id, creator, rematch; /* rematch: the table that follows this one, or 0 */
    char game[32];
    int32_t rules, seats;
    char options[GAME_OPTIONS_TEXT];
    char box[32]; /* or "" */
    char invite[STORE_INVITE];
    uint8_t open_to_all, imported, state, clock, undo;
    int32_t clock_seconds, reaction;
    int64_t created, changed;
    int32_t number; /* moves that all know of, when it was last put */
    uint32_t turn;  /* who may move as far as all know, then */
    uint32_t winners;
    char reason[128]; /* why it is suspended, or "" */
    struct store_chair chairs[GAME_MAX_SEATS];
};

/* One row of a table. `actor` is '1' to '4' or '*' with a move, or 'u' with the number of moves that stay. */
struct store_row {
    int32_t number;
    char actor;
    char move[GAME_MOVE_TEXT];
    int32_t spent; /* milliseconds that the seat's clock ran */
    int64_t at;
};

struct store_chat {
    int32_t number, seat;
    uint64_t player;
    char name[STORE_NAME];
    char text[1216];
    int64_t at;
};

enum player_kind { PLAYER_GUEST, PLAYER_ACCOUNT, PLAYER_BOT };

struct store_player {
    uint64_t id, owner; /* owner: the account that made a bot */
    uint8_t kind;
    char name[STORE_NAME];
    char key[STORE_NAME]; /* the name as names are compared; "" for guests */
    char password[128];   /* as crypto_pwhash_str writes it; "" if there is none */
    char settings[STORE_SETTINGS + 1];
    int64_t created;
};

struct store_rating {
    double rating;
    int32_t games;
};

struct store;

/* Opens or makes the store in a folder; raises an older schema to the present one. NULL with the reason. */
struct store *store_open(uv_loop_t *loop, const char *folder, struct text *error);
/* Finishes all writes and closes. Its handle is closed by the loop's next turns; then store_free. */
void store_close(struct store *store);
void store_free(struct store *store);

/* ---- writes ---- */
void store_put_table(struct store *store, const struct store_table *table);
void store_add_row(struct store *store, uint64_t table, const struct store_row *row);
/* Only the last `keep` lines of a table stay. */
void store_add_chat(struct store *store, uint64_t table, const struct store_chat *chat, int keep);
void store_put_player(struct store *store, const struct store_player *player);
/* Removes an account with its tokens and ratings; rows and finished games stay. */
void store_drop_player(struct store *store, uint64_t player);
void store_put_token(struct store *store, const char *hash, uint64_t player);
void store_drop_token(struct store *store, const char *hash);
/* Only the last `keep` tokens of a player stay. */
void store_trim_tokens(struct store *store, uint64_t player, int keep);
void store_drop_tokens(struct store *store, uint64_t player);
void store_put_rating(struct store *store, uint64_t player, const char *game,
                      const struct store_rating *rating);

/* Told on the loop's thread, in the order of the commits: NULL, or why nothing of the unit was kept. */
typedef void store_done(void *context, const char *problem);
void store_commit(struct store *store, store_done *done, void *context);

/* ---- reads ---- */
/* False if there is none, or if it cannot be read whole. */
bool store_get_table(struct store *store, uint64_t id, struct store_table *out);
/* Calls `visit` for the rows from a number on, in order; false from it ends the walk. False if reading
 * failed. */
bool store_rows(struct store *store, uint64_t table, int from,
                bool (*visit)(void *, const struct store_row *), void *context);
/* The last `max` lines of talk, oldest first; returns their number. */
int store_chats(struct store *store, uint64_t table, struct store_chat *out, int max);

enum store_list { STORE_OPEN, STORE_LIVE, STORE_FINISHED, STORE_MINE, STORE_RUNNING };
/* Ids of tables, latest first, below `before` (0: from the latest); STORE_RUNNING: all running ones. Returns
 * their number. */
int store_list(struct store *store, enum store_list what, uint64_t player, uint64_t before, uint64_t *out,
               int max);
/* How many open or running tables a player created. */
int store_count_tables(struct store *store, uint64_t player);

bool store_get_player(struct store *store, uint64_t id, struct store_player *out);
uint64_t store_find_name(struct store *store, const char *key);
uint64_t store_find_token(struct store *store, const char *hash);
bool store_get_rating(struct store *store, uint64_t player, const char *game, struct store_rating *out);
/* The bot accounts of an account; returns their number, at most `max`. */
int store_bots(struct store *store, uint64_t owner, uint64_t *out, int max);

/* For /metrics. */
struct store_figures {
    uint64_t commits, units, failed;
    double commit_seconds;
    size_t waiting;
};
void store_figures(struct store *store, struct store_figures *out);

#endif
