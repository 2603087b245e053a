/* requests_lobby.c: requests about the player who asks, and the lists of tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "server/people/again.h"
#include "server/people/alerts.h"
#include "server/tables/lobby.h"
#include "server/base/memory.h"
#include "server/protocol/requests.h"

static void show_games(struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; games[i]; i++) {
        text_json_open(out, '{');
        text_member_string(out, "name", games[i]->name);
        text_member_string(out, "title", games[i]->title);
        text_member_int(out, "min_seats", games[i]->min_seats);
        text_member_int(out, "max_seats", games[i]->max_seats);
        text_member_bool(out, "reactions", games[i]->may_react != NULL);
        text_member_open(out, "options", '[');
        for (const struct game_option *o = games[i]->options; o && o->name; o++) {
            text_json_open(out, '{');
            text_member_string(out, "name", o->name);
            text_member_bool(out, "value", o->kind != OPTION_FLAG);
            text_member_string(out, "about", o->about);
            text_json_close(out, '}');
        }
        text_json_close(out, ']');
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

static enum request_end hello(struct request *r)
{
    struct text *out = &r->out;
    text_member_string(out, "version", CASTELLANY_VERSION);
    text_json_key(out, "player");
    player_show(r->client->player, out);
    text_json_key(out, "settings");
    text_put(out, r->client->player->settings);
    text_json_key(out, "muted");
    put_ids(r->client->player->muted, out);
    text_json_key(out, "blocked");
    put_ids(r->client->player->blocked, out);
    text_json_key(out, "games");
    show_games(out);
    text_member_int(out, "levels", BOT_LEVELS);
    text_member_int(out, "holiday",
                    r->client->player->holiday > server_now(r->server) ? r->client->player->holiday : 0);
    const struct alerts *alerts = r->server->alerts;
    text_member_string(out, "push", alerts && alerts->public[0] ? alerts->public : NULL);
    house_show(r->server, out);
    return REQUEST_DONE;
}

/* A new row of the player. The player takes it over when it is stored. */
struct player_change {
    struct server *server;
    struct player *player;
    struct player_row row;
    struct reply reply;
};

static void on_written(void *context, enum store_end end);

/* Nobody knows whether the row was kept: the store says it now. */
static void read_back(void *context, const struct store_answer *answer)
{
    struct player_change *c = context;
    bool kept = answer->found == STORE_FOUND && player_row_same(&c->row, &answer->player);
    on_written(c, kept ? STORE_KEPT : STORE_REFUSED);
}

static void on_written(void *context, enum store_end end)
{
    struct player_change *c = context;
    if (end == STORE_UNKNOWN) {
        struct store_query query = {.what = STORE_PLAYER, .id = c->row.id};
        c->server->store.read(c->server->store.me, &query, read_back, c);
        return;
    }
    if (end == STORE_KEPT) {
        bool renamed = strcmp(c->player->name, c->row.name) != 0;
        bool rests = c->player->holiday != c->row.holiday;
        player_take(c->player, &c->row);
        nodes_tell_about(c->server, NOTICE_PLAYER, c->player->id);
        c->player->stored = true;
        if (renamed)
            rooms_rename(c->server, c->player->id, c->player->name, (enum player_kind)c->player->kind);
        if (rests) { /* the clocks of slow games follow */
            rooms_note_holiday(c->server, c->player->id, c->row.holiday);
            rooms_advance_of(c->server, c->player->id);
        }
    }
    client_reply(c->server, &c->reply, end == STORE_KEPT ? NULL : "store",
                 "The store could not write it; try again.");
    if (end == STORE_REFUSED) /* another node may have deleted the player */
        player_read_again(c->server, c->row.id);
    player_release(c->server, c->player);
    free(c);
}

bool request_may_keep_player(struct request *r)
{
    if (r->client->player->stored)
        return true;
    bool may = budget_take(r->server, BUDGET_GUESTS, r->client->place.address, 1);
    if (!may)
        request_refuse(r, "limit", "Too many new players came from your address; try again in a while.");
    return may;
}

enum request_end request_put_player(struct request *r, const struct player_row *row)
{
    return request_put_player_and(r, row, unit_new());
}

enum request_end request_put_player_and(struct request *r, const struct player_row *row, struct unit *unit)
{
    struct server *server = r->server;
    struct player *player = r->client->player;
    if (!request_may_keep_player(r)) {
        unit_free(unit);
        return REQUEST_DONE;
    }
    struct player_change *c = must_malloc(sizeof *c);
    *c = (struct player_change){.server = server, .player = player_hold(player), .row = *row};
    c->reply = (struct reply){r->client->id, r->id, must_strdup(r->out.at)};
    player_put(server, unit, player); /* adds the token of a new guest; the row below overwrites this one */
    unit_put_player(unit, row);
    server->store.write(server->store.me, unit, on_written, c);
    return REQUEST_PENDING;
}

static enum request_end rename_player(struct request *r, const struct store_answer *taken)
{
    struct player_row row;
    if (taken->found == STORE_FOUND)
        return request_refuse(r, "taken", "An account has this name; choose another.");
    player_row(r->client->player, &row);
    snprintf(row.name, sizeof row.name, "%s", request_text(r, "name"));
    struct player shown = *r->client->player;
    memcpy(shown.name, row.name, sizeof shown.name);
    text_json_key(&r->out, "player");
    player_show(&shown, &r->out);
    return request_put_player(r, &row);
}

static enum request_end name(struct request *r)
{
    char key[STORE_NAME];
    if (r->client->player->kind != PLAYER_GUEST)
        return request_refuse(r, "not_allowed",
                              "Only guests can change their name; an account keeps its own.");
    if (!player_name_allowed(request_text(r, "name"), key))
        return request_refuse(r, "limit",
                              "A name has 1 to %d characters, no control characters and no spare spaces.",
                              LIMIT_NAME);
    return request_read(r, &(struct store_query){.what = STORE_BY_NAME, .text = key}, rename_player);
}

static enum request_end settings(struct request *r)
{
    struct player_row row;
    struct text text = TEXT_IN(row.settings);
    player_row(r->client->player, &row);
    text_clear(&text);
    json_write(json_get(r->json, "settings"), &text);
    return request_put_player(r, &row);
}

static enum request_end show_list(struct request *r, const struct store_answer *found)
{
    text_json_key(&r->out, "tables");
    lobby_show(r->server, found, r->client->player->id, &r->out);
    return REQUEST_DONE;
}

/* From here on the client follows the list. */
static enum request_end show_first(struct request *r, const struct store_answer *found)
{
    int which = list_find(request_text(r, "what"));
    r->client->lists |= 1u << (which - STORE_OPEN);
    lobby_told(r->server, (enum store_question)which, found);
    return show_list(r, found);
}

static enum request_end list(struct request *r)
{
    const char *before = request_text(r, "before");
    int which = list_find(request_text(r, "what"));
    uint64_t id = before ? id_parse(before) : 0;
    struct store_answer known;
    if (!before && lobby_known(r->server, (enum store_question)which, &known))
        return show_first(r, &known);
    struct store_query query = {.what = (enum store_question)which, .id = r->client->player->id, .from = id};
    return request_read(r, &query, before ? show_list : show_first);
}

/* What is not over for the player: nothing of it is followed. */
static enum request_end unfinished(struct request *r)
{
    const char *before = request_text(r, "before");
    struct store_query query = {
        .what = STORE_UNFINISHED, .id = r->client->player->id, .from = before ? id_parse(before) : 0};
    return request_read(r, &query, show_list);
}

static enum request_end unfollow(struct request *r)
{
    const char *what = request_text(r, "what");
    r->client->lists &= what ? ~(1u << (list_find(what) - STORE_OPEN)) : 0;
    return REQUEST_DONE;
}

const struct request_kind requests_lobby[] = {
    {"hello", "language?:x0-40", hello},
    {"name", "name:t1-LIMIT_NAME", name},
    {"settings", "settings:o2-STORE_SETTINGS", settings},
    {"list", "what:open|live|finished|mine before?:table", list},
    {"unfollow", "what?:open|live|finished|mine", unfollow},
    {"unfinished", "before?:table", unfinished},
    {0},
};
