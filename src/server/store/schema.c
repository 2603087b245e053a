/* schema.c: the store's schema, its versions and its statements, in SQL that other databases know too. */
#include "server/store/columns.h"
#include "server/store/sqlite.h"

#define VERSION      2
#define NUMBER_OF(n) #n
#define NUMBER(n)    NUMBER_OF(n)

enum { SQL = 8192, APPLICATION = 0x43415374 /* "CASt" */ };

/* States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over, 3 suspended. */
static const char *const indexes[] = {
    "CREATE INDEX tables_by_state ON tables (state, id);",
    "CREATE INDEX tables_by_creator ON tables (creator, state);",
    "CREATE INDEX chairs_by_player ON chairs (player, tab);",
    "CREATE UNIQUE INDEX players_by_name ON players (name_key) WHERE name_key <> '';",
    "CREATE INDEX players_by_owner ON players (owner);",
    "CREATE INDEX tokens_by_player ON tokens (player);",
    "CREATE INDEX codes_by_player ON codes (player);",
    NULL,
};

/* In writes the parameters must appear in the order of their numbers: SQLite numbers them as they appear. */

static const char *const removals[WRITE_KINDS] = {
    [WRITE_DROP_CHATS] = "DELETE FROM chats WHERE tab = $1 AND number <= $2",
    [WRITE_DROP_PLAYER] = "DELETE FROM players WHERE id = $1",
    [WRITE_DROP_RATINGS] = "DELETE FROM ratings WHERE player = $1",
    [WRITE_DROP_TOKEN] = "DELETE FROM tokens WHERE hash = $1",
    [WRITE_DROP_TOKENS] = "DELETE FROM tokens WHERE player = $1",
    [WRITE_DROP_CHAT] = "DELETE FROM chats WHERE tab = $1 AND number = $2",
    [WRITE_DROP_CODE] = "DELETE FROM codes WHERE hash = $1",
    [WRITE_DROP_CODES] = "DELETE FROM codes WHERE player = $1",
    [WRITE_DROP_BAN] = "DELETE FROM bans WHERE id = $1",
    [WRITE_TRIM_TOKENS] = "DELETE FROM tokens WHERE player = $1 AND hash NOT IN"
                          " (SELECT hash FROM tokens WHERE player = $1 ORDER BY made DESC LIMIT $2)",
};

/* The text after "SELECT " and the columns of `row`. */
static const struct {
    enum write_kind row; /* WRITE_ROWS: none */
    const char *sql;
} reads[SQLITE_READS] = {
    [READ_TABLE] = {WRITE_TABLE, " FROM tables t WHERE t.id = $1"},
    [READ_CHAIRS] =
        {WRITE_CHAIR,
         ", p.name, p.kind, r.rating, r.games FROM chairs t LEFT JOIN players p ON p.id = t.player"
         " LEFT JOIN ratings r ON r.player = t.player AND r.game = $2 WHERE t.tab = $1"},
    [READ_ENTRIES] = {WRITE_ENTRY, " FROM entries t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number"},
    [READ_CHATS] = {WRITE_CHAT, " FROM chats t WHERE t.tab = $1 ORDER BY t.number"},
    [READ_OPEN] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 0 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_LIVE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 1 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_FINISHED] = {WRITE_TABLE, " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                                    " ORDER BY t.id DESC"},
    [READ_MINE] = {WRITE_TABLE, " FROM tables t WHERE t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                                " AND c.tab < $2) ORDER BY t.id DESC"},
    [READ_RUNNING] = {WRITE_ROWS, "id FROM tables WHERE state = 1 AND id < $2 ORDER BY id DESC"},
    [READ_COUNT] = {WRITE_ROWS, "COUNT(*) FROM tables WHERE creator = $1 AND state < 2"},
    [READ_PLAYER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $1"},
    [READ_BY_NAME] = {WRITE_PLAYER, " FROM players t WHERE t.name_key = $1 AND t.name_key <> ''"},
    [READ_BY_TOKEN] = {WRITE_PLAYER, " FROM players t JOIN tokens k ON k.player = t.id WHERE k.hash = $1"},
    [READ_BOTS] = {WRITE_ROWS, "id FROM players WHERE owner = $1"},
    [READ_ALL] = {WRITE_TABLE, " FROM tables t WHERE t.state = $1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_BANS] = {WRITE_BAN, " FROM bans t ORDER BY t.id"},
    [READ_AUDIT] = {WRITE_AUDIT, " FROM audits t WHERE t.id < $2 ORDER BY t.id DESC"},
    [READ_VALUES] = {WRITE_VALUE, " FROM owner_values t"},
    [READ_CODE] = {WRITE_CODE, " FROM codes t WHERE t.hash = $1"},
    [READ_TOKENS] = {WRITE_TOKEN, " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC"},
    [READ_OWNED] = {WRITE_PLAYER, " FROM players t WHERE t.owner = $1 ORDER BY t.id"},
};

static bool prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out, struct text *error)
{
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK)
        return true;
    text_printf(error, "the store: %s", sqlite3_errmsg(db));
    return false;
}

bool sqlite_prepare(struct sqlite *s, struct text *error)
{
    char buffer[SQL];
    for (int i = 0; i < WRITE_KINDS; i++) {
        struct text sql = TEXT_IN(buffer);
        if (i < WRITE_ROWS)
            columns_insert(&row_kinds[i], &sql);
        else
            text_put(&sql, removals[i]);
        if (!prepare(s->writer, buffer, &s->writes[i], error))
            return false;
    }
    for (int i = 0; i < SQLITE_READS; i++) {
        struct text sql = TEXT_IN(buffer);
        text_put(&sql, "SELECT ");
        if (reads[i].row < WRITE_ROWS)
            columns_list(&row_kinds[reads[i].row], "t.", &sql);
        text_put(&sql, reads[i].sql);
        if (!prepare(s->reader, buffer, &s->reads[i], error))
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
    char buffer[SQL];
    bool fine = run(db, file,
                    "CREATE TABLE schema_version (version INTEGER NOT NULL);"
                    "INSERT INTO schema_version (version) VALUES (0);"
                    "PRAGMA application_id = 1128354676;", /* APPLICATION */
                    error);
    for (int i = 0; i < WRITE_ROWS && fine; i++) {
        struct text sql = TEXT_IN(buffer);
        columns_create(&row_kinds[i], &sql);
        fine = run(db, file, buffer, error);
    }
    for (int i = 0; indexes[i] && fine; i++)
        fine = run(db, file, indexes[i], error);
    return fine;
}

bool sqlite_recognise(sqlite3 *db, const char *file, struct text *error)
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
    else if (version > VERSION)
        text_printf(error, "%s was written by a newer castellany (schema %d, this program knows %d)", file,
                    version, VERSION);
    else
        return true;
    return false;
}

/* Schema 2: what owners decide and do, codes instead of passwords, browsers of sessions. */
static bool upgrade_to_2(sqlite3 *db, const char *file, struct text *error)
{
    static const enum write_kind kinds[] = {WRITE_CODE, WRITE_BAN, WRITE_AUDIT, WRITE_VALUE};
    char buffer[SQL];
    bool fine = run(db, file, "ALTER TABLE tokens ADD COLUMN agent TEXT NOT NULL DEFAULT ''", error);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && fine; i++) {
        struct text sql = TEXT_IN(buffer);
        columns_create(&row_kinds[kinds[i]], &sql);
        fine = run(db, file, buffer, error);
    }
    return fine && run(db, file, "CREATE INDEX codes_by_player ON codes (player);", error);
}

/* Brings an older schema up to date, one version after the other. */
static bool step_up(sqlite3 *db, const char *file, int version, struct text *error)
{
    bool fine = version > 0 || create(db, file, error);
    if (fine && version == 1)
        fine = upgrade_to_2(db, file, error);
    return fine && run(db, file, "UPDATE schema_version SET version = " NUMBER(VERSION), error);
}

bool sqlite_upgrade(sqlite3 *db, const char *file, struct text *error)
{
    if (sqlite3_db_readonly(db, "main") == 1) {
        sqlite_explain(db, file, error);
        return false;
    }
    if (!run(db, file, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", error) ||
        !run(db, file, "BEGIN IMMEDIATE", error))
        return false;
    bool empty = read_number(db, "SELECT COUNT(*) FROM sqlite_master") == 0;
    bool fine = empty || sqlite_recognise(db, file, error);
    fine = fine && step_up(db, file, read_number(db, "SELECT version FROM schema_version"), error);
    if (fine)
        return run(db, file, "COMMIT", error);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
