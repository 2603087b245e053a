/* box.c: reads box files and words their mistakes. */
#include "core/box.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "core/game.h"

bool box_refuse(struct box_reader *r, int value, const char *format, ...)
{
    va_list args;
    if (r->bad)
        return false;
    r->bad = true;
    text_printf(r->error, "line %d: ", json_line(r->file, value < 0 ? 0 : value));
    va_start(args, format);
    text_vprintf(r->error, format, args);
    va_end(args);
    return false;
}

static bool is_kind(const struct box_reader *r, int value, enum json_kind kind)
{
    return value >= 0 && r->file->tokens[value].kind == kind;
}

/* The member with this key; -1, with a message, if there is none. */
static int member(struct box_reader *r, int object, const char *key)
{
    int value = json_member(r->file, object, key);
    if (value < 0)
        box_refuse(r, object, "\"%s\" is missing", key);
    return value;
}

int box_object(struct box_reader *r, int object, const char *key)
{
    int value = member(r, object, key);
    if (value < 0 || is_kind(r, value, JSON_OBJECT))
        return value;
    box_refuse(r, value, "\"%s\" must be an object: {…}", key);
    return -1;
}

int box_list(struct box_reader *r, int object, const char *key, int min, int max)
{
    int value = member(r, object, key), size = json_size(r->file, value);
    if (value < 0 || (is_kind(r, value, JSON_ARRAY) && size >= min && size <= max))
        return value;
    if (min == max)
        box_refuse(r, value, "\"%s\" must be a list of %d", key, min);
    else
        box_refuse(r, value, "\"%s\" must be a list of %d to %d", key, min, max);
    return -1;
}

int box_int_at(struct box_reader *r, int value, const char *name, int min, int max)
{
    long n = min;
    if (json_int(r->file, value, min, max, &n))
        return (int)n;
    if (min == max)
        box_refuse(r, value, "\"%s\" must be %d", name, min);
    else
        box_refuse(r, value, "\"%s\" must be a whole number from %d to %d", name, min, max);
    return min;
}

int box_int(struct box_reader *r, int object, const char *key, int min, int max)
{
    int value = member(r, object, key);
    return value < 0 ? min : box_int_at(r, value, key, min, max);
}

void box_text(struct box_reader *r, int object, const char *key, char *out, size_t size)
{
    int value = member(r, object, key);
    if (value >= 0 && json_text(r->file, value, out, size))
        return;
    out[0] = '\0';
    box_refuse(r, value, "\"%s\" must be a text of at most %d bytes", key, (int)size - 1);
}

int box_name_at(struct box_reader *r, int value, const char *name, const char *const names[], int count)
{
    char list[256];
    struct text known = TEXT_IN(list);
    for (int i = 0; i < count; i++) {
        if (json_is(r->file, value, names[i]))
            return i;
        text_printf(&known, "%s%s", i ? ", " : "", names[i]);
    }
    box_refuse(r, value, "\"%s\" must be one of: %s", name, list);
    return -1;
}

void box_known_keys(struct box_reader *r, int object, const char *const known[])
{
    int key = json_unknown_key(r->file, object, known);
    if (key < 0)
        return;
    char name[64], list[256];
    struct text quoted = TEXT_IN(name), keys = TEXT_IN(list);
    const struct json_token *token = &r->file->tokens[key];
    text_quote_n(&quoted, r->file->text + token->start, (size_t)(token->end - token->start));
    for (int i = 0; known[i]; i++)
        text_printf(&keys, "%s%s", i ? ", " : "", known[i]);
    box_refuse(r, key, "%s is an unknown key; known are: %s", name, list);
}

bool game_read_box(const struct game *game, const struct json *file, void *box, struct text *error)
{
    struct box_reader r = {.file = file, .error = error};
    memset(box, 0, game->box_size);
    if (!is_kind(&r, 0, JSON_OBJECT))
        return box_refuse(&r, 0, "a box must be an object: {…}");
    if (!json_is(file, json_member(file, 0, "game"), game->box_file))
        return box_refuse(&r, 0, "\"game\" must be \"%s\"", game->box_file);
    game->read_box(&r, box);
    assert(r.bad == (error->length > 0));
    return !r.bad;
}
