/* requests.c: reads a request, checks its members and finds who handles it. */
#include "server/requests.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/list.h"
#include "server/memory.h"

enum request_end request_refuse(struct request *r, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
    r->code = code;
    return REQUEST_DONE;
}

const char *request_text(const struct request *r, const char *key)
{
    return json_string_value(json_object_get(r->json, key));
}

int64_t request_int(const struct request *r, const char *key, int64_t missing)
{
    const json_t *value = json_object_get(r->json, key);
    return value ? json_integer_value(value) : missing;
}

bool request_bool(const struct request *r, const char *key)
{
    return json_is_true(json_object_get(r->json, key));
}

/* ---- members ---- */

static bool has_type(const json_t *value, char type)
{
    switch (type) {
    case 't':
        return json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value);
    case 'i':
        return json_is_integer(value);
    case 'b':
        return json_is_boolean(value);
    case 'o':
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

static bool named(const char *members, const char *key)
{
    size_t n = strlen(key);
    for (const char *m = members; *m; m += strcspn(m, " "), m += *m == ' ')
        if (strncmp(m, key, n) == 0 && (m[n] == ':' || m[n] == '?'))
            return true;
    return strcmp(key, "do") == 0 || strcmp(key, "id") == 0;
}

static bool check_members(struct request *r, const char *members)
{
    const char *key;
    json_t *value;
    json_object_foreach(r->json, key, value) if (!named(members, key))
    {
        request_refuse(r, "unknown", "The member \"%.40s\" does not belong to this request.", key);
        return false;
    }
    for (const char *m = members; *m; m += strcspn(m, " "), m += *m == ' ') {
        size_t n = strcspn(m, ":?");
        bool optional = m[n] == '?';
        value = json_object_getn(r->json, m, n);
        if (!value && optional)
            continue;
        if (!value || !has_type(value, m[n + 1 + optional])) {
            request_refuse(r, "missing", "The member \"%.*s\" is missing or not of its type.", (int)n, m);
            return false;
        }
    }
    return true;
}

/* ---- tables ---- */

struct room *request_room(struct request *r)
{
    struct room *room = room_get(r->server, id_parse(request_text(r, "table")));
    const char *invite = request_text(r, "invite");
    if (room && !room->table.open_to_all && !room_seats_of(room, r->client->player) &&
        room->table.creator != r->client->player->id && !client_watcher(r->client, room) &&
        (!invite || strcmp(invite, room->table.invite) != 0))
        room = NULL;
    if (!room) {
        request_refuse(r, "no_table", "There is no such table, or it is not open to you.");
    } else if (room->busy) {
        room_wait(room, r->client->id);
        r->again = true;
    }
    return room && !room->busy ? room : NULL;
}

int request_seat(struct request *r, const struct room *room)
{
    int64_t seat = request_int(r, "seat", 0);
    if (seat < 1 || seat > room->table.seats) {
        request_refuse(r, "no_seat", "There is no such seat.");
        return -1;
    }
    if (!(room_seats_of(room, r->client->player) & game_bit((int)seat - 1))) {
        request_refuse(r, "not_yours", "It is not your seat.");
        return -1;
    }
    return (int)seat - 1;
}

struct room *request_running(struct request *r, int *seat)
{
    struct room *room = request_room(r);
    if (!room || (*seat = request_seat(r, room)) < 0)
        return NULL;
    if (room->table.state == TABLE_SUSPENDED)
        request_refuse(r, "suspended", "The table is suspended: %s.", room->table.reason);
    else if (room->table.state != TABLE_RUNNING)
        request_refuse(r, "not_running", "The game is not running.");
    return room->table.state == TABLE_RUNNING ? room : NULL;
}

bool request_offered(const struct request *r, const struct game *game)
{
    int i = 0;
    while (games[i] && strcmp(games[i]->name, game->name) != 0)
        i++;
    return games[i] || r->server->config.null_game;
}

enum request_end request_commit(struct request *r, struct room *room, enum room_news news)
{
    struct later later = {.client = r->client->id, .id = r->id, .body = must_strdup(r->out.at)};
    room_commit(room, news, &later);
    return REQUEST_LATER;
}

/* ---- handling ---- */

static const struct request_kind *find(const char *word)
{
    static const struct request_kind *const lists[] = {requests_lobby, requests_table, requests_game,
                                                       requests_look, requests_import};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const struct request_kind *k = lists[i]; k->word; k++)
            if (strcmp(k->word, word) == 0)
                return k;
    return NULL;
}

static enum request_end handle(struct request *r)
{
    const char *word = request_text(r, "do");
    const struct request_kind *kind = word ? find(word) : NULL;
    if (!json_is_integer(json_object_get(r->json, "id")))
        return request_refuse(r, "missing", "A request has an id, an integer.");
    r->id = json_integer_value(json_object_get(r->json, "id"));
    if (!kind)
        return request_refuse(r, word ? "unknown" : "missing", "There is no such request.");
    return check_members(r, kind->members) ? kind->handle(r) : REQUEST_DONE;
}

static void answer(struct request *r)
{
    struct text out = text_in(r->server->scratch + SHOW_ROOM, SHOW_ROOM);
    text_put(&out, "{\"re\":");
    if (r->json && json_is_integer(json_object_get(r->json, "id")))
        text_int(&out, r->id);
    else
        text_put(&out, "null");
    if (r->code) {
        r->server->metrics.refused++;
        text_member_string(&out, "error", r->code);
        text_member_string(&out, "message", r->message);
    } else if (r->out.length) {
        text_char(&out, ',');
        text_put_n(&out, r->out.at, r->out.length);
    }
    text_json_close(&out, '}');
    client_send(r->client, &out);
}

enum request_end request_handle(struct client *client, const char *text, size_t length)
{
    struct server *server = client->server;
    uint64_t id = client->id;
    struct request r = {.server = server, .client = client};
    json_error_t error;
    r.out = text_in(server->scratch + 2 * SHOW_ROOM, SHOW_ROOM);
    server->metrics.requests++;
    r.json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    enum request_end end = REQUEST_DONE;
    if (!json_is_object(r.json))
        request_refuse(&r, "bad_json", "Not a JSON object: %.100s", r.json ? "something else" : error.text);
    else
        end = handle(&r);
    if (r.again)
        end = REQUEST_AGAIN;
    if (!r.code && r.out.cut)
        request_refuse(&r, "limit", "The answer is too long.");
    if (end == REQUEST_DONE && !r.aside && client_find(server, id)) {
        answer(&r);
        if (!r.code && r.after)
            r.after(&r);
    }
    json_decref(r.json);
    return end;
}
