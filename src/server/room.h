/*
 * room.h: one table in memory: its chairs, its game, its clocks and those who watch.
 *
 * What happens at a table happens in this order: it is tried on the game in memory, written to the store, and
 * only when that is on the disk answered and shown. Meanwhile the room is busy and other changes wait; if the
 * store fails, the room goes back to what is stored. Positions are only ever made by replaying moves.
 */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include "server/play.h"
#include "server/players.h"

struct client;

/* A client that watches a room. */
struct watcher {
    struct client *client;
    struct room *room;
    struct watcher *next_of_room, *next_of_client;
    int eye;      /* whose view it gets: a seat, or GAME_PUBLIC */
    int shown;    /* place up to which it was shown the game */
    int paused;   /* number up to which it was shown lines in a pause */
    bool settled; /* the position at `shown` is the last it heard of (there was no pause since) */
};

/* An answer that waits until the store has what it promises. */
struct later {
    uint64_t client; /* connection; 0: nobody */
    int64_t id;      /* of the request */
    char *body;      /* members of the answer after "re", or "" */
};

/* The reason of a table that was suspended before its game began, because nobody sat there any more. */
#define ROOM_LEFT "left"

enum room_news { NEWS_NONE, NEWS_MOVES, NEWS_SEATING, NEWS_ALL, NEWS_UNDONE };

/*
 * The pause after a move to which somebody might react: everybody but who is asked is shown the game up to
 * `from` and lines after it. Each that might react, as all know, has its time, one after the other: who is
 * asked at once would learn that nobody before it was.
 */
struct room_pause {
    bool on;
    int from;
    int turn;       /* the seat whose time it is … */
    int64_t until;  /* … until then, by steady_ms */
    uint32_t seats; /* those whose time comes after it */
    int each;       /* milliseconds for one of them */
};

struct room {
    struct server *server;
    const struct game *game; /* NULL if this program does not know it */
    struct store_table table, stored;
    struct player *players[GAME_MAX_SEATS];
    struct play play; /* without a state before the start */
    int rows, stored_rows;
    int committed; /* moves of play that are stored */
    bool busy, closed;
    enum room_news news; /* what is to be told after the commit */
    struct later later;
    uint64_t *waiting; /* clients whose requests wait until it is not busy */
    int waiting_count, waiting_room;
    struct watcher *watchers;

    struct room_pause pause, stored_pause; /* now, and when it was last stored */
    uint32_t no_reaction;                  /* seats that want none in this turn */
    int mover;                             /* who made the last move that was no reaction */

    int64_t spent[GAME_MAX_SEATS];   /* by a clock per game: used up before the present decision */
    int64_t since[GAME_MAX_SEATS];   /* from when on the clock runs, by steady_ms; 0: it does not … */
    int64_t thought[GAME_MAX_SEATS]; /* … and how long it ran before in the present decision */

    struct {
        bool asked;
        int to, seat;
        uint32_t yes; /* seats */
    } undo;

    uint32_t thinking; /* seats for which a bot has been asked and has not answered */
    uint32_t round;    /* a place may be another position than in an earlier round */

    bool summed;       /* the table's row in the store has its present points and turn */
    int64_t summed_at; /* by steady_ms */

    bool listed; /* it changed since those who follow lists were told */
    int chats;   /* lines stored */
    uv_timer_t timer;
    int64_t used;  /* when somebody last needed it */
    int64_t tried; /* when it was last read from the store, by steady_ms */
};

/* ---- room.c: tables come and go ---- */

/*
 * The room of a table, replayed from the store if need be. NULL if there is no such table. A table that
 * cannot be replayed now (its box is missing, the disk cannot be read) is suspended in memory alone, and
 * tried again.
 */
struct room *room_get(struct server *server, uint64_t table);
/* A room for a new table. `table` is complete but for its id, invitation and times. Nothing is stored yet. */
struct room *room_new(struct server *server, const struct store_table *table, const struct game *game);
/* Forgets a room that nobody needs. */
void room_close(struct room *room);
/* Forgets the rooms that nobody needs; to be called about once a second. */
void rooms_tick(struct server *server);

/* Puts somebody (or nobody: NULL) on a chair. */
void room_seat(struct room *room, int seat, enum chair_kind kind, struct player *player, int level);
/* Seats of a player, a bit each; those it plays itself and those a computer plays for it. */
uint32_t room_seats_of(const struct room *room, const struct player *player);
/*
 * Ends an open table at which nobody sits any more, if who leaves it made it or who made it is not connected:
 * one whose maker is there may wait for others. Returns whether it did. Not committed yet.
 */
bool room_end_open(struct room *room, const struct player *leaver);
bool room_computer_plays(const struct room *room, int seat);

/* Writes what changed since the last commit; `later` (may be NULL) is answered then. */
void room_commit(struct room *room, enum room_news news, const struct later *later);
/* Brings the points and the turn in `table` up to date, as all know them. True if moves had been made since.
 */
bool room_summary(struct room *room);
/* Who wins when those who resigned cannot. */
uint32_t room_winners(const struct room *room, uint32_t winners, const int points[]);
/* A request of this client is to be tried again when the room is not busy. */
void room_wait(struct room *room, uint64_t client);
/* Takes a table out of play, with a reason; its record stays. */
void room_suspend(struct room *room, const char *reason);

/* ---- room_play.c: what happens in a game ---- */

/* Starts the game: settles the options. A message for the user, or NULL. */
const char *room_start(struct room *room);
/* Makes a legal move of a seat and all that follows by itself. The room is not committed yet. */
void room_move(struct room *room, int seat, game_move move);
/* Lets go on what goes on by itself: chance, computers, clocks, pauses. */
void room_advance(struct room *room);
/* Does so again in that many milliseconds at the latest. */
void room_wake(struct room *room, int64_t ms);
/* Whether a seat is really asked for a reaction in the present pause; a bit for each that is. */
bool room_asked(const struct room *room, int seat);
uint32_t room_all_asked(const struct room *room);
/* Milliseconds until the pause is over if nobody reacts. */
int64_t room_pause_left(const struct room *room);
/* Begins the pause after the last move that all know of again, if that was one to react to. */
void room_pause_again(struct room *room);
/* The place that a seat may go back to at once, or -1. */
int room_undo_at_once(const struct room *room, int seat);
/* The place before a seat's last move, if it may go back there at once; else -1. */
int room_undo_step(const struct room *room, int seat);
/* Goes back to a place. Not committed yet. */
void room_undo(struct room *room, int to);
/* Milliseconds left on a seat's clock at a time by steady_ms, -1 without one. */
int64_t room_clock(const struct room *room, int seat, int64_t now);
/* A change of who plays a seat; clocks and bots follow. */
void room_reseat(struct room *room);

/* ---- room_show.c: what watchers get ---- */

/* The place up to which a viewer may be shown the game. */
int room_horizon(const struct room *room, int viewer);
void room_tell(struct room *room, enum room_news news);
void room_show_table(struct room *room, struct watcher *watcher, const char *is);
/* The rest after a place, if that is possible. */
void room_show_rest(struct room *room, struct watcher *watcher, int from);
void room_show_chairs(struct room *room, struct text *out);
void room_show_undo(struct room *room, struct watcher *watcher);
void room_tell_undo(struct room *room);
void room_show_chat(struct room *room, const struct store_chat *chat);
void show_clock(const struct store_table *table, struct text *out);
void show_options(const struct store_table *table, struct text *out);
/* The eye with which a client looks at the room now. */
int room_eye(const struct room *room, const struct client *client, int before);
/* The position at a place; choose: with legal moves, if the viewer is to move. */
void room_show_position(const struct room *room, int viewer, int place, bool present, struct text *out);

extern const char *const table_state_names[], *const clock_names[], *const undo_names[];

#endif
