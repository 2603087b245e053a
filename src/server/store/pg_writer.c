/* pg_writer.c: writes units to PostgreSQL, many at a time. */
#include "server/store/pg_writer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/store/pg_schema.h"

enum { GATHER_MS = 2, RETRIES = 20, LOCK_RETRIES = 2 };

/* ---- sending a group ---- */

static void send_soon(struct pg_writer *w);

static int64_t key_of(const struct write *write, int column)
{
    const struct column *c = &row_kinds[write->kind].columns[column];
    return c->kind == COLUMN_TEXT ? 0 : column_number(c, write->row);
}

/* All programs lock rows in the same order. So two of them never wait for each other. */
static int by_key(const void *a, const void *b)
{
    const struct write *x = *(const struct write *const *)a, *y = *(const struct write *const *)b;
    for (int i = 0; i < row_kinds[x->kind].keys; i++) {
        int64_t m = key_of(x, i), n = key_of(y, i);
        if (m != n)
            return m < n ? -1 : 1;
    }
    return 0;
}

/* Puts the writes of a kind in the last range into `rows`, sorted. Returns their number. */
static int collect(struct pg_writer *w, enum write_kind kind)
{
    const struct pg_range *r = &w->ranges[w->range_count - 1];
    int count = 0;
    for (int i = r->from; i < r->to; i++)
        for (const struct write *write = w->units[i]->first; write; write = write->next) {
            if (write->kind != kind)
                continue;
            if (count == w->rows_capacity) {
                w->rows_capacity = 2 * count + 64;
                w->rows = must_realloc(w->rows, (size_t)w->rows_capacity * sizeof *w->rows);
            }
            w->rows[count++] = write;
        }
    if (count)
        qsort(w->rows, (size_t)count, sizeof *w->rows, by_key);
    return count;
}

static void send_many(struct pg_writer *w, enum write_kind kind)
{
    char name[PG_NAME];
    int count = collect(w, kind);
    if (!count)
        return;
    pg_name_of_write(kind, true, name);
    pg_params_clear(&w->params);
    pg_add_rows(&w->params, &row_kinds[kind], w->rows, count);
    if (write_is_counted(kind))
        pg_add_number(&w->params, count);
    pg_params_end(&w->params);
    pg_send(&w->connection, name, &w->params);
}

static void send_one(struct pg_writer *w, const struct write *write)
{
    char name[PG_NAME];
    pg_name_of_write(write->kind, false, name);
    pg_params_clear(&w->params);
    if (write->kind < WRITE_ROWS) {
        pg_add_row(&w->params, &row_kinds[write->kind], write->row);
    } else if (write->text[0]) {
        pg_add_text(&w->params, write->text);
    } else {
        pg_add_number(&w->params, write->a);
        pg_add_number(&w->params, write->b);
    }
    if (write_is_counted(write->kind))
        pg_add_number(&w->params, 1);
    pg_params_end(&w->params);
    pg_send(&w->connection, name, &w->params);
}

static bool goes_with_others(enum write_kind kind)
{
    for (int i = 0; i < PG_MANY; i++)
        if (pg_many[i] == kind)
            return true;
    return kind == WRITE_RATING;
}

/* The other writes go one by one, in the order of their units. None of them looks at what a later unit writes
 * into the tables that went before. */
static void send_others(struct pg_writer *w)
{
    const struct pg_range *r = &w->ranges[w->range_count - 1];
    for (int i = r->from; i < r->to; i++)
        for (const struct write *write = w->units[i]->first; write; write = write->next)
            if (!goes_with_others(write->kind))
                send_one(w, write);
}

static void send_range(struct pg_writer *w)
{
    w->sent = true;
    w->results = 0;
    w->failed_at = -1;
    w->began = uv_hrtime();
    pg_params_clear(&w->params);
    pg_add_number(&w->params, w->id);
    pg_add_number(&w->params, w->epoch);
    pg_add_number(&w->params, ++w->group);
    pg_add_number(&w->params, 1);
    pg_params_end(&w->params);
    pg_send(&w->connection, PG_GROUP, &w->params);
    for (int i = 0; i < PG_MANY; i++)
        send_many(w, pg_many[i]);
    int ratings = collect(w, WRITE_RATING);
    for (int i = 0; i < ratings; i++)
        send_one(w, w->rows[i]);
    send_others(w);
    pg_sync(&w->connection);
}

/* ---- its end ---- */

static void finish(struct pg_writer *w, struct unit *unit, enum store_end end)
{
    w->figures.units++;
    w->figures.failed += end != STORE_KEPT;
    w->figures.waiting--;
    if (unit->done)
        unit->done(unit->context, end);
    unit_free(unit);
}

static void finish_range(struct pg_writer *w, enum store_end end)
{
    struct pg_range r = w->ranges[--w->range_count];
    w->sent = false;
    w->tries = 0;
    for (int i = r.from; i < r.to; i++)
        finish(w, w->units[i], end);
}

static void split_range(struct pg_writer *w)
{
    struct pg_range *r = &w->ranges[w->range_count - 1], first = *r;
    first.to = r->from = (r->from + r->to) / 2;
    w->ranges[w->range_count++] = first;
    w->sent = false;
    w->tries = 0;
}

/* Whether a group can have failed because of one unit: its rows are there already, or are wrong. */
static bool blames_a_unit(const char *state)
{
    return !strncmp(state, "22", 2) || !strncmp(state, "23", 2) || !strncmp(state, "21", 2);
}

/* Whether another program holds a row. If its network is cut, that may last for as long as PostgreSQL does
 * not notice. Then only the unit that needs the row may wait, and not for long. */
static bool is_locked(const char *state)
{
    return !strcmp(state, "55P03");
}

/* Whether the same may work again at once: two programs were in each other's way. */
static bool is_passing(const char *state)
{
    return !strncmp(state, "40", 2) || is_locked(state);
}

static void group_failed(struct pg_writer *w)
{
    const struct pg_range *r = &w->ranges[w->range_count - 1];
    int tries = is_locked(w->state) ? LOCK_RETRIES : RETRIES;
    bool fenced_off = w->failed_at == 0 && !strcmp(w->state, "22012");
    if (fenced_off || !strcmp(w->state, "40003")) { /* another epoch, or an end that nobody knows */
        pg_drop(&w->connection, w->problem);
    } else if ((blames_a_unit(w->state) || is_locked(w->state)) && r->to - r->from > 1) {
        split_range(w);
    } else if (is_passing(w->state) && ++w->tries < tries) {
        w->sent = false;
    } else {
        w->figures.broken = !blames_a_unit(w->state) && !is_passing(w->state);
        if (w->figures.broken)
            log_line(LOG_ERROR, "store", "cannot write: %s", w->problem);
        bool no_place = w->figures.broken; /* a standby, a server that stops: look for another */
        finish_range(w, STORE_REFUSED);
        if (no_place)
            pg_drop(&w->connection, w->problem);
    }
}

static void on_result(void *me, const PGresult *result)
{
    struct pg_writer *w = me;
    ExecStatusType status = PQresultStatus(result);
    if (!w->fenced && status == PGRES_TUPLES_OK) {
        w->epoch = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        bool kept = w->sent && strtoll(PQgetvalue(result, 0, 1), NULL, 10) == w->group;
        w->fenced = true;
        w->figures.broken = false;
        w->failed_at = -1;
        if (kept)
            finish_range(w, STORE_KEPT);
        w->sent = false;
        return;
    }
    if (w->failed_at < 0 && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        w->failed_at = w->results;
        struct text state = TEXT_IN(w->state), problem = TEXT_IN(w->problem);
        text_put(&state, pg_state(result));
        const char *said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
        text_printf(&problem, "%s %s", said ? said : "an unknown error", w->state);
    }
    w->results++;
}

static void fence(struct pg_writer *w)
{
    pg_params_clear(&w->params);
    pg_add_number(&w->params, w->id);
    pg_add_number(&w->params, (int64_t)time(NULL) * 1000);
    pg_params_end(&w->params);
    w->results = 0;
    w->failed_at = -1;
    pg_send(&w->connection, PG_FENCE, &w->params);
    pg_sync(&w->connection);
}

static void on_synced(void *me)
{
    struct pg_writer *w = me;
    if (!w->fenced) { /* the row was locked: an older group may still be under way */
        if (is_passing(w->state))
            fence(w);
        else
            pg_drop(&w->connection, w->problem);
        return;
    }
    if (w->sent) {
        w->figures.commits++;
        histogram_add(&w->figures.commits_took, (double)(uv_hrtime() - w->began) * 1e-9);
        if (w->failed_at < 0) {
            w->figures.broken = false;
            pg_works(&w->connection);
            finish_range(w, STORE_KEPT);
        } else {
            group_failed(w);
        }
    }
    send_soon(w);
}

/* ---- gathering ---- */

static void take_group(struct pg_writer *w)
{
    int count = 0;
    for (struct unit *unit; count < PG_GROUP_UNITS && (unit = w->first);) {
        w->first = unit->next;
        w->units[count++] = unit;
    }
    if (!w->first)
        w->last = NULL;
    w->ranges[0] = (struct pg_range){0, count};
    w->range_count = count > 0;
}

static void send_next(struct pg_writer *w)
{
    if (!w->fenced || w->sent)
        return;
    if (!w->range_count)
        take_group(w);
    if (w->range_count)
        send_range(w);
}

static void on_timer(uv_timer_t *timer)
{
    send_next(timer->data);
}

/* A group costs much, a unit in it little. So groups do not follow each other faster than this, also if the
 * disk is fast: several nodes together then take little more than one. */
static void send_soon(struct pg_writer *w)
{
    uint64_t since = (uv_hrtime() - w->began) / 1000000;
    if (w->range_count || since >= GATHER_MS)
        send_next(w);
    else if (w->first && !uv_is_active((uv_handle_t *)&w->timer))
        uv_timer_start(&w->timer, on_timer, GATHER_MS - since, 0);
}

void pg_writer_write(struct pg_writer *w, struct unit *unit, store_written *done, void *context)
{
    unit->done = done;
    unit->context = context;
    unit->next = NULL;
    unit->since = uv_now(w->connection.loop);
    w->figures.waiting++;
    if (w->closing) {
        finish(w, unit, STORE_REFUSED);
        return;
    }
    *(w->last ? &w->last->next : &w->first) = unit;
    w->last = unit;
    if (w->fenced && !w->sent && !uv_is_active((uv_handle_t *)&w->timer))
        uv_timer_start(&w->timer, on_timer, GATHER_MS, 0);
}

/* ---- the connection ---- */

static void on_ready(void *me)
{
    fence(me);
}

static void on_lost(void *me)
{
    struct pg_writer *w = me;
    w->fenced = false;
    w->figures.broken = true;
}

static const struct pg_events events = {.prepare = pg_prepare_writes,
                                        .ready = on_ready,
                                        .result = on_result,
                                        .synced = on_synced,
                                        .lost = on_lost};

void pg_writer_tick(struct pg_writer *w)
{
    uint64_t now = uv_now(w->connection.loop);
    while (w->first && now - w->first->since > PG_HOLD_MS) {
        struct unit *unit = w->first;
        w->first = unit->next;
        if (!w->first)
            w->last = NULL;
        w->figures.broken = true;
        finish(w, unit, STORE_REFUSED);
    }
    if (pg_is_silent(&w->connection, PG_SILENCE_MS))
        pg_drop(&w->connection, "no answer for 10 seconds");
}

bool pg_writer_is_idle(const struct pg_writer *w)
{
    return !w->first && !w->range_count;
}

void pg_writer_open(struct pg_writer *w, uv_loop_t *loop, const char *url)
{
    *w = (struct pg_writer){0};
    randombytes_buf(&w->id, sizeof w->id);
    w->id &= INT64_MAX;
    uv_timer_init(loop, &w->timer);
    w->timer.data = w;
    pg_connection_open(&w->connection, loop, url, &events, w);
}

void pg_writer_close(struct pg_writer *w)
{
    w->closing = true;
    w->fenced = false;
    pg_connection_close(&w->connection);
    uv_close((uv_handle_t *)&w->timer, NULL);
    while (w->range_count)
        finish_range(w, w->sent ? STORE_UNKNOWN : STORE_REFUSED);
    for (struct unit *unit; (unit = w->first);) {
        w->first = unit->next;
        finish(w, unit, STORE_REFUSED);
    }
    pg_params_free(&w->params);
    free(w->rows);
}
