/* pg_schema.h: the schema in a PostgreSQL database, and the statements that connections prepare. */
#ifndef SERVER_STORE_PG_SCHEMA_H
#define SERVER_STORE_PG_SCHEMA_H

#include <libpq-fe.h>

#include "server/store/questions.h"
#include "server/store/statements.h"

enum { PG_NAME = 8 };

/* Makes the schema, or upgrades an older one; several programs may do that at once. On failure false, with
 * the reason. */
bool pg_upgrade(PGconn *, struct text *error);
/* Runs statements that give no rows. On failure false, with the reason. */
bool pg_run(PGconn *, const char *sql, struct text *error);

/* The names of prepared statements. */
void pg_name_of_write(enum write_kind, bool many, char out[PG_NAME]);
void pg_name_of_step(const struct read_step *, char out[PG_NAME]);
#define PG_FENCE "fence" /* writer, time: takes the writer's row; its epoch and its last group */
#define PG_GROUP "group" /* writer, epoch, group: fails if somebody else has taken the row since */
#define PG_CLOCK "clock" /* milliseconds since 1970 */

/* Kinds of rows that are also written many at a time. A group writes them in this order. */
extern const enum write_kind pg_many[];
enum { PG_MANY = 3 };

bool pg_prepare_writes(PGconn *, struct text *error);
bool pg_prepare_reads(PGconn *, struct text *error);

#endif
