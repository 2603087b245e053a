/* allocation.h: where a match gets its memory from. */
#ifndef MATCH_ALLOCATION_H
#define MATCH_ALLOCATION_H

#include <stddef.h>

struct match_memory {
    void *me;
    /* Like realloc; a size of 0 frees. Never returns NULL for another size: a host that is out of memory
     * ends the program. */
    void *(*resize)(void *me, void *block, size_t size);
};

#endif
