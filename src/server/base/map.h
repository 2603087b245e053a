/* map.h: a map from numbers other than 0 to pointers. */
#ifndef SERVER_MAP_H
#define SERVER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
    uint64_t key; /* 0: free */
    void *value;
};

struct map {
    struct map_slot *slots;
    size_t size, count; /* size is a power of two, or 0 */
};

void *map_get(const struct map *map, uint64_t key);
/* Adds a value under a key that is not in the map yet. */
void map_put(struct map *map, uint64_t key, void *value);
void map_drop(struct map *map, uint64_t key);
void map_free(struct map *map);

/* Walks over the values, from *at = 0 until NULL. The map must not change meanwhile. */
void *map_next(const struct map *map, size_t *at);

#endif
