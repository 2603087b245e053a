/* uv_host.c: the host port on a libuv loop: clock, timer, threads, the system's random numbers. */
#include "server/host/uv_host.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/base/limits.h"
#include "server/base/memory.h"
#include "server/protocol/client.h"

enum { TURN_NS = 4000000 };

enum { SLOWNESS = 10 };

static int64_t now(void *me)
{
    struct uv_host *h = me;
    uint64_t steady = uv_hrtime();
    int64_t most = (int64_t)((steady - h->moved) / (SLOWNESS * 1000000));
    if (h->wanted != h->begin && most > 0) {
        int64_t way = h->wanted - h->begin;
        h->begin += way > most ? most : way < -most ? -most : way;
        h->moved = steady;
    } else if (h->wanted == h->begin) {
        h->moved = steady;
    }
    int64_t time = h->begin + (int64_t)((steady - h->steady) / 1000000);
    h->told = time > h->told ? time : h->told; /* a step back of a millisecond is one too */
    return h->told;
}

/* The database read its clock at some moment between `after` and `before`. So `wanted`, what this clock
 * should have begun with, lies between two values: it is moved to the nearer one if it is outside. */
void uv_host_follow(struct uv_host *h, int64_t then, uint64_t after, uint64_t before)
{
    int64_t least = then - (int64_t)(before - h->steady) / 1000000,
            most = then - (int64_t)(after - h->steady) / 1000000;
    int64_t near = h->wanted < least ? least : h->wanted > most ? most : h->wanted;
    h->wanted = near;
    if (!h->told)
        h->begin = near;
}

static double exact_clock(void *me)
{
    (void)me;
    return (double)uv_hrtime() * 1e-9;
}

static double spent(void *me)
{
    struct timespec t;
    (void)me;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- waking tables ---- */

static void set_timer(struct uv_host *h);

/* Many tables may be due at once: then the others of the loop have their turn between them. */
static void on_timer(uv_timer_t *timer)
{
    struct uv_host *h = timer->data;
    int64_t at = now(h);
    uint64_t end = uv_hrtime() + TURN_NS;
    for (uint64_t table; uv_hrtime() < end && (table = wakes_take(&h->wakes, at));) {
        double begin = hold_begin(h->server);
        room_woken(h->server, table);
        hold_end(h->server, begin, "timer", "table");
    }
    set_timer(h);
}

static void set_timer(struct uv_host *h)
{
    int64_t next = wakes_next(&h->wakes), at = now(h);
    if (next != INT64_MAX)
        uv_timer_start(&h->timer, on_timer, next > at ? (uint64_t)(next - at) : 0, 0);
}

static void wake(void *me, uint64_t table, int64_t at)
{
    struct uv_host *h = me;
    bool sooner = at < wakes_next(&h->wakes);
    wakes_add(&h->wakes, table, at);
    if (sooner)
        set_timer(h);
}

/* ---- turns ---- */

/* Clients whose requests cost much share some milliseconds of each turn. Whoever is served goes to the end.
 */
static void on_turn(uv_timer_t *timer)
{
    struct uv_host *h = timer->data;
    uint64_t end = uv_hrtime() + TURN_NS;
    size_t done = 0;
    while (done < h->queued_count && (!done || uv_hrtime() < end))
        client_go_on(h->server, h->queued[done++], false);
    h->queued_count -= done;
    memmove(h->queued, h->queued + done, h->queued_count * sizeof *h->queued);
    if (h->queued_count)
        uv_timer_start(&h->turn, on_turn, 0, 0);
}

static void requeue(void *me, uint64_t client)
{
    struct uv_host *h = me;
    if (h->queued_count == h->queued_capacity) {
        h->queued_capacity = h->queued_capacity ? h->queued_capacity * 2 : 16;
        h->queued = must_realloc(h->queued, h->queued_capacity * sizeof *h->queued);
    }
    h->queued[h->queued_count++] = client;
    uv_timer_start(&h->turn, on_turn, 0, 0);
}

/* ---- the rest ---- */

static void random_bytes(void *me, void *out, size_t size)
{
    (void)me;
    randombytes_buf(out, size);
}

static void send_message(void *me, uint64_t client, struct message *message)
{
    net_send(((struct uv_host *)me)->net, client, message);
}

static void drop(void *me, uint64_t client)
{
    net_drop(((struct uv_host *)me)->net, client);
}

/* A question whose answer is measured. */
struct asked {
    struct server *server;
    host_thought_done *done;
    void *context;
};

static void thought(void *context, const struct host_thought *answer)
{
    struct asked *a = context;
    double begin = hold_begin(a->server);
    a->done(a->context, answer);
    hold_end(a->server, begin, "answer", "thought");
    free(a);
}

static bool think(void *me, const struct host_question *question, host_thought_done *done, void *context)
{
    struct uv_host *h = me;
    struct rng rng;
    struct asked *a = must_malloc(sizeof *a);
    *a = (struct asked){h->server, done, context};
    randombytes_buf(&rng, sizeof rng);
    bool asked = thinking_ask(&h->thinking, question, &rng, thought, a);
    if (!asked)
        free(a);
    return asked;
}

static bool hash(void *me, const struct host_password *password, host_hash_done *done, void *context)
{
    return passwords_ask(&((struct uv_host *)me)->passwords, password, done, context);
}

static bool work(void *me, struct host_job *job)
{
    return working_ask(&((struct uv_host *)me)->working, job);
}

static void reply(void *me, uint64_t request, const struct net_reply *answer)
{
    net_reply(((struct uv_host *)me)->net, request, answer);
}

static void figures(void *me, struct host_figures *out)
{
    const struct uv_host *h = me;
    const struct thinking *t = &h->thinking;
    *out = (struct host_figures){
        .connections = net_connections(h->net),
        .queued = net_queued(h->net),
        .questions = (size_t)t->quick.waiting + (size_t)t->moves.waiting + (size_t)t->looks.waiting,
    };
    uv_resident_set_memory(&out->resident);
}

/* All processors but one, which is for the tables. */
static int thinking_threads(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 2 ? (int)processors - 1 : 1;
}

/* The thread pool has room for deep thoughts, a quick one, passwords and a record; it is made with the first
 * work. */
static void size_thread_pool(void)
{
    char size[16];
    snprintf(size, sizeof size, "%d", thinking_threads() + 4);
    setenv("UV_THREADPOOL_SIZE", size, 0);
}

void uv_host_open(struct uv_host *h, uv_loop_t *loop, struct server *server)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    size_thread_pool();
    *h = (struct uv_host){.loop = loop, .server = server, .steady = uv_hrtime()};
    h->begin = h->wanted = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
    h->thinking.loop = loop;
    h->passwords = (struct working){.loop = loop, .at_once = PASSWORDS_AT_ONCE, .most = LIMIT_HASHING};
    h->working = (struct working){.loop = loop, .at_once = 1, .most = LIMIT_WORKING};
    h->thinking.threads = thinking_threads();
    h->thinking.waited = &server->metrics.bots_waited;
    uv_timer_init(loop, &h->timer);
    h->timer.data = h;
    uv_timer_init(loop, &h->turn);
    h->turn.data = h;
}

struct host uv_host_port(struct uv_host *h)
{
    return (struct host){.me = h,
                         .now = now,
                         .clock = exact_clock,
                         .spent = spent,
                         .wake = wake,
                         .random = random_bytes,
                         .send = send_message,
                         .drop = drop,
                         .requeue = requeue,
                         .think = think,
                         .hash = hash,
                         .work = work,
                         .reply = reply,
                         .figures = figures};
}

void uv_host_close(struct uv_host *h)
{
    uv_close((uv_handle_t *)&h->timer, NULL);
    uv_close((uv_handle_t *)&h->turn, NULL);
}

void uv_host_free(struct uv_host *h)
{
    wakes_free(&h->wakes);
    free(h->queued);
}
