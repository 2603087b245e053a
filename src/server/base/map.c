/* map.c: a hash table with linear probing. Removing a key moves its followers up, so there are no tombstones.
 */
#include "server/base/map.h"

#include <stdlib.h>

#include "server/base/memory.h"

static size_t home(const struct map *map, uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (map->size - 1);
}

void *map_get(const struct map *map, uint64_t key)
{
    if (!map->size || !key)
        return NULL;
    for (size_t i = home(map, key); map->slots[i].key; i = (i + 1) & (map->size - 1))
        if (map->slots[i].key == key)
            return map->slots[i].value;
    return NULL;
}

static void place(struct map *map, uint64_t key, void *value)
{
    size_t i = home(map, key);
    while (map->slots[i].key)
        i = (i + 1) & (map->size - 1);
    map->slots[i] = (struct map_slot){key, value};
}

static void grow(struct map *map)
{
    struct map old = *map;
    map->size = old.size ? old.size * 2 : 64;
    map->slots = must_calloc(map->size, sizeof *map->slots);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].key)
            place(map, old.slots[i].key, old.slots[i].value);
    free(old.slots);
}

void map_put(struct map *map, uint64_t key, void *value)
{
    if (map->count * 2 >= map->size)
        grow(map);
    place(map, key, value);
    map->count++;
}

void map_drop(struct map *map, uint64_t key)
{
    if (!map_get(map, key))
        return;
    size_t mask = map->size - 1, i = home(map, key);
    while (map->slots[i].key != key)
        i = (i + 1) & mask;
    for (size_t k = (i + 1) & mask; map->slots[k].key; k = (k + 1) & mask) {
        size_t wanted = home(map, map->slots[k].key);
        if (((k - wanted) & mask) >= ((k - i) & mask)) {
            map->slots[i] = map->slots[k];
            i = k;
        }
    }
    map->slots[i] = (struct map_slot){0, NULL};
    map->count--;
}

void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->size) {
        const struct map_slot *slot = &map->slots[(*at)++];
        if (slot->key)
            return slot->value;
    }
    return NULL;
}

void map_free(struct map *map)
{
    free(map->slots);
    *map = (struct map){0};
}
