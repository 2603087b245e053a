/* password.c: argon2id in the thread pool. */
#include "server/password.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/memory.h"

struct work {
    uv_work_t work;
    struct server *server;
    password_done *done;
    void *context;
    char password[PASSWORD_MAX + 1], hash[128];
    bool right;
};

static void hash(uv_work_t *work)
{
    struct work *w = work->data;
    if (w->hash[0])
        w->right = crypto_pwhash_str_verify(w->hash, w->password, strlen(w->password)) == 0;
    else
        w->right = crypto_pwhash_str_alg(
                       w->hash, w->password, strlen(w->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                       crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
    sodium_memzero(w->password, sizeof w->password);
}

static void hashed(uv_work_t *work, int status)
{
    struct work *w = work->data;
    (void)status;
    w->server->hashing--;
    w->done(w->context, w->right, w->hash);
    free(w);
}

bool password_ask(struct server *server, const char *password, const char *stored, password_done *done,
                  void *context)
{
    if (server->hashing >= LIMIT_HASHING || strlen(password) > PASSWORD_MAX)
        return false;
    struct work *w = must_calloc(1, sizeof *w);
    w->work.data = w;
    w->server = server;
    w->done = done;
    w->context = context;
    snprintf(w->password, sizeof w->password, "%s", password);
    snprintf(w->hash, sizeof w->hash, "%s", stored);
    server->hashing++;
    uv_queue_work(server->loop, &w->work, hash, hashed);
    return true;
}
