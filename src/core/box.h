/*
 * box.h: reads the components of a game from its box file. Only the first mistake is told, with its line;
 * after it, every function returns something harmless, so that a game can read on and look at `bad` where it
 * must.
 */
#ifndef CORE_BOX_H
#define CORE_BOX_H

#include "core/json.h"
#include "core/text.h"

struct game;

struct box_reader {
    const struct json *file;
    struct text *error;
    bool bad;
};

/* Reads and fully checks a box file for a game. False with the mistake in `error`. */
bool game_read_box(const struct game *game, const struct json *file, void *box, struct text *error);

/* Refuses the file because of a value (NULL: the whole file). Formats as text_printf does. Returns false. */
bool box_refuse(struct box_reader *, const struct json *value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Members that must be there. An object or a list of min to max elements; NULL after a mistake. */
const struct json *box_object(struct box_reader *, const struct json *object, const char *key);
const struct json *box_list(struct box_reader *, const struct json *object, const char *key, int min,
                            int max);
/* A whole number from min to max; min after a mistake. */
int box_int(struct box_reader *, const struct json *object, const char *key, int min, int max);
/* A text; "" after a mistake. */
void box_text(struct box_reader *, const struct json *object, const char *key, char *out, size_t size);

/* The same of a value that is no member: an element of a list, or a member that may be missing. */
int box_int_at(struct box_reader *, const struct json *value, const char *name, int min, int max);
/* Which of the names a text is; -1 after a mistake. `name` is for the message. */
int box_name_at(struct box_reader *, const struct json *value, const char *name, const char *const names[],
                int count);

/* Refuses a key of an object that is not in the list, which NULL ends: it is usually a typo. */
void box_known_keys(struct box_reader *, const struct json *object, const char *const known[]);

#endif
