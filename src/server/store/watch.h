/* watch.h: who wants to know how far a long work on a store is. */
#ifndef SERVER_STORE_WATCH_H
#define SERVER_STORE_WATCH_H

struct store_watch {
    /* `done` of `total` of a part of the work, such as "rows copied". NULL: nobody wants to know. */
    void (*tell)(void *context, const char *part, long done, long total);
    void *context;
};

static inline void store_tell(const struct store_watch *watch, const char *part, long done, long total)
{
    if (watch->tell)
        watch->tell(watch->context, part, done, total);
}

#endif
