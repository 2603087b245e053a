/*
 * json.h: a strict JSON reader without allocation, for box files and weights. Wire messages, which may be
 * hostile, go through jansson instead.
 *
 * A document is an array of tokens in a caller's memory; a value is the index of its token, or -1 for "none",
 * which every function accepts, so that look-ups chain.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

enum json_kind { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_token {
    uint8_t kind;
    int32_t start, end; /* bytes in the text; a string's without its quotes */
    int32_t size;       /* members of an object, elements of an array */
    int32_t next;       /* the token after this value and all that is in it */
};

struct json {
    const char *text;
    const struct json_token *tokens;
    int count;
};

/* Parses the whole text (one value, token 0). Refuses doubled keys, escapes other than \" \\ \/ and depth
 * over 16. False with a reason that names the line. */
bool json_parse(const char *text, size_t length, struct json_token *tokens, int max, struct json *out,
                struct text *error);

int json_member(const struct json *, int object, const char *key);
/* The first key that is not in the list, which NULL ends; -1 if all are. */
int json_unknown_key(const struct json *, int object, const char *const *known);
/* Walks over a container: the first element of an array or the first key of an object, -1 if it is empty … */
int json_first(const struct json *, int container);
/* … then the element after an element, or the key after a key, -1 at the end. */
int json_after(const struct json *, int container, int at);
/* The value that belongs to a key. */
int json_value(const struct json *, int key);
int json_size(const struct json *, int value); /* of an object or array; -1 for anything else */
bool json_is(const struct json *, int value, const char *string);
/* Copies a string value; false if it is not a string or too long. */
bool json_text(const struct json *, int value, char *out, size_t size);
/* An integer in min … max; false if it is anything else. */
bool json_int(const struct json *, int value, long min, long max, long *out);
/* The line a value stands on, for messages. */
int json_line(const struct json *, int value);

#endif
