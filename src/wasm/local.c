/* local.c: a server inside a browser: its host port, and what the script around it calls. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "match/notation.h"
#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/host/wakes.h"
#include "server/protocol/client.h"
#include "wasm/memory_store.h"
#include "wasm/mend.h"
#include "wasm/page.h"
#include "wasm/question.h"

/* Nothing expires on a person's own device. */
#define NEVER_MS (INT64_C(1) << 50)

struct asked {
    struct asked *next;
    uint32_t id;
    const struct game *game;
    host_thought_done *done;
    void *context;
};

static struct server server;
static struct memory_store store;
static struct wakes wakes;
static struct asked *questions;
static uint32_t next_question = 1;

void log_line(enum log_level level, const char *event, const char *format, ...)
{
    char line[1024];
    struct text out = TEXT_IN(line);
    char sentence[900];
    va_list args;
    (void)level;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    text_printf(&out, "%s: %s", event, sentence);
    page_log(line, out.length);
}

/* The pairs are for those who search in logs of servers. */
void log_event(enum log_level level, const char *event, ...)
{
    (void)level;
    page_log(event, strlen(event));
}

/* ---- the host port ---- */

static int64_t now(void *me)
{
    (void)me;
    return (int64_t)page_now();
}

static double exact_clock(void *me)
{
    (void)me;
    return page_clock() / 1000;
}

static void wake(void *me, uint64_t table, int64_t at)
{
    (void)me;
    wakes_add(&wakes, table, at);
}

static void random_bytes(void *me, void *out, size_t size)
{
    (void)me;
    page_random(out, size);
}

static void send_message(void *me, uint64_t client, struct message *message)
{
    (void)me;
    page_send((uint32_t)client, message_text(message), message->length);
}

static void drop(void *me, uint64_t client)
{
    (void)me;
    page_drop((uint32_t)client);
}

static void requeue(void *me, uint64_t client)
{
    (void)me;
    page_requeue((uint32_t)client);
}

static bool think(void *me, const struct host_question *question, host_thought_done *done, void *context)
{
    struct thinking_question bytes;
    struct rng rng;
    struct asked *asked = must_malloc(sizeof *asked);
    (void)me;
    page_random(&rng, sizeof rng);
    *asked = (struct asked){questions, next_question++, question->game, done, context};
    questions = asked;
    thinking_write(question, &rng, &bytes);
    page_think(asked->id, question->level > 0, &bytes, sizeof bytes);
    return true;
}

/* There are no passwords here. */
static bool hash(void *me, const struct host_password *password, host_hash_done *done, void *context)
{
    (void)me;
    (void)password;
    (void)done;
    (void)context;
    return false;
}

/* A record that a person opens may take its time: nobody else waits. */
static bool work(void *me, struct host_job *job)
{
    (void)me;
    job->run(job);
    job->done(job);
    return true;
}

static void reply(void *me, uint64_t request, const struct net_reply *answer)
{
    (void)me;
    (void)request;
    (void)answer;
}

static void figures(void *me, struct host_figures *out)
{
    (void)me;
    *out = (struct host_figures){0};
}

/* ---- the store port ---- */

/* A table is put right before anybody sees it. */
static void read_store(void *me, const struct store_query *query, store_read *done, void *context)
{
    struct memory_table *table = query->what == STORE_TABLE ? memory_find(&store, query->id) : NULL;
    struct store plain = memory_store_port(me);
    if (table)
        mend_entries(table, &server, page_remove);
    plain.read(me, query, done, context);
}

/* ---- what the script calls ---- */

/* Memory for texts that the script hands in; the function that takes the text frees it. */
PAGE_OFFERS(local_memory) void *local_memory(size_t size)
{
    return must_malloc(size);
}

PAGE_OFFERS(local_open) void local_open(void)
{
    games_open();
    bots_open();
    store.keep = page_keep;
    server.connections = LIMIT_CONNECTIONS;
    server.policy = policy_default;
    server.policy.unlimited = true;
    server.policy.tables_each = server.policy.tables;
    server.policy.open_ms = server.policy.game_ms = server.policy.guest_ms = NEVER_MS;
    server.host = (struct host){.now = now,
                                .clock = exact_clock,
                                .spent = exact_clock,
                                .wake = wake,
                                .random = random_bytes,
                                .send = send_message,
                                .drop = drop,
                                .requeue = requeue,
                                .think = think,
                                .hash = hash,
                                .work = work,
                                .reply = reply,
                                .figures = figures};
    server.store = memory_store_port(&store);
    server.store.read = read_store;
    server_open(&server);
}

/* A row that was kept before, see memory_load. 0 if it cannot be used. */
PAGE_OFFERS(local_row) int local_row(char *row, size_t length)
{
    bool fine = memory_load(&store, row, length);
    free(row);
    return fine;
}

/* Everything was loaded: clocks go on. */
PAGE_OFFERS(local_begin) void local_begin(void)
{
    mend_tables(&store, page_remove);
    while (!server.all_resumed)
        server_resume(&server);
}

PAGE_OFFERS(local_kept) void local_kept(int kept)
{
    memory_kept(&store, kept);
}

/* One person has this device, whoever opens it; so their token need not be a secret. */
PAGE_OFFERS(local_connect) void local_connect(uint32_t client)
{
    static char none[] = "", path[] = "/ws", cookie[] = "castellany=00000000000000000000000000000000";
    char unused[NET_COOKIE];
    struct net_request request = {.method = NET_GET,
                                  .path = path,
                                  .query = none,
                                  .host = none,
                                  .origin = none,
                                  .cookie = cookie,
                                  .authorization = none,
                                  .content_type = none,
                                  .if_none_match = none,
                                  .accept_encoding = none,
                                  .address = "here",
                                  .body = none};
    clients_upgrade(&server, client, &request, unused);
}

PAGE_OFFERS(local_closed) void local_closed(uint32_t client)
{
    clients_closed(&server, client);
}

PAGE_OFFERS(local_message) void local_message(uint32_t client, char *text, size_t length)
{
    bool allowed = length <= clients_allowed(&server, text, length);
    clients_message(&server, client, allowed ? text : NULL, allowed ? length : 0);
    free(text);
}

PAGE_OFFERS(local_go_on) void local_go_on(uint32_t client)
{
    client_go_on(&server, client, false);
}

/* The answer to a question; of no bytes if there is none. */
PAGE_OFFERS(local_thought) void local_thought(uint32_t question, void *bytes, size_t size)
{
    struct asked **at = &questions;
    while (*at && (*at)->id != question)
        at = &(*at)->next;
    struct asked *asked = *at;
    if (asked) {
        *at = asked->next;
        struct host_thought thought;
        bool answered = size == sizeof(struct thinking_answer);
        if (answered)
            thought = thinking_read(asked->game, bytes);
        asked->done(asked->context, answered ? &thought : NULL);
        free(asked);
    }
    free(bytes);
}

/* Wakes the tables whose time has come. Returns the time of the next one, or infinity. */
PAGE_OFFERS(local_wake) double local_wake(void)
{
    int64_t at = now(NULL);
    for (uint64_t table; (table = wakes_take(&wakes, at));)
        room_woken(&server, table);
    return wakes_next(&wakes) == INT64_MAX ? __builtin_inf() : (double)wakes_next(&wakes);
}

/* To be called about once a second. */
PAGE_OFFERS(local_tick) void local_tick(void)
{
    server_tick(&server);
}

/* The record of a game that this program cannot replay: its entries have the moves as text. */
static void put_kept_record(const struct memory_table *t, const char *notes, struct text *out)
{
    int points[GAME_MAX_SEATS];
    for (int seat = 0; seat < t->row.seats; seat++)
        points[seat] = t->chairs[seat].points;
    match_record_kept(&(struct match_kept){.game = t->row.game,
                                           .box = t->row.box,
                                           .rules = t->row.rules,
                                           .seats = t->row.seats,
                                           .options = t->row.options,
                                           .notes = notes,
                                           .entries = t->entries,
                                           .count = t->entry_count,
                                           .points = t->row.state == TABLE_OVER ? points : NULL},
                      out);
}

/* The whole record of a table, hidden moves too: it is the person's own. NULL if there is none. */
PAGE_OFFERS(local_record) const char *local_record(char *id)
{
    struct room *room = room_get(&server, id_parse(id));
    const struct memory_table *kept = memory_find(&store, id_parse(id));
    struct text out = TEXT_IN(server.buffers->message);
    char notes[DRAWING_NOTES];
    free(id);
    if (!kept || kept->row.state == TABLE_OPEN || !room_is_present(room))
        return NULL;
    drawing_notes(&room->table.at, notes);
    if (table_has_match(&room->table))
        match_record(&room->table.match, room->table.match.count, MATCH_ALL, notes, &out);
    else
        put_kept_record(kept, notes, &out);
    return out.at;
}
