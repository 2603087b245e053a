/* backup.c: copies of the SQLite file that can be taken while a server runs. */
#include "server/store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/folder.h"
#include "server/store/sqlite.h"

enum { PATH = 4096, STEP_PAGES = 1024 };

/* ---- paths ---- */

static bool join(char out[PATH], const char *a, const char *b, struct text *error)
{
    if (snprintf(out, PATH, "%s%s", a, b) < PATH)
        return true;
    text_printf(error, "the name %s is too long", a);
    return false;
}

static bool exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

static bool refuse_existing(const char *path, struct text *error)
{
    if (!exists(path))
        return true;
    text_printf(error, "%s exists already; move it away or choose another name", path);
    return false;
}

static bool fail(const char *path, struct text *error)
{
    text_printf(error, "%s: %s", path, strerror(errno));
    return false;
}

/* ---- databases ---- */

static bool open_database(const char *path, int flags, sqlite3 **db, struct text *error)
{
    bool fine = sqlite3_open_v2(path, db, flags, NULL) == SQLITE_OK;
    if (fine)
        sqlite3_busy_timeout(*db, 10000);
    else
        sqlite_explain(*db, path, error);
    return fine;
}

/* Whether SQLite finds nothing wrong with the file. */
static bool is_sound(sqlite3 *db)
{
    sqlite3_stmt *q = NULL;
    bool fine = sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &q, NULL) == SQLITE_OK &&
                sqlite3_step(q) == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(q, 0), "ok") == 0;
    sqlite3_finalize(q);
    return fine;
}

static bool fail_copy(sqlite3 *db, const char *from, const char *path, struct text *error)
{
    if (sqlite3_errcode(db) == SQLITE_CORRUPT)
        text_printf(error, "%s is damaged: %s", from, sqlite3_errmsg(db));
    else
        text_printf(error, "%s: %s", path, sqlite3_errmsg(db));
    return false;
}

/* All steps are within one reading transaction, so the copy is one moment of the store; in WAL mode its
 * writer does not wait for that. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, const char *source, const char *path,
                       const struct store_progress *progress, struct text *error)
{
    if (sqlite3_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL) != SQLITE_OK)
        return fail_copy(from, source, source, error);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup) {
        while (sqlite3_backup_step(backup, STEP_PAGES) == SQLITE_OK) {
            int pages = sqlite3_backup_pagecount(backup);
            store_tell_progress(progress, "pages copied", pages - sqlite3_backup_remaining(backup), pages);
        }
        sqlite3_backup_finish(backup);
    }
    bool fine = sqlite3_errcode(to) == SQLITE_OK || fail_copy(to, source, path, error);
    sqlite3_exec(from, "COMMIT", NULL, NULL, NULL);
    return fine;
}

static bool check_copy(sqlite3 *db, const char *from, const char *path, struct text *error)
{
    /* In this mode the copy is one file: a backup must not need others beside it. */
    if (sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK)
        return fail_copy(db, from, path, error);
    if (is_sound(db))
        return true;
    text_printf(error, "%s is damaged: SQLite's integrity check fails", from);
    return false;
}

static bool copy_into(sqlite3 *from, const char *source, const char *path,
                      const struct store_progress *progress, struct text *error)
{
    sqlite3 *to = NULL;
    bool fine = open_database(path, SQLITE_OPEN_READWRITE, &to, error) &&
                copy_pages(from, to, source, path, progress, error) && check_copy(to, source, path, error);
    return sqlite3_close(to) == SQLITE_OK && fine;
}

/* Also for a folder, so that the new name in it is kept. */
static bool sync_file(const char *path, struct text *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = fd >= 0 && fsync(fd) == 0;
    if (!fine)
        fail(path, error);
    if (fd >= 0)
        close(fd);
    return fine;
}

/* The folder of a file, whose name is overwritten with it. */
static const char *folder_of(char *path)
{
    char *end = strrchr(path, '/');
    if (!end)
        return ".";
    end[end == path] = '\0';
    return path;
}

/* Copies a store to a new file under another name first, so that `file` is whole or missing. */
static bool copy_store(const char *source, const char *file, uid_t owner, gid_t group,
                       const struct store_progress *progress, struct text *error)
{
    char part[PATH];
    sqlite3 *from = NULL;
    if (!join(part, file, ".part", error) || !refuse_existing(file, error) || !refuse_existing(part, error))
        return false;
    bool fine = open_database(source, SQLITE_OPEN_READONLY, &from, error) &&
                sqlite_recognise(from, source, schema_version(schema_steps), error);
    int fd = fine ? open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (fine && fd < 0)
        fine = fail(part, error);
    if (fd >= 0) {
        fine = copy_into(from, source, part, progress, error) && sync_file(part, error);
        if (fine && owner != geteuid() && fchown(fd, owner, group) != 0)
            fine = fail(part, error);
        if (fine && rename(part, file) != 0)
            fine = fail(file, error);
        if (!fine)
            unlink(part);
        close(fd);
        fine = fine && sync_file(folder_of(part), error);
    }
    sqlite3_close(from);
    return fine;
}

/* ---- backup and restore ---- */

bool store_backup(const char *folder, const char *file, const struct store_progress *progress,
                  struct text *error)
{
    char source[PATH];
    if (!join(source, folder, "/castellany.db", error))
        return false;
    if (!exists(source)) {
        text_printf(error, "%s is missing; DIR is the folder of serve --data", source);
        return false;
    }
    return copy_store(source, file, geteuid(), getegid(), progress, error);
}

/* Whether this user may put a store into the folder, if there is one. */
static bool may_restore(const char *folder, struct text *error)
{
    struct stat about;
    if (geteuid() == 0 || stat(folder, &about) != 0 || about.st_uid == geteuid())
        return true;
    text_printf(error, "%s belongs to another user; run this as that user or as root", folder);
    return false;
}

static bool restore_into(const char *file, const char *folder, int opened,
                         const struct store_progress *progress, struct text *error)
{
    static const char *const ends[] = {"", "-wal", "-journal"};
    char target[PATH], beside[PATH];
    struct stat about;
    if (!join(target, folder, "/castellany.db", error))
        return false;
    if (fstat(opened, &about) != 0)
        return fail(folder, error);
    /* The journal of another store would be played into the new one. */
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (!join(beside, target, ends[i], error) || !refuse_existing(beside, error))
            return false;
    if (!exists(file))
        return fail(file, error);
    return copy_store(file, target, about.st_uid, about.st_gid, progress, error);
}

/* The folder is locked: a server that runs there would go on with the store that was moved away. */
bool store_restore(const char *file, const char *folder, const struct store_progress *progress,
                   struct text *error)
{
    int opened = may_restore(folder, error) ? folder_open(folder, error) : -1;
    bool fine = opened >= 0 && restore_into(file, folder, opened, progress, error);
    if (opened >= 0)
        close(opened);
    return fine;
}
