/*
 * throttle.h: wrong passwords make the next try wait, for ever longer: those from one address, and those for
 * one account. An address without a wrong password does not wait, however many others guess: the owner of an
 * account can always log in. Only where one site has very many addresses, as with IPv6, its wrong passwords
 * are counted together too.
 */
#ifndef SERVER_PEOPLE_THROTTLE_H
#define SERVER_PEOPLE_THROTTLE_H

#include "server/base/map.h"

struct throttle {
    struct map addresses, accounts; /* those with wrong passwords; sites are among the addresses */
    size_t enough;                  /* forget old ones when there are this many */
};

/* Who tries which account. All are hashes. */
struct throttle_try {
    uint64_t address, site; /* site: see limits_site, or 0 */
    uint64_t account;       /* or 0 */
};

/* Milliseconds until the password is checked; 0: now. */
int64_t throttle_wait(const struct throttle *, const struct throttle_try *, int64_t now);
/* A password was wrong. A right one takes nothing back: else somebody with an account could guess between two
 * logins. */
void throttle_fail(struct throttle *, const struct throttle_try *, int64_t now);
/* How many passwords from an address were wrong lately. */
int throttle_count(const struct throttle *, uint64_t address);
void throttle_free(struct throttle *);

#endif
