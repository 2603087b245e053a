/* hashing.c: hashes passwords with argon2id in the thread pool. */
#include "server/host/hashing.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/limits.h"
#include "server/base/memory.h"

enum { AT_ONCE = 2 }; /* each needs 64 MB of memory */

struct hashing_work {
    struct turn turn;
    uv_work_t work;
    struct hashing *hashing;
    host_hash_done *done;
    void *context;
    char password[HOST_PASSWORD + 1], hash[128];
    bool right;
};

static void hash(uv_work_t *work)
{
    struct hashing_work *w = work->data;
    if (w->hash[0])
        w->right = crypto_pwhash_str_verify(w->hash, w->password, strlen(w->password)) == 0;
    else
        w->right = crypto_pwhash_str_alg(
                       w->hash, w->password, strlen(w->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                       crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
    sodium_memzero(w->password, sizeof w->password);
}

static void go_on(struct hashing *all);

static void hashed(uv_work_t *work, int status)
{
    struct hashing_work *w = work->data;
    struct hashing *all = w->hashing;
    (void)status;
    all->waiting--;
    all->running--;
    w->done(w->context, w->right, w->hash);
    free(w);
    go_on(all);
}

static void go_on(struct hashing *all)
{
    while (all->turns.first && all->running < AT_ONCE) {
        struct hashing_work *w = (struct hashing_work *)turns_take(&all->turns);
        all->running++;
        uv_queue_work(all->loop, &w->work, hash, hashed);
    }
}

bool hashing_ask(struct hashing *all, const struct host_password *asked, host_hash_done *done, void *context)
{
    bool second = turns_count(&all->turns, asked->payer) > 0; /* leave half of the places to others' first */
    if (all->waiting >= (second ? LIMIT_HASHING / 2 : LIMIT_HASHING) ||
        strlen(asked->password) > HOST_PASSWORD)
        return false;
    struct hashing_work *w = must_calloc(1, sizeof *w);
    w->work.data = w;
    w->hashing = all;
    w->done = done;
    w->context = context;
    w->turn.payer = asked->payer;
    snprintf(w->password, sizeof w->password, "%s", asked->password);
    snprintf(w->hash, sizeof w->hash, "%s", asked->hash);
    turns_add(&all->turns, &w->turn);
    all->waiting++;
    go_on(all);
    return true;
}
