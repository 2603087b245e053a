/* fake.c: a server with fake ports, for tests inside one process. */
#include "fake.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/memory.h"
#include "server/base/shared_message.h"
#include "server/transport/http.h"

/* ---- the host ---- */

static int64_t now(void *me)
{
    return ((struct fake *)me)->now;
}

static double exact_clock(void *me)
{
    return (double)((struct fake *)me)->now / 1000;
}

static double spent(void *me)
{
    struct timespec t;
    (void)me;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void wake(void *me, uint64_t table, int64_t at)
{
    wakes_add(&((struct fake *)me)->wakes, table, at);
}

static void random_bytes(void *me, void *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)(rng_next(&((struct fake *)me)->random) >> 56);
}

static void note_message(struct fake *fake, uint64_t id, const char *text, size_t length)
{
    if (id > FAKE_CONNECTIONS || fake->dropped[id])
        return;
    struct heard *h = &fake->heard[id];
    if (h->length + length + 2 > h->capacity) {
        h->capacity = (h->length + length + 2) * 2;
        h->at = must_realloc(h->at, h->capacity);
    }
    memcpy(h->at + h->length, text, length);
    h->length += length;
    h->at[h->length++] = '\n';
    h->at[h->length] = '\0';
}

const char *fake_heard(struct fake *fake, uint64_t id)
{
    static char copy[64 * 1024];
    snprintf(copy, sizeof copy, "%s", fake->heard[id].at ? fake->heard[id].at : "");
    heard_clear(&fake->heard[id]);
    return copy;
}

void heard_clear(struct heard *heard)
{
    free(heard->at);
    *heard = (struct heard){0};
}

static void send_message(void *me, uint64_t client, struct message *message)
{
    note_message(me, client, message_text(message), message->length);
}

static void drop(void *me, uint64_t client)
{
    if (client <= FAKE_CONNECTIONS)
        ((struct fake *)me)->dropped[client] = true;
}

static void requeue(void *me, uint64_t client)
{
    struct fake *fake = me;
    for (int i = 0; i < fake->queued_count; i++)
        if (fake->queued[i] == client)
            return;
    if (fake->queued_count < FAKE_CONNECTIONS)
        fake->queued[fake->queued_count++] = client;
}

static bool step_queued(struct fake *fake)
{
    if (!fake->queued_count)
        return false;
    client_go_on(&fake->server, fake->queued[--fake->queued_count], false);
    return true;
}

static void reply(void *me, uint64_t request, const struct net_reply *answer)
{
    note_message(me, request, answer->body, answer->length);
}

static bool think(void *me, const struct host_question *question, host_thought_done *done, void *context)
{
    struct fake *fake = me;
    if (fake->questions == 0)
        return false;
    if (question->level < 0 || question->level > BOT_LEVELS)
        abort(); /* a real host would read past the end of its list of levels */
    fake->questions--;
    fake->payer = question->payer;
    fake->asker = question->asker;
    struct fake_thought *t = must_malloc(sizeof *t);
    *t = (struct fake_thought){.done = done, .context = context};
    t->move = game_random_move(question->game, question->view, question->seat, &fake->rng);
    if (question->level == 0) { /* the judge */
        game_move moves[GAME_MAX_MOVES];
        t->count = question->game->moves(question->game, question->view, question->seat, moves, NULL);
        for (int i = 0; i < t->count; i++)
            t->opinions[i] = (struct bot_opinion){.move = moves[i], .win = 1.0f / (float)(i + 2)};
        t->move = moves[0];
    }
    struct fake_thought **last = &fake->thoughts;
    while (*last)
        last = &(*last)->next;
    *last = t;
    return true;
}

bool fake_answer(struct fake *fake)
{
    struct fake_thought *t = fake->thoughts;
    if (!t)
        return false;
    fake->thoughts = t->next;
    t->done(t->context, &(struct host_thought){.move = t->move, .count = t->count, .opinions = t->opinions});
    free(t);
    return true;
}

static bool hash(void *me, const struct host_password *asked, host_hash_done *done, void *context)
{
    char made[128] = "";
    const char *password = asked->password, *stored = asked->hash;
    (void)me;
    bool right = stored[0] ? crypto_pwhash_str_verify(stored, password, strlen(password)) == 0
                           : crypto_pwhash_str(made, password, strlen(password), crypto_pwhash_OPSLIMIT_MIN,
                                               crypto_pwhash_MEMLIMIT_MIN) == 0;
    done(context, right, made);
    return true;
}

/* The work is done at once, but whoever asked for it is told with the next step. */
static bool work(void *me, struct host_job *job)
{
    struct fake *fake = me;
    struct fake_job *j = must_malloc(sizeof *j), **last = &fake->jobs;
    job->run(job);
    *j = (struct fake_job){.job = job};
    while (*last)
        last = &(*last)->next;
    *last = j;
    return true;
}

static bool step_job(struct fake *fake)
{
    struct fake_job *j = fake->jobs;
    if (!j)
        return false;
    fake->jobs = j->next;
    j->job->done(j->job);
    free(j);
    return true;
}

static void figures(void *me, struct host_figures *out)
{
    (void)me;
    *out = (struct host_figures){0};
}

/* ---- the store ---- */

static void answer_read(struct fake *fake, const struct store_query *query, store_read *done, void *context)
{
    if (fake->blind)
        done(context, &(struct store_answer){.found = STORE_FAILED});
    else
        sqlite_answer(fake->kept, query, done, context);
}

static void read_store(void *me, const struct store_query *query, store_read *done, void *context)
{
    struct fake *fake = me;
    if (!fake->late) {
        answer_read(fake, query, done, context);
        return;
    }
    size_t ids = (size_t)query->id_count * sizeof *query->ids;
    struct fake_read *r = must_malloc(sizeof *r + ids), **last = &fake->reads;
    *r = (struct fake_read){.query = *query, .done = done, .context = context};
    if (ids)
        r->query.ids = memcpy(r->ids, query->ids, ids);
    snprintf(r->text, sizeof r->text, "%s", query->text ? query->text : "");
    if (query->text)
        r->query.text = r->text;
    while (*last)
        last = &(*last)->next;
    *last = r;
}

/* The settings at this moment, not those when the unit is stored, decide whether it will be kept. */
static void write_store(void *me, struct unit *unit, store_written *done, void *context)
{
    struct fake *fake = me;
    unit->done = done;
    unit->context = context;
    unit->end = fake->fails ? STORE_REFUSED : STORE_KEPT;
    *(fake->last_unit ? &fake->last_unit->next : &fake->units) = unit;
    fake->last_unit = unit;
}

static void store_sums(void *me, struct store_figures *out)
{
    (void)me;
    *out = (struct store_figures){0};
}

static bool step_unit(struct fake *fake)
{
    struct unit *unit = fake->units;
    if (!unit)
        return false;
    fake->units = unit->next;
    if (!fake->units)
        fake->last_unit = NULL;
    unit->next = NULL;
    if (unit->end == STORE_KEPT)
        sqlite_write(fake->kept, unit);
    enum store_end end = fake->unsure ? STORE_UNKNOWN : unit->end;
    if (unit->done)
        unit->done(unit->context, end);
    unit_free(unit);
    return true;
}

static bool step_read(struct fake *fake)
{
    struct fake_read *r = fake->reads;
    if (!r)
        return false;
    fake->reads = r->next;
    if (r->query.text)
        r->query.text = r->text;
    answer_read(fake, &r->query, r->done, r->context);
    free(r);
    return true;
}

bool fake_step_of(struct fake *fake, enum fake_kind kind)
{
    static bool (*const steps[FAKE_KINDS])(struct fake *) = {step_job, step_read, step_unit, step_queued};
    return steps[kind](fake);
}

bool fake_step(struct fake *fake)
{
    return step_job(fake) || step_read(fake) || step_unit(fake) || step_queued(fake);
}

void fake_write(struct fake *fake, struct unit *unit)
{
    sqlite_write(fake->kept, unit);
    unit_free(unit);
}

static void copy_table(void *context, const struct store_answer *answer)
{
    struct stored_table *out = context;
    out->row.id = 0;
    if (answer->found == STORE_FOUND)
        *out = answer->tables[0];
}

bool fake_stored_table(struct fake *fake, uint64_t id, struct stored_table *out)
{
    sqlite_answer(fake->kept, &(struct store_query){.what = STORE_TABLE, .id = id}, copy_table, out);
    return out->row.id != 0;
}

static void copy_player(void *context, const struct store_answer *answer)
{
    *(struct player_row *)context = answer->player;
}

bool fake_stored_player(struct fake *fake, uint64_t id, struct player_row *out)
{
    sqlite_answer(fake->kept, &(struct store_query){.what = STORE_PLAYER, .id = id}, copy_player, out);
    return out->id != 0;
}

/* ---- the whole ---- */

static void open_store(struct fake *fake)
{
    char reason[256];
    struct text error = TEXT_IN(reason);
    fake->kept = &fake->sqlite;
    if (!sqlite_open(&fake->sqlite, NULL, &error)) {
        fputs(reason, stderr);
        abort();
    }
}

void fake_open(struct fake *fake)
{
    fake_open_beside(fake, NULL);
}

void fake_open_beside(struct fake *fake, struct fake *first)
{
    *fake = (struct fake){.now = INT64_C(1800000000000), .questions = INT_MAX};
    rng_seed(&fake->rng, 1);
    rng_seed(&fake->random, first ? ++first->beside + 2 : 2);
    if (first)
        fake->kept = first->kept;
    else
        open_store(fake);
    struct server *s = &fake->server;
    s->connections = FAKE_CONNECTIONS;
    s->null_game = true;
    s->policy = policy_default;
    s->host = (struct host){.me = fake,
                            .now = now,
                            .clock = exact_clock,
                            .spent = spent,
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
    s->store = (struct store){.me = fake, .read = read_store, .write = write_store, .figures = store_sums};
    server_open(s);
}

void fake_close(struct fake *fake)
{
    struct server *s = &fake->server;
    fake_settle(fake);
    s->closing = true;
    while (fake_answer(fake) || fake_step(fake))
        ;
    for (uint64_t id = 1; id <= FAKE_CONNECTIONS; id++) {
        clients_closed(s, id);
        heard_clear(&fake->heard[id]);
    }
    server_close(s);
    wakes_free(&fake->wakes);
    if (fake->kept == &fake->sqlite)
        sqlite_close_all(&fake->sqlite);
}

static struct net_request request(const char *path)
{
    static char none[] = "", host[] = "localhost";
    return (struct net_request){.method = NET_GET,
                                .path = must_strdup(path),
                                .query = none,
                                .host = host,
                                .origin = none,
                                .cookie = none,
                                .authorization = none,
                                .content_type = none,
                                .if_none_match = none,
                                .accept_encoding = none,
                                .address = "127.0.0.1",
                                .body = none};
}

void fake_connect(struct fake *fake, uint64_t id)
{
    char cookie[NET_COOKIE];
    struct net_request r = request("/ws");
    clients_upgrade(&fake->server, id, &r, cookie);
    free(r.path);
}

void fake_connect_as(struct fake *fake, uint64_t id, const char *token)
{
    char cookie[NET_COOKIE], header[64];
    struct net_request r = request("/ws");
    snprintf(header, sizeof header, "castellany=%s", token);
    r.cookie = header;
    clients_upgrade(&fake->server, id, &r, cookie);
    free(r.path);
}

void fake_settle(struct fake *fake)
{
    for (int i = 0; i < 200; i++) /* a limit, because a game between bots could go on here to its end */
        if (!fake_step(fake) && (fake->slow || !fake_answer(fake)))
            return;
    while (fake_step(fake))
        ;
}

static void take_head(void *context, const struct store_answer *answer)
{
    if (answer->row_count == 1)
        *(struct head_row *)context = *(const struct head_row *)answer->rows;
}

void fake_look(struct fake *fake, uint64_t id)
{
    struct store_query query = {.what = STORE_NEWS, .ids = &id, .id_count = 1};
    struct room *room = map_get(&fake->server.tables, id);
    sqlite_answer(fake->kept, &query, take_head, &room->sync.heard);
    room_catch_up(room);
}

void fake_pass(struct fake *fake, int64_t ms)
{
    int64_t end = fake->now + ms;
    for (int i = 0; i < 10000 && wakes_next(&fake->wakes) <= end; i++) {
        if (wakes_next(&fake->wakes) > fake->now)
            fake->now = wakes_next(&fake->wakes);
        uint64_t table = wakes_take(&fake->wakes, fake->now);
        room_woken(&fake->server, table);
        fake_settle(fake);
    }
    fake->now = end;
}

void fake_ask(struct fake *fake, uint64_t id, const char *text)
{
    clients_message(&fake->server, id, text, strlen(text));
    fake_settle(fake);
}

void fake_get(struct fake *fake, uint64_t id, const char *path)
{
    struct net_request r = request(path);
    char *query = strchr(r.path, '?');
    if (query) {
        *query = '\0';
        r.query = query + 1;
    }
    http_request(&fake->server, id, &r);
    free(r.path);
    fake_settle(fake);
}
