/* hashes.c: hashes of secrets and of addresses. */
#include <sodium.h>
#include <string.h>

#include "server/base/ids.h"
#include "server/base/limits.h"

void token_hash(const char *token, char out[TOKEN_TEXT])
{
    unsigned char bytes[16];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, strlen(token), NULL, 0);
    hex_text(bytes, sizeof bytes, out);
}

uint64_t limits_key(const char *address)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "addresses";
    char network[ADDRESS_TEXT];
    uint64_t hash;
    address_network(address, network);
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)network, strlen(network), key);
    return hash | 1;
}
