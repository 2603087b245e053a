/* hash.h: BLAKE2s, a keyed hash (RFC 7693), for chance that nobody without the key can foresee. */
#ifndef MATCH_HASH_H
#define MATCH_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_SIZE = 32 };

/* Hashes the two pieces one after the other. `key` has HASH_SIZE bytes, or is NULL. */
void hash_pieces(const uint8_t *key, const void *a, size_t a_length, const void *b, size_t b_length,
                 uint8_t out[HASH_SIZE]);

#endif
