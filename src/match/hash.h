/* hash.h: BLAKE2s, a keyed hash (RFC 7693), for chance that nobody without the key can foresee. */
#ifndef MATCH_HASH_H
#define MATCH_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_SIZE = 32, HASH_BLOCK = 64 };

/* The hash of everything added so far. It is a plain value: a copy can be continued by itself. */
struct hash {
    uint32_t h[8];
    uint32_t filled; /* bytes of the block */
    uint64_t length; /* bytes before the block */
    uint8_t block[HASH_BLOCK];
};

/* `key` has HASH_SIZE bytes, or is NULL. */
void hash_begin(struct hash *, const uint8_t *key);
void hash_add(struct hash *, const void *data, size_t length);
/* Nothing may be added afterwards. */
void hash_end(struct hash *, uint8_t out[HASH_SIZE]);

#endif
