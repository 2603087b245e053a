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

static void forget_full(struct rates *rates, double rate, double burst, int64_t now)
{
    struct map kept = {0};
    for (size_t i = 0; i < rates->buckets.size; i++) {
        struct bucket *bucket = rates->buckets.slots[i].key ? rates->buckets.slots[i].value : NULL;
        if (!bucket)
            continue;
        refill(bucket, rate, burst, now);
        if (bucket->left < burst)
            map_put(&kept, rates->buckets.slots[i].key, bucket);
        else
            free(bucket);
    }
    map_free(&rates->buckets);
    rates->buckets = kept;
    rates->enough = kept.count > FEW / 2 ? kept.count * 2 : FEW;
}

static struct bucket *bucket_of(struct rates *rates, uint64_t key, double rate, double burst, int64_t now)
{
    struct bucket *bucket = map_get(&rates->buckets, key);
    if (!bucket) {
        if (rates->buckets.count >= rates->enough)
            forget_full(rates, rate, burst, now);
        bucket = must_calloc(1, sizeof *bucket);
        map_put(&rates->buckets, key, bucket);
    }
    return bucket;
}

bool rates_take(struct rates *rates, const char *address, double rate, double burst, int64_t now)
{
    return bucket_take(bucket_of(rates, limits_key(address), rate, burst, now), rate, burst, now);
}

void rates_note(struct rates *rates, uint64_t key, double rate, double burst, int64_t now)
{
    if (key)
        bucket_take(bucket_of(rates, key, rate, burst, now), rate, burst, now);
}

void rates_spend(struct rates *rates, const char *address, double tokens, double rate, double burst,
                 int64_t now)
{
    struct bucket *bucket = bucket_of(rates, limits_key(address), rate, burst, now);
    refill(bucket, rate, burst, now);
    bucket->left -= tokens;
}

bool rates_has(struct rates *rates, const char *address, double rate, double burst, int64_t now)
{
    const struct bucket *bucket = map_get(&rates->buckets, limits_key(address));
    if (!bucket)
        return true;
    struct bucket copy = *bucket;
    return bucket_take(&copy, rate, burst, now);
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

/* How many bytes follow the first one of a character; -1 if no character begins like this. */
static int bytes_after(unsigned char first)
{
    return first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1;
}

uint32_t limits_next_character(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;
    int more = bytes_after(*p);
    uint32_t c = more > 0 ? *p & (0x3fu >> more) : *p;
    for (p++; more > 0; more--, p++)
        c = c << 6 | (*p & 0x3f);
    *at = (const char *)p;
    return c;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

int limits_length(const char *text)
{
    int count = 0;
    for (const char *p = text; *p; count++) {
        int more = bytes_after((unsigned char)*p);
        for (int i = 1; i <= more; i++)
            if ((p[i] & 0xc0) != 0x80)
                return -1;
        if (more < 0 || is_control(limits_next_character(&p)))
            return -1;
    }
    return count;
}
