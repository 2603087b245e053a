/*
 * expiry.h: what nobody needs any more ends: open tables without their creator, games that nobody looks at,
 * guests who hold no chair. struct policy has the times. Games end without a result; their records stay.
 */
#ifndef SERVER_TABLES_EXPIRY_H
#define SERVER_TABLES_EXPIRY_H

#include "server/tables/table.h"

/* Looks for what has expired, now and then. Call it about once a second. */
void expiry_tick(struct server *server);
/* Ends a table that has expired; does nothing to others. Returns whether it ends. */
bool expiry_end(struct table *table);
/* Notes that somebody looks at a table; that is stored at most once a day. */
void expiry_note_look(struct table *table);

#endif
