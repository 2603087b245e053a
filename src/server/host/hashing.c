/* hashing.c: hashes passwords with argon2id in the thread pool. */
#include "server/host/hashing.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/limits.h"
#include "server/base/memory.h"

struct work {
    uv_work_t work;
    struct hashing *hashing;
    host_hash_done *done;
    void *context;
    char password[HOST_PASSWORD + 1], hash[128];
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
    w->hashing->waiting--;
    w->done(w->context, w->right, w->hash);
    free(w);
}

bool hashing_ask(struct hashing *all, const char *password, const char *stored, host_hash_done *done,
                 void *context)
{
    if (all->waiting >= LIMIT_HASHING || strlen(password) > HOST_PASSWORD)
        return false;
    struct work *w = must_calloc(1, sizeof *w);
    w->work.data = w;
    w->hashing = all;
    w->done = done;
    w->context = context;
    snprintf(w->password, sizeof w->password, "%s", password);
    snprintf(w->hash, sizeof w->hash, "%s", stored);
    all->waiting++;
    uv_queue_work(all->loop, &w->work, hash, hashed);
    return true;
}
