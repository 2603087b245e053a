/* statements.c: the SQL of the schema and of writes, in words that all databases know. */
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

/* Each step is SQL that all databases know. A new database is made whole from columns.c and schema_indexes,
 * so whatever a step adds must be added there too. */
const char *const schema_steps[] = {NULL};

int schema_version(const char *const steps[])
{
    int version = 1;
    while (steps[version - 1])
        version++;
    return version;
}

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
    if (kind == WRITE_PLAYER)
        columns_change(&row_kinds[kind], sql);
    else if (kind < WRITE_ROWS)
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
    return kind == WRITE_TABLE || kind == WRITE_PLAYER || kind == WRITE_DROP_CODE;
}
