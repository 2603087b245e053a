/* client.c: the WebSocket connections: who they are, what they watch, and their requests in order. */
#include "server/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/memory.h"
#include "server/requests.h"

/* ---- who is who ---- */

/* Finds the cookie's token in a Cookie header. */
static bool cookie_token(const char *header, char token[TOKEN_TEXT])
{
    static const char name[] = "castellany=";
    for (const char *p = header; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, name, sizeof name - 1) != 0)
            continue;
        snprintf(token, TOKEN_TEXT, "%s", p + sizeof name - 1);
        token[strcspn(token, "; ")] = '\0';
        return token_valid(token);
    }
    return false;
}

void client_cookie(const struct net_request *request, const char *token, char cookie[NET_COOKIE])
{
    snprintf(cookie, NET_COOKIE, "castellany=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", token,
             request->secure ? "; Secure" : "");
}

struct player *client_identify(struct server *server, const struct net_request *request,
                               char hash[TOKEN_TEXT], bool *fresh, char cookie[NET_COOKIE])
{
    char token[TOKEN_TEXT];
    static const char bearer[] = "Bearer ";
    cookie[0] = '\0';
    *fresh = false;
    if (request->authorization[0]) {
        const char *given = request->authorization + sizeof bearer - 1;
        if (strncmp(request->authorization, bearer, sizeof bearer - 1) != 0 || !token_valid(given))
            return NULL;
        token_hash(given, hash);
        struct player *p = players_get(server, store_find_token(server->store, hash));
        struct player *owner = p ? players_get(server, p->owner) : NULL;
        bool known = owner && !owner->going && p->kind == PLAYER_BOT;
        player_release(server, owner);
        if (!known) {
            player_release(server, p);
            return NULL;
        }
        return p;
    }
    if (!cookie_token(request->cookie, token)) {
        token_new(token);
        client_cookie(request, token, cookie);
        *fresh = true;
    }
    token_hash(token, hash);
    return players_of_token(server, hash);
}

/* A page of another site must not speak with a visitor's cookie. */
bool client_origin_fine(const struct net_request *request)
{
    const char *host = strstr(request->origin, "://");
    return !request->origin[0] || (host && strcmp(host + 3, request->host) == 0);
}

/* ---- connections ---- */

int clients_upgrade(void *context, uint64_t id, const struct net_request *request, char cookie[NET_COOKIE])
{
    struct server *server = context;
    bool fresh;
    char hash[TOKEN_TEXT];
    if (strcmp(request->path, "/ws") != 0)
        return 404;
    if (!client_origin_fine(request))
        return 403;
    struct limits_place place = {0};
    if (!limits_enter(&server->addresses, &place, request->address, server->config.connections))
        return 429;
    struct player *player = client_identify(server, request, hash, &fresh, cookie);
    if (!player) {
        limits_leave(&server->addresses, &place);
        return 401;
    }
    struct client *client = must_calloc(1, sizeof *client);
    *client = (struct client){.server = server, .id = id, .player = player, .place = place};
    memcpy(client->token, hash, sizeof hash);
    map_put(&server->clients, id, client);
    return 0;
}

struct client *client_find(struct server *server, uint64_t id)
{
    return map_get(&server->clients, id);
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
    limits_leave(&server->addresses, &client->place);
    map_drop(&server->clients, id);
    player_release(server, client->player);
    free(client);
}

bool clients_connected(const struct server *server, const struct player *player)
{
    size_t at = 0;
    for (const struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player == player)
            return true;
    return false;
}

void clients_drop(struct server *server, uint64_t player, const char *token)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player->id == player && (!token || strcmp(c->token, token) == 0))
            net_drop(server->net, c->id);
}

void clients_go_on(struct server *server, uint64_t player)
{
    size_t at = 0;
    for (struct client *c; (c = map_next(&server->clients, &at));)
        if (c->player->id == player && !c->blocked)
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

static bool sits(const struct client *client, const struct room *room)
{
    return room_seats_of(room, client->player) != 0;
}

struct watcher *client_watch(struct client *client, struct room *room)
{
    struct watcher *w = client_watcher(client, room);
    if (w)
        return w;
    w = must_calloc(1, sizeof *w);
    *w = (struct watcher){.client = client,
                          .room = room,
                          .next_of_room = room->watchers,
                          .next_of_client = client->watched,
                          .eye = GAME_PUBLIC};
    room->watchers = client->watched = w;
    client->watching++;
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
    link = &room->watchers;
    while (*link != w)
        link = &(*link)->next_of_room;
    *link = w->next_of_room;
    free(w);
    client->watching--;
    room->used = now_ms();
    if (sits(client, room) && !client->server->closing)
        room_tell(room, NEWS_SEATING);
}

/* ---- requests ---- */

void client_send(struct client *client, const struct text *text)
{
    struct net_message *message = net_message_new(text->at, text->length);
    client->server->metrics.sent++;
    client->server->metrics.sent_bytes += text->length;
    net_send(client->server->net, client->id, message);
    net_message_release(message);
}

size_t clients_allowed(void *context, const char *begin, size_t length)
{
    (void)context;
    char head[128];
    snprintf(head, sizeof head, "%.*s", (int)(length < sizeof head ? length : sizeof head - 1), begin);
    return strstr(head, "\"import\"") ? LIMIT_IMPORT : LIMIT_MESSAGE;
}

/* Refuses a message that is not read as a request; its id is still found if it has one, so that its sender
 * knows. */
static void refuse(struct client *client, const char *code, const char *message, const char *text,
                   size_t length)
{
    struct text out = text_in(client->server->scratch, LIMIT_MESSAGE);
    json_t *json = text ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const json_t *id = json_object_get(json, "id");
    client->server->metrics.refused++;
    text_put(&out, "{\"re\":");
    if (json_is_integer(id))
        text_int(&out, (long)json_integer_value(id));
    else
        text_put(&out, "null");
    json_decref(json);
    text_member_string(&out, "error", code);
    text_member_string(&out, "message", message);
    text_json_close(&out, '}');
    client_send(client, &out);
}

void clients_message(void *context, uint64_t id, const char *text, size_t length)
{
    struct server *server = context;
    struct client *client = client_find(server, id);
    if (!client || server->closing)
        return;
    if (!bucket_take(&client->rate, LIMIT_RATE, LIMIT_BURST, steady_ms()) || client->pending >= LIMIT_QUEUE) {
        refuse(client, "rate", "Too many requests; this one was not read.", text, length);
        return;
    }
    if (!text) {
        refuse(client, "too_long", "The message is too long, or it is not text.", NULL, 0);
        return;
    }
    struct pending *p = must_malloc(sizeof *p + length + 1);
    p->next = NULL;
    p->length = length;
    memcpy(p->text, text, length);
    p->text[length] = '\0';
    if (client->last)
        client->last->next = p;
    else
        client->first = p;
    client->last = p;
    client->pending++;
    if (!client->blocked)
        client_go_on(server, id, false);
}

static void shift(struct client *client)
{
    struct pending *p = client->first;
    if (!p)
        return;
    client->first = p->next;
    if (!client->first)
        client->last = NULL;
    client->pending--;
    free(p);
}

void client_go_on(struct server *server, uint64_t id, bool answered)
{
    struct client *client = client_find(server, id);
    if (!client)
        return;
    if (answered)
        shift(client);
    client->blocked = false;
    while (client->first && !client->blocked && !client->player->going) {
        client->blocked = true; /* so that nothing that happens meanwhile comes here again */
        if (request_handle(client, client->first->text, client->first->length) != REQUEST_DONE)
            return;
        client->blocked = false;
        shift(client);
    }
}

static void send_answer(struct client *client, int64_t id, const char *body, const char *code,
                        const char *message)
{
    struct text out = text_in(client->server->scratch, SHOW_ROOM);
    text_put(&out, "{\"re\":");
    text_int(&out, id);
    if (code) {
        client->server->metrics.refused++;
        text_member_string(&out, "error", code);
        text_member_string(&out, "message", message);
    } else if (body && body[0]) {
        text_char(&out, ',');
        text_put(&out, body);
    }
    text_json_close(&out, '}');
    client_send(client, &out);
}

void client_answer(struct server *server, const struct later *later, const char *code, const char *message)
{
    struct client *client = client_find(server, later->client);
    if (!client)
        return;
    send_answer(client, later->id, later->body, code, message);
    client_go_on(server, later->client, true);
}

void client_answer_aside(struct server *server, uint64_t id, int64_t request, const char *body)
{
    struct client *client = client_find(server, id);
    if (!client)
        return;
    client->thinking = false;
    send_answer(client, request, body, NULL, NULL);
}

void client_refuse_aside(struct server *server, uint64_t id, int64_t request, const char *code,
                         const char *message)
{
    struct client *client = client_find(server, id);
    if (!client)
        return;
    client->thinking = false;
    send_answer(client, request, NULL, code, message);
}
