/* digests.c: hashes of secrets and of addresses. */
#include <sodium.h>
#include <string.h>

#include "table/ids.h"
#include "server/base/limits.h"

void token_hash(const char *token, char out[TOKEN_TEXT])
{
    unsigned char bytes[16];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, strlen(token), NULL, 0);
    hex_text(bytes, sizeof bytes, out);
}

static uint64_t hash_network(const char *address, int bits)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "addresses";
    char network[ADDRESS_TEXT];
    uint64_t hash;
    address_network(address, bits, network);
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)network, strlen(network), key);
    return hash | 1;
}

uint64_t limits_key(const char *address)
{
    return hash_network(address, ADDRESS_HOME);
}

uint64_t limits_site(const char *address)
{
    return address_is_v6(address) ? hash_network(address, ADDRESS_SITE) ^ 2 : 0; /* not the key of a home */
}
