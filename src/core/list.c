/* list.c: the games of the program, each with its shipped box. */
#include "core/list.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "core/box.h"
#include "core/embedded.h"
#include "core/nullgame.h"

enum { BOX_VALUES = 4096 };

/* The null game and the examples, which are for developers, come first and can be found, but are not in the
 * list that people are offered. */
static struct game opened[GAMES_MAX];
static alignas(max_align_t) unsigned char boxes[GAMES_MAX][GAMES_BOX_SIZE];
static int count, listed;
const struct game *games[GAMES_MAX];

static bool read_box(const struct game *game, const char *file, size_t length, void *box, struct text *error)
{
    struct json memory[BOX_VALUES];
    const struct json *json = json_read(file, length, memory, sizeof memory, error);
    assert(game->box_size <= GAMES_BOX_SIZE);
    return json && game_read_box(game, json, box, error);
}

static const struct embedded *shipped(const char *box)
{
    const struct embedded *file = box_files;
    size_t n = strlen(box);
    while (file->name && (strncmp(file->name, box, n) != 0 || strcmp(file->name + n, ".json") != 0))
        file++;
    assert(file->name && "a game has no box file in data/box");
    return file;
}

static void open_game(const struct game *game, bool offered)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    const struct embedded *file = shipped(game->box_file);
    assert(count < GAMES_MAX);
    bool fine = read_box(game, (const char *)file->data, file->size, boxes[count], &error);
    assert(fine && "a shipped box is wrong");
    (void)fine;
    bool newest = !games_find(game->name);
    opened[count] = *game;
    opened[count].box = boxes[count];
    if (offered && newest)
        games[listed++] = &opened[count];
    count++;
}

static void open_folders(const struct game *const *const folders[], bool offered)
{
    for (int folder = 0; folders[folder]; folder++)
        for (int i = 0; folders[folder][i]; i++)
            open_game(folders[folder][i], offered);
}

void games_open(void)
{
    count = listed = 0;
    open_game(&null_game, false);
    open_folders(example_folders, false);
    open_folders(game_folders, true);
}

const struct game *games_find(const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(opened[i].name, name) == 0)
            return &opened[i];
    return NULL;
}

const struct game *games_find_rules(const char *name, int rules)
{
    for (int i = 0; i < count; i++)
        if (strcmp(opened[i].name, name) == 0 && opened[i].rules == rules)
            return &opened[i];
    return NULL;
}

void games_put_names(struct text *out)
{
    for (int i = 0; games[i]; i++)
        text_printf(out, "%s%s", i ? ", " : "", games[i]->name);
}

static bool good_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return n > 0 && n < 32 && name[n] == '\0';
}

/* The boxes that people play with; games that share one follow each other. */
static void put_boxes(struct text *out)
{
    const char *last = "";
    for (int i = 0; games[i]; i++) {
        if (strcmp(games[i]->box_file, last) != 0)
            text_printf(out, "%s%s", *last ? ", " : "", games[i]->box_file);
        last = games[i]->box_file;
    }
}

bool games_with_box(const char *file, size_t length, const char *box_name, struct game out[GAMES_MAX],
                    void *box, struct text *error)
{
    struct json memory[BOX_VALUES];
    if (!good_name(box_name)) {
        text_put(error, "the name of a box file must be 1 to 31 of a-z, 0-9, _ and -");
        return false;
    }
    const struct json *json = json_read(file, length, memory, sizeof memory, error);
    if (!json)
        return false;
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (!json_says(json_get(json, "game"), opened[i].box_file))
            continue;
        if (found == 0 && !read_box(&opened[i], file, length, box, error))
            return false;
        out[found] = opened[i];
        out[found].box = box;
        out[found++].box_name = box_name;
    }
    if (found == 0) {
        text_put(error, "line 1: \"game\" must say which game the box is for: ");
        put_boxes(error);
    }
    out[found] = (struct game){0};
    return found > 0;
}
