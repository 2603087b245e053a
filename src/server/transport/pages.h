/* pages.h: the web client, which is embedded in the program. */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct page {
    char name[64];
    const char *type;
    void *data; /* unpacked, or NULL: nobody has asked for it so; see pages_unzip */
    const void *zipped;
    size_t size, zipped_size;
    char etag[20];
    bool
        hashed; /* its name changes with its content, so browsers may keep it for ever (all but index.html) */
};

/* Reads the files that the build embedded, NAME.gz each (tools/build_web.py). */
void pages_open(void);
void pages_close(void);

/* The page at a path; "/" is index.html. NULL if there is none. */
struct page *pages_find(const char *path);
/* Unpacks a page for a client that takes no gzip. Few do, so pages are packed until one asks. */
void pages_unzip(struct page *);

#endif
