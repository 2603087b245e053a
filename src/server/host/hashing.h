/* hashing.h: hashes passwords with argon2id in the thread pool, so that a slow hash holds up no table. */
#ifndef SERVER_HOST_HASHING_H
#define SERVER_HOST_HASHING_H

#include <uv.h>

#include "server/host.h"

struct hashing {
    uv_loop_t *loop;
    int waiting; /* passwords in the thread pool */
};

/* See `hash` in host.h. */
bool hashing_ask(struct hashing *, const char *password, const char *hash, host_hash_done *, void *context);

#endif
