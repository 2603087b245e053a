/* wakes.h: which table wants to be woken when: a heap, with one timer for all of them. */
#ifndef SERVER_HOST_WAKES_H
#define SERVER_HOST_WAKES_H

#include <stddef.h>
#include <stdint.h>

struct wake {
    int64_t at;
    uint64_t table;
};

struct wakes {
    struct wake *heap;
    size_t count, capacity;
};

void wakes_add(struct wakes *, uint64_t table, int64_t at);
/* The earliest, or INT64_MAX. */
int64_t wakes_next(const struct wakes *);
/* Takes the earliest out if its time has come; returns its table, or 0. */
uint64_t wakes_take(struct wakes *, int64_t now);
void wakes_free(struct wakes *);

#endif
