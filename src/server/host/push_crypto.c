/* push_crypto.c: messages that only one browser can read (RFC 8291, 8188), and who sends them (RFC 8292). */
#include "server/host/push_crypto.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH = 32, SALT = 16, RECORD = 4096, AES_KEY = 16, AES_NONCE = 12, AES_TAG = 16 };

static bool from_base64(const char *text, uint8_t *out, size_t size)
{
    size_t length;
    return sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

static void to_base64(const void *data, size_t size, char *out, size_t capacity)
{
    sodium_bin2base64(out, capacity, data, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- keys ---- */

static bool point_of(EVP_PKEY *key, uint8_t point[PUSH_POINT])
{
    size_t size = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT, &size) == 1 &&
           size == PUSH_POINT;
}

static EVP_PKEY *key_of_point(const uint8_t point[PUSH_POINT])
{
    char group[] = "prime256v1";
    uint8_t copy[PUSH_POINT];
    memcpy(copy, point, sizeof copy);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params);
    EVP_PKEY_CTX_free(context);
    return key;
}

static EVP_PKEY *key_of_text(const char *private)
{
    uint8_t der[PUSH_PRIVATE / 2];
    size_t length = 0;
    const uint8_t *at = der;
    if (sodium_hex2bin(der, sizeof der, private, strlen(private), NULL, &length, NULL) != 0)
        return NULL;
    EVP_PKEY *key = d2i_AutoPrivateKey(NULL, &at, (long)length);
    sodium_memzero(der, sizeof der);
    return key;
}

bool push_new_key(char private[PUSH_PRIVATE])
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    uint8_t *der = NULL;
    int length = key ? i2d_PrivateKey(key, &der) : 0;
    bool fine = length > 0 && 2 * length < PUSH_PRIVATE;
    if (fine)
        sodium_bin2hex(private, PUSH_PRIVATE, der, (size_t)length);
    OPENSSL_clear_free(der, length > 0 ? (size_t)length : 0);
    EVP_PKEY_free(key);
    return fine;
}

bool push_public_key(const char *private, char public[PUSH_KEY_TEXT])
{
    uint8_t point[PUSH_POINT];
    EVP_PKEY *key = key_of_text(private);
    bool fine = key && point_of(key, point);
    if (fine)
        to_base64(point, sizeof point, public, PUSH_KEY_TEXT);
    EVP_PKEY_free(key);
    return fine;
}

bool push_check(const char *key, const char *secret)
{
    uint8_t point[PUSH_POINT], bytes[PUSH_SECRET];
    if (!from_base64(key, point, sizeof point) || !from_base64(secret, bytes, sizeof bytes))
        return false;
    EVP_PKEY *theirs = key_of_point(point);
    EVP_PKEY_free(theirs);
    return theirs;
}

/* ---- encryption ---- */

/* HKDF (RFC 5869) with one block of output: extract with `salt`, expand with `info` and a byte 1. */
static void derive(const uint8_t *salt, size_t salt_size, const uint8_t *secret, size_t size,
                   const void *info, size_t info_size, uint8_t out[HASH])
{
    uint8_t key[HASH], text[256];
    unsigned length = HASH;
    HMAC(EVP_sha256(), salt, (int)salt_size, secret, size, key, &length);
    memcpy(text, info, info_size);
    text[info_size] = 1;
    HMAC(EVP_sha256(), key, HASH, text, info_size + 1, out, &length);
    sodium_memzero(key, sizeof key);
}

static bool agree(EVP_PKEY *mine, EVP_PKEY *theirs, uint8_t shared[HASH])
{
    size_t size = HASH;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(mine, NULL);
    bool fine = context && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                EVP_PKEY_derive(context, shared, &size) == 1 && size == HASH;
    EVP_PKEY_CTX_free(context);
    return fine;
}

/* AES-128-GCM of the payload and the byte 2, which ends the last record. Returns the size with the tag. */
static size_t seal(const uint8_t key[AES_KEY], const uint8_t nonce[AES_NONCE], const char *payload,
                   uint8_t *out)
{
    static const uint8_t end[] = {2};
    int size = 0, more = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool fine = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &size, (const uint8_t *)payload, (int)strlen(payload)) == 1 &&
                EVP_EncryptUpdate(context, out + size, &more, end, 1) == 1;
    size += more;
    fine = fine && EVP_EncryptFinal_ex(context, out + size, &more) == 1 &&
           EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, AES_TAG, out + size) == 1;
    EVP_CIPHER_CTX_free(context);
    return fine ? (size_t)size + AES_TAG : 0;
}

/* The header of RFC 8188: salt, size of records, the sender's public key. */
static size_t put_head(const uint8_t salt[SALT], const uint8_t mine[PUSH_POINT], uint8_t *out)
{
    memcpy(out, salt, SALT);
    out[SALT] = out[SALT + 1] = out[SALT + 3] = 0;
    out[SALT + 2] = RECORD >> 8;
    out[SALT + 4] = PUSH_POINT;
    memcpy(out + SALT + 5, mine, PUSH_POINT);
    return SALT + 5 + PUSH_POINT;
}

size_t push_encrypt(const char *key, const char *secret, const char *payload, uint8_t body[PUSH_BODY])
{
    static const char purpose[] = "WebPush: info", aes[] = "Content-Encoding: aes128gcm",
                      nonce[] = "Content-Encoding: nonce";
    uint8_t info[sizeof purpose + 2 * PUSH_POINT], *theirs = info + sizeof purpose,
                                                   *mine = theirs + PUSH_POINT;
    uint8_t browser[PUSH_SECRET], shared[HASH], both[HASH], salt[SALT], content[HASH], once[HASH];
    if (strlen(payload) > PUSH_PAYLOAD - 1 || !from_base64(key, theirs, PUSH_POINT) ||
        !from_base64(secret, browser, sizeof browser))
        return 0;
    memcpy(info, purpose, sizeof purpose);
    EVP_PKEY *peer = key_of_point(theirs), *own = peer ? EVP_EC_gen("P-256") : NULL;
    bool fine = own && point_of(own, mine) && agree(own, peer, shared);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(own);
    if (!fine)
        return 0;
    randombytes_buf(salt, sizeof salt);
    derive(browser, sizeof browser, shared, HASH, info, sizeof info, both);
    derive(salt, sizeof salt, both, HASH, aes, sizeof aes, content);
    derive(salt, sizeof salt, both, HASH, nonce, sizeof nonce, once);
    size_t head = put_head(salt, mine, body), sealed = seal(content, once, payload, body + head);
    return sealed ? head + sealed : 0;
}

/* ---- who sends ---- */

/* ES256: the two numbers of the signature, 32 bytes each. */
static bool sign(EVP_PKEY *key, const char *text, uint8_t out[2 * HASH])
{
    uint8_t der[128];
    const uint8_t *at = der;
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool fine = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &length, (const uint8_t *)text, strlen(text)) == 1;
    EVP_MD_CTX_free(context);
    ECDSA_SIG *pair = fine ? d2i_ECDSA_SIG(NULL, &at, (long)length) : NULL;
    fine = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, HASH) == HASH &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + HASH, HASH) == HASH;
    ECDSA_SIG_free(pair);
    return fine;
}

bool push_authorize(const char *private, const char *audience, const char *contact, int64_t until,
                    char out[PUSH_TOKEN_TEXT])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[384], opening[64], encoded[520], signed_part[600], signature[96], public[PUSH_KEY_TEXT];
    uint8_t numbers[2 * HASH];
    EVP_PKEY *key = key_of_text(private);
    snprintf(claims, sizeof claims, "{\"aud\":\"%.150s\",\"exp\":%lld,\"sub\":\"%.150s\"}", audience,
             (long long)until, contact);
    to_base64(head, sizeof head - 1, opening, sizeof opening);
    to_base64(claims, strlen(claims), encoded, sizeof encoded);
    snprintf(signed_part, sizeof signed_part, "%s.%s", opening, encoded);
    bool fine = key && sign(key, signed_part, numbers) && push_public_key(private, public);
    EVP_PKEY_free(key);
    if (!fine)
        return false;
    to_base64(numbers, sizeof numbers, signature, sizeof signature);
    int length = snprintf(out, PUSH_TOKEN_TEXT, "vapid t=%s.%s, k=%s", signed_part, signature, public);
    return length > 0 && length < PUSH_TOKEN_TEXT;
}
