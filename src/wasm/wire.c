/* wire.c: a strict JSON reader for messages, behind the interface of jansson that the protocol uses. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "server/base/memory.h"

enum { MAX_DEPTH = 64 };

struct reader {
    const char *at, *end;
    const char *problem;
};

static json_t *fail(struct reader *r, const char *problem)
{
    if (!r->problem)
        r->problem = problem;
    return NULL;
}

static void skip_space(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(struct reader *r, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* ---- strings ---- */

/* Four hexadecimal digits; -1 if there are none. */
static long take_hex(struct reader *r)
{
    char digits[5] = {0};
    if (r->end - r->at < 4)
        return -1;
    memcpy(digits, r->at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4)
        return -1;
    r->at += 4;
    return strtol(digits, NULL, 16);
}

/* A character after \u, perhaps of two halves; -1 if it is wrong. */
static long take_unicode(struct reader *r)
{
    long c = take_hex(r);
    if (c < 0xd800 || c > 0xdfff)
        return c;
    if (c > 0xdbff || !take(r, "\\u"))
        return -1;
    long low = take_hex(r);
    return low < 0xdc00 || low > 0xdfff ? -1 : 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
}

static char *put_escape(struct reader *r, char *out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = r->at < r->end && *r->at ? strchr(names, *r->at) : NULL;
    if (name) {
        r->at++;
        *out++ = values[name - names];
        return out;
    }
    long c = take(r, "u") ? take_unicode(r) : -1;
    if (c < 0) {
        fail(r, "a string has a wrong escape");
        return out;
    }
    return out + utf8_write((uint32_t)c, out);
}

/* A string after its first quote. NULL if it is wrong. */
static char *read_string(struct reader *r, size_t *length)
{
    const char *close = r->at;
    while (close < r->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= r->end) {
        fail(r, "a string has no end");
        return NULL;
    }
    char *text = must_malloc((size_t)(close - r->at) + 1), *out = text;
    while (r->at < close && !r->problem) {
        if (*r->at == '\\') {
            r->at++;
            out = put_escape(r, out);
            continue;
        }
        size_t n = utf8_size(r->at, (size_t)(close - r->at));
        if (n == 0 || (unsigned char)*r->at < 0x20)
            fail(r, "a string has a control character or is not UTF-8");
        for (; n > 0; n--)
            *out++ = *r->at++;
    }
    r->at = close + 1;
    *out = '\0';
    *length = (size_t)(out - text);
    if (!r->problem)
        return text;
    free(text);
    return NULL;
}

/* ---- values ---- */

static json_t *new_value(enum wire_type type)
{
    json_t *value = must_calloc(1, sizeof *value);
    value->type = type;
    return value;
}

static size_t digits(struct reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return (size_t)(r->at - begin);
}

static json_t *read_number(struct reader *r)
{
    const char *begin = r->at;
    bool real = false;
    take(r, "-");
    const char *first = r->at;
    size_t n = digits(r);
    if (n == 0 || (*first == '0' && n > 1))
        return fail(r, "there is no value where one must be");
    if (take(r, ".") && (real = true) && digits(r) == 0)
        return fail(r, "a number is wrong");
    if (take(r, "e") || take(r, "E")) {
        real = true;
        if (!take(r, "+"))
            take(r, "-");
        if (digits(r) == 0)
            return fail(r, "a number is wrong");
    }
    json_t *value = new_value(real ? WIRE_REAL : WIRE_INTEGER);
    uint64_t sum = 0;
    for (const char *p = first; !real && p < r->at; p++) {
        if (sum > (INT64_MAX - (uint64_t)(*p - '0')) / 10) {
            free(value);
            return fail(r, "an integer is too large");
        }
        sum = sum * 10 + (uint64_t)(*p - '0');
    }
    value->integer = *begin == '-' ? -(int64_t)sum : (int64_t)sum;
    return value;
}

static json_t *read_value(struct reader *r, int depth);

static char *read_key(struct reader *r, const json_t *object)
{
    size_t length;
    char *key = take(r, "\"") ? read_string(r, &length) : NULL;
    skip_space(r);
    if (!key || strlen(key) != length || json_object_get(object, key) || !take(r, ":")) {
        free(key);
        fail(r, "a member of an object has no name, or has the name of another one");
        return NULL;
    }
    return key;
}

static json_t *read_container(struct reader *r, enum wire_type type, int depth)
{
    const char *begin = r->at - 1, *close = type == WIRE_OBJECT ? "}" : "]";
    json_t *container = new_value(type), **last = &container->first;
    skip_space(r);
    bool more = !take(r, close);
    while (more && !r->problem) {
        skip_space(r);
        char *key = type == WIRE_OBJECT ? read_key(r, container) : NULL;
        json_t *value = r->problem ? NULL : read_value(r, depth + 1);
        if (!value) {
            free(key);
            break;
        }
        value->key = key;
        *last = value;
        last = &value->next;
        container->size++;
        skip_space(r);
        more = take(r, ",");
        if (!more && !take(r, close))
            fail(r, "an object or array has no end");
    }
    if (r->problem) {
        json_decref(container);
        return NULL;
    }
    if (type == WIRE_OBJECT)
        container->string = strndup(begin, (size_t)(r->at - begin));
    return container;
}

static json_t *read_value(struct reader *r, int depth)
{
    skip_space(r);
    if (depth > MAX_DEPTH)
        return fail(r, "values are nested too deeply");
    if (take(r, "{"))
        return read_container(r, WIRE_OBJECT, depth);
    if (take(r, "["))
        return read_container(r, WIRE_ARRAY, depth);
    if (take(r, "\"")) {
        size_t length;
        char *text = read_string(r, &length);
        json_t *value = text ? new_value(WIRE_STRING) : NULL;
        if (value) {
            value->string = text;
            value->length = length;
        }
        return value;
    }
    if (take(r, "true"))
        return new_value(WIRE_TRUE);
    if (take(r, "false"))
        return new_value(WIRE_FALSE);
    if (take(r, "null"))
        return new_value(WIRE_NULL);
    return read_number(r);
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    struct reader r = {.at = text, .end = text + length};
    (void)flags;
    json_t *value = read_value(&r, 0);
    skip_space(&r);
    if (value && r.at < r.end) {
        json_decref(value);
        value = fail(&r, "something follows the value");
    }
    if (!value && error)
        snprintf(error->text, sizeof error->text, "%s", r.problem);
    return value;
}

void json_decref(json_t *value)
{
    if (!value)
        return;
    for (json_t *child = value->first, *next; child; child = next) {
        next = child->next;
        json_decref(child);
    }
    free(value->key);
    free(value->string);
    free(value);
}

/* ---- looking at values ---- */

bool wire_is(const json_t *value, enum wire_type type)
{
    return value && value->type == type;
}

json_t *wire_first(const json_t *container, enum wire_type type)
{
    return wire_is(container, type) ? container->first : NULL;
}

json_t *json_object_getn(const json_t *object, const char *key, size_t length)
{
    json_t *member = wire_first(object, WIRE_OBJECT);
    while (member && (strncmp(member->key, key, length) != 0 || member->key[length]))
        member = member->next;
    return member;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    return json_object_getn(object, key, strlen(key));
}

const char *json_string_value(const json_t *value)
{
    return wire_is(value, WIRE_STRING) ? value->string : NULL;
}

size_t json_string_length(const json_t *value)
{
    return wire_is(value, WIRE_STRING) ? value->length : 0;
}

int64_t json_integer_value(const json_t *value)
{
    return wire_is(value, WIRE_INTEGER) ? value->integer : 0;
}

size_t json_array_size(const json_t *value)
{
    return wire_is(value, WIRE_ARRAY) ? value->size : 0;
}

char *json_dumps(const json_t *value, size_t flags)
{
    (void)flags;
    return wire_is(value, WIRE_OBJECT) ? must_strdup(value->string) : NULL;
}
