/* server.c: starts the parts of a server, runs them, and stops them cleanly. */
#include "server/server.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/boxes.h"
#include "server/client.h"
#include "server/http.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/memory.h"
#include "server/pages.h"

enum { TICK_MS = 1000, RESUME = 32, GOODBYE_MS = 300 };

struct run {
    struct server server;
    uv_loop_t loop;
    uv_signal_t term, interrupt;
    uv_timer_t resume, goodbye;
    uint64_t resumed; /* running tables from here on were looked at after the start */
};

static void complain(const char *what)
{
    fprintf(stderr, "castellany: %s\n", what);
}

static void on_tick(uv_timer_t *timer)
{
    struct server *s = timer->data;
    rooms_tick(s);
    lobby_tick(s);
}

/* After a start: tables where a computer or a clock is to go on are brought back, a few at a time. */
static void on_resume(uv_timer_t *timer)
{
    struct run *run = timer->data;
    uint64_t ids[RESUME];
    int count = store_list(run->server.store, STORE_RUNNING, 0, run->resumed, ids, RESUME);
    for (int i = 0; i < count; i++)
        room_get(&run->server, ids[i]);
    if (count == 0)
        uv_timer_stop(timer);
    else
        run->resumed = ids[count - 1];
}

/* ---- stopping ---- */

static void stop_loop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct run *run = handle->data;
    struct server *s = &run->server;
    (void)number;
    if (s->closing)
        return;
    log_line("stopping");
    static const char text[] = "{\"is\":\"closing\"}";
    struct net_message *message = net_message_new(text, sizeof text - 1);
    size_t at = 0;
    for (struct client *c; (c = map_next(&s->clients, &at));)
        net_send(s->net, c->id, message);
    net_message_release(message);
    s->closing = true;
    bots_stop(&s->bots);
    uv_timer_start(&run->goodbye, stop_loop, GOODBYE_MS, 0);
}

static void close_rooms(struct server *s)
{
    size_t at;
    struct room *room;
    while (at = 0, (room = map_next(&s->rooms, &at)))
        room_close(room);
}

static void close_all(struct run *run)
{
    struct server *s = &run->server;
    s->closing = true;
    uv_close((uv_handle_t *)&run->term, NULL);
    uv_close((uv_handle_t *)&run->interrupt, NULL);
    uv_close((uv_handle_t *)&run->resume, NULL);
    uv_close((uv_handle_t *)&run->goodbye, NULL);
    uv_close((uv_handle_t *)&s->tick, NULL);
    if (s->store)
        store_close(s->store);
    if (s->net)
        net_stop(s->net);
    close_rooms(s);
    uv_run(&run->loop, UV_RUN_DEFAULT);
    if (s->net)
        net_free(s->net);
    if (s->store)
        store_free(s->store);
    map_free(&s->clients);
    map_free(&s->players);
    map_free(&s->tokens);
    map_free(&s->rooms);
    limits_free(&s->addresses);
    limits_free(&s->guessing);
    rates_free(&s->imports);
    bus_free(&s->bus);
    pages_close();
    boxes_close();
    free(s->scratch);
    uv_run(&run->loop, UV_RUN_DEFAULT);
    uv_loop_close(&run->loop);
}

/* ---- starting ---- */

static void start_timers(struct run *run)
{
    struct server *s = &run->server;
    uv_signal_init(&run->loop, &run->term);
    uv_signal_init(&run->loop, &run->interrupt);
    uv_timer_init(&run->loop, &run->resume);
    uv_timer_init(&run->loop, &run->goodbye);
    uv_timer_init(&run->loop, &s->tick);
    run->term.data = run->interrupt.data = run->resume.data = run;
    s->tick.data = s;
    uv_signal_start(&run->term, on_signal, SIGTERM);
    uv_signal_start(&run->interrupt, on_signal, SIGINT);
    uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
    uv_timer_start(&run->resume, on_resume, 1, 10);
}

static bool open_all(struct run *run)
{
    struct server *s = &run->server;
    char reason[512];
    struct text error = TEXT_IN(reason);
    s->store = store_open(&run->loop, s->config.data, &error);
    if (s->store) {
        boxes_open(s->config.data);
        struct net_config config = {.address = s->config.address,
                                    .port = s->config.port,
                                    .cert = s->config.cert,
                                    .key = s->config.key,
                                    .trust_proxy = s->config.trust_proxy,
                                    .plain = s->config.connections * LIMIT_PLAIN,
                                    .ping_seconds = s->config.ping};
        struct net_events events = {.context = s,
                                    .request = http_request,
                                    .upgrade = clients_upgrade,
                                    .allowed = clients_allowed,
                                    .message = clients_message,
                                    .closed = clients_closed};
        s->net = net_open(&run->loop, &config, &events, &error);
    }
    if (!s->store || !s->net)
        complain(reason);
    return s->store && s->net;
}

int server_run(const struct server_config *config)
{
    static struct run run;
    struct server *s = &run.server;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails, not the end */
    if (sodium_init() < 0) {
        complain("the system has no randomness");
        return 1;
    }
    uv_loop_init(&run.loop);
    s->config = *config;
    s->loop = s->bots.loop = &run.loop;
    s->scratch = must_malloc(3 * (size_t)SHOW_ROOM);
    pages_open();
    start_timers(&run);
    bool fine = open_all(&run);
    if (fine) {
        bool v6 = strchr(config->address, ':') != NULL;
        printf("castellany: %s://%s%s%s:%d/\n", config->cert ? "https" : "http", v6 ? "[" : "",
               config->address, v6 ? "]" : "", net_port(s->net));
        fflush(stdout);
        log_line("listening, with the data in %s", config->data);
        uv_run(&run.loop, UV_RUN_DEFAULT);
    }
    close_all(&run);
    if (fine)
        log_line("stopped");
    return fine ? 0 : 1;
}
