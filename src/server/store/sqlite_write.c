/* sqlite_write.c: what is written to the SQLite file. */
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/store/columns.h"
#include "server/store/sqlite.h"

static bool run(struct sqlite *s, const char *sql)
{
    return sqlite3_exec(s->writer, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void bind_row(sqlite3_stmt *q, const struct row_kind *kind, const char *row)
{
    for (int i = 0; kind->columns[i].name; i++) {
        const struct column *c = &kind->columns[i];
        if (c->kind == COLUMN_TEXT)
            sqlite3_bind_text(q, i + 1, row + c->offset, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(q, i + 1, column_number(c, row));
    }
}

/* A key that is taken is no fault of the store: another unit was first. */
static bool write_one(struct sqlite *s, const struct write *w)
{
    sqlite3_stmt *q = s->writes[w->kind];
    if (w->kind < WRITE_ROWS) {
        bind_row(q, &row_kinds[w->kind], (const char *)w->row);
    } else if (w->text[0]) {
        sqlite3_bind_text(q, 1, w->text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_int64(q, 1, w->a);
        if (sqlite3_bind_parameter_count(q) > 1)
            sqlite3_bind_int64(q, 2, w->b);
    }
    int code = sqlite3_step(q);
    if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT)
        log_line(LOG_ERROR, "store", "cannot write: %s", sqlite3_errmsg(s->writer));
    bool fine = sqlite3_reset(q) == SQLITE_OK && code == SQLITE_DONE;
    sqlite3_clear_bindings(q);
    return fine && (!write_is_counted(w->kind) || sqlite3_changes(s->writer) == 1);
}

static bool write_unit(struct sqlite *s, struct unit *unit)
{
    bool fine = run(s, "SAVEPOINT unit");
    for (const struct write *w = unit->first; w && fine; w = w->next)
        fine = write_one(s, w);
    if (!fine)
        run(s, "ROLLBACK TO unit");
    return run(s, "RELEASE unit") && fine;
}

/*
 * A commit whose sync failed is rolled back, but its bytes are in the log of writes, and after a crash SQLite
 * would take them for a commit. The next commit goes to the same place and ends that. So one is made before
 * anybody is told that nothing was written. SQLite does not write a page on which nothing changed, hence the
 * two updates.
 */
static bool overwrite(struct sqlite *s)
{
    enum { TRIES = 40 };
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    for (int i = 0; i < TRIES; i++) {
        if (!sqlite3_get_autocommit(s->writer))
            run(s, "ROLLBACK");
        if (run(s, "BEGIN IMMEDIATE") && run(s, "UPDATE schema_version SET version = -version") &&
            run(s, "UPDATE schema_version SET version = -version") && run(s, "COMMIT"))
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

/*
 * Some errors (a full disk, a disk that cannot be read) make SQLite roll the whole transaction back by
 * itself. Then nothing of the batch is kept, neither the units before the error nor those after it.
 */
bool sqlite_write(struct sqlite *s, struct unit *units)
{
    bool whole = run(s, "BEGIN IMMEDIATE");
    for (struct unit *u = units; u; u = u->next) {
        u->end = whole && write_unit(s, u) ? STORE_KEPT : STORE_REFUSED;
        whole = whole && !sqlite3_get_autocommit(s->writer);
    }
    enum store_end end = STORE_REFUSED;
    if (whole && run(s, "COMMIT"))
        return true;
    if (whole) {
        log_line(LOG_ERROR, "store", "cannot commit: %s", sqlite3_errmsg(s->writer));
        /* After a disk error during the commit itself, nobody knows what is in the file. */
        bool unsynced = sqlite3_extended_errcode(s->writer) == SQLITE_IOERR_FSYNC;
        end = sqlite3_errcode(s->writer) == SQLITE_IOERR ? STORE_UNKNOWN : STORE_REFUSED;
        if (unsynced && overwrite(s))
            end = STORE_REFUSED;
    }
    if (!sqlite3_get_autocommit(s->writer))
        run(s, "ROLLBACK");
    for (struct unit *u = units; u; u = u->next)
        if (u->end == STORE_KEPT)
            u->end = end;
    return false;
}
