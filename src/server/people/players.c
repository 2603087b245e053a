/* players.c: players in memory. */
#include "server/people/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"

const char *const player_kind_names[] = {"guest", "account", "bot"};

static uint64_t token_key(const char *hash)
{
    char head[17];
    snprintf(head, sizeof head, "%.16s", hash);
    return strtoull(head, NULL, 16) | 1;
}

/* ---- in and out of memory ---- */

void player_take(struct player *p, const struct player_row *row)
{
    p->kind = row->kind;
    free(p->settings);
    p->settings = must_strdup(row->settings[0] ? row->settings : "{}");
    free(p->key);
    free(p->password);
    free(p->muted);
    free(p->blocked);
    p->key = must_strdup(row->key);
    p->password = must_strdup(row->password);
    p->muted = must_strdup(row->muted);
    p->blocked = must_strdup(row->blocked);
    memcpy(p->name, row->name, sizeof p->name);
    memcpy(p->language, row->language, sizeof p->language);
    p->holiday = row->holiday;
}

void player_row(const struct player *p, struct player_row *out)
{
    *out = (struct player_row){
        .id = p->id, .owner = p->owner, .kind = p->kind, .created = p->created, .seen = p->seen};
    memcpy(out->name, p->name, sizeof out->name);
    snprintf(out->key, sizeof out->key, "%s", p->key);
    snprintf(out->password, sizeof out->password, "%s", p->password);
    memcpy(out->language, p->language, sizeof out->language);
    out->holiday = p->holiday;
    snprintf(out->settings, sizeof out->settings, "%s", p->settings);
    snprintf(out->muted, sizeof out->muted, "%s", p->muted);
    snprintf(out->blocked, sizeof out->blocked, "%s", p->blocked);
}

static struct player *add(struct server *server, const struct player_row *row, bool stored)
{
    struct player *p = must_calloc(1, sizeof *p);
    *p = (struct player){.id = row->id,
                         .owner = row->owner,
                         .created = row->created,
                         .seen = row->seen,
                         .holders = 1,
                         .stored = stored};
    player_take(p, row);
    map_put(&server->players, p->id, p);
    return p;
}

/* A guest's id follows from the token. So a guest who is not stored yet is the same one at every node. */
static uint64_t guest_id(const char *hash)
{
    char again[TOKEN_TEXT], head[16];
    token_hash(hash, again);
    snprintf(head, sizeof head, "%.15s", again);
    return strtoull(head, NULL, 16) | 1;
}

/* `id`: the one that follows from the token, or a later one if that is somebody else's by now. */
static struct player *new_guest(struct server *server, const char *hash, uint64_t id)
{
    struct player_row row = {.id = id};
    row.created = row.seen = server_now(server);
    while (map_get(&server->players, row.id))
        row.id++;
    player_guest_name(row.id, row.name);
    struct player *guest = add(server, &row, false);
    if (!map_get(&server->tokens, token_key(hash))) {
        snprintf(guest->token, sizeof guest->token, "%s", hash);
        map_put(&server->tokens, token_key(hash), guest);
    }
    return guest;
}

/* The token must be a new one. */
struct player *players_new_guest(struct server *server, const char *hash)
{
    return new_guest(server, hash, guest_id(hash));
}

struct player *players_present(const struct server *server, uint64_t id)
{
    return map_get(&server->players, id);
}

struct player *player_hold(struct player *player)
{
    player->holders++;
    return player;
}

void player_release(struct server *server, struct player *player)
{
    if (!player || --player->holders > 0)
        return;
    map_drop(&server->players, player->id);
    player_forget_token(server, player, NULL);
    free(player->key);
    free(player->password);
    free(player->settings);
    free(player->muted);
    free(player->blocked);
    free(player);
}

void player_forget_token(struct server *server, struct player *player, const char *hash)
{
    if (player->token[0] && (!hash || strcmp(player->token, hash) == 0)) {
        map_drop(&server->tokens, token_key(player->token));
        player->token[0] = '\0';
    }
}

/* ---- finding ---- */

struct finding {
    struct server *server;
    char hash[TOKEN_TEXT];
    players_found *found;
    void *context;
    struct player_row bot; /* whose owner is looked for */
    uint64_t guest;        /* the id that is tried for a guest */
    bool again;            /* the token was asked for twice */
};

/* The player of a row: the one in memory, or a new one. The caller holds it. NULL if it was deleted. */
static struct player *present_or_add(struct server *server, const struct player_row *row)
{
    struct player *p = map_get(&server->players, row->id);
    if (!p)
        return add(server, row, true);
    if (server->bus.publish && !p->going) { /* another node may have changed the row */
        player_take(p, row);
        p->stored = true;
    }
    return p->deleted ? NULL : player_hold(p);
}

static struct player *known_guest(const struct finding *f)
{
    struct player *known = map_get(&f->server->tokens, token_key(f->hash));
    return known && strcmp(known->token, f->hash) == 0 ? player_hold(known) : NULL;
}

static void try_guest(struct finding *f);
static void ask_token(struct finding *f, store_read *done);
static void found_guest_or_account(void *context, const struct store_answer *answer);

/* Somebody has the id of the token's guest. Either another node has stored the guest just now; or the guest
 * has become an account, which has other tokens, and whoever comes with this one is somebody else. */
static void found_namesake(void *context, const struct store_answer *answer)
{
    struct finding *f = context;
    if (answer->found == STORE_FOUND && !f->again) {
        f->again = true;
        ask_token(f, found_guest_or_account);
        return;
    }
    if (answer->found == STORE_FOUND) {
        f->guest++;
        try_guest(f);
        return;
    }
    struct player *p = known_guest(f);
    if (!p && answer->found == STORE_NONE)
        p = new_guest(f->server, f->hash, f->guest);
    f->found(f->context, p, p ? STORE_NONE : STORE_FAILED);
    free(f);
}

static void try_guest(struct finding *f)
{
    struct store_query query = {.what = STORE_PLAYER, .id = f->guest};
    f->server->store.read(f->server->store.me, &query, found_namesake, f);
}

static void found_guest_or_account(void *context, const struct store_answer *answer)
{
    struct finding *f = context;
    struct player *p = NULL;
    if (answer->found == STORE_FOUND)
        p = present_or_add(f->server, &answer->player);
    if (!p && answer->found != STORE_FAILED)
        p = known_guest(f);
    if (!p && answer->found != STORE_FAILED) {
        f->guest = guest_id(f->hash);
        try_guest(f);
        return;
    }
    f->found(f->context, p, answer->found);
    free(f);
}

static void found_owner(void *context, const struct store_answer *answer)
{
    struct finding *f = context;
    const struct player *owner = players_present(f->server, f->bot.owner);
    struct player *p = NULL;
    if (answer->found == STORE_FOUND && (!owner || !owner->going))
        p = present_or_add(f->server, &f->bot);
    f->found(f->context, p, p || answer->found == STORE_FAILED ? answer->found : STORE_NONE);
    free(f);
}

static void found_bot(void *context, const struct store_answer *answer)
{
    struct finding *f = context;
    f->bot = answer->player;
    if (answer->found == STORE_FOUND && answer->player.kind == PLAYER_BOT) {
        struct store_query query = {.what = STORE_PLAYER, .id = f->bot.owner};
        f->server->store.read(f->server->store.me, &query, found_owner, f);
        return;
    }
    f->found(f->context, NULL, answer->found == STORE_FAILED ? STORE_FAILED : STORE_NONE);
    free(f);
}

static void ask_token(struct finding *f, store_read *done)
{
    struct store_query query = {.what = STORE_BY_TOKEN, .text = f->hash};
    f->server->store.read(f->server->store.me, &query, done, f);
}

static void look_up(struct server *server, const char *hash, store_read *done, players_found *found,
                    void *context)
{
    struct finding *f = must_malloc(sizeof *f);
    *f = (struct finding){.server = server, .found = found, .context = context};
    snprintf(f->hash, sizeof f->hash, "%s", hash);
    ask_token(f, done);
}

void players_by_token(struct server *server, const char *hash, players_found *found, void *context)
{
    struct player *p = map_get(&server->tokens, token_key(hash));
    if (p && strcmp(p->token, hash) == 0 && !server->bus.publish)
        found(context, player_hold(p), STORE_FOUND);
    else
        look_up(server, hash, found_guest_or_account, found, context);
}

void players_by_bot_token(struct server *server, const char *hash, players_found *found, void *context)
{
    look_up(server, hash, found_bot, found, context);
}

/* ---- writing and showing ---- */

void player_put(struct server *server, struct unit *unit, const struct player *player)
{
    struct player_row row;
    if (player->going)
        return;
    player_row(player, &row);
    (player->stored ? unit_put_player : unit_new_player)(unit, &row);
    /* The token stays in memory too: a new connection may need it before the unit is stored. */
    if (!player->stored && player->token[0]) {
        struct token_row token = {.player = player->id, .made = server_now(server)};
        memcpy(token.hash, player->token, sizeof token.hash);
        unit_put_token(unit, &token);
    }
}

void player_see(struct server *server, struct player *player)
{
    enum { DAY_MS = 24 * 3600 * 1000 };
    int64_t now = server_now(server);
    if (!player->stored || player->going || player->deleted || now - player->seen < DAY_MS)
        return;
    struct unit *unit = unit_new();
    player->seen = now;
    unit_see_player(unit, player->id, now);
    server->store.write(server->store.me, unit, NULL, NULL);
}

void put_ids(const char *list, struct text *out)
{
    text_json_open(out, '[');
    for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ') {
        char id[ID_TEXT];
        snprintf(id, sizeof id, "%.*s", ID_TEXT - 1, at);
        text_json_string(out, id);
    }
    text_json_close(out, ']');
}

void player_guest_name(uint64_t id, char name[STORE_NAME])
{
    snprintf(name, STORE_NAME, " %d", (int)(id % 9000) + 1000);
}

void put_name(const char *name, struct text *out)
{
    bool has_number = name[0] == ' ';
    text_member_string(out, "name", has_number ? "" : name);
    if (has_number)
        text_member_int(out, "guest", atoi(name));
}

void player_show(const struct player *player, struct text *out)
{
    char id[ID_TEXT];
    id_text(player->id, id);
    text_json_open(out, '{');
    text_member_string(out, "id", id);
    put_name(player->name, out);
    text_member_string(out, "kind", player_kind_names[player->kind]);
    text_json_close(out, '}');
}
