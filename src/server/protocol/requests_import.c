/* requests_import.c: makes tables to look at from records of games that were played elsewhere. */
#include <stdio.h>
#include <string.h>

#include "core/record.h"
#include "server/base/memory.h"
#include "server/tables/boxes.h"
#include "server/protocol/requests.h"

/* The entries made so far from the moves of a record. */
struct importing {
    struct match_entry *entries;
    int count, capacity;
    int64_t at;
};

static bool import_move(void *context, const struct record *record, const void *state, int actor,
                        game_move move)
{
    struct importing *i = context;
    if (i->count == i->capacity) {
        i->capacity = i->capacity ? i->capacity * 2 : 64;
        i->entries = must_realloc(i->entries, (size_t)i->capacity * sizeof *i->entries);
    }
    struct match_entry *e = &i->entries[i->count];
    *e = (struct match_entry){
        .number = i->count++, .actor = game_actor_letter(actor), .code = move, .at = i->at};
    struct text text = TEXT_IN(e->move);
    record->game->move_text(record->game, state, actor, move, &text);
    return true;
}

/* The name of the box that a record needs. It must be known before the record can be read. */
static void record_box(const char *record, char box[32])
{
    const char *line = strstr(record, "\noption box=");
    box[0] = '\0';
    if (line)
        snprintf(box, 32, "%.*s", (int)strcspn(line + 12, "\r\n"), line + 12);
}

static enum request_end import(struct request *r)
{
    const char *text = request_text(r, "record");
    char reason[RECORD_MAX_LINE * 2], box[32];
    struct text error = TEXT_IN(reason);
    struct record record;
    union game_state state;
    record_box(text, box);
    if (strlen(text) > 1024 * 1024)
        return request_refuse(r, "too_long", "The record is too long: at most 1 MB.");
    if (!rates_take(&r->server->imports, r->client->place.address, LIMIT_IMPORTS / 120.0, LIMIT_IMPORTS,
                    server_now(r->server)))
        return request_refuse(r, "rate", "At most %d records in 2 minutes; wait and send it again.",
                              LIMIT_IMPORTS);
    client_note_cost(r->client);
    /* The first reading checks the record, the second collects its moves. */
    if (!record_replay(text, strlen(text), boxes_games(box), NULL, NULL, &record, &state, &error))
        return request_refuse(r, "illegal", "%.480s", reason);
    if (!request_offered(r, record.game))
        return request_refuse(r, "illegal", "This server does not offer the game \"%s\".", record.game->name);
    if (!record.moves)
        return request_refuse(r, "illegal", "The record has no moves; there is nothing to look at.");
    struct importing i = {.at = server_now(r->server)};
    record_replay(text, strlen(text), boxes_games(box), import_move, &i, &record, &state, &error);
    bool over = game_actor(record.game, &state) < 0;
    struct table_row row = {.creator = r->client->player->id,
                            .imported = 1,
                            .state = over ? TABLE_OVER : TABLE_SUSPENDED,
                            .rules = record.game->rules,
                            .seats = record.seats,
                            .undo = MATCH_UNDO_NONE};
    snprintf(row.reason, sizeof row.reason, over ? "" : "imported");
    snprintf(row.game, sizeof row.game, "%s", record.game->name);
    snprintf(row.box, sizeof row.box, "%s", record.game->box_name ? record.game->box_name : "");
    memcpy(row.options, record.options, sizeof row.options);
    struct table *table = table_new(r->server, &row, record.game);
    struct change *change = change_new(table);
    table_start_match(r->server, &change->next, record.game, &change->match);
    match_accept(&change->match, i.entries, i.count, NULL);
    change->begins = change->puts = true;
    change->entries = i.entries;
    change->entry_count = i.count;
    if (!r->client->player->stored)
        player_put(r->server, change->unit, r->client->player);
    request_show_new(r, table);
    return request_write(r, table, change, NEWS_ALL);
}

const struct request_kind requests_import[] = {
    {"import", "record:t", import},
    {0},
};
