/* again.c: reads players again, about whom the store may have other things than this program. */
#include "server/people/again.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/memory.h"
#include "server/protocol/client.h"

bool player_row_same(const struct player_row *a, const struct player_row *b)
{
    return a->id == b->id && a->kind == b->kind && a->holiday == b->holiday &&
           strcmp(a->name, b->name) == 0 && strcmp(a->password, b->password) == 0 &&
           strcmp(a->settings, b->settings) == 0 && strcmp(a->muted, b->muted) == 0 &&
           strcmp(a->blocked, b->blocked) == 0 && strcmp(a->language, b->language) == 0;
}

struct person {
    struct server *server;
    uint64_t id;
};

static bool has_token(const struct store_answer *answer, const char *hash)
{
    const struct token_row *rows = answer->rows;
    for (int i = 0; i < answer->row_count; i++)
        if (strcmp(rows[i].hash, hash) == 0)
            return true;
    return false;
}

/* Connections whose session has ended elsewhere end here too. */
static void on_sessions(void *context, const struct store_answer *answer)
{
    struct person p = *(struct person *)context;
    size_t at = 0;
    free(context);
    if (answer->found != STORE_FOUND)
        return;
    for (struct client *c; (c = map_next(&p.server->clients, &at));)
        if (c->player && c->player->id == p.id && c->player->stored && !has_token(answer, c->token))
            p.server->host.drop(p.server->host.me, c->id);
}

static void hear_gone(struct server *server, uint64_t id)
{
    struct player *player = players_present(server, id);
    rooms_forget_words(server, id);
    rooms_abandon(server, id);
    if (player) {
        player->deleted = true;
        clients_drop(server, id, NULL);
    }
}

static void on_player(void *context, const struct store_answer *answer)
{
    struct person *p = context;
    struct server *server = p->server;
    struct player *player = players_present(server, p->id);
    if (player)
        player->unsure = answer->found == STORE_FAILED;
    server->unsure = server->unsure || (player && player->unsure);
    server->nodes.hearing = true;
    if (answer->found == STORE_NONE && !(player && (!player->stored || player->going)))
        hear_gone(server, p->id);
    if (answer->found == STORE_FOUND && player && !player->going) {
        player_take(player, &answer->player);
        player->stored = true;
        player_forget_token(server, player, NULL);
    }
    if (answer->found == STORE_FOUND &&
        !(player && player->going)) /* a table may know an older name than the player */
        rooms_rename(server, p->id, answer->player.name, (enum player_kind)answer->player.kind);
    if (answer->found == STORE_FOUND)
        rooms_note_holiday(server, p->id, answer->player.holiday);
    server->nodes.hearing = false;
    if (answer->found != STORE_FOUND || !player) {
        free(p);
        return;
    }
    struct store_query query = {.what = STORE_TOKENS, .id = p->id};
    server->store.read(server->store.me, &query, on_sessions, p);
}

void player_read_again(struct server *server, uint64_t id)
{
    struct person *p = must_malloc(sizeof *p);
    struct store_query query = {.what = STORE_PLAYER, .id = id};
    *p = (struct person){server, id};
    server->store.read(server->store.me, &query, on_player, p);
}

void players_look_again(struct server *server)
{
    size_t at = 0;
    uint64_t id = 0;
    if (!server->unsure)
        return;
    server->unsure = false;
    for (const struct player *p; (p = map_next(&server->players, &at));) {
        server->unsure = server->unsure || (id && p->unsure);
        id = id || !p->unsure ? id : p->id;
    }
    if (id) /* one at a time */
        player_read_again(server, id);
}
