/* host.h: the smallest host of a match, for tests. It has memory, a time, and all entries that were kept. */
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
    struct match_proposal proposal; /* the last proposal */
    struct match_entry *kept;
    int count, capacity;
};

/* Makes a key from a seed. */
void host_key(uint64_t seed, uint8_t key[MATCH_KEY]);

/* Settles the options with the key and starts the match. Returns NULL, or a message. */
const char *host_start(struct host *, const struct game *, int seats, const char *options,
                       const struct match_terms *, uint64_t seed);
const char *host_start_with(struct host *, const struct game *, int seats, const char *options,
                            const struct match_terms *, const uint8_t key[MATCH_KEY]);
void host_free(struct host *);

/* Keeps and accepts the last proposal. False if the proposal was refused or the match does not accept it. */
bool host_keep(struct host *);

/* Proposes, keeps and accepts. False if the proposal was refused. */
bool host_move(struct host *, int seat, const char *move);
bool host_play(struct host *, int seat, game_move move);
bool host_tick(struct host *);
bool host_change(struct host *, int seat, enum match_change);
bool host_undo(struct host *, int place);

/* Accepts these moves, written as in a record and joined by "; ". They may have other draws than the key
 * gives. */
bool host_follow(struct host *, const char *moves);
/* Makes random moves, without reactions, until a move to which `seats` seats might react and at least `asked`
 * seats are asked. The pause after that move has begun. False if the game ends before such a move. */
bool host_seek_pause(struct host *, int seats, int asked, struct rng *);

/* A fresh match with the same terms and key that accepts the first `count` entries by their texts. */
bool host_copy(const struct host *, int count, struct host *fresh);

/* The seats of a viewer's player, if every seat has another player. */
uint32_t host_mine(int viewer);
/* What a viewer is told now: the position at its horizon, and the lines from a place on. */
void host_tell(const struct host *, int viewer, int from, struct text *);

#endif
