/* serve.c: castellany serve: runs the server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/base/limits.h"
#include "server/run.h"

#define MINUTE_MS INT64_C(60000)

/* "127.0.0.1:8080", "[::1]:8080", ":8080" or "8080". */
static bool read_listen(const char *text, char address[64], long *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    size_t n = colon ? (size_t)(colon - text) : 0;
    if (!cli_number(digits, 0, 65535, port) || n >= 64)
        return false;
    if (n >= 2 && text[0] == '[' && text[n - 1] == ']') {
        text++;
        n -= 2;
    }
    snprintf(address, 64, "%.*s", n ? (int)n : 9, n ? text : "127.0.0.1");
    return true;
}

enum { FOLDER = 4096 };

/* The default of --data: $XDG_DATA_HOME/castellany or ~/.local/share/castellany. False if neither is set. */
static bool default_folder(char folder[FOLDER])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    if (!own && (!home || !*home))
        return false;
    return snprintf(folder, FOLDER, "%s/%s", own ? data : home,
                    own ? "castellany" : ".local/share/castellany") < FOLDER;
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

int cmd_serve(const struct arguments *a)
{
    static char folder[FOLDER], address[64];
    const char *listen = argument(a, "listen");
    long port;
    struct server_config config = {.data = argument(a, "data"),
                                   .cert = argument(a, "tls-cert"),
                                   .key = argument(a, "tls-key"),
                                   .trust_proxy = argument(a, "trust-proxy"),
                                   .policy = read_policy(a),
                                   .null_game = argument(a, "null"),
                                   .connections = (int)argument_number(a, "connections", LIMIT_CONNECTIONS),
                                   .ping = (int)argument_number(a, "ping", LIMIT_SILENCE)};
    if (!config.data && !default_folder(folder))
        return cli_usage("serve", "--data DIR is needed: neither HOME nor XDG_DATA_HOME is set");
    config.data = config.data ? config.data : folder;
    if (!read_listen(listen ? listen : "127.0.0.1:8080", address, &port))
        return cli_usage("serve", "--listen takes an address and a port, like 127.0.0.1:8080, not \"%s\"",
                         listen);
    if (!config.cert != !config.key)
        return cli_usage("serve", "--tls-cert and --tls-key must be given together");
    config.address = address;
    config.port = (int)port;
    return server_run(&config) ? CLI_REFUSED : CLI_OK;
}
