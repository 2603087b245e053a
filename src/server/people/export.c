/* export.c: GET /api/export: all that is stored about a person, as JSON. */
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/store/answer.h"
#include "server/transport/http.h"

enum { BANS_TEXT = 64 * 1024 };

/* Somebody who has played for years has much: another thread writes it down. */
struct exporting {
    struct host_job job; /* the first member */
    struct server *server;
    uint64_t id; /* of the connection */
    struct player *player;
    uint64_t payer; /* see struct store_query */
    struct player_row row;
    struct store_answer answer;
    char bans[BANS_TEXT];
    char *text; /* all of it */
};

static void put_id(struct text *out, const char *key, uint64_t id)
{
    char text[ID_TEXT];
    id_text(id, text);
    text_member_string(out, key, id ? text : NULL);
}

static void put_self(const struct player_row *p, struct text *out)
{
    text_member_open(out, "player", '{');
    put_id(out, "id", p->id);
    put_name(p->name, out);
    text_member_string(out, "kind", player_kind_names[p->kind]);
    text_member_int(out, "created", p->created);
    text_member_int(out, "seen", p->seen);
    text_member_int(out, "holiday", p->holiday);
    text_member_string(out, "language", p->language);
    text_member_bool(out, "password", p->password[0]); /* its hash tells nobody anything */
    if (p->owner)
        put_id(out, "owner", p->owner);
    text_json_close(out, '}');
    text_json_key(out, "settings");
    text_put(out, p->settings[0] ? p->settings : "{}");
    text_json_key(out, "muted");
    put_ids(p->muted, out);
    text_json_key(out, "blocked");
    put_ids(p->blocked, out);
}

static void put_table(const struct stored_table *t, uint64_t player, struct text *out)
{
    text_json_open(out, '{');
    put_id(out, "table", t->row.id);
    text_member_string(out, "game", t->row.game);
    put_options(&t->row, out);
    text_member_string(out, "state", table_state_names[t->row.state]);
    text_member_bool(out, "public", t->row.open_to_all);
    text_member_bool(out, "creator", t->row.creator == player);
    text_member_int(out, "created", t->row.created);
    text_member_int(out, "changed", t->row.changed);
    text_member_open(out, "seats", '[');
    for (int seat = 0; seat < t->row.seats; seat++) {
        const struct chair_row *chair = &t->chairs[seat].row;
        if (chair->kind != CHAIR_PLAYER || chair->player != player)
            continue;
        text_json_open(out, '{');
        text_member_int(out, "seat", seat + 1);
        if (chair->alias[0])
            text_member_string(out, "alias", chair->alias);
        text_member_int(out, "points", chair->points);
        text_member_bool(out, "won", t->row.winners & game_bit(seat));
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    char id[ID_TEXT], record[64];
    struct text path = TEXT_IN(record);
    id_text(t->row.id, id);
    text_printf(&path, "/games/%s.txt", id);
    if (t->row.state != TABLE_OPEN) /* the moves are there */
        text_member_string(out, "record", record);
    text_json_close(out, '}');
}

static void put_lists(const struct store_answer *a, struct text *out)
{
    text_member_open(out, "sessions", '[');
    for (int i = 0; i < a->token_count; i++) {
        text_json_open(out, '{');
        text_member_int(out, "made", a->tokens[i].made);
        text_member_string(out, "agent", a->tokens[i].agent);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    text_member_open(out, "bots", '[');
    for (int i = 0; i < a->count; i++) {
        char id[ID_TEXT];
        id_text(a->ids[i], id);
        text_json_string(out, id);
    }
    text_json_close(out, ']');
    text_member_open(out, "ratings", '[');
    for (int i = 0; i < a->rating_count; i++) {
        text_json_open(out, '{');
        text_member_string(out, "game", a->ratings[i].game);
        text_member_int(out, "seats", a->ratings[i].seats);
        text_member_int(out, "rating", (a->ratings[i].rating + 50) / 100);
        text_member_int(out, "games", a->ratings[i].games);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    text_member_open(out, "results", '[');
    for (int i = 0; i < a->result_count; i++) {
        text_json_open(out, '{');
        put_id(out, "table", a->results[i].table);
        text_member_int(out, "at", a->results[i].at);
        text_member_int(out, "place", a->results[i].place);
        text_member_int(out, "gain", a->results[i].gain / 100);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

/* What the owner of the server has decided about the player. */
static void put_bans(const struct house *house, uint64_t player, struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; i < house->ban_count && out->length < out->size / 2; i++) {
        const struct ban_row *b = &house->bans[i];
        if (b->range[0] || b->player != player)
            continue;
        text_json_open(out, '{');
        text_member_string(out, "kind", b->kind == BAN_MUTE ? "mute" : "ban");
        text_member_int(out, "made", b->made);
        text_member_int(out, "until", b->until);
        text_member_string(out, "reason", b->reason);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void put_words(const struct store_answer *a, struct text *out)
{
    text_member_open(out, "chat", '[');
    for (int i = 0; i < a->chat_count; i++) {
        text_json_open(out, '{');
        put_id(out, "table", a->chats[i].table);
        put_name(a->chats[i].name, out);
        text_member_string(out, "text", a->chats[i].text);
        text_member_int(out, "at", a->chats[i].at);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
    text_member_open(out, "reports", '[');
    for (int i = 0; i < a->report_count; i++) {
        text_json_open(out, '{');
        put_id(out, "table", a->reports[i].table);
        text_member_string(out, "words", a->reports[i].words);
        text_member_string(out, "text", a->reports[i].text);
        text_member_int(out, "at", a->reports[i].made);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

/* The browsers that messages go to. Their secrets are for them alone. */
static void put_pushes(const struct store_answer *a, struct text *out)
{
    const struct push_row *rows = a->rows;
    text_member_open(out, "pushes", '[');
    for (int i = 0; i < a->row_count; i++) {
        text_json_open(out, '{');
        text_member_string(out, "address", rows[i].address);
        text_member_string(out, "language", rows[i].language);
        text_member_int(out, "made", rows[i].made);
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static void put_all(const struct exporting *e, struct text *out)
{
    const struct store_answer *a = &e->answer;
    text_json_open(out, '{');
    put_self(&e->row, out);
    put_lists(a, out);
    text_json_key(out, "bans");
    text_put(out, e->bans);
    text_member_open(out, "tables", '[');
    for (int i = 0; i < a->table_count; i++)
        put_table(&a->tables[i], e->row.id, out);
    text_json_close(out, ']');
    put_words(a, out);
    put_pushes(a, out);
    text_json_close(out, '}');
}

static void write_down(struct host_job *job)
{
    struct exporting *e = (struct exporting *)job;
    size_t size = SERVER_BUFFER;
    e->text = must_malloc(size);
    struct text out = text_in(e->text, size);
    for (put_all(e, &out); out.cut; put_all(e, &out)) {
        e->text = must_realloc(e->text, size *= 2);
        out = text_in(e->text, size);
    }
    answer_free(&e->answer);
}

static void end(struct exporting *e)
{
    player_release(e->server, e->player);
    free(e->text);
    free(e);
}

static void written_down(struct host_job *job)
{
    struct exporting *e = (struct exporting *)job;
    struct server *server = e->server;
    double begin = hold_begin(server);
    if (!server->closing)
        http_json(server, e->id, 200, e->text, NULL);
    end(e);
    hold_end(server, begin, "http", "export");
}

/* A guest who was never stored has nothing but what is in memory. */
static void exported(void *context, const struct store_answer *a)
{
    struct exporting *e = context;
    struct server *server = e->server;
    if (a->found == STORE_FAILED) {
        http_error(server, e->id, 503, "store", "The store cannot be read now; try again later.");
        end(e);
        return;
    }
    struct text bans = TEXT_IN(e->bans);
    e->row = a->player;
    if (a->found == STORE_NONE)
        player_row(e->player, &e->row);
    put_bans(&server->house, e->row.id, &bans);
    answer_keep(a, &e->answer);
    e->job = (struct host_job){.run = write_down, .done = written_down, .payer = e->payer};
    if (server->host.work(server->host.me, &e->job))
        return;
    answer_free(&e->answer);
    http_error(server, e->id, 503, "busy", "Too much is being written down; try again later.");
    end(e);
}

static void identified(void *context, struct player *player, enum store_found found)
{
    struct exporting *e = context;
    struct server *server = e->server;
    e->player = player;
    if (player) {
        struct store_query query = {.what = STORE_EXPORT, .id = player->id, .payer = e->payer};
        server->store.read(server->store.me, &query, exported, e);
        return;
    }
    if (found == STORE_FAILED)
        http_error(server, e->id, 503, "store", "The store cannot be read now; try again later.");
    else
        http_error(server, e->id, 401, "not_allowed", "The server does not know this token.");
    free(e);
}

void export_request(struct server *server, uint64_t id, const struct net_request *request)
{
    char token[TOKEN_TEXT], hash[TOKEN_TEXT];
    bool no_bearer, bot = request_bearer(request, token, &no_bearer);
    if (!bot && (!no_bearer || !request_cookie(request, token))) {
        http_error(server, id, 401, "not_allowed", "Send the cookie or the token of a player.");
        return;
    }
    if (!budget_take(server, BUDGET_EXPORTS, request->address, 1)) {
        http_error(server, id, 429, "rate", "This was asked for too often from your address; try later.");
        return;
    }
    struct exporting *e = must_calloc(1, sizeof *e);
    e->server = server;
    e->id = id;
    e->payer = limits_key(request->address);
    token_hash(token, hash);
    (bot ? players_by_bot_token : players_by_token)(server, hash, identified, e);
}
