/*
 * rating.h: Elo ratings of accounts and bot accounts, one for each game.
 *
 * A player starts at 1500. A finished game counts as a match against each other rated player at the table:
 * 1 for more points, a half for equal, 0 for fewer. A player who resigned loses to all who did not; then a
 * player who is away at the end loses to all who are not. The expected result is
 * e = 1 / (1 + 10^((theirs - own) / 400)). A match changes the rating by K (result - e) / (others), K = 40 in
 * the first 20 games, then 20. Tables with undo `free`, tables where one player holds several chairs, and
 * tables where a bot account meets its owner or another bot of the owner do not count. Computers have no
 * rating.
 */
#ifndef SERVER_TABLES_RATING_H
#define SERVER_TABLES_RATING_H

#include <stdbool.h>

struct change;
struct table;

/* Whether the game counts, as far as its chairs and terms decide that. */
bool rating_counts(const struct table *table);

/* Adds the new ratings to the change that ends the game. */
void rating_finish(const struct table *table, struct change *change);

#endif
