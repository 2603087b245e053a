/* wakes.c: when to wake which table: a heap. */
#include "server/host/wakes.h"

#include <stdlib.h>

#include "server/base/memory.h"

void wakes_add(struct wakes *w, uint64_t table, int64_t at)
{
    if (w->count == w->capacity) {
        w->capacity = w->capacity ? w->capacity * 2 : 64;
        w->heap = must_realloc(w->heap, w->capacity * sizeof *w->heap);
    }
    size_t i = w->count++;
    for (; i > 0 && w->heap[(i - 1) / 2].at > at; i = (i - 1) / 2)
        w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = (struct wake){at, table};
}

int64_t wakes_next(const struct wakes *w)
{
    return w->count ? w->heap[0].at : INT64_MAX;
}

uint64_t wakes_take(struct wakes *w, int64_t now)
{
    if (wakes_next(w) > now)
        return 0;
    uint64_t table = w->heap[0].table;
    struct wake last = w->heap[--w->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < w->count; i = child) {
        if (child + 1 < w->count && w->heap[child + 1].at < w->heap[child].at)
            child++;
        if (w->heap[child].at >= last.at)
            break;
        w->heap[i] = w->heap[child];
    }
    w->heap[i] = last;
    return table;
}

void wakes_free(struct wakes *w)
{
    free(w->heap);
    *w = (struct wakes){0};
}
