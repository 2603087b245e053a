/* digests.c: hashes of secrets and of addresses, in the browser. They never leave it, so they need not be
 * those of a server. */
#include <string.h>

#include "match/hash.h"
#include "table/ids.h"
#include "server/base/limits.h"

static void hash_of(const char *text, uint8_t out[HASH_SIZE])
{
    struct hash hash;
    hash_begin(&hash, NULL);
    hash_add(&hash, text, strlen(text));
    hash_end(&hash, out);
}

void token_hash(const char *token, char out[TOKEN_TEXT])
{
    uint8_t bytes[HASH_SIZE];
    hash_of(token, bytes);
    hex_text(bytes, (TOKEN_TEXT - 1) / 2, out);
}

uint64_t limits_key(const char *address)
{
    uint8_t bytes[HASH_SIZE];
    uint64_t key;
    hash_of(address, bytes);
    memcpy(&key, bytes, sizeof key);
    return key | 1;
}
