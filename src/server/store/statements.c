/* statements.c: the SQL of the store, in words that all its databases know. */
#include "server/store/statements.h"

/* States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over, 3 suspended. */
const char *const schema_indexes[] = {
    "CREATE INDEX IF NOT EXISTS tables_by_state ON tables (state, id);",
    "CREATE INDEX IF NOT EXISTS tables_by_creator ON tables (creator, state);",
    "CREATE INDEX IF NOT EXISTS chairs_by_player ON chairs (player, tab);",
    "CREATE UNIQUE INDEX IF NOT EXISTS players_by_name ON players (name_key) WHERE name_key <> '';",
    "CREATE INDEX IF NOT EXISTS players_by_owner ON players (owner);",
    "CREATE INDEX IF NOT EXISTS tokens_by_player ON tokens (player);",
    "CREATE INDEX IF NOT EXISTS tables_by_origin ON tables (origin, state);",
    "CREATE INDEX IF NOT EXISTS chats_by_player ON chats (player);",
    "CREATE INDEX IF NOT EXISTS reports_by_reporter ON reports (reporter);",
    "CREATE INDEX IF NOT EXISTS reports_by_accused ON reports (accused);",
    "CREATE INDEX IF NOT EXISTS codes_by_player ON codes (player);",
    "CREATE UNIQUE INDEX IF NOT EXISTS results_by_number ON results (player, game, seats, number);",
    "CREATE INDEX IF NOT EXISTS ratings_by_rank ON ratings (game, seats, rating);",
    "CREATE INDEX IF NOT EXISTS pushes_by_player ON pushes (player);",
    "CREATE INDEX IF NOT EXISTS tables_by_game ON tables (game, state, id);",
    "CREATE INDEX IF NOT EXISTS chairs_by_stand_in ON chairs (stand_in) WHERE stand_in <> 0;",
    "CREATE INDEX IF NOT EXISTS guests_by_seen ON players (seen) WHERE kind = 0;",
    NULL,
};

/*
 * What makes a database of schema 1 one of schema 2, and so on. A new one is made whole from columns.c and
 * schema_indexes, so whatever is added here must be added there too. From SCHEMA_FIRST_SHARED on every step
 * must be SQL that all databases know.
 */
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
    /* 6: names that look alike are the same; sqlite_schema.c makes the new keys */
    "UPDATE schema_version SET version = version;",
    /* 7: absent players are called, friends stand in for them */
    "ALTER TABLE chairs DROP COLUMN again;"
    "ALTER TABLE chairs DROP COLUMN reply;"
    "ALTER TABLE chairs ADD COLUMN call_ends BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE chairs ADD COLUMN stand_in BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE chairs ADD COLUMN stand_in_name TEXT NOT NULL DEFAULT '';",
    /* 8: searches, and the going of friends who stood in and of guests, read few rows */
    "CREATE INDEX IF NOT EXISTS tables_by_game ON tables (game, state, id);"
    "CREATE INDEX IF NOT EXISTS chairs_by_stand_in ON chairs (stand_in) WHERE stand_in <> 0;"
    "CREATE INDEX IF NOT EXISTS guests_by_seen ON players (seen) WHERE kind = 0;",
    /* 9: lists say until when a table waits */
    "ALTER TABLE tables ADD COLUMN deadline BIGINT NOT NULL DEFAULT 0;",
    /* 10: people at every node give numbers to the luck of a game */
    "ALTER TABLE tables ADD COLUMN drawing BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN drawing_asked INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN silent TEXT NOT NULL DEFAULT '';",
};

const int schema_version = 1 + sizeof steps / sizeof steps[0];

const char *schema_step(int version)
{
    return steps[version - 2];
}

/* ---- writes ---- */

/* The parameters must appear in the order of their numbers: SQLite numbers them as they appear. */

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
    [WRITE_DROP_ALIASES] = "UPDATE chairs SET alias = '' WHERE player = $1",
    [WRITE_DROP_STAND_INS] =
        "UPDATE chairs SET stand_in = 0, stand_in_name = '' WHERE stand_in = $1 AND stand_in <> 0",
    [WRITE_DROP_WORDS] = "DELETE FROM chats WHERE player = $1",
    [WRITE_DROP_REPORTS] = "DELETE FROM reports WHERE accused = $1",
    [WRITE_HIDE_REPORTER] = "UPDATE reports SET reporter = 0 WHERE reporter = $1",
    [WRITE_DROP_GUESTS] = "DELETE FROM players WHERE kind = 0 AND seen < $1"
                          " AND NOT EXISTS (SELECT 1 FROM chairs c WHERE c.player = players.id)",
    [WRITE_DROP_RESULTS] = "DELETE FROM results WHERE player = $1",
    [WRITE_DROP_PUSH] = "DELETE FROM pushes WHERE hash = $1",
    [WRITE_DROP_PUSHES] = "DELETE FROM pushes WHERE player = $1",
    [WRITE_DROP_GUESTS_TOKENS] = "DELETE FROM tokens WHERE player IN"
                                 " (SELECT p.id FROM players p WHERE p.kind = 0 AND p.seen < $1"
                                 " AND NOT EXISTS (SELECT 1 FROM chairs c WHERE c.player = p.id))",
};

void statement_write(enum write_kind kind, struct text *sql)
{
    if (kind < WRITE_ROWS)
        columns_insert(&row_kinds[kind], false, sql);
    else
        text_put(sql, removals[kind]);
}

bool removal_takes_text(enum write_kind kind)
{
    return kind == WRITE_DROP_TOKEN || kind == WRITE_DROP_CODE || kind == WRITE_DROP_PUSH;
}

bool write_is_counted(enum write_kind kind)
{
    return kind == WRITE_TABLE || kind == WRITE_DROP_CODE;
}

/* ---- reads ---- */

/* The text after "SELECT " and the columns of `row`. */
static const struct {
    enum write_kind row; /* WRITE_ROWS: none */
    const char *sql;
    int limit; /* rows; 0: all */
} reads[READS] = {
    [READ_TABLE] = {WRITE_TABLE, " FROM tables t WHERE t.id = $1", 1},
    [READ_ENTRIES] = {WRITE_ENTRY, " FROM entries t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number",
                      0},
    [READ_CHATS] = {WRITE_CHAT, " FROM chats t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number", 0},
    [READ_HEAD] = {WRITE_ROWS,
                   "id, revision, (SELECT COALESCE(MAX(e.number), -1) + 1 FROM entries e WHERE e.tab = $1),"
                   " (SELECT COALESCE(MAX(c.number), -1) + 1 FROM chats c WHERE c.tab = $1)"
                   " FROM tables WHERE id = $1",
                   0},
    [READ_OPEN] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 0 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                   STORE_LIST},
    [READ_LIVE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 1 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                   STORE_LIST},
    [READ_FINISHED] = {WRITE_TABLE,
                       " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                       " ORDER BY t.id DESC",
                       STORE_LIST},
    [READ_MINE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.id IN (SELECT DISTINCT c.tab FROM chairs c WHERE c.player = $1"
                   " AND c.tab < $2 ORDER BY c.tab DESC LIMIT 50) ORDER BY t.id DESC", /* STORE_LIST */
                   STORE_LIST},
    [READ_GOING] = {WRITE_ROWS,
                    /* "+": there are fewer such tables than games that one player can have played */
                    "id FROM tables WHERE state < 2 AND id < $2 AND +id IN"
                    " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY id DESC",
                    STORE_IDS},
    [READ_CLOCKED] = {WRITE_ROWS,
                      "id FROM tables WHERE state = 1 AND clock <> 0 AND id < $2 ORDER BY id DESC",
                      STORE_IDS},
    [READ_OLD_OPEN] = {WRITE_ROWS, "id FROM tables WHERE state = 0 AND id > $1 AND changed < $2 ORDER BY id",
                       STORE_IDS},
    [READ_OLD_LIVE] = {WRITE_ROWS, "id FROM tables WHERE state = 1 AND id > $1 AND looked < $2 ORDER BY id",
                       STORE_IDS},
    [READ_COUNT] = {WRITE_ROWS,
                    "(SELECT COUNT(*) FROM tables WHERE creator = $1 AND state < 2),"
                    " (SELECT COUNT(*) FROM tables WHERE origin = $2 AND state < 2),"
                    " (SELECT COUNT(*) FROM tables WHERE state < 2)",
                    0},
    [READ_SEATED] = {WRITE_ROWS,
                     "COUNT(DISTINCT c.tab) FROM chairs c JOIN tables t ON t.id = c.tab"
                     " WHERE c.player = $1 AND t.state = 0",
                     0},
    [READ_PLAYER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $1", 0},
    [READ_OTHER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $2", 0},
    [READ_BY_NAME] = {WRITE_PLAYER, " FROM players t WHERE t.name_key = $3 AND t.name_key <> ''", 0},
    [READ_BY_TOKEN] = {WRITE_PLAYER, " FROM players t JOIN tokens k ON k.player = t.id WHERE k.hash = $3", 0},
    [READ_BOTS] = {WRITE_ROWS, "id FROM players WHERE owner = $1", STORE_IDS},
    [READ_ALL] = {WRITE_TABLE, " FROM tables t WHERE t.state = $1 AND t.id < $2 ORDER BY t.id DESC",
                  STORE_LIST},
    [READ_BANS] = {WRITE_BAN, " FROM bans t ORDER BY t.id", STORE_ROWS},
    [READ_AUDIT] = {WRITE_AUDIT, " FROM audits t WHERE t.id < $2 ORDER BY t.id DESC", STORE_ROWS},
    [READ_VALUES] = {WRITE_VALUE, " FROM owner_values t", STORE_ROWS},
    [READ_CODE] = {WRITE_CODE, " FROM codes t WHERE t.hash = $3", STORE_ROWS},
    [READ_OWNED] = {WRITE_PLAYER, " FROM players t WHERE t.owner = $1 ORDER BY t.id", STORE_ROWS},
    [READ_ALL_TABLES] = {WRITE_TABLE,
                         " FROM tables t WHERE t.creator = $1 OR t.id IN"
                         " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY t.id",
                         0},
    [READ_WORDS] = {WRITE_CHAT, " FROM chats t WHERE t.player = $1 ORDER BY t.made", 0},
    [READ_TOKENS] = {WRITE_TOKEN, " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC", STORE_ROWS},
    [READ_RATINGS] = {WRITE_RATING, " FROM ratings t WHERE t.player = $1 ORDER BY t.game", 0},
    [READ_REPORTS] = {WRITE_REPORT, " FROM reports t WHERE t.reporter = $1 ORDER BY t.id", 0},
    [READ_ALL_REPORTS] = {WRITE_REPORT, " FROM reports t ORDER BY t.id DESC", STORE_ROWS},
    [READ_TO_COUNT] = {WRITE_ROWS, "id FROM tables WHERE state = 2 AND rated = 1 ORDER BY id", STORE_IDS},
    [READ_TABLE_RATINGS] = {WRITE_RATING,
                            " FROM ratings t JOIN tables g ON g.id = $1 AND g.game = t.game"
                            " AND g.seats = t.seats WHERE t.player IN"
                            " (SELECT c.player FROM chairs c WHERE c.tab = $1 AND c.kind = 1)",
                            0},
    [READ_PAIRS] = {WRITE_ROWS,
                    "a.player, b.player, COUNT(*) FROM results a JOIN results b"
                    " ON b.tab = a.tab AND b.player > a.player WHERE a.made > $2"
                    " AND a.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                    " AND b.player IN (SELECT c.player FROM chairs c WHERE c.tab = $1)"
                    " GROUP BY a.player, b.player",
                    STORE_ROWS},
    [READ_TALLIES] = {WRITE_ROWS,
                      "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1), 0"
                      " FROM chairs c JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                      " AND c.kind = 1 AND t.state = 2 AND t.imported = 0"
                      " GROUP BY t.game, t.seats ORDER BY COUNT(*) DESC, t.game, t.seats",
                      STORE_ROWS},
    [READ_MEETINGS] = {WRITE_ROWS,
                       "t.game, t.seats, COUNT(*), SUM((t.winners >> c.seat) & 1),"
                       " SUM((t.winners >> d.seat) & 1) FROM chairs c JOIN chairs d"
                       " ON d.tab = c.tab JOIN tables t ON t.id = c.tab WHERE c.player = $1"
                       " AND d.player = $2 AND c.kind = 1 AND d.kind = 1 AND t.state = 2"
                       " AND t.imported = 0 GROUP BY t.game, t.seats"
                       " ORDER BY COUNT(*) DESC, t.game, t.seats",
                       STORE_ROWS},
    [READ_RESULTS] = {WRITE_RESULT,
                      " FROM results t WHERE t.player = $1 AND t.game = $3"
                      " ORDER BY t.made DESC, t.number DESC",
                      STORE_ROWS},
    [READ_ALL_RESULTS] = {WRITE_RESULT, " FROM results t WHERE t.player = $1 ORDER BY t.made", 0},
    [READ_RANKING] = {WRITE_RATING,
                      ", p.name, p.kind FROM ratings t JOIN players p ON p.id = t.player"
                      " WHERE t.seats = $2 AND t.game = $3 AND t.games > 0"
                      " ORDER BY t.rating DESC, t.player",
                      STORE_ROWS},
    [READ_SEARCH] = {WRITE_TABLE,
                     " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                     " AND t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                     " AND c.kind = 1) AND ($3 = '' OR t.game = $3) ORDER BY t.id DESC",
                     STORE_LIST},
    [READ_OF_GAME] = {WRITE_TABLE,
                      " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                      " AND t.game = $3 ORDER BY t.id DESC",
                      STORE_LIST},
    [READ_UNFINISHED] = {WRITE_TABLE,
                         " FROM tables t WHERE t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                         " UNION SELECT g.rematch FROM chairs c JOIN tables g ON g.id = c.tab"
                         " WHERE c.player = $1 AND g.rematch <> 0) AND t.state < 2 AND t.id < $2"
                         " AND (t.state = 0 OR t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1))"
                         " ORDER BY t.id DESC",
                         STORE_LIST},
    [READ_PUSHES] = {WRITE_PUSH, " FROM pushes t WHERE t.player = $1 ORDER BY t.made", STORE_ROWS},
};
static void put_limit(enum read read, struct text *sql)
{
    if (reads[read].limit)
        text_printf(sql, " LIMIT %d", reads[read].limit);
}

void statement_read(enum read read, struct text *sql)
{
    text_put(sql, "SELECT ");
    if (reads[read].row < WRITE_ROWS)
        columns_list(&row_kinds[reads[read].row], "t.", sql);
    text_put(sql, reads[read].sql);
    put_limit(read, sql);
}

void statement_read_chairs(enum read read, struct text *sql)
{
    text_put(sql, "SELECT ");
    columns_list(&row_kinds[WRITE_CHAIR], "t.", sql);
    text_put(sql, ", p.name, p.kind, r.rating, r.games, p.owner, p.holiday, s.name"
                  " FROM chairs t JOIN tables g ON g.id = t.tab"
                  " LEFT JOIN players p ON p.id = t.player"
                  " LEFT JOIN players s ON s.id = t.stand_in AND t.stand_in <> 0"
                  " LEFT JOIN ratings r ON r.player = t.player AND r.game = g.game AND r.seats = g.seats "
                  "WHERE t.tab IN (SELECT t.id");
    text_put(sql, reads[read].sql);
    put_limit(read, sql);
    text_put(sql, ")");
}

int64_t statement_from(enum read read, const struct store_query *query)
{
    if (read == READ_ENTRIES)
        return (int64_t)query->from;
    if (read == READ_CHATS)
        return query->lines;
    return query->from ? (int64_t)query->from : INT64_MAX;
}

bool read_finds_tables(enum read read)
{
    return reads[read].row == WRITE_TABLE;
}

const struct row_kind *read_row_kind(enum read read)
{
    return read == READ_HEAD                               ? &head_kind
           : read == READ_PAIRS                            ? &pair_kind
           : read == READ_TALLIES || read == READ_MEETINGS ? &tally_kind
           : read == READ_RANKING                          ? &rank_kind
                                                           : &row_kinds[reads[read].row];
}
