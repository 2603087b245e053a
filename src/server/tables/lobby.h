/* lobby.h: the lists of tables, and the clients that follow them. */
#ifndef SERVER_TABLES_LOBBY_H
#define SERVER_TABLES_LOBBY_H

#include "server/tables/table.h"

/* The lists, as in docs/PROTOCOL.md; the first is STORE_OPEN. Ended by NULL. */
extern const char *const list_names[];

/* The list of this name, or -1. */
int list_find(const char *name);
/* Notes that a table has changed; `before` is the state that it had. The next lobby_tick sends its lists. */
void lobby_changed(struct table *table, uint8_t before);
/* Writes the tables of an answer as an array of Rows; what is newer in memory is taken from there. `viewer`
 * is the player who asks, or 0. */
void lobby_show(struct server *server, const struct store_answer *answer, uint64_t viewer, struct text *out);
/* Sends the lists that changed to the clients that follow them. Call it about once a second. */
void lobby_tick(struct server *server);

#endif
