/* tls.h: which TLS the server speaks, and its certificate. */
#ifndef SERVER_TRANSPORT_TLS_H
#define SERVER_TRANSPORT_TLS_H

#include "core/text.h"

struct tls {
    struct ssl_ctx_st *served; /* that connections are made from; libwebsockets owns it */
    struct ssl_ctx_st *latest; /* holds the certificate that was loaded last; NULL: none since the start */
};

/* Takes what OpenSSL calls SSL_CTX, and allows only TLS 1.3, and TLS 1.2 with forward secrecy and
 * authenticated encryption. */
void tls_harden(struct tls *, void *context);
/* Takes a certificate with its chain, and its key, for new connections. On failure false, with the reason;
 * then the old certificate stays. */
bool tls_load(struct tls *, const char *cert, const char *key, struct text *error);
void tls_free(struct tls *);

#endif
