/* tls.h: TLS (OpenSSL) over any bytes: which versions are spoken, the server's certificate, a connection. */
#ifndef SERVER_TRANSPORT_TLS_H
#define SERVER_TRANSPORT_TLS_H

#include "core/text.h"

/* What a server's connections, or a client's, are made from. */
struct tls {
    struct ssl_ctx_st *made_from;
    struct ssl_ctx_st *latest; /* holds the certificate that was loaded last; NULL: none since the start */
};

/* A server with a certificate. On failure false, with the reason. */
bool tls_open_server(struct tls *, const char *cert, const char *key, struct text *error);
/* A client that trusts whom the system trusts. On failure false, with the reason. */
bool tls_open_client(struct tls *, struct text *error);
/* Takes a certificate with its chain, and its key, for new connections. On failure false, with the reason;
 * then the old certificate stays. */
bool tls_load(struct tls *, const char *cert, const char *key, struct text *error);
void tls_free(struct tls *);

/* One connection. */
struct tls_session;

/* `host`: a client's, whose name the certificate must have; NULL for a server's. */
struct tls_session *tls_session_new(const struct tls *, const char *host);
void tls_session_free(struct tls_session *); /* may be NULL */
/* Takes bytes from the network. */
void tls_take(struct tls_session *, const char *at, size_t length);
/* Reads what the other end said. Returns how many bytes; 0: more must come from the network; -1: the other
 * end has ended, or broke the protocol. */
int tls_read(struct tls_session *, char *out, size_t size);
/* Whether the handshake is done. Only then tls_write may be called. */
bool tls_is_open(const struct tls_session *);
bool tls_write(struct tls_session *, const void *at, size_t length);
/* Says that nothing more will be written. */
void tls_end(struct tls_session *);
/* The bytes that wait to be sent to the network; tls_sent forgets them. */
size_t tls_waiting(struct tls_session *, char **at);
void tls_sent(struct tls_session *);
/* Why a client does not trust the certificate, or NULL. */
const char *tls_distrust(const struct tls_session *);

#endif
