/* stranger_world.c: the servers, the browsers of the strangers, and what these are told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/people/house.h"
#include "server/people/alerts.h"
#include "server/transport/http.h"
#include "stranger.h"

enum { CONNECTIONS = STRANGER_CONNECTIONS, LONG_MESSAGE = 1000, SAMPLE = 16, HEAD = 512 };

/* The world, for the ports: they get only the node. */
static struct stranger *world;

char *stranger_broken;

void stranger_fail(const char *format, ...)
{
    va_list args;
    if (stranger_broken)
        snprintf(stranger_broken, STRANGER_LAW, "%s", format);
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "stranger: step %d of seed %llu: ", world ? world->step : 0,
            world ? (unsigned long long)world->seed : 0);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

struct fake *stranger_node_of(struct stranger *s, int device)
{
    return &s->node[s->device[device].node];
}

uint64_t stranger_player_of(struct stranger *s, int device)
{
    return s->device[device].open ? peek_player(stranger_node_of(s, device), s->device[device].connection)
                                  : 0;
}

/* The device of a connection, or 0. */
static int device_of(const struct stranger *s, uint64_t connection)
{
    int device = (int)(connection % CONNECTIONS);
    bool is = device > 0 && device <= FAKE_CONNECTIONS && s->device[device].connection == connection;
    return is && s->device[device].open ? device : 0;
}

/* ---- tables that are made ---- */

const struct born *stranger_made(const struct stranger *s, int step)
{
    for (int i = 0; i < s->made_count; i++)
        if (s->made[i].step == step)
            return &s->made[i];
    return NULL;
}

/* Copies a text member of a message. False if it has none. */
static bool find_text(const char *text, const char *key, char *out, size_t size)
{
    const char *at = strstr(text, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t n = strcspn(at, "\"");
    if (n >= size)
        return false;
    memcpy(out, at, n);
    out[n] = '\0';
    return true;
}

/* An answer that names a table that nobody knew names the one that it made. */
static void note_made(struct stranger *s, int64_t step, const char *text)
{
    char id[ID_TEXT];
    struct born made = {.step = (int)step};
    const char *at = strchr(text, ',');
    if (!at || strncmp(at, ",\"table\":\"", 10) != 0 || !find_text(at, "\"table\":\"", id, sizeof id))
        return;
    made.id = id_parse(id);
    for (int i = 0; i < s->made_count; i++)
        if (s->made[i].id == made.id || s->made[i].step == step)
            return;
    find_text(at, "\"invite\":\"", made.invite, sizeof made.invite);
    if (s->made_count == STRANGER_TABLES)
        memmove(s->made, s->made + 1, (size_t)--s->made_count * sizeof made);
    s->made[s->made_count++] = made;
}

/* ---- what browsers are told ---- */

void stranger_check_message(const char *text, size_t length, int step)
{
    if (length > LONG_MESSAGE && step % SAMPLE)
        return;
    const struct json *json = json_load(text, length, NULL);
    if (!json_is(json, JSON_OBJECT))
        stranger_fail("a message is no JSON object: %.*s", (int)(length < 400 ? length : 400), text);
    json_free(json);
}

/* An answer must be owed, and is owed no more. */
static void take_answer(struct stranger *s, int device, const char *text)
{
    struct device *d = &s->device[device];
    const char *at = text + strlen("{\"re\":");
    int64_t id = strncmp(at, "null", 4) == 0 ? -1 : strtoll(at, NULL, 10);
    for (int i = 0; i < d->owed_count; i++)
        if (d->owed[i] == id) {
            memmove(d->owed + i, d->owed + i + 1, (size_t)(--d->owed_count - i) * sizeof id);
            note_made(s, id, text);
            return;
        }
    stranger_fail("connection %d was answered again, or without having asked: %.300s", device, text);
}

static void send_message(void *me, uint64_t client, struct message *message)
{
    char text[HEAD]; /* messages do not end with a NUL */
    int device = device_of(world, client);
    (void)me;
    snprintf(text, sizeof text, "%.*s", message->length < HEAD ? (int)message->length : HEAD - 1,
             message_text(message));
    if (!device)
        stranger_fail("a message to connection %d, which is closed: %.300s", (int)client, text);
    if (world->hear)
        world->hear(world, device, message_text(message), message->length);
    if (world->device[device].dropped)
        return;
    stranger_check_message(message_text(message), message->length, world->step);
    if (strncmp(text, "{\"re\":", 6) == 0)
        take_answer(world, device, text);
}

static void drop(void *me, uint64_t client)
{
    (void)me;
    if (device_of(world, client))
        world->device[device_of(world, client)].dropped = true;
}

/* Devices with one token are tabs of one browser: all of them have the new cookie. */
void stranger_take_cookie(struct stranger *s, int device, const char *cookie)
{
    char old[TOKEN_TEXT];
    const char *at = strstr(cookie, "castellany=");
    if (!at || s->device[device].bearer)
        return;
    at += strlen("castellany=");
    int n = strcspn(at, ";") == TOKEN_TEXT - 1 ? TOKEN_TEXT - 1 : 0;
    memcpy(old, s->device[device].token, sizeof old);
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        if (i == device || (old[0] && strcmp(s->device[i].token, old) == 0))
            snprintf(s->device[i].token, TOKEN_TEXT, "%.*s", n, at);
}

static void reply(void *me, uint64_t id, const struct net_reply *answer)
{
    int i = 0;
    static char body[4096];
    (void)me;
    while (i < world->visit_count && world->visits[i].id != id)
        i++;
    if (i == world->visit_count)
        stranger_fail("the HTTP request %d was answered again", (int)id);
    int device = world->visits[i].device;
    struct device *d = &world->device[device];
    memmove(world->visits + i, world->visits + i + 1,
            (size_t)(--world->visit_count - i) * sizeof *world->visits);
    bool json = false;
    for (const struct net_header *h = answer->headers; h->name; h++) {
        json = json || strcmp(h->value, "application/json") == 0;
        if (strcmp(h->name, "set-cookie:") == 0)
            stranger_take_cookie(world, device, h->value);
    }
    if (!json)
        return;
    stranger_check_message(answer->body, answer->length, world->step);
    snprintf(body, sizeof body, "%.*s", (int)(answer->length < sizeof body ? answer->length : 0),
             (const char *)answer->body);
    find_text(body, "\"token\":\"", d->bot, sizeof d->bot);
    find_text(body, "\"codes\":[\"", d->code, sizeof d->code);
    find_text(body, "\"id\":\"", strstr(body, "\"bots\"") ? d->bot_id : d->session,
              strstr(body, "\"bots\"") ? sizeof d->bot_id : sizeof d->session);
}

/* As cheap as a test needs it. */
static bool hash(void *me, const struct host_password *asked, host_hash_done *done, void *context)
{
    char made[128];
    (void)me;
    snprintf(made, sizeof made, "hash of %.100s", asked->password);
    done(context, !asked->hash[0] || strcmp(asked->hash, made) == 0, made);
    return true;
}

/* ---- push services ---- */

static bool check_push(const char *key, const char *secret)
{
    return *key && *secret;
}

static bool knows_push(void *me, const char *address)
{
    (void)me;
    return strncmp(address, "https://push.", 13) == 0;
}

static bool push(void *me, const char *private, const struct push_row *to, const char *payload)
{
    (void)me;
    (void)private;
    (void)to;
    stranger_check_message(payload, strlen(payload), 0);
    return true;
}

static void run_command(void *me, const struct alert *event)
{
    (void)me;
    (void)event;
}

static struct alerts alerts[STRANGER_NODES];

/* ---- the whole ---- */

static void open_node(struct stranger *s, int at)
{
    struct fake *fake = &s->node[at];
    struct server *server = &fake->server;
    if (at == 0)
        fake_open(fake);
    else
        fake_open_beside(fake, &s->node[0]);
    fake->slow = true;
    server->connections = 32;
    server->policy.unlimited = !s->limited;
    server->policy.tables_each = s->limited ? 200 : 1000000;
    server->host.send = send_message;
    server->host.drop = drop;
    server->host.reply = reply;
    server->host.hash = hash;
    alerts[at] =
        (struct alerts){.me = s, .check = check_push, .knows = knows_push, .push = push, .run = run_command};
    server->alerts = &alerts[at];
    server->tell_absent = alerts_tell;
    house_open(server);
}

void stranger_open(struct stranger *s, uint64_t seed, int nodes)
{
    world = s;
    memset(s, 0, sizeof *s);
    s->seed = seed;
    s->nodes = nodes;
    s->limited = seed % 5 == 4;
    for (int i = 0; i < nodes; i++)
        open_node(s, i);
    if (nodes > 1)
        stranger_join_nodes(s);
    stranger_settle(s);
    for (int i = 0; i < nodes; i++)
        alerts_open(&s->node[i].server);
    stranger_settle(s);
}

void stranger_leave(struct stranger *s, int device)
{
    struct device *d = &s->device[device];
    if (!d->open)
        return;
    clients_closed(&stranger_node_of(s, device)->server, d->connection);
    d->open = false;
    d->owed_count = 0;
}

void stranger_end_dropped(struct stranger *s)
{
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        if (s->device[i].open && s->device[i].dropped)
            stranger_leave(s, i);
}

static const char *left(struct stranger *s)
{
    const char *problem = NULL;
    for (int i = 0; i < s->nodes && !problem; i++)
        problem = peek_left(&s->node[i]);
    return problem;
}

void stranger_close(struct stranger *s)
{
    const char *problem = NULL;
    stranger_laws(s);
    if (!s->limited && s->seed % 2) /* without a budget of requests that is used up */
        stranger_check_exits(s);
    else if (!s->limited)
        stranger_check_absent(s, 1 + (int)(s->seed / 2 % FAKE_CONNECTIONS));
    for (int i = 1; i <= FAKE_CONNECTIONS; i++)
        stranger_leave(s, i);
    /* Chairs are kept for a day at most, and unused tables for a minute; now and then an old one is looked
     * at. */
    for (int i = 0; i < 60 && (i < 56 || problem || i == 56); i++) {
        stranger_pass(s, i < 4 || i > 55 ? 70 * 1000 : 3600 * 1000);
        stranger_calm(s);
        problem = left(s);
    }
    if (problem)
        stranger_fail("all have gone, but %s", problem);
    for (int i = s->nodes - 1; i >= 0; i--)
        fake_close(&s->node[i]);
}
