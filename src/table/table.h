/*
 * table.h: one table: who sits there, on what terms, and the match.
 *
 * A table changes in one way only: it accepts deltas. A proposal (draft.h) changes nothing and returns the
 * delta that an act would bring. The host keeps it as one unit; then the table accepts it. What another
 * program has written and what was stored long ago are accepted the same way. So a table is a function of
 * what is stored, and only table_accept says what has become known by it.
 *
 *     open ──────► running ──────► over
 *       └─────────────┴──────────► suspended       table_may (may.h) says who may do what in each state
 *
 * There is no I/O here, no clock and no chance: the caller hands in times and random numbers.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/rows.h"

/* The reason of an open table that ended because nobody sat there any more. */
#define TABLE_LEFT "left"
/* The reasons of tables that the server's owner closed, while they ran or before. */
#define TABLE_CLOSED      "closed"
#define TABLE_CLOSED_OPEN "closed before the start"
/* The reason of a game that ended because nobody looked at it for long. */
#define TABLE_EXPIRED "expired"

/* The level of a computer that takes a chair for which nobody chose one. */
enum { TABLE_LEVEL = 3 };

/* What a table needs of its host. */
struct table_world {
    const struct match_memory *memory;
    const struct match_chance *chance; /* instead of the tables' keys, for tests; else NULL */
    /* The game with this name and box under these rules, under other rules if it has these no more, or NULL.
     */
    const struct game *(*find_game)(const struct table_row *);
};

struct table {
    struct stored_table at;  /* as stored, except that points and turn may be newer */
    const struct game *game; /* NULL if this program does not know it */
    struct match match;      /* its state is NULL before the start */
    uint32_t round;          /* changes when a place may stand for another position than before */
    int64_t changed;         /* `changed` as stored: that of entries alone is newer */
};

static inline bool table_has_match(const struct table *t)
{
    return t->match.state != NULL;
}

/* Whether somebody asks to take moves back. */
bool table_asks_back(const struct table *);

/* ---- accepting ---- */

/* What is new: the row as it is now, entries, or both. */
struct table_delta {
    const struct stored_table *row;    /* or NULL: it did not change */
    const struct match_entry *entries; /* those that the match has already are skipped */
    int count;
    struct match *match; /* the match that begins with these entries and has accepted them already, or NULL;
                            the table takes it over */
};

/* What watchers are told. Each kind says more than those before it. */
enum news { NEWS_NONE, NEWS_QUESTION, NEWS_MOVES, NEWS_SEATING, NEWS_ALL, NEWS_UNDONE };

struct table_news {
    enum news kind;
    bool hidden;       /* the public has learned nothing: neither lists nor other people may show it */
    bool question;     /* somebody asks to take moves back, has agreed, or the question was refused */
    bool ends;         /* the game is over now */
    bool puts;         /* there was a row */
    int entries;       /* how many were accepted */
    int moves;         /* how many more there are */
    char problem[128]; /* why the table is suspended now, although the delta did not say so; or "" */
};

/* Accepts a delta. */
void table_accept(struct table *, const struct table_world *, const struct table_delta *,
                  struct table_news *out);
/* What is told if the table accepts the delta. */
enum news table_news_of(const struct table *, const struct table_delta *);
void table_free(struct table *);

/* Drops what has a meaning only in another state of the table. A row goes through this before it is put and
 * after it was read: so nobody answers a question of a game that is over. */
void table_tidy(struct stored_table *);
/* Starts the match of a table's row, without entries. `stored` are all entries that it will accept, or none
 * of a new one: they say which of its computers came later. NULL, or a message for the user. */
const char *table_start_match(const struct table_world *, const struct stored_table *, const struct game *,
                              const struct match_entry *stored, int count, struct match *);
/* NULL, or why this program cannot play the table. */
const char *table_unplayable(const struct table *);

/* ---- who sits there ---- */

/* Who plays on a chair: its player, or the friend who stands in. 0: no person. */
uint64_t chair_holder(const struct chair_row *);
/* The seats of a player, also those that a computer plays for them, and those where the player stands in for
 * a friend. A bit each. */
uint32_t table_seats_of(const struct table *, uint64_t player);
/* Whether a player has a chair, also one where a friend stands in, or stands in for somebody. */
bool table_plays(const struct table *, uint64_t player);

/* ---- summary.c: what lists show of a running game ---- */

/* Puts the points and turn that everybody knows into a row. */
void table_summarise(const struct match *, int64_t now, struct stored_table *out);
/* Whether the stored row lacks what everybody knows of the points, the turn and the last change. */
bool table_lags(const struct table *, int64_t now);

#endif
