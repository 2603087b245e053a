/*
 * rating.h: Elo ratings of accounts and bot accounts, one for each game.
 *
 * A player starts at 1500. A finished game counts as a match against each other rated player at the table: 1
 * for more points, a half for equal, 0 for fewer. A player who resigned, or is away at the end, has fewer
 * than all who did neither. With e = 1 / (1 + 10^((theirs - own) / 400)) expected, a match moves the rating
 * by K (result - e) / (others), K = 40 in the first 20 games, then 20. Tables where anybody may take back
 * anything, or where one player holds several chairs, do not count, nor do computers.
 */
#ifndef SERVER_TABLES_RATING_H
#define SERVER_TABLES_RATING_H

struct change;
struct table;

/* Adds what the players gain and lose to the change that ends the game. */
void rating_finish(const struct table *table, struct change *change);

#endif
