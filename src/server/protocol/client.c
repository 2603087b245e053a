/* client.c: WebSocket connections: their players, the tables that they watch, their requests in order. */
#include "server/protocol/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/protocol/requests.h"

/* ---- connections ---- */

/* A connection while the store looks for its player. */
struct arriving {
    struct server *server;
    uint64_t id;
};

/* The connection may be gone by now. If its player cannot be found, it is refused or dropped. */
static void arrived(void *context, struct player *player, enum store_found found)
{
    struct arriving *a = context;
    struct server *server = a->server;
    struct client *client = client_find(server, a->id);
    free(a);
    if (found == STORE_FAILED)
        log_line(LOG_ERROR, "store", "refused a connection: its player could not be read");
    bool banned = client && player && house_keeps_out(server, player);
    if (client && player && !banned) {
        client->player = player;
        client->next_of_player = player->clients;
        player->clients = client;
        player_see(server, player);
        client_go_on(server, client->id, false);
        return;
    }
    int refusal = found == STORE_FAILED ? 503 : banned ? 403 : 401;
    player_release(server, player);
    if (client && client->upgrading)
        client->refusal = refusal;
    else if (client)
        client_turn_away(client, refusal);
}

/* The upgrade was answered already, so a message says what its status would have said. */
void client_turn_away(struct client *client, int status)
{
    struct text out = text_in(client->server->buffers->answer, LIMIT_MESSAGE);
    text_json_open(&out, '{');
    text_member_string(&out, "is", "refused");
    text_member_int(&out, "status", status);
    text_json_close(&out, '}');
    client_send(client, &out);
    client->server->host.drop(client->server->host.me, client->id);
}

static struct client *add(struct server *server, uint64_t id, const struct limits_place *place)
{
    struct client *client = must_calloc(1, sizeof *client);
    *client = (struct client){.server = server, .id = id, .place = *place, .upgrading = true};
    map_put(&server->clients, id, client);
    return client;
}

/* Finds the player of a token. A client without a token is a new guest. */
static void identify(struct client *client, const struct net_request *request, bool bot, bool known,
                     const char *token, char cookie[NET_COOKIE])
{
    struct server *server = client->server;
    struct arriving *a = must_malloc(sizeof *a);
    *a = (struct arriving){.server = server, .id = client->id};
    token_hash(token, client->token);
    if (bot) {
        players_by_bot_token(server, client->token, arrived, a);
    } else if (known) {
        players_by_token(server, client->token, arrived, a);
    } else {
        client_cookie(request, token, cookie);
        arrived(a, players_new_guest(server, client->token), STORE_FOUND);
    }
}

int clients_upgrade(void *context, uint64_t id, const struct net_request *request, char cookie[NET_COOKIE])
{
    struct server *server = context;
    char token[TOKEN_TEXT];
    bool no_bearer;
    struct limits_place place = {0};
    cookie[0] = '\0';
    if (strcmp(request->path, "/ws") != 0)
        return 404;
    if (!request_origin_fine(request) || house_ban(server, BAN_OUT, 0, request->address))
        return 403;
    if (server->house.unread)
        return 503;
    bool bot = request_bearer(request, token, &no_bearer);
    if (!bot && !no_bearer)
        return 401;
    if (!budget_take(server, BUDGET_VISITS, request->address, LIMIT_UPGRADE) ||
        !limits_enter(&server->addresses, &place, request->address, server->connections))
        return 429;
    bool known = bot || request_cookie(request, token);
    if (!known)
        server_new_token(server, token);
    struct client *client = add(server, id, &place);
    snprintf(client->address, sizeof client->address, "%s", request->address);
    identify(client, request, bot, known, token, cookie);
    int refusal = client->refusal;
    client->upgrading = false;
    if (refusal)
        clients_closed(server, id);
    return refusal;
}

struct client *client_find(const struct server *server, uint64_t id)
{
    return map_get(&server->clients, id);
}

static void leave_player(struct client *client)
{
    struct client **at = client->player ? &client->player->clients : NULL;
    while (at && *at != client)
        at = &(*at)->next_of_player;
    if (at)
        *at = client->next_of_player;
}

void clients_closed(void *context, uint64_t id)
{
    struct server *server = context;
    struct client *client = client_find(server, id);
    if (!client)
        return;
    while (client->watched)
        client_unwatch(client, client->watched->room);
    for (struct pending *p = client->first, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    leave_player(client);
    limits_leave(&server->addresses, &client->place);
    map_drop(&server->clients, id);
    player_release(server, client->player);
    free(client);
}

bool clients_connected(const struct server *server, uint64_t player)
{
    const struct player *p = players_present(server, player);
    return p && p->clients;
}

void clients_drop(struct server *server, uint64_t player, const char *token)
{
    size_t at = 0;
    const struct player *p = players_present(server, player);
    if (!p || p->stored || p->deleted) /* others would take a guest who was never stored for a deleted one */
        nodes_tell_about(server, NOTICE_PLAYER, player);
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player && c->player->id == player && (!token || strcmp(c->token, token) == 0))
            server->host.drop(server->host.me, c->id);
}

void clients_go_on(struct server *server, uint64_t player)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player && c->player->id == player && !c->blocked)
            client_go_on(server, c->id, false);
}

void clients_new_token(struct server *server, const char *old, const char *next)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (strcmp(c->token, old) == 0)
            snprintf(c->token, sizeof c->token, "%s", next);
}

/* ---- watching ---- */

struct watcher *client_watcher(const struct client *client, const struct room *room)
{
    struct watcher *w = client->watched;
    while (w && w->room != room)
        w = w->next_of_client;
    return w;
}

struct watcher *client_watch(struct client *client, struct room *room)
{
    struct watcher *w = client_watcher(client, room);
    if (w)
        return w;
    w = must_calloc(1, sizeof *w);
    *w = (struct watcher){.client = client,
                          .room = room,
                          .next_of_table = room->company.watchers,
                          .next_of_client = client->watched,
                          .viewer = GAME_PUBLIC};
    room->company.watchers = client->watched = w;
    client->watching++;
    nodes_tell_watchers(room);
    return w;
}

void client_unwatch(struct client *client, struct room *room)
{
    struct watcher *w = client_watcher(client, room);
    if (!w)
        return;
    struct watcher **link = &client->watched;
    while (*link != w)
        link = &(*link)->next_of_client;
    *link = w->next_of_client;
    link = &room->company.watchers;
    while (*link != w)
        link = &(*link)->next_of_table;
    *link = w->next_of_table;
    free(w);
    client->watching--;
    room->used = room->company.last = server_now(client->server);
    uint32_t mine = table_seats_of(&room->table, client->player->id);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (mine & game_bit(seat))
            room->company.gone[seat] = room->used;
    if (client->server->closing)
        return;
    nodes_tell_watchers(room);
    if (!mine)
        return;
    room_tell(room, NEWS_SEATING);
    if (room->table.at.row.state == TABLE_OPEN)
        room_advance(room); /* the chair is kept for a while */
}

/* ---- requests ---- */

void client_send(struct client *client, const struct text *text)
{
    struct server *server = client->server;
    struct message *message = message_new(text->at, text->length);
    if (text->length > LIMIT_COSTLY)
        client_note_cost(client);
    if (text->length > LIMIT_LARGE)
        budget_spend(server, BUDGET_BYTES, client->place.address, (double)text->length);
    client_send_message(client, message);
    message_release(message);
}

void client_send_message(struct client *client, struct message *message)
{
    struct server *server = client->server;
    server->metrics.sent++;
    server->metrics.sent_bytes += message->length;
    server->host.send(server->host.me, client->id, message);
}

size_t clients_allowed(void *context, const char *begin, size_t length)
{
    (void)context;
    char head[128];
    snprintf(head, sizeof head, "%.*s", (int)(length < sizeof head ? length : sizeof head - 1), begin);
    return strstr(head, "\"import\"") ? LIMIT_IMPORT : LIMIT_MESSAGE;
}

void client_note_cost(struct client *client)
{
    client->costly_until = server_now(client->server) + LIMIT_COSTLY_MS;
}

void client_note_refusal(struct client *client, const char *code)
{
    metrics_refused(&client->server->metrics, code);
    busiest_note(&client->server->busiest, client->place.address, 0, 1);
}

static bool is_costly(const struct client *client)
{
    return server_now(client->server) < client->costly_until;
}

static void wait_for_turn(struct client *client)
{
    client->blocked = true;
    client->server->host.requeue(client->server->host.me, client->id);
}

/* Finds the id of a message without reading it: it must be near the beginning. */
static bool find_id(const char *text, size_t length, long *id)
{
    char head[LIMIT_BRIEF], *end;
    if (!text)
        return false;
    snprintf(head, sizeof head, "%.*s", (int)(length < sizeof head ? length : sizeof head - 1), text);
    const char *at = strstr(head, "\"id\"");
    at = at ? at + 4 + strspn(at + 4, " ") : "";
    if (*at != ':')
        return false;
    at += 1 + strspn(at + 1, " ");
    *id = strtol(at, &end, 10);
    return end > at && *end && strchr(",} ", *end);
}

/* Refuses a message without reading it. The refusal has the message's id, if that is easily found. Somebody
 * who goes on sending is dropped. */
static void refuse(struct client *client, const char *code, const char *message, const char *text,
                   size_t length)
{
    struct text out = text_in(client->server->buffers->answer, LIMIT_MESSAGE);
    struct server *server = client->server;
    long id;
    client_note_refusal(client, code);
    if (!bucket_take(&client->refusals, LIMIT_RATE, LIMIT_REFUSALS, server_now(server))) {
        log_event(LOG_WARN, "dropped", "address", client->address, "reason",
                  "it goes on sending what is refused", NULL);
        server->host.drop(server->host.me, client->id);
        return;
    }
    text_put(&out, "{\"re\":");
    if (find_id(text, length, &id))
        text_int(&out, id);
    else
        text_put(&out, "null");
    text_member_string(&out, "error", code);
    text_member_string(&out, "message", message);
    text_json_close(&out, '}');
    client_send(client, &out);
}

/* What came from a client, or its address, before this message. */
static bool asks_too_much(struct client *client, size_t length)
{
    struct server *server = client->server;
    return !bucket_take(&client->rate, LIMIT_RATE, LIMIT_BURST, server_now(server)) ||
           !budget_take(server, BUDGET_REQUESTS, client->place.address, 1) ||
           client->pending >= LIMIT_QUEUE || client->pending_bytes + length > LIMIT_QUEUE_BYTES;
}

void clients_message(void *context, uint64_t id, const char *text, size_t length)
{
    struct server *server = context;
    struct client *client = client_find(server, id);
    if (!client || server->closing)
        return;
    busiest_note(&server->busiest, client->place.address, length, 0);
    if (!server->policy.unlimited && asks_too_much(client, length)) {
        refuse(client, "rate", "Too many requests: this one was not read. Wait and send it again.", text,
               length);
        return;
    }
    bool is_long = text && length > LIMIT_MESSAGE && !server->policy.unlimited;
    if (is_long && !budget_take(server, BUDGET_RECORDS, client->place.address, 1)) {
        refuse(client, "rate", "Too many records: this one was not read. Wait and send it again.", text,
               length);
        return;
    }
    if (!text) {
        refuse(client, "too_long",
               "The message is too long or is not text: at most 16 KB, with an import 1 MB.", NULL, 0);
        return;
    }
    struct pending *p = must_malloc(sizeof *p + length + 1);
    p->next = NULL;
    p->length = length;
    p->at = server_clock(server);
    p->paid = is_long;
    memcpy(p->text, text, length);
    p->text[length] = '\0';
    if (client->last)
        client->last->next = p;
    else
        client->first = p;
    client->last = p;
    client->pending++;
    client->pending_bytes += length;
    if (client->blocked)
        return;
    if (is_costly(client))
        wait_for_turn(client);
    else
        client_go_on(server, id, false);
}

static void shift(struct client *client)
{
    struct pending *p = client->first;
    if (!p)
        return;
    client->first = p->next;
    client->looked = false;
    histogram_add(&client->server->metrics.requests_took, server_clock(client->server) - p->at);
    if (!client->first)
        client->last = NULL;
    client->pending--;
    client->pending_bytes -= p->length;
    free(p);
}

void client_go_on(struct server *server, uint64_t id, bool answered)
{
    struct client *client = client_find(server, id);
    if (!client)
        return;
    if (answered)
        shift(client);
    if (answered && client->first && is_costly(client)) {
        wait_for_turn(client);
        return;
    }
    client->blocked = false;
    while (client->player && client->first && !client->blocked && !client->player->going) {
        client->blocked = true; /* what the request sets off must not come here again */
        if (request_handle(client, client->first) != REQUEST_DONE)
            return;
        client->blocked = false;
        shift(client);
        if (client->first && is_costly(client)) {
            wait_for_turn(client);
            return;
        }
    }
}

static void send_answer(struct client *client, int64_t id, const char *members, const char *code,
                        const char *message)
{
    struct text out = TEXT_IN(client->server->buffers->answer);
    text_put(&out, "{\"re\":");
    text_int(&out, id);
    if (code) {
        client_note_refusal(client, code);
        text_member_string(&out, "error", code);
        text_member_string(&out, "message", message);
    } else if (members && members[0]) {
        text_char(&out, ',');
        text_put(&out, members);
    }
    text_json_close(&out, '}');
    client_send(client, &out);
}

void client_reply(struct server *server, struct reply *reply, const char *code, const char *message)
{
    struct client *client = client_find(server, reply->client);
    if (client)
        send_answer(client, reply->id, reply->members, code, message);
    free(reply->members);
    reply->members = NULL;
    if (client)
        client_go_on(server, reply->client, true);
}

void client_reply_aside(struct server *server, uint64_t id, int64_t request, const char *members,
                        const char *code, const char *message)
{
    struct client *client = client_find(server, id);
    if (!client)
        return;
    client->thinking = false;
    send_answer(client, request, members, code, message);
}
