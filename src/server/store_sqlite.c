/*
 * store_sqlite.c: the store in one SQLite file. A thread of its own writes: it takes all units that wait and
 * puts them into one transaction, so that many tables share one wait for the disk. Reads use a second
 * connection on the loop's thread, which in WAL mode never waits for the writer.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/log.h"
#include "server/memory.h"
#include "server/store_sqlite.h"

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

/* Makes a folder and those above it, as far as they are not there. */
static bool make_folder(const char *folder)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            if (mkdir(path, 0700) != 0 && errno != EEXIST)
                return false;
            *at = '/';
        }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/*
 * Names and hashes are for the server alone, whatever the folder allows. SQLite gives its other files the
 * rights of the first, so that one is made here. Of a file that is there already everybody's rights are
 * taken, and the group's with them; a file for a group alone is somebody's wish. What goes wrong here shows
 * when the file is opened.
 */
static void keep_private(const char *file)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    int made = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made >= 0)
        close(made);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[4096 + 8];
        struct stat about;
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        if (stat(path, &about) == 0 && (about.st_mode & S_IRWXO) && chmod(path, 0600) != 0)
            log_line("store: everybody can read %s: %s", path, strerror(errno));
    }
}

/*
 * Two programs on one store would both play the computers' moves. The lock is the folder's own, so it leaves
 * no file behind and ends with the program, however that ends.
 */
static bool lock_folder(struct store *s, const char *folder, struct text *error)
{
    s->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->folder < 0) {
        text_printf(error, "%s: %s", folder, strerror(errno));
        return false;
    }
    if (flock(s->folder, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK) {
        text_printf(error, "%s is in use by another castellany", folder);
        return false;
    }
    log_line("store: %s cannot be locked: %s", folder, strerror(errno));
    return true;
}

static bool open_all(struct store *s, const char *folder, struct text *error)
{
    char file[4096];
    if (!make_folder(folder)) {
        text_printf(error, "%s: %s", folder, strerror(errno));
        return false;
    }
    if (snprintf(file, sizeof file, "%s/castellany.db", folder) >= (int)sizeof file) {
        text_put(error, "the data folder's name is too long");
        return false;
    }
    if (!lock_folder(s, folder, error))
        return false;
    keep_private(file);
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
    if (s->folder >= 0)
        close(s->folder);
}

struct store *store_open(uv_loop_t *loop, const char *folder, struct text *error)
{
    struct store *s = must_calloc(1, sizeof *s);
    s->folder = -1;
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
