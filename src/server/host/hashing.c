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
    uv_work_t work;
    struct hashing *hashing;
    struct hashing_work *next;
    uint64_t payer;
    int rank; /* how many of the same payer were before it when it was asked */
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

/* Takes out the first of those with the lowest rank. */
static struct hashing_work *take_next(struct hashing *all)
{
    struct hashing_work **best = &all->first, *before = NULL, *previous = NULL;
    for (struct hashing_work **at = &all->first; *at; previous = *at, at = &(*at)->next)
        if ((*at)->rank < (*best)->rank) {
            best = at;
            before = previous;
        }
    struct hashing_work *w = *best;
    *best = w->next;
    if (all->last == w)
        all->last = before;
    return w;
}

static void go_on(struct hashing *all)
{
    while (all->first && all->running < AT_ONCE) {
        struct hashing_work *w = take_next(all);
        all->running++;
        uv_queue_work(all->loop, &w->work, hash, hashed);
    }
}

bool hashing_ask(struct hashing *all, const struct host_password *asked, host_hash_done *done, void *context)
{
    if (all->waiting >= LIMIT_HASHING || strlen(asked->password) > HOST_PASSWORD)
        return false;
    struct hashing_work *w = must_calloc(1, sizeof *w);
    w->work.data = w;
    w->hashing = all;
    w->done = done;
    w->context = context;
    w->payer = asked->payer;
    for (const struct hashing_work *other = all->first; other; other = other->next)
        w->rank += other->payer == w->payer;
    snprintf(w->password, sizeof w->password, "%s", asked->password);
    snprintf(w->hash, sizeof w->hash, "%s", asked->hash);
    *(all->last ? &all->last->next : &all->first) = w;
    all->last = w;
    all->waiting++;
    go_on(all);
    return true;
}
