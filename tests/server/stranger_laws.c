/* stranger_laws.c: what holds when everything has come to rest. */
#include <stdio.h>
#include <string.h>

#include "server/people/house.h"
#include "server/transport/http.h"
#include "stranger.h"

enum { REST_MS = 3000, LOOK_MS = 2 * NODES_LOOK_MS, TRIES = 10 };

static const char *waiting(struct stranger *s)
{
    static char text[160];
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        if (s->device[i].open && s->device[i].owed_count) {
            snprintf(text, sizeof text, "request %d of connection %d has no answer",
                     (int)s->device[i].owed[0], i);
            return text;
        }
    if (s->visit_count)
        return "an HTTP request has no answer";
    for (int i = 0; i < s->nodes; i++) {
        const char *problem = peek_waiting(&s->node[i]);
        if (problem)
            return problem;
    }
    return NULL;
}

/* Everything comes to rest; nobody waits for ever. */
static void check_rest(struct stranger *s)
{
    const char *problem = "";
    for (int i = 0; problem && i < TRIES; i++) {
        stranger_calm(s);
        stranger_pass(s, s->nodes > 1 && i == 0 ? LOOK_MS : REST_MS);
        stranger_calm(s);
        problem = waiting(s);
    }
    if (problem)
        stranger_fail("all is at rest, but %s", problem);
}

/* ---- what a fresh node on the same store would tell ---- */

static struct fake fresh;

static void ignore(void *me, uint64_t client, struct message *message)
{
    (void)me;
    (void)client;
    (void)message;
}

static void open_fresh(struct stranger *s)
{
    char cookie[NET_COOKIE], header[64];
    static char none[] = "", host[] = "localhost", path[] = "/ws";
    fake_open_beside(&fresh, &s->node[0]);
    fresh.now = s->node[0].now;
    fresh.fails = fresh.slow = true; /* it looks, and changes nothing */
    fresh.server.policy = s->node[0].server.policy;
    fresh.server.connections = s->node[0].server.connections;
    fresh.server.host.send = ignore;
    fresh.server.closing = true;
    house_open(&fresh.server);
    fake_settle(&fresh);
    for (int i = 1; i <= FAKE_CONNECTIONS; i++) {
        const struct device *d = &s->device[i];
        if (!d->open || !d->token[0])
            continue;
        snprintf(header, sizeof header, "%s%s", d->bearer ? "Bearer " : "castellany=", d->token);
        struct net_request r = {.path = path,
                                .query = none,
                                .host = host,
                                .origin = none,
                                .content_type = none,
                                .cookie = d->bearer ? none : header,
                                .authorization = d->bearer ? header : none,
                                .if_none_match = none,
                                .accept_encoding = none,
                                .user_agent = none,
                                .address = "192.0.2.9"};
        clients_upgrade(&fresh.server, d->connection, &r, cookie);
    }
    fake_settle(&fresh);
}

static void check_fresh(struct stranger *s)
{
    const char *problem = NULL;
    bool same = true;
    open_fresh(s);
    for (int i = 0; i < s->nodes; i++)
        same = same && peek_same_people(&s->node[i], &fresh);
    for (int i = 0; i < s->nodes && same; i++)
        peek_copy_watchers(&s->node[i], &fresh);
    for (int i = 0; i < s->nodes && same && !problem; i++)
        problem = peek_compare(&s->node[i], &fresh);
    if (problem)
        stranger_fail("%s", problem);
    peek_close_clients(&fresh);
    fake_close(&fresh);
}

void stranger_laws(struct stranger *s)
{
    check_rest(s);
    check_fresh(s);
    for (int i = 0; i < s->nodes; i++)
        s->node[i].questions = 1000000;
}
