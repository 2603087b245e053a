/* sqlite_file.c: opens the SQLite file and keeps it private. */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/folder.h"
#include "server/base/log.h"
#include "server/store/sqlite.h"

enum { PATH = 4096 };

static bool open_file(const char *file, sqlite3 **db, struct text *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, db, flags, NULL) != SQLITE_OK) {
        sqlite_explain(*db, file, error);
        return false;
    }
    sqlite3_busy_timeout(*db, 5000);
    return true;
}

static bool is_about_rights(sqlite3 *db)
{
    int code = sqlite3_errcode(db);
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_PERM || code == SQLITE_AUTH ||
           (code == SQLITE_OK && sqlite3_db_readonly(db, "main") == 1);
}

/* Most often somebody has restored a backup as another user. */
void sqlite_explain(sqlite3 *db, const char *file, struct text *error)
{
    const char *end = strrchr(file, '/');
    const struct passwd *user = getpwuid(geteuid());
    char folder[PATH];
    snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - file) : 1, end ? file : ".");
    if (!db)
        text_printf(error, "%s: out of memory", file);
    else if (!is_about_rights(db))
        text_printf(error, "%s: %s", file, sqlite3_errmsg(db));
    else
        text_printf(error, "%s cannot be written by the user %s, who runs this; as root: chown -R %s %s",
                    file, user ? user->pw_name : "?", user ? user->pw_name : "USER", folder);
}

/*
 * Only the server may read the names and hashes in the file, whatever the folder allows. SQLite gives its
 * other files the rights of the first, so the first is made here. If everybody may read an existing file,
 * everybody and the group lose that right; if only the group may, that was somebody's choice and stays.
 * Errors here show up when the file is opened.
 */
static void keep_private(const char *file)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    int made = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made >= 0)
        close(made);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[PATH + 8];
        struct stat about;
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        if (stat(path, &about) == 0 && (about.st_mode & S_IRWXO) && chmod(path, 0600) != 0)
            log_line(LOG_WARN, "store", "everybody can read %s, and that cannot be changed: %s", path,
                     strerror(errno));
    }
}

static bool name_file(const char *folder, char file[PATH], struct text *error)
{
    if (snprintf(file, PATH, "%s/castellany.db", folder) < PATH)
        return true;
    text_put(error, "the data folder's name is too long");
    return false;
}

static bool open_folder(struct sqlite *s, const char *folder, struct text *error)
{
    char file[PATH];
    if (!name_file(folder, file, error))
        return false;
    if ((s->folder = folder_open(folder, error)) < 0)
        return false;
    keep_private(file);
    bool fine = open_file(file, &s->writer, error) && sqlite_upgrade(s->writer, file, schema_steps, error) &&
                open_file(file, &s->reader, error);
    if (fine) /* every commit of the writer empties the reader's cache, so a large one would only take memory
               */
        sqlite3_exec(s->reader, "PRAGMA cache_size = -256", NULL, NULL, NULL);
    return fine;
}

static bool open_memory(struct sqlite *s, struct text *error)
{
    bool fine =
        open_file(":memory:", &s->writer, error) && sqlite_upgrade(s->writer, "memory", schema_steps, error);
    s->reader = s->writer;
    return fine;
}

bool sqlite_open(struct sqlite *s, const char *folder, struct text *error)
{
    *s = (struct sqlite){.folder = -1};
    bool fine = folder ? open_folder(s, folder, error) : open_memory(s, error);
    if (fine && sqlite_prepare(s, error))
        return true;
    sqlite_close_all(s);
    return false;
}

bool sqlite_open_reader(struct sqlite *s, const char *folder, struct text *error)
{
    char file[PATH];
    *s = (struct sqlite){.folder = -1};
    if (name_file(folder, file, error) && open_file(file, &s->reader, error) &&
        sqlite_prepare_reads(s, error))
        return true;
    sqlite_close_all(s);
    return false;
}

void sqlite_close_all(struct sqlite *s)
{
    for (int i = 0; i < READS; i++) {
        sqlite3_finalize(s->reads[i][false]);
        sqlite3_finalize(s->reads[i][true]);
    }
    for (int i = 0; i < WRITE_KINDS; i++)
        sqlite3_finalize(s->writes[i]);
    if (s->reader != s->writer)
        sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    if (s->folder >= 0)
        close(s->folder);
}
