/*
 * box_check.c: all servers of a store have the same boxes. A table names its box: with another file of that
 * name its game would not replay. The store notes the hash of each box as a value of the owner.
 */
#include "server/tables/box_check.h"

#include <stdio.h>
#include <string.h>

#include "server/tables/boxes.h"

#define PREFIX "box "

static const char *hash_of(const char *name)
{
    const char *hash = NULL, *found = boxes_next(NULL, &hash);
    while (found && strcmp(found, name) != 0)
        found = boxes_next(found, &hash);
    return hash;
}

/* The value's name is short, a box's need not be. */
static void value_of(const char *name, const char *hash, struct value_row *row)
{
    char key[TOKEN_TEXT];
    token_hash(name, key);
    snprintf(row->name, sizeof row->name, PREFIX "%.16s", key);
    snprintf(row->value, sizeof row->value, "%s %s", hash, name);
}

static void compare(struct box_check *c, const struct value_row *row)
{
    const char *name = strchr(row->value, ' ');
    if (!name)
        return;
    const char *mine = hash_of(name + 1);
    struct text problem = TEXT_IN(c->problem);
    if (!mine)
        text_printf(&problem,
                    "other servers of this store have the box %s; copy its file into boxes/ of --data",
                    name + 1);
    else if (strncmp(mine, row->value, strlen(mine)) != 0)
        text_printf(
            &problem,
            "boxes/%s.json differs from the file that other servers of this store have; copy theirs, or "
            "give it another name",
            name + 1);
}

static void on_values(void *context, const struct store_answer *answer)
{
    struct box_check *c = context;
    const struct value_row *rows = answer->rows;
    const char *hash, *name = NULL;
    c->ended = true;
    if (answer->found == STORE_FAILED)
        snprintf(c->problem, sizeof c->problem, "the store does not say which boxes other servers have");
    for (int i = 0; i < answer->row_count && !c->problem[0]; i++)
        if (strncmp(rows[i].name, PREFIX, strlen(PREFIX)) == 0)
            compare(c, &rows[i]);
    if (c->problem[0])
        return;
    struct unit *unit = unit_new();
    while ((name = boxes_next(name, &hash))) {
        struct value_row row = {0};
        value_of(name, hash, &row);
        unit_put_value(unit, &row);
    }
    c->server->store.write(c->server->store.me, unit, NULL, NULL);
}

void box_check_start(struct box_check *c, struct server *server)
{
    struct store_query query = {.what = STORE_VALUES};
    *c = (struct box_check){.server = server};
    server->store.read(server->store.me, &query, on_values, c);
}
