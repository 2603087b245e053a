/* statements.c: the SQL of the store, in words that all its databases know. */
#include "server/store/statements.h"

/* States and kinds are the numbers of the enums in store.h: 0 open, 1 running, 2 over, 3 suspended. */
const char *const schema_indexes[] = {
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
    /* 4: of two programs that change a table at once, one is refused */
    "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;",
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
    [WRITE_DROP_WORDS] = "DELETE FROM chats WHERE player = $1",
    [WRITE_DROP_REPORTS] = "DELETE FROM reports WHERE accused = $1",
    [WRITE_HIDE_REPORTER] = "UPDATE reports SET reporter = 0 WHERE reporter = $1",
    [WRITE_DROP_GUESTS] = "DELETE FROM players WHERE kind = 0 AND seen < $1"
                          " AND NOT EXISTS (SELECT 1 FROM chairs c WHERE c.player = players.id)",
    [WRITE_DROP_LOOSE_TOKENS] =
        "DELETE FROM tokens WHERE NOT EXISTS (SELECT 1 FROM players p WHERE p.id = tokens.player)",
};

void statement_write(enum write_kind kind, struct text *sql)
{
    if (kind < WRITE_ROWS)
        columns_insert(&row_kinds[kind], false, sql);
    else
        text_put(sql, removals[kind]);
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
    bool text; /* $1 is a text */
} reads[READS] = {
    [READ_TABLE] = {WRITE_TABLE, " FROM tables t WHERE t.id = $1", 1, false},
    [READ_ENTRIES] = {WRITE_ENTRY, " FROM entries t WHERE t.tab = $1 AND t.number >= $2 ORDER BY t.number", 0,
                      false},
    [READ_CHATS] = {WRITE_CHAT, " FROM chats t WHERE t.tab = $1 ORDER BY t.number", 0, false},
    [READ_OPEN] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 0 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                   STORE_LIST, false},
    [READ_LIVE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.state = 1 AND t.open_to_all = 1 AND t.id < $2 ORDER BY t.id DESC",
                   STORE_LIST, false},
    [READ_FINISHED] = {WRITE_TABLE,
                       " FROM tables t WHERE t.state = 2 AND t.open_to_all = 1 AND t.id < $2"
                       " ORDER BY t.id DESC",
                       STORE_LIST, false},
    [READ_MINE] = {WRITE_TABLE,
                   " FROM tables t WHERE t.id IN (SELECT c.tab FROM chairs c WHERE c.player = $1"
                   " AND c.tab < $2) ORDER BY t.id DESC",
                   STORE_LIST, false},
    [READ_CLOCKED] = {WRITE_ROWS,
                      "id FROM tables WHERE state = 1 AND clock <> 0 AND id < $2 ORDER BY id DESC", STORE_IDS,
                      false},
    [READ_OLD_OPEN] = {WRITE_ROWS, "id FROM tables WHERE state = 0 AND id > $1 AND changed < $2 ORDER BY id",
                       STORE_IDS, false},
    [READ_OLD_LIVE] = {WRITE_ROWS, "id FROM tables WHERE state = 1 AND id > $1 AND looked < $2 ORDER BY id",
                       STORE_IDS, false},
    [READ_COUNT] = {WRITE_ROWS,
                    "(SELECT COUNT(*) FROM tables WHERE creator = $1 AND state < 2),"
                    " (SELECT COUNT(*) FROM tables WHERE origin = $2 AND state < 2),"
                    " (SELECT COUNT(*) FROM tables WHERE state < 2)",
                    0, false},
    [READ_SEATED] = {WRITE_ROWS,
                     "COUNT(DISTINCT c.tab) FROM chairs c JOIN tables t ON t.id = c.tab"
                     " WHERE c.player = $1 AND t.state = 0",
                     0, false},
    [READ_PLAYER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $1", 0, false},
    [READ_OTHER] = {WRITE_PLAYER, " FROM players t WHERE t.id = $2", 0, false},
    [READ_BY_NAME] = {WRITE_PLAYER, " FROM players t WHERE t.name_key = $1 AND t.name_key <> ''", 0, true},
    [READ_BY_TOKEN] = {WRITE_PLAYER, " FROM players t JOIN tokens k ON k.player = t.id WHERE k.hash = $1", 0,
                       true},
    [READ_BOTS] = {WRITE_ROWS, "id FROM players WHERE owner = $1", STORE_IDS, false},
    [READ_ALL] = {WRITE_TABLE, " FROM tables t WHERE t.state = $1 AND t.id < $2 ORDER BY t.id DESC",
                  STORE_LIST, false},
    [READ_BANS] = {WRITE_BAN, " FROM bans t ORDER BY t.id", STORE_ROWS, false},
    [READ_AUDIT] = {WRITE_AUDIT, " FROM audits t WHERE t.id < $2 ORDER BY t.id DESC", STORE_ROWS, false},
    [READ_VALUES] = {WRITE_VALUE, " FROM owner_values t", STORE_ROWS, false},
    [READ_CODE] = {WRITE_CODE, " FROM codes t WHERE t.hash = $1", STORE_ROWS, true},
    [READ_OWNED] = {WRITE_PLAYER, " FROM players t WHERE t.owner = $1 ORDER BY t.id", STORE_ROWS, false},
    [READ_ALL_TABLES] = {WRITE_TABLE,
                         " FROM tables t WHERE t.creator = $1 OR t.id IN"
                         " (SELECT c.tab FROM chairs c WHERE c.player = $1) ORDER BY t.id",
                         0, false},
    [READ_WORDS] = {WRITE_CHAT, " FROM chats t WHERE t.player = $1 ORDER BY t.made", 0, false},
    [READ_TOKENS] = {WRITE_TOKEN, " FROM tokens t WHERE t.player = $1 ORDER BY t.made DESC", STORE_ROWS,
                     false},
    [READ_RATINGS] = {WRITE_RATING, " FROM ratings t WHERE t.player = $1 ORDER BY t.game", 0, false},
    [READ_REPORTS] = {WRITE_REPORT, " FROM reports t WHERE t.reporter = $1 ORDER BY t.id", 0, false},
    [READ_ALL_REPORTS] = {WRITE_REPORT, " FROM reports t ORDER BY t.id DESC", STORE_ROWS, false},
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
    text_put(sql,
             ", p.name, p.kind, r.rating, r.games, p.owner FROM chairs t JOIN tables g ON g.id = t.tab"
             " LEFT JOIN players p ON p.id = t.player"
             " LEFT JOIN ratings r ON r.player = t.player AND r.game = g.game WHERE t.tab IN (SELECT t.id");
    text_put(sql, reads[read].sql);
    put_limit(read, sql);
    text_put(sql, ")");
}

int64_t statement_from(enum read read, const struct store_query *query)
{
    bool all = query->from == 0 && read != READ_ENTRIES;
    return all ? INT64_MAX : (int64_t)query->from;
}

bool read_takes_text(enum read read)
{
    return reads[read].text;
}

enum write_kind read_row_kind(enum read read)
{
    return reads[read].row;
}
