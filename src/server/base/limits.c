/* limits.c: how much one client, or one address, may ask for. */
#include "server/base/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

enum { FEW = 256 };

static void refill(struct bucket *bucket, double rate, double burst, int64_t now)
{
    if (bucket->at == 0)
        bucket->left = burst;
    else if (now > bucket->at) /* the clock may have been set back */
        bucket->left += (double)(now - bucket->at) * rate / 1000;
    bucket->at = now;
    if (bucket->left > burst)
        bucket->left = burst;
}

bool bucket_take(struct bucket *bucket, double rate, double burst, int64_t now)
{
    refill(bucket, rate, burst, now);
    if (bucket->left < 1)
        return false;
    bucket->left -= 1;
    return true;
}

static void forget_full(struct rates *rates, struct pace pace, int64_t now)
{
    struct map kept = {0};
    for (size_t i = 0; i < rates->buckets.size; i++) {
        struct bucket *bucket = rates->buckets.slots[i].key ? rates->buckets.slots[i].value : NULL;
        if (!bucket)
            continue;
        refill(bucket, pace.rate, pace.burst, now);
        if (bucket->left < pace.burst)
            map_put(&kept, rates->buckets.slots[i].key, bucket);
        else
            free(bucket);
    }
    map_free(&rates->buckets);
    rates->buckets = kept;
    rates->enough = kept.count > FEW / 2 ? kept.count * 2 : FEW;
}

bool rates_has(struct rates *rates, uint64_t key, struct pace pace, int64_t now)
{
    struct bucket *bucket = map_get(&rates->buckets, key);
    if (bucket)
        refill(bucket, pace.rate, pace.burst, now);
    return !bucket || bucket->left >= 1;
}

void rates_spend(struct rates *rates, uint64_t key, double tokens, struct pace pace, int64_t now)
{
    struct bucket *bucket = map_get(&rates->buckets, key);
    if (!bucket) {
        if (rates->buckets.count >= rates->enough)
            forget_full(rates, pace, now);
        bucket = must_calloc(1, sizeof *bucket);
        map_put(&rates->buckets, key, bucket);
    }
    refill(bucket, pace.rate, pace.burst, now);
    bucket->left -= tokens;
}

void rates_free(struct rates *rates)
{
    size_t at = 0;
    for (struct bucket *bucket; (bucket = map_next(&rates->buckets, &at));)
        free(bucket);
    map_free(&rates->buckets);
}

bool limits_free_for(const struct limits *limits, const char *address, int max)
{
    return (intptr_t)map_get(&limits->counts, limits_key(address)) < max;
}

bool limits_enter(struct limits *limits, struct limits_place *place, const char *address, int max)
{
    uint64_t key = limits_key(address);
    limits_leave(limits, place);
    intptr_t count = (intptr_t)map_get(&limits->counts, key);
    if (count >= max)
        return false;
    map_drop(&limits->counts, key);
    map_put(&limits->counts, key, (void *)(count + 1)); /* NOLINT: a number in a pointer's place */
    snprintf(place->address, sizeof place->address, "%s", address);
    return true;
}

void limits_leave(struct limits *limits, struct limits_place *place)
{
    if (!place->address[0])
        return;
    uint64_t key = limits_key(place->address);
    intptr_t count = (intptr_t)map_get(&limits->counts, key);
    map_drop(&limits->counts, key);
    if (count > 1)
        map_put(&limits->counts, key, (void *)(count - 1)); /* NOLINT */
    place->address[0] = '\0';
}

void limits_free(struct limits *limits)
{
    map_free(&limits->counts);
}
