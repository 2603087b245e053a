/*
 * botclient.c: castellany bot: a client that plays on somebody's server, and an example of the protocol
 * (docs/PROTOCOL.md). It opens one WebSocket with its token and sends one request at a time: the next one
 * when the last one is answered, below the server's limits. botplayer.c decides what to send.
 */
#include "cli/serve/serve.h"
#include "cli/serve/botclient.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/bot.h"
#include "cli/base/bot_setup.h"
#include "core/utf8.h"
#include "server/base/memory.h"

/* A little below the server's limits, because the two clocks differ. */
enum { RATE = LIMIT_RATE * 9 / 10, BURST = LIMIT_BURST / 2, MOMENT_MS = 500, RETRY_MS = 2000, TRIES = 5 };

static void connect_to(struct bot_client *c);
static void on_timer(uv_timer_t *timer);

/* ---- requests ---- */

struct bot_request *botclient_request(const char *word, const char *table)
{
    struct bot_request *r = must_calloc(1, sizeof *r);
    r->word = word;
    r->text = TEXT_IN(r->buffer);
    text_json_open(&r->text, '{');
    text_member_string(&r->text, "do", word);
    if (table) {
        snprintf(r->table, sizeof r->table, "%s", table);
        text_member_string(&r->text, "table", table);
    }
    return r;
}

void botclient_send(struct bot_client *c, struct bot_request *r)
{
    struct bot_request **last = &c->queue;
    while (*last)
        last = &(*last)->next;
    *last = r;
    if (c->open)
        uv_timer_start(&c->timer, on_timer, 0, 0);
}

void botclient_repeat(struct bot_client *c, const struct bot_request *r)
{
    struct bot_request *again = must_malloc(sizeof *again);
    *again = *r;
    again->text.at = again->buffer;
    again->next = NULL;
    botclient_send(c, again);
}

const struct bot_request *botclient_pending(const struct bot_client *c, const char *word, const char *table)
{
    const struct bot_request *lists[] = {c->queue, c->asked};
    for (int i = 0; i < 2; i++)
        for (const struct bot_request *r = lists[i]; r; r = r->next)
            if (strcmp(r->word, word) == 0 && strcmp(r->table, table) == 0)
                return r;
    return NULL;
}

void botclient_wait(struct bot_client *c)
{
    c->not_before = clock_wall(NULL) + MOMENT_MS;
}

/* Reports a failed connection. It sets `refused` if trying again cannot help. */
static void say_failure(struct bot_client *c, int status, const char *why)
{
    cli_refuse("%s port %d: %s", c->host, c->port,
               status == 401   ? "the server does not know this token; make a new bot account"
               : status == 403 ? "the owner of the server keeps this bot or its owner out"
               : why           ? why
                               : "no connection; is the server running?");
    c->refused |= status == 401 || status == 403;
}

/* An answer has the id of its request, or null if the server could not read the request. */
static void on_message(struct bot_client *c, const struct json *message)
{
    const struct json *re = json_get(message, "re");
    struct bot_request *asked = c->asked;
    if (json_says(json_get(message, "is"),
                  "refused")) { /* the server learnt only after the upgrade who comes */
        say_failure(c, (int)json_int(json_get(message, "status")), NULL);
    } else if (!re) {
        botplayer_on_message(c, message);
    } else if (asked && (json_is(re, JSON_NULL) || json_int(re) == c->ids)) {
        c->asked = NULL;
        botplayer_on_answer(c, asked, message);
        free(asked);
    }
}

/* ---- the connection ---- */

static void send_next(struct bot_client *c);

static void on_timer(uv_timer_t *timer)
{
    send_next(timer->data);
}

/* Sends the next request, or asks to be called when it may be sent. */
static void send_next(struct bot_client *c)
{
    double now = clock_wall(NULL);
    if (!c->open || c->asked || !c->queue)
        return;
    if (now < c->not_before || !bucket_take(&c->pace, RATE, BURST, (int64_t)now)) {
        double wait = now < c->not_before ? c->not_before - now : 1000.0 / RATE;
        uv_timer_start(&c->timer, on_timer, (uint64_t)wait + 1, 0);
        return;
    }
    c->asked = c->queue;
    c->queue = c->asked->next;
    c->asked->next = NULL;
    char buffer[BOT_REQUEST + 32];
    struct text text = TEXT_IN(buffer);
    text_put(&text, c->asked->buffer);
    text_member_int(&text, "id", ++c->ids);
    text_json_close(&text, '}');
    ws_client_send(c->socket, text.at, text.length);
}

static void on_open(void *context)
{
    struct bot_client *c = context;
    c->open = true;
    c->tries = 0;
    botplayer_begin(c);
    send_next(c);
}

static void on_text(void *context, char *text, size_t length)
{
    struct bot_client *c = context;
    const struct json *message = json_load(text, length, NULL);
    on_message(c, message);
    json_free(message);
    if (c->done || c->refused)
        ws_client_close(c->socket);
    else
        send_next(c);
}

static void on_again(uv_timer_t *timer)
{
    connect_to(timer->data);
}

/* Forgets the connection, and tries again after a while unless that cannot help. */
static void on_ended(void *context, int status, const char *why)
{
    struct bot_client *c = context;
    if (!c->done && !c->refused && !c->open)
        say_failure(c, status, why);
    c->open = false;
    c->socket = NULL;
    c->pace = (struct bucket){0};
    for (struct bot_request *r; (r = c->queue); free(r))
        c->queue = r->next;
    free(c->asked);
    c->asked = NULL;
    botplayer_end(c);
    if (c->done || c->refused || (++c->tries > TRIES && c->once))
        uv_close((uv_handle_t *)&c->timer, NULL);
    else
        uv_timer_start(&c->timer, on_again, RETRY_MS, 0);
}

static void connect_to(struct bot_client *c)
{
    static const struct ws_client_events events = {.open = on_open, .message = on_text, .ended = on_ended};
    c->to = (struct ws_server){.host = c->host,
                               .address = c->address,
                               .port = c->port,
                               .path = "/ws",
                               .authorization = c->authorization,
                               .tls = c->tls ? &c->trust : NULL};
    c->socket = ws_client_open(&c->loop, &c->to, &events, c);
}

static int run(struct bot_client *c)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    signal(SIGPIPE, SIG_IGN);
    if (sodium_init() < 0)
        return cli_refuse("the system cannot provide random numbers");
    if (c->tls && !tls_open_client(&c->trust, &error))
        return cli_refuse("%s", reason);
    uv_loop_init(&c->loop);
    uv_timer_init(&c->loop, &c->timer);
    c->timer.data = c;
    connect_to(c);
    uv_run(&c->loop, UV_RUN_DEFAULT);
    uv_loop_close(&c->loop);
    tls_free(&c->trust);
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
        snprintf(c->authorization, sizeof c->authorization, "Bearer %.*s", (int)n, token);
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
    if ((c.table && (strlen(c.table) >= PLACE_TABLE || utf8_line_length(c.table) < 0)) ||
        (c.invite && (strlen(c.invite) >= BOT_INVITE || utf8_line_length(c.invite) < 0)))
        return cli_usage("bot", "--table and --invite take the id and the key that the server showed");
    if (!take_token(&c, token, file))
        return CLI_REFUSED;
    rng_seed(&c.rng, (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32);
    return run(&c);
}
