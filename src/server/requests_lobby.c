/* requests_lobby.c: requests about oneself and the lists of tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "server/lobby.h"
#include "server/memory.h"
#include "server/requests.h"

static void show_games(struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; games[i]; i++) {
        text_json_open(out, '{');
        text_member_string(out, "name", games[i]->name);
        text_member_string(out, "title", games[i]->title);
        text_member_int(out, "min_seats", games[i]->min_seats);
        text_member_int(out, "max_seats", games[i]->max_seats);
        text_member_open(out, "options", '[');
        for (const struct game_option *o = games[i]->options; o && o->name; o++) {
            text_json_open(out, '{');
            text_member_string(out, "name", o->name);
            text_member_bool(out, "value", o->takes_value);
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
    player_show(r->server, r->client->player, NULL, out);
    text_json_key(out, "settings");
    text_put(out, r->client->player->settings);
    text_json_key(out, "games");
    show_games(out);
    text_member_int(out, "levels", BOT_LEVELS);
    return REQUEST_DONE;
}

/* A change of the player's own row, answered when it is stored. */
struct change {
    struct server *server;
    struct player *player;
    struct later later;
};

static void changed(void *context, const char *problem)
{
    struct change *c = context;
    if (problem)
        player_restore(c->server, c->player);
    client_answer(c->server, &c->later, problem ? "store" : NULL, "It could not be written.");
    player_release(c->server, c->player);
    free(c->later.body);
    free(c);
}

static enum request_end put_player(struct request *r)
{
    struct change *c = must_malloc(sizeof *c);
    *c = (struct change){.server = r->server,
                         .player = player_hold(r->client->player),
                         .later = {.client = r->client->id, .id = r->id, .body = must_strdup(r->out.at)}};
    player_put(r->server, r->client->player);
    store_commit(r->server->store, changed, c);
    return REQUEST_LATER;
}

static enum request_end name(struct request *r)
{
    char key[STORE_NAME];
    struct player *p = r->client->player;
    if (p->kind != PLAYER_GUEST)
        return request_refuse(r, "not_allowed", "An account keeps its name.");
    if (!player_name_key(request_text(r, "name"), key))
        return request_refuse(r, "limit", "A name has 1 to %d characters, none of them special.", LIMIT_NAME);
    if (store_find_name(r->server->store, key))
        return request_refuse(r, "taken", "An account has that name.");
    snprintf(p->name, sizeof p->name, "%s", request_text(r, "name"));
    text_json_key(&r->out, "player");
    player_show(r->server, p, NULL, &r->out);
    return put_player(r);
}

static enum request_end settings(struct request *r)
{
    char *text = json_dumps(json_object_get(r->json, "settings"), JSON_COMPACT);
    if (!text || strlen(text) > STORE_SETTINGS) {
        free(text);
        return request_refuse(r, "limit", "Settings have at most %d bytes.", STORE_SETTINGS);
    }
    free(r->client->player->settings);
    r->client->player->settings = must_strdup(text);
    free(text);
    return put_player(r);
}

static enum request_end list(struct request *r)
{
    const char *what = request_text(r, "what"), *before = request_text(r, "before");
    int which = 0;
    while (list_names[which] && strcmp(list_names[which], what) != 0)
        which++;
    if (!list_names[which])
        return request_refuse(r, "unknown", "There is no such list.");
    uint64_t id = before ? id_parse(before) : 0;
    if (before && !id)
        return request_refuse(r, "no_table", "before must be a table.");
    if (!before)
        r->client->lists |= 1u << which;
    text_json_key(&r->out, "tables");
    lobby_show(r->server, (enum store_list)which, r->client->player, id, &r->out);
    return REQUEST_DONE;
}

const struct request_kind requests_lobby[] = {
    {"hello", "language?:t", hello},
    {"name", "name:t", name},
    {"settings", "settings:o", settings},
    {"list", "what:t before?:t", list},
    {0},
};
