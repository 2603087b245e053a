/*
 * table.h: one table in memory: who sits there, the match, and those who watch.
 *
 * A table changes in one way only. A change is prepared beside the table: the next row, the entries for the
 * match. It is written to the store as one unit; meanwhile the table is busy and other changes wait. When the
 * unit is kept, the table takes the change over, and only then is anybody told. If it is not kept, the table
 * reads what is stored: the table is as before, or as another program has made it.
 */
#ifndef SERVER_TABLES_TABLE_H
#define SERVER_TABLES_TABLE_H

#include "match/luck.h"
#include "match/propose.h"
#include "server/people/players.h"

struct client;

enum {
    TABLE_LEFT_MAX = 16,
    TABLE_LEVEL = 3 /* of a computer that takes a chair for which nobody chose a level */
};

/* A client that watches a table. */
struct watcher {
    struct client *client;
    struct table *table;
    struct watcher *next_of_table, *next_of_client;
    int viewer;   /* whose view it gets: a seat, or GAME_PUBLIC */
    int shown;    /* the place of the last position that it got */
    int paused;   /* the number of the last line that it got in a pause */
    bool settled; /* it got no pause since that position */
};

/* A pending reply: it is sent when the store has kept the change that it confirms. */
struct reply {
    uint64_t client; /* the connection; 0: nobody waits for it */
    int64_t id;      /* of the request */
    char *members;   /* of the answer after "re", or NULL */
};

/* The reason of an open table that ended because nobody sat there any more. */
#define TABLE_LEFT "left"
/* The reasons of tables that the server's owner closed, while they ran or before. */
#define TABLE_CLOSED      "closed"
#define TABLE_CLOSED_OPEN "closed before the start"
/* The reason of a game that ended because nobody looked at it for long. */
#define TABLE_EXPIRED "expired"

/* What watchers are told about a change. */
enum table_news { NEWS_NONE, NEWS_ASKED, NEWS_REFUSED, NEWS_MOVES, NEWS_SEATING, NEWS_ALL, NEWS_UNDONE };

/* A change that is prepared or being written. */
struct change {
    struct stored_table next;    /* the table as it will be … */
    bool puts;                   /* … if it changes more than the match */
    bool seats;                  /* somebody sits down */
    bool ends;                   /* it ends the game */
    struct match *match;         /* it starts the game: this match, which has the entries already, becomes the
                                    table's; else NULL */
    struct match_entry *entries; /* new entries */
    int entry_count;
    struct unit *unit; /* what else is written: players, ratings */
    enum table_news news;
    struct reply reply;
    struct table *also; /* a new table whose change is in the same unit, or NULL */
    bool unknown;       /* the store does not know whether it was kept, and could not be read since */
};

/* A line of chat. */
struct chat {
    int32_t number, seat;
    uint64_t player;
    int64_t at;
    char *name, *text; /* one block */
};

enum table_presence {
    TABLE_READING, /* from the store */
    TABLE_PRESENT,
    TABLE_MISSING,   /* there is no such table */
    TABLE_UNREADABLE /* the read failed */
};

/* What a bot has answered. It is used when the seat may move, unless the position is another one by then. */
struct answer {
    game_move move;
    int place; /* the position that was asked about … */
    uint32_t round;
};

struct table {
    struct server *server;
    uint64_t id;
    enum table_presence presence;
    struct stored_table at;  /* as stored, except that points and turn may be newer */
    const struct game *game; /* NULL if this program does not know it */
    struct match match;      /* its state is NULL before the start */
    struct change *change;   /* the change that is being written, or NULL */
    bool reading;            /* the change was not kept for sure, or another node has changed the table */
    bool unsure;             /* the store could not say how far the table has come when it was last asked */
    struct head_row heard;   /* how far the table has come, as far as other nodes have told … */
    struct head_row sought;  /* … and had told when the present read began */

    struct watcher *watchers;
    struct elsewhere *elsewhere; /* watchers at other nodes */
    int64_t due;                 /* since when another node should have let it go on; 0: it need not */
    struct chat *chats;
    int chat_count, next_chat;

    int64_t drawing_told;                  /* the `drawing` of which those who watch here were told */
    uint32_t thinking;                     /* seats with a question to a bot under way */
    uint32_t answered;                     /* seats for which a bot has answered … */
    struct answer answers[GAME_MAX_SEATS]; /* … and what */
    uint32_t round; /* changes when a place may stand for another position than before */

    uint64_t *waiting; /* clients whose requests wait until the table is not busy */
    int waiting_count, waiting_capacity;

    bool counting;                 /* the store is asked for what its rating needs */
    bool fresh;                    /* it has not been stored yet */
    int64_t there[GAME_MAX_SEATS]; /* when the seat's player sat down or last stopped to watch it */
    int64_t wakes;  /* the host wakes the table at this time, or earlier; 0: it was not asked to */
    bool expiring;  /* it may have expired */
    bool summed;    /* the stored row has what everybody knows of the points and the turn */
    bool listed;    /* it changed since the last lobby_tick */
    uint64_t *left; /* players who gave up their chairs since then */
    int left_count;
    int64_t summed_at;
    int64_t used;    /* when it was last needed */
    int64_t company; /* when a person last watched it or asked about it */
    int64_t tried;   /* when it was last read from the store */
    bool just_read; /* those who waited for the read are told what it found; it is not tried again for them */
};

/* ---- birth.c: how tables begin ---- */

/* What a table is made with. Nothing else of its first row comes from anywhere: a rematch has the birth of
 * the game before it, and none of what happened there. */
struct table_birth {
    const struct game *game; /* under the rules with which it will be played */
    char box[32];            /* the game's box, or "" */
    int32_t seats;
    char options[GAME_OPTIONS_TEXT];
    uint8_t clock; /* enum match_clock */
    uint8_t undo;  /* enum match_undo */
    bool rated, hints, open_to_all, imported;
    int32_t clock_seconds, reaction;
    uint64_t creator, origin;
    uint64_t previous; /* the table that it follows, or 0 */
};

/* A new open table without people. It is not stored yet. */
struct table *table_open(struct server *server, const struct table_birth *birth);
/* What a table was made with. Its options are those that were drawn; its game has the newest rules. */
struct table_birth table_birth_of(const struct table *table);

/* ---- table.c: loading and dropping tables ---- */

/* The table with this id. It may still be being read (see table_is_busy), or be missing. */
struct table *table_get(struct server *server, uint64_t id);
/* Puts an empty table into memory. */
struct table *table_add(struct server *server, uint64_t id);
/* Drops a table from memory. */
void table_close(struct table *table);
/* Drops a table that nobody needs now, even if it was just loaded. */
void table_rest(struct table *table);
/* Stores summaries and drops the tables that nobody needs. Call it about once a second. */
void tables_tick(struct server *server);
/* Lets a client's request be handled again when the table is not busy. */
void table_wait(struct table *table, uint64_t client);

static inline bool table_is_busy(const struct table *t)
{
    return t->change || t->reading || t->presence == TABLE_READING;
}
static inline bool table_has_match(const struct table *t)
{
    return t->match.state != NULL;
}

/* Who plays on a chair: its player, or the friend who stands in. 0: no person. */
uint64_t chair_holder(const struct chair_row *);
/* The seats of a player, also those that a computer plays for them, and those where the player stands in for
 * a friend. A bit each. */
uint32_t table_seats_of(const struct table *table, uint64_t player);
/* Takes along what the table notes about each person, after chairs have changed. `was`: before that. */
void table_follow_people(struct table *table, const struct stored_table *was);
/* Suspends a table in memory, with a reason. Its record stays. */
void table_suspend(struct table *table, const char *reason);
/* Frees the chairs of a deleted player: computers take them in running games, at open tables they are open.
 */
void tables_abandon(struct server *server, uint64_t player);
/* Advances the open and running tables of a player, whether they are in memory or not. */
void tables_advance_of(struct server *server, uint64_t player);
/* Removes the lines of a deleted player from the chats in memory. */
void tables_forget_words(struct server *server, uint64_t player);
/* Shows a player's new name at their tables, and that a guest has an account now. */
void tables_rename(struct server *server, uint64_t player, const char *name, enum player_kind kind);
/* Notes at a player's tables in memory until when the player is on holiday. */
void tables_note_holiday(struct server *server, uint64_t player, int64_t until);

/* Notes that a player has given up their chair, for their list of tables. */
void table_note_left(struct table *table, uint64_t player);

/* ---- for change.c ---- */

/* Makes the table what the store answered. */
void table_take(struct table *table, const struct store_answer *answer);
/* NULL, or why this program cannot play the table. */
const char *table_unplayable(const struct table *table);
/* Drops what has a meaning only in another state of the table. A row goes through this before it is put and
 * after it was read: so nobody answers a question of a game that is over. */
void table_tidy(struct stored_table *);
/* Starts the match of a table's row, without entries. `stored` are all entries that it will accept, or none
 * of a new one: they say which of its computers came later. NULL, or a message for the user. */
const char *table_start_match(const struct server *, const struct stored_table *, const struct game *,
                              const struct match_entry *stored, int count, struct match *);
void table_wake_waiting(struct table *table);
/* Removes a line of chat from memory. False if it is not there. */
bool table_drop_chat(struct table *table, int number);
void table_add_chat(struct table *table, const struct chat_row *row);
/* Replaces all lines of chat. */
void table_take_chats(struct table *table, const struct store_answer *answer);

/* ---- newer.c: what other nodes have made of a table ---- */

/* Reads on if another node has come further, as table->heard says. Does nothing to a table that is busy. */
void table_catch_up(struct table *table);
/* Asks the store whether another node has come further. The table is busy meanwhile. */
void table_look(struct table *table);
/* Takes over what is newer in an answer of the store. True if anything was. The caller lets the table go on.
 */
bool table_take_newer(struct table *table, const struct store_answer *answer);
/* Adds the lines of chat that are new, and tells them. */
bool table_take_lines(struct table *table, const struct store_answer *answer);
/* Whether the public has learned nothing since there were `before` moves: lists must not show it then. */
bool table_is_secret(const struct table *table, int before, enum table_news news);
/* Whether a list of entries has a move or an undo: these answer the question to take moves back. */
bool entries_move(const struct match_entry *, int count);

/* ---- change.c: how a table changes ---- */

/* Prepares a change of a table that is not busy. Then call change_write or change_drop. */
struct change *change_new(const struct table *table);
void change_drop(struct change *change);
/* Gives a chair to a player, to a computer or to nobody. `player` may be NULL; level 0 keeps the level. */
void change_seat(struct change *change, struct server *server, int seat, enum chair_kind kind,
                 const struct player *player, int level);
/* Nobody is asked to come back to the seat, and no friend plays there. */
void change_free_stand_in(struct change *change, int seat);
/* Makes the match with which the game begins, without entries. NULL, or a message for the user. */
const char *change_start_match(struct change *change, const struct table *table);
/* Starts the game: settles the options, makes the first draws. NULL, or a message for the user. */
const char *change_start(struct change *change, struct table *table);
/* Puts a proposal into the change. If it ends the game, points and ratings are added. */
void change_propose(struct change *change, const struct table *table, const struct match_proposal *proposal);
/*
 * Ends an open table at which nobody sits any more, if its creator is the one who leaves or is not connected.
 * A creator who is connected may wait for others. Returns whether the table ends.
 */
bool change_end_open(struct change *change, struct server *server, uint64_t leaver);
/* Writes the change. The reply (may be NULL) is sent when the store has kept it. */
void change_write(struct change *change, struct table *table, enum table_news news, struct reply *reply);

/* The same for a change of a table and the first change of a new one, in one unit. */
void change_write_both(struct change *change, struct table *table, struct change *first, struct table *fresh,
                       struct reply *reply);

/* ---- drawing.c: the numbers of people's browsers (match/luck.h) ---- */

/*
 * That numbers are asked for, and those that were told, are in the table's row. So people at every node are
 * asked and answer at theirs, and the node that gets the last number starts the game.
 */

/* Binds a player, who sits there, to the number with this hash. Nothing changes if the player was silent. */
void drawing_pledge(struct change *, uint64_t player, const char *pledge);
/* Whether a player did not tell their number when the game was to begin: no other one is taken then. */
bool drawing_is_silent(const struct stored_table *, uint64_t player);
/* The seats of a table whose pledged numbers must be told before the start: those of people who watch, at any
 * node, and the one of the creator of a new table, who is about to. */
uint32_t drawing_asks(const struct table *, const struct stored_table *);
/* Asks for them: at once, or with other nodes after a while in which these add people who watch there. */
void drawing_begin(struct change *, const struct server *, uint32_t seats);
/* Puts the number that a player's browser tells into the change. False if the player was not asked for it. */
bool drawing_take(struct change *, uint64_t player, const char *number, int64_t now);
/* Whether numbers are asked for now. */
bool drawing_asks_now(const struct stored_table *, int64_t now);
/* Whether all numbers that were asked for are there. */
bool drawing_has_all(const struct stored_table *);
/* Ends the asking if the change gives a chair to somebody else. */
void drawing_follow_seats(struct change *, const struct table *);
/* Asks those who watch here; starts the game if all numbers have come; gives up if one is late. True if the
 * table changes. */
bool drawing_go_on(struct table *);
/* When drawing_go_on has something to do, or MATCH_NEVER. */
int64_t drawing_wake(const struct table *);
/* Asks a watcher for their number. */
void drawing_show(const struct table *, const struct watcher *);
/* Makes the key from the secret and the numbers. */
void drawing_mix(struct stored_table *);
/* The member `luck` of a table message. */
void put_luck(const struct stored_table *, struct text *out);
/* The lines of a table's record that are about its luck. */
enum { DRAWING_NOTES = 1024 + GAME_OPTIONS_TEXT };
void drawing_notes(const struct stored_table *, char out[DRAWING_NOTES]);
/* Reads what became of a change whose end is unknown. */
void change_read_back(struct table *table);

/* ---- going.c: what happens by itself ---- */

/* Whether an open table has a chair that may become free by itself. */
bool table_may_free_chairs(const struct table *table);
/* Does what happens by itself now: chance, computers, clocks, pauses, the end. */
void table_advance(struct table *table);
/* Called by the host at the time for which the table asked. */
void table_woken(struct server *server, uint64_t id);
/* How long an open table keeps the chair of a player who does not watch it any more, in milliseconds. */
int64_t table_keeps_seats(const struct table *table);
/* Asks the host to wake the table in time. */
void table_set_wake(struct table *table);

/* ---- summary.c: points and turns for lists ---- */

/* Puts the points and turn that everybody knows into a row. True if the row was older. */
bool table_summarise(const struct match *match, int64_t now, struct stored_table *out);
/* Whether a summary should be stored now. That depends only on what everybody knows. */
bool summary_is_due(const struct table *, int64_t now);
void summary_write(struct table *);

/* ---- telling.c: what watchers get ---- */

void table_tell(struct table *table, enum table_news news);
void table_show(struct table *table, struct watcher *watcher, const char *is);
/* Sends the moves after a place, or the whole table if the watcher may not see that place. */
void table_show_rest(struct table *table, struct watcher *watcher, int from);
void table_show_undo(struct table *table, struct watcher *watcher);
void table_tell_chat(struct table *table, const struct chat *chat);
/* Whether a player watches the table now, at any node. */
bool table_is_watched_by(const struct table *table, uint64_t player);
/* The viewer whose view a client gets now; `before` is the one that it had. */
int table_viewer(const struct table *table, const struct client *client, int before);

/* ---- seating.c: members of a Row or a table message ---- */

/* What a watcher is told about the table besides the game. */
void put_seating(const struct table *table, const struct watcher *watcher, struct text *out);
void put_chairs(const struct table *table, struct text *out);
void put_player(const struct stored_chair *chair, bool with_rating, struct text *out);
void put_clock(const struct table_row *row, struct text *out);
void put_options(const struct table_row *row, struct text *out);

extern const char *const table_state_names[], *const clock_names[], *const undo_names[];

#endif
