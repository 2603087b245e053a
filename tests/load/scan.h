/* scan.h: finds values in JSON text without parsing it into a tree. The text must be well formed. */
#ifndef LOAD_SCAN_H
#define LOAD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A value: the text from its first byte to the byte after its last. `at` is NULL if nothing was found. */
struct scan {
    const char *at, *end;
};

/* The member of an object with this key. */
struct scan scan_member(struct scan object, const char *key);
/* Makes `item` the item after it, or the first one if it is empty. False at the end of the array. */
bool scan_next(struct scan array, struct scan *item);
long scan_int(struct scan value, long missing);
bool scan_is(struct scan value, const char *text);
/* A text without its quotes; its escapes stay as they are. */
struct scan scan_text(struct scan value);

#endif
