/* requests_import.c: records of games that were played elsewhere become tables to look at. */
#include <stdio.h>
#include <string.h>

#include "core/record.h"
#include "server/boxes.h"
#include "server/requests.h"

struct importing {
    struct room *room;
    struct request *request;
    struct record *record;
    bool started;
};

/* The first move shows which game it is; the rows are then written one by one. */
static bool import_move(void *context, const struct record *record, const void *state, int actor,
                        game_move move)
{
    struct importing *i = context;
    if (!i->room) {
        struct store_table t = {.creator = i->request->client->player->id,
                                .imported = 1,
                                .state = TABLE_SUSPENDED,
                                .rules = record->game->rules,
                                .seats = record->seats,
                                .undo = UNDO_NONE,
                                .reason = "imported"};
        snprintf(t.game, sizeof t.game, "%s", record->game->name);
        snprintf(t.box, sizeof t.box, "%s", record->game->box_name ? record->game->box_name : "");
        memcpy(t.options, record->options, sizeof t.options);
        i->room = room_new(i->request->server, &t, record->game);
        play_start(&i->room->play, record->game, record->seats, record->options);
    }
    char buffer[GAME_MOVE_TEXT];
    struct text text = TEXT_IN(buffer);
    record->game->move_text(record->game, state, actor, move, &text);
    struct store_row row = {.number = i->room->rows++, .actor = game_actor_letter(actor), .at = now_ms()};
    memcpy(row.move, buffer, sizeof row.move);
    store_add_row(i->request->server->store, i->room->table.id, &row);
    play_add(&i->room->play, actor, move);
    return true;
}

/* The name of the box that a record asks for, found before it is read. */
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
        return request_refuse(r, "too_long", "A record has at most 1 MB.");
    if (!rates_take(&r->server->imports, r->client->place.address, LIMIT_IMPORTS / 120.0, LIMIT_IMPORTS,
                    steady_ms()))
        return request_refuse(r, "rate", "Too many records.");
    /* Read it once to be sure that it is right, and again to keep it. */
    if (!record_replay(text, strlen(text), boxes_games(box), NULL, NULL, &record, &state, &error))
        return request_refuse(r, "illegal", "%.480s", reason);
    if (!request_offered(r, record.game))
        return request_refuse(r, "illegal", "There is no such game.");
    if (!record.moves)
        return request_refuse(r, "illegal", "The record has no moves.");
    struct importing i = {.request = r};
    player_keep(r->server, r->client->player);
    record_replay(text, strlen(text), boxes_games(box), import_move, &i, &record, &state, &error);
    if (game_actor(record.game, &state) < 0) {
        i.room->table.state = TABLE_OVER;
        i.room->table.reason[0] = '\0';
    }
    request_show_new(r, i.room);
    return request_commit(r, i.room, NEWS_ALL);
}

const struct request_kind requests_import[] = {
    {"import", "record:t", import},
    {0},
};
