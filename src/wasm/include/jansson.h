/*
 * jansson.h: the part of jansson's interface that the protocol uses, for the browser, where the library does
 * not exist. docs/PROTOCOL.md says what a message may be; wire.c reads it as strictly as jansson does.
 */
#ifndef WASM_JANSSON_H
#define WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_type {
    WIRE_OBJECT,
    WIRE_ARRAY,
    WIRE_STRING,
    WIRE_INTEGER,
    WIRE_REAL,
    WIRE_TRUE,
    WIRE_FALSE,
    WIRE_NULL
};

typedef struct wire {
    enum wire_type type;
    char *key;          /* of a member of an object */
    struct wire *next;  /* in the same container */
    struct wire *first; /* in this container */
    size_t size;        /* of a container */
    char *string;       /* of a string: its value; of an object: the text that it was read from */
    size_t length;      /* of a string */
    int64_t integer;
} json_t;

typedef struct {
    char text[160];
} json_error_t;

enum { JSON_REJECT_DUPLICATES = 1, JSON_COMPACT = 2 };

/* Reads one value; `flags` must be JSON_REJECT_DUPLICATES. NULL with the reason in `error` (unless NULL). */
json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
void json_decref(json_t *);
/* An object as it was written, which is as compact as its writer made it. To be freed. */
char *json_dumps(const json_t *, size_t flags);

json_t *json_object_get(const json_t *, const char *key);
json_t *json_object_getn(const json_t *, const char *key, size_t length);
const char *json_string_value(const json_t *); /* NULL if it is no string */
size_t json_string_length(const json_t *);
int64_t json_integer_value(const json_t *); /* 0 if it is no integer */
size_t json_array_size(const json_t *);     /* 0 if it is no array */
bool wire_is(const json_t *, enum wire_type);

#define json_is_object(v)  wire_is(v, WIRE_OBJECT)
#define json_is_array(v)   wire_is(v, WIRE_ARRAY)
#define json_is_string(v)  wire_is(v, WIRE_STRING)
#define json_is_integer(v) wire_is(v, WIRE_INTEGER)
#define json_is_true(v)    wire_is(v, WIRE_TRUE)
#define json_is_boolean(v) (wire_is(v, WIRE_TRUE) || wire_is(v, WIRE_FALSE))

json_t *wire_first(const json_t *container, enum wire_type);
#define json_array_foreach(array, i, value)                                                                  \
    for ((i) = 0, (value) = wire_first(array, WIRE_ARRAY); (value); (value) = (value)->next, (i)++)
#define json_object_foreach(object, k, value)                                                                \
    for ((value) = wire_first(object, WIRE_OBJECT); (value) && ((k) = (value)->key); (value) = (value)->next)

#endif
