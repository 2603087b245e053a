/* store_sql.c: the store's schema, its versions and its statements. */
#include "server/store_sql.h"

#include <stddef.h>

/*
 * The schema of version N is made by the first N steps. A step is never changed once it was released; a new
 * version is a new step. States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over,
 * 3 suspended.
 */
static const char *const steps[] = {
    "CREATE TABLE tables (id BIGINT PRIMARY KEY, creator BIGINT NOT NULL, rematch BIGINT NOT NULL,"
    " game TEXT NOT NULL, rules INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, box TEXT "
    "NOT NULL,"
    " invite TEXT NOT NULL, open_to_all INTEGER NOT NULL, imported INTEGER NOT NULL, state INTEGER NOT NULL,"
    " clock INTEGER NOT NULL, clock_seconds INTEGER NOT NULL, undo INTEGER NOT NULL, reaction INTEGER NOT "
    "NULL,"
    " created BIGINT NOT NULL, changed BIGINT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL,"
    " winners INTEGER NOT NULL, reason TEXT NOT NULL);"
    "CREATE INDEX tables_by_state ON tables (state, id);"
    "CREATE INDEX tables_by_creator ON tables (creator, state);"
    "CREATE TABLE chairs (tab BIGINT NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL, level INTEGER "
    "NOT NULL,"
    " away INTEGER NOT NULL, resigned INTEGER NOT NULL, player BIGINT NOT NULL, points INTEGER NOT NULL,"
    " PRIMARY KEY (tab, seat));"
    "CREATE INDEX chairs_by_player ON chairs (player, tab);"
    "CREATE TABLE rows (tab BIGINT NOT NULL, number INTEGER NOT NULL, actor TEXT NOT NULL, move TEXT NOT "
    "NULL,"
    " spent INTEGER NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (tab, number));"
    "CREATE TABLE chats (tab BIGINT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " player BIGINT NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, made BIGINT NOT NULL,"
    " PRIMARY KEY (tab, number));"
    "CREATE TABLE players (id BIGINT PRIMARY KEY, owner BIGINT NOT NULL, kind INTEGER NOT NULL, name TEXT "
    "NOT NULL,"
    " name_key TEXT NOT NULL, password TEXT NOT NULL, settings TEXT NOT NULL, created BIGINT NOT NULL);"
    "CREATE UNIQUE INDEX players_by_name ON players (name_key) WHERE name_key <> '';"
    "CREATE INDEX players_by_owner ON players (owner);"
    "CREATE TABLE tokens (hash TEXT PRIMARY KEY, player BIGINT NOT NULL, made BIGINT NOT NULL);"
    "CREATE INDEX tokens_by_player ON tokens (player);"
    "CREATE TABLE ratings (player BIGINT NOT NULL, game TEXT NOT NULL, rating INTEGER NOT NULL,"
    " games INTEGER NOT NULL, PRIMARY KEY (player, game));",
};

enum { VERSION = sizeof steps / sizeof steps[0] };

/* Parameters stand in the order of their numbers, for SQLite counts them as they come. */

const char *const sql_writes[SQL_WRITES] = {
    [WRITE_TABLE] =
        "INSERT INTO tables (id, creator, rematch, game, rules, seats, options, box, invite, open_to_all, "
        "imported,"
        " state, clock, clock_seconds, undo, reaction, created, changed, number, turn, winners, reason)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
        "$21, $22)"
        " ON CONFLICT (id) DO UPDATE SET creator = excluded.creator, rematch = excluded.rematch,"
        " options = excluded.options, state = excluded.state, changed = excluded.changed, number = "
        "excluded.number,"
        " turn = excluded.turn, winners = excluded.winners, reason = excluded.reason",
    [WRITE_CHAIR] =
        "INSERT INTO chairs (tab, seat, kind, level, away, resigned, player, points)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tab, seat) DO UPDATE SET kind = excluded.kind,"
        " level = excluded.level, away = excluded.away, resigned = excluded.resigned, player = "
        "excluded.player,"
        " points = excluded.points",
    [WRITE_ROW] = "INSERT INTO rows (tab, number, actor, move, spent, made) VALUES ($1, $2, $3, $4, $5, $6)"
                  " ON CONFLICT (tab, number) DO NOTHING",
    [WRITE_CHAT] = "INSERT INTO chats (tab, number, seat, player, name, line, made)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [WRITE_PLAYER] =
        "INSERT INTO players (id, owner, kind, name, name_key, password, settings, created)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,"
        " name = excluded.name, name_key = excluded.name_key, password = excluded.password,"
        " settings = excluded.settings",
    [WRITE_TOKEN] = "INSERT INTO tokens (hash, player, made) VALUES ($1, $2, $3)"
                    " ON CONFLICT (hash) DO UPDATE SET player = excluded.player",
    [WRITE_RATING] =
        "INSERT INTO ratings (player, game, rating, games) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, games = excluded.games",
    [WRITE_DROP_CHATS] = "DELETE FROM chats WHERE tab = $1 AND number <= $2",
    [WRITE_TRIM_TOKENS] = "DELETE FROM tokens WHERE player = $1 AND hash NOT IN"
                          " (SELECT hash FROM tokens WHERE player = $1 ORDER BY made DESC LIMIT $2)",
    [WRITE_DROP_PLAYER] = "DELETE FROM players WHERE id = $1",
    [WRITE_DROP_TOKEN] = "DELETE FROM tokens WHERE hash = $1",
    [WRITE_DROP_TOKENS] = "DELETE FROM tokens WHERE player = $1",
    [WRITE_DROP_RATINGS] = "DELETE FROM ratings WHERE player = $1",
};

const char *const sql_reads[SQL_READS] = {
    [READ_TABLE] =
        "SELECT creator, rematch, game, rules, seats, options, box, invite, open_to_all, imported, state,"
        " clock, clock_seconds, undo, reaction, created, changed, number, turn, winners, reason"
        " FROM tables WHERE id = $1",
    [READ_CHAIRS] = "SELECT seat, kind, level, away, resigned, player, points FROM chairs WHERE tab = $1",
    [READ_ROWS] =
        "SELECT number, actor, move, spent, made FROM rows WHERE tab = $1 AND number >= $2 ORDER BY number",
    [READ_CHATS] = "SELECT number, seat, player, name, line, made FROM chats WHERE tab = $1"
                   " ORDER BY number DESC LIMIT $2",
    [READ_LIST_OPEN] = "SELECT id FROM tables WHERE state = 0 AND open_to_all = 1 AND id < $1"
                       " ORDER BY id DESC LIMIT $2",
    [READ_LIST_LIVE] = "SELECT id FROM tables WHERE state = 1 AND open_to_all = 1 AND id < $1"
                       " ORDER BY id DESC LIMIT $2",
    [READ_LIST_FINISHED] = "SELECT id FROM tables WHERE state = 2 AND open_to_all = 1 AND id < $1"
                           " ORDER BY id DESC LIMIT $2",
    [READ_LIST_MINE] =
        "SELECT DISTINCT tab FROM chairs WHERE player = $1 AND tab < $2 ORDER BY tab DESC LIMIT $3",
    [READ_LIST_RUNNING] = "SELECT id FROM tables WHERE state = 1 AND id < $1 ORDER BY id DESC LIMIT $2",
    [READ_COUNT_TABLES] = "SELECT COUNT(*) FROM tables WHERE creator = $1 AND state < 2",
    [READ_BOTS] = "SELECT id FROM players WHERE owner = $1",
    [READ_PLAYER] =
        "SELECT owner, kind, name, name_key, password, settings, created FROM players WHERE id = $1",
    [READ_NAME] = "SELECT id FROM players WHERE name_key = $1 AND name_key <> ''",
    [READ_TOKEN] = "SELECT player FROM tokens WHERE hash = $1",
    [READ_RATING] = "SELECT rating, games FROM ratings WHERE player = $1 AND game = $2",
};

static bool run(sqlite3 *db, const char *file, const char *sql, struct text *error)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    text_printf(error, "%s: %s", file, sqlite3_errmsg(db));
    return false;
}

static int read_version(sqlite3 *db)
{
    sqlite3_stmt *q = NULL;
    int version = 0;
    if (sqlite3_prepare_v2(db, "SELECT version FROM schema_version", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        version = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return version;
}

static bool upgrade_from(sqlite3 *db, const char *file, int from, struct text *error)
{
    for (int i = from; i < VERSION; i++)
        if (!run(db, file, steps[i], error))
            return false;
    char set[64];
    struct text sql = TEXT_IN(set);
    text_printf(&sql, "UPDATE schema_version SET version = %d", VERSION);
    return run(db, file, set, error);
}

bool sql_upgrade(sqlite3 *db, const char *file, struct text *error)
{
    if (!run(db, file, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", error) ||
        !run(db, file, "BEGIN IMMEDIATE", error))
        return false;
    int version = read_version(db);
    bool fine = true;
    if (version > VERSION) {
        text_printf(error, "%s was written by a newer castellany (schema %d, this program knows %d)", file,
                    version, VERSION);
        fine = false;
    } else if (version < VERSION) {
        fine = (version > 0 || run(db, file,
                                   "CREATE TABLE schema_version (version INTEGER NOT NULL);"
                                   "INSERT INTO schema_version (version) VALUES (0);",
                                   error)) &&
               upgrade_from(db, file, version, error);
    }
    if (fine)
        return run(db, file, "COMMIT", error);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
