/*
 * store_sqlite.c: the store in one SQLite file. A thread of its own writes: it takes all units that wait and
 * puts them into one transaction, so that many tables share one wait for the disk. Reads use a second
 * connection on the loop's thread, which in WAL mode never waits for the writer.
 */
#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/log.h"
#include "server/memory.h"
#include "server/store.h"
#include "server/store_sql.h"

enum { MAX_VALUES = 24 };

struct value {
    bool is_text;
    int64_t number;
    char *text;
};

struct write {
    struct write *next;
    enum sql_write statement;
    int count;
    struct value values[];
};

struct unit {
    struct unit *next;
    struct write *first, *last;
    store_done *done;
    void *context;
    char *problem;
};

struct store {
    sqlite3 *reader, *writer;
    sqlite3_stmt *reads[SQL_READS], *writes[SQL_WRITES];
    struct unit *open; /* what is queued since the last commit */
    uv_thread_t thread;
    uv_async_t async;
    uv_mutex_t lock;
    uv_cond_t wake;
    /* under the lock */
    struct unit *waiting, *waiting_last, *finished, *finished_last;
    bool closing;
    struct store_figures figures;
};

/* ---- queueing ---- */

static struct write *queue(struct store *s, enum sql_write statement, int count)
{
    struct write *w = must_calloc(1, sizeof *w + (size_t)count * sizeof w->values[0]);
    w->statement = statement;
    if (!s->open)
        s->open = must_calloc(1, sizeof *s->open);
    if (s->open->last)
        s->open->last->next = w;
    else
        s->open->first = w;
    s->open->last = w;
    return w;
}

static void add_number(struct write *w, int64_t n)
{
    w->values[w->count++] = (struct value){.number = n};
}

static void add_text(struct write *w, const char *text)
{
    w->values[w->count++] = (struct value){.is_text = true, .text = must_strdup(text)};
}

void store_put_table(struct store *s, const struct store_table *t)
{
    struct write *w = queue(s, WRITE_TABLE, MAX_VALUES);
    add_number(w, (int64_t)t->id);
    add_number(w, (int64_t)t->creator);
    add_number(w, (int64_t)t->rematch);
    add_text(w, t->game);
    add_number(w, t->rules);
    add_number(w, t->seats);
    add_text(w, t->options);
    add_text(w, t->box);
    add_text(w, t->invite);
    add_number(w, t->open_to_all);
    add_number(w, t->imported);
    add_number(w, t->state);
    add_number(w, t->clock);
    add_number(w, t->clock_seconds);
    add_number(w, t->undo);
    add_number(w, t->reaction);
    add_number(w, t->created);
    add_number(w, t->changed);
    add_number(w, t->number);
    add_number(w, t->turn);
    add_number(w, t->winners);
    add_text(w, t->reason);
    for (int seat = 0; seat < t->seats; seat++) {
        const struct store_chair *c = &t->chairs[seat];
        w = queue(s, WRITE_CHAIR, 8);
        add_number(w, (int64_t)t->id);
        add_number(w, seat);
        add_number(w, c->kind);
        add_number(w, c->level);
        add_number(w, c->away);
        add_number(w, c->resigned);
        add_number(w, (int64_t)c->player);
        add_number(w, c->points);
    }
}

void store_add_row(struct store *s, uint64_t table, const struct store_row *row)
{
    char actor[2] = {row->actor, '\0'};
    struct write *w = queue(s, WRITE_ROW, 6);
    add_number(w, (int64_t)table);
    add_number(w, row->number);
    add_text(w, actor);
    add_text(w, row->move);
    add_number(w, row->spent);
    add_number(w, row->at);
}

void store_add_chat(struct store *s, uint64_t table, const struct store_chat *chat)
{
    struct write *w = queue(s, WRITE_CHAT, 7);
    add_number(w, (int64_t)table);
    add_number(w, chat->number);
    add_number(w, chat->seat);
    add_number(w, (int64_t)chat->player);
    add_text(w, chat->name);
    add_text(w, chat->text);
    add_number(w, chat->at);
}

void store_put_player(struct store *s, const struct store_player *p)
{
    struct write *w = queue(s, WRITE_PLAYER, 8);
    add_number(w, (int64_t)p->id);
    add_number(w, (int64_t)p->owner);
    add_number(w, p->kind);
    add_text(w, p->name);
    add_text(w, p->key);
    add_text(w, p->password);
    add_text(w, p->settings);
    add_number(w, p->created);
}

void store_drop_player(struct store *s, uint64_t player)
{
    static const enum sql_write all[] = {WRITE_DROP_PLAYER, WRITE_DROP_TOKENS, WRITE_DROP_RATINGS};
    for (int i = 0; i < 3; i++)
        add_number(queue(s, all[i], 1), (int64_t)player);
}

void store_put_token(struct store *s, const char *hash, uint64_t player)
{
    struct write *w = queue(s, WRITE_TOKEN, 3);
    add_text(w, hash);
    add_number(w, (int64_t)player);
    add_number(w, now_ms());
}

void store_drop_token(struct store *s, const char *hash)
{
    add_text(queue(s, WRITE_DROP_TOKEN, 1), hash);
}

void store_drop_tokens(struct store *s, uint64_t player)
{
    add_number(queue(s, WRITE_DROP_TOKENS, 1), (int64_t)player);
}

void store_put_rating(struct store *s, uint64_t player, const char *game, const struct store_rating *rating)
{
    struct write *w = queue(s, WRITE_RATING, 4);
    add_number(w, (int64_t)player);
    add_text(w, game);
    add_number(w, (int64_t)(rating->rating * 100 + 0.5));
    add_number(w, rating->games);
}

static void append(struct unit **first, struct unit **last, struct unit *unit)
{
    unit->next = NULL;
    if (*last)
        (*last)->next = unit;
    else
        *first = unit;
    *last = unit;
}

void store_commit(struct store *s, store_done *done, void *context)
{
    struct unit *unit = s->open ? s->open : must_calloc(1, sizeof *unit);
    s->open = NULL;
    unit->done = done;
    unit->context = context;
    uv_mutex_lock(&s->lock);
    append(&s->waiting, &s->waiting_last, unit);
    s->figures.waiting++;
    uv_cond_signal(&s->wake);
    uv_mutex_unlock(&s->lock);
}

/* ---- the writer's thread ---- */

static bool run(struct store *s, const char *sql)
{
    return sqlite3_exec(s->writer, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* A row that was not inserted because its number is taken is a failure, though SQLite is content. */
static bool write_one(struct store *s, const struct write *w)
{
    sqlite3_stmt *q = s->writes[w->statement];
    for (int i = 0; i < w->count; i++) {
        if (w->values[i].is_text)
            sqlite3_bind_text(q, i + 1, w->values[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(q, i + 1, w->values[i].number);
    }
    bool fine = sqlite3_step(q) == SQLITE_DONE;
    fine = sqlite3_reset(q) == SQLITE_OK && fine;
    sqlite3_clear_bindings(q);
    return fine && (w->statement != WRITE_ROW || sqlite3_changes(s->writer) == 1);
}

static void fail(struct unit *unit, const char *problem)
{
    if (!unit->problem)
        unit->problem = must_strdup(problem);
}

static const char *reason(struct store *s)
{
    int code = sqlite3_errcode(s->writer);
    return code == SQLITE_OK || code == SQLITE_DONE ? "the number is taken" : sqlite3_errmsg(s->writer);
}

static void write_unit(struct store *s, struct unit *unit)
{
    if (!run(s, "SAVEPOINT unit")) {
        fail(unit, reason(s));
        return;
    }
    for (const struct write *w = unit->first; w; w = w->next)
        if (!write_one(s, w)) {
            fail(unit, reason(s));
            run(s, "ROLLBACK TO unit");
            break;
        }
    run(s, "RELEASE unit");
}

static void write_units(struct store *s, struct unit *units)
{
    bool fine = run(s, "BEGIN IMMEDIATE");
    char *problem = fine ? NULL : must_strdup(reason(s));
    for (struct unit *u = units; u && fine; u = u->next)
        write_unit(s, u);
    if (fine && !run(s, "COMMIT")) {
        problem = must_strdup(reason(s));
        fine = false;
    }
    if (!sqlite3_get_autocommit(s->writer))
        run(s, "ROLLBACK");
    for (struct unit *u = units; u && !fine; u = u->next)
        fail(u, problem);
    free(problem);
}

static void writer(void *context)
{
    struct store *s = context;
    uv_mutex_lock(&s->lock);
    for (;;) {
        while (!s->waiting && !s->closing)
            uv_cond_wait(&s->wake, &s->lock);
        if (!s->waiting)
            break;
        struct unit *units = s->waiting, *next;
        s->waiting = s->waiting_last = NULL;
        uv_mutex_unlock(&s->lock);
        uint64_t begin = uv_hrtime();
        write_units(s, units);
        double seconds = (double)(uv_hrtime() - begin) * 1e-9;
        uv_mutex_lock(&s->lock);
        s->figures.commits++;
        s->figures.commit_seconds += seconds;
        for (struct unit *u = units; u; u = next) {
            next = u->next;
            s->figures.units++;
            s->figures.failed += u->problem != NULL;
            s->figures.waiting--;
            append(&s->finished, &s->finished_last, u);
        }
        uv_async_send(&s->async);
    }
    uv_mutex_unlock(&s->lock);
}

static void free_unit(struct unit *unit)
{
    for (struct write *w = unit->first, *next; w; w = next) {
        next = w->next;
        for (int i = 0; i < w->count; i++)
            free(w->values[i].text);
        free(w);
    }
    free(unit->problem);
    free(unit);
}

/* On the loop's thread: tells those who wait. */
static void tell_finished(uv_async_t *async)
{
    struct store *s = async->data;
    uv_mutex_lock(&s->lock);
    struct unit *units = s->finished, *next;
    s->finished = s->finished_last = NULL;
    uv_mutex_unlock(&s->lock);
    for (struct unit *u = units; u; u = next) {
        next = u->next;
        if (u->problem)
            log_line("store: %s", u->problem);
        if (u->done)
            u->done(u->context, u->problem);
        free_unit(u);
    }
}

void store_figures(struct store *s, struct store_figures *out)
{
    uv_mutex_lock(&s->lock);
    *out = s->figures;
    uv_mutex_unlock(&s->lock);
}

/* ---- reading ---- */

static sqlite3_stmt *ask(struct store *s, enum sql_read read, int64_t a)
{
    sqlite3_bind_int64(s->reads[read], 1, a);
    return s->reads[read];
}

static void copy(sqlite3_stmt *q, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

static int64_t number(sqlite3_stmt *q, int column)
{
    return sqlite3_column_int64(q, column);
}

static void read_chair(sqlite3_stmt *q, struct store_table *t)
{
    int seat = (int)number(q, 0);
    if (seat >= 0 && seat < GAME_MAX_SEATS)
        t->chairs[seat] = (struct store_chair){.kind = (uint8_t)number(q, 1),
                                               .level = (uint8_t)number(q, 2),
                                               .away = (uint8_t)number(q, 3),
                                               .resigned = (uint8_t)number(q, 4),
                                               .player = (uint64_t)number(q, 5),
                                               .points = (int32_t)number(q, 6)};
}

bool store_get_table(struct store *s, uint64_t id, struct store_table *t)
{
    sqlite3_stmt *q = ask(s, READ_TABLE, (int64_t)id);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) {
        *t = (struct store_table){.id = id};
        t->creator = (uint64_t)number(q, 0);
        t->rematch = (uint64_t)number(q, 1);
        copy(q, 2, t->game, sizeof t->game);
        t->rules = (int32_t)number(q, 3);
        t->seats = (int32_t)number(q, 4);
        copy(q, 5, t->options, sizeof t->options);
        copy(q, 6, t->box, sizeof t->box);
        copy(q, 7, t->invite, sizeof t->invite);
        t->open_to_all = (uint8_t)number(q, 8);
        t->imported = (uint8_t)number(q, 9);
        t->state = (uint8_t)number(q, 10);
        t->clock = (uint8_t)number(q, 11);
        t->clock_seconds = (int32_t)number(q, 12);
        t->undo = (uint8_t)number(q, 13);
        t->reaction = (int32_t)number(q, 14);
        t->created = number(q, 15);
        t->changed = number(q, 16);
        t->number = (int32_t)number(q, 17);
        t->turn = (uint32_t)number(q, 18);
        t->winners = (uint32_t)number(q, 19);
        copy(q, 20, t->reason, sizeof t->reason);
    }
    sqlite3_reset(q);
    if (!found)
        return false;
    q = ask(s, READ_CHAIRS, (int64_t)id);
    while (sqlite3_step(q) == SQLITE_ROW)
        read_chair(q, t);
    sqlite3_reset(q);
    return true;
}

bool store_rows(struct store *s, uint64_t table, int from, bool (*visit)(void *, const struct store_row *),
                void *context)
{
    sqlite3_stmt *q = ask(s, READ_ROWS, (int64_t)table);
    sqlite3_bind_int(q, 2, from);
    int code;
    bool on = true;
    while (on && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct store_row row = {.number = (int32_t)number(q, 0),
                                .actor = (char)sqlite3_column_text(q, 1)[0],
                                .spent = (int32_t)number(q, 3),
                                .at = number(q, 4)};
        copy(q, 2, row.move, sizeof row.move);
        on = visit(context, &row);
    }
    return sqlite3_reset(q) == SQLITE_OK;
}

int store_chats(struct store *s, uint64_t table, struct store_chat *out, int max)
{
    sqlite3_stmt *q = ask(s, READ_CHATS, (int64_t)table);
    sqlite3_bind_int(q, 2, max);
    int count = 0;
    while (count < max && sqlite3_step(q) == SQLITE_ROW) {
        struct store_chat *c = &out[count++];
        c->number = (int32_t)number(q, 0);
        c->seat = (int32_t)number(q, 1);
        c->player = (uint64_t)number(q, 2);
        copy(q, 3, c->name, sizeof c->name);
        copy(q, 4, c->text, sizeof c->text);
        c->at = number(q, 5);
    }
    sqlite3_reset(q);
    for (int i = 0; i < count / 2; i++) {
        struct store_chat swap = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swap;
    }
    return count;
}

int store_list(struct store *s, enum store_list what, uint64_t player, uint64_t before, uint64_t *out,
               int max)
{
    static const enum sql_read reads[] = {
        [STORE_OPEN] = READ_LIST_OPEN,         [STORE_LIVE] = READ_LIST_LIVE,
        [STORE_FINISHED] = READ_LIST_FINISHED, [STORE_MINE] = READ_LIST_MINE,
        [STORE_RUNNING] = READ_LIST_RUNNING,
    };
    int at = 0;
    sqlite3_stmt *q = s->reads[reads[what]];
    if (what == STORE_MINE)
        sqlite3_bind_int64(q, ++at, (int64_t)player);
    sqlite3_bind_int64(q, ++at, before ? (int64_t)before : INT64_MAX);
    sqlite3_bind_int(q, ++at, max);
    int count = 0;
    while (count < max && sqlite3_step(q) == SQLITE_ROW)
        out[count++] = (uint64_t)number(q, 0);
    sqlite3_reset(q);
    return count;
}

static int64_t read_number(sqlite3_stmt *q)
{
    int64_t n = sqlite3_step(q) == SQLITE_ROW ? number(q, 0) : 0;
    sqlite3_reset(q);
    return n;
}

int store_count_tables(struct store *s, uint64_t player)
{
    return (int)read_number(ask(s, READ_COUNT_TABLES, (int64_t)player));
}

int store_count_bots(struct store *s, uint64_t owner)
{
    return (int)read_number(ask(s, READ_COUNT_BOTS, (int64_t)owner));
}

uint64_t store_find_name(struct store *s, const char *key)
{
    sqlite3_bind_text(s->reads[READ_NAME], 1, key, -1, SQLITE_TRANSIENT);
    return (uint64_t)read_number(s->reads[READ_NAME]);
}

uint64_t store_find_token(struct store *s, const char *hash)
{
    sqlite3_bind_text(s->reads[READ_TOKEN], 1, hash, -1, SQLITE_TRANSIENT);
    return (uint64_t)read_number(s->reads[READ_TOKEN]);
}

bool store_get_player(struct store *s, uint64_t id, struct store_player *p)
{
    sqlite3_stmt *q = ask(s, READ_PLAYER, (int64_t)id);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) {
        *p = (struct store_player){.id = id, .owner = (uint64_t)number(q, 0), .kind = (uint8_t)number(q, 1)};
        copy(q, 2, p->name, sizeof p->name);
        copy(q, 3, p->key, sizeof p->key);
        copy(q, 4, p->password, sizeof p->password);
        copy(q, 5, p->settings, sizeof p->settings);
        p->created = number(q, 6);
    }
    sqlite3_reset(q);
    return found;
}

bool store_get_rating(struct store *s, uint64_t player, const char *game, struct store_rating *out)
{
    sqlite3_stmt *q = ask(s, READ_RATING, (int64_t)player);
    sqlite3_bind_text(q, 2, game, -1, SQLITE_TRANSIENT);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found)
        *out = (struct store_rating){.rating = (double)number(q, 0) / 100, .games = (int32_t)number(q, 1)};
    sqlite3_reset(q);
    return found;
}

/* ---- opening and closing ---- */

static bool prepare(sqlite3 *db, const char *const sql[], sqlite3_stmt **out, int count, struct text *error)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL) != SQLITE_OK) {
            text_printf(error, "the store: %s", sqlite3_errmsg(db));
            return false;
        }
    return true;
}

static bool open_file(const char *file, sqlite3 **db, struct text *error)
{
    int code =
        sqlite3_open_v2(file, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        text_printf(error, "%s: %s", file, *db ? sqlite3_errmsg(*db) : "out of memory");
        return false;
    }
    sqlite3_busy_timeout(*db, 5000);
    return true;
}

static bool open_all(struct store *s, const char *folder, struct text *error)
{
    char file[4096];
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        text_printf(error, "%s: %s", folder, strerror(errno));
        return false;
    }
    if (snprintf(file, sizeof file, "%s/castellany.db", folder) >= (int)sizeof file) {
        text_put(error, "the data folder's name is too long");
        return false;
    }
    if (!open_file(file, &s->writer, error) || !sql_upgrade(s->writer, file, error) ||
        !prepare(s->writer, sql_writes, s->writes, SQL_WRITES, error))
        return false;
    return open_file(file, &s->reader, error) && prepare(s->reader, sql_reads, s->reads, SQL_READS, error);
}

static void close_files(struct store *s)
{
    for (int i = 0; i < SQL_READS; i++)
        sqlite3_finalize(s->reads[i]);
    for (int i = 0; i < SQL_WRITES; i++)
        sqlite3_finalize(s->writes[i]);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
}

struct store *store_open(uv_loop_t *loop, const char *folder, struct text *error)
{
    struct store *s = must_calloc(1, sizeof *s);
    if (!open_all(s, folder, error)) {
        close_files(s);
        free(s);
        return NULL;
    }
    uv_async_init(loop, &s->async, tell_finished);
    s->async.data = s;
    uv_mutex_init(&s->lock);
    uv_cond_init(&s->wake);
    uv_thread_create(&s->thread, writer, s);
    return s;
}

void store_close(struct store *s)
{
    uv_mutex_lock(&s->lock);
    s->closing = true;
    uv_cond_signal(&s->wake);
    uv_mutex_unlock(&s->lock);
    uv_thread_join(&s->thread);
    tell_finished(&s->async);
    uv_close((uv_handle_t *)&s->async, NULL);
}

void store_free(struct store *s)
{
    close_files(s);
    uv_mutex_destroy(&s->lock);
    uv_cond_destroy(&s->wake);
    free(s);
}
