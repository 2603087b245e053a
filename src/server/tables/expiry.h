/*
 * expiry.h: what nobody needs any more ends: open tables without their creator, games that nobody looks at,
 * guests who hold no chair. struct policy has the times. Games end without a result; their records stay.
 */
#ifndef SERVER_TABLES_EXPIRY_H
#define SERVER_TABLES_EXPIRY_H

#include "server/tables/room.h"

/* Looks for what has expired, now and then. Call it about once a second. */
void expiry_tick(struct server *server);
/* Whether nobody has needed a table for so long that it ends. */
bool expiry_has_come(const struct room *room);
/* Notes that somebody looks at a table; that is stored at most once a day. */
void expiry_note_look(struct room *room);

#endif
