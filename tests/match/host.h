/* host.h: the smallest host of a match, for tests: memory, a time, and all entries that were kept. */
#ifndef TESTS_MATCH_HOST_H
#define TESTS_MATCH_HOST_H

#include "core/list.h"
#include "match/match.h"
#include "match/propose.h"
#include "match/notation.h"
#include "match/tell.h"

enum { TOLD = 1024 * 1024 };

struct host {
    struct match match;
    int64_t now;
    struct match_proposal proposal; /* the last one */
    struct match_entry *kept;
    int count, capacity;
};

/* A key of which every byte depends on the seed. */
void host_key(uint64_t seed, uint8_t key[MATCH_KEY]);

/* Settles the options with the key and starts the match. NULL, or a message. */
const char *host_start(struct host *, const struct game *, int seats, const char *options,
                       const struct match_terms *, uint64_t seed);
void host_free(struct host *);

/* Keeps and accepts the last proposal. False if it was refused, or its entries did not follow. */
bool host_keep(struct host *);

/* Proposes and keeps. False if it was refused. */
bool host_move(struct host *, int seat, const char *move);
bool host_play(struct host *, int seat, game_move move);
bool host_tick(struct host *);
bool host_change(struct host *, int seat, enum match_change);
bool host_undo(struct host *, int place);

/* Accepts moves as in a record, joined by "; ", whatever chance would have drawn. */
bool host_follow(struct host *, const char *moves);
/* Makes random moves, and lets nobody react, until so many seats might react to a move and at least `asked`
 * of them are asked. The pause after it has begun then. False if the game is over before. */
bool host_seek_pause(struct host *, int seats, int asked, struct rng *);

/* A fresh match with the same terms and key that accepts the first `count` entries by their texts. */
bool host_copy(const struct host *, int count, struct host *fresh);

/* The seats of a viewer's player, where each seat has its own. */
uint32_t host_mine(int viewer);
/* What a viewer is told now: the position at its horizon, and the lines from a place on. */
void host_tell(const struct host *, int viewer, int from, struct text *);

#endif
