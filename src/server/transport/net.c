/*
 * net.c: HTTP and WebSockets with libwebsockets 4.1; only net_request.c beside it uses it too.
 *
 * The library runs on our loop. Upgrades are accepted or refused only in FILTER_PROTOCOL_CONNECTION, because
 * HTTP_CONFIRM_UPGRADE is not reliable in 4.1. No extension is offered, so no message is ever decompressed.
 */
#include "server/transport/net.h"

#include <assert.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/address.h"
#include "server/base/limits.h"
#include "server/base/log.h"
#include "server/base/map.h"
#include "server/base/memory.h"
#include "server/transport/net_head.h"
#include "server/transport/net_request.h"
#include "server/transport/queue.h"
#include "server/transport/tls.h"

static_assert(MESSAGE_HEAD >= LWS_PRE, "the library writes before a message");

/* RX_BUFFER: every WebSocket has one for as long as it lives. Most requests fit; a longer one comes in
 * pieces. */
enum { RX_BUFFER = 256, TX_CHUNK = 256 * 1024, HEAD_SIZE = 4096, WRITES_AT_ONCE = 16 };

struct conn {
    struct net *net;
    struct lws *wsi;
    uint64_t id;
    bool websocket; /* the upgrade was accepted … */
    bool open;      /* … and the answer was sent */
    bool dropping;
    struct limits_place plain; /* counts it for its address while it is not a WebSocket */
    /* a WebSocket */
    char *cookie; /* what the answer to the upgrade sets, until it was sent; or NULL */
    char address[ADDRESS_TEXT];
    struct queue queue;
    struct inbox in;
    bool receiving; /* a part of a message has come, and the rest not yet */
    /* a request and its answer */
    struct net_request *request; /* NULL: none, as most of the time */
    unsigned char *head;         /* LWS_PRE, then the status line and headers */
    size_t head_length;
    unsigned char *body;
    size_t body_length, body_sent;
    bool asked; /* the request was handed on */
    bool body_constant, answering, head_only;
};

struct net {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct net_config config;
    struct net_events events;
    struct lws_protocols protocols[2];
    lws_retry_bo_t idle;
    struct map conns;
    struct limits plain; /* connections of each address that are not WebSockets */
    uint64_t last_id;
    size_t queued;
    void *loops[1];
    struct tls tls;
    bool stopped;
};

/* ---- messages ---- */

static void pop(struct conn *c)
{
    c->net->queued -= queue_first(&c->queue)->length;
    queue_pop(&c->queue);
}

/* Ends a connection in the loop's next turn, because a caller may still use it in this one. */
static void kill_conn(struct conn *c)
{
    c->dropping = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void net_send(struct net *net, uint64_t id, struct message *message)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || !c->websocket || c->dropping)
        return;
    if (c->queue.bytes + message->length > NET_MAX_QUEUE) {
        log_event(LOG_WARN, "dropped", "address", c->address, "reason", "it does not read what is sent",
                  NULL);
        kill_conn(c);
        return;
    }
    /* Usually the socket takes the message at once; waiting for its callback would only cost time. */
    if (c->open && !queue_first(&c->queue) && !lws_partial_buffered(c->wsi)) {
        if (lws_write(c->wsi, message->bytes + MESSAGE_HEAD, message->length, LWS_WRITE_TEXT) <
            (int)message->length)
            kill_conn(c);
        return;
    }
    if (!queue_first(&c->queue))
        lws_callback_on_writable(c->wsi);
    queue_push(&c->queue, message);
    net->queued += message->length;
}

void net_drop(struct net *net, uint64_t id)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || c->dropping)
        return;
    c->dropping = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, 2);
    lws_callback_on_writable(c->wsi);
}

/* Sends queued messages. Returns nonzero to close the connection. */
static int write_messages(struct conn *c)
{
    struct message *m;
    for (int i = 0; i < WRITES_AT_ONCE && (m = queue_first(&c->queue)); i++) {
        int sent = lws_write(c->wsi, m->bytes + MESSAGE_HEAD, m->length, LWS_WRITE_TEXT);
        if (sent < (int)m->length)
            return -1;
        pop(c);
        if (lws_partial_buffered(c->wsi))
            break;
    }
    if (queue_first(&c->queue)) {
        lws_callback_on_writable(c->wsi);
    } else if (c->dropping) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
        return -1;
    }
    return 0;
}

/* ---- connections ---- */

/* Behind a proxy all connections are the proxy's; there begin_request counts requests instead. */
static bool accepts(const struct net *net, const struct lws_filter_network_conn_args *from)
{
    char address[ADDRESS_TEXT] = "";
    if (net->conns.count >= net->config.most)
        return false;
    if (net->config.trust_proxy)
        return true;
    lws_get_peer_simple_fd(from->accept_fd, address, sizeof address);
    return limits_free_for(&net->plain, address, net->config.plain);
}

static void conn_new(struct net *net, struct lws *wsi)
{
    struct conn *c = must_calloc(1, sizeof *c);
    char address[ADDRESS_TEXT] = "";
    *c = (struct conn){.net = net, .wsi = wsi, .id = ++net->last_id};
    map_put(&net->conns, c->id, c);
    lws_set_opaque_user_data(wsi, c);
    lws_get_peer_simple(wsi, address, sizeof address);
    if (!net->config.trust_proxy)
        limits_enter(&net->plain, &c->plain, address, net->config.plain);
}

static void forget_request(struct conn *c)
{
    net_request_free(c->request);
    c->request = NULL;
    free(c->head);
    if (!c->body_constant)
        free(c->body);
    c->head = c->body = NULL;
    c->head_length = c->body_length = c->body_sent = 0;
    c->asked = c->answering = c->body_constant = c->head_only = false;
}

static void conn_free(struct conn *c)
{
    struct net *net = c->net;
    if (c->websocket)
        net->events.closed(net->events.context, c->id);
    while (queue_first(&c->queue))
        pop(c);
    limits_leave(&c->net->plain, &c->plain);
    forget_request(c);
    free(c->cookie);
    inbox_clear(&c->in);
    map_drop(&net->conns, c->id);
    free(c);
}

static void read_request(struct conn *c, struct lws *wsi, const char *path)
{
    forget_request(c);
    c->request = net_request_read(&c->net->config, wsi, path);
    c->head_only = c->request->method == NET_HEAD;
}

/* ---- plain HTTP ---- */

void net_reply(struct net *net, uint64_t id, const struct net_reply *reply)
{
    struct conn *c = map_get(&net->conns, id);
    if (!c || c->websocket || c->answering || !c->request)
        return;
    c->head = must_malloc(LWS_PRE + HEAD_SIZE);
    c->head_length = net_head_make(c->wsi, c->request, reply, c->head + LWS_PRE, HEAD_SIZE);
    if (!c->head_length) {
        log_event(LOG_ERROR, "dropped", "address", c->request->address, "reason", "long headers", NULL);
        net_drop(net, id);
        return;
    }
    c->body_constant = reply->constant;
    c->body_length = c->head_only ? 0 : reply->length;
    if (reply->constant) {
        c->body = (unsigned char *)(uintptr_t)reply->body;
    } else {
        c->body = must_malloc(LWS_PRE + reply->length);
        memcpy(c->body + LWS_PRE, reply->body, reply->length);
    }
    c->answering = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, 60);
    lws_callback_on_writable(c->wsi);
}

/* Writes the next piece of the answer. Returns nonzero to close the connection. */
static int write_answer(struct conn *c)
{
    if (!c->answering)
        return c->dropping ? -1 : 0;
    if (c->head) {
        enum lws_write_protocol how =
            c->body_length ? LWS_WRITE_HTTP_HEADERS : LWS_WRITE_HTTP_HEADERS | LWS_WRITE_H2_STREAM_END;
        if (lws_write(c->wsi, c->head + LWS_PRE, c->head_length, how) < 0)
            return -1;
        free(c->head);
        c->head = NULL;
    } else {
        /* In HTTP/1 the library writes nothing in front of a piece, so constant bytes need no copy. */
        size_t rest = c->body_length - c->body_sent, n = rest < TX_CHUNK ? rest : TX_CHUNK;
        unsigned char *from = c->body + (c->body_constant ? 0 : LWS_PRE) + c->body_sent;
        if (lws_write(c->wsi, from, n, rest == n ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
            return -1;
        c->body_sent += n;
    }
    if (c->body_sent < c->body_length) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    bool last = c->request->method == NET_POST;
    forget_request(c);
    if (c->net->config.trust_proxy)
        limits_leave(&c->net->plain, &c->plain);
    if (last) /* libwebsockets 4.1 can spin for ever on what follows a body in the same packet */
        return -1;
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

static void ask(struct conn *c)
{
    c->asked = true;
    c->net->events.request(c->net->events.context, c->id, c->request);
}

static int begin_request(struct conn *c, struct lws *wsi, const char *path)
{
    read_request(c, wsi, path);
    if (c->net->config.trust_proxy &&
        !limits_enter(&c->net->plain, &c->plain, c->request->address, c->net->config.plain)) {
        lws_return_http_status(wsi, 429, NULL);
        return -1;
    }
    bool none;
    int refusal = net_request_judge_body(wsi, c->request, &none);
    if (refusal) {
        lws_return_http_status(wsi, (unsigned int)refusal, NULL);
        return -1;
    }
    if (c->request->method != NET_POST) {
        ask(c);
        return 0;
    }
    c->request->body = must_calloc(NET_MAX_BODY + 1, 1);
    if (none)
        ask(c);
    return 0;
}

/* ---- WebSockets ---- */

static int judge_upgrade(struct conn *c, struct lws *wsi)
{
    char *path = net_request_header(wsi, WSI_TOKEN_GET_URI);
    read_request(c, wsi, path);
    free(path);
    char cookie[NET_COOKIE] = "";
    memcpy(c->address, c->request->address, sizeof c->address);
    int status =
        c->net->stopped ? 503 : c->net->events.upgrade(c->net->events.context, c->id, c->request, cookie);
    forget_request(c);
    free(c->cookie);
    c->cookie = cookie[0] ? must_strdup(cookie) : NULL;
    if (status) {
        lws_return_http_status(wsi, (unsigned int)status, NULL);
        return -1;
    }
    c->websocket = true;
    limits_leave(&c->net->plain, &c->plain);
    return 0;
}

static int add_cookie(struct conn *c, struct lws *wsi, struct lws_process_html_args *args)
{
    if (!c->cookie)
        return 0;
    unsigned char *p = (unsigned char *)args->p, *end = p + args->max_len;
    int refused = lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_SET_COOKIE, (unsigned char *)c->cookie,
                                               (int)strlen(c->cookie), &p, end);
    args->p = (char *)p;
    return refused;
}

static void receive(struct conn *c, struct lws *wsi, const char *in, size_t length)
{
    const struct net_events *e = &c->net->events;
    inbox_add(&c->in, in, length);
    if (lws_frame_is_binary(wsi) ||
        (!c->in.bad && c->in.length > e->allowed(e->context, c->in.at, c->in.length)))
        c->in.bad = true;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) {
        if (!c->receiving) /* what has come takes memory, so the rest must come in time */
            lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, c->net->config.ping_seconds * 2);
        c->receiving = true;
        return;
    }
    struct inbox whole = c->in;
    c->in = (struct inbox){0};
    if (c->receiving)
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    c->receiving = false;
    e->message(e->context, c->id, whole.bad ? NULL : whole.at, whole.bad ? 0 : whole.length);
    inbox_clear(&whole);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct lws_context *context = lws_get_context(wsi);
    struct net *net = context ? lws_context_user(context) : NULL;
    struct conn *c = wsi && net ? lws_get_opaque_user_data(wsi) : NULL;
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        tls_harden(&net->tls, user);
        return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return accepts(net, user) ? 0 : -1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        conn_new(net, wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        return c ? begin_request(c, wsi, in) : -1;
    case LWS_CALLBACK_HTTP_BODY:
        return c && net_request_add(c->request, in, length) ? 0 : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (c && c->request && c->request->body &&
            !c->asked) /* the library may say it again if more bytes follow */
            ask(c);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return c ? write_answer(c) : 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return c ? judge_upgrade(c, wsi) : -1;
    case LWS_CALLBACK_ADD_HEADERS:
        return c && c->websocket ? add_cookie(c, wsi, in) : 0;
    case LWS_CALLBACK_ESTABLISHED:
        if (c) {
            c->open = true;
            free(c->cookie);
            c->cookie = NULL;
            lws_callback_on_writable(wsi);
        }
        return 0;
    case LWS_CALLBACK_RECEIVE:
        if (c && !c->dropping)
            receive(c, wsi, in, length);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return c ? write_messages(c) : 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (c) {
            lws_set_opaque_user_data(wsi, NULL);
            conn_free(c);
        }
        return 0;
    default:
        return 0;
    }
}

/* ---- the whole ---- */

static void lws_log(int level, const char *line)
{
    (void)level;
    log_line(LOG_WARN, "network", "%.*s", (int)strcspn(line, "\n"), line);
}

struct net *net_open(struct uv_loop_s *loop, const struct net_config *config, const struct net_events *events,
                     struct text *error)
{
    bool v6 = strchr(config->address, ':') != NULL, tls = config->cert != NULL;
    if (!address_can_listen(config->address, config->port, error)) /* the library would not tell the reason */
        return NULL;
    struct net *net = must_calloc(1, sizeof *net);
    net->config = *config;
    net->events = *events;
    net->loops[0] = loop;
    net->protocols[0] = (struct lws_protocols){
        .name = "castellany", .callback = callback, .rx_buffer_size = RX_BUFFER, .tx_packet_size = TX_CHUNK};
    net_change(net, config->plain, config->ping_seconds);
    lws_set_log_level(LLL_ERR, lws_log);
    struct lws_context_creation_info info = {
        .port = config->port,
        .iface = config->address,
        .protocols = net->protocols,
        .foreign_loops = net->loops,
        .user = net,
        .retry_and_idle_policy = &net->idle,
        .server_string = "castellany",
        .keepalive_timeout = 30,
        .timeout_secs = 20,
        .max_http_header_data = 8192,
        .alpn = "http/1.1",
        .ssl_cert_filepath = config->cert,
        .ssl_private_key_filepath = config->key,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 | (v6 ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6) |
                   (tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
    };
    net->context = lws_create_context(&info);
    net->vhost = net->context ? lws_create_vhost(net->context, &info) : NULL;
    if (!net->vhost) {
        text_printf(error, "cannot listen on %s port %d%s", config->address, config->port,
                    tls ? "; check that --tls-cert and --tls-key name a certificate and its key" : "");
        if (net->context)
            net_stop(net);
        return NULL;
    }
    return net;
}

bool net_take_certificate(struct net *net, const char *cert, const char *key, struct text *error)
{
    return tls_load(&net->tls, cert, key, error);
}

void net_change(struct net *net, int plain, int ping_seconds)
{
    net->config.plain = plain;
    net->config.ping_seconds = ping_seconds;
    net->idle = (lws_retry_bo_t){.secs_since_valid_ping = (uint16_t)ping_seconds,
                                 .secs_since_valid_hangup = (uint16_t)(ping_seconds * 2)};
}

int net_port(const struct net *net)
{
    return lws_get_vhost_listen_port(net->vhost);
}

size_t net_connections(const struct net *net)
{
    return net->conns.count;
}

size_t net_queued(const struct net *net)
{
    return net->queued;
}

void net_stop(struct net *net)
{
    net->stopped = true;
    lws_context_destroy(net->context);
}

void net_free(struct net *net)
{
    lws_context_destroy(net->context);
    map_free(&net->conns);
    limits_free(&net->plain);
    tls_free(&net->tls);
    free(net);
}
