/* tls.c: which TLS the server speaks, and its certificate. */
#include "server/transport/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

void tls_harden(struct tls *tls, void *context)
{
    tls->served = context;
    SSL_CTX_set_min_proto_version(tls->served, TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(tls->served, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(tls->served, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}

/* Gives a new connection the certificate that was loaded last. A context can hold one for each kind of key,
 * and cannot forget one: after a change from RSA to EC the old one would stay in use. */
static int choose_certificate(SSL *connection, void *context)
{
    SSL_CTX *latest = context;
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(latest, &chain);
    SSL_certs_clear(connection);
    return SSL_use_cert_and_key(connection, SSL_CTX_get0_certificate(latest), SSL_CTX_get0_privatekey(latest),
                                chain, 1) == 1;
}

bool tls_load(struct tls *tls, const char *cert, const char *key, struct text *error)
{
    SSL_CTX *next = SSL_CTX_new(TLS_server_method());
    ERR_clear_error();
    bool fine = next && SSL_CTX_use_certificate_chain_file(next, cert) == 1 &&
                SSL_CTX_use_PrivateKey_file(next, key, SSL_FILETYPE_PEM) == 1 &&
                SSL_CTX_check_private_key(next) == 1;
    if (!fine) {
        const char *reason = ERR_reason_error_string(ERR_peek_last_error());
        text_printf(error, "%s with the key %s: %s", cert, key, reason ? reason : "cannot be used");
        SSL_CTX_free(next);
    } else {
        SSL_CTX_set_cert_cb(tls->served, choose_certificate, next);
        SSL_CTX_free(tls->latest);
        tls->latest = next;
    }
    ERR_clear_error();
    return fine;
}

void tls_free(struct tls *tls)
{
    SSL_CTX_free(tls->latest);
}
