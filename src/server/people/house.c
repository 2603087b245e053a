/* house.c: what the server's owner has decided. */
#include "server/people/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/base/range.h"
#include "server/protocol/client.h"
#include "server/store/migrate.h"

/* ---- reading ---- */

static void on_values(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    const struct value_row *rows = answer->rows;
    if (answer->found == STORE_FAILED)
        return;
    for (int i = 0; i < answer->row_count; i++)
        house_take_value(server, &rows[i]);
    server->house.unread = false;
}

static void take_bans(struct server *server, const struct store_answer *answer)
{
    const struct ban_row *rows = answer->rows;
    free(server->house.bans);
    server->house.bans = NULL;
    server->house.ban_count = 0;
    for (int i = 0; i < answer->row_count; i++)
        house_add_ban(server, &rows[i]);
}

static void on_bans(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    if (answer->found == STORE_FAILED)
        return;
    take_bans(server, answer);
    struct store_query query = {.what = STORE_VALUES};
    server->store.read(server->store.me, &query, on_values, server);
}

void house_open(struct server *server)
{
    struct store_query query = {.what = STORE_BANS};
    server->house.unread = true;
    server->store.read(server->store.me, &query, on_bans, server);
}

static void on_values_again(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    char before[sizeof server->house.notice];
    snprintf(before, sizeof before, "%s", server->house.notice);
    on_values(context, answer);
    if (strcmp(before, server->house.notice) != 0)
        house_tell(server);
}

static void on_bans_again(void *context, const struct store_answer *answer)
{
    struct server *server = context;
    size_t at = 0;
    if (answer->found == STORE_FAILED)
        return;
    take_bans(server, answer);
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player && (house_keeps_out(server, c->player) || house_ban(server, BAN_OUT, 0, c->address)))
            client_turn_away(c, 403);
    struct store_query query = {.what = STORE_VALUES};
    server->store.read(server->store.me, &query, on_values_again, server);
}

void house_look(struct server *server)
{
    struct store_query query = {.what = STORE_BANS};
    if (!server->house.unread)
        server->store.read(server->store.me, &query, on_bans_again, server);
}

void house_close(struct server *server)
{
    free(server->house.bans);
}

void house_take_value(struct server *server, const struct value_row *row)
{
    struct house *h = &server->house;
    if (strcmp(row->name, HOUSE_NOTICE_VALUE) == 0)
        snprintf(h->notice, sizeof h->notice, "%s", row->value);
    else if (strcmp(row->name, HOUSE_REGISTRATION_VALUE) == 0)
        h->registration_closed = strcmp(row->value, "closed") == 0;
    else if (strcmp(row->name, MIGRATE_VALUE) == 0)
        h->migrating = true;
}

/* ---- bans ---- */

const struct ban_row *house_ban(const struct server *server, enum ban_kind kind, uint64_t player,
                                const char *address)
{
    const struct house *h = &server->house;
    int64_t now = server_now(server);
    for (int i = 0; i < h->ban_count; i++) {
        const struct ban_row *b = &h->bans[i];
        bool fits = b->range[0] ? address && range_has(b->range, address) : player && b->player == player;
        if (b->kind == kind && fits && (!b->until || b->until > now))
            return b;
    }
    return NULL;
}

bool house_keeps_out(const struct server *server, const struct player *player)
{
    return house_ban(server, BAN_OUT, player->id, NULL) || house_ban(server, BAN_OUT, player->owner, NULL);
}

void house_add_ban(struct server *server, const struct ban_row *row)
{
    struct house *h = &server->house;
    h->bans = must_realloc(h->bans, (size_t)(h->ban_count + 1) * sizeof *h->bans);
    h->bans[h->ban_count++] = *row;
}

void house_drop_ban(struct server *server, uint64_t id)
{
    struct house *h = &server->house;
    for (int i = 0; i < h->ban_count; i++)
        if (h->bans[i].id == id) {
            memmove(&h->bans[i], &h->bans[i + 1], (size_t)(h->ban_count - i - 1) * sizeof *h->bans);
            h->ban_count--;
            return;
        }
}

/* ---- telling ---- */

void house_show(const struct server *server, struct text *out)
{
    text_member_string(out, "notice", server->house.notice);
    text_member_bool(out, "draining", server->house.draining);
}

void house_tell(struct server *server)
{
    size_t at = 0;
    struct text out = TEXT_IN(server->buffers->message);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "notice");
    house_show(server, &out);
    text_json_close(&out, '}');
    for (struct client *c; (c = map_next(&server->clients, &at));)
        client_send(c, &out);
}

bool house_is_quiet(const struct server *server)
{
    size_t at = 0;
    if (server->house.drain_by && server_now(server) >= server->house.drain_by)
        return true;
    for (const struct client *c; (c = map_next(&server->clients, &at));)
        for (const struct watcher *w = c->watched; w; w = w->next_of_client)
            if (w->room->table.at.row.state == TABLE_RUNNING && c->player &&
                table_seats_of(&w->room->table, c->player->id))
                return false;
    return true;
}
