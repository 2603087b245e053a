/* hashing.h: hashes passwords with argon2id in the thread pool, so that a slow hash holds up no table. */
#ifndef SERVER_HOST_HASHING_H
#define SERVER_HOST_HASHING_H

#include <uv.h>

#include "server/base/turns.h"
#include "server/host.h"

struct hashing {
    uv_loop_t *loop;
    struct turns turns;
    int waiting; /* how many they are, with those in the thread pool … */
    int running; /* … and only these */
};

/* See `hash` in host.h. Addresses take turns. */
bool hashing_ask(struct hashing *, const struct host_password *, host_hash_done *, void *context);

#endif
