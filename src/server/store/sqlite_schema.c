/* sqlite_schema.c: makes and upgrades the SQLite file, and prepares its statements. */
#include "server/store/sqlite.h"
#include "server/store/statements.h"

enum { APPLICATION = 0x43415374 /* "CASt" */ };

static bool prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out, struct text *error)
{
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK)
        return true;
    text_printf(error, "the store: %s", sqlite3_errmsg(db));
    return false;
}

bool sqlite_prepare(struct sqlite *s, struct text *error)
{
    char buffer[SQL_TEXT];
    for (int i = 0; i < WRITE_KINDS; i++) {
        struct text sql = TEXT_IN(buffer);
        statement_write(i, &sql);
        if (!prepare(s->writer, buffer, &s->writes[i], error))
            return false;
    }
    return sqlite_prepare_reads(s, error);
}

bool sqlite_prepare_reads(struct sqlite *s, struct text *error)
{
    char buffer[SQL_TEXT];
    for (int i = 0; i < READS; i++)
        for (int chairs = 0; chairs <= (reads[i].part == PART_TABLES); chairs++) {
            struct text sql = TEXT_IN(buffer);
            step_statement(&(struct read_step){.read = i, .chairs = chairs}, &sql);
            if (!prepare(s->reader, buffer, &s->reads[i][chairs], error))
                return false;
        }
    return true;
}

/* ---- versions ---- */

static bool run(sqlite3 *db, const char *file, const char *sql, struct text *error)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sqlite_explain(db, file, error);
    return false;
}

/* 0 if there is none. */
static int read_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = NULL;
    int number = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        number = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return number;
}

static bool create(sqlite3 *db, const char *file, struct text *error)
{
    char buffer[SQL_TEXT];
    bool fine = run(db, file,
                    "CREATE TABLE schema_version (version INTEGER NOT NULL);"
                    "INSERT INTO schema_version (version) VALUES (0);"
                    "PRAGMA application_id = 1128354676;", /* APPLICATION */
                    error);
    for (int i = 0; i < WRITE_NEW_TABLE && fine; i++) {
        struct text sql = TEXT_IN(buffer);
        columns_create(&row_kinds[i], &sql);
        fine = run(db, file, buffer, error);
    }
    for (int i = 0; schema_indexes[i] && fine; i++)
        fine = run(db, file, schema_indexes[i], error);
    return fine;
}

bool sqlite_recognise(sqlite3 *db, const char *file, int newest, struct text *error)
{
    sqlite3_stmt *q = NULL; /* a file that cannot be read at all must not look like an empty one */
    if (sqlite3_prepare_v2(db, "PRAGMA schema_version", -1, &q, NULL) != SQLITE_OK ||
        sqlite3_step(q) != SQLITE_ROW) {
        sqlite_explain(db, file, error);
        sqlite3_finalize(q);
        return false;
    }
    sqlite3_finalize(q);
    int version = read_number(db, "SELECT version FROM schema_version");
    if (read_number(db, "PRAGMA application_id") != APPLICATION)
        text_printf(error, "%s is a database of another program", file);
    else if (version > newest)
        text_printf(error, "%s was written by a newer castellany (schema %d, this program knows %d)", file,
                    version, newest);
    else
        return true;
    return false;
}

static bool set_version(sqlite3 *db, const char *file, int version, struct text *error)
{
    char buffer[64];
    struct text sql = TEXT_IN(buffer);
    text_printf(&sql, "UPDATE schema_version SET version = %d", version);
    return run(db, file, buffer, error);
}

bool sqlite_upgrade(sqlite3 *db, const char *file, const char *const steps[], struct text *error)
{
    if (sqlite3_db_readonly(db, "main") == 1) {
        sqlite_explain(db, file, error);
        return false;
    }
    if (!run(db, file, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;",
             error) ||
        !run(db, file, "BEGIN IMMEDIATE", error))
        return false;
    bool empty = read_number(db, "SELECT COUNT(*) FROM sqlite_master") == 0;
    int version = read_number(db, "SELECT version FROM schema_version"), newest = schema_version(steps);
    bool fine = empty || sqlite_recognise(db, file, newest, error);
    if (fine && version == 0)
        fine = create(db, file, error);
    else
        for (int at = version; at < newest && fine; at++)
            fine = run(db, file, steps[at - 1], error);
    if (fine && version < newest)
        fine = set_version(db, file, newest, error);
    if (fine)
        return run(db, file, "COMMIT", error);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
