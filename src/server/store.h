/*
 * store.h: the port behind which tables, players and ratings are kept.
 *
 * Reads and writes answer by a call on the caller's thread, before or after `read` or `write` has returned. A
 * read that failed is not a read that found nothing. A unit of writes is kept whole or not at all, or its end
 * is unknown (the disk failed during the commit): then the caller reads back before it answers anybody.
 *
 * Several programs may use one store. So the store refuses a unit with an entry whose number is taken, and
 * one that puts a table whose revision is not the next or a player who is not there any more: somebody else
 * was faster. The caller reads on and decides again.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "table/rows.h"
#include "server/base/metrics.h"

enum {
    STORE_SETTINGS = 2048,
    STORE_LIST = 50,
    STORE_CHATS = 500,
    STORE_IDS = 64,
    STORE_SHUNNED = 50,  /* people whom one player has muted, or blocked */
    STORE_HEADS = 500,   /* tables of one STORE_NEWS */
    STORE_REPORT = 1216, /* bytes of a line of chat, and of what a report says */
    STORE_ROWS = 1000
};

enum ban_kind { BAN_OUT, BAN_MUTE };

/* ---- rows; store/columns.c says how they are stored ---- */

struct entry_row {
    uint64_t table;
    int32_t number;
    char actor[2];
    char move[GAME_MOVE_TEXT];
    int64_t at;
};

struct chat_row {
    uint64_t table;
    int32_t number, seat;
    uint64_t player;
    char name[STORE_NAME];
    char text[STORE_REPORT];
    int64_t at;
};

struct player_row {
    uint64_t id, owner; /* owner: the account that made a bot */
    uint8_t kind;       /* enum player_kind */
    char name[STORE_NAME];
    char key[STORE_NAME]; /* the name as names are compared; "" for guests */
    char password[128];   /* as crypto_pwhash_str writes it; "" if there is none */
    char settings[STORE_SETTINGS + 1];
    int64_t created;
    int64_t seen; /* when the player was last connected, to a day; only unit_see_player changes it */
    /* Ids of other players as text, separated by spaces: */
    char muted[STORE_SHUNNED * ID_TEXT], blocked[STORE_SHUNNED * ID_TEXT];
    int64_t holiday;  /* until when the player's clocks in slow games stand still, or 0 */
    char language[8]; /* for messages outside the page, or "" */
};

struct token_row {
    char hash[TOKEN_TEXT];
    uint64_t player;
    int64_t made;
    char agent[128]; /* the browser that it was given to, as the browser names itself */
};

/* A code that can be used once, instead of a password. */
struct code_row {
    char hash[TOKEN_TEXT];
    uint64_t player;
    int64_t until; /* 0: for ever */
};

/* What the server's owner has decided: somebody may not come in, or may not chat. */
struct ban_row {
    uint64_t id;
    uint8_t kind;        /* enum ban_kind */
    uint64_t player;     /* or 0 … */
    char range[64];      /* … and a range of addresses */
    int64_t made, until; /* until 0: for ever */
    char reason[256];
};

/* The owner's acts. */
struct audit_row {
    uint64_t id;
    int64_t at;
    char who[64]; /* a user of the machine */
    char act[32];
    char about[512];
};

/* A setting that the owner can change while the server runs. */
struct value_row {
    char name[32];
    char value[1024];
};

/* A player's rating in one game with one number of seats (people/glicko.h). */
struct rating_row {
    uint64_t player;
    char game[32];
    int32_t seats;
    int32_t rating, deviation; /* hundredths */
    int32_t volatility;        /* millionths */
    int32_t games;
    int64_t at; /* of the last game */
};

/*
 * What one game did to one player's rating. (player, game, seats, number) is unique and counts without gaps,
 * like the entries of a match: of two programs that count two games of a player at the same time, one is
 * refused and counts again from the new rating.
 */
struct result_row {
    uint64_t table;
    int32_t seat;
    uint64_t player;
    char game[32];
    int32_t seats, number; /* number: from 1 */
    int64_t at;
    int32_t rating, deviation, volatility; /* after the game, as in rating_row */
    int32_t place;                         /* from 1; equal results share it */
    int32_t gain;                          /* hundredths */
};

/* Where a player's browser takes messages (Web Push). */
struct push_row {
    char hash[TOKEN_TEXT]; /* of the address */
    uint64_t player;
    char address[512];
    char key[96], secret[32]; /* of the browser, in base64url */
    int64_t made;
    char language[8];
};

/* ---- rows that are only read ---- */

/* How often two players met in rated games of one kind lately. */
struct pair_row {
    uint64_t a, b;
    int32_t games;
};

/* The finished games of a player, or of one against another. */
struct tally_row {
    char game[32];
    int32_t seats, games, wins, losses; /* losses: only against another */
};

/* A place in a ranking. */
struct rank_row {
    struct rating_row rating;
    char name[STORE_NAME];
    uint8_t kind; /* enum player_kind */
};

/* Somebody tells the owner of the server about a line of chat or a table. */
struct report_row {
    uint64_t id;
    int64_t made;
    uint64_t reporter; /* 0: a player who was deleted since */
    uint64_t table;
    int32_t line;             /* the line's number, or -1: the table as a whole */
    uint64_t accused;         /* who wrote the line, or 0 */
    char words[STORE_REPORT]; /* the line, or "" */
    char text[STORE_REPORT];  /* what the reporter says about it */
};

/* ---- writes ---- */

struct unit;

struct unit *unit_new(void);
/* The store refuses the unit if the revision is not the next after the stored one. */
void unit_put_table(struct unit *, const struct table_row *, const struct chair_row chairs[]);
/* The same for a new table: the store refuses the unit if the id is taken. */
void unit_new_table(struct unit *, const struct table_row *, const struct chair_row chairs[]);
void unit_add_entries(struct unit *, uint64_t table, const struct match_entry *, int count);
/* Keeps only the last STORE_CHATS lines of a table. */
void unit_add_chat(struct unit *, const struct chat_row *);
/* The store refuses the unit if the player is not there: whoever was deleted stays so. */
void unit_put_player(struct unit *, const struct player_row *);
/* The same for a new player. A row that is there is changed: two nodes may store a new guest. */
void unit_new_player(struct unit *, const struct player_row *);
/* Notes when a player was last connected. */
void unit_see_player(struct unit *, uint64_t player, int64_t at);
/* Removes a player with their tokens, ratings, lines of chat and the reports about these. Tables and entries
 * stay. */
void unit_drop_player(struct unit *, uint64_t player);
/* Removes the guests who were last connected before a time and never had a chair at a table that is kept. */
void unit_drop_guests(struct unit *, int64_t before);
void unit_add_report(struct unit *, const struct report_row *);
void unit_put_token(struct unit *, const struct token_row *);
void unit_drop_token(struct unit *, const char *hash);
void unit_drop_tokens(struct unit *, uint64_t player);
/* Keeps only the last `keep` tokens of a player. */
void unit_trim_tokens(struct unit *, uint64_t player, int keep);
void unit_put_rating(struct unit *, const struct rating_row *);
/* The store refuses the unit if the table's result for the seat, or the player's result with this number, is
 * there already. */
void unit_add_result(struct unit *, const struct result_row *);
void unit_put_push(struct unit *, const struct push_row *);
void unit_drop_push(struct unit *, const char *hash);
/* Removes one line of chat. */
void unit_drop_chat(struct unit *, uint64_t table, int number);
void unit_put_code(struct unit *, const struct code_row *);
/* If the code is not there any more, the unit is refused. */
void unit_drop_code(struct unit *, const char *hash);
void unit_drop_codes(struct unit *, uint64_t player);
void unit_put_ban(struct unit *, const struct ban_row *);
void unit_drop_ban(struct unit *, uint64_t id);
void unit_add_audit(struct unit *, const struct audit_row *);
void unit_put_value(struct unit *, const struct value_row *);
/* Adds the writes of another unit, which is freed. */
void unit_join(struct unit *, struct unit *other);
void unit_free(struct unit *);

enum store_end { STORE_KEPT, STORE_REFUSED, STORE_UNKNOWN };
typedef void store_written(void *context, enum store_end end);

/* ---- reads ---- */

enum store_found { STORE_FOUND, STORE_NONE, STORE_FAILED };

enum store_question {
    STORE_TABLE,   /* id: the table, its chairs, all entries and chats */
    STORE_ENTRIES, /* id, from: the entries from a number on, perhaps none */
    STORE_SINCE,   /* id, from, lines: the table, its chairs, entries and chats from these numbers on */
    STORE_NEWS,    /* ids: struct head_row of these tables, at most STORE_HEADS */
    STORE_OPEN,    /* lists of tables with their chairs, latest first, below the id `from`, … */
    STORE_LIVE,
    STORE_FINISHED,
    STORE_MINE,     /* id: … of a player */
    STORE_CLOCKED,  /* ids of running tables with a clock below the id `from`, latest first */
    STORE_OLD_OPEN, /* id, from: ids above `id` of open tables that did not change since the time `from` */
    STORE_OLD_LIVE, /* the same of running tables, at which nobody looked since then either */
    STORE_COUNT,    /* id, from: how many tables are open or running: of a player, of an origin, of all */
    STORE_SEATED,   /* id, from: at how many open tables a player has a chair; the player `from`, or none */
    STORE_PLAYER,   /* id */
    STORE_BY_NAME,  /* text: the key of a name */
    STORE_BY_TOKEN, /* text: the hash of a token */
    STORE_BOTS,     /* id: the ids of an account's bots */
    /* What only owners and accounts ask about themselves. All but the first answer with `rows`. */
    STORE_ALL,     /* id: all tables of a state with their chairs, latest first, below the id `from` */
    STORE_BANS,    /* struct ban_row */
    STORE_AUDIT,   /* struct audit_row, latest first */
    STORE_VALUES,  /* struct value_row */
    STORE_CODE,    /* text: struct code_row of a hash, or none */
    STORE_TOKENS,  /* id: struct token_row of a player, latest first */
    STORE_OWNED,   /* id: struct player_row of an account's bots */
    STORE_REPORTS, /* struct report_row, latest first */
    STORE_EXPORT,  /* id: all that is stored about a player */
    /* For ratings and profiles. */
    STORE_TO_COUNT,  /* ids of finished tables with TABLE_RATED */
    STORE_RATED,     /* id: a table, the ratings of its players in its kind of game, and struct pair_row: how
                        often they met in rated games of any kind since the time `from` */
    STORE_PROFILE,   /* id: a player and their ratings; struct tally_row of their finished games */
    STORE_MEETINGS,  /* id, from: struct tally_row of one player against another */
    STORE_RESULTS,   /* id, text: struct result_row of a player in a game, latest first */
    STORE_RANKING,   /* from, text: struct rank_row of those with a rating in a game with `from` seats, best
                        first */
    STORE_SEARCH,    /* id, from, text: public finished tables of a player below the id `from` in a game ("":
                        in any) */
    STORE_OF_GAME,   /* from, text: the same of all players, in a game */
    STORE_GOING,     /* id, from: the ids of open and running tables with a chair of a player, latest first */
    STORE_PUSHES,    /* id: struct push_row of a player */
    STORE_UNFINISHED /* id, from: open and running tables of a player, and rematches of their games that have
                        not begun, below the id `from`, latest first */
};

struct store_query {
    enum store_question what;
    uint64_t id, from;
    const char *text;
    int32_t lines;
    const uint64_t *ids;
    int id_count;
    uint64_t payer; /* the address on whose account a long search goes, see limits_key; or 0 */
};

/* How far a table has come. */
struct head_row {
    uint64_t table;
    int32_t revision, entries, chats; /* entries and chats: the number of the next one */
};

/* Members that the question did not ask for are 0 or NULL. */
struct store_answer {
    enum store_found found;
    struct stored_table *tables;
    int table_count;
    int seated; /* the table whose chair was read last */
    struct match_entry *entries;
    int entry_count;
    struct chat_row *chats; /* oldest first */
    int chat_count;
    struct player_row player;
    uint64_t ids[STORE_IDS];
    int count;
    void *rows; /* of the type that the question names */
    int row_count;
    int of_origin, of_all; /* of STORE_COUNT */
    /* of STORE_EXPORT, besides tables (those with a chair of the player), chats, ids of bots and struct
     * push_row as `rows`: */
    struct token_row *tokens;
    int token_count;
    struct rating_row *ratings;
    int rating_count;
    struct report_row *reports;
    int report_count;
    struct result_row *results;
    int result_count;
};

/* The answer is valid only during the call. */
typedef void store_read(void *context, const struct store_answer *answer);

/* For /metrics. */
struct store_figures {
    uint64_t commits, units, failed;
    struct histogram commits_took;
    size_t waiting;
    bool broken; /* the last transaction or the last read failed */
};

/* ---- the port ---- */

struct store {
    void *me;
    void (*read)(void *me, const struct store_query *, store_read *, void *context);
    /* The store takes ownership of the unit. */
    void (*write)(void *me, struct unit *, store_written *, void *context);
    void (*figures)(void *me, struct store_figures *);
};

#endif
