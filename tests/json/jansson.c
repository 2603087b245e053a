/* jansson.c: what jansson says about a text. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

enum { DEPTH = 64 }; /* JSON_DEPTH */

/* The number that enum json_kind has for a type. */
static int kind_of(const json_t *value)
{
    static const int kinds[] = {[JSON_OBJECT] = 0, [JSON_ARRAY] = 1, [JSON_STRING] = 2, [JSON_INTEGER] = 3,
                                [JSON_REAL] = 4,   [JSON_TRUE] = 5,  [JSON_FALSE] = 6,  [JSON_NULL] = 7};
    return kinds[json_typeof(value)];
}

static int depth_of(const json_t *value)
{
    int deepest = 0, depth;
    size_t i;
    const char *key;
    json_t *each;
    json_array_foreach(value, i, each) if ((depth = depth_of(each)) > deepest) deepest = depth;
    json_object_foreach((json_t *)value, key, each) if ((depth = depth_of(each)) > deepest) deepest = depth;
    return deepest + (json_is_array(value) || json_is_object(value));
}

static void put_string(const char *text, size_t length, struct text *out)
{
    text_printf(out, "2:%d:", (int)length);
    text_put_n(out, text, length);
}

static void put(const json_t *value, struct text *out)
{
    char number[40];
    size_t i;
    const char *key;
    json_t *each;
    if (json_is_string(value))
        put_string(json_string_value(value), json_string_length(value), out);
    else
        text_printf(out, "%d", kind_of(value));
    if (json_is_integer(value))
        text_int(out, json_integer_value(value));
    if (json_is_real(value)) {
        snprintf(number, sizeof number, "%.17g", json_real_value(value));
        text_put(out, number);
    }
    if (json_is_array(value) || json_is_object(value)) {
        text_printf(out, "(%d ",
                    (int)(json_is_array(value) ? json_array_size(value) : json_object_size(value)));
        json_array_foreach(value, i, each) put(each, out);
        json_object_foreach((json_t *)value, key, each)
        {
            put_string(key, strlen(key), out);
            text_char(out, ',');
            put(each, out);
        }
        text_char(out, ')');
    }
    text_char(out, ',');
}

/* jansson 2.14 overlooks a NUL that follows a number or a word. */
void jansson_says(const char *text, size_t length, struct text *out)
{
    json_t *value = memchr(text, '\0', length)
                        ? NULL
                        : json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (value && depth_of(value) <= DEPTH)
        put(value, out);
    else
        text_put(out, "refused");
    json_decref(value);
}
