/* bulk.c: all rows of a store, SQLite or PostgreSQL, read and added in the order of their keys, for tools. */
#include "server/store/bulk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/memory.h"
#include "server/store/answer.h"
#include "server/store/pg_connection.h"
#include "server/store/pg_schema.h"
#include "server/store/pg_store.h"

/* ---- opening ---- */

static bool open_folder(struct bulk_store *s, bool make, struct text *error)
{
    char file[4096];
    struct text path = TEXT_IN(file);
    text_printf(&path, "%s/castellany.db", s->name);
    if (!make && access(file, F_OK) != 0) {
        text_printf(error, "%s is missing; give the folder of serve --data", file);
        return false;
    }
    return sqlite_open(&s->sqlite, s->name, error);
}

bool bulk_open(struct bulk_store *s, const char *where, bool make, struct text *error)
{
    *s = (struct bulk_store){.name = where, .is_pg = pg_is_url(where), .sqlite = {.folder = -1}};
    if (!s->is_pg)
        return open_folder(s, make, error);
    s->pg = pg_connect(where, error);
    if (!s->pg)
        return false;
    s->name = PQdb(s->pg);
    return pg_run(s->pg, "SET client_min_messages = warning", error) && pg_upgrade(s->pg, error);
}

void bulk_close(struct bulk_store *s)
{
    if (s->pg)
        PQfinish(s->pg);
    if (!s->is_pg)
        sqlite_close_all(&s->sqlite);
}

static bool fail_sqlite(struct bulk_store *s, struct text *error)
{
    text_printf(error, "%s: %s", s->name, sqlite3_errmsg(s->sqlite.writer));
    return false;
}

bool bulk_run(struct bulk_store *s, const char *sql, struct text *error)
{
    if (s->is_pg)
        return pg_run(s->pg, sql, error);
    return sqlite3_exec(s->sqlite.writer, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sqlite(s, error);
}

/* ---- reading ---- */

long bulk_count(struct bulk_store *s, enum write_kind kind, struct text *error)
{
    char buffer[128];
    struct text sql = TEXT_IN(buffer);
    long count = -1;
    text_printf(&sql, "SELECT count(*) FROM %s", row_kinds[kind].table);
    if (s->is_pg) {
        PGresult *result = PQexec(s->pg, buffer);
        if (PQresultStatus(result) == PGRES_TUPLES_OK)
            count = atol(PQgetvalue(result, 0, 0));
        else
            pg_explain(s->pg, error);
        PQclear(result);
        return count;
    }
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->sqlite.writer, buffer, -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        count = (long)sqlite3_column_int64(q, 0);
    else
        fail_sqlite(s, error);
    sqlite3_finalize(q);
    return count;
}

/* "SELECT … WHERE (a, b) > ($1, $2) ORDER BY a, b LIMIT n" */
static void page_statement(const struct row_kind *kind, bool first, struct text *sql)
{
    text_put(sql, "SELECT ");
    columns_list(kind, "", sql);
    text_printf(sql, " FROM %s", kind->table);
    if (!first) {
        text_put(sql, " WHERE (");
        columns_keys(kind, sql);
        text_put(sql, ") > (");
        for (int i = 0; i < kind->keys; i++)
            text_printf(sql, "%s$%d", i ? ", " : "", i + 1);
        text_put(sql, ")");
    }
    text_put(sql, " ORDER BY ");
    columns_keys(kind, sql);
    text_printf(sql, " LIMIT %d", BULK_ROWS);
}

static int64_t sqlite_number(void *from, int column)
{
    return sqlite3_column_int64(from, column);
}

static const char *sqlite_text(void *from, int column)
{
    const unsigned char *text = sqlite3_column_text(from, column);
    return text ? (const char *)text : "";
}

static void bind_values(sqlite3_stmt *q, const struct row_kind *kind, int count, const void *row)
{
    for (int i = 0; i < count; i++) {
        const struct column *c = &kind->columns[i];
        if (c->kind == COLUMN_TEXT)
            sqlite3_bind_text(q, i + 1, (const char *)row + c->offset, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(q, i + 1, column_number(c, row));
    }
}

static int read_sqlite(struct bulk_store *s, const struct row_kind *kind, const char *sql, const void *after,
                       char *rows, struct text *error)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(s->sqlite.writer, sql, -1, &q, NULL), count = 0;
    if (code == SQLITE_OK && after)
        bind_values(q, kind, kind->keys, after);
    struct found_row found = {.from = q, .number = sqlite_number, .text = sqlite_text};
    while (code == SQLITE_OK && (code = sqlite3_step(q)) == SQLITE_ROW) {
        found_row_read(&found, kind, rows + (size_t)count++ * kind->size);
        code = SQLITE_OK;
    }
    sqlite3_finalize(q);
    if (code == SQLITE_DONE)
        return count;
    fail_sqlite(s, error);
    return -1;
}

struct at_row {
    const PGresult *result;
    int row;
};

static const char *pg_text(void *from, int column)
{
    const struct at_row *at = from;
    return PQgetvalue(at->result, at->row, column);
}

static int64_t pg_number(void *from, int column)
{
    return strtoll(pg_text(from, column), NULL, 10);
}

static PGresult *ask_pg(struct bulk_store *s, const char *sql, const struct pg_params *p, const Oid *types)
{
    return PQexecParams(s->pg, sql, p->count, types, p->values, p->lengths, p->formats, 0);
}

static int read_pg(struct bulk_store *s, const struct row_kind *kind, const char *sql, const void *after,
                   char *rows, struct text *error)
{
    struct pg_params p = {0};
    Oid types[PG_PARAMS];
    pg_params_clear(&p);
    for (int i = 0; after && i < kind->keys; i++) {
        const struct column *c = &kind->columns[i];
        types[i] = c->kind == COLUMN_TEXT ? PG_TEXT : PG_BIGINT;
        if (c->kind == COLUMN_TEXT)
            pg_add_text(&p, (const char *)after + c->offset);
        else
            pg_add_number(&p, column_number(c, after));
    }
    pg_params_end(&p);
    struct at_row at = {.result = ask_pg(s, sql, &p, types)};
    struct found_row found = {.from = &at, .number = pg_number, .text = pg_text};
    int count = PQresultStatus(at.result) == PGRES_TUPLES_OK ? PQntuples(at.result) : -1;
    for (; at.row < count; at.row++)
        found_row_read(&found, kind, rows + (size_t)at.row * kind->size);
    if (count < 0)
        pg_explain(s->pg, error);
    PQclear((PGresult *)at.result);
    pg_params_free(&p);
    return count;
}

int bulk_read(struct bulk_store *s, enum write_kind what, const void *after, void *rows, struct text *error)
{
    const struct row_kind *kind = &row_kinds[what];
    char buffer[SQL_TEXT];
    struct text sql = TEXT_IN(buffer);
    page_statement(kind, !after, &sql);
    memset(rows, 0, BULK_ROWS * kind->size);
    return (s->is_pg ? read_pg : read_sqlite)(s, kind, buffer, after, rows, error);
}

/* ---- adding ---- */

static bool add_sqlite(struct bulk_store *s, const struct row_kind *kind, const char *sql, const char *rows,
                       int count, struct text *error)
{
    sqlite3_stmt *q = NULL;
    bool fine =
        bulk_run(s, "BEGIN IMMEDIATE", error) &&
        (sqlite3_prepare_v2(s->sqlite.writer, sql, -1, &q, NULL) == SQLITE_OK || fail_sqlite(s, error));
    for (int i = 0; i < count && fine; i++) {
        bind_values(q, kind, columns_count(kind), rows + (size_t)i * kind->size);
        fine = sqlite3_step(q) == SQLITE_DONE || fail_sqlite(s, error);
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    return fine && bulk_run(s, "COMMIT", error);
}

static bool add_pg(struct bulk_store *s, const struct row_kind *kind, const char *sql, const char *rows,
                   int count, struct text *error)
{
    struct pg_params p = {0};
    pg_params_clear(&p);
    pg_add_rows_at(&p, kind, rows, count);
    pg_params_end(&p);
    PGresult *result = ask_pg(s, sql, &p, NULL);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!fine)
        pg_explain(s->pg, error);
    PQclear(result);
    pg_params_free(&p);
    return fine;
}

bool bulk_add(struct bulk_store *s, enum write_kind what, const void *rows, int count, struct text *error)
{
    const struct row_kind *kind = &row_kinds[what];
    char buffer[SQL_TEXT];
    struct text sql = TEXT_IN(buffer);
    columns_add(kind, s->is_pg, &sql);
    return (s->is_pg ? add_pg : add_sqlite)(s, kind, buffer, rows, count, error);
}
