/* statements.h: the SQL of the store: schema, versions, reads and writes. Every database of the store gets
 * the same texts. */
#ifndef SERVER_STORE_STATEMENTS_H
#define SERVER_STORE_STATEMENTS_H

#include "server/store/columns.h"

enum { SQL_TEXT = 8192 };

enum read {
    READ_TABLE,
    READ_ENTRIES,
    READ_CHATS,
    READ_HEAD,
    READ_OPEN,
    READ_LIVE,
    READ_FINISHED,
    READ_MINE,
    READ_CLOCKED,
    READ_OLD_OPEN,
    READ_OLD_LIVE,
    READ_COUNT,
    READ_SEATED,
    READ_PLAYER,
    READ_OTHER,
    READ_BY_NAME,
    READ_BY_TOKEN,
    READ_BOTS,
    READ_ALL,
    READ_BANS,
    READ_AUDIT,
    READ_VALUES,
    READ_CODE,
    READ_OWNED,
    READ_ALL_TABLES,
    READ_WORDS,
    READ_TOKENS,
    READ_RATINGS,
    READ_REPORTS,
    READ_ALL_REPORTS,
    READ_TO_COUNT,
    READ_TABLE_RATINGS,
    READ_PAIRS,
    READ_TALLIES,
    READ_MEETINGS,
    READ_RESULTS,
    READ_ALL_RESULTS,
    READ_RANKING,
    READ_SEARCH,
    READ_OF_GAME,
    READ_GOING,
    READ_PUSHES,
    READ_UNFINISHED,
    READS
};

/* ---- schema ---- */

/* Ended by NULL. */
extern const char *const schema_indexes[];
/* Statements that make a database of version 1 one of version 2, and so on; ended by NULL. */
extern const char *const schema_steps[];
/* The version to which steps lead, which a program with these steps writes. */
int schema_version(const char *const steps[]);

/* ---- statements with the parameters $1, $2 … ---- */

/* A row is one parameter for each column; a rating has its change as one more. A removal has the numbers `a`
 * and `b`, or the text. */
void statement_write(enum write_kind, struct text *sql);
/* Whether a removal has a text instead of numbers. */
bool removal_takes_text(enum write_kind);
/* Writes that must change exactly one row, or the unit is refused. */
bool write_is_counted(enum write_kind);
/* $1 is the query's id, $2 where to begin, see statement_from, $3 its text. */
void statement_read(enum read, struct text *sql);
/* The chairs of the tables that a read finds, with what is shown of their players. */
void statement_read_chairs(enum read, struct text *sql);
int64_t statement_from(enum read, const struct store_query *);
bool read_finds_tables(enum read);
/* The kind of the rows that it finds, if it finds rows. */
const struct row_kind *read_row_kind(enum read);

#endif
