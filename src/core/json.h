/*
 * json.h: the program's one JSON reader, for box files, weights and what strangers send. It refuses whatever
 * RFC 8259 does not allow, and also doubled names, characters of number 0, integers of more than 64 bits,
 * numbers too large for a double and more than JSON_DEPTH brackets in each other. tests/json shows that it
 * reads as jansson does.
 *
 * A document is an array of values in a caller's memory, the outermost first: each stands before those that
 * are in it, and the name of a member, a string, before its value. Every function takes NULL for a value that
 * is not there, so that look-ups chain.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

enum { JSON_DEPTH = 64, JSON_LENGTH = 1 << 24 };
enum json_kind {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
};

struct json {
    uint8_t kind;
    uint32_t size; /* bytes of a string or a real; members; elements */
    uint32_t span; /* values, itself and those in it */
    uint32_t line; /* of the text, from 1 */
    union {
        const char *text; /* of a string, and of a real as it was written */
        int64_t integer;
    };
};

/* The bytes of memory that are enough for any text like this one. */
size_t json_memory(const char *text, size_t length);
/* Reads a text of one value into memory that is aligned for struct json, and needs no longer than the values.
 * NULL with a reason that names the line; `error` may be NULL. */
const struct json *json_read(const char *text, size_t length, void *memory, size_t size, struct text *error);

bool json_is(const struct json *, enum json_kind);
/* The member of an object. */
const struct json *json_get(const struct json *object, const char *name);
/* A string, which ends with a NUL and has no other; NULL if it is anything else. */
const char *json_text(const struct json *);
/* An integer; 0 if it is anything else. */
int64_t json_int(const struct json *);
/* Elements or members; -1 of anything else. */
int json_size(const struct json *);
/* Whether it is this string. */
bool json_says(const struct json *, const char *string);
/* Copies a string; false if it is not a string or too long. */
bool json_copy_text(const struct json *, char *out, size_t size);
/* An integer in min … max; false if it is anything else. */
bool json_int_in(const struct json *, long min, long max, long *out);

/* The element of an array at an index from 0. */
const struct json *json_at(const struct json *array, int index);
/* Walks over a container: its first element, or the name of its first member; NULL if it is empty … */
const struct json *json_first(const struct json *container);
/* … and the next one; NULL at the end. The value of a name is name + 1. */
const struct json *json_next(const struct json *container, const struct json *at);
/* The first name that is not in the list, which NULL ends; NULL if all are. */
const struct json *json_unknown_name(const struct json *object, const char *const *known);

/* Writes a value without spaces. */
void json_write(const struct json *, struct text *out);

#endif
