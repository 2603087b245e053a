/*
 * agree.c: what all servers of a store must have in common. A table names its box: with another file of that
 * name its game would not replay. So the store notes the hash of each box as a value of the owner, and a
 * server with another one does not start. Other limits do no harm, but are usually a mistake: they are
 * logged.
 */
#include "server/tables/agree.h"

#include <stdio.h>
#include <string.h>

#include "server/base/log.h"
#include "server/tables/boxes.h"

#define PREFIX "box "
#define LIMITS "limits"

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

static void compare(struct agreement *c, const struct value_row *row)
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

static void limits_of(const struct server *server, struct value_row *row)
{
    const struct policy *p = &server->policy;
    const long long hour = 3600 * 1000, day = 24 * hour;
    snprintf(row->name, sizeof row->name, "%s", LIMITS);
    snprintf(row->value, sizeof row->value,
             "tables %d, tables-each %d, expire-open %lld, expire-games %lld, expire-guests %lld, absence "
             "%lld, null %s",
             p->tables, p->tables_each, (long long)p->open_ms / hour, (long long)p->game_ms / day,
             (long long)p->guest_ms / day, (long long)p->absence_ms / 60000,
             server->null_game ? "yes" : "no");
}

static void compare_limits(const struct server *server, const struct value_row *row)
{
    struct value_row mine;
    limits_of(server, &mine);
    if (strcmp(mine.value, row->value) != 0)
        log_event(LOG_WARN, "other_limits", "this_server", mine.value, "the_last_one", row->value, NULL);
}

static void on_values(void *context, const struct store_answer *answer)
{
    struct agreement *c = context;
    const struct value_row *rows = answer->rows;
    const char *hash, *name = NULL;
    c->ended = true;
    if (answer->found == STORE_FAILED)
        snprintf(c->problem, sizeof c->problem, "the store does not say which boxes other servers have");
    for (int i = 0; i < answer->row_count && !c->problem[0]; i++)
        if (strncmp(rows[i].name, PREFIX, strlen(PREFIX)) == 0)
            compare(c, &rows[i]);
        else if (strcmp(rows[i].name, LIMITS) == 0)
            compare_limits(c->server, &rows[i]);
    if (c->problem[0])
        return;
    struct unit *unit = unit_new();
    struct value_row limits;
    limits_of(c->server, &limits);
    unit_put_value(unit, &limits);
    while ((name = boxes_next(name, &hash))) {
        struct value_row row = {0};
        value_of(name, hash, &row);
        unit_put_value(unit, &row);
    }
    c->server->store.write(c->server->store.me, unit, NULL, NULL);
}

void agree_start(struct agreement *c, struct server *server)
{
    struct store_query query = {.what = STORE_VALUES};
    *c = (struct agreement){.server = server};
    server->store.read(server->store.me, &query, on_values, c);
}
