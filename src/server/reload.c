/* reload.c: takes over a new configuration and new certificates while the server runs. */
#include "server/reload.h"

#include <string.h>

#include "server/base/limits.h"
#include "server/base/log.h"

static bool differs(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") != 0;
}

/* Settings of sockets and files. */
static void log_unchanged(const struct server_config *now, const struct server_config *next)
{
    const struct {
        const char *name;
        bool differs;
    } fixed[] = {
        {"listen", strcmp(now->address, next->address) != 0 || now->port != next->port},
        {"data", strcmp(now->data, next->data) != 0},
        {"store", strcmp(now->store ? now->store : "", next->store ? next->store : "") != 0},
        {"bus", strcmp(now->bus ? now->bus : "", next->bus ? next->bus : "") != 0},
        {"trust-proxy", now->trust_proxy != next->trust_proxy},
        {"null", now->null_game != next->null_game},
        {"push-contact", differs(now->push.contact, next->push.contact)},
        {"push-service", differs(now->push.service, next->push.service)},
        {"notify-command", differs(now->notify_command, next->notify_command)},
        {"tls-cert", !now->cert != !next->cert},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (fixed[i].differs)
            log_event(LOG_WARN, "needs_restart", "option", fixed[i].name, NULL);
}

void reload(struct server *server, struct net *net, struct server_config *config)
{
    char reason[512];
    struct text error = TEXT_IN(reason);
    struct server_config next;
    if (!config->read_again || !config->read_again(config->context, &next, &error)) {
        log_line(LOG_ERROR, "reload_failed", "%s", reason);
        return;
    }
    if (config->cert && next.cert) {
        if (!net_take_certificate(net, next.cert, next.key, &error)) {
            log_line(LOG_ERROR, "reload_failed", "%s", reason);
            return;
        }
        config->cert = next.cert;
        config->key = next.key;
    }
    log_unchanged(config, &next);
    config->connections = server->connections = next.connections;
    config->ping = next.ping;
    config->policy = server->policy = next.policy;
    net_change(net, next.connections * LIMIT_PLAIN, next.ping);
    log_event(LOG_INFO, "reloaded", NULL);
}
