/* server.c: the parts of a server that do not depend on its ports. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/base/memory.h"
#include "server/people/again.h"
#include "server/protocol/client.h"
#include "server/tables/boxes.h"
#include "server/tables/expiry.h"
#include "server/tables/lobby.h"
#include "server/tables/rating.h"

#define RESUME_SECONDS 0.01 /* of each turn, while tables are loaded after a start */

void server_open(struct server *s)
{
    s->buffers = must_malloc(sizeof *s->buffers);
    s->world.memory = &memory_of_matches;
    s->world.find_game = boxes_find_for;
}

void server_join(struct server *s, const struct bus *bus)
{
    s->bus = *bus;
    s->host.random(s->host.me, &s->nodes.me, sizeof s->nodes.me);
    nodes_tell_about(s, NOTICE_NODE, 0);
}

/* Call it when all connections and all writes of the store have ended. */
void server_close(struct server *s)
{
    size_t at;
    struct room *room;
    s->closing = true;
    while (at = 0, (room = map_next(&s->tables, &at)))
        room_close(room);
    lobby_close(s);
    map_free(&s->clients);
    map_free(&s->players);
    map_free(&s->tokens);
    map_free(&s->tables);
    limits_free(&s->addresses);
    limits_free(&s->guessing);
    throttle_free(&s->passwords);
    for (int i = 0; i < BUDGETS; i++)
        rates_free(&s->budgets[i]);
    house_close(s);
    free(s->buffers);
}

/* Loads tables with clocks after a start, a few at a time, so that the host knows when to wake them. They
 * need not stay. */
static void resume(void *context, const struct store_answer *running)
{
    struct server *s = context;
    double end = server_clock(s) + RESUME_SECONDS;
    for (int i = 0; i < running->count && (!i || server_clock(s) < end); i++) {
        if (nodes_share(s, running->ids[i]))
            room_rest(room_get(s, running->ids[i]));
        s->resumed = running->ids[i];
    }
    s->all_resumed = running->found == STORE_FOUND && running->count == 0;
}

void server_resume(struct server *s)
{
    struct store_query query = {.what = STORE_CLOCKED, .from = s->resumed};
    if (!s->resumed)
        rating_count_all(s);
    if (!s->all_resumed)
        s->store.read(s->store.me, &query, resume, s);
}

static void ignore(void *context, const struct store_answer *answer)
{
    (void)context;
    (void)answer;
}

/* While the store fails, nobody may come and use it. So the server itself tries whether it works again. */
static void try_store(struct server *s)
{
    struct store_figures figures;
    struct store_query query = {.what = STORE_VALUES};
    s->store.figures(s->store.me, &figures);
    if (!figures.broken || figures.waiting)
        return;
    struct unit *unit = unit_new();
    struct value_row row = {.name = "tried"};
    snprintf(row.value, sizeof row.value, "%lld", (long long)server_now(s));
    unit_put_value(unit, &row);
    s->store.write(s->store.me, unit, NULL, NULL);
    s->store.read(s->store.me, &query, ignore, NULL);
}

void server_tick(struct server *s)
{
    if (s->house.unread)
        house_open(s);
    try_store(s);
    players_look_again(s);
    rooms_tick(s);
    expiry_tick(s);
    lobby_tick(s);
    busiest_tick(&s->busiest, server_now(s));
}

int64_t server_now(const struct server *s)
{
    return s->host.now(s->host.me);
}

double server_clock(const struct server *s)
{
    return s->host.clock(s->host.me);
}

bool server_is_ready(const struct server *s)
{
    struct store_figures figures;
    s->store.figures(s->store.me, &figures);
    return !figures.broken && !s->closing && !s->house.draining && !s->house.unread;
}

uint64_t server_new_id(struct server *s)
{
    uint32_t random;
    s->host.random(s->host.me, &random, sizeof random);
    return id_make(&s->last_id, server_now(s), random);
}

void server_new_token(const struct server *s, char out[TOKEN_TEXT])
{
    unsigned char bytes[(TOKEN_TEXT - 1) / 2];
    s->host.random(s->host.me, bytes, sizeof bytes);
    hex_text(bytes, sizeof bytes, out);
}
