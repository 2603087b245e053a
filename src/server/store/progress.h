/* progress.h: who wants to know how far a long work on a store is. */
#ifndef SERVER_STORE_PROGRESS_H
#define SERVER_STORE_PROGRESS_H

struct store_progress {
    /* `done` of `total` of a part of the work, such as "rows copied". NULL: nobody wants to know. */
    void (*tell)(void *context, const char *part, long done, long total);
    void *context;
};

static inline void store_tell_progress(const struct store_progress *progress, const char *part, long done,
                                       long total)
{
    if (progress->tell)
        progress->tell(progress->context, part, done, total);
}

#endif
