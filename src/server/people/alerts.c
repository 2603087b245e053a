/* alerts.c: tells people who are away that a table waits for them. */
#include "server/people/alerts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/client.h"
#include "server/tables/room.h"

#define KEY_VALUE "push key"

/* ---- the server's key ---- */

static void on_values(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    struct alerts *n = server->alerts;
    const struct value_row *rows = answer->rows;
    struct value_row made = {.name = KEY_VALUE};
    for (int i = 0; i < answer->row_count; i++)
        if (strcmp(rows[i].name, KEY_VALUE) == 0)
            snprintf(n->private, sizeof n->private, "%.*s", PUSH_PRIVATE - 1, rows[i].value);
    if (answer->found == STORE_FAILED)
        return;
    if (!n->private[0] && push_new_key(n->private)) {
        snprintf(made.value, sizeof made.value, "%s", n->private);
        struct unit *unit = unit_new();
        unit_put_value(unit, &made);
        server->store.write(server->store.me, unit, NULL, NULL);
    }
    if (!push_public_key(n->private, n->public))
        n->private[0] = n->public[0] = '\0';
}

void alerts_open(struct server *server)
{
    struct store_query query = {.what = STORE_VALUES};
    if (server->alerts->push)
        server->store.read(server->store.me, &query, on_values, server);
}

/* ---- telling ---- */

/* Somebody who is told something: the store is asked for the player, then for their browsers. */
struct telling {
    struct server *server;
    const char *what;
    uint64_t table, player;
    char game[32];
};

static void on_pushes(void *context, const struct store_answer *answer)
{
    struct telling t = *(struct telling *)context;
    struct alerts *n = t.server->alerts;
    const struct push_row *rows = answer->rows;
    free(context);
    for (int i = 0; answer->found == STORE_FOUND && i < answer->row_count; i++) {
        char id[ID_TEXT], payload[PUSH_PAYLOAD];
        struct text out = TEXT_IN(payload);
        id_text(t.table, id);
        text_json_open(&out, '{');
        text_member_string(&out, "what", t.what);
        text_member_string(&out, "table", id);
        text_member_string(&out, "game", t.game);
        text_member_string(&out, "language", rows[i].language);
        text_json_close(&out, '}');
        n->push(n->me, n->private, &rows[i], payload);
    }
}

static void on_player(void *context, const struct store_answer *answer)
{
    struct telling *t = context;
    struct server *server = t->server;
    struct alerts *n = server->alerts;
    if (server->closing || answer->found != STORE_FOUND || answer->player.kind == PLAYER_BOT) {
        free(t);
        return;
    }
    struct alert event = {.what = t->what,
                          .table = t->table,
                          .player = t->player,
                          .game = t->game,
                          .name = answer->player.name,
                          .language = answer->player.language};
    if (n->run)
        n->run(n->me, &event);
    struct store_query query = {.what = STORE_PUSHES, .id = t->player};
    if (n->private[0])
        server->store.read(server->store.me, &query, on_pushes, t);
    else
        free(t);
}

void alerts_tell(struct server *server, const struct room *room, int seat, const char *what)
{
    const struct chair_row *chair = &room->table.at.chairs[seat].row;
    uint64_t player = chair_holder(chair);
    if (!server->alerts || !player || clients_connected(server, player) || room_is_watched_by(room, player))
        return;
    struct telling *t = must_malloc(sizeof *t);
    *t = (struct telling){.server = server, .what = what, .table = room->id, .player = player};
    snprintf(t->game, sizeof t->game, "%s", room->table.at.row.game);
    struct store_query query = {.what = STORE_PLAYER, .id = player};
    server->store.read(server->store.me, &query, on_player, t);
}

void alerts_gone(void *context, const char *hash)
{
    struct server *server = context;
    if (server->closing)
        return;
    struct unit *unit = unit_new();
    unit_drop_push(unit, hash);
    server->store.write(server->store.me, unit, NULL, NULL);
}
