/* pg_schema.c: the schema in a PostgreSQL database, and the statements that connections prepare. */
#include "server/store/pg_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store/pg_connection.h"

/* ---- schema ---- */

/*
 * The row of a program that writes. Each group of units notes its number there, so that after a lost
 * connection the row tells whether the group was committed. The epoch keeps out groups that were sent on a
 * connection which its program has given up.
 */
static const char writers[] = "CREATE TABLE IF NOT EXISTS writers (id BIGINT NOT NULL, epoch BIGINT NOT NULL,"
                              " last BIGINT NOT NULL, seen BIGINT NOT NULL, PRIMARY KEY (id))";

bool pg_run(PGconn *pg, const char *sql, struct text *error)
{
    PGresult *result = PQexec(pg, sql);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!fine)
        pg_explain(pg, error);
    PQclear(result);
    return fine;
}

/* -1 if the database does not answer, with the reason; 0 if there is no row. */
static int read_number(PGconn *pg, const char *sql, struct text *error)
{
    PGresult *result = PQexec(pg, sql);
    int number = 0;
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        pg_explain(pg, error);
        number = -1;
    } else if (PQntuples(result)) {
        number = atoi(PQgetvalue(result, 0, 0));
    }
    PQclear(result);
    return number;
}

/* Tables of others, unless the schema's own table is there: it is made first. */
static bool is_ours(PGconn *pg, struct text *error)
{
    int others =
        read_number(pg,
                    "SELECT CASE WHEN SUM(CASE table_name WHEN 'schema_version' THEN 1 ELSE 0 END) > 0"
                    " THEN 0 ELSE COUNT(*) END FROM information_schema.tables"
                    " WHERE table_schema = current_schema()",
                    error);
    if (others > 0)
        text_printf(error,
                    "the database %s has tables of another program; give castellany a database of its own",
                    PQdb(pg));
    return others == 0;
}

/* Every statement does nothing if it was done already: not every database makes a schema in one transaction.
 */
static bool create(PGconn *pg, struct text *error)
{
    char buffer[SQL_TEXT];
    bool fine = pg_run(pg,
                       "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL,"
                       " PRIMARY KEY (version))",
                       error) &&
                pg_run(pg, writers, error);
    for (int i = 0; i < WRITE_NEW_TABLE && fine; i++) {
        struct text sql = TEXT_IN(buffer);
        columns_create(&row_kinds[i], &sql);
        fine = pg_run(pg, buffer, error);
    }
    for (int i = 0; schema_indexes[i] && fine; i++)
        fine = pg_run(pg, schema_indexes[i], error);
    return fine;
}

static bool set_version(PGconn *pg, struct text *error)
{
    char buffer[96];
    struct text sql = TEXT_IN(buffer);
    text_printf(&sql, "INSERT INTO schema_version (version) VALUES (%d) ON CONFLICT (version) DO NOTHING",
                schema_version(schema_steps));
    return pg_run(pg, buffer, error);
}

static bool upgrade_once(PGconn *pg, struct text *error)
{
    int exists = read_number(pg,
                             "SELECT COUNT(*) FROM information_schema.tables"
                             " WHERE table_schema = current_schema() AND table_name = 'schema_version'",
                             error);
    int version = exists > 0 ? read_number(pg, "SELECT MAX(version) FROM schema_version", error) : exists;
    int newest = schema_version(schema_steps);
    if (version < 0)
        return false;
    if (version > newest) {
        text_printf(
            error,
            "the database %s was written by a newer castellany (schema %d, this program knows %d); install "
            "that version",
            PQdb(pg), version, newest);
        return false;
    }
    if (version == 0)
        return create(pg, error) && set_version(pg, error);
    for (int at = version; at < newest; at++)
        if (!pg_run(pg, schema_steps[at - 1], error))
            return false;
    return version == newest || set_version(pg, error);
}

/* Two programs that make the schema at once can hinder each other; the second try finds what the other made.
 */
bool pg_upgrade(PGconn *pg, struct text *error)
{
    enum { TRIES = 5 };
    const struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    const char *encoding = PQparameterStatus(pg, "server_encoding");
    if (encoding && strcmp(encoding, "UTF8") != 0) {
        text_printf(error,
                    "the database %s has the encoding %s; make it with: createdb --encoding=UTF8 "
                    "--template=template0 %s",
                    PQdb(pg), encoding, PQdb(pg));
        return false;
    }
    if (!is_ours(pg, error))
        return false;
    for (int i = 0; i < TRIES; i++) {
        text_clear(error);
        if (upgrade_once(pg, error))
            return true;
        if (PQstatus(pg) != CONNECTION_OK || !strncmp(error->at, "the database", 12))
            return false;
        nanosleep(&pause, NULL);
    }
    return false;
}

/* ---- statements ---- */

const enum write_kind pg_many[] = {WRITE_ENTRY, WRITE_TABLE, WRITE_CHAIR};

void pg_name_of_write(enum write_kind kind, bool many, char out[PG_NAME])
{
    snprintf(out, PG_NAME, "%c%d", many ? 'm' : 'w', (int)kind);
}

void pg_name_of_step(const struct read_step *step, char out[PG_NAME])
{
    snprintf(out, PG_NAME, "%c%d", step->chairs ? 'c' : 'r', step->read);
}

/* The parameters are numbers, except where `texts` has a bit. */
static bool prepare(PGconn *pg, const char *name, const char *sql, int params, uint64_t texts,
                    struct text *error)
{
    Oid types[PG_PARAMS];
    for (int i = 0; i < params; i++)
        types[i] = texts >> i & 1 ? PG_TEXT : PG_BIGINT;
    PGresult *result = PQprepare(pg, name, sql, params, types);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!fine)
        pg_explain(pg, error);
    PQclear(result);
    return fine;
}

/* Makes a statement fail, and so its whole transaction, unless it changes as many rows as the last parameter
 * says: nobody would be asked between the statement and the commit. */
static void put_counted(const char *statement, int last, struct text *sql)
{
    text_printf(sql, "WITH changed AS (%s RETURNING 1)", statement);
    text_printf(sql, " SELECT 1 / CASE COUNT(*) WHEN $%d THEN 1 ELSE 0 END FROM changed", last);
}

static bool prepare_write(PGconn *pg, enum write_kind kind, bool many, struct text *error)
{
    char name[PG_NAME], plain[SQL_TEXT], buffer[SQL_TEXT + 128];
    struct text statement = TEXT_IN(plain), sql = TEXT_IN(buffer);
    const struct row_kind *row = kind < WRITE_ROWS ? &row_kinds[kind] : NULL;
    int params = row ? columns_count(row) : removal_takes_text(kind) ? 1 : 2;
    uint64_t texts = !row && params == 1;
    for (int i = 0; row && row->columns[i].name; i++)
        texts |= (uint64_t)(row->columns[i].kind == COLUMN_TEXT) << i;
    if (many)
        columns_insert(row, true, &statement);
    else
        statement_write(kind, &statement);
    if (write_is_counted(kind))
        put_counted(plain, ++params, &sql);
    else
        text_put(&sql, plain);
    pg_name_of_write(kind, many, name);
    if (!many)
        return prepare(pg, name, buffer, params, texts, error);
    PGresult *result = PQprepare(pg, name, buffer, 0, NULL); /* the statement says its types itself */
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!fine)
        pg_explain(pg, error);
    PQclear(result);
    return fine;
}

/* If the network of this node is cut in the middle of a group, PostgreSQL holds the group's rows until it
 * notices. So it asks after 3 seconds of silence whether the node is there, and gives up 6 seconds later.
 * Without these settings, which not every database has, that takes hours. */
static void notice_a_cut(PGconn *pg)
{
    static const char *const settings[] = {"SET tcp_keepalives_idle = 3", "SET tcp_keepalives_interval = 2",
                                           "SET tcp_keepalives_count = 3"};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        PQclear(PQexec(pg, settings[i]));
}

bool pg_prepare_writes(PGconn *pg, struct text *error)
{
    char buffer[SQL_TEXT];
    struct text sql = TEXT_IN(buffer);
    put_counted("UPDATE writers SET last = $3 WHERE id = $1 AND epoch = $2", 4, &sql);
    notice_a_cut(pg);
    bool fine =
        pg_run(pg, "SET lock_timeout = 1000", error) && prepare(pg, PG_GROUP, buffer, 4, 0, error) &&
        prepare(pg, PG_FENCE,
                "INSERT INTO writers (id, epoch, last, seen) VALUES ($1, 1, 0, $2) ON CONFLICT (id)"
                " DO UPDATE SET epoch = writers.epoch + 1, seen = excluded.seen RETURNING epoch, last",
                2, 0, error);
    for (int i = 0; i < WRITE_KINDS && fine; i++)
        fine = prepare_write(pg, i, false, error);
    for (int i = 0; i < PG_MANY && fine; i++)
        fine = prepare_write(pg, pg_many[i], true, error);
    return fine;
}

/* One answer shows one moment, also if it takes several statements. */
bool pg_prepare_reads(PGconn *pg, struct text *error)
{
    char buffer[SQL_TEXT], name[PG_NAME];
    bool fine = pg_run(pg, "SET default_transaction_isolation = 'repeatable read'", error) &&
                prepare(pg, PG_CLOCK, "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
                        0, 0, error);
    for (int i = 0; i < READS && fine; i++)
        for (int chairs = 0; chairs <= (reads[i].part == PART_TABLES) && fine; chairs++) {
            struct read_step step = {.read = i, .chairs = chairs};
            struct text sql = TEXT_IN(buffer);
            step_statement(&step, &sql);
            pg_name_of_step(&step, name);
            fine = prepare(pg, name, buffer, 3, 4, error);
        }
    return fine;
}
