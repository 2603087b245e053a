/*
 * json_names.h: the names by which the files of this folder call core/json.h. They are those of jansson,
 * which the server had before. Whoever changes one of these files anyway uses the names of core/json.h.
 */
#ifndef SERVER_PROTOCOL_JSON_NAMES_H
#define SERVER_PROTOCOL_JSON_NAMES_H

#include <string.h>

#include "core/json.h"

typedef const struct json json_t;

#define json_object_get       json_get
#define json_string_value     json_text
#define json_string_length(v) strlen(json_text(v))
#define json_integer_value    json_int
#define json_array_size(v)    (json_is(v, JSON_ARRAY) ? (size_t)json_size(v) : 0)
#define json_is_object(v)     json_is(v, JSON_OBJECT)
#define json_is_array(v)      json_is(v, JSON_ARRAY)
#define json_is_string(v)     json_is(v, JSON_STRING)
#define json_is_integer(v)    json_is(v, JSON_INTEGER)
#define json_is_true(v)       json_is(v, JSON_TRUE)
#define json_is_boolean(v)    (json_is(v, JSON_TRUE) || json_is(v, JSON_FALSE))
#define json_array_foreach(array, i, value)                                                                  \
    for ((i) = 0, (value) = json_is(array, JSON_ARRAY) ? json_first(array) : NULL; (value);                  \
         (value) = json_next(array, value), (i)++)
#define json_object_foreach(object, key, value)                                                              \
    for ((value) = json_is(object, JSON_OBJECT) ? json_first(object) : NULL;                                 \
         (value) && ((key) = (value)->text, (value)++, true); (value) = json_next(object, (value)-1))

#endif
