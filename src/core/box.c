/* box.c: reads box files and words their mistakes. */
#include "core/box.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "core/game.h"

bool box_refuse(struct box_reader *r, const struct json *value, const char *format, ...)
{
    va_list args;
    if (r->bad)
        return false;
    r->bad = true;
    text_printf(r->error, "line %d: ", value ? (int)value->line : 1);
    va_start(args, format);
    text_vprintf(r->error, format, args);
    va_end(args);
    return false;
}

/* The member with this key; NULL, with a message, if there is none. */
static const struct json *member(struct box_reader *r, const struct json *object, const char *key)
{
    const struct json *value = json_get(object, key);
    if (!value)
        box_refuse(r, object, "\"%s\" is missing", key);
    return value;
}

const struct json *box_object(struct box_reader *r, const struct json *object, const char *key)
{
    const struct json *value = member(r, object, key);
    if (!value || json_is(value, JSON_OBJECT))
        return value;
    box_refuse(r, value, "\"%s\" must be an object: {…}", key);
    return NULL;
}

const struct json *box_list(struct box_reader *r, const struct json *object, const char *key, int min,
                            int max)
{
    const struct json *value = member(r, object, key);
    int size = json_size(value);
    if (!value || (json_is(value, JSON_ARRAY) && size >= min && size <= max))
        return value;
    if (min == max)
        box_refuse(r, value, "\"%s\" must be a list of %d", key, min);
    else
        box_refuse(r, value, "\"%s\" must be a list of %d to %d", key, min, max);
    return NULL;
}

int box_int_at(struct box_reader *r, const struct json *value, const char *name, int min, int max)
{
    long n = min;
    if (json_int_in(value, min, max, &n))
        return (int)n;
    if (min == max)
        box_refuse(r, value, "\"%s\" must be %d", name, min);
    else
        box_refuse(r, value, "\"%s\" must be a whole number from %d to %d", name, min, max);
    return min;
}

int box_int(struct box_reader *r, const struct json *object, const char *key, int min, int max)
{
    const struct json *value = member(r, object, key);
    return value ? box_int_at(r, value, key, min, max) : min;
}

void box_text(struct box_reader *r, const struct json *object, const char *key, char *out, size_t size)
{
    const struct json *value = member(r, object, key);
    if (json_copy_text(value, out, size))
        return;
    out[0] = '\0';
    box_refuse(r, value, "\"%s\" must be a text of at most %d bytes", key, (int)size - 1);
}

int box_name_at(struct box_reader *r, const struct json *value, const char *name, const char *const names[],
                int count)
{
    char list[256];
    struct text known = TEXT_IN(list);
    for (int i = 0; i < count; i++) {
        if (json_says(value, names[i]))
            return i;
        text_printf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    box_refuse(r, value, "\"%s\" must be one of: %s", name, list);
    return -1;
}

void box_known_keys(struct box_reader *r, const struct json *object, const char *const known[])
{
    const struct json *key = json_unknown_name(object, known);
    if (!key)
        return;
    char name[64], list[256];
    struct text quoted = TEXT_IN(name), keys = TEXT_IN(list);
    text_quote_n(&quoted, key->text, key->size);
    for (int i = 0; known[i]; i++)
        text_printf(&keys, "%s%s", i ? ", " : "", known[i]);
    box_refuse(r, key, "%s is an unknown key; known are: %s", name, list);
}

bool game_read_box(const struct game *game, const struct json *file, void *box, struct text *error)
{
    struct box_reader r = {.file = file, .error = error};
    memset(box, 0, game->box_size);
    if (!json_is(file, JSON_OBJECT))
        return box_refuse(&r, file, "a box must be an object: {…}");
    if (!json_says(json_get(file, "game"), game->box_file))
        return box_refuse(&r, file, "\"game\" must be \"%s\"", game->box_file);
    game->read_box(&r, box);
    assert(r.bad == (error->length > 0));
    return !r.bad;
}
