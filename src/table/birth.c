/* birth.c: how tables begin. */
#include <stdio.h>
#include <string.h>

#include "table/plan.h"

static struct table_row first_row(const struct table_birth *birth, const struct table_chance *chance,
                                  int64_t now)
{
    struct table_row row = {.id = chance->id,
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
                            .created = now,
                            .changed = now,
                            .looked = now,
                            .origin = birth->origin};
    snprintf(row.game, sizeof row.game, "%s", birth->game->name);
    memcpy(row.box, birth->box, sizeof row.box);
    memcpy(row.options, birth->options, sizeof row.options);
    memcpy(row.invite, chance->invite, sizeof row.invite);
    hex_text(chance->key, sizeof chance->key, row.key);
    if (!birth->imported)
        hex_text(chance->secret, sizeof chance->secret, row.secret);
    return row;
}

void table_open(struct table *t, const struct table_birth *birth, const struct table_chance *chance,
                int64_t now)
{
    *t = (struct table){.game = birth->game, .at.row = first_row(birth, chance, now)};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        t->at.chairs[seat].row = (struct chair_row){.table = chance->id, .seat = seat, .level = TABLE_LEVEL};
}

struct table_birth table_birth_of(const struct table *t, const struct game *newest)
{
    const struct table_row *row = &t->at.row;
    struct table_birth birth = {.game = newest,
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
