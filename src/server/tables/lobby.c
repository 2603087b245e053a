/* lobby.c: the lists of tables, and the clients that follow them. */
#include "server/tables/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/client.h"

const char *const list_names[] = {"open", "live", "finished", "mine", NULL};

static uint32_t list_bit(enum store_question list)
{
    return 1u << (list - STORE_OPEN);
}

int list_find(const char *name)
{
    for (int i = 0; list_names[i]; i++)
        if (strcmp(list_names[i], name) == 0)
            return STORE_OPEN + i;
    return -1;
}

void lobby_changed(struct table *table, uint8_t before)
{
    struct server *server = table->server;
    const struct table_row *row = &table->at.row;
    if (row->open_to_all && row->state != before)
        server->lists_changed |= list_bit(STORE_OPEN) | list_bit(STORE_LIVE) | list_bit(STORE_FINISHED);
    else if (row->open_to_all && row->state == TABLE_OPEN)
        server->lists_changed |= list_bit(STORE_OPEN);
    table->listed = true;
}

/* ---- rows ---- */

static uint32_t own_seats(const struct stored_table *t, uint64_t viewer)
{
    uint32_t seats = 0;
    for (int seat = 0; viewer && seat < t->row.seats; seat++)
        if (t->chairs[seat].row.kind == CHAIR_PLAYER && t->chairs[seat].row.player == viewer)
            seats |= game_bit(seat);
    return seats;
}

static void show_chairs(const struct stored_table *t, uint32_t mine, struct text *out)
{
    text_member_open(out, "chairs", '[');
    for (int seat = 0; seat < t->row.seats; seat++) {
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        text_json_key(out, "player");
        put_player(&t->chairs[seat], true, out);
        text_member_bool(out, "mine", mine & game_bit(seat));
        text_member_int(out, "points", t->chairs[seat].row.points);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

/* A Row of docs/PROTOCOL.md. */
static void show_row(struct server *server, const struct stored_table *stored, uint64_t viewer,
                     struct text *out)
{
    struct table *table = map_get(&server->tables, stored->row.id);
    const struct stored_table *t = stored;
    char name[ID_TEXT];
    if (table && table->presence == TABLE_PRESENT) {
        if (table_has_match(table) && !table_is_busy(table))
            table_summarise(&table->match, server_now(server), &table->at);
        t = &table->at;
    }
    uint32_t mine = own_seats(t, viewer), turn = t->row.turn;
    if (t != stored &&
        table_has_match(table)) /* the stored row hides whether the viewer's own seat is asked */
        turn = match_to_act(&table->match, server_now(server)) & ~match_computers(&table->match);
    id_text(t->row.id, name);
    text_json_open(out, '{');
    text_member_string(out, "table", name);
    text_member_string(out, "game", t->row.game);
    text_member_int(out, "seats", t->row.seats);
    put_options(&t->row, out);
    text_member_string(out, "state", table_state_names[t->row.state]);
    show_chairs(t, mine, out);
    text_member_int(out, "number", t->row.number);
    text_member_bool(out, "waiting", t->row.state == TABLE_RUNNING && (turn & mine));
    text_member_int(out, "created", t->row.created);
    text_member_int(out, "changed", t->row.changed);
    put_clock(&t->row, out);
    text_json_close(out, '}');
}

void lobby_show(struct server *server, const struct store_answer *answer, uint64_t viewer, struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; i < answer->table_count; i++)
        show_row(server, &answer->tables[i], viewer, out);
    text_json_close(out, ']');
}

/* ---- those who follow lists ---- */

struct following {
    struct server *server;
    enum store_question list;
    uint64_t client; /* 0: all clients that follow the list */
};

static void send_list(struct client *client, enum store_question list, const struct store_answer *answer)
{
    struct text out = TEXT_IN(client->server->buffers->message);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "lobby");
    text_member_string(&out, "what", list_names[list - STORE_OPEN]);
    text_json_key(&out, "tables");
    lobby_show(client->server, answer, client->player->id, &out);
    text_json_close(&out, '}');
    client_send(client, &out);
}

static void on_list(void *context, const struct store_answer *answer)
{
    struct following f = *(struct following *)context;
    size_t at = 0;
    free(context);
    if (answer->found == STORE_FAILED) {
        f.server->lists_changed |= f.client ? 0 : list_bit(f.list);
        return;
    }
    for (struct client *c; (c = map_next(&f.server->clients, &at));)
        if (c->player && (f.client ? c->id == f.client : (c->lists & list_bit(f.list)) != 0))
            send_list(c, f.list, answer);
}

static void read_list(struct server *server, enum store_question list, uint64_t player, uint64_t client)
{
    struct following *f = must_malloc(sizeof *f);
    *f = (struct following){server, list, client};
    struct store_query query = {.what = list, .id = player};
    server->store.read(server->store.me, &query, on_list, f);
}

static bool is_followed(const struct server *server, enum store_question list)
{
    size_t at = 0;
    for (const struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player && (c->lists & list_bit(list)))
            return true;
    return false;
}

/* Marks the clients that follow `mine` and whose player sits at a table that changed. */
static void mark_mine(struct server *server)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));) {
        size_t place = 0;
        if (c->player && (c->lists & list_bit(STORE_MINE)))
            for (struct table *table; !c->mine_changed && (table = map_next(&server->tables, &place));)
                c->mine_changed =
                    table->listed && !table_is_busy(table) && table_seats_of(table, c->player->id);
    }
    at = 0;
    for (struct table *table; (table = map_next(&server->tables, &at));)
        table->listed = table->listed && table_is_busy(table);
}

void lobby_tick(struct server *server)
{
    size_t at = 0;
    uint32_t changed = server->lists_changed;
    server->lists_changed = 0;
    mark_mine(server);
    for (enum store_question list = STORE_OPEN; list <= STORE_FINISHED; list++)
        if ((changed & list_bit(list)) && is_followed(server, list))
            read_list(server, list, 0, 0);
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->mine_changed) {
            c->mine_changed = false;
            read_list(server, STORE_MINE, c->player->id, c->id);
        }
}
