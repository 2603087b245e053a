/*
 * throttle.h: wrong passwords make the next try wait, for ever longer: those from one address, and those for
 * one account. An address without a wrong password never waits, however many others guess: the owner of an
 * account can always log in.
 */
#ifndef SERVER_PEOPLE_THROTTLE_H
#define SERVER_PEOPLE_THROTTLE_H

#include "server/base/map.h"

struct throttle {
    struct map addresses, accounts; /* those with wrong passwords */
    size_t enough;                  /* forget old ones when there are this many */
};

/* Milliseconds until a password from this address for this account is checked; 0: now. Both are hashes. */
int64_t throttle_wait(const struct throttle *, uint64_t address, uint64_t account, int64_t now);
/* A password was wrong. A right one takes nothing back: else somebody with an account could guess between two
 * logins. */
void throttle_fail(struct throttle *, uint64_t address, uint64_t account, int64_t now);
void throttle_free(struct throttle *);

#endif
