/* http.c: plain HTTP: the page from the program itself, lists, records and figures. */
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "server/lobby.h"
#include "server/memory.h"
#include "server/pages.h"

enum { HEADERS = 12 };

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* What every answer has. */
static int common(struct net_header h[HEADERS], const char *type, const char *cache)
{
    int n = 0;
    h[n++] = (struct net_header){"content-type:", type};
    h[n++] = (struct net_header){"cache-control:", cache};
    h[n++] = (struct net_header){"content-security-policy:", policy};
    h[n++] = (struct net_header){"x-content-type-options:", "nosniff"};
    h[n++] = (struct net_header){"referrer-policy:", "same-origin"};
    return n;
}

static void send_text(struct server *server, uint64_t id, int status, const char *type, const char *body,
                      const char *cookie)
{
    struct net_header h[HEADERS] = {{0}};
    int n = common(h, type, "no-store");
    if (cookie && cookie[0])
        h[n++] = (struct net_header){"set-cookie:", cookie};
    net_reply(server->net, id, &(struct net_reply){status, h, body, strlen(body), false});
}

void http_json(struct server *server, uint64_t id, int status, const char *body, const char *cookie)
{
    send_text(server, id, status, "application/json", body, cookie);
}

void http_error(struct server *server, uint64_t id, int status, const char *code, const char *message)
{
    char buffer[512];
    struct text out = TEXT_IN(buffer);
    text_json_open(&out, '{');
    text_member_string(&out, "error", code);
    text_member_string(&out, "message", message);
    text_json_close(&out, '}');
    http_json(server, id, status, buffer, NULL);
}

/* ---- the page ---- */

static void send_page(struct server *server, uint64_t id, const struct net_request *request,
                      const struct page *page)
{
    char cookie[NET_COOKIE], hash[TOKEN_TEXT];
    bool fresh, zipped = strstr(request->accept_encoding, "gzip") != NULL;
    struct net_header h[HEADERS] = {{0}};
    int n = common(h, page->type, page->hashed ? "public, max-age=31536000, immutable" : "no-cache");
    h[n++] = (struct net_header){"etag:", page->etag};
    h[n++] = (struct net_header){"vary:", "accept-encoding"};
    if (zipped)
        h[n++] = (struct net_header){"content-encoding:", "gzip"};
    if (!page->hashed) {
        player_release(server, client_identify(server, request, hash, &fresh, cookie));
        if (cookie[0])
            h[n++] = (struct net_header){"set-cookie:", cookie};
    }
    bool known = strcmp(request->if_none_match, page->etag) == 0;
    net_reply(server->net, id,
              &(struct net_reply){.status = known ? 304 : 200,
                                  .headers = h,
                                  .body = zipped ? page->zipped : page->data,
                                  .length = known    ? 0
                                            : zipped ? page->zipped_size
                                                     : page->size,
                                  .constant = true});
}

/* ---- lists and records ---- */

static void query_value(const char *query, const char *key, char *out, size_t size)
{
    size_t n = strlen(key);
    out[0] = '\0';
    for (const char *p = query; p && *p; p = strchr(p, '&')) {
        p += *p == '&';
        if (strncmp(p, key, n) == 0 && p[n] == '=') {
            snprintf(out, size, "%.*s", (int)strcspn(p + n + 1, "&"), p + n + 1);
            return;
        }
    }
}

static void send_list(struct server *server, uint64_t id, const struct net_request *request)
{
    char what[16], before[ID_TEXT + 1];
    query_value(request->query, "list", what, sizeof what);
    query_value(request->query, "before", before, sizeof before);
    int which = 0;
    while (which < STORE_MINE && strcmp(list_names[which], what) != 0)
        which++;
    if (which == STORE_MINE || (before[0] && !id_parse(before))) {
        http_error(server, id, 400, "unknown", "list is open, live or finished; before is a table.");
        return;
    }
    struct text out = text_in(server->scratch, SHOW_ROOM);
    text_json_open(&out, '{');
    text_json_key(&out, "tables");
    lobby_show(server, (enum store_list)which, NULL, id_parse(before), &out);
    text_json_close(&out, '}');
    http_json(server, id, 200, out.at, NULL);
}

/* The record; of a game that runs only what all may know, veiled moves as comments. */
static void write_record(const struct room *room, struct text *out)
{
    union game_state state;
    const struct play *play = &room->play;
    const struct game *game = play->game;
    bool whole = room->table.state == TABLE_OVER || room->table.imported;
    char line[RECORD_MAX_LINE];
    record_head(game, play->seats, play->options, out);
    play_at(play, 0, &state);
    for (int i = 0; i < room->committed; i++) {
        const struct play_move *m = &play->moves[i];
        struct text text = TEXT_IN(line);
        if (whole) {
            record_line(game, &state, m->actor, m->move, out);
        } else {
            bool seen = game->sight(game, &state, m->actor, m->move, GAME_PUBLIC) == GAME_SEEN;
            game_seen_text(game, &state, m->actor, m->move, GAME_PUBLIC, &text);
            if (text.length)
                text_printf(out, "%s%c %s\n", seen ? "" : "# ", game_actor_letter(m->actor), line);
        }
        game->apply(game, &state, m->actor, m->move);
    }
    if (game_actor(game, &state) < 0)
        record_result(game, &state, play->seats, out);
}

static void send_record(struct server *server, uint64_t id, const struct net_request *request)
{
    char name[ID_TEXT] = "", invite[STORE_INVITE + 1], hash[TOKEN_TEXT], cookie[NET_COOKIE];
    bool fresh;
    if (strlen(request->path) == strlen("/games/.txt") + ID_TEXT - 1)
        snprintf(name, sizeof name, "%s", request->path + strlen("/games/"));
    struct room *room = room_get(server, id_parse(name));
    struct player *player = client_identify(server, request, hash, &fresh, cookie);
    query_value(request->query, "invite", invite, sizeof invite);
    bool allowed =
        room && (room->table.open_to_all || room_seats_of(room, player) ||
                 (player && room->table.creator == player->id) || strcmp(invite, room->table.invite) == 0);
    player_release(server, player);
    if (!allowed || !room->play.state) {
        http_error(server, id, 404, "no_table", "There is no such game, or it is not open to you.");
        return;
    }
    struct text out = text_in(server->scratch, SHOW_ROOM);
    write_record(room, &out);
    send_text(server, id, 200, "text/plain; charset=utf-8", out.at, NULL);
}

/* Counts tell a patient reader of an idle server when somebody passed in secret: they are for who runs it. */
static void send_metrics(struct server *server, uint64_t id, const struct net_request *request)
{
    if (!address_is_loopback(request->address)) {
        http_error(server, id, 403, "not_allowed", "Only this machine may read it.");
        return;
    }
    struct text out = text_in(server->scratch, SHOW_ROOM);
    metrics_text(server, &out);
    send_text(server, id, 200, "text/plain; version=0.0.4", out.at, NULL);
}

void http_request(void *context, uint64_t id, const struct net_request *request)
{
    struct server *server = context;
    const char *path = request->path;
    size_t n = strlen(path);
    server->metrics.http++;
    const struct page *page = pages_find(path);
    if (request->method == NET_POST)
        accounts_request(server, id, request);
    else if (request->method == NET_OTHER)
        http_error(server, id, 405, "not_allowed", "GET, HEAD or POST.");
    else if (strcmp(path, "/healthz") == 0)
        send_text(server, id, 200, "text/plain", "ok\n", NULL);
    else if (strcmp(path, "/metrics") == 0)
        send_metrics(server, id, request);
    else if (strcmp(path, "/api/tables") == 0)
        send_list(server, id, request);
    else if (strncmp(path, "/games/", 7) == 0 && n > 11 && strcmp(path + n - 4, ".txt") == 0)
        send_record(server, id, request);
    else if (page)
        send_page(server, id, request, page);
    else
        http_error(server, id, 404, "unknown", "There is nothing here.");
}
