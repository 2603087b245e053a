/* schema.c: the store's schema, its versions and its statements, in SQL that other databases know too. */
#include "server/store/columns.h"
#include "server/store/sqlite.h"

enum { SQL = 8192, APPLICATION = 0x43415374 /* "CASt" */ };

/* States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over, 3 suspended. */
static const char *const indexes[] = {
    "CREATE INDEX tables_by_state ON tables (state, id);",
    "CREATE INDEX tables_by_creator ON tables (creator, state);",
    "CREATE INDEX chairs_by_player ON chairs (player, tab);",
    "CREATE UNIQUE INDEX players_by_name ON players (name_key) WHERE name_key <> '';",
    "CREATE INDEX players_by_owner ON players (owner);",
    "CREATE INDEX tokens_by_player ON tokens (player);",
    "CREATE INDEX tables_by_origin ON tables (origin, state);",
    "CREATE INDEX chats_by_player ON chats (player);",
    "CREATE INDEX reports_by_reporter ON reports (reporter);",
    "CREATE INDEX reports_by_accused ON reports (accused);",
    "CREATE INDEX codes_by_player ON codes (player);",
    "CREATE UNIQUE INDEX results_by_number ON results (player, game, seats, number);",
    "CREATE INDEX ratings_by_rank ON ratings (game, seats, rating);",
    "CREATE INDEX pushes_by_player ON pushes (player);",
    NULL,
};

/* What makes a file of schema 1 one of schema 2, and so on. A new file is made whole by `create`, so whatever
 * is added here must be added to columns.c and `indexes` too. */
static const char *const steps[] = {
    /* 2: budgets of addresses, what expires, people who are muted or blocked, reports */
    "ALTER TABLE tables ADD COLUMN origin BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN looked BIGINT NOT NULL DEFAULT 0;"
    "UPDATE tables SET looked = changed;"
    "ALTER TABLE players ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;"
    "UPDATE players SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;"
    "ALTER TABLE players ADD COLUMN muted TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE players ADD COLUMN blocked TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE reports (id BIGINT NOT NULL, made BIGINT NOT NULL, reporter BIGINT NOT NULL,"
    " tab BIGINT NOT NULL, line INTEGER NOT NULL, accused BIGINT NOT NULL, words TEXT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (id));"
    "CREATE INDEX tables_by_origin ON tables (origin, state);"
    "CREATE INDEX chats_by_player ON chats (player);"
    "CREATE INDEX reports_by_reporter ON reports (reporter);"
    "CREATE INDEX reports_by_accused ON reports (accused);",
    /* 3: what owners decide and do, codes instead of passwords, browsers of sessions */
    "ALTER TABLE tokens ADD COLUMN agent TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE codes (hash TEXT NOT NULL, player BIGINT NOT NULL, until BIGINT NOT NULL, PRIMARY KEY "
    "(hash));"
    "CREATE TABLE bans (id BIGINT NOT NULL, kind INTEGER NOT NULL, player BIGINT NOT NULL,"
    " addresses TEXT NOT NULL, made BIGINT NOT NULL, until BIGINT NOT NULL, reason TEXT NOT NULL,"
    " PRIMARY KEY (id));"
    "CREATE TABLE audits (id BIGINT NOT NULL, at BIGINT NOT NULL, who TEXT NOT NULL, act TEXT NOT NULL,"
    " about TEXT NOT NULL, PRIMARY KEY (id));"
    "CREATE TABLE owner_values (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));"
    "CREATE INDEX codes_by_player ON codes (player);",
    /* 4: luck that can be checked, ratings by number of seats with their history, rematches that all agree
     * to, holidays, messages to browsers. An old rating is where the first game of each new one starts. */
    "ALTER TABLE tables ADD COLUMN asked TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN secret TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE chairs ADD COLUMN pledge TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE chairs ADD COLUMN nonce TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE chairs ADD COLUMN alias TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE chairs ADD COLUMN reply INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE chairs ADD COLUMN again INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE players ADD COLUMN holiday BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE players ADD COLUMN language TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE ratings RENAME TO old_ratings;"
    "CREATE TABLE ratings (player BIGINT NOT NULL, game TEXT NOT NULL, seats INTEGER NOT NULL,"
    " rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,"
    " games INTEGER NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (player, game, seats));"
    "INSERT INTO ratings SELECT player, game, n, rating, 25000, 60000, 0, 0 FROM old_ratings,"
    " (SELECT 2 AS n UNION ALL SELECT 3 UNION ALL SELECT 4) AS sizes;"
    "DROP TABLE old_ratings;"
    "CREATE TABLE results (tab BIGINT NOT NULL, seat INTEGER NOT NULL, player BIGINT NOT NULL,"
    " game TEXT NOT NULL, seats INTEGER NOT NULL, number INTEGER NOT NULL, made BIGINT NOT NULL,"
    " rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,"
    " place INTEGER NOT NULL, gain INTEGER NOT NULL, PRIMARY KEY (tab, seat));"
    "CREATE TABLE pushes (hash TEXT NOT NULL, player BIGINT NOT NULL, address TEXT NOT NULL,"
    " browser_key TEXT NOT NULL, browser_secret TEXT NOT NULL, made BIGINT NOT NULL,"
    " language TEXT NOT NULL, PRIMARY KEY (hash));"
    "CREATE UNIQUE INDEX results_by_number ON results (player, game, seats, number);"
    "CREATE INDEX ratings_by_rank ON ratings (game, seats, rating);"
    "CREATE INDEX pushes_by_player ON pushes (player);",
    /* 5: several nodes share a store */
    "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN removed TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN undo_asked INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN undo_place INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN undo_seat INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN undo_yes INTEGER NOT NULL DEFAULT 0;",
};

enum { VERSION = 1 + sizeof steps / sizeof steps[0] };

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
    [WRITE_SEE_PLAYER] = "UPDATE players SET seen = $1 WHERE id = $2",
    [WRITE_DROP_WORDS] = "DELETE FROM chats WHERE player = $1",
    [WRITE_DROP_REPORTS] = "DELETE FROM reports WHERE accused = $1",
    [WRITE_HIDE_REPORTER] = "UPDATE reports SET reporter = 0 WHERE reporter = $1",
    [WRITE_DROP_GUESTS] = "DELETE FROM players WHERE kind = 0 AND seen < $1"
                          " AND NOT EXISTS (SELECT 1 FROM chairs c WHERE c.player = players.id)",
    [WRITE_DROP_RESULTS] = "DELETE FROM results WHERE player = $1",
    [WRITE_DROP_PUSH] = "DELETE FROM pushes WHERE hash = $1",
    [WRITE_DROP_PUSHES] = "DELETE FROM pushes WHERE player = $1",
    [WRITE_DROP_LOOSE_TOKENS] =
        "DELETE FROM tokens WHERE NOT EXISTS (SELECT 1 FROM players p WHERE p.id = tokens.player)",
};

/* The text after "SELECT " and the columns of `row`. */
static const struct {
    enum write_kind row; /* WRITE_ROWS: none */
    const char *sql;
} reads[SQLITE_READS] = {
    [READ_TABLE] = {WRITE_TABLE, " FROM tables t WHERE t.id = $1"},
    [READ_CHAIRS] =
        {WRITE_CHAIR,
         ", p.name, p.kind, r.rating, r.games, p.owner FROM chairs t JOIN tables g ON g.id = t.tab"
         " LEFT JOIN players p ON p.id = t.player LEFT JOIN ratings r ON r.player = t.player"
         " AND r.game = g.game AND r.seats = g.seats WHERE t.tab = $1"},
    [READ_ENTRIES] = {WRITE_ENTRY, " FROM entries t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number"},
    [READ_CHATS] = {WRITE_CHAT, " FROM chats t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number"},
    [READ_HEAD] = {WRITE_ROWS,
                   "revision, (SELECT COALESCE(MAX(e.number), -1) FROM entries e WHERE e.tab = $1),"
                   " (SELECT COALESCE(MAX(c.number), -1) FROM chats c WHERE c.tab = $1)"
                   " FROM tables WHERE id = $1"},
    [READ_OPEN] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 0 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_LIVE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 1 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_FINISHED] = {WRITE_TABLE, " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                                    " ORDER BY t.id DESC"},
    [READ_MINE] = {WRITE_TABLE, " FROM tables t WHERE t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                                " AND c.tab < $2) ORDER BY t.id DESC"},
    [READ_CLOCKED] = {WRITE_ROWS,
                      "id FROM tables WHERE state = 1 AND clock <> 0 AND id < $2 ORDER BY id DESC"},
    [READ_OLD_OPEN] = {WRITE_ROWS, "id FROM tables WHERE state = 0 AND id > $1 AND changed < $2 ORDER BY id"},
    [READ_OLD_LIVE] = {WRITE_ROWS, "id FROM tables WHERE state = 1 AND id > $1 AND looked < $2 ORDER BY id"},
    [READ_COUNT] = {WRITE_ROWS, "(SELECT COUNT(*) FROM tables WHERE creator = $1 AND state < 2),"
                                " (SELECT COUNT(*) FROM tables WHERE origin = $2 AND state < 2),"
                                " (SELECT COUNT(*) FROM tables WHERE state < 2)"},
    [READ_SEATED] = {WRITE_ROWS, "COUNT(DISTINCT c.tab) FROM chairs c JOIN tables t ON t.id = c.tab"
                                 " WHERE c.player = $1 AND t.state = 0"},
    [READ_PLAYER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $1"},
    [READ_BY_NAME] = {WRITE_PLAYER, " FROM players t WHERE t.name_key = $1 AND t.name_key <> ''"},
    [READ_BY_TOKEN] = {WRITE_PLAYER, " FROM players t JOIN tokens k ON k.player = t.id WHERE k.hash = $1"},
    [READ_BOTS] = {WRITE_ROWS, "id FROM players WHERE owner = $1"},
    [READ_ALL] = {WRITE_TABLE, " FROM tables t WHERE t.state = $1 AND t.id < $2 ORDER BY t.id DESC"},
    [READ_BANS] = {WRITE_BAN, " FROM bans t ORDER BY t.id"},
    [READ_AUDIT] = {WRITE_AUDIT, " FROM audits t WHERE t.id < $2 ORDER BY t.id DESC"},
    [READ_VALUES] = {WRITE_VALUE, " FROM owner_values t"},
    [READ_CODE] = {WRITE_CODE, " FROM codes t WHERE t.hash = $1"},
    [READ_OWNED] = {WRITE_PLAYER, " FROM players t WHERE t.owner = $1 ORDER BY t.id"},
    [READ_ALL_TABLES] = {WRITE_TABLE, " FROM tables t WHERE t.creator = $1 OR t.id IN"
                                      " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY t.id"},
    [READ_WORDS] = {WRITE_CHAT, " FROM chats t WHERE t.player = $1 ORDER BY t.made"},
    [READ_TOKENS] = {WRITE_TOKEN, " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC"},
    [READ_RATINGS] = {WRITE_RATING, " FROM ratings t WHERE t.player = $1 ORDER BY t.game"},
    [READ_REPORTS] = {WRITE_REPORT, " FROM reports t WHERE t.reporter = $1 ORDER BY t.id"},
    [READ_ALL_REPORTS] = {WRITE_REPORT, " FROM reports t ORDER BY t.id DESC"},
    [READ_TO_COUNT] = {WRITE_ROWS, "id FROM tables WHERE state = 2 AND rated = 1 ORDER BY id"},
    [READ_TABLE_RATINGS] = {WRITE_RATING, " FROM ratings t JOIN tables g ON g.id = $1 AND g.game = t.game"
                                          " AND g.seats = t.seats WHERE t.player IN"
                                          " (SELECT c.player FROM chairs c WHERE c.tab = $1 AND c.kind = 1)"},
    [READ_PAIRS] = {WRITE_ROWS, "a.player, b.player, COUNT(*) FROM results a JOIN results b"
                                " ON b.tab = a.tab AND b.player > a.player WHERE a.made > $2"
                                " AND a.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                                " AND b.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                                " GROUP BY a.player, b.player"},
    [READ_TALLIES] = {WRITE_ROWS, "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1), 0"
                                  " FROM chairs c JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                                  " AND c.kind = 1 AND t.state = 2 AND t.imported = 0"
                                  " GROUP BY t.game, t.seats ORDER BY COUNT(*) DESC, t.game, t.seats"},
    [READ_MEETINGS] = {WRITE_ROWS, "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1),"
                                   " SUM((t.winners >> d.seat) & 1) FROM chairs c JOIN chairs d"
                                   " ON d.tab = c.tab JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                                   " AND d.player = $2 AND c.kind = 1 AND d.kind = 1 AND t.state = 2"
                                   " AND t.imported = 0 GROUP BY t.game, t.seats"
                                   " ORDER BY COUNT(*) DESC, t.game, t.seats"},
    [READ_RESULTS] = {WRITE_RESULT, " FROM results t WHERE t.player = $1 AND t.game = $3"
                                    " ORDER BY t.made DESC, t.number DESC"},
    [READ_RANKING] = {WRITE_RATING, ", p.name, p.kind FROM ratings t JOIN players p ON p.id = t.player"
                                    " WHERE t.seats = $2 AND t.game = $3 AND t.games > 0"
                                    " ORDER BY t.rating DESC, t.player"},
    [READ_SEARCH] = {WRITE_TABLE, " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                                  " AND ($1 = 0 OR t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                                  " AND c.kind = 1)) AND ($3 = '' OR t.game = $3) ORDER BY t.id DESC"},
    [READ_PUSHES] = {WRITE_PUSH, " FROM pushes t WHERE t.player = $1 ORDER BY t.made"},
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
    for (int i = 0; i < WRITE_NEW_TABLE && fine; i++) {
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

static bool set_version(sqlite3 *db, const char *file, int version, struct text *error)
{
    char buffer[64];
    struct text sql = TEXT_IN(buffer);
    text_printf(&sql, "UPDATE schema_version SET version = %d", version);
    return run(db, file, buffer, error);
}

bool sqlite_upgrade(sqlite3 *db, const char *file, struct text *error)
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
    int version = read_number(db, "SELECT version FROM schema_version");
    bool fine = empty || sqlite_recognise(db, file, error);
    if (fine && version == 0)
        fine = create(db, file, error);
    else
        for (int i = version; i < VERSION && fine; i++)
            fine = run(db, file, steps[i - 1], error);
    if (fine && version < VERSION)
        fine = set_version(db, file, VERSION, error);
    if (fine)
        return run(db, file, "COMMIT", error);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
