/* serve.c: castellany serve: runs the server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/base/limits.h"
#include "server/run.h"

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

/* DIR unless given: $XDG_DATA_HOME/castellany or ~/.local/share/castellany. False if there is none. */
static bool default_folder(char folder[FOLDER])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    if (!own && (!home || !*home))
        return false;
    return snprintf(folder, FOLDER, "%s/%s", own ? data : home,
                    own ? "castellany" : ".local/share/castellany") < FOLDER;
}

int cmd_serve(int argc, char **argv)
{
    static char folder[FOLDER], address[64];
    const char *listen = "127.0.0.1:8080", *connections_text = NULL, *ping_text = NULL;
    long port, connections = LIMIT_CONNECTIONS, ping = LIMIT_SILENCE;
    struct server_config config = {0};
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "listen", &listen) ||
            cli_option(argc, argv, &i, "data", &config.data) ||
            cli_option(argc, argv, &i, "tls-cert", &config.cert) ||
            cli_option(argc, argv, &i, "tls-key", &config.key) ||
            cli_option(argc, argv, &i, "connections", &connections_text) ||
            cli_option(argc, argv, &i, "ping", &ping_text))
            continue;
        if (strcmp(argv[i], "--trust-proxy") == 0)
            config.trust_proxy = true;
        else if (strcmp(argv[i], "--null") == 0) /* for tests, see docs/TESTING.md */
            config.null_game = true;
        else
            return cli_usage("serve", "what is %s?", argv[i]);
    }
    if (!config.data && !default_folder(folder))
        return cli_usage("serve", "--data DIR is needed");
    config.data = config.data ? config.data : folder;
    if (!read_listen(listen, address, &port))
        return cli_usage("serve", "--listen takes an address and a port, like 127.0.0.1:8080");
    if (!config.cert != !config.key)
        return cli_usage("serve", "--tls-cert and --tls-key belong together");
    if (connections_text && !cli_number(connections_text, 1, 100000, &connections))
        return cli_usage("serve", "--connections takes a number");
    if (ping_text && !cli_number(ping_text, 1, 3600, &ping))
        return cli_usage("serve", "--ping takes a number of seconds");
    config.address = address;
    config.port = (int)port;
    config.connections = (int)connections;
    config.ping = (int)ping;
    return server_run(&config) ? CLI_REFUSED : CLI_OK;
}
