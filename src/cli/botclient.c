/*
 * botclient.c: castellany bot: a client that plays on somebody's server, and an example of the protocol
 * (docs/PROTOCOL.md). It opens one WebSocket with its token and sends one request at a time: the next one
 * when the last one is answered, below the server's limits. botplayer.c decides what to send.
 */
#include "cli/botclient.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/bot_setup.h"
#include "server/base/memory.h"

/* A little below the server's limits, because the two clocks differ. */
enum { RATE = LIMIT_RATE * 9 / 10, BURST = LIMIT_BURST / 2, MOMENT_MS = 500, RETRY_SECONDS = 2 };

/* ---- requests ---- */

void botclient_send(struct bot_client *c, const char *word, json_t *members)
{
    json_object_set_new(members, "do", json_string(word));
    json_array_append_new(c->queue, members);
    if (c->open)
        lws_callback_on_writable(c->socket);
}

static bool is_about(const json_t *request, const char *word, const char *table)
{
    const char *about = json_string_value(json_object_get(request, "table"));
    return request && strcmp(json_string_value(json_object_get(request, "do")), word) == 0 && about &&
           strcmp(about, table) == 0;
}

const json_t *botclient_pending(const struct bot_client *c, const char *word, const char *table)
{
    size_t i;
    json_t *request;
    json_array_foreach(c->queue, i, request) if (is_about(request, word, table)) return request;
    return is_about(c->asked, word, table) ? c->asked : NULL;
}

void botclient_wait(struct bot_client *c)
{
    c->not_before = clock_wall(NULL) + MOMENT_MS;
}

/* Reports a failed connection. It sets `refused` if trying again cannot help. */
static void say_failure(struct bot_client *c, unsigned int status, const char *why)
{
    cli_refuse("%s port %d: %s", c->host, c->port,
               status == 401   ? "the server does not know this token; make a new bot account"
               : status == 403 ? "the owner of the server keeps this bot or its owner out"
               : why           ? why
                               : "no connection; is the server running?");
    c->refused |= status == 401 || status == 403;
    c->failed = true;
}

/* An answer has the id of its request, or null if the server could not read the request. */
static void on_message(struct bot_client *c, const json_t *message)
{
    const json_t *re = json_object_get(message, "re");
    json_t *asked = c->asked;
    const char *is = json_string_value(json_object_get(message, "is"));
    if (is && strcmp(is, "refused") == 0) { /* the server learnt only after the upgrade who comes */
        say_failure(c, (unsigned int)json_integer_value(json_object_get(message, "status")), NULL);
    } else if (!re) {
        botplayer_on_message(c, message);
    } else if (asked && (json_is_null(re) || json_integer_value(re) == c->ids)) {
        c->asked = NULL;
        botplayer_on_answer(c, asked, message);
        json_decref(asked);
        lws_callback_on_writable(c->socket);
    }
}

/* ---- the socket ---- */

static int add_token(struct bot_client *c, struct lws *wsi, unsigned char **p, size_t length)
{
    char value[sizeof c->token + 7];
    snprintf(value, sizeof value, "Bearer %s", c->token);
    return lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (unsigned char *)value,
                                        (int)strlen(value), p, *p + length);
}

static void receive(struct bot_client *c, struct lws *wsi, const void *in, size_t length)
{
    c->in = must_realloc(c->in, c->in_length + length + 1);
    memcpy(c->in + c->in_length, in, length);
    c->in_length += length;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return;
    json_t *message = json_loadb(c->in, c->in_length, 0, NULL);
    c->in_length = 0;
    on_message(c, message);
    json_decref(message);
}

static int send_next(struct bot_client *c, struct lws *wsi)
{
    double now = clock_wall(NULL);
    if (c->asked || !json_array_size(c->queue))
        return 0;
    if (now < c->not_before || !bucket_take(&c->pace, RATE, BURST, (int64_t)now)) {
        double wait = now < c->not_before ? c->not_before - now : 1000.0 / RATE;
        lws_set_timer_usecs(wsi, (lws_usec_t)(wait * 1000) + 1);
        return 0;
    }
    c->asked = json_incref(json_array_get(c->queue, 0));
    json_array_remove(c->queue, 0);
    json_object_set_new(c->asked, "id", json_integer(++c->ids));
    char *text = json_dumps(c->asked, JSON_COMPACT);
    size_t n = strlen(text);
    unsigned char *frame = must_malloc(LWS_PRE + n);
    memcpy(frame + LWS_PRE, text, n);
    int sent = lws_write(wsi, frame + LWS_PRE, n, LWS_WRITE_TEXT);
    free(frame);
    free(text);
    return sent < (int)n ? -1 : 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct bot_client *c = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_token(c, wsi, (unsigned char **)in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        c->open = true;
        botplayer_begin(c);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        receive(c, wsi, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(c, wsi);
    case LWS_CALLBACK_TIMER:
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        say_failure(c, wsi ? lws_http_client_http_response(wsi) : 0, in);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        c->failed = true;
        return 0;
    default:
        return 0;
    }
}

static void disconnect(struct bot_client *c)
{
    c->open = c->failed = false;
    c->socket = NULL;
    c->in_length = 0;
    c->pace = (struct bucket){0};
    json_array_clear(c->queue);
    json_decref(c->asked);
    c->asked = NULL;
    botplayer_end(c);
}

static bool connect_to(struct bot_client *c)
{
    struct lws_client_connect_info info = {
        .context = c->context,
        .address = c->address,
        .port = c->port,
        .path = "/ws",
        .host = c->host,
        .local_protocol_name = "castellany",
        .pwsi = &c->socket,
        .ssl_connection = c->tls ? LCCSCF_USE_SSL : 0,
    };
    return lws_client_connect_via_info(&info) != NULL;
}

static int run(struct bot_client *c)
{
    static const struct lws_protocols protocols[] = {
        {.name = "castellany", .callback = callback, .rx_buffer_size = 65536}, {0}};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = c,
        .gid = -1,
        .uid = -1,
        .options = c->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    json_set_alloc_funcs(must_malloc, free); /* jansson never fails for lack of memory then */
    c->queue = json_array();
    c->context = lws_create_context(&info);
    int tries = 0;
    if (!c->context)
        cli_refuse("the network library could not be started");
    while (c->context && !c->done && !c->refused) {
        if (!c->socket && !c->failed && !connect_to(c) && !c->failed)
            say_failure(c, 0, NULL);
        if (!c->failed) {
            lws_service(c->context, 0);
            tries = c->open ? 0 : tries;
            continue;
        }
        disconnect(c);
        if (c->refused || (++tries > 5 && c->once))
            break;
        sleep(RETRY_SECONDS);
    }
    if (c->context)
        lws_context_destroy(c->context);
    disconnect(c);
    json_decref(c->queue);
    free(c->in);
    free(c->memory);
    return c->done ? CLI_OK : CLI_REFUSED;
}

/* Reads "https://host:port". An IPv6 address stands in brackets. */
static bool read_url(const char *url, struct bot_client *c)
{
    const char *rest = strstr(url, "://");
    size_t scheme = rest ? (size_t)(rest - url) : 0;
    c->tls = (scheme == 5 && strncmp(url, "https", 5) == 0) || (scheme == 3 && strncmp(url, "wss", 3) == 0);
    if (!rest || (!c->tls && !(scheme == 4 && strncmp(url, "http", 4) == 0) &&
                  !(scheme == 2 && strncmp(url, "ws", 2) == 0)))
        return false;
    rest += 3;
    bool bracket = rest[0] == '[';
    size_t n = bracket ? strcspn(rest, "]/") + 1 : strcspn(rest, ":/");
    if (n == 0 || n >= sizeof c->host || (bracket && (n < 3 || rest[n - 1] != ']')) ||
        (rest[n] && rest[n] != ':' && rest[n] != '/'))
        return false;
    snprintf(c->host, sizeof c->host, "%.*s", (int)n, rest);
    snprintf(c->address, sizeof c->address, "%.*s", (int)n - 2 * bracket, rest + bracket);
    c->port = c->tls ? 443 : 80;
    if (rest[n] == ':') {
        int port;
        const char *digits = rest + n + 1;
        if (!text_take_int(&digits, &port) || port < 1 || port > 65535 || (*digits && *digits != '/'))
            return false;
        c->port = port;
    }
    return true;
}

/* Takes the token from the command line or from the first line of a file. A file is safer: every user of the
 * machine can see the command line. False after a message. */
static bool take_token(struct bot_client *c, const char *given, const char *file)
{
    size_t length;
    char *text = file ? cli_read_file(file, &length) : NULL;
    if (file && !text)
        return false;
    const char *token = file ? text : given;
    size_t n = strcspn(token, file ? "\r\n" : ""), i = 0;
    while (i < n && token[i] > ' ' && token[i] < 127)
        i++;
    bool fine = n > 0 && n <= BOT_TOKEN && i == n;
    if (fine)
        memcpy(c->token, token, n);
    else
        cli_refuse("%s: a token is one word of 1 to %d printable ASCII characters", file ? file : "--token",
                   BOT_TOKEN);
    free(text);
    return fine;
}

int cmd_bot(const struct arguments *a)
{
    static struct bot_client c;
    const char *url = argument(a, "server"), *token = argument(a, "token"), *file = argument(a, "token-file");
    c.table = argument(a, "table");
    c.invite = argument(a, "invite");
    c.any = argument(a, "any");
    c.once = argument(a, "once");
    c.level = (int)argument_number(a, "level", 3);
    if (!url || !token == !file)
        return cli_usage("bot", "--server and one of --token-file and --token are needed");
    if (!read_url(url, &c))
        return cli_usage("bot", "--server takes an address like https://castles.example:8080, not \"%s\"",
                         url);
    if ((c.table && (strlen(c.table) >= PLACE_TABLE || limits_length(c.table) < 0)) ||
        (c.invite && limits_length(c.invite) < 0))
        return cli_usage("bot", "--table and --invite take the id and the key that the server showed");
    if (!take_token(&c, token, file))
        return CLI_REFUSED;
    rng_seed(&c.rng, (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32);
    return run(&c);
}
