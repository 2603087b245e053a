/* columns.c: how the rows of store.h are stored. */
#include "server/store/columns.h"

#include <string.h>

#define AT(type, member) offsetof(struct type, member), sizeof(((struct type *)0)->member)
/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define BYTE(type, name, member)     {name, COLUMN_BYTE, AT(type, member), false}
#define INT(type, name, member)      {name, COLUMN_INT, AT(type, member), false}
#define BIGINT(type, name, member)   {name, COLUMN_BIGINT, AT(type, member), false}
#define TEXT(type, name, member)     {name, COLUMN_TEXT, AT(type, member), false}
#define FIXED_BYTE(type, name, member) {name, COLUMN_BYTE, AT(type, member), true}
#define FIXED_INT(type, name, member) {name, COLUMN_INT, AT(type, member), true}
#define FIXED_BIGINT(type, name, member) {name, COLUMN_BIGINT, AT(type, member), true}
#define FIXED_TEXT(type, name, member) {name, COLUMN_TEXT, AT(type, member), true}
/* clang-format on */

static const struct column tables[] = {
    FIXED_BIGINT(table_row, "id", id),
    BIGINT(table_row, "creator", creator),
    BIGINT(table_row, "rematch", rematch),
    FIXED_BIGINT(table_row, "previous", previous),
    FIXED_TEXT(table_row, "game", game),
    FIXED_INT(table_row, "rules", rules),
    FIXED_INT(table_row, "seats", seats),
    TEXT(table_row, "options", options),
    FIXED_TEXT(table_row, "box", box),
    FIXED_TEXT(table_row, "invite", invite),
    TEXT(table_row, "chance_key", key),
    FIXED_BYTE(table_row, "open_to_all", open_to_all),
    FIXED_BYTE(table_row, "imported", imported),
    BYTE(table_row, "state", state),
    FIXED_BYTE(table_row, "clock", clock),
    FIXED_BYTE(table_row, "undo", undo),
    FIXED_INT(table_row, "clock_seconds", clock_seconds),
    FIXED_INT(table_row, "reaction", reaction),
    FIXED_BIGINT(table_row, "created", created),
    BIGINT(table_row, "changed", changed),
    INT(table_row, "number", number),
    INT(table_row, "turn", turn),
    BIGINT(table_row, "deadline", deadline),
    INT(table_row, "winners", winners),
    TEXT(table_row, "reason", reason),
    BIGINT(table_row, "origin", origin),
    BIGINT(table_row, "looked", looked),
    TEXT(table_row, "asked", asked),
    FIXED_TEXT(table_row, "secret", secret),
    BYTE(table_row, "rated", rated),
    FIXED_BYTE(table_row, "hints", hints),
    INT(table_row, "revision", revision),
    TEXT(table_row, "removed", removed),
    INT(table_row, "asked_back", asked_back),
    BIGINT(table_row, "drawing", drawing),
    INT(table_row, "drawing_asked", drawing_asked),
    TEXT(table_row, "silent", silent),
    {NULL, 0, 0, 0, false},
};

static const struct column chairs[] = {
    FIXED_BIGINT(chair_row, "tab", table),
    FIXED_INT(chair_row, "seat", seat),
    BYTE(chair_row, "kind", kind),
    BYTE(chair_row, "level", level),
    BIGINT(chair_row, "player", player),
    INT(chair_row, "points", points),
    TEXT(chair_row, "pledge", pledge),
    TEXT(chair_row, "nonce", nonce),
    TEXT(chair_row, "alias", alias),
    BIGINT(chair_row, "call_ends", call_ends),
    BIGINT(chair_row, "stand_in", stand_in),
    TEXT(chair_row, "stand_in_name", stand_in_name),
    {NULL, 0, 0, 0, false},
};

static const struct column entries[] = {
    FIXED_BIGINT(entry_row, "tab", table), FIXED_INT(entry_row, "number", number),
    FIXED_TEXT(entry_row, "actor", actor), FIXED_TEXT(entry_row, "move", move),
    FIXED_BIGINT(entry_row, "made", at),   {NULL, 0, 0, 0, false},
};

static const struct column chats[] = {
    FIXED_BIGINT(chat_row, "tab", table), FIXED_INT(chat_row, "number", number),
    FIXED_INT(chat_row, "seat", seat),    FIXED_BIGINT(chat_row, "player", player),
    FIXED_TEXT(chat_row, "name", name),   FIXED_TEXT(chat_row, "line", text),
    FIXED_BIGINT(chat_row, "made", at),   {NULL, 0, 0, 0, false},
};

static const struct column players[] = {
    FIXED_BIGINT(player_row, "id", id),     FIXED_BIGINT(player_row, "owner", owner),
    BYTE(player_row, "kind", kind),         TEXT(player_row, "name", name),
    TEXT(player_row, "name_key", key),      TEXT(player_row, "password", password),
    TEXT(player_row, "settings", settings), FIXED_BIGINT(player_row, "created", created),
    FIXED_BIGINT(player_row, "seen", seen), TEXT(player_row, "muted", muted),
    TEXT(player_row, "blocked", blocked),   BIGINT(player_row, "holiday", holiday),
    TEXT(player_row, "language", language), {NULL, 0, 0, 0, false},
};

static const struct column tokens[] = {
    FIXED_TEXT(token_row, "hash", hash),
    BIGINT(token_row, "player", player),
    FIXED_BIGINT(token_row, "made", made),
    FIXED_TEXT(token_row, "agent", agent),
    {NULL, 0, 0, 0, false},
};

static const struct column ratings[] = {
    FIXED_BIGINT(rating_row, "player", player),
    FIXED_TEXT(rating_row, "game", game),
    FIXED_INT(rating_row, "seats", seats),
    INT(rating_row, "rating", rating),
    INT(rating_row, "deviation", deviation),
    INT(rating_row, "volatility", volatility),
    INT(rating_row, "games", games),
    BIGINT(rating_row, "made", at),
    {NULL, 0, 0, 0, false},
};

static const struct column results[] = {
    FIXED_BIGINT(result_row, "tab", table),
    FIXED_INT(result_row, "seat", seat),
    FIXED_BIGINT(result_row, "player", player),
    FIXED_TEXT(result_row, "game", game),
    FIXED_INT(result_row, "seats", seats),
    FIXED_INT(result_row, "number", number),
    FIXED_BIGINT(result_row, "made", at),
    FIXED_INT(result_row, "rating", rating),
    FIXED_INT(result_row, "deviation", deviation),
    FIXED_INT(result_row, "volatility", volatility),
    FIXED_INT(result_row, "place", place),
    FIXED_INT(result_row, "gain", gain),
    {NULL, 0, 0, 0, false},
};

static const struct column pushes[] = {
    FIXED_TEXT(push_row, "hash", hash),       BIGINT(push_row, "player", player),
    FIXED_TEXT(push_row, "address", address), TEXT(push_row, "browser_key", key),
    TEXT(push_row, "browser_secret", secret), FIXED_BIGINT(push_row, "made", made),
    TEXT(push_row, "language", language),     {NULL, 0, 0, 0, false},
};

static const struct column codes[] = {
    FIXED_TEXT(code_row, "hash", hash),
    FIXED_BIGINT(code_row, "player", player),
    FIXED_BIGINT(code_row, "until", until),
    {NULL, 0, 0, 0, false},
};

static const struct column bans[] = {
    FIXED_BIGINT(ban_row, "id", id),         FIXED_BYTE(ban_row, "kind", kind),
    FIXED_BIGINT(ban_row, "player", player), FIXED_TEXT(ban_row, "addresses", range),
    FIXED_BIGINT(ban_row, "made", made),     FIXED_BIGINT(ban_row, "until", until),
    FIXED_TEXT(ban_row, "reason", reason),   {NULL, 0, 0, 0, false},
};

static const struct column audits[] = {
    FIXED_BIGINT(audit_row, "id", id),     FIXED_BIGINT(audit_row, "at", at),
    FIXED_TEXT(audit_row, "who", who),     FIXED_TEXT(audit_row, "act", act),
    FIXED_TEXT(audit_row, "about", about), {NULL, 0, 0, 0, false},
};

static const struct column values[] = {
    FIXED_TEXT(value_row, "name", name),
    TEXT(value_row, "value", value),
    {NULL, 0, 0, 0, false},
};

static const struct column reports[] = {
    FIXED_BIGINT(report_row, "id", id),
    FIXED_BIGINT(report_row, "made", made),
    FIXED_BIGINT(report_row, "reporter", reporter),
    FIXED_BIGINT(report_row, "tab", table),
    FIXED_INT(report_row, "line", line),
    FIXED_BIGINT(report_row, "accused", accused),
    FIXED_TEXT(report_row, "words", words),
    FIXED_TEXT(report_row, "text", text),
    {NULL, 0, 0, 0, false},
};

const struct row_kind row_kinds[WRITE_ROWS] = {
    [WRITE_TABLE] = {"tables", tables, sizeof(struct table_row), 1, false},
    [WRITE_CHAIR] = {"chairs", chairs, sizeof(struct chair_row), 2, false},
    [WRITE_ENTRY] = {"entries", entries, sizeof(struct entry_row), 2, true},
    [WRITE_CHAT] = {"chats", chats, sizeof(struct chat_row), 2, true},
    [WRITE_PLAYER] = {"players", players, sizeof(struct player_row), 1, false},
    [WRITE_TOKEN] = {"tokens", tokens, sizeof(struct token_row), 1, false},
    [WRITE_RATING] = {"ratings", ratings, sizeof(struct rating_row), 3, false},
    [WRITE_CODE] = {"codes", codes, sizeof(struct code_row), 1, true},
    [WRITE_BAN] = {"bans", bans, sizeof(struct ban_row), 1, true},
    [WRITE_AUDIT] = {"audits", audits, sizeof(struct audit_row), 1, true},
    [WRITE_VALUE] = {"owner_values", values, sizeof(struct value_row), 1, false},
    [WRITE_REPORT] = {"reports", reports, sizeof(struct report_row), 1, true},
    [WRITE_RESULT] = {"results", results, sizeof(struct result_row), 2, true},
    [WRITE_PUSH] = {"pushes", pushes, sizeof(struct push_row), 1, false},
    [WRITE_NEW_TABLE] = {"tables", tables, sizeof(struct table_row), 1, true},
    [WRITE_NEW_PLAYER] = {"players", players, sizeof(struct player_row), 1, false},
};

/* ---- rows that are only read: the names are those of the SELECT ---- */

static const struct column pairs[] = {
    FIXED_BIGINT(pair_row, "a", a),
    FIXED_BIGINT(pair_row, "b", b),
    FIXED_INT(pair_row, "games", games),
    {NULL, 0, 0, 0, false},
};

static const struct column tallies[] = {
    FIXED_TEXT(tally_row, "game", game),    FIXED_INT(tally_row, "seats", seats),
    FIXED_INT(tally_row, "games", games),   FIXED_INT(tally_row, "wins", wins),
    FIXED_INT(tally_row, "losses", losses), {NULL, 0, 0, 0, false},
};

static const struct column ranks[] = {
    FIXED_BIGINT(rank_row, "player", rating.player),
    FIXED_TEXT(rank_row, "game", rating.game),
    FIXED_INT(rank_row, "seats", rating.seats),
    FIXED_INT(rank_row, "rating", rating.rating),
    FIXED_INT(rank_row, "deviation", rating.deviation),
    FIXED_INT(rank_row, "volatility", rating.volatility),
    FIXED_INT(rank_row, "games", rating.games),
    FIXED_BIGINT(rank_row, "made", rating.at),
    FIXED_TEXT(rank_row, "name", name),
    FIXED_BYTE(rank_row, "kind", kind),
    {NULL, 0, 0, 0, false},
};

static const struct column heads[] = {
    FIXED_BIGINT(head_row, "table", table),
    FIXED_INT(head_row, "revision", revision),
    FIXED_INT(head_row, "entries", entries),
    FIXED_INT(head_row, "chats", chats),
    {NULL, 0, 0, 0, false},
};

const struct row_kind head_kind = {"", heads, sizeof(struct head_row), 0, false},
                      pair_kind = {"", pairs, sizeof(struct pair_row), 0, false},
                      tally_kind = {"", tallies, sizeof(struct tally_row), 0, false},
                      rank_kind = {"", ranks, sizeof(struct rank_row), 0, false};

int columns_count(const struct row_kind *kind)
{
    int count = 0;
    while (kind->columns[count].name)
        count++;
    return count;
}

int64_t column_number(const struct column *c, const void *row)
{
    const char *at = (const char *)row + c->offset;
    int64_t big = 0;
    int32_t small = 0;
    if (c->kind == COLUMN_BYTE)
        return *(const uint8_t *)at;
    if (c->kind == COLUMN_INT) {
        memcpy(&small, at, sizeof small);
        return small;
    }
    memcpy(&big, at, sizeof big);
    return big;
}

void column_set_number(const struct column *c, void *row, int64_t n)
{
    char *at = (char *)row + c->offset;
    if (c->kind == COLUMN_BYTE)
        *(uint8_t *)at = (uint8_t)(n < 0 ? 0 : n > UINT8_MAX ? UINT8_MAX : n);
    else if (c->kind == COLUMN_INT)
        memcpy(at, &(int32_t){(int32_t)n}, sizeof(int32_t));
    else
        memcpy(at, &n, sizeof n);
}

bool columns_same(const struct row_kind *kind, const void *a, const void *b)
{
    for (const struct column *c = kind->columns; c->name; c++) {
        const char *x = (const char *)a + c->offset, *y = (const char *)b + c->offset;
        if (c->kind == COLUMN_TEXT ? strcmp(x, y) != 0 : memcmp(x, y, c->size) != 0)
            return false;
    }
    return true;
}

void columns_list(const struct row_kind *kind, const char *prefix, struct text *sql)
{
    for (const struct column *c = kind->columns; c->name; c++)
        text_printf(sql, "%s%s%s", c > kind->columns ? ", " : "", prefix, c->name);
}

void columns_keys(const struct row_kind *kind, struct text *sql)
{
    for (int i = 0; i < kind->keys; i++)
        text_printf(sql, "%s%s", i ? ", " : "", kind->columns[i].name);
}

void columns_create(const struct row_kind *kind, struct text *sql)
{
    static const char *const types[] = {"INTEGER", "INTEGER", "BIGINT", "TEXT"};
    text_printf(sql, "CREATE TABLE IF NOT EXISTS %s (", kind->table);
    for (const struct column *c = kind->columns; c->name; c++)
        text_printf(sql, "%s %s NOT NULL, ", c->name, types[c->kind]);
    text_put(sql, "PRIMARY KEY (");
    columns_keys(kind, sql);
    text_put(sql, "));");
}

/* `many`: the rows come in arrays, one for each column. */
static void put_values(const struct row_kind *kind, bool many, struct text *sql)
{
    int i = 0;
    text_put(sql, many ? " SELECT * FROM unnest(" : " VALUES (");
    for (const struct column *c = kind->columns; c->name; c++) {
        text_printf(sql, "%s$%d", i ? ", " : "", i + 1), i++;
        if (many)
            text_put(sql, c->kind == COLUMN_TEXT ? "::TEXT[]" : "::BIGINT[]");
    }
    text_put(sql, ")");
}

/* A table is changed only by who has seen its last change. */
static void put_update(const struct row_kind *kind, struct text *sql)
{
    int changing = 0;
    text_put(sql, " ON CONFLICT (");
    columns_keys(kind, sql);
    text_put(sql, ") DO UPDATE SET ");
    for (const struct column *c = kind->columns; c->name; c++)
        if (!c->fixed)
            text_printf(sql, "%s%s = excluded.%s", changing++ ? ", " : "", c->name, c->name);
    if (kind == &row_kinds[WRITE_TABLE])
        text_put(sql, " WHERE tables.revision = excluded.revision - 1");
}

static void put_insert(const struct row_kind *kind, bool many, struct text *sql)
{
    text_printf(sql, "INSERT INTO %s (", kind->table);
    columns_list(kind, "", sql);
    text_put(sql, ")");
    put_values(kind, many, sql);
}

void columns_insert(const struct row_kind *kind, bool many, struct text *sql)
{
    put_insert(kind, many, sql);
    if (!kind->once)
        put_update(kind, sql);
}

/* Not an INSERT … WHERE EXISTS: at PostgreSQL that would not see a row that goes at the same time. */
void columns_change(const struct row_kind *kind, struct text *sql)
{
    int i = 0, changing = 0;
    text_printf(sql, "UPDATE %s SET ", kind->table);
    for (const struct column *c = kind->columns; c->name; c++)
        if (!c->fixed)
            text_printf(sql, "%s%s = n.%s", changing++ ? ", " : "", c->name, c->name);
    text_put(sql, " FROM (SELECT ");
    for (const struct column *c = kind->columns; c->name; c++, i++)
        text_printf(sql, "%s$%d AS %s", i ? ", " : "", i + 1, c->name);
    text_put(sql, ") AS n WHERE ");
    for (i = 0; i < kind->keys; i++) {
        const char *name = kind->columns[i].name;
        text_printf(sql, "%s%s.%s = n.%s", i ? " AND " : "", kind->table, name, name);
    }
}

void columns_add(const struct row_kind *kind, bool many, struct text *sql)
{
    put_insert(kind, many, sql);
    text_put(sql, " ON CONFLICT DO NOTHING");
}
