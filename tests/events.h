/*
 * events.h: checks that the events of moves tell exactly what the moves do. A game's test plays random games
 * and compares the states before and after each move with the sums of the events.
 */
#ifndef TESTS_EVENTS_H
#define TESTS_EVENTS_H

#include "core/list.h"
#include "test.h"

enum { EVENT_KEYS = 32 };

struct told {
    struct game_event list[GAME_MAX_EVENTS];
    int count;
};

/* Compares the states before and after a move with its events, as told to the seat that moves (seat 1 if
 * chance moves). */
typedef void events_check(const struct game *game, const void *before, const void *after, int actor,
                          game_move move, const struct told *told);

/* Plays random games with many events. `keys`, joined by spaces, are all keys that events may have. Each must
 * occur at least once, unless a '?' follows it. */
void check_events(const char *game, int seats, const char *options, int games, const char *keys,
                  events_check *check);

/* The sum of the amounts of these events. Seat -2 is any seat, NULL for `what` is anything. */
int told_amount(const struct told *told, const char *key, int seat, const char *what);
int told_times(const struct told *told, const char *key, int seat, const char *what);
/* The only event with this key, or NULL if there is none. */
const struct game_event *told_once(const struct told *told, const char *key);
/* Is there an event of this key with this place? */
bool told_at(const struct told *told, const char *key, const char *place);

/* The events of a move, for exact tests: "key seat amount what place", seats from 1, joined by "; ", with a
 * '+' before those that come after reactions. */
const char *events_text(const struct game *game, const void *state, const char *line, int viewer);

#endif
