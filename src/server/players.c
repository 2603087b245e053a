/* players.c: who plays. */
#include "server/players.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/memory.h"

static uint64_t token_key(const char *hash)
{
    char head[17];
    snprintf(head, sizeof head, "%.16s", hash);
    return strtoull(head, NULL, 16) | 1;
}

/* What may change of a player. */
static void take(struct player *p, const struct store_player *data, bool stored)
{
    p->kind = data->kind;
    free(p->settings);
    p->settings = must_strdup(data->settings[0] ? data->settings : "{}");
    memcpy(p->name, data->name, sizeof p->name);
    memcpy(p->key, data->key, sizeof p->key);
    memcpy(p->password, data->password, sizeof p->password);
    p->stored = stored;
}

static struct player *add(struct server *server, const struct store_player *data, bool stored)
{
    struct player *p = must_calloc(1, sizeof *p);
    *p = (struct player){.id = data->id, .owner = data->owner, .created = data->created, .holders = 1};
    take(p, data, stored);
    map_put(&server->players, p->id, p);
    return p;
}

/* A guest of whom nothing is stored. */
static struct store_player new_guest(uint64_t id, int64_t created)
{
    struct store_player data = {.id = id, .kind = PLAYER_GUEST, .created = created};
    snprintf(data.name, sizeof data.name, "Guest %d", (int)(id % 9000) + 1000);
    return data;
}

struct player *players_get(struct server *server, uint64_t id)
{
    struct player *p = map_get(&server->players, id);
    if (p)
        return p->deleted ? NULL : player_hold(p);
    struct store_player data;
    return id && store_get_player(server->store, id, &data) ? add(server, &data, true) : NULL;
}

struct player *players_of_token(struct server *server, const char *hash)
{
    struct player *p = map_get(&server->tokens, token_key(hash));
    if (p && strcmp(p->token, hash) == 0)
        return player_hold(p);
    struct player *known = players_get(server, store_find_token(server->store, hash));
    if (known)
        return known;
    uint64_t id = id_new();
    while (map_get(&server->players, id))
        id++;
    struct store_player data = new_guest(id, now_ms());
    struct player *guest = add(server, &data, false);
    if (!p) {
        snprintf(guest->token, sizeof guest->token, "%s", hash);
        map_put(&server->tokens, token_key(hash), guest);
    }
    return guest;
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
    free(player->settings);
    free(player);
}

void player_put(struct server *server, struct player *player)
{
    if (player->going)
        return;
    struct store_player data = {
        .id = player->id, .owner = player->owner, .kind = player->kind, .created = player->created};
    memcpy(data.name, player->name, sizeof data.name);
    memcpy(data.key, player->key, sizeof data.key);
    memcpy(data.password, player->password, sizeof data.password);
    snprintf(data.settings, sizeof data.settings, "%s", player->settings);
    store_put_player(server->store, &data);
    /* The token stays in memory as long as the player does: a new connection may come before the commit. */
    if (!player->stored && player->token[0])
        store_put_token(server->store, player->token, player->id);
    player->stored = true;
}

void player_forget_token(struct server *server, struct player *player, const char *hash)
{
    if (player->token[0] && (!hash || strcmp(player->token, hash) == 0)) {
        map_drop(&server->tokens, token_key(player->token));
        player->token[0] = '\0';
    }
}

void player_recheck(struct server *server, struct player *player)
{
    struct store_player data;
    if (player)
        player->stored = store_get_player(server->store, player->id, &data);
}

void player_restore(struct server *server, struct player *player)
{
    struct store_player data;
    bool stored = store_get_player(server->store, player->id, &data);
    if (!stored)
        data = new_guest(player->id, player->created);
    take(player, &data, stored);
}

void player_keep(struct server *server, struct player *player)
{
    if (!player->stored)
        player_put(server, player);
}

bool player_name_key(const char *name, char key[STORE_NAME])
{
    int length = limits_length(name);
    if (length < 1 || length > LIMIT_NAME || name[0] == ' ' || name[strlen(name) - 1] == ' ' ||
        strstr(name, "  "))
        return false;
    size_t i = 0;
    for (; name[i] && i < STORE_NAME - 1; i++)
        key[i] = (char)((unsigned char)name[i] < 0x80 ? tolower((unsigned char)name[i]) : name[i]);
    key[i] = '\0';
    return true;
}

const char *player_kind_name(const struct player *player)
{
    return player->kind == PLAYER_ACCOUNT ? "account" : player->kind == PLAYER_BOT ? "bot" : "guest";
}

void player_show(struct server *server, const struct player *player, const char *game, struct text *out)
{
    char id[ID_TEXT] = "";
    struct store_rating rating;
    if (player && player->deleted)
        player = NULL;
    if (player)
        id_text(player->id, id);
    text_json_open(out, '{');
    text_member_string(out, "id", id);
    text_member_string(out, "name", player ? player->name : "someone");
    text_member_string(out, "kind", player ? player_kind_name(player) : "guest");
    if (game && player && player->kind != PLAYER_GUEST &&
        store_get_rating(server->store, player->id, game, &rating)) {
        text_member_int(out, "rating", (long)(rating.rating + 0.5));
    }
    text_json_close(out, '}');
}

void player_show_computer(int level, struct text *out)
{
    text_json_open(out, '{');
    text_member_string(out, "id", "");
    text_member_string(out, "name", bot_levels[level - 1].name[0]);
    text_member_string(out, "kind", "computer");
    text_member_int(out, "level", level);
    text_json_close(out, '}');
}
