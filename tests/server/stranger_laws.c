/* stranger_laws.c: what holds when everything has come to rest. */
#include <stdio.h>
#include <string.h>

#include "server/base/shared_message.h"
#include "server/people/house.h"
#include "server/transport/http.h"
#include "stranger.h"

enum { REST_MS = 3000, LOOK_MS = NODES_PEOPLE_MS + 2000, TRIES = 10 };

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
        stranger_end_dropped(s);
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

/* ---- lists ---- */

/* The answer to the last request, from either node. */
static char answers[2][SERVER_BUFFER];
static struct text *hearing;

static void hear_fresh(void *me, uint64_t client, struct message *message)
{
    (void)me;
    (void)client;
    text_put_n(hearing, message_text(message), message->length);
}

static void hear(struct stranger *s, int device, const char *text, size_t length)
{
    (void)s;
    (void)device;
    text_put_n(hearing, text, length);
}

/* Asks the node of a device and the fresh one. */
static void ask_both(struct stranger *s, int device, const char *request)
{
    struct text one = TEXT_IN(answers[0]), other = TEXT_IN(answers[1]);
    struct device *d = &s->device[device];
    hearing = &one;
    s->hear = hear;
    d->owed[d->owed_count++] = 0;
    clients_message(&stranger_node_of(s, device)->server, d->connection, request, strlen(request));
    stranger_settle(s);
    s->hear = NULL;
    hearing = &other;
    clients_message(&fresh.server, d->connection, request, strlen(request));
    fake_settle(&fresh);
}

/* When a running game was last changed, and until when somebody may think, is stored with its next summary.
 */
static void blank_times(char *answer, const char *key)
{
    while ((answer = strstr(answer, key)))
        for (answer += strlen(key); *answer >= '0' && *answer <= '9'; answer++)
            *answer = '0';
}

static void check_lists(struct stranger *s)
{
    char request[128], newest[ID_TEXT];
    static const char *const lists[] = {"open", "live", "finished", "mine"};
    id_text(INT64_MAX, newest);
    fresh.server.closing = false;
    fresh.server.host.send = hear_fresh;
    for (int device = 1; device <= FAKE_CONNECTIONS; device++)
        for (int list = 0; s->device[device].open && list < 4; list++) {
            /* "before": nobody follows it from here */
            snprintf(request, sizeof request, "{\"id\":0,\"do\":\"list\",\"what\":\"%s\",\"before\":\"%s\"}",
                     lists[list], newest);
            ask_both(s, device, request);
            for (int i = 0; i < 2; i++) {
                blank_times(answers[i], "\"changed\":");
                blank_times(answers[i], "\"ends\":");
                peek_drop_ratings(answers[i]);
            }
            size_t i = 0;
            while (answers[0][i] && answers[0][i] == answers[1][i])
                i++;
            size_t from = i > 300 ? i - 300 : 0;
            if (strcmp(answers[0], answers[1]) != 0)
                stranger_fail(
                    "the list \"%s\" of connection %d differs from that of a fresh node:\n  %.700s\n  %.700s",
                    lists[list], device, answers[0] + from, answers[1] + from);
        }
    fresh.server.closing = true;
    fresh.server.host.send = ignore;
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
    if (same && !s->limited)
        check_lists(s);
    peek_close_clients(&fresh);
    fake_close(&fresh);
}

/* ---- everybody can get out ---- */

void stranger_check_exits(struct stranger *s)
{
    char request[128], id[ID_TEXT];
    struct peek peek;
    struct text answer = TEXT_IN(answers[0]);
    for (int device = 1; device <= FAKE_CONNECTIONS; device++)
        for (int i = 0; i < s->made_count; i++) {
            struct device *d = &s->device[device];
            struct fake *node = stranger_node_of(s, device);
            uint64_t player = stranger_player_of(s, device);
            bool sits = false;
            if (!player || !peek_table(node, s->made[i].id, &peek) || peek.state > TABLE_RUNNING)
                continue;
            for (int seat = 0; seat < peek.seats; seat++)
                sits = sits || peek.holder[seat] == player;
            if (!sits)
                continue;
            id_text(s->made[i].id, id);
            snprintf(request, sizeof request, "{\"id\":0,\"do\":\"leave\",\"table\":\"%s\"}", id);
            text_clear(&answer);
            hearing = &answer;
            s->hear = hear;
            d->owed[d->owed_count++] = 0;
            clients_message(&node->server, d->connection, request, strlen(request));
            stranger_settle(s);
            s->hear = NULL;
            if (!strstr(answer.at, "{\"re\":0}"))
                stranger_fail("connection %d cannot leave table %s of step %d: %.600s", device, id,
                              s->made[i].step, answer.at);
        }
}

/* Somebody waits at open tables for players who have gone, for longer than any chair is kept. */
void stranger_check_absent(struct stranger *s, int waits)
{
    char request[160], id[ID_TEXT];
    struct peek peek;
    struct device *d = &s->device[waits];
    if (!d->open)
        return;
    for (int i = 0; i < s->made_count; i++) {
        id_text(s->made[i].id, id);
        snprintf(request, sizeof request, "{\"id\":0,\"do\":\"watch\",\"table\":\"%s\",\"invite\":\"%s\"}",
                 id, s->made[i].invite);
        d->owed[d->owed_count++] = 0;
        clients_message(&stranger_node_of(s, waits)->server, d->connection, request, strlen(request));
        stranger_settle(s);
    }
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        if (i != waits)
            stranger_leave(s, i);
    for (int hours = 0; hours < 26; hours++) {
        stranger_pass(s, 3600 * 1000);
        stranger_calm(s);
    }
    uint64_t player = stranger_player_of(s, waits);
    for (int i = 0; i < s->made_count; i++) {
        if (!peek_table(stranger_node_of(s, waits), s->made[i].id, &peek) || peek.state != TABLE_OPEN)
            continue;
        for (int seat = 0; seat < peek.seats; seat++)
            if (peek.holder[seat] && peek.holder[seat] != player && peek.holder[seat] != peek.creator)
                stranger_fail("chair %d of the table of step %d is kept for ever for somebody who has gone",
                              seat + 1, s->made[i].step);
    }
}

void stranger_laws(struct stranger *s)
{
    if (s->nodes > 1) /* each has what the other one has, and shows what is newest */
        peek_load_all(&s->node[0], &s->node[1]);
    if (s->nodes > 1)
        peek_load_all(&s->node[1], &s->node[0]);
    check_rest(s);
    check_fresh(s);
    for (int i = 0; i < s->nodes; i++)
        s->node[i].questions = 1000000;
}
