/* lobby.c: the lists of tables, and who follows them. */
#include "server/lobby.h"

#include "server/client.h"

const char *const list_names[] = {"open", "live", "finished", "mine", NULL};

void lobby_changed(struct room *room)
{
    struct server *server = room->server;
    if (room->table.open_to_all && room->table.state != room->stored.state)
        server->lists_changed |= 1u << STORE_OPEN | 1u << STORE_LIVE | 1u << STORE_FINISHED;
    else if (room->table.open_to_all && room->table.state == TABLE_OPEN)
        server->lists_changed |= 1u << STORE_OPEN;
    room->listed = true;
}

static void show_waiting(const struct room *room, const struct store_table *t, const struct player *viewer,
                         struct text *out)
{
    uint32_t mine = 0, turn = t->turn;
    for (int seat = 0; seat < t->seats; seat++)
        if (viewer && t->chairs[seat].player == viewer->id && !t->chairs[seat].away)
            mine |= game_bit(seat);
    if (room && room->play.state) {
        turn = room->pause.on ? room_all_asked(room) : room->game->to_act(room->game, room->play.state);
    }
    text_member_bool(out, "waiting", t->state == TABLE_RUNNING && (turn & mine));
}

static void show_chairs(struct server *server, const struct room *room, const struct store_table *t,
                        const struct player *viewer, struct text *out)
{
    text_member_open(out, "chairs", '[');
    for (int seat = 0; seat < t->seats; seat++) {
        const struct store_chair *chair = &t->chairs[seat];
        struct player *p = room ? room->players[seat] : NULL;
        p = p ? player_hold(p) : players_get(server, chair->player);
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_json_key(out, "player");
        if (chair->kind == CHAIR_PLAYER)
            player_show(server, p, t->game, out);
        else if (chair->kind == CHAIR_COMPUTER)
            player_show_computer(chair->level, out);
        else
            text_json_null(out);
        text_member_bool(out, "mine", viewer && chair->kind == CHAIR_PLAYER && chair->player == viewer->id);
        text_member_int(out, "points", chair->points);
        text_json_close(out, '}');
        player_release(server, p);
    }
    text_json_close(out, ']');
}

/* A Row of docs/PROTOCOL.md. */
static void show_row(struct server *server, uint64_t id, const struct player *viewer, struct text *out)
{
    struct room *room = map_get(&server->rooms, id);
    struct store_table t;
    char name[ID_TEXT];
    if (room) {
        if (room->play.state && !room->busy)
            room_summary(room);
        t = room->table;
    } else if (!store_get_table(server->store, id, &t)) {
        return;
    }
    id_text(id, name);
    text_json_open(out, '{');
    text_member_string(out, "table", name);
    text_member_string(out, "game", t.game);
    text_member_int(out, "seats", t.seats);
    show_options(&t, out);
    text_member_string(out, "state", table_state_names[t.state]);
    show_chairs(server, room, &t, viewer, out);
    text_member_int(out, "number", t.number);
    show_waiting(room, &t, viewer, out);
    text_member_int(out, "created", t.created);
    text_member_int(out, "changed", t.changed);
    show_clock(&t, out);
    text_json_close(out, '}');
}

void lobby_show(struct server *server, enum store_list what, const struct player *viewer, uint64_t before,
                struct text *out)
{
    uint64_t ids[STORE_LIST];
    int count = store_list(server->store, what, viewer ? viewer->id : 0, before, ids, STORE_LIST);
    text_json_open(out, '[');
    for (int i = 0; i < count; i++)
        show_row(server, ids[i], viewer, out);
    text_json_close(out, ']');
}

static void send_list(struct client *client, enum store_list what)
{
    struct text out = text_in(client->server->scratch, SHOW_ROOM);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "lobby");
    text_member_string(&out, "what", list_names[what]);
    text_json_key(&out, "tables");
    lobby_show(client->server, what, client->player, 0, &out);
    text_json_close(&out, '}');
    client_send(client, &out);
}

/* Marks those who follow their own list and sit at a room that changed. */
static void mark_mine(struct server *server)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));) {
        size_t place = 0;
        if (c->lists & 1u << STORE_MINE)
            for (struct room *room; !c->mine_changed && (room = map_next(&server->rooms, &place));)
                c->mine_changed = room->listed && !room->busy && room_seats_of(room, c->player);
    }
    at = 0;
    for (struct room *room; (room = map_next(&server->rooms, &at));)
        room->listed &= room->busy;
}

void lobby_tick(struct server *server)
{
    size_t at = 0;
    uint32_t changed = server->lists_changed;
    server->lists_changed = 0;
    mark_mine(server);
    for (struct client *c; (c = map_next(&server->clients, &at));) {
        for (int what = STORE_OPEN; what <= STORE_FINISHED; what++)
            if (c->lists & changed & 1u << what)
                send_list(c, (enum store_list)what);
        if (c->mine_changed)
            send_list(c, STORE_MINE);
        c->mine_changed = false;
    }
}
