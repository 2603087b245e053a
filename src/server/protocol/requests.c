/* requests.c: reads a request, checks its members and calls its handler. */
#include "server/protocol/requests.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "server/base/memory.h"
#include "server/protocol/members.h"

/* Messages quote what a client sent, cut to some bytes. Half a UTF-8 character must not get into a message:
 * browsers drop the connection. */
static void replace_cut_characters(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p;) {
        size_t size = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc0 ? 2 : 1, n = 1;
        while (n < size && (p[n] & 0xc0) == 0x80)
            n++;
        if (n < size)
            memset(p, '?', n);
        p += n;
    }
}

enum request_end request_refuse(struct request *r, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
    replace_cut_characters(r->message);
    r->code = code;
    return REQUEST_DONE;
}

const char *request_text(const struct request *r, const char *key)
{
    return json_text(json_get(r->json, key));
}

int64_t request_int(const struct request *r, const char *key, int64_t missing)
{
    const struct json *value = json_get(r->json, key);
    return value ? json_int(value) : missing;
}

bool request_bool(const struct request *r, const char *key)
{
    return json_is(json_get(r->json, key), JSON_TRUE);
}

/* ---- tables ---- */

static bool is_open_to(const struct room *room, const struct client *client, const char *invite)
{
    const struct table_row *row = &room->table.at.row;
    return row->open_to_all || table_plays(&room->table, client->player->id) ||
           row->creator == client->player->id || client_watcher(client, room) ||
           (invite && strcmp(invite, row->invite) == 0);
}

bool request_sat_before(struct request *r, const struct room *room)
{
    if (!room->table.at.row.previous)
        return false;
    struct room *before = room_get(r->server, room->table.at.row.previous);
    if (room_is_busy(before)) {
        room_wait(before, r->client->id);
        r->again = true;
    }
    return room_is_present(before) && table_plays(&before->table, r->client->player->id);
}

struct room *request_table(struct request *r)
{
    struct room *room = room_get(r->server, id_parse(request_text(r, "table")));
    room->company.last = server_now(r->server);
    bool closed = room_is_present(room) && !is_open_to(room, r->client, request_text(r, "invite")) &&
                  !request_sat_before(r, room);
    if (r->again)
        return NULL;
    if (room->sync.state == ROOM_BROKEN)
        request_refuse(r, "store", "The store cannot read this table now; try again later.");
    else if (room->sync.state == ROOM_ABSENT || closed)
        request_refuse(
            r, "no_table",
            "There is no such table, or it is not open to you: one that is not public needs its invite key.");
    else if (room_is_busy(room)) {
        room_wait(room, r->client->id);
        r->again = true;
    } else
        return room;
    return NULL;
}

int request_seat(struct request *r, const struct room *room)
{
    int64_t seat = request_int(r, "seat", 0);
    if (seat > room->table.at.row.seats) {
        request_refuse(r, "no_seat", "The table has seats 1 to %d.", (int)room->table.at.row.seats);
        return -1;
    }
    if (!(table_seats_of(&room->table, r->client->player->id) & game_bit((int)seat - 1))) {
        request_refuse(r, "not_yours", "Seat %d is not yours.", (int)seat);
        return -1;
    }
    return (int)seat - 1;
}

struct room *request_act(struct request *r, enum table_act act)
{
    struct table_refusal why;
    struct room *room = request_table(r);
    if (!room || table_may_act(&room->table, act, r->client->player->id, &why))
        return room;
    request_refuse(r, why.code, "%s", why.message);
    return NULL;
}

struct room *request_act_of(struct request *r, enum table_act act, int *seat)
{
    struct room *room = request_act(r, act);
    return room && (*seat = request_seat(r, room)) >= 0 ? room : NULL;
}

bool request_offered(const struct request *r, const struct game *game)
{
    int i = 0;
    while (games[i] && strcmp(games[i]->name, game->name) != 0)
        i++;
    return games[i] || r->server->null_game;
}

void request_show_new(struct request *r, const struct room *room)
{
    char id[ID_TEXT];
    id_text(room->id, id);
    text_member_string(&r->out, "table", id);
    text_member_string(&r->out, "invite", room->table.at.row.invite);
}

enum request_end request_write(struct request *r, struct room *room, struct change *change)
{
    struct reply reply = {.client = r->client->id, .id = r->id, .members = must_strdup(r->out.at)};
    change_write(change, room, &reply);
    return REQUEST_PENDING;
}

enum request_end request_propose(struct request *r, struct room *room, const struct match_proposal *proposal)
{
    if (proposal->refused)
        return request_refuse(r, proposal->refused, "%s", proposal->reason);
    if (!proposal->count)
        return REQUEST_DONE;
    struct change *change = change_new(room);
    plan_propose(&change->plan, proposal);
    return request_write(r, room, change);
}

/* ---- handling ---- */

const struct request_kind *const requests_all[] = {requests_lobby,  requests_table,
                                                   requests_seat,   requests_game,
                                                   requests_look,   requests_advice,
                                                   requests_watch,  requests_import,
                                                   requests_people, requests_profile,
                                                   requests_absent, requests_push,
                                                   requests_line,   NULL};

static const struct request_kind *find(const char *word)
{
    for (int i = 0; requests_all[i]; i++)
        for (const struct request_kind *k = requests_all[i]; k->word; k++)
            if (strcmp(k->word, word) == 0)
                return k;
    return NULL;
}

/* A server that is about to stop lets games go on, but begins none. */
static bool makes_table(const char *word)
{
    return strcmp(word, "create") == 0 || strcmp(word, "rematch") == 0 || strcmp(word, "import") == 0;
}

/* Requests with answers that may be large. They are refused to an address that had many of them lately. */
static bool is_large(const char *word)
{
    static const char *const large[] = {"positions", "watch",  "list",    "preview", "analyse",
                                        "line",      "search", "results", "ranking"};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        if (strcmp(large[i], word) == 0)
            return true;
    return false;
}

static enum request_end handle(struct request *r)
{
    const char *word = request_text(r, "do");
    const struct request_kind *kind = word ? find(word) : NULL;
    if (!json_is(json_get(r->json, "id"), JSON_INTEGER))
        return request_refuse(r, "missing", "The member \"id\" is missing or is not an integer.");
    r->id = json_int(json_get(r->json, "id"));
    if (!word)
        return request_refuse(r, "missing", "The member \"do\" is missing or is not text.");
    if (!kind)
        return request_refuse(r, "unknown", "There is no request \"%.40s\"; docs/PROTOCOL.md lists them.",
                              word);
    r->word = kind->word;
    if (r->server->house.draining && makes_table(word))
        return request_refuse(r, "draining", "The server is about to stop: make the table when it is back.");
    if (is_large(word) && !r->server->policy.unlimited &&
        !budget_has(r->server, BUDGET_BYTES, r->client->place.address))
        return request_refuse(r, "rate", "Your address was sent very much lately; wait and send it again.");
    char problem[sizeof r->message];
    struct text why = TEXT_IN(problem);
    const char *code = members_check(kind->members, r->json, &why);
    if (!code)
        return kind->handle(r);
    r->misspelt = true;
    return request_refuse(r, code, "%s", problem);
}

static void answer(struct request *r)
{
    struct text out = TEXT_IN(r->server->buffers->answer);
    text_put(&out, "{\"re\":");
    if (r->json && json_is(json_get(r->json, "id"), JSON_INTEGER))
        text_int(&out, r->id);
    else
        text_put(&out, "null");
    if (r->code) {
        client_note_refusal(r->client, r->code);
        text_member_string(&out, "error", r->code);
        text_member_string(&out, "message", r->message);
    } else if (r->out.length) {
        text_char(&out, ',');
        text_put_n(&out, r->out.at, r->out.length);
    }
    text_json_close(&out, '}');
    client_send(r->client, &out);
}

/* ---- reads ---- */

/* A request that waits for the store. It names its client by id, because the client may be gone by then. */
struct reading {
    struct request request;
    uint64_t client;
    bool inside; /* request_handle has not returned yet and will look at `end` */
    bool ended;
    enum request_end end;
};

enum request_end request_read(struct request *r, const struct store_query *query, request_reader *reader)
{
    r->query = *query;
    r->query.payer = limits_key(r->client->place.address);
    r->reader = reader;
    if (query->text)
        snprintf(r->query_text, sizeof r->query_text, "%s", query->text);
    return REQUEST_READING;
}

bool request_refuse_unsure(struct request *r, const struct room *room)
{
    if (room->sync.unsure)
        request_refuse(r, "store", "The store cannot be read now; try again later.");
    return room->sync.unsure;
}

bool request_look(struct request *r, struct room *room)
{
    if (!r->server->bus.publish || r->client->looked)
        return false;
    r->client->looked = r->again = true;
    room_wait(room, r->client->id);
    room_look(room);
    return true;
}

/* The table of a refused request, if another node may have changed it so that the refusal would be wrong. */
static struct room *may_be_old(const struct request *r)
{
    static const char *const codes[] = {"not_allowed", "not_your_turn", "not_yours", "not_running", "stale",
                                        "illegal",     "full",          "unknown",   "no_table"};
    const char *name = r->json ? request_text(r, "table") : NULL;
    if (!r->code || r->misspelt || !name || !r->server->bus.publish)
        return NULL;
    struct room *room = map_get(&r->server->tables, id_parse(name));
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (strcmp(codes[i], r->code) == 0 && room && room_is_present(room))
            return room;
    return NULL;
}

static void forget(struct request *r)
{
    json_free(r->json);
    free(r->text);
    if (r->drop)
        r->drop(r->kept);
}

static enum request_end end_request(struct request *r, enum request_end end)
{
    uint64_t client = r->client->id;
    struct room *room = end == REQUEST_DONE && !r->aside && !r->again ? may_be_old(r) : NULL;
    if (room && !request_look(r, room)) /* the store decides, and the request is handled once more */
        request_refuse_unsure(r, room);
    if (r->again)
        end = REQUEST_RETRY;
    if (!r->code && r->out.cut)
        request_refuse(r, "limit", "The answer is too long; ask for less.");
    if (end == REQUEST_DONE && !r->aside && client_find(r->server, client)) {
        answer(r);
        if (!r->code && r->after)
            r->after(r);
    }
    forget(r);
    return end;
}

/* What a request waits for, if it does not end. */
static enum request_end settle(struct request *r, enum request_end end);

static void on_read(void *context, const struct store_answer *found)
{
    struct reading *reading = context;
    struct request *r = &reading->request;
    struct server *server = r->server;
    uint64_t id = reading->client;
    double begin = hold_begin(server);
    r->client = client_find(server, id);
    r->out = TEXT_IN(server->buffers->members);
    if (!r->client) {
        forget(r);
        reading->end = REQUEST_PENDING;
    } else if (found->found == STORE_FAILED) {
        reading->end =
            end_request(r, request_refuse(r, "store", "The store cannot be read now; try again later."));
    } else {
        reading->end = settle(r, r->reader(r, found));
    }
    hold_end(server, begin, "request", r->word);
    reading->ended = true;
    if (reading->inside)
        return;
    if (reading->end == REQUEST_DONE)
        client_go_on(server, id, true);
    free(reading);
}

static enum request_end read_and_go_on(const struct request *r)
{
    struct reading *reading = must_malloc(sizeof *reading);
    *reading = (struct reading){.request = *r, .client = r->client->id, .inside = true};
    struct store *store = &r->server->store;
    if (r->query.text)
        reading->request.query.text = reading->request.query_text;
    store->read(store->me, &reading->request.query, on_read, reading);
    reading->inside = false;
    if (!reading->ended)
        return REQUEST_PENDING;
    enum request_end end = reading->end;
    free(reading);
    return end;
}

/* ---- work ---- */

/* A request that waits for another thread. It names its client as one that waits for the store does. */
struct at_work {
    struct host_job job; /* the first member */
    struct request request;
    uint64_t client;
    bool inside;
    bool ended;
    enum request_end end;
};

enum request_end request_work(struct request *r, request_worker *worker, request_handler *then)
{
    r->worker = worker;
    r->then = then;
    return REQUEST_WORKING;
}

static void run_work(struct host_job *job)
{
    struct request *r = &((struct at_work *)job)->request;
    r->worker(r);
}

static void on_worked(struct host_job *job)
{
    struct at_work *e = (struct at_work *)job;
    struct request *r = &e->request;
    struct server *server = r->server;
    uint64_t id = e->client;
    double begin = hold_begin(server);
    r->client = client_find(server, id);
    r->out = TEXT_IN(server->buffers->members);
    if (r->client) {
        e->end = settle(r, r->then(r));
    } else {
        forget(r);
        e->end = REQUEST_PENDING;
    }
    hold_end(server, begin, "request", r->word);
    e->ended = true;
    if (e->inside)
        return;
    if (e->end == REQUEST_DONE)
        client_go_on(server, id, true);
    free(e);
}

static enum request_end work_and_go_on(const struct request *r)
{
    struct at_work *e = must_malloc(sizeof *e);
    *e = (struct at_work){
        .job = {.run = run_work, .done = on_worked}, .request = *r, .client = r->client->id, .inside = true};
    e->job.payer = limits_key(r->client->place.address);
    if (!r->server->host.work(r->server->host.me, &e->job)) {
        request_refuse(&e->request, "busy", "Too many records are being read; send it again later.");
        e->end = end_request(&e->request, REQUEST_DONE);
        e->ended = true;
    }
    e->inside = false;
    if (!e->ended)
        return REQUEST_PENDING;
    enum request_end end = e->end;
    free(e);
    return end;
}

static enum request_end settle(struct request *r, enum request_end end)
{
    return end == REQUEST_READING   ? read_and_go_on(r)
           : end == REQUEST_WORKING ? work_and_go_on(r)
                                    : end_request(r, end);
}

/* ---- messages ---- */

static enum request_end handle_read(struct request *r)
{
    if (json_is(r->json, JSON_OBJECT))
        return handle(r);
    char reason[128];
    snprintf(reason, sizeof reason, "%.100s", r->json ? "it is another value" : r->message);
    return request_refuse(r, "bad_json", "The message is not a JSON object: %s", reason);
}

static void read_message(struct request *r, const char *text, size_t length)
{
    struct text error = TEXT_IN(r->message);
    r->json = json_load(text, length, &error);
}

static void read_long(struct request *r)
{
    read_message(r, r->text, r->length);
}

enum request_end request_handle(struct client *client, const struct pending *message)
{
    struct server *server = client->server;
    struct request r = {.word = "unread", .server = server, .client = client, .paid = message->paid};
    enum request_end end;
    double begin = hold_begin(server);
    r.out = TEXT_IN(server->buffers->members);
    server->metrics.requests++;
    if (message->length <= LIMIT_MESSAGE) {
        read_message(&r, message->text, message->length);
        end = settle(&r, handle_read(&r));
        hold_end(server, begin, "request", r.word);
        return end;
    }
    /* A megabyte takes long to read. Its client may go meanwhile, so the text is copied. */
    r.length = message->length;
    r.text = must_malloc(message->length);
    memcpy(r.text, message->text, message->length);
    end = settle(&r, request_work(&r, read_long, handle_read));
    hold_end(server, begin, "request", "unread");
    return end;
}
