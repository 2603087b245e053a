/* list.c: the games that there are, each with its shipped box. */
#include "core/list.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "castellan/castellan.h"
#include "castelli/castelli.h"
#include "castle/castle.h"
#include "core/box.h"
#include "core/embedded.h"
#include "core/nullgame.h"

enum { MAX_TOKENS = 4096 };

/* The null game, which is for developers, comes first and can be found, but is not in the list that people
 * are offered. */
static const struct game *const entries[] = {&null_game, &castelli_game, &castelli_tournament_game,
                                             &castle_game, &castellan_game};

enum { COUNT = sizeof entries / sizeof entries[0] };

static alignas(max_align_t) unsigned char boxes[COUNT][GAMES_BOX_SIZE];
static struct game opened[COUNT];
const struct game *games[COUNT];

static bool read_box(const struct game *game, const char *file, size_t length, void *box, struct text *error)
{
    struct json_token tokens[MAX_TOKENS];
    struct json json;
    assert(game->box_size <= GAMES_BOX_SIZE);
    return json_parse(file, length, tokens, MAX_TOKENS, &json, error) &&
           game_read_box(game, &json, box, error);
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
        const struct embedded *file = shipped(entries[i]->box_file);
        bool fine = read_box(entries[i], (const char *)file->data, file->size, boxes[i], &error);
        assert(fine && "a shipped box is wrong");
        (void)fine;
        opened[i] = *entries[i];
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

/* "castelli, castle, castellan": the boxes that people play with. */
static void games_put_boxes(struct text *out)
{
    const char *last = "";
    for (int i = 1; i < COUNT; i++) {
        if (strcmp(entries[i]->box_file, last) != 0)
            text_printf(out, "%s%s", *last ? ", " : "", entries[i]->box_file);
        last = entries[i]->box_file;
    }
}

bool games_with_box(const char *file, size_t length, const char *box_name, struct game out[GAMES_MAX],
                    void *box, struct text *error)
{
    struct json_token tokens[MAX_TOKENS];
    struct json json;
    if (!good_name(box_name)) {
        text_put(error, "the name of a box file must be 1 to 31 of a-z, 0-9, _ and -");
        return false;
    }
    if (!json_parse(file, length, tokens, MAX_TOKENS, &json, error))
        return false;
    int count = 0;
    for (int i = 0; i < COUNT; i++) {
        if (!json_is(&json, json_member(&json, 0, "game"), entries[i]->box_file))
            continue;
        if (count == 0 && !read_box(entries[i], file, length, box, error))
            return false;
        out[count] = opened[i];
        out[count].box = box;
        out[count++].box_name = box_name;
    }
    if (count == 0) {
        text_put(error, "line 1: \"game\" must say which game the box is for: ");
        games_put_boxes(error);
    }
    out[count] = (struct game){0};
    return count > 0;
}
