/* passwords.c: hashes passwords with argon2id in the thread pool. */
#include "server/host/passwords.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

struct password_work {
    struct host_job job;
    host_hash_done *done;
    void *context;
    char password[HOST_PASSWORD + 1], hash[128];
    bool right;
};

static void hash(struct host_job *job)
{
    struct password_work *w = (struct password_work *)job;
    if (w->hash[0])
        w->right = crypto_pwhash_str_verify(w->hash, w->password, strlen(w->password)) == 0;
    else
        w->right = crypto_pwhash_str_alg(
                       w->hash, w->password, strlen(w->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                       crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
    sodium_memzero(w->password, sizeof w->password);
}

static void hashed(struct host_job *job)
{
    struct password_work *w = (struct password_work *)job;
    w->done(w->context, w->right, w->hash);
    free(w);
}

bool passwords_ask(struct working *all, const struct host_password *asked, host_hash_done *done,
                   void *context)
{
    struct password_work *w = must_calloc(1, sizeof *w);
    w->job = (struct host_job){.run = hash, .done = hashed, .payer = asked->payer};
    w->done = done;
    w->context = context;
    snprintf(w->password, sizeof w->password, "%s", asked->password);
    snprintf(w->hash, sizeof w->hash, "%s", asked->hash);
    if (strlen(asked->password) <= HOST_PASSWORD && working_ask(all, &w->job))
        return true;
    sodium_memzero(w->password, sizeof w->password);
    free(w);
    return false;
}
