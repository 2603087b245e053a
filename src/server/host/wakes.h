/* wakes.h: when to wake which table: a heap, so that one timer is enough. */
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
/* The earliest time, or INT64_MAX. */
int64_t wakes_next(const struct wakes *);
/* Removes the earliest entry if its time has come. Returns its table, or 0. */
uint64_t wakes_take(struct wakes *, int64_t now);
void wakes_free(struct wakes *);

#endif
