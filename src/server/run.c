/* run.c: starts the parts of a server, runs them, and stops them cleanly. */
#include "server/run.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/base/folder.h"
#include "server/base/log.h"
#include "server/base/shared_message.h"
#include "server/bus/nats_bus.h"
#include "server/host/hook.h"
#include "server/host/systemd.h"
#include "server/host/push_sender.h"
#include "server/host/uv_host.h"
#include "server/reload.h"
#include "server/protocol/client.h"
#include "server/store/pg_store.h"
#include "server/store/sqlite_store.h"
#include "server/store/measured_store.h"
#include "server/tables/agree.h"
#include "server/tables/boxes.h"
#include "server/transport/http.h"
#include "server/transport/pages.h"

enum { TICK_MS = 1000, RESUME_MS = 10, GOODBYE_MS = 300, MAX_FILES = 1 << 18, SPARE_FILES = 48 };

#define HOUSE_NS UINT64_C(20000000000)

struct run {
    struct server_config config;
    struct server server;
    struct uv_host host;
    struct measured_store measured; /* the store, measured */
    struct sqlite_store *sqlite;    /* this one … */
    struct pg_store *pg;            /* … or this one, */
    int folder;                     /* with the locked data folder */
    struct nats_bus *nats;          /* or NULL */
    struct alerts alerts;
    struct hook hook;
    struct push_sender *push; /* or NULL */
    struct net *net;
    struct admin *admin;
    uv_loop_t loop;
    uv_signal_t term, interrupt, hangup;
    uv_timer_t tick, resume, goodbye, watchdog, beat;
    uv_prepare_t prepare;
    uint64_t turn_begin, idle; /* when the loop's turn began, and how long it had waited until then */
};

static void complain(const char *what)
{
    fprintf(stderr, "castellany: %s\n", what);
}

static void stop(struct run *run);

static void on_tick(uv_timer_t *timer)
{
    struct run *run = timer->data;
    double begin = hold_begin(&run->server);
    server_tick(&run->server);
    hold_end(&run->server, begin, "timer", "tick");
    if (run->server.house.draining && house_is_quiet(&run->server))
        stop(run);
}

static void on_resume(uv_timer_t *timer)
{
    struct server *s = timer->data;
    double begin = hold_begin(s);
    server_resume(s);
    hold_end(s, begin, "timer", "resume");
    if (s->all_resumed)
        uv_timer_stop(timer);
}

/* If a node was lost, tables with clocks are read again. */
static void on_beat(uv_timer_t *timer)
{
    struct run *run = timer->data;
    double begin = hold_begin(&run->server);
    nodes_beat(&run->server);
    hold_end(&run->server, begin, "timer", "beat");
    if (!run->server.all_resumed && !uv_is_active((uv_handle_t *)&run->resume))
        uv_timer_start(&run->resume, on_resume, RESUME_MS, RESUME_MS);
}

static void on_watchdog(uv_timer_t *timer)
{
    (void)timer;
    systemd_tell("WATCHDOG=1");
}

/* Just before the loop waits: how long did this turn keep others waiting? */
static void on_prepare(uv_prepare_t *handle)
{
    struct run *run = handle->data;
    uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(&run->loop);
    uint64_t took = now - run->turn_begin, waited = idle - run->idle;
    if (run->turn_begin && took >= waited)
        histogram_add(&run->server.metrics.turns_took, (double)(took - waited) * 1e-9);
    run->turn_begin = now;
    run->idle = idle;
}

/* ---- stopping ---- */

static void stop_loop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void stop(struct run *run)
{
    struct server *s = &run->server;
    if (s->closing)
        return;
    log_event(LOG_INFO, "stopping", NULL);
    systemd_tell("STOPPING=1");
    static const char text[] = "{\"is\":\"closing\"}";
    struct message *message = message_new(text, sizeof text - 1);
    size_t at = 0;
    for (struct client *c; (c = map_next(&s->clients, &at));)
        net_send(run->net, c->id, message);
    message_release(message);
    nodes_leave(s);
    s->closing = true;
    thinking_stop(&run->host.thinking);
    uv_timer_start(&run->goodbye, stop_loop, GOODBYE_MS, 0);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    stop(handle->data);
}

static void on_hangup(uv_signal_t *handle, int number)
{
    struct run *run = handle->data;
    (void)number;
    if (run->server.closing || !run->net)
        return;
    systemd_tell("RELOADING=1");
    reload(&run->server, run->net, &run->config);
    systemd_tell("READY=1");
}

static void close_all(struct run *run)
{
    run->server.closing = true;
    uv_close((uv_handle_t *)&run->term, NULL);
    uv_close((uv_handle_t *)&run->interrupt, NULL);
    uv_close((uv_handle_t *)&run->hangup, NULL);
    uv_close((uv_handle_t *)&run->tick, NULL);
    uv_close((uv_handle_t *)&run->resume, NULL);
    uv_close((uv_handle_t *)&run->goodbye, NULL);
    uv_close((uv_handle_t *)&run->watchdog, NULL);
    uv_close((uv_handle_t *)&run->beat, NULL);
    run->server.bus = (struct bus){0};
    if (run->nats)
        nats_bus_close(run->nats);
    uv_close((uv_handle_t *)&run->prepare, NULL);
    if (run->sqlite)
        sqlite_store_close(run->sqlite);
    if (run->pg)
        pg_store_close(run->pg);
    if (run->net)
        net_stop(run->net);
    if (run->admin)
        admin_close(run->admin);
    push_sender_close(run->push);
    uv_host_close(&run->host);
    uv_run(&run->loop, UV_RUN_DEFAULT);
    server_close(&run->server);
    if (run->net)
        net_free(run->net);
    if (run->sqlite)
        sqlite_store_free(run->sqlite);
    if (run->pg)
        pg_store_free(run->pg);
    if (run->folder >= 0)
        close(run->folder);
    if (run->admin)
        admin_free(run->admin);
    if (run->nats)
        nats_bus_free(run->nats);
    uv_host_free(&run->host);
    pages_close();
    boxes_close();
    uv_run(&run->loop, UV_RUN_DEFAULT);
    uv_loop_close(&run->loop);
}

/* ---- starting ---- */

static void start_timers(struct run *run)
{
    uv_signal_init(&run->loop, &run->term);
    uv_signal_init(&run->loop, &run->interrupt);
    uv_signal_init(&run->loop, &run->hangup);
    uv_timer_init(&run->loop, &run->tick);
    uv_timer_init(&run->loop, &run->resume);
    uv_timer_init(&run->loop, &run->goodbye);
    uv_timer_init(&run->loop, &run->watchdog);
    uv_timer_init(&run->loop, &run->beat);
    uv_prepare_init(&run->loop, &run->prepare);
    run->prepare.data = run;
    uv_prepare_start(&run->prepare, on_prepare);
    run->term.data = run->interrupt.data = run->hangup.data = run->tick.data = run->beat.data = run;
    run->resume.data = &run->server;
    uv_signal_start(&run->term, on_signal, SIGTERM);
    uv_signal_start(&run->interrupt, on_signal, SIGINT);
    uv_signal_start(&run->hangup, on_hangup, SIGHUP); /* a terminal that is closed does not end the server */
    uv_timer_start(&run->tick, on_tick, TICK_MS, TICK_MS);
    uv_timer_start(&run->resume, on_resume, 1, RESUME_MS);
}

/* As many files as the system allows. Some are left for the store and for being told what is wrong. */
static size_t raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 512;
    rlim_t wanted =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max > MAX_FILES ? MAX_FILES : limit.rlim_max;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur > 2 * SPARE_FILES ? (size_t)limit.rlim_cur - SPARE_FILES : SPARE_FILES;
}

static void on_clock(void *host, int64_t then, uint64_t after, uint64_t before)
{
    uv_host_follow(host, then, after, before);
}

static bool open_store(struct run *run, struct text *error)
{
    const struct server_config *c = &run->config;
    struct server *s = &run->server;
    if (c->store) {
        run->folder = folder_open(c->data, error);
        if (run->folder >= 0)
            run->pg = pg_store_open(&run->loop, c->store, on_clock, &run->host, error);
        if (run->pg)
            s->store = pg_store_port(run->pg);
    } else {
        run->sqlite = sqlite_store_open(&run->loop, c->data, error);
        if (run->sqlite)
            s->store = sqlite_store_port(run->sqlite);
    }
    struct store store = s->store;
    s->store = measured_store_port(&run->measured, s, &store);
    return run->sqlite || run->pg;
}

/* No client is let in before the bans have been read. SQLite has answered already. */
static bool read_house(struct run *run, struct text *error)
{
    uint64_t begin = uv_hrtime();
    house_open(&run->server);
    while (run->server.house.unread && !run->server.closing && uv_hrtime() - begin < HOUSE_NS)
        uv_run(&run->loop, UV_RUN_ONCE);
    if (run->server.house.unread)
        text_put(error, "the store does not answer; the lines above say why");
    else if (run->server.house.migrating)
        text_put(error, "the store is not whole: castellany migrate did not end; run it again");
    return !error->length;
}

/* Only PostgreSQL has several servers. */
static bool agree_with_others(struct run *run, struct text *error)
{
    struct agreement with = {.ended = !run->pg};
    if (run->pg)
        agree_start(&with, &run->server);
    while (!with.ended) /* the store answers or fails in some seconds */
        uv_run(&run->loop, UV_RUN_ONCE);
    text_put(error, with.problem);
    return !with.problem[0];
}

static bool open_bus(struct run *run, struct text *error)
{
    if (!run->config.bus)
        return true;
    run->nats = nats_bus_open(&run->loop, run->config.bus, &run->server, error);
    if (!run->nats)
        return false;
    struct bus port = nats_bus_port(run->nats);
    server_join(&run->server, &port);
    uv_timer_start(&run->beat, on_beat, NODES_BEAT_MS, NODES_BEAT_MS);
    return true;
}

/* ---- people who are away ---- */

static bool knows_address(void *me, const char *address)
{
    return push_sender_knows(((struct run *)me)->push, address);
}

static bool send_push(void *me, const char *private, const struct push_row *to, const char *payload)
{
    return push_sender_send(((struct run *)me)->push, private, to, payload);
}

static void run_command(void *me, const struct alert *event)
{
    hook_run(&((struct run *)me)->hook, event);
}

static void open_alerts(struct run *run)
{
    const struct server_config *c = &run->config;
    struct server *s = &run->server;
    run->push = push_sender_open(&run->loop, &c->push, alerts_gone, s);
    run->hook = (struct hook){.loop = &run->loop, .command = c->notify_command};
    run->alerts = (struct alerts){.me = run,
                                  .check = push_check,
                                  .knows = knows_address,
                                  .push = run->push ? send_push : NULL,
                                  .run = c->notify_command ? run_command : NULL};
    s->alerts = &run->alerts;
    s->tell_absent = alerts_tell;
    alerts_open(s);
}

static bool open_all(struct run *run)
{
    const struct server_config *c = &run->config;
    struct server *s = &run->server;
    char reason[512];
    struct text error = TEXT_IN(reason);
    uv_host_open(&run->host, &run->loop, s);
    s->host = uv_host_port(&run->host);
    s->connections = c->connections;
    s->trusts_proxy = c->trust_proxy;
    s->null_game = c->null_game;
    s->policy = c->policy;
    server_open(s);
    bool stored = open_store(run, &error) && read_house(run, &error);
    if (stored)
        open_alerts(run);
    boxes_open(c->data);
    stored = stored && agree_with_others(run, &error) && open_bus(run, &error);
    if (stored) {
        struct net_config config = {.address = c->address,
                                    .port = c->port,
                                    .cert = c->cert,
                                    .key = c->key,
                                    .trust_proxy = c->trust_proxy,
                                    .most = raise_file_limit(),
                                    .plain = c->connections * LIMIT_PLAIN,
                                    .ping_seconds = c->ping};
        struct net_events events = {.context = s,
                                    .request = http_request,
                                    .upgrade = clients_upgrade,
                                    .allowed = clients_allowed,
                                    .message = clients_message,
                                    .closed = clients_closed};
        run->net = run->host.net = net_open(&run->loop, &config, &events, &error);
    }
    if (run->net)
        run->admin = admin_open(&run->loop, s, c->data, &error);
    if (!stored || !run->net)
        complain(reason);
    else if (!run->admin)
        log_line(LOG_WARN, "admin", "castellany admin does not work: %s", reason);
    return stored && run->net;
}

int server_run(const struct server_config *config)
{
    static struct run run;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails, not the end */
    if (sodium_init() < 0) {
        complain("the system cannot provide random numbers");
        return 1;
    }
    run.config = *config;
    run.folder = -1;
    uv_loop_init(&run.loop);
    uv_loop_configure(&run.loop, UV_METRICS_IDLE_TIME);
    pages_open();
    start_timers(&run);
    bool fine = open_all(&run);
    if (fine) {
        bool v6 = strchr(config->address, ':') != NULL;
        printf("castellany: %s://%s%s%s:%d/\n", config->cert ? "https" : "http", v6 ? "[" : "",
               config->address, v6 ? "]" : "", net_port(run.net));
        fflush(stdout);
        log_event(LOG_INFO, "listening", "data", config->data, "version", CASTELLANY_VERSION, NULL);
        systemd_tell("READY=1");
        uint64_t often = (uint64_t)systemd_watchdog_ms();
        if (often)
            uv_timer_start(&run.watchdog, on_watchdog, often, often);
        uv_run(&run.loop, UV_RUN_DEFAULT);
    }
    close_all(&run);
    if (fine)
        log_event(LOG_INFO, "stopped", NULL);
    log_end();
    return fine ? 0 : 1;
}
