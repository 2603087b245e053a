/* http.c: plain HTTP: the embedded page, lists, records and figures. */
#include "server/transport/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/notation.h"
#include "server/base/memory.h"
#include "server/tables/boxes.h"
#include "server/tables/lobby.h"
#include "server/transport/pages.h"

enum { HEADERS = 14 };

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* The headers of every answer. Returns how many. */
static int common(struct net_header h[HEADERS], const char *type, const char *cache)
{
    int n = 0;
    h[n++] = (struct net_header){"content-type:", type};
    h[n++] = (struct net_header){"cache-control:", cache};
    h[n++] = (struct net_header){"content-security-policy:", policy};
    h[n++] = (struct net_header){"x-content-type-options:", "nosniff"};
    h[n++] = (struct net_header){"referrer-policy:", "same-origin"};
    h[n++] = (struct net_header){"cross-origin-opener-policy:", "same-origin"};
    h[n++] =
        (struct net_header){"permissions-policy:", "camera=(), microphone=(), geolocation=(), payment=()"};
    return n;
}

static void send_text(struct server *server, uint64_t id, int status, const char *type, const char *body,
                      const char *cookie)
{
    struct net_header h[HEADERS] = {{0}};
    int n = common(h, type, "no-store");
    if (cookie && cookie[0])
        h[n++] = (struct net_header){"set-cookie:", cookie};
    server->host.reply(server->host.me, id, &(struct net_reply){status, h, body, strlen(body), false});
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

/* Gives a visitor without a cookie one. The first connection with it makes a guest. */
static void send_page(struct server *server, uint64_t id, const struct net_request *request,
                      struct page *page)
{
    char cookie[NET_COOKIE], token[TOKEN_TEXT];
    bool zipped = strstr(request->accept_encoding, "gzip") != NULL;
    struct net_header h[HEADERS] = {{0}};
    int n = common(h, page->type, page->hashed ? "public, max-age=31536000, immutable" : "no-cache");
    h[n++] = (struct net_header){"etag:", page->etag};
    h[n++] = (struct net_header){"vary:", "accept-encoding"};
    if (zipped)
        h[n++] = (struct net_header){"content-encoding:", "gzip"};
    if (!page->hashed && !request->authorization[0] && !request_cookie(request, token)) {
        server_new_token(server, token);
        client_cookie(request, token, cookie);
        h[n++] = (struct net_header){"set-cookie:", cookie};
    }
    bool known = strcmp(request->if_none_match, page->etag) == 0;
    if (!zipped)
        pages_unzip(page);
    struct net_reply reply = {.status = known ? 304 : 200,
                              .headers = h,
                              .body = zipped ? page->zipped : page->data,
                              .length = known    ? 0
                                        : zipped ? page->zipped_size
                                                 : page->size,
                              .constant = true};
    server->host.reply(server->host.me, id, &reply);
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

/* An HTTP request that waits for the store. */
struct visit {
    struct server *server;
    uint64_t id;
    uint64_t table;
    char invite[TOKEN_TEXT];
};

static struct visit *visit_new(struct server *server, uint64_t id)
{
    struct visit *v = must_calloc(1, sizeof *v);
    v->server = server;
    v->id = id;
    return v;
}

static void refuse_store(struct server *server, uint64_t id)
{
    http_error(server, id, 503, "store", "The store cannot be read now; try again later.");
}

static void on_list(void *context, const struct store_answer *answer)
{
    struct visit *v = context;
    struct text out = TEXT_IN(v->server->buffers->message);
    if (answer->found == STORE_FAILED) {
        refuse_store(v->server, v->id);
    } else {
        text_json_open(&out, '{');
        text_json_key(&out, "tables");
        lobby_show(v->server, answer, 0, &out);
        text_json_close(&out, '}');
        http_json(v->server, v->id, 200, out.at, NULL);
    }
    free(v);
}

static void send_list(struct server *server, uint64_t id, const struct net_request *request)
{
    char what[16], before[ID_TEXT + 1];
    query_value(request->query, "list", what, sizeof what);
    query_value(request->query, "before", before, sizeof before);
    int list = list_find(what);
    if (list < 0 || list == STORE_MINE || (before[0] && !id_parse(before))) {
        http_error(server, id, 400, "unknown",
                   "\"list\" must be open, live or finished, \"before\" the id of a table.");
        return;
    }
    struct store_query query = {.what = (enum store_question)list, .from = id_parse(before)};
    server->store.read(server->store.me, &query, on_list, visit_new(server, id));
}

/* ---- records ---- */

/* Sends the record. While the game runs, it holds only what everybody may know. */
static void send_record_of(struct server *server, uint64_t id, const struct stored_table *t,
                           const struct match *m)
{
    struct text out = TEXT_IN(server->buffers->message);
    bool whole = match_over(m) || t->row.imported;
    char notes[DRAWING_NOTES];
    drawing_notes(t, notes);
    match_record(m, whole ? m->count : match_horizon(m, GAME_PUBLIC, server_now(server)),
                 whole ? MATCH_ALL : GAME_PUBLIC, notes, &out);
    send_text(server, id, 200, "text/plain; charset=utf-8", out.at, NULL);
}

/* The record of a finished game that this program cannot replay: its entries have the moves as text. */
static void send_kept_record(struct server *server, uint64_t id, const struct stored_table *t,
                             const struct store_answer *kept)
{
    struct text out = TEXT_IN(server->buffers->message);
    int points[GAME_MAX_SEATS];
    for (int seat = 0; seat < t->row.seats; seat++)
        points[seat] = t->chairs[seat].row.points;
    char notes[DRAWING_NOTES];
    drawing_notes(t, notes);
    match_record_kept(&(struct match_kept){.game = t->row.game,
                                           .box = t->row.box,
                                           .rules = t->row.rules,
                                           .seats = t->row.seats,
                                           .options = t->row.options,
                                           .notes = notes,
                                           .entries = kept->entries,
                                           .count = kept->entry_count,
                                           .points = points},
                      &out);
    send_text(server, id, 200, "text/plain; charset=utf-8", out.at, NULL);
}

static bool may_read(const struct stored_table *t, uint64_t player, const char *invite)
{
    bool sits = false;
    for (int seat = 0; player && seat < t->row.seats; seat++)
        sits |= t->chairs[seat].row.kind == CHAIR_PLAYER && t->chairs[seat].row.player == player;
    return t->row.open_to_all || sits || (player && t->row.creator == player) ||
           strcmp(invite, t->row.invite) == 0;
}

static void refuse_record(struct server *server, uint64_t id)
{
    http_error(server, id, 404, "no_table",
               "There is no such game, or it is not open to you: one that is not public needs ?invite=KEY.");
}

struct record_visit {
    struct visit *visit;
    uint64_t player;
};

/* Replays a stored game for its record alone, without loading the table into memory. */
static void on_record(void *context, const struct store_answer *answer)
{
    struct record_visit rv = *(struct record_visit *)context;
    struct visit *v = rv.visit;
    const struct stored_table *t = answer->tables;
    struct match match = {0};
    free(context);
    if (answer->found == STORE_FAILED) {
        refuse_store(v->server, v->id);
    } else if (answer->found == STORE_NONE || !may_read(t, rv.player, v->invite)) {
        refuse_record(v->server, v->id);
    } else {
        const struct game *game = boxes_find_rules(t->row.game, t->row.box, t->row.rules);
        bool fine =
            game && t->row.state != TABLE_OPEN &&
            !table_start_match(&v->server->world, t, game, answer->entries, answer->entry_count, &match) &&
            match_accept(&match, answer->entries, answer->entry_count, NULL) == answer->entry_count;
        if (fine)
            send_record_of(v->server, v->id, t, &match);
        else if (t->row.state == TABLE_OVER)
            send_kept_record(v->server, v->id, t, answer);
        else
            refuse_record(v->server, v->id);
        match_free(&match);
    }
    free(v);
}

static void on_reader(void *context, struct player *player, enum store_found found)
{
    struct visit *v = context;
    struct server *server = v->server;
    uint64_t id = player ? player->id : 0;
    player_release(server, player);
    const struct room *room = map_get(&server->tables, v->table);
    bool present = room && room_is_present(room) && table_has_match(&room->table);
    if (found == STORE_FAILED) {
        refuse_store(server, v->id);
    } else if (present && may_read(&room->table.at, id, v->invite)) {
        send_record_of(server, v->id, &room->table.at, &room->table.match);
    } else if (present) {
        refuse_record(server, v->id);
    } else {
        struct record_visit *rv = must_malloc(sizeof *rv);
        *rv = (struct record_visit){v, id};
        struct store_query query = {.what = STORE_TABLE, .id = v->table};
        server->store.read(server->store.me, &query, on_record, rv);
        return;
    }
    free(v);
}

static void send_record(struct server *server, uint64_t id, const struct net_request *request)
{
    char name[ID_TEXT] = "", token[TOKEN_TEXT], hash[TOKEN_TEXT];
    struct visit *v = visit_new(server, id);
    bool no_bearer;
    if (strlen(request->path) == strlen("/games/.txt") + ID_TEXT - 1)
        snprintf(name, sizeof name, "%s", request->path + strlen("/games/"));
    v->table = id_parse(name);
    query_value(request->query, "invite", v->invite, sizeof v->invite);
    bool bot = request_bearer(request, token, &no_bearer);
    if (!bot && !request_cookie(request, token)) {
        on_reader(v, NULL, STORE_NONE);
        return;
    }
    token_hash(token, hash);
    (bot ? players_by_bot_token : players_by_token)(server, hash, on_reader, v);
}

/* On an idle server the counts would tell a patient reader when a seat passed in secret. So they are only for
 * the person who runs the server. */
static void send_metrics(struct server *server, uint64_t id, const struct net_request *request)
{
    bool local = address_is_loopback(request->address) && (server->trusts_proxy || !request->forwarded);
    if (!local) {
        http_error(server, id, 403, "not_allowed", "Only clients on the server's own machine may read this.");
        return;
    }
    struct text out = TEXT_IN(server->buffers->message);
    metrics_text(server, &out);
    send_text(server, id, 200, "text/plain; version=0.0.4", out.at, NULL);
}

/* For proxies and watchdogs: whether new clients should be sent here. */
static void send_ready(struct server *server, uint64_t id)
{
    bool ready = server_is_ready(server);
    send_text(server, id, ready ? 200 : 503, "text/plain",
              ready                    ? "ok\n"
              : server->house.draining ? "draining\n"
                                       : "the store fails\n",
              NULL);
}

static bool begins(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

enum { COST_PAGE = 1, COST_LIST = 8, COST_POST = 10, COST_RECORD = 16 };

static int cost_of(const struct net_request *request)
{
    return request->method == NET_POST        ? COST_POST
           : begins(request->path, "/games/") ? COST_RECORD
           : begins(request->path, "/api/")   ? COST_LIST
                                              : COST_PAGE;
}

static void answer_request(struct server *server, uint64_t id, const struct net_request *request)
{
    const char *path = request->path;
    size_t n = strlen(path);
    server->metrics.http++;
    if (!budget_take(server, BUDGET_VISITS, request->address, cost_of(request))) {
        metrics_refused(&server->metrics, "rate");
        http_error(server, id, 429, "rate", "Too many requests came from your address; wait and try again.");
        return;
    }
    struct page *page = pages_find(path);
    if (request->method == NET_POST)
        accounts_request(server, id, request);
    else if (request->method == NET_OTHER)
        http_error(server, id, 405, "not_allowed", "The method must be GET, HEAD or POST.");
    else if (strcmp(path, "/healthz") == 0)
        send_text(server, id, 200, "text/plain", "ok\n", NULL);
    else if (strcmp(path, "/readyz") == 0)
        send_ready(server, id);
    else if (strcmp(path, "/metrics") == 0)
        send_metrics(server, id, request);
    else if (strcmp(path, "/api/export") == 0)
        export_request(server, id, request);
    else if (strcmp(path, "/api/tables") == 0)
        send_list(server, id, request);
    else if (begins(path, "/games/") && n > 11 && strcmp(path + n - 4, ".txt") == 0)
        send_record(server, id, request);
    else if (page)
        send_page(server, id, request, page);
    else
        http_error(server, id, 404, "unknown", "There is nothing at this address.");
}

/* A name for figures. Paths are what strangers wrote. */
static const char *name_of(const struct net_request *request)
{
    switch (cost_of(request)) {
    case COST_POST:
        return "post";
    case COST_RECORD:
        return "record";
    case COST_LIST:
        return "list";
    default:
        return "page";
    }
}

void http_request(void *context, uint64_t id, const struct net_request *request)
{
    struct server *server = context;
    const char *name = name_of(request); /* the answer may end the request */
    double begin = hold_begin(server);
    answer_request(server, id, request);
    hold_end(server, begin, "http", name);
}
