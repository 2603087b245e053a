/* push_crypto.h: messages that only one browser can read (RFC 8291, 8188), and who sends them (RFC 8292). */
#ifndef SERVER_HOST_PUSH_CRYPTO_H
#define SERVER_HOST_PUSH_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_POINT = 65,  /* bytes of a public key: an uncompressed point of P-256 */
    PUSH_SECRET = 16, /* of a browser's secret */
    PUSH_PAYLOAD = 1024,
    PUSH_BODY = PUSH_PAYLOAD + 128,
    PUSH_KEY_TEXT = 88,   /* of a public key in base64url */
    PUSH_PRIVATE = 512,   /* of a private key in hexadecimal digits */
    PUSH_TOKEN_TEXT = 768 /* of the header that says who sends */
};

/* Makes the key pair of a server. False if there is no randomness. */
bool push_new_key(char private[PUSH_PRIVATE]);
/* Its public part, for browsers. False if the text is no key. */
bool push_public_key(const char *private, char public[PUSH_KEY_TEXT]);
/* Whether a browser's key and secret, in base64url, can be used. */
bool push_check(const char *key, const char *secret);
/* Encrypts a payload for a browser. Returns the size of the body, 0 if that is not possible. */
size_t push_encrypt(const char *key, const char *secret, const char *payload, uint8_t body[PUSH_BODY]);
/* The value of `Authorization` for a push service: `audience` is its origin, `contact` a mailto: or https: of
 * the owner, `until` in seconds since 1970. False if the key is wrong. */
bool push_authorize(const char *private, const char *audience, const char *contact, int64_t until,
                    char out[PUSH_TOKEN_TEXT]);

#endif
