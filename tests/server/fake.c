/* fake.c: a server without a network or a clock of its own, for tests inside one process. */
#include "fake.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "server/http.h"
#include "server/memory.h"

static struct fake *present;

/* ---- in place of ids.c (by --wrap) ---- */

int64_t __wrap_now_ms(void);
int64_t __wrap_steady_ms(void);
uint64_t __wrap_id_new(void);
void __wrap_token_new(char out[TOKEN_TEXT]);
struct rng __wrap_chance_rng(void);
game_move __wrap_chance_draw(const struct game *game, const void *state);
game_move __real_chance_draw(const struct game *game, const void *state);

int64_t __wrap_now_ms(void)
{
    return present->now + present->set;
}

int64_t __wrap_steady_ms(void)
{
    return present->now;
}

uint64_t __wrap_id_new(void)
{
    return ++present->ids << 22;
}

void __wrap_token_new(char out[TOKEN_TEXT])
{
    struct text text = text_in(out, TOKEN_TEXT);
    uint64_t n = ++present->ids;
    for (int i = 0; i < TOKEN_TEXT - 1; i++)
        text_char(&text, "0123456789abcdef"[i < 16 ? n >> (4 * i) & 15 : 7]);
}

struct rng __wrap_chance_rng(void)
{
    struct rng rng;
    rng_seed(&rng, ++present->ids);
    return rng;
}

game_move __wrap_chance_draw(const struct game *game, const void *state)
{
    return present->draw ? present->draw(present->draw_context, game, state)
                         : __real_chance_draw(game, state);
}

/* ---- in place of bots.c and log.c (by --wrap) ---- */

bool __wrap_bots_ask(struct bots *all, const struct bots_question *question, bots_done *done, void *context);
void __wrap_log_line(const char *format, ...);

bool __wrap_bots_ask(struct bots *all, const struct bots_question *question, bots_done *done, void *context)
{
    (void)all;
    if (present->questions == 0)
        return false;
    present->questions--;
    struct fake_thought *t = must_malloc(sizeof *t);
    *t = (struct fake_thought){.done = done, .context = context};
    t->move = game_random_move(question->game, question->view, question->seat, &present->rng);
    struct fake_thought **last = &present->thoughts;
    while (*last)
        last = &(*last)->next;
    *last = t;
    return true;
}

bool fake_answer(struct fake *fake)
{
    struct fake_thought *t = fake->thoughts;
    fake_enter(fake);
    if (!t)
        return false;
    fake->thoughts = t->next;
    t->done(t->context, &(struct bots_answer){.move = t->move});
    free(t);
    return true;
}

void __wrap_log_line(const char *format, ...)
{
    (void)format;
}

/* ---- in place of net.c ---- */

struct net_message {
    size_t length;
    int holders;
    char text[];
};

struct net_message *net_message_new(const char *text, size_t length)
{
    struct net_message *m = must_malloc(sizeof *m + length);
    *m = (struct net_message){.length = length, .holders = 1};
    memcpy(m->text, text, length);
    return m;
}

void net_message_release(struct net_message *message)
{
    if (--message->holders == 0)
        free(message);
}

static void hear(struct net *net, uint64_t id, const char *text, size_t length)
{
    if (id > FAKE_CONNECTIONS || net->dropped[id])
        return;
    struct heard *h = &net->heard[id];
    if (h->length + length + 2 > h->room) {
        h->room = (h->length + length + 2) * 2;
        h->at = must_realloc(h->at, h->room);
    }
    memcpy(h->at + h->length, text, length);
    h->length += length;
    h->at[h->length++] = '\n';
    h->at[h->length] = '\0';
}

void heard_clear(struct heard *heard)
{
    free(heard->at);
    *heard = (struct heard){0};
}

void net_send(struct net *net, uint64_t id, struct net_message *message)
{
    hear(net, id, message->text, message->length);
}

void net_reply(struct net *net, uint64_t id, const struct net_reply *reply)
{
    hear(net, id, reply->body, reply->length);
}

void net_drop(struct net *net, uint64_t id)
{
    if (id <= FAKE_CONNECTIONS)
        net->dropped[id] = true;
}

size_t net_connections(const struct net *net)
{
    (void)net;
    return 0;
}

size_t net_queued(const struct net *net)
{
    (void)net;
    return 0;
}

/* ---- the whole ---- */

void fake_enter(struct fake *fake)
{
    present = fake;
}

void fake_open(struct fake *fake)
{
    static char *scratch; /* nothing in it lives longer than a call */
    *fake = (struct fake){.now = INT64_C(1800000000000), .questions = INT_MAX};
    rng_seed(&fake->rng, 1);
    uv_loop_init(&fake->loop);
    struct server *s = &fake->server;
    s->config.connections = FAKE_CONNECTIONS;
    s->config.null_game = true;
    s->loop = s->bots.loop = &fake->loop;
    s->net = &fake->net;
    s->store = fake_store_new();
    scratch = s->scratch = scratch ? scratch : must_malloc(3 * (size_t)SHOW_ROOM);
    fake_enter(fake);
}

void fake_close(struct fake *fake)
{
    struct server *s = &fake->server;
    struct room *room;
    size_t at;
    fake_enter(fake);
    fake_settle(fake);
    s->closing = true;
    while (fake_answer(fake) || fake_store_step(s->store))
        ;
    for (uint64_t id = 1; id <= FAKE_CONNECTIONS; id++) {
        clients_closed(s, id);
        heard_clear(&fake->net.heard[id]);
    }
    while (at = 0, (room = map_next(&s->rooms, &at)))
        room_close(room);
    uv_run(&fake->loop, UV_RUN_DEFAULT);
    uv_loop_close(&fake->loop);
    map_free(&s->clients);
    map_free(&s->players);
    map_free(&s->tokens);
    map_free(&s->rooms);
    limits_free(&s->addresses);
    rates_free(&s->imports);
    bus_free(&s->bus);
    fake_store_free(s->store);
}

static struct net_request request(const char *path)
{
    static char none[] = "", host[] = "localhost";
    return (struct net_request){.method = NET_GET,
                                .path = must_strdup(path),
                                .query = none,
                                .host = host,
                                .origin = none,
                                .cookie = none,
                                .authorization = none,
                                .content_type = none,
                                .if_none_match = none,
                                .accept_encoding = none,
                                .address = "127.0.0.1",
                                .body = none};
}

void fake_connect(struct fake *fake, uint64_t id)
{
    char cookie[NET_COOKIE];
    struct net_request r = request("/ws");
    fake_enter(fake);
    clients_upgrade(&fake->server, id, &r, cookie);
    free(r.path);
}

void fake_settle(struct fake *fake)
{
    fake_enter(fake);
    for (int i = 0; i < 200; i++) /* games of bots alone go on for long */
        if (!fake_store_step(fake->server.store) && (fake->slow || !fake_answer(fake)))
            return;
    while (fake_store_step(fake->server.store))
        ;
}

void fake_ask(struct fake *fake, uint64_t id, const char *text)
{
    fake_enter(fake);
    clients_message(&fake->server, id, text, strlen(text));
    fake_settle(fake);
}

void fake_get(struct fake *fake, uint64_t id, const char *path)
{
    struct net_request r = request(path);
    fake_enter(fake);
    http_request(&fake->server, id, &r);
    free(r.path);
}
