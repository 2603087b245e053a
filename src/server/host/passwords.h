/* passwords.h: hashes passwords with argon2id in the thread pool, so that a slow hash holds up no table. */
#ifndef SERVER_HOST_PASSWORDS_H
#define SERVER_HOST_PASSWORDS_H

#include "server/host/working.h"

enum { PASSWORDS_AT_ONCE = 2 }; /* each needs 64 MB of memory */

/* See `hash` in host.h. */
bool passwords_ask(struct working *, const struct host_password *, host_hash_done *, void *context);

#endif
