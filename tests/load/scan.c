/* scan.c: finds values in JSON text without parsing it into a tree. */
#include "scan.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_text(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p + 1;
}

static const char *skip_value(const char *p, const char *end)
{
    int depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_text(p, end);
        } else if (*p == '{' || *p == '[') {
            depth++;
            p++;
            continue;
        } else if (*p == '}' || *p == ']') {
            depth--;
            p++;
        } else {
            p++;
            if (depth == 0)
                while (p < end && *p != ',' && *p != '}' && *p != ']')
                    p++;
            else
                continue;
        }
        if (depth == 0)
            break;
    }
    return p < end ? p : end;
}

struct scan scan_member(struct scan object, const char *key)
{
    size_t n = strlen(key);
    const char *p = object.at, *end = object.end;
    if (!p || *p != '{')
        return (struct scan){0};
    for (p++; p < end && *p == '"';) {
        const char *name = p + 1;
        p = skip_text(p, end);
        bool found = (size_t)(p - 1 - name) == n && memcmp(name, key, n) == 0;
        const char *value = ++p; /* behind the colon */
        p = skip_value(value, end);
        if (found)
            return (struct scan){value, p};
        p += p < end && *p == ',';
    }
    return (struct scan){0};
}

bool scan_next(struct scan array, struct scan *item)
{
    const char *p = item->at ? item->end : array.at;
    if (!p || p >= array.end || *p == ']')
        return false;
    p++; /* the bracket or a comma */
    if (p >= array.end || *p == ']')
        return false;
    *item = (struct scan){p, skip_value(p, array.end)};
    return true;
}

long scan_int(struct scan value, long missing)
{
    return value.at ? strtol(value.at, NULL, 10) : missing;
}

struct scan scan_text(struct scan value)
{
    if (!value.at || *value.at != '"')
        return (struct scan){0};
    return (struct scan){value.at + 1, value.end - 1};
}

bool scan_is(struct scan value, const char *text)
{
    struct scan t = scan_text(value);
    return t.at && (size_t)(t.end - t.at) == strlen(text) && memcmp(t.at, text, strlen(text)) == 0;
}
