/* memory.h: allocation that does not fail. A server that is out of memory stops; everything that it confirmed
 * is on the disk. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include "match/allocation.h"

void *must_malloc(size_t size);
void *must_calloc(size_t count, size_t size);
void *must_realloc(void *old, size_t size);
char *must_strdup(const char *text);

struct json;
struct text;
/* Reads a text of JSON, see json_read. */
const struct json *json_load(const char *text, size_t length, struct text *error);
void json_free(const struct json *);

/* For matches. */
extern const struct match_memory memory_of_matches;

#endif
