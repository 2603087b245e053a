/* stranger_do.c: does the steps: requests, comings and goings, faults of the store, acts of the owner. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/admin/acts.h"
#include "server/base/memory.h"
#include "server/transport/http.h"
#include "stranger.h"

enum {
    VISITS = 1000,   /* HTTP requests are numbered from here */
    STEP_MS = 20,    /* passes with each step */
    HOLD_SECONDS = 1 /* of CPU, the most that one thing may hold the loop here */
};

static char expanded[STRANGER_MESSAGE];

/* ---- browsers ---- */

struct visit_text {
    char path[512], query[256], cookie[64], authorization[64], origin[8];
};

static struct net_request request_of(const struct device *d, const char *path, struct visit_text *text)
{
    static char none[] = "", host[] = "localhost", json[] = "application/json", agent[] = "a stranger";
    const char *query = strchr(path, '?');
    *text = (struct visit_text){0};
    snprintf(text->path, sizeof text->path, "%.*s", query ? (int)(query - path) : (int)strlen(path), path);
    snprintf(text->query, sizeof text->query, "%s", query ? query + 1 : "");
    if (d->token[0])
        snprintf(d->bearer ? text->authorization : text->cookie, 64, "%s%s",
                 d->bearer ? "Bearer " : "castellany=", d->token);
    return (struct net_request){.method = NET_GET,
                                .path = text->path,
                                .query = text->query,
                                .host = host,
                                .origin = none,
                                .cookie = text->cookie,
                                .authorization = text->authorization,
                                .content_type = json,
                                .if_none_match = none,
                                .accept_encoding = none,
                                .user_agent = agent,
                                .body = none};
}

/* Strangers come from two addresses. */
static void set_address(int device, struct net_request *r)
{
    snprintf(r->address, sizeof r->address, "%s", device % 2 ? "192.0.2.1" : "2001:db8::1");
}

static void do_open(struct stranger *s, int device, const char *rest)
{
    struct device *d = &s->device[device];
    char cookie[NET_COOKIE] = "";
    struct visit_text text;
    if (d->open)
        return;
    const char *word = strchr(rest, ' ');
    d->node = s->nodes > 1 ? atoi(rest) % s->nodes : 0;
    if (word && strncmp(word, " as ", 4) == 0 && atoi(word + 4) > 0 && atoi(word + 4) <= FAKE_CONNECTIONS) {
        const struct device *other = &s->device[atoi(word + 4)];
        memmove(d->token, other->token, sizeof d->token);
        d->bearer = other->bearer;
    } else if (word && strcmp(word, " bot") == 0 && d->bot[0]) {
        memcpy(d->token, d->bot, sizeof d->token);
        d->bearer = true;
    } else if (word && strcmp(word, " new") == 0) {
        d->token[0] = '\0';
        d->bearer = false;
    }
    struct net_request r = request_of(d, "/ws", &text);
    set_address(device, &r);
    d->open = true;
    d->connection = (d->connection ? d->connection : (uint64_t)device) + STRANGER_CONNECTIONS;
    d->dropped = false;
    d->owed_count = 0;
    d->open = clients_upgrade(&stranger_node_of(s, device)->server, d->connection, &r, cookie) == 0;
    stranger_take_cookie(s, device, cookie);
}

/* ---- requests ---- */

static void check_held(struct stranger *s)
{
    const char *what = "";
    for (int i = 0; i < s->nodes; i++) {
        double held = peek_held(&s->node[i], &what);
        if (held > HOLD_SECONDS)
            stranger_fail("\"%s\" held the loop for %.1f s", what, held);
    }
}

/* A request gets the step's number as its id. One that does not begin like an object goes as it is. */
static void do_ask(struct stranger *s, int device, const char *json)
{
    struct device *d = &s->device[device];
    struct text out = TEXT_IN(expanded);
    struct server *server = &stranger_node_of(s, device)->server;
    bool whole = strncmp(json, "{\"", 2) == 0;
    if (!d->open || d->owed_count == STRANGER_OWED)
        return;
    if (whole)
        text_printf(&out, "{\"id\":%d,", s->step);
    stranger_expand(s, device, whole ? json + 1 : json, &out);
    bool fits = out.length <= clients_allowed(server, out.at, out.length);
    d->owed[d->owed_count++] = whole && fits ? s->step : -1;
    s->requests++;
    clients_message(server, d->connection, fits ? out.at : NULL, fits ? out.length : 0);
}

static void do_visit(struct stranger *s, int device, const char *rest, bool post)
{
    static char body[NET_MAX_BODY + 1];
    struct visit_text text;
    struct text out = TEXT_IN(expanded);
    stranger_expand(s, device, rest, &out);
    char *space = strchr(out.at, ' ');
    if (space)
        *space = '\0';
    snprintf(body, sizeof body, "%s", space ? space + 1 : "");
    struct net_request r = request_of(&s->device[device], out.at, &text);
    set_address(device, &r);
    if (post) {
        r.method = NET_POST;
        r.body = body;
        r.length = strlen(body);
    }
    if (s->visit_count == STRANGER_OWED)
        return;
    s->visits[s->visit_count++] = (struct visit_owed){(uint64_t)(VISITS + s->step), device};
    s->requests++;
    http_request(&stranger_node_of(s, device)->server, (uint64_t)(VISITS + s->step), &r);
}

/* ---- the owner ---- */

static void end_act(struct act *act)
{
    free(act->buffer);
    free(act);
}

static void give_up(struct act *act, act_step *step)
{
    (void)step;
    act_refuse(act, "busy");
}

static void do_owner(struct stranger *s, int device, const char *rest)
{
    struct text out = TEXT_IN(expanded);
    struct act *act = must_calloc(1, sizeof *act);
    stranger_expand(s, device, rest, &out);
    act->server = &s->node[0].server;
    act->buffer = must_malloc(ACT_ANSWER);
    act->out = text_in(act->buffer, ACT_ANSWER);
    act->done = end_act;
    act->retry = give_up;
    snprintf(act->who, sizeof act->who, "owner");
    char *word = strtok(out.at, " ");
    act->kind = word ? act_find(word) : NULL;
    while ((word = strtok(NULL, " ")) && act->count < ACT_WORDS)
        snprintf(act->words[act->count++], ACT_TEXT, "%s", word);
    if (act->kind && act->count >= act->kind->act.least && act->count <= act->kind->act.most) {
        snprintf(act->for_text, sizeof act->for_text, "%s", s->step % 2 ? "1h" : "");
        act->kind->begin(act);
    } else {
        end_act(act);
    }
}

/* ---- faults ---- */

static void do_store(struct stranger *s, int device, const char *how)
{
    struct fake *fake = stranger_node_of(s, device);
    fake->fails = strcmp(how, "refuses") == 0 || strcmp(how, "loses") == 0;
    fake->unsure = strcmp(how, "loses") == 0 || strcmp(how, "hides") == 0;
    fake->blind = strcmp(how, "blind") == 0;
}

static void set_lags(struct stranger *s, bool lags)
{
    s->lags = lags;
    for (int i = 0; i < s->nodes; i++)
        s->node[i].late = lags;
}

/* ---- steps ---- */

/* All that is random in this step follows from the seed and its number. */
static void begin_step(struct stranger *s, int number)
{
    s->step = number;
    for (int i = 0; i < s->nodes; i++) {
        rng_seed(&s->node[i].random, s->seed * 1000003 + (uint64_t)number * 8 + (uint64_t)i);
        rng_seed(&s->node[i].rng, s->seed * 1000033 + (uint64_t)number);
        s->node[i].now += STEP_MS;
    }
    rng_seed(&s->luck, s->seed * 1000037 + (uint64_t)number);
}

static bool is(const char *verb, const char *word)
{
    return strcmp(verb, word) == 0;
}

static void do_verb(struct stranger *s, const char *verb, int n, const char *rest)
{
    int device = n > 0 && n <= FAKE_CONNECTIONS ? n : 1;
    if (is(verb, "ask"))
        do_ask(s, device, rest);
    else if (is(verb, "get") || is(verb, "post"))
        do_visit(s, device, rest, is(verb, "post"));
    else if (is(verb, "open"))
        do_open(s, device, rest);
    else if (is(verb, "close"))
        stranger_leave(s, device);
    else if (is(verb, "pass"))
        stranger_pass(s, (int64_t)n * (is(rest, "minutes") ? 60000 : 1));
    else if (is(verb, "think"))
        stranger_think(s, n);
    else if (is(verb, "go"))
        stranger_go(s, n);
    else if (is(verb, "lag"))
        set_lags(s, n);
    else if (is(verb, "store"))
        do_store(s, device, rest);
    else if (is(verb, "bots"))
        stranger_node_of(s, device)->questions = is(rest, "busy") ? 0 : 1000000;
    else if (is(verb, "forget") && stranger_made(s, n))
        peek_drop(&s->node[s->step % s->nodes], stranger_made(s, n)->id);
    else if (is(verb, "bus"))
        s->bus = n % STRANGER_BUSES;
    else if (is(verb, "owner"))
        do_owner(s, device, rest);
    else if (is(verb, "laws"))
        stranger_laws(s);
}

void stranger_do(struct stranger *s, const char *line)
{
    char verb[16];
    int number = 0, n = 0, used = 0;
    if (sscanf(line, "%d %15s %d %n", &number, verb, &n, &used) < 3)
        return;
    begin_step(s, number);
    do_verb(s, verb, n, line + used);
    if (!s->lags)
        stranger_settle(s);
    stranger_end_dropped(s);
    if (!s->lags)
        stranger_settle(s);
    check_held(s);
}
