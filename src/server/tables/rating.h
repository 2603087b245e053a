/*
 * rating.h: which games count for ratings, and how a finished one is counted.
 *
 * A game counts if its table was made to count and has only accounts and bot accounts, each on one chair, no
 * two of one owner, without free undo and hints, and if each of them made a minimum of moves.
 *
 * Players are ranked by points. A player who resigned, who is away at the end, or for whom a computer made a
 * move has left: they lose to all who did not leave, whatever the computer won for them. Those who left are
 * equal.
 *
 * The result is counted after the game is stored as over. The unit that counts it has a numbered result for
 * each player (struct result_row), so it is refused if another program has counted the table, or another game
 * of one of the players, in the meantime. Then it is counted again from what is stored.
 */
#ifndef SERVER_TABLES_RATING_H
#define SERVER_TABLES_RATING_H

#include <stdbool.h>
#include <stdint.h>

struct change;
struct player;
struct server;
struct stored_chair;
struct room;
struct table_birth;

enum {
    RATING_MOVES = 3, /* that each player must have made */
    RATING_PAIR_FULL =
        6, /* rated games of two players in RATING_PAIR_DAYS that count fully; each further … */
    RATING_PAIR_DAYS = 7,    /* … one counts half as much as the one before */
    RATING_PAIR_WATCHED = 12 /* from here on the owner of the server is told */
};

/* Whether a table is rated: it was made to be, and the result still counts. */
bool rating_counts(const struct room *room);
/* NULL, or why a player cannot take a chair at a rated table. */
const char *rating_forbids(const struct room *room, const struct player *player);
/* NULL, or why a table with these terms cannot be rated. */
const char *rating_forbids_terms(const struct table_birth *);

/* The end of the game has been stored: counts it, if it counts and has not been counted. True if the table
 * changes. */
bool rating_count(struct room *room);
/* Reads the ratings of those who have just sat down: they are only in the store. */
void rating_read(struct room *room);
/* At the start: counts the games that ended just before the server stopped. */
void rating_count_all(struct server *server);

#endif
