/*
 * table.h: one table in memory: who sits there, the match, and those who watch.
 *
 * A table changes in one way only. A change is prepared beside the table: what its row will be, which entries
 * the match gets. It is written to the store as one unit; meanwhile the table is busy and other changes wait.
 * When the unit is kept the table takes the change over, and only then is anybody told. If it is not kept the
 * table reads what is stored, and is as before or as somebody else has made it.
 */
#ifndef SERVER_TABLES_TABLE_H
#define SERVER_TABLES_TABLE_H

#include "match/propose.h"
#include "server/people/players.h"

struct client;

/* A client that watches a table. */
struct watcher {
    struct client *client;
    struct table *table;
    struct watcher *next_of_table, *next_of_client;
    int viewer;   /* whose view it gets: a seat, or GAME_PUBLIC */
    int shown;    /* place up to which it was shown the game */
    int paused;   /* number up to which it was shown lines in a pause */
    bool settled; /* the position at `shown` is the last it was told of (there was no pause since) */
};

/* An answer that waits until the store has what it promises. */
struct reply {
    uint64_t client; /* connection; 0: nobody */
    int64_t id;      /* of the request */
    char *members;   /* of the answer after "re", or NULL */
};

/* The reason of a table that was suspended before its game began, because nobody sat there any more. */
#define TABLE_LEFT "left"

/* What watchers are told of a change. */
enum table_news { NEWS_NONE, NEWS_MOVES, NEWS_SEATING, NEWS_ALL, NEWS_UNDONE };

/* A change that is prepared or being written. */
struct change {
    struct stored_table next; /* the table as it will be … */
    bool puts;                /* … if it changes more than the match */
    bool seats;               /* somebody sits down */
    bool ends;                /* the game is over with it */
    bool begins;              /* `match`, which has the entries already, is the table's from now on */
    struct match match;
    struct match_entry *entries; /* after those of the match (of `match`, if it begins) */
    int entry_count;
    struct unit *unit; /* what else is written with it: players, ratings */
    enum table_news news;
    struct reply reply;
};

/* A line of talk. */
struct chat {
    int32_t number, seat;
    int64_t at;
    char *name, *text; /* one block */
};

enum table_presence {
    TABLE_READING, /* from the store */
    TABLE_PRESENT,
    TABLE_MISSING,   /* there is no such table */
    TABLE_UNREADABLE /* the store could not say */
};

/* Who asks to take back what, and who agrees. */
struct undo_question {
    bool asked;
    int place, seat;
    uint32_t yes; /* seats */
};

struct table {
    struct server *server;
    uint64_t id;
    enum table_presence presence;
    struct stored_table at;  /* as stored, with points and turn brought up to date for lists */
    const struct game *game; /* NULL if this program does not know it */
    struct match match;      /* without a state before the start */
    struct change *change;   /* that is being written; the table is busy */
    bool reading;            /* the store is asked what became of it */

    struct watcher *watchers;
    struct chat *chats;
    int chat_count, next_chat;

    struct undo_question undo;
    uint32_t thinking; /* seats for which a bot has been asked and has not answered */
    uint32_t round;    /* a place may be another position than in an earlier round */

    uint64_t *waiting; /* clients whose requests wait until it is not busy */
    int waiting_count, waiting_capacity;

    bool summed; /* the stored row has the present points and turn */
    bool listed; /* it changed since those who follow lists were told */
    int64_t summed_at;
    int64_t used;    /* when it was last needed */
    int64_t company; /* when a person last watched it or asked about it */
    int64_t tried;   /* when it was last read from the store */
};

/* ---- table.c: tables come and go ---- */

/* The table, which may still be read from the store (see table_is_busy) or turn out to be missing. */
struct table *table_get(struct server *server, uint64_t id);
/* A table that is not stored yet. `row` is complete but for its id, invitation, key and times. */
struct table *table_new(struct server *server, const struct table_row *row, const struct game *game);
/* Forgets a table that nobody needs. */
void table_close(struct table *table);
/* Forgets the tables that nobody needs; to be called about once a second. */
void tables_tick(struct server *server);
/* A client's request is to be tried again when the table is not busy. */
void table_wait(struct table *table, uint64_t client);

static inline bool table_is_busy(const struct table *t)
{
    return t->change || t->reading || t->presence == TABLE_READING;
}
static inline bool table_has_match(const struct table *t)
{
    return t->match.state != NULL;
}

/* Seats of a player, a bit each; those it plays itself and those a computer plays for it. */
uint32_t table_seats_of(const struct table *table, uint64_t player);
/* Takes a table out of play in memory, with a reason; its record stays. */
void table_suspend(struct table *table, const char *reason);
/* A player is gone for good: its chairs go to computers, at open tables to whoever comes. */
void tables_abandon(struct server *server, uint64_t player);
/* A player has another name. */
void tables_rename(struct server *server, uint64_t player, const char *name);

/* ---- for change.c ---- */

/* Makes the table what the store answered. */
void table_take(struct table *table, const struct store_answer *answer);
struct match_terms table_terms(const struct stored_table *);
/* A match without entries for a table's row. A message for the user, or NULL. */
const char *table_start_match(const struct server *, const struct stored_table *, const struct game *,
                              struct match *);
void table_wake_waiting(struct table *table);
void table_add_chat(struct table *table, const struct chat_row *row);

/* ---- change.c: how a table changes ---- */

/* Prepares a change of a table that is not busy. It is written, or dropped. */
struct change *change_new(const struct table *table);
void change_drop(struct change *change);
/* Puts somebody (or nobody: NULL) on a chair. */
void change_seat(struct change *change, struct server *server, int seat, enum chair_kind kind,
                 const struct player *player, int level);
/* Starts the game: settles the options and draws what chance draws first. A message for the user, or NULL. */
const char *change_start(struct change *change, struct table *table);
/* Takes over what the match proposes; if that ends the game, with all that this brings. */
void change_propose(struct change *change, const struct table *table, const struct match_proposal *proposal);
/*
 * Ends an open table at which nobody sits any more, if the player who leaves it made it or its maker is not
 * connected: one whose maker is there may wait for others. Returns whether it did.
 */
bool change_end_open(struct change *change, struct server *server, uint64_t leaver);
/* Writes it; the reply (may be NULL) is sent when it is kept. */
void change_write(struct change *change, struct table *table, enum table_news news, struct reply *reply);

/* ---- going.c: what goes on by itself ---- */

/* Lets go on what goes on by itself: chance, computers, clocks, pauses, the end. */
void table_advance(struct table *table);
/* It is the time for which the table asked to be woken. */
void table_woken(struct server *server, uint64_t id);
/* Brings points and turn in a row up to date, as all know them. True if moves had been made since. */
bool table_summarise(const struct match *match, int64_t now, struct stored_table *out);

/* ---- telling.c: what watchers get ---- */

void table_tell(struct table *table, enum table_news news);
void table_show(struct table *table, struct watcher *watcher, const char *is);
/* The rest after a place, if that is possible. */
void table_show_rest(struct table *table, struct watcher *watcher, int from);
void table_show_undo(struct table *table, struct watcher *watcher);
void table_tell_undo(struct table *table);
void table_tell_chat(struct table *table, const struct chat *chat);
/* The viewer with whose view a client looks at the table now; `before` is the one it had. */
int table_viewer(const struct table *table, const struct client *client, int before);

/* Members of a Row or a table message. */
void put_chairs(const struct table *table, struct text *out);
void put_player(const struct stored_chair *chair, bool with_rating, struct text *out);
void put_clock(const struct table_row *row, struct text *out);
void put_options(const struct table_row *row, struct text *out);

extern const char *const table_state_names[], *const clock_names[], *const undo_names[];

#endif
