/* map.h: finds things by a number that is not 0. */
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
/* Puts a value under a key that is not there yet. */
void map_put(struct map *map, uint64_t key, void *value);
void map_drop(struct map *map, uint64_t key);
void map_free(struct map *map);

/* Walks over the values; nothing may be put or dropped meanwhile. Begin with *at = 0; NULL ends the walk. */
void *map_next(const struct map *map, size_t *at);

#endif
