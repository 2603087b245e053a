/* nats_bus.c: the bus over NATS. Its library has threads of its own: they only put messages into a list,
 * which the server's thread empties. A message has all notices that may wait for it; a notice that comes
 * alone goes at once. */
#include "server/bus/nats_bus.h"

#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"

enum {
    SERVERS = 16,
    ADDRESS = 256,
    WAITING = 65536, /* notices that wait for the server's thread; more are lost */
    RETRY_MS = 250,
    TIMEOUT_MS = 1000,
    PING_MS = 2000, /* how often the library sends a ping to its server of NATS */
    PINGS = 2,      /* a server that owes so many answers is gone: the library goes to the next one */
    MESSAGE = 16 * 1024,
    BUFFER = 64 * 1024 /* bytes that wait for a server of NATS; older notices are worth nothing */
};

struct letter {
    struct letter *next;
    size_t length;
    char text[];
};

struct nats_bus {
    struct server *server;
    natsOptions *options;
    natsConnection *connection;
    natsSubscription *subscription;
    char subject[ADDRESS];
    uv_async_t async;
    uv_prepare_t prepare;
    uv_timer_t timer;
    char gathered[MESSAGE]; /* notices, each ended by a line feed */
    size_t length;
    uint64_t flushed, due; /* when the last message went, and when the next must go; uv_now of the loop */
    uv_mutex_t mutex;      /* for all below */
    struct letter *first, *last;
    int waiting;
    bool interrupted, closed;
};

/* ---- on threads of NATS ---- */

static void wake(struct nats_bus *b)
{
    if (!b->closed)
        uv_async_send(&b->async);
}

static void on_message(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                       void *closure)
{
    struct nats_bus *b = closure;
    size_t length = (size_t)natsMsg_GetDataLength(message);
    struct letter *l = must_malloc(sizeof *l + length);
    (void)connection;
    (void)subscription;
    *l = (struct letter){.length = length};
    memcpy(l->text, natsMsg_GetData(message), length);
    natsMsg_Destroy(message);
    uv_mutex_lock(&b->mutex);
    if (b->waiting >= WAITING || b->closed) {
        free(l);
        b->interrupted = true;
    } else {
        *(b->last ? &b->last->next : &b->first) = l;
        b->last = l;
        b->waiting++;
    }
    wake(b);
    uv_mutex_unlock(&b->mutex);
}

/* A connection is lost, or is there again: what was said meanwhile was not heard. */
static void on_change(natsConnection *connection, void *closure)
{
    struct nats_bus *b = closure;
    bool there = natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED;
    log_event(there ? LOG_INFO : LOG_WARN, there ? "bus_connected" : "bus_lost", NULL);
    uv_mutex_lock(&b->mutex);
    b->interrupted = true;
    wake(b);
    uv_mutex_unlock(&b->mutex);
}

/* A slow reader lost notices, or the like. */
static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus status,
                     void *closure)
{
    struct nats_bus *b = closure;
    (void)connection;
    (void)subscription;
    (void)status;
    uv_mutex_lock(&b->mutex);
    b->interrupted = true;
    wake(b);
    uv_mutex_unlock(&b->mutex);
}

/* ---- on the server's thread ---- */

static void on_async(uv_async_t *async)
{
    struct nats_bus *b = async->data;
    uv_mutex_lock(&b->mutex);
    struct letter *l = b->first, *next;
    bool interrupted = b->interrupted;
    b->first = b->last = NULL;
    b->waiting = 0;
    b->interrupted = false;
    uv_mutex_unlock(&b->mutex);
    if (interrupted)
        bus_interrupted(b->server);
    for (; l; l = next) {
        next = l->next;
        bus_told_all(b->server, l->text, l->length);
        free(l);
    }
}

/* The library writes on a thread of its own. */
static void flush(struct nats_bus *b)
{
    if (b->connection && b->length)
        natsConnection_Publish(b->connection, b->subject, b->gathered, (int)b->length);
    b->length = 0;
    b->flushed = uv_now(b->prepare.loop);
    uv_timer_stop(&b->timer);
}

static void on_timer(uv_timer_t *timer)
{
    flush(timer->data);
}

/* Before the loop waits. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct nats_bus *b = prepare->data;
    uint64_t now = uv_now(prepare->loop);
    if (b->length && now >= b->due)
        flush(b);
    else if (b->length && !uv_is_active((uv_handle_t *)&b->timer))
        uv_timer_start(&b->timer, on_timer, b->due - now, 0);
}

static void publish(void *me, const char *text, size_t length, unsigned within_ms)
{
    struct nats_bus *b = me;
    if (b->length + length + 1 > MESSAGE)
        flush(b);
    if (!b->length || b->flushed + within_ms < b->due) {
        b->due = b->flushed + within_ms;
        uv_timer_stop(&b->timer);
    }
    memcpy(b->gathered + b->length, text, length);
    b->gathered[b->length + length] = '\n';
    b->length += length + 1;
}

struct bus nats_bus_port(struct nats_bus *b)
{
    return (struct bus){.me = b, .publish = publish};
}

/* ---- opening and closing ---- */

static bool is_name(const char *name)
{
    return *name &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] == '\0';
}

/* Reads the hosts, and the name behind the last "/". */
static natsStatus set_servers(struct nats_bus *b, const char *url)
{
    char list[SERVERS * ADDRESS / 4], addresses[SERVERS][ADDRESS];
    const char *pointers[SERVERS], *name = "all";
    int count = 0;
    if (snprintf(list, sizeof list, "%s", url + sizeof NATS_SCHEME - 1) >= (int)sizeof list)
        return NATS_INVALID_ARG;
    char *slash = strchr(list, '/'), *rest = NULL;
    if (slash && slash[1])
        name = slash + 1;
    if (slash)
        *slash = '\0';
    if (!is_name(name))
        return NATS_INVALID_ARG;
    snprintf(b->subject, sizeof b->subject, "castellany.%.200s", name);
    for (char *host = strtok_r(list, ",", &rest); host && count < SERVERS;
         host = strtok_r(NULL, ",", &rest)) {
        snprintf(addresses[count], ADDRESS, "nats://%.240s", host);
        pointers[count] = addresses[count];
        count++;
    }
    return count ? natsOptions_SetServers(b->options, pointers, count) : NATS_INVALID_ARG;
}

static natsStatus set_options(struct nats_bus *b)
{
    natsStatus s = natsOptions_SetName(b->options, "castellany");
    natsStatus all[] = {natsOptions_SetNoEcho(b->options, true),
                        natsOptions_SetTimeout(b->options, TIMEOUT_MS),
                        natsOptions_SetPingInterval(b->options, PING_MS),
                        natsOptions_SetMaxPingsOut(b->options, PINGS),
                        natsOptions_SetMaxReconnect(b->options, -1),
                        natsOptions_SetReconnectWait(b->options, RETRY_MS),
                        natsOptions_SetReconnectBufSize(b->options, BUFFER),
                        natsOptions_SetDisconnectedCB(b->options, on_change, b),
                        natsOptions_SetReconnectedCB(b->options, on_change, b),
                        natsOptions_SetErrorHandler(b->options, on_error, b),
                        natsOptions_SetRetryOnFailedConnect(b->options, true, on_change, b)};
    for (size_t i = 0; i < sizeof all / sizeof all[0] && s == NATS_OK; i++)
        s = all[i];
    return s;
}

struct nats_bus *nats_bus_open(uv_loop_t *loop, const char *url, struct server *server, struct text *error)
{
    struct nats_bus *b = must_calloc(1, sizeof *b);
    b->server = server;
    b->async.data = b;
    uv_mutex_init(&b->mutex);
    uv_async_init(loop, &b->async, on_async);
    uv_prepare_init(loop, &b->prepare);
    uv_timer_init(loop, &b->timer);
    b->prepare.data = b->timer.data = b;
    uv_prepare_start(&b->prepare, on_prepare);
    natsStatus s = natsOptions_Create(&b->options);
    if (s == NATS_OK)
        s = set_servers(b, url);
    if (s == NATS_OK)
        s = set_options(b);
    if (s == NATS_OK)
        s = natsConnection_Connect(&b->connection, b->options);
    if (s == NATS_NOT_YET_CONNECTED) {
        log_line(LOG_WARN, "bus", "no server of NATS can be reached now; it is tried again");
        s = NATS_OK;
    }
    if (s == NATS_OK)
        s = natsConnection_Subscribe(&b->subscription, b->connection, b->subject, on_message, b);
    if (s == NATS_OK)
        return b;
    text_printf(error, "--bus: %s", natsStatus_GetText(s));
    nats_bus_close(b);
    uv_run(loop, UV_RUN_NOWAIT);
    nats_bus_free(b);
    return NULL;
}

void nats_bus_close(struct nats_bus *b)
{
    flush(b);
    if (b->connection)
        natsConnection_FlushTimeout(b->connection, TIMEOUT_MS / 4); /* the goodbye */
    natsSubscription_Destroy(b->subscription);
    natsConnection_Destroy(b->connection);
    natsOptions_Destroy(b->options);
    uv_mutex_lock(&b->mutex);
    b->closed = true;
    uv_mutex_unlock(&b->mutex);
    uv_close((uv_handle_t *)&b->async, NULL);
    uv_close((uv_handle_t *)&b->prepare, NULL);
    uv_close((uv_handle_t *)&b->timer, NULL);
}

/* Threads of the library may still be in a callback until it has ended. */
void nats_bus_free(struct nats_bus *b)
{
    nats_CloseAndWait(TIMEOUT_MS);
    for (struct letter *l = b->first, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    uv_mutex_destroy(&b->mutex);
    free(b);
}
