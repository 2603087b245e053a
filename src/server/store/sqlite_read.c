/* sqlite_read.c: what is read from the SQLite file. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "server/base/log.h"
#include "server/base/memory.h"
#include "server/store/columns.h"
#include "server/store/sqlite.h"

/* Copies a column's text. Only a row that another program wrote can be too long; it is cut. */
static void copy(sqlite3_stmt *q, int column, char *out, size_t size)
{
    struct text text = text_in(out, size);
    const unsigned char *found = sqlite3_column_text(q, column);
    text_put(&text, found ? (const char *)found : "");
}

static void read_kind(sqlite3_stmt *q, const struct row_kind *k, void *row)
{
    for (int i = 0; k->columns[i].name; i++) {
        const struct column *c = &k->columns[i];
        char *at = (char *)row + c->offset;
        int64_t n = c->kind == COLUMN_TEXT ? 0 : sqlite3_column_int64(q, i);
        if (c->kind == COLUMN_TEXT)
            copy(q, i, at, c->size);
        else if (c->kind == COLUMN_BYTE)
            *(uint8_t *)at = (uint8_t)(n < 0 ? 0 : n > UINT8_MAX ? UINT8_MAX : n);
        else if (c->kind == COLUMN_INT)
            memcpy(at, &(int32_t){(int32_t)n}, sizeof(int32_t));
        else
            memcpy(at, &n, sizeof n);
    }
}

static void read_row(sqlite3_stmt *q, enum write_kind kind, void *row)
{
    read_kind(q, &row_kinds[kind], row);
}

/* Steps to the next row. False at the end, and after a failure, which sets the answer to STORE_FAILED. */
static bool next(struct sqlite *s, sqlite3_stmt *q, struct store_answer *a)
{
    int code = sqlite3_step(q);
    s->unreadable = code != SQLITE_ROW && code != SQLITE_DONE;
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE) {
        log_line(LOG_ERROR, "store", "cannot read: %s", sqlite3_errmsg(s->reader));
        a->found = STORE_FAILED;
    }
    return false;
}

static sqlite3_stmt *ask(struct sqlite *s, enum sqlite_read read, const struct store_query *query)
{
    sqlite3_stmt *q = s->reads[read];
    int first = sqlite3_bind_parameter_index(q, "$1"), second = sqlite3_bind_parameter_index(q, "$2");
    int third = sqlite3_bind_parameter_index(q, "$3");
    bool all = query->from == 0 && read != READ_ENTRIES && read != READ_CHATS;
    if (third)
        sqlite3_bind_text(q, third, query->text ? query->text : "", -1, SQLITE_TRANSIENT);
    if (first && query->text && !third)
        sqlite3_bind_text(q, first, query->text, -1, SQLITE_TRANSIENT);
    else if (first)
        sqlite3_bind_int64(q, first, (int64_t)query->id);
    if (second)
        sqlite3_bind_int64(q, second, all ? INT64_MAX : (int64_t)query->from);
    return q;
}

/* The array with capacity for one more than `count` elements. */
static void *grow(void *list, int count, size_t size)
{
    bool full = count == 0 || (count >= 8 && !(count & (count - 1)));
    size_t capacity = count < 8 ? 8 : (size_t)count * 2;
    return full ? must_realloc(list, capacity * size) : list;
}

static void read_chairs(struct sqlite *s, struct stored_table *t, struct store_answer *a)
{
    sqlite3_stmt *q = s->reads[READ_CHAIRS];
    int own = columns_count(&row_kinds[WRITE_CHAIR]);
    sqlite3_bind_int64(q, sqlite3_bind_parameter_index(q, "$1"), (int64_t)t->row.id);
    while (next(s, q, a)) {
        struct stored_chair c = {.kind = (uint8_t)sqlite3_column_int(q, own + 1),
                                 .rating = sqlite3_column_int(q, own + 2),
                                 .games = sqlite3_column_int(q, own + 3),
                                 .owner = (uint64_t)sqlite3_column_int64(q, own + 4)};
        read_row(q, WRITE_CHAIR, &c.row);
        copy(q, own, c.name, sizeof c.name);
        /* A level that does not exist would crash the server at every start. */
        c.row.level = c.row.level < 1 ? 1 : c.row.level > BOT_LEVELS ? BOT_LEVELS : c.row.level;
        if (c.row.seat >= 0 && c.row.seat < GAME_MAX_SEATS)
            t->chairs[c.row.seat] = c;
    }
    sqlite3_reset(q);
}

static void read_tables(struct sqlite *s, enum sqlite_read read, const struct store_query *query, int max,
                        struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, read, query);
    while (a->table_count < max && next(s, q, a)) {
        a->tables = grow(a->tables, a->table_count, sizeof *a->tables);
        struct stored_table *t = &a->tables[a->table_count++];
        *t = (struct stored_table){0};
        read_row(q, WRITE_TABLE, &t->row);
    }
    sqlite3_reset(q);
    for (int i = 0; i < a->table_count; i++)
        read_chairs(s, &a->tables[i], a);
}

static void read_entries(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, READ_ENTRIES, query);
    while (next(s, q, a)) {
        struct entry_row row = {0};
        read_row(q, WRITE_ENTRY, &row);
        a->entries = grow(a->entries, a->entry_count, sizeof *a->entries);
        struct match_entry *e = &a->entries[a->entry_count++];
        *e = (struct match_entry){
            .number = row.number, .actor = row.actor[0], .code = MATCH_UNREAD, .at = row.at};
        memcpy(e->move, row.move, sizeof e->move);
    }
    sqlite3_reset(q);
}

/* Reads all rows of a kind into an array of elements of `size` bytes. */
static void *read_all(struct sqlite *s, enum sqlite_read read, enum write_kind kind, size_t size, int *count,
                      const struct store_query *query, struct store_answer *a)
{
    char *list = NULL;
    sqlite3_stmt *q = ask(s, read, query);
    for (*count = 0; next(s, q, a); ++*count) {
        list = grow(list, *count, size);
        memset(list + (size_t)*count * size, 0, size);
        read_row(q, kind, list + (size_t)*count * size);
    }
    sqlite3_reset(q);
    return list;
}

static void read_chats(struct sqlite *s, enum sqlite_read read, const struct store_query *query,
                       struct store_answer *a)
{
    a->chats = read_all(s, read, WRITE_CHAT, sizeof *a->chats, &a->chat_count, query, a);
}

static void read_player(struct sqlite *s, enum sqlite_read read, const struct store_query *query,
                        struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, read, query);
    if (next(s, q, a))
        read_row(q, WRITE_PLAYER, &a->player);
    else if (a->found != STORE_FAILED)
        a->found = STORE_NONE;
    sqlite3_reset(q);
}

static void read_ids(struct sqlite *s, enum sqlite_read read, const struct store_query *query,
                     struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, read, query);
    while (a->count < STORE_IDS && next(s, q, a))
        a->ids[a->count++] = (uint64_t)sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
}

static void read_count(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, READ_COUNT, query);
    if (next(s, q, a)) {
        a->count = sqlite3_column_int(q, 0);
        a->of_origin = sqlite3_column_int(q, 1);
        a->of_all = sqlite3_column_int(q, 2);
    }
    sqlite3_reset(q);
}

static void read_seated(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, READ_SEATED, query);
    if (next(s, q, a))
        a->count = sqlite3_column_int(q, 0);
    sqlite3_reset(q);
    struct store_query other = {.what = STORE_PLAYER, .id = query->from};
    if (a->found == STORE_FOUND)
        read_player(s, READ_PLAYER, &other, a);
    if (a->found == STORE_NONE)
        a->found = STORE_FOUND;
}

static void read_export(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    read_player(s, READ_PLAYER, query, a);
    if (a->found != STORE_FOUND)
        return;
    read_tables(s, READ_ALL_TABLES, query, INT_MAX, a);
    read_chats(s, READ_WORDS, query, a);
    read_ids(s, READ_BOTS, query, a);
    a->tokens = read_all(s, READ_TOKENS, WRITE_TOKEN, sizeof *a->tokens, &a->token_count, query, a);
    a->ratings = read_all(s, READ_RATINGS, WRITE_RATING, sizeof *a->ratings, &a->rating_count, query, a);
    a->reports = read_all(s, READ_REPORTS, WRITE_REPORT, sizeof *a->reports, &a->report_count, query, a);
}

/* A table with its entries and chats from two numbers on. */
static void read_table(struct sqlite *s, uint64_t id, uint64_t from, int lines, struct store_answer *a)
{
    struct store_query entries = {.id = id, .from = from}, chats = {.id = id, .from = (uint64_t)lines};
    read_tables(s, READ_TABLE, &entries, 1, a);
    if (a->found == STORE_FOUND && !a->table_count)
        a->found = STORE_NONE;
    if (a->found != STORE_FOUND)
        return;
    read_entries(s, &entries, a);
    read_chats(s, READ_CHATS, &chats, a);
}

static void read_heads(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    struct head_row *heads = must_malloc((size_t)(query->id_count + 1) * sizeof *heads);
    a->rows = heads;
    for (int i = 0; i < query->id_count; i++) {
        sqlite3_stmt *q = ask(s, READ_HEAD, &(struct store_query){.id = query->ids[i]});
        if (next(s, q, a))
            heads[a->row_count++] = (struct head_row){.table = query->ids[i],
                                                      .revision = sqlite3_column_int(q, 0),
                                                      .entries = sqlite3_column_int(q, 1) + 1,
                                                      .chats = sqlite3_column_int(q, 2) + 1};
        sqlite3_reset(q);
    }
}

/* Rows of one kind, at most STORE_ROWS. */
static void read_rows_of(struct sqlite *s, enum sqlite_read read, const struct row_kind *kind, size_t size,
                         const struct store_query *query, struct store_answer *a)
{
    sqlite3_stmt *q = ask(s, read, query);
    while (a->row_count < STORE_ROWS && next(s, q, a)) {
        a->rows = grow(a->rows, a->row_count, size);
        char *row = (char *)a->rows + size * (size_t)a->row_count++;
        memset(row, 0, size);
        read_kind(q, kind, row);
    }
    sqlite3_reset(q);
    if (read == READ_CODE && a->found == STORE_FOUND && !a->row_count)
        a->found = STORE_NONE;
}

static void read_rows(struct sqlite *s, enum sqlite_read read, enum write_kind kind, size_t size,
                      const struct store_query *query, struct store_answer *a)
{
    read_rows_of(s, read, &row_kinds[kind], size, query, a);
}

static void read_rated(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    read_tables(s, READ_TABLE, query, 1, a);
    a->ratings =
        read_all(s, READ_TABLE_RATINGS, WRITE_RATING, sizeof *a->ratings, &a->rating_count, query, a);
    read_rows_of(s, READ_PAIRS, &pair_kind, sizeof(struct pair_row), query, a);
    if (a->found == STORE_FOUND && !a->table_count)
        a->found = STORE_NONE;
}

static void read_profile(struct sqlite *s, const struct store_query *query, struct store_answer *a)
{
    read_player(s, READ_PLAYER, query, a);
    if (a->found != STORE_FOUND)
        return;
    a->ratings = read_all(s, READ_RATINGS, WRITE_RATING, sizeof *a->ratings, &a->rating_count, query, a);
    read_rows_of(s, READ_TALLIES, &tally_kind, sizeof(struct tally_row), query, a);
}

void sqlite_answer(struct sqlite *s, const struct store_query *query, store_read *done, void *context)
{
    struct store_answer a = {.found = STORE_FOUND};
    switch (query->what) {
    case STORE_TABLE:
        read_table(s, query->id, 0, 0, &a);
        break;
    case STORE_SINCE:
        read_table(s, query->id, query->from, query->lines, &a);
        break;
    case STORE_NEWS:
        read_heads(s, query, &a);
        break;
    case STORE_ENTRIES:
        read_entries(s, query, &a);
        break;
    case STORE_OPEN:
    case STORE_LIVE:
    case STORE_FINISHED:
    case STORE_MINE:
        read_tables(s, READ_OPEN + (query->what - STORE_OPEN), query, STORE_LIST, &a);
        break;
    case STORE_CLOCKED:
        read_ids(s, READ_CLOCKED, query, &a);
        break;
    case STORE_OLD_OPEN:
        read_ids(s, READ_OLD_OPEN, query, &a);
        break;
    case STORE_OLD_LIVE:
        read_ids(s, READ_OLD_LIVE, query, &a);
        break;
    case STORE_SEATED:
        read_seated(s, query, &a);
        break;
    case STORE_COUNT:
        read_count(s, query, &a);
        break;
    case STORE_PLAYER:
        read_player(s, READ_PLAYER, query, &a);
        break;
    case STORE_BY_NAME:
        read_player(s, READ_BY_NAME, query, &a);
        break;
    case STORE_BY_TOKEN:
        read_player(s, READ_BY_TOKEN, query, &a);
        break;
    case STORE_BOTS:
        read_ids(s, READ_BOTS, query, &a);
        break;
    case STORE_ALL:
        read_tables(s, READ_ALL, query, STORE_LIST, &a);
        break;
    case STORE_BANS:
        read_rows(s, READ_BANS, WRITE_BAN, sizeof(struct ban_row), query, &a);
        break;
    case STORE_AUDIT:
        read_rows(s, READ_AUDIT, WRITE_AUDIT, sizeof(struct audit_row), query, &a);
        break;
    case STORE_VALUES:
        read_rows(s, READ_VALUES, WRITE_VALUE, sizeof(struct value_row), query, &a);
        break;
    case STORE_CODE:
        read_rows(s, READ_CODE, WRITE_CODE, sizeof(struct code_row), query, &a);
        break;
    case STORE_TOKENS:
        read_rows(s, READ_TOKENS, WRITE_TOKEN, sizeof(struct token_row), query, &a);
        break;
    case STORE_OWNED:
        read_rows(s, READ_OWNED, WRITE_PLAYER, sizeof(struct player_row), query, &a);
        break;
    case STORE_REPORTS:
        read_rows(s, READ_ALL_REPORTS, WRITE_REPORT, sizeof(struct report_row), query, &a);
        break;
    case STORE_EXPORT:
        read_export(s, query, &a);
        break;
    case STORE_TO_COUNT:
        read_ids(s, READ_TO_COUNT, query, &a);
        break;
    case STORE_RATED:
        read_rated(s, query, &a);
        break;
    case STORE_PROFILE:
        read_profile(s, query, &a);
        break;
    case STORE_MEETINGS:
        read_rows_of(s, READ_MEETINGS, &tally_kind, sizeof(struct tally_row), query, &a);
        break;
    case STORE_RESULTS:
        read_rows(s, READ_RESULTS, WRITE_RESULT, sizeof(struct result_row), query, &a);
        break;
    case STORE_RANKING:
        read_rows_of(s, READ_RANKING, &rank_kind, sizeof(struct rank_row), query, &a);
        break;
    case STORE_SEARCH:
        read_tables(s, READ_SEARCH, query, STORE_LIST, &a);
        break;
    case STORE_PUSHES:
        read_rows(s, READ_PUSHES, WRITE_PUSH, sizeof(struct push_row), query, &a);
        break;
    }
    done(context, &a);
    free(a.tables);
    free(a.entries);
    free(a.chats);
    free(a.rows);
    free(a.tokens);
    free(a.ratings);
    free(a.reports);
}
