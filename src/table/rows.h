/* rows.h: what is kept of a table besides its entries: its row, and a row for each chair. */
#ifndef TABLE_ROWS_H
#define TABLE_ROWS_H

#include "match/match.h"
#include "table/ids.h"

enum {
    STORE_NAME = 112,  /* bytes of a name */
    STORE_REMOVED = 16 /* people whom the creator of a table has removed from it */
};

enum table_state { TABLE_OPEN, TABLE_RUNNING, TABLE_OVER, TABLE_SUSPENDED };
enum chair_kind { CHAIR_OPEN, CHAIR_PLAYER, CHAIR_COMPUTER };
/* TABLE_RATED becomes TABLE_COUNTED or TABLE_NOT_COUNTED when the result of the game was judged. */
enum table_rated { TABLE_UNRATED, TABLE_RATED, TABLE_COUNTED, TABLE_NOT_COUNTED };
enum player_kind { PLAYER_GUEST, PLAYER_ACCOUNT, PLAYER_BOT };

struct table_row {
    uint64_t id, creator;
    uint64_t rematch, previous; /* the table that follows this one, and the one that it follows; or 0 */
    char game[32];
    int32_t rules, seats;
    char options[GAME_OPTIONS_TEXT];
    char asked[GAME_OPTIONS_TEXT]; /* the options before they were settled; "" before the start */
    char box[32];                  /* or "" */
    char invite[TOKEN_TEXT];
    char key[2 * MATCH_KEY + 1];    /* the match's key in hexadecimal digits; never told to anybody */
    char secret[2 * MATCH_KEY + 1]; /* what the key is made of, with the players' numbers (match/luck.h); told
                                       when the game is over. "": the table has none */
    uint8_t open_to_all, imported;
    uint8_t state; /* enum table_state */
    uint8_t clock; /* enum match_clock */
    uint8_t undo;  /* enum match_undo */
    uint8_t rated; /* enum table_rated */
    uint8_t hints; /* players may ask for hints against other people */
    int32_t clock_seconds, reaction;
    int64_t created, changed;
    /* The summary of a running game, for lists. It lags behind: table_summarise makes it anew. */
    int32_t number;      /* of the public's position */
    uint32_t turn;       /* people who are waited for … */
    int64_t deadline;    /* … and when the first of them runs out of time; 0: never */
    uint32_t asked_back; /* seats that are asked whether moves may be taken back */
    uint32_t winners;
    char reason[128]; /* why it is suspended, or "" */
    uint64_t origin;  /* a hash of the address from which it was made; 0 once it is over or suspended */
    int64_t looked;   /* when somebody last watched it, to a day */
    int32_t revision; /* grows by 1 whenever the table is put */
    char removed[STORE_REMOVED * ID_TEXT]; /* ids of players whom the creator removed, separated by spaces */
    /* The game is about to begin: browsers are asked for the numbers that were pledged (match/luck.h). */
    int64_t drawing;                       /* until when they are waited for; 0: nobody is asked */
    uint32_t drawing_asked;                /* the seats whose number is asked for */
    char silent[GAME_MAX_SEATS * ID_TEXT]; /* ids of players who did not tell theirs: no other is taken */
};

struct chair_row {
    uint64_t table;
    int32_t seat;
    uint8_t kind;  /* enum chair_kind */
    uint8_t level; /* of the computer that plays, or would play */
    uint64_t player;
    int32_t points;                 /* when the table was last written */
    char pledge[2 * MATCH_KEY + 1]; /* the hash of the player's number, or "" */
    char nonce[2 * MATCH_KEY + 1];  /* the number, once it was told, or "" */
    char alias[STORE_NAME];         /* the name of a person at a shared device, or "" */
    int64_t call_ends; /* the others asked an absent player to come back: from then on a computer may take
                          the seat; 0: nobody asked */
    uint64_t stand_in; /* a friend who plays for the absent player, or 0 … */
    char stand_in_name[STORE_NAME]; /* … and what they are called */
};

/* A chair with what is shown of its player. */
struct stored_chair {
    struct chair_row row;
    char name[STORE_NAME]; /* "": the player was deleted */
    uint8_t kind;          /* enum player_kind */
    int32_t rating, games; /* in the table's game; no rating if games is 0 */
    uint64_t owner;        /* of a bot account */
    int64_t holiday;       /* as in struct player_row */
};

struct stored_table {
    struct table_row row;
    struct stored_chair chairs[GAME_MAX_SEATS];
};

#endif
