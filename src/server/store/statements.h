/* statements.h: the SQL of the schema and of writes. Every database of the store gets the same texts. */
#ifndef SERVER_STORE_STATEMENTS_H
#define SERVER_STORE_STATEMENTS_H

#include "server/store/columns.h"

enum { SQL_TEXT = 8192 };

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

#endif
