/* embedded.h: files that the build puts into the program (tools/embed.py). */
#ifndef CORE_EMBEDDED_H
#define CORE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;
    const unsigned char *data; /* followed by a NUL that is not counted */
    size_t size;
};

/* Each ended by a NULL name. */
extern const struct embedded box_files[];  /* data/box/ */
extern const struct embedded rule_files[]; /* docs/rules/, those of other languages as nl/… */

#endif
