/* scan.h: looks into JSON text where it lies, without making anything of it. The text must be well formed. */
#ifndef LOAD_SCAN_H
#define LOAD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A value: from its first byte to behind its last. Nothing was found if `at` is NULL. */
struct scan {
    const char *at, *end;
};

/* A member of an object. */
struct scan scan_member(struct scan object, const char *key);
/* Walks over an array: `item` is the one before, or nothing. False at the end. */
bool scan_next(struct scan array, struct scan *item);
long scan_int(struct scan value, long missing);
bool scan_is(struct scan value, const char *text);
/* A text without its quotes; its escapes stay as they are. */
struct scan scan_text(struct scan value);

#endif
