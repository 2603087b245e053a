/* memory.c: allocation that does not fail. */
#include "server/base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "server/base/last_words.h"

static void *checked(void *memory)
{
    if (!memory)
        last_words("castellany: out of memory");
    return memory;
}

void *must_malloc(size_t size)
{
    return checked(malloc(size ? size : 1));
}

void *must_calloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *must_realloc(void *old, size_t size)
{
    return checked(realloc(old, size ? size : 1));
}

char *must_strdup(const char *text)
{
    return checked(strdup(text));
}

const struct json *json_load(const char *text, size_t length, struct text *error)
{
    size_t size = json_memory(text, length);
    void *memory = must_malloc(size);
    const struct json *json = json_read(text, length, memory, size, error);
    if (!json)
        free(memory);
    return json;
}

/* The outermost value is where its memory begins. */
void json_free(const struct json *json)
{
    free((void *)(uintptr_t)json);
}

static void *resize(void *me, void *block, size_t size)
{
    (void)me;
    if (size)
        return must_realloc(block, size);
    free(block);
    return NULL;
}

const struct match_memory memory_of_matches = {.resize = resize};
