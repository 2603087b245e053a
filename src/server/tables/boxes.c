/* boxes.c: games with the components of other boxes. */
#include "server/tables/boxes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/ids.h"
#include "server/base/log.h"
#include "server/base/memory.h"

enum { MAX_FILE = 256 * 1024 };

struct box {
    struct box *next;
    char name[32], hash[TOKEN_TEXT]; /* the hash of its file */
    struct game games[GAMES_MAX];
    void *memory;
};

static struct box *boxes;

static void read_box(const char *folder, const char *file, const char *name)
{
    char path[4096], reason[256];
    struct text error = TEXT_IN(reason);
    char *text = must_calloc(1, MAX_FILE + 1);
    snprintf(path, sizeof path, "%s/boxes/%s", folder, file);
    FILE *f = fopen(path, "rb");
    size_t length = f ? fread(text, 1, MAX_FILE, f) : 0;
    if (f)
        fclose(f);
    struct box *box = must_calloc(1, sizeof *box);
    box->memory = must_calloc(1, GAMES_BOX_SIZE);
    snprintf(box->name, sizeof box->name, "%s", name);
    if (f && length < MAX_FILE && games_with_box(text, length, box->name, box->games, box->memory, &error)) {
        token_hash(text, box->hash);
        box->next = boxes;
        boxes = box;
        log_event(LOG_INFO, "box_read", "box", name, "file", path, NULL);
    } else {
        log_event(LOG_WARN, "box_left_out", "file", path, "reason", f ? reason : "the file cannot be read",
                  NULL);
        free(box->memory);
        free(box);
    }
    free(text);
}

void boxes_open(const char *folder)
{
    char path[4096], name[32];
    snprintf(path, sizeof path, "%s/boxes", folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (n < 6 || n - 5 >= sizeof name || strcmp(e->d_name + n - 5, ".json") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(n - 5), e->d_name);
        read_box(folder, e->d_name, name);
    }
    if (dir)
        closedir(dir);
}

void boxes_close(void)
{
    for (struct box *box = boxes, *next; box; box = next) {
        next = box->next;
        free(box->memory);
        free(box);
    }
    boxes = NULL;
}

const char *boxes_next(const char *name, const char **hash)
{
    const struct box *box = boxes;
    while (name && box && strcmp(box->name, name) != 0)
        box = box->next;
    if (name && box)
        box = box->next;
    *hash = box ? box->hash : NULL;
    return box ? box->name : NULL;
}

const struct game *boxes_games(const char *name)
{
    for (const struct box *box = boxes; box; box = box->next)
        if (strcmp(box->name, name) == 0)
            return box->games;
    return NULL;
}

const struct game *boxes_find(const char *game, const char *box)
{
    if (!box[0])
        return games_find(game);
    const struct game *g = boxes_games(box);
    while (g && g->name && strcmp(g->name, game) != 0)
        g++;
    return g && g->name ? g : NULL;
}

const struct game *boxes_find_rules(const char *game, const char *box, int rules)
{
    if (!box[0])
        return games_find_rules(game, rules);
    const struct game *g = boxes_games(box);
    while (g && g->name && (strcmp(g->name, game) != 0 || g->rules != rules))
        g++;
    return g && g->name ? g : NULL;
}

const struct game *boxes_find_for(const struct table_row *row)
{
    const struct game *game = boxes_find_rules(row->game, row->box, row->rules);
    return game ? game : boxes_find(row->game, row->box);
}
