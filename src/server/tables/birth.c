/* birth.c: how tables begin. */
#include <stdio.h>
#include <string.h>

#include "server/server.h"
#include "server/tables/boxes.h"
#include "server/tables/table.h"

static struct table_row first_row(struct server *server, uint64_t id, const struct table_birth *birth)
{
    struct table_row row = {.id = id,
                            .creator = birth->creator,
                            .previous = birth->previous,
                            .rules = birth->game->rules,
                            .seats = birth->seats,
                            .open_to_all = birth->open_to_all,
                            .imported = birth->imported,
                            .state = TABLE_OPEN,
                            .clock = birth->clock,
                            .undo = birth->undo,
                            .rated = birth->rated ? TABLE_RATED : TABLE_UNRATED,
                            .hints = birth->hints,
                            .clock_seconds = birth->clock_seconds,
                            .reaction = birth->reaction,
                            .origin = birth->origin};
    uint8_t key[MATCH_KEY];
    snprintf(row.game, sizeof row.game, "%s", birth->game->name);
    memcpy(row.box, birth->box, sizeof row.box);
    memcpy(row.options, birth->options, sizeof row.options);
    server_new_token(server, row.invite);
    server->host.random(server->host.me, key, sizeof key);
    hex_text(key, sizeof key, row.key);
    if (!birth->imported) {
        server->host.random(server->host.me, key, sizeof key);
        hex_text(key, sizeof key, row.secret);
    }
    row.created = row.changed = row.looked = server_now(server);
    return row;
}

struct table *table_open(struct server *server, const struct table_birth *birth)
{
    uint64_t id = server_new_id(server);
    while (map_get(&server->tables, id))
        id++;
    struct table *table = table_add(server, id);
    table->company = table->used;
    table->presence = TABLE_PRESENT;
    table->fresh = true;
    table->game = birth->game;
    table->at.row = first_row(server, id, birth);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        table->at.chairs[seat].row = (struct chair_row){.table = id, .seat = seat, .level = TABLE_LEVEL};
    return table;
}

struct table_birth table_birth_of(const struct table *table)
{
    const struct table_row *row = &table->at.row;
    struct table_birth birth = {.game = boxes_find(row->game, row->box),
                                .seats = row->seats,
                                .clock = row->clock,
                                .undo = row->undo,
                                .rated = row->rated != TABLE_UNRATED,
                                .hints = row->hints,
                                .open_to_all = row->open_to_all,
                                .imported = row->imported,
                                .clock_seconds = row->clock_seconds,
                                .reaction = row->reaction,
                                .creator = row->creator,
                                .origin = row->origin,
                                .previous = row->previous};
    memcpy(birth.box, row->box, sizeof birth.box);
    memcpy(birth.options, row->options, sizeof birth.options);
    return birth;
}
