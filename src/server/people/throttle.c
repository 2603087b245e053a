/* throttle.c: wrong passwords make the next try wait, for ever longer. */
#include "server/people/throttle.h"

#include <stdlib.h>

#include "server/base/memory.h"

enum {
    FORGET_MS = 3600 * 1000, /* without another wrong password */
    ADDRESS_FREE = 5,        /* wrong passwords before the first wait, which is a second … */
    ADDRESS_MS = 900 * 1000, /* … and the longest wait: each is twice the one before */
    ACCOUNT_FREE = 20, /* the same for an account. Its longest wait is shorter: its owner, who may have */
    ACCOUNT_MS = 60 * 1000, /* mistyped once, must bear it too */
    SITE_FREE = 60,         /* the same for a site, whose other addresses must bear it */
    SITE_MS = 60 * 1000,
    FEW = 1024
};

struct failures {
    int count;
    int64_t last;
};

static int64_t wait_of(const struct failures *f, int free, int64_t longest, int64_t now)
{
    if (!f || f->count < free || now - f->last >= FORGET_MS)
        return 0;
    int doublings = f->count - free;
    int64_t wait = doublings < 20 ? INT64_C(1000) << doublings : longest;
    wait = wait < longest ? wait : longest;
    return f->last + wait > now ? f->last + wait - now : 0;
}

static int64_t longer(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t throttle_wait(const struct throttle *t, const struct throttle_try *who, int64_t now)
{
    const struct failures *of_address = map_get(&t->addresses, who->address);
    const struct failures *of_site = who->site ? map_get(&t->addresses, who->site) : NULL;
    int64_t wait = wait_of(of_site, SITE_FREE, SITE_MS, now);
    if (!of_address || now - of_address->last >= FORGET_MS)
        return wait;
    wait = longer(wait, wait_of(of_address, ADDRESS_FREE, ADDRESS_MS, now));
    return longer(wait, wait_of(map_get(&t->accounts, who->account), ACCOUNT_FREE, ACCOUNT_MS, now));
}

static void forget_old(struct map *map, int64_t now)
{
    struct map kept = {0};
    for (size_t i = 0; i < map->size; i++) {
        struct failures *f = map->slots[i].key ? map->slots[i].value : NULL;
        if (f && now - f->last < FORGET_MS)
            map_put(&kept, map->slots[i].key, f);
        else
            free(f);
    }
    map_free(map);
    *map = kept;
}

static void count(struct map *map, uint64_t key, int64_t now)
{
    struct failures *f = map_get(map, key);
    if (!f) {
        f = must_calloc(1, sizeof *f);
        map_put(map, key, f);
    }
    if (now - f->last >= FORGET_MS)
        f->count = 0;
    f->count++;
    f->last = now;
}

void throttle_fail(struct throttle *t, const struct throttle_try *who, int64_t now)
{
    if (t->addresses.count + t->accounts.count >= t->enough) {
        forget_old(&t->addresses, now);
        forget_old(&t->accounts, now);
        size_t left = t->addresses.count + t->accounts.count;
        t->enough = left > FEW / 2 ? left * 2 : FEW;
    }
    count(&t->addresses, who->address, now);
    if (who->site)
        count(&t->addresses, who->site, now);
    if (who->account)
        count(&t->accounts, who->account, now);
}

int throttle_count(const struct throttle *t, uint64_t address)
{
    const struct failures *f = map_get(&t->addresses, address);
    return f ? f->count : 0;
}

static void free_map(struct map *map)
{
    size_t at = 0;
    for (struct failures *f; (f = map_next(map, &at));)
        free(f);
    map_free(map);
}

void throttle_free(struct throttle *t)
{
    free_map(&t->addresses);
    free_map(&t->accounts);
}
