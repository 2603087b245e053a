/* hash.c: BLAKE2s, a keyed hash (RFC 7693), for chance that nobody without the key can foresee. */
#include "match/hash.h"

#include <stdbool.h>
#include <string.h>

enum { ROUNDS = 10 };

static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint8_t order[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint32_t load(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void mix(uint32_t v[16], int a, int b, int c, int d, uint32_t x, uint32_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 12);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 7);
}

static void compress(struct hash *s, size_t bytes, bool last)
{
    uint32_t v[16], m[16];
    s->length += bytes;
    for (int i = 0; i < 8; i++) {
        v[i] = s->h[i];
        v[i + 8] = initial[i];
    }
    v[12] ^= (uint32_t)s->length;
    v[13] ^= (uint32_t)(s->length >> 32);
    if (last)
        v[14] = ~v[14];
    for (int i = 0; i < 16; i++)
        m[i] = load(s->block + 4 * i);
    for (int r = 0; r < ROUNDS; r++) {
        const uint8_t *o = order[r];
        for (int i = 0; i < 4; i++)
            mix(v, i, i + 4, i + 8, i + 12, m[o[2 * i]], m[o[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++)
        s->h[i] ^= v[i] ^ v[i + 8];
    s->filled = 0;
}

void hash_begin(struct hash *s, const uint8_t *key)
{
    *s = (struct hash){.filled = 0};
    memcpy(s->h, initial, sizeof s->h);
    s->h[0] ^= UINT32_C(0x01010000) ^ (key ? HASH_SIZE << 8 : 0) ^ HASH_SIZE;
    if (key) {
        uint8_t padded[HASH_BLOCK] = {0};
        memcpy(padded, key, HASH_SIZE);
        hash_add(s, padded, HASH_BLOCK);
    }
}

/* A full block is compressed only when more follows: the last one is marked. */
void hash_add(struct hash *s, const void *data, size_t length)
{
    const uint8_t *p = data;
    while (length > 0) {
        if (s->filled == HASH_BLOCK)
            compress(s, HASH_BLOCK, false);
        size_t n = HASH_BLOCK - s->filled < length ? HASH_BLOCK - s->filled : length;
        memcpy(s->block + s->filled, p, n);
        s->filled += (uint32_t)n;
        p += n;
        length -= n;
    }
}

void hash_end(struct hash *s, uint8_t out[HASH_SIZE])
{
    memset(s->block + s->filled, 0, HASH_BLOCK - s->filled);
    compress(s, s->filled, true);
    for (int i = 0; i < HASH_SIZE; i++)
        out[i] = (uint8_t)(s->h[i / 4] >> (8 * (i % 4)));
}
