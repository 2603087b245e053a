/* serve.c: castellany serve: runs the server. */
#include <stdio.h>
#include <string.h>

#include "cli/serve/serve.h"
#include "cli/base/config.h"
#include "cli/base/default_folder.h"
#include "server/base/limits.h"
#include "server/run.h"
#include "server/bus/nats_bus.h"
#include "server/store/pg_store.h"

#define MINUTE_MS INT64_C(60000)

/* "127.0.0.1:8080", "[::1]:8080", ":8080" or "8080". */
static bool read_listen(const char *text, char address[SERVER_ADDRESS], long *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    size_t n = colon ? (size_t)(colon - text) : 0;
    if (!cli_number(digits, 0, 65535, port) || n >= SERVER_ADDRESS)
        return false;
    if (n >= 2 && text[0] == '[' && text[n - 1] == ']') {
        text++;
        n -= 2;
    }
    snprintf(address, SERVER_ADDRESS, "%.*s", n ? (int)n : 9, n ? text : "127.0.0.1");
    return true;
}

static struct policy read_policy(const struct arguments *a)
{
    const int64_t hour = 60 * MINUTE_MS, day = 24 * hour;
    return (struct policy){.tables = (int)argument_number(a, "tables", POLICY_TABLES),
                           .tables_each = (int)argument_number(a, "tables-each", POLICY_TABLES_EACH),
                           .open_ms = argument_number(a, "expire-open", POLICY_OPEN_HOURS) * hour,
                           .game_ms = argument_number(a, "expire-games", POLICY_GAME_DAYS) * day,
                           .guest_ms = argument_number(a, "expire-guests", POLICY_GUEST_DAYS) * day,
                           .absence_ms = argument_number(a, "absence", POLICY_ABSENCE_MINUTES) * MINUTE_MS};
}

/* What the command line and the file of --config say. On failure false, with the reason. */
static bool read_config(struct arguments *a, struct server_config *out, struct text *error)
{
    static char folder[FOLDER_TEXT];
    const char *file = argument(a, "config");
    long port;
    if (file && !config_add(a, file, error))
        return false;
    const char *listen = argument(a, "listen") ? argument(a, "listen") : "127.0.0.1:8080";
    *out = (struct server_config){
        .data = argument(a, "data"),
        .store = argument(a, "store"),
        .bus = argument(a, "bus"),
        .cert = argument(a, "tls-cert"),
        .key = argument(a, "tls-key"),
        .trust_proxy = argument(a, "trust-proxy"),
        .policy = read_policy(a),
        .push = {.contact = argument(a, "push-contact"), .service = argument(a, "push-service")},
        .notify_command = argument(a, "notify-command"),
        .null_game = argument(a, "null"),
        .connections = (int)argument_number(a, "connections", LIMIT_CONNECTIONS),
        .ping = (int)argument_number(a, "ping", LIMIT_SILENCE)};
    if (!out->data && !folder_default(folder))
        text_put(error, "--data DIR is needed: neither HOME nor XDG_DATA_HOME is set");
    else if (!read_listen(listen, out->address, &port)) {
        text_put(error, "--listen takes an address and a port, like 127.0.0.1:8080, not ");
        text_quote(error, listen);
    } else if (out->store && !pg_is_url(out->store)) {
        text_put(error, "--store takes postgresql://USER@HOST/DATABASE, not ");
        text_quote(error, out->store);
        text_put(error, "; without --store the games are in a SQLite file in --data");
    } else if (out->bus && !nats_is_url(out->bus)) {
        text_put(error, "--bus takes nats://HOST[,HOST…][/NAME], not ");
        text_quote(error, out->bus);
    } else if (out->bus && !out->store) {
        text_put(error, "--bus needs --store: several nodes cannot share a SQLite file");
    } else if (out->push.contact && strncmp(out->push.contact, "mailto:", 7) != 0 &&
               strncmp(out->push.contact, "https://", 8) != 0) {
        text_put(error, "--push-contact takes mailto:NAME@HOST or https://HOST, not ");
        text_quote(error, out->push.contact);
    } else if (!out->cert != !out->key)
        text_put(error, "--tls-cert and --tls-key must be given together");
    if (error->length)
        return false;
    out->data = out->data ? out->data : folder;
    out->port = (int)port;
    return true;
}

/* For SIGHUP: the command line stays, the file is read again. */
static bool read_again(void *given, struct server_config *out, struct text *error)
{
    struct arguments a = *(const struct arguments *)given;
    return read_config(&a, out, error);
}

int cmd_serve(const struct arguments *given)
{
    char reason[512];
    struct text error = TEXT_IN(reason);
    struct arguments a = *given, again = *given;
    struct server_config config;
    if (!read_config(&a, &config, &error))
        return cli_usage("serve", "%s", reason);
    config.read_again = read_again;
    config.context = &again;
    return server_run(&config) ? CLI_REFUSED : CLI_OK;
}
