/* tls.c: TLS (OpenSSL) over any bytes: which versions are spoken, the server's certificate, a connection. */
#include "server/transport/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include "server/base/memory.h"

struct tls_session {
    SSL *ssl;
    BIO *in, *out;
};

/* ---- certificates ---- */

/* Takes TLS 1.3, and TLS 1.2 with forward secrecy and authenticated encryption, and nothing else. */
static SSL_CTX *make_context(const SSL_METHOD *method)
{
    SSL_CTX *context = SSL_CTX_new(method);
    if (!context)
        return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(context,
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return context;
}

/* Only HTTP/1.1 is spoken. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *length,
                           const unsigned char *offered, unsigned int size, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    (void)ssl, (void)context;
    unsigned char *chosen = NULL;
    int found = SSL_select_next_proto(&chosen, length, ours, sizeof ours - 1, offered, size);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

static bool explain(const char *what, struct text *error)
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    text_printf(error, "%s: %s", what, reason ? reason : "cannot be used");
    ERR_clear_error();
    return false;
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
        text_printf(error, "the certificate %s cannot be used with the key ", cert);
        SSL_CTX_free(next);
        return explain(key, error);
    }
    SSL_CTX_set_cert_cb(tls->made_from, choose_certificate, next);
    SSL_CTX_free(tls->latest);
    tls->latest = next;
    return true;
}

bool tls_open_server(struct tls *tls, const char *cert, const char *key, struct text *error)
{
    tls->made_from = make_context(TLS_server_method());
    if (!tls->made_from)
        return explain("OpenSSL", error);
    SSL_CTX_set_alpn_select_cb(tls->made_from, choose_protocol, NULL);
    return tls_load(tls, cert, key, error);
}

bool tls_open_client(struct tls *tls, struct text *error)
{
    tls->made_from = make_context(TLS_client_method());
    if (!tls->made_from || SSL_CTX_set_default_verify_paths(tls->made_from) != 1)
        return explain("OpenSSL", error);
    SSL_CTX_set_verify(tls->made_from, SSL_VERIFY_PEER, NULL);
    return true;
}

void tls_free(struct tls *tls)
{
    SSL_CTX_free(tls->made_from);
    SSL_CTX_free(tls->latest);
    *tls = (struct tls){0};
}

/* ---- connections ---- */

/* The certificate must have the name or the address by which the user calls the server. */
static void expect_host(SSL *ssl, const char *host)
{
    X509_VERIFY_PARAM *how = SSL_get0_param(ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(how, host) == 1)
        return;
    X509_VERIFY_PARAM_set_hostflags(how, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_set1_host(ssl, host);
    SSL_set_tlsext_host_name(ssl, host);
}

struct tls_session *tls_session_new(const struct tls *tls, const char *host)
{
    struct tls_session *s = must_malloc(sizeof *s);
    *s = (struct tls_session){
        .ssl = SSL_new(tls->made_from), .in = BIO_new(BIO_s_mem()), .out = BIO_new(BIO_s_mem())};
    if (!s->ssl || !s->in || !s->out)
        abort(); /* no memory */
    SSL_set_bio(s->ssl, s->in, s->out);
    if (host) {
        expect_host(s->ssl, host);
        SSL_set_connect_state(s->ssl);
        SSL_do_handshake(s->ssl); /* says hello */
    } else {
        SSL_set_accept_state(s->ssl);
    }
    return s;
}

void tls_session_free(struct tls_session *s)
{
    if (!s)
        return;
    SSL_free(s->ssl); /* and its BIOs */
    free(s);
}

void tls_take(struct tls_session *s, const char *at, size_t length)
{
    BIO_write(s->in, at, (int)length);
}

int tls_read(struct tls_session *s, char *out, size_t size)
{
    ERR_clear_error();
    int n = SSL_read(s->ssl, out, (int)size);
    if (n > 0)
        return n;
    return SSL_get_error(s->ssl, n) == SSL_ERROR_WANT_READ ? 0 : -1;
}

bool tls_is_open(const struct tls_session *s)
{
    return SSL_is_init_finished(s->ssl);
}

bool tls_write(struct tls_session *s, const void *at, size_t length)
{
    ERR_clear_error();
    return length == 0 || SSL_write(s->ssl, at, (int)length) == (int)length;
}

void tls_end(struct tls_session *s)
{
    ERR_clear_error();
    if (tls_is_open(s))
        SSL_shutdown(s->ssl);
}

size_t tls_waiting(struct tls_session *s, char **at)
{
    long n = BIO_get_mem_data(s->out, at);
    return n > 0 ? (size_t)n : 0;
}

void tls_sent(struct tls_session *s)
{
    (void)BIO_reset(s->out);
}

const char *tls_distrust(const struct tls_session *s)
{
    long why = SSL_get_verify_result(s->ssl);
    return why == X509_V_OK ? NULL : X509_verify_cert_error_string(why);
}
