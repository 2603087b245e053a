/* list.c: the games that there are, each with its shipped box. */
#include "core/json.h"
#include "core/list.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "castellan/castellan.h"
#include "castelli/castelli.h"
#include "castle/castle.h"
#include "core/embedded.h"
#include "core/nullgame.h"

enum { MAX_TOKENS = 4096 };

/* A game and the word for its box: a file in data/box has that name, and says it. The null game, which is for
 * developers, comes first and can be found, but is not in the list that people are offered. */
static const struct {
    const struct game *rules;
    const char *box;
} entries[] = {
    /* clang-format off */
    {&null_game, "null"},
    {&castelli_game, "castelli"},
    {&castelli_tournament_game, "castelli"},
    {&castle_game, "castle"},
    {&castellan_game, "castellan"},
    /* clang-format on */
};

enum { COUNT = sizeof entries / sizeof entries[0] };

static alignas(max_align_t) unsigned char boxes[COUNT][GAMES_BOX_SIZE];
static struct game opened[COUNT];
const struct game *games[COUNT];

static bool read_box(int entry, const char *file, size_t length, void *box, struct text *error)
{
    const struct game *rules = entries[entry].rules;
    struct json_token tokens[MAX_TOKENS];
    struct json json;
    if (!json_parse(file, length, tokens, MAX_TOKENS, &json, error))
        return false;
    if (!json_is(&json, json_member(&json, 0, "game"), entries[entry].box)) {
        text_printf(error, "the file does not say \"game\": \"%s\"", entries[entry].box);
        return false;
    }
    assert(rules->box_size <= GAMES_BOX_SIZE);
    memset(box, 0, rules->box_size);
    return rules->read_box(&json, box, error);
}

static const struct embedded *shipped(const char *box)
{
    const struct embedded *file = box_files;
    size_t n = strlen(box);
    while (file->name && (strncmp(file->name, box, n) != 0 || strcmp(file->name + n, ".json") != 0))
        file++;
    assert(file->name && "a game of this list has no box file among those that data/meson.build names");
    return file;
}

void games_open(void)
{
    for (int i = 0; i < COUNT; i++) {
        char reason[256];
        struct text error = TEXT_IN(reason);
        const struct embedded *file = shipped(entries[i].box);
        bool fine = read_box(i, (const char *)file->data, file->size, boxes[i], &error);
        assert(fine && "a shipped box is wrong");
        (void)fine;
        opened[i] = *entries[i].rules;
        opened[i].box = boxes[i];
        if (i > 0)
            games[i - 1] = &opened[i];
    }
}

const struct game *games_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(opened[i].name, name) == 0)
            return &opened[i];
    return NULL;
}

static bool good_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return n > 0 && n < 32 && name[n] == '\0';
}

bool games_with_box(const char *file, size_t length, const char *box_name, struct game out[GAMES_MAX],
                    void *box, struct text *error)
{
    struct json_token tokens[MAX_TOKENS];
    struct json json;
    if (!good_name(box_name)) {
        text_put(error, "a box is named with at most 31 of a-z, 0-9, _ and -");
        return false;
    }
    if (!json_parse(file, length, tokens, MAX_TOKENS, &json, error))
        return false;
    int count = 0;
    for (int i = 0; i < COUNT; i++) {
        if (!json_is(&json, json_member(&json, 0, "game"), entries[i].box))
            continue;
        if (count == 0 && !read_box(i, file, length, box, error))
            return false;
        out[count] = opened[i];
        out[count].box = box;
        out[count++].box_name = box_name;
    }
    if (count == 0)
        text_put(error, "the file does not say which game it is for: \"game\": \"castelli\", \"castle\" or "
                        "\"castellan\"");
    out[count] = (struct game){0};
    return count > 0;
}
