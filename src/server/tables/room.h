/*
 * room.h: the room around a table in memory: those who watch, what is under way, and how a change is kept.
 *
 * The table itself (table/table.h) changes only by accepting. A change is planned beside it and written to
 * the store as one unit; meanwhile the room is busy and other changes wait. When the unit is kept, the table
 * accepts it, and only then is anybody told. If it is not kept, the room reads what is stored, and the table
 * accepts that.
 */
#ifndef SERVER_TABLES_ROOM_H
#define SERVER_TABLES_ROOM_H

#include "table/plan.h"
#include "server/people/players.h"

struct client;

enum { TABLE_LEFT_MAX = 16 };

/* A client that watches a table. */
struct watcher {
    struct client *client;
    struct room *room;
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

/* A change that is prepared or being written. */
struct change {
    struct plan plan;
    struct unit *unit; /* what else is written: players, ratings */
    struct reply reply;
    struct room *also; /* a new table whose change is in the same unit, or NULL */
    bool unknown;      /* the store does not know whether it was kept, and could not be read since */
};

/* A line of chat. */
struct chat {
    int32_t number, seat;
    uint64_t player;
    int64_t at;
    char *name, *text; /* one block */
};

/* What a bot has answered. It is used when the seat may move, unless the position is another one by then. */
struct answer {
    game_move move;
    int place; /* the position that was asked about … */
    uint32_t round;
};

/*
 * How the room stands with the store. From ROOM_PRESENT on the table is known; in all states but that one
 * requests about it wait.
 */
enum room_state {
    ROOM_ABSENT,      /* there is no such table */
    ROOM_BROKEN,      /* the read failed */
    ROOM_READING,     /* from the store */
    ROOM_PRESENT,     /* nothing is under way */
    ROOM_CATCHING_UP, /* it is read what another node has made of the table */
    ROOM_WRITING,     /* a change is being written */
    ROOM_ASKING,      /* the change was not kept for sure; it is read what is stored */
    ROOM_UNKNOWN      /* that could not be read, and will be tried again */
};

/* What the room knows of the stored table. */
struct room_sync {
    enum room_state state;
    struct change *change;  /* the change that is being written, or NULL */
    struct head_row heard;  /* how far the table has come, as far as other nodes have told … */
    struct head_row sought; /* … and had told when the present read began */
    bool unsure;            /* the store could not say how far it has come when it was last asked */
    bool fresh;             /* it has not been stored yet */
    bool just_read; /* those who waited for the read are told what it found; it is not tried again for them */
    int64_t tried;  /* when it was last read */
};

/* Who is there. */
struct room_company {
    struct watcher *watchers;
    struct elsewhere *elsewhere;  /* watchers at other nodes */
    int64_t gone[GAME_MAX_SEATS]; /* when the seat's player sat down or last stopped to watch it */
    int64_t last;                 /* when a person last watched it or asked about it */
    int64_t asked;                /* the `drawing` of which those who watch here were told */
};

/* What is asked of bots, of the host and of the store. */
struct room_errands {
    uint32_t thinking;                     /* seats with a question to a bot under way */
    uint32_t answered;                     /* seats for which a bot has answered … */
    struct answer answers[GAME_MAX_SEATS]; /* … and what */
    int64_t wakes; /* the host wakes the table at this time, or earlier; 0: it was not asked to */
    int64_t due;   /* since when another node should have let it go on; 0: it need not */
    bool counting; /* the store is asked for what its rating needs */
    bool expiring; /* it may have expired */
};

/* What lists of tables still have to show. */
struct room_lists {
    bool changed;   /* it changed since the last lobby_tick */
    uint64_t *left; /* players who gave up their chairs since then */
    int left_count;
    int64_t put_at; /* when the row was last put */
};

struct room_talk {
    struct chat *lines;
    int count, next; /* next: the number of the next line */
};

/* Clients whose requests wait until the room is not busy. */
struct room_queue {
    uint64_t *waiting;
    int count, capacity;
};

struct room {
    struct server *server;
    uint64_t id;
    int64_t used; /* when it was last needed */
    struct table table;
    struct room_sync sync;
    struct room_company company;
    struct room_errands errands;
    struct room_lists lists;
    struct room_talk talk;
    struct room_queue queue;
};

/* ---- room.c: loading and dropping tables ---- */

/* A new open table without people. It is not stored yet. */
struct room *room_open(struct server *server, const struct table_birth *birth);
/* The table with this id. It may still be being read (see room_is_busy), or be missing. */
struct room *room_get(struct server *server, uint64_t id);
/* Puts an empty table into memory. */
struct room *room_add(struct server *server, uint64_t id);
/* Drops a table from memory. */
void room_close(struct room *room);
/* Drops a table that nobody needs now, even if it was just loaded. */
void room_rest(struct room *room);
/* Stores summaries and drops the tables that nobody needs. Call it about once a second. */
void rooms_tick(struct server *server);
/* Lets a client's request be handled again when the table is not busy. */
void room_wait(struct room *room, uint64_t client);

static inline bool room_is_present(const struct room *room)
{
    return room->sync.state >= ROOM_PRESENT;
}
static inline bool room_is_busy(const struct room *room)
{
    return room->sync.state == ROOM_READING || room->sync.state > ROOM_PRESENT;
}

/* Takes along what the table notes about each person, after chairs have changed. `was`: before that. */
void room_follow_people(struct room *room, const struct stored_table *was);
/* Frees the chairs of a deleted player: computers take them in running games, at open tables they are open.
 */
void rooms_abandon(struct server *server, uint64_t player);
/* Advances the open and running tables of a player, whether they are in memory or not. */
void rooms_advance_of(struct server *server, uint64_t player);
/* Removes the lines of a deleted player from the chats in memory. */
void rooms_forget_words(struct server *server, uint64_t player);
/* Shows a player's new name and kind at their tables. */
void rooms_rename(struct server *server, uint64_t player, const char *name, enum player_kind kind);
/* Notes at a player's tables in memory until when the player is on holiday. */
void rooms_note_holiday(struct server *server, uint64_t player, int64_t until);

/* Notes that a player has given up their chair, for their list of tables. */
void room_note_left(struct room *room, uint64_t player);

/* ---- accept.c: what follows when the table accepts a delta ---- */

/* Lets the table accept a delta that was read, and tells those who watch and follow lists. */
void room_accept(struct room *room, const struct table_delta *delta);
/* The same for the room's own change, which the store has kept. Its client is answered first. */
void room_accept_own(struct room *room);

/* ---- for the files of this folder ---- */

void room_wake_waiting(struct room *room);
/* Removes a line of chat from memory. False if it is not there. */
bool room_drop_chat(struct room *room, int number);
void room_add_chat(struct room *room, const struct chat_row *row);
/* Replaces all lines of chat. */
void room_take_chats(struct room *room, const struct store_answer *answer);

/* ---- newer.c: what other nodes have made of a table ---- */

/* Reads on if another node has come further, as table->heard says. Does nothing to a table that is busy. */
void room_catch_up(struct room *room);
/* Asks the store whether another node has come further. The table is busy meanwhile. */
void room_look(struct room *room);
/* Accepts what is newer in an answer of the store. True if anything was. The caller lets the table go on. */
bool room_take_newer(struct room *room, const struct store_answer *answer);
/* Adds the lines of chat that are new, and tells them. */
bool room_take_lines(struct room *room, const struct store_answer *answer);

/* ---- change.c: how a change is kept ---- */

/* Begins a change of a table that is not busy. Then call change_write or change_drop. */
struct change *change_new(const struct room *room);
/* Takes over a plan. */
struct change *change_of(const struct plan *plan);
void change_drop(struct change *change);
/* Gives a chair to a player, who is stored in the same unit, to a computer or to nobody (plan_seat). */
void change_seat(struct change *change, struct server *server, int seat, enum chair_kind kind,
                 const struct player *player, int level);
/* Writes the change. The reply (may be NULL) is sent when the store has kept it. */
void change_write(struct change *change, struct room *room, struct reply *reply);
/* The same for a change of a table and the first change of a new one, in one unit. */
void change_write_both(struct change *change, struct room *room, struct change *first, struct room *fresh,
                       struct reply *reply);
/* Reads what became of a change whose end is unknown. */
void change_read_back(struct room *room);

/* ---- going.c: what happens by itself ---- */

/* The seats whose player watches, at any node; at a new table its creator is about to. */
uint32_t room_watched(const struct room *room, const struct stored_table *t);
/* Whether the creator of an open table may be there and wait for others. */
bool room_maker_waits(const struct room *room);
/* Does what happens by itself now: chance, computers, clocks, pauses, the end. */
void room_advance(struct room *room);
/* Called by the host at the time for which the table asked. */
void room_woken(struct server *server, uint64_t id);
/* Asks the host to wake the table in time. */
void room_set_wake(struct room *room);

/* ---- telling.c: what watchers get ---- */

void room_tell(struct room *room, enum news news);
/* Tells the question to take moves back, or that it was refused. */
void room_tell_question(struct room *room);
void room_show(struct room *room, struct watcher *watcher, const char *is);
/* Sends the moves after a place, or the whole table if the watcher may not see that place. */
void room_show_rest(struct room *room, struct watcher *watcher, int from);
void room_show_undo(struct room *room, struct watcher *watcher);
void room_tell_chat(struct room *room, const struct chat *chat);
/* Whether a player watches the table now, at any node. */
bool room_is_watched_by(const struct room *room, uint64_t player);
/* The viewer whose view a client gets now; `before` is the one that it had. */
int room_viewer(const struct room *room, const struct client *client, int before);

/* ---- seating.c: members of a Row or a table message ---- */

/* The member `luck`. */
void put_luck(const struct stored_table *, struct text *out);
/* Asks a watcher for their number. */
void room_ask_number(const struct room *, const struct watcher *);
/* What a watcher is told about the table besides the game. */
void put_seating(const struct room *room, const struct watcher *watcher, struct text *out);
void put_chairs(const struct room *room, struct text *out);
void put_player(const struct stored_chair *chair, bool with_rating, struct text *out);
void put_clock(const struct table_row *row, struct text *out);
void put_options(const struct table_row *row, struct text *out);

extern const char *const table_state_names[], *const clock_names[], *const undo_names[];

#endif
