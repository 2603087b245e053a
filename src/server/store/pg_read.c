/* pg_read.c: answers questions from PostgreSQL, over a few connections. */
#include "server/store/pg_read.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/memory.h"

enum { TRIES = 3, TOGETHER = 64, HOLD_MS = 8000, SILENCE_MS = 10000, CLOCK_MS = 5000 };

struct pg_read {
    struct pg_read *next;
    struct store_query query;
    char text[256];
    uint64_t *ids;
    store_read *done; /* NULL: the clock is read */
    void *context;
    uint64_t since, sent;
    int tries;
    bool failed, ends;     /* ends: the transaction ends with it */
    struct read_step step; /* of which the result comes next */
    struct store_answer answer;
};

/* ---- queues ---- */

static void append(struct pg_read **first, struct pg_read **last, struct pg_read *read)
{
    read->next = NULL;
    *(*first ? &(*last)->next : first) = read;
    *last = read;
}

static struct pg_read *take_first(struct pg_read **first)
{
    struct pg_read *read = *first;
    if (read)
        *first = read->next;
    return read;
}

static void finish(struct pg_read *read, enum store_found found)
{
    read->answer.found = found;
    answer_end(&read->answer, read->query.what);
    if (read->done)
        read->done(read->context, &read->answer);
    answer_free(&read->answer);
    free(read->ids);
    free(read);
}

/* ---- sending ---- */

static void send_step(struct pg_reader *r, const struct read_step *step, const struct store_query *query)
{
    char name[PG_NAME];
    struct pg_params *p = &r->all->params;
    pg_params_clear(p);
    pg_add_number(p, step_id(step, query));
    pg_add_number(p, step_from(step, query));
    pg_add_text(p, query->text);
    pg_params_end(p);
    pg_name_of_step(step, name);
    pg_send(&r->connection, name, p);
}

static void send_steps(struct pg_reader *r, const struct store_query *query)
{
    struct read_step step = step_first(query);
    do
        send_step(r, &step, query);
    while (step_next(query, &step));
}

static void send_read(struct pg_reader *r, struct pg_read *read)
{
    read->failed = read->ends = false;
    read->tries++;
    read->sent = uv_hrtime();
    append(&r->first, &r->last, read);
    r->next = r->next ? r->next : read;
    r->count++;
    if (read->done) {
        read->step = step_first(&read->query);
        send_steps(r, &read->query);
    } else {
        pg_params_clear(&r->all->params);
        pg_send(&r->connection, PG_CLOCK, &r->all->params);
    }
}

static void end_transaction(struct pg_reader *r)
{
    r->last->ends = true;
    pg_sync(&r->connection);
}

/* The connection with the least to do; NULL if none is ready. */
static struct pg_reader *choose(struct pg_reads *all)
{
    struct pg_reader *best = NULL;
    for (int i = 0; i < PG_READERS; i++) {
        struct pg_reader *r = &all->readers[i];
        if (r->connection.ready && (!best || r->count < best->count))
            best = r;
    }
    return best;
}

/* What other nodes have written is read for many tables at once. One transaction for all of them costs much
 * less than one for each. */
static bool goes_with(const struct pg_read *read, const struct pg_read *other)
{
    return other && read->query.what == STORE_ENTRIES && other->query.what == STORE_ENTRIES;
}

static void send_waiting(struct pg_reads *all)
{
    struct pg_reader *r;
    while (all->first && (r = choose(all))) {
        int count = 0;
        do
            send_read(r, take_first(&all->first));
        while (++count < TOGETHER && goes_with(r->last, all->first));
        end_transaction(r);
    }
}

/* Before the loop waits: all that was asked in this turn. */
static void on_prepare(uv_prepare_t *prepare)
{
    uv_prepare_stop(prepare);
    send_waiting(prepare->data);
}

/* ---- results ---- */

struct at_row {
    const PGresult *result;
    int row;
};

static const char *text(void *from, int column)
{
    const struct at_row *at = from;
    return PQgetvalue(at->result, at->row, column); /* "" for NULL */
}

static int64_t number(void *from, int column)
{
    return strtoll(text(from, column), NULL, 10);
}

/* A result of the read was the last one: the next is that of another read. */
static bool is_whole(struct pg_read *read)
{
    return !read->done || !step_next(&read->query, &read->step);
}

/* When a statement fails, PostgreSQL answers the rest of its transaction with PIPELINE_ABORTED. */
static void on_result(void *me, const PGresult *result)
{
    struct pg_reader *r = me;
    struct pg_read *read = r->next;
    struct at_row at = {.result = result};
    struct found_row row = {.from = &at, .number = number, .text = text};
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        if (PQresultStatus(result) != PGRES_PIPELINE_ABORTED)
            log_line(LOG_ERROR, "store", "cannot read: %s %s", pg_state(result),
                     PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
        read->failed = true;
    } else if (!read->done) {
        r->all->clock(r->all->context, number(&at, 0), read->sent, uv_hrtime());
    } else {
        for (; at.row < PQntuples(result); at.row++)
            answer_take(&read->answer, &read->step, &row);
    }
    if (is_whole(read))
        r->next = read->next;
}

/* A read changes nothing: what failed may be asked again. */
static void end_read(struct pg_reads *all, struct pg_read *read)
{
    bool again = read->failed && read->done && read->tries < TRIES && !all->closing;
    if (again) {
        answer_free(&read->answer);
        read->answer = (struct store_answer){0};
        append(&all->first, &all->last, read);
        return;
    }
    if (read->done)
        all->broken = read->failed;
    finish(read, read->failed ? STORE_FAILED : STORE_FOUND);
}

static void on_synced(void *me)
{
    struct pg_reader *r = me;
    bool ends = false;
    while (!ends && r->first) {
        struct pg_read *read = take_first(&r->first);
        ends = read->ends;
        r->count--;
        if (!read->failed)
            pg_works(&r->connection);
        end_read(r->all, read);
    }
    send_waiting(r->all);
}

static void on_ready(void *me)
{
    struct pg_reads *all = ((struct pg_reader *)me)->all;
    all->broken = false;
    send_waiting(all);
}

static void on_lost(void *me)
{
    struct pg_reader *r = me;
    r->count = 0;
    r->next = NULL;
    for (struct pg_read *read; (read = take_first(&r->first));) {
        read->failed = true;
        end_read(r->all, read);
    }
    if (!choose(r->all))
        r->all->broken = true;
    send_waiting(r->all);
}

static const struct pg_events events = {.prepare = pg_prepare_reads,
                                        .ready = on_ready,
                                        .result = on_result,
                                        .synced = on_synced,
                                        .lost = on_lost};

/* ---- asking ---- */

static struct pg_read *read_new(struct pg_reads *all, store_read *done, void *context)
{
    struct pg_read *read = must_calloc(1, sizeof *read);
    read->done = done;
    read->context = context;
    read->since = uv_now(all->readers[0].connection.loop);
    return read;
}

void pg_reads_ask(struct pg_reads *all, const struct store_query *query, store_read *done, void *context)
{
    struct pg_read *read = read_new(all, done, context);
    struct text copy = TEXT_IN(read->text);
    read->query = *query;
    text_put(&copy, query->text ? query->text : "");
    read->query.text = read->text;
    if (query->id_count) {
        read->ids = must_malloc((size_t)query->id_count * sizeof *read->ids);
        memcpy(read->ids, query->ids, (size_t)query->id_count * sizeof *read->ids);
        read->query.ids = read->ids;
    }
    if (all->closing) {
        finish(read, STORE_FAILED);
        return;
    }
    append(&all->first, &all->last, read);
    uv_prepare_start(&all->prepare, on_prepare);
}

static void read_clock(struct pg_reads *all, uint64_t now)
{
    struct pg_reader *r = choose(all);
    if (!r || r->count || now - all->clock_read < CLOCK_MS)
        return;
    all->clock_read = now;
    send_read(r, read_new(all, NULL, NULL));
    end_transaction(r);
}

void pg_reads_tick(struct pg_reads *all)
{
    uint64_t now = uv_now(all->readers[0].connection.loop);
    while (all->first && now - all->first->since > HOLD_MS) {
        all->broken = true;
        finish(take_first(&all->first), STORE_FAILED);
    }
    for (int i = 0; i < PG_READERS; i++)
        if (pg_is_silent(&all->readers[i].connection, SILENCE_MS))
            pg_drop(&all->readers[i].connection, "no answer for 10 seconds");
    read_clock(all, now);
}

bool pg_reads_are_silent(const struct pg_reads *all, uint64_t ms)
{
    for (int i = 0; i < PG_READERS; i++)
        if (pg_is_silent(&all->readers[i].connection, ms))
            return true;
    return false;
}

void pg_reads_open(struct pg_reads *all, uv_loop_t *loop, const char *url, pg_clock *clock, void *context)
{
    *all = (struct pg_reads){.clock = clock, .context = context};
    uv_prepare_init(loop, &all->prepare);
    all->prepare.data = all;
    for (int i = 0; i < PG_READERS; i++) {
        all->readers[i].all = all;
        pg_connection_open(&all->readers[i].connection, loop, url, &events, &all->readers[i]);
    }
}

void pg_reads_close(struct pg_reads *all)
{
    all->closing = true;
    uv_close((uv_handle_t *)&all->prepare, NULL);
    for (int i = 0; i < PG_READERS; i++) {
        struct pg_reader *r = &all->readers[i];
        pg_connection_close(&r->connection);
        for (struct pg_read *read; (read = take_first(&r->first));)
            finish(read, STORE_FAILED);
    }
    for (struct pg_read *read; (read = take_first(&all->first));)
        finish(read, STORE_FAILED);
    pg_params_free(&all->params);
}
