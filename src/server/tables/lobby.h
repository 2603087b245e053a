/* lobby.h: the lists of tables, and the clients that follow them. */
#ifndef SERVER_TABLES_LOBBY_H
#define SERVER_TABLES_LOBBY_H

#include "server/tables/room.h"

/* The lists, as in docs/PROTOCOL.md; the first is STORE_OPEN. Ended by NULL. */
extern const char *const list_names[];

/* The list of this name, or -1. */
int list_find(const char *name);
/* Notes that a table has changed; `before` is how it was. The next lobby_tick tells those who follow its
 * lists. Returns the public lists that may have changed, a bit each. */
uint32_t lobby_changed(struct room *room, const struct stored_table *before);
/* The public lists may have changed. */
void lobby_stale(struct server *server);
/* The first tables of a list, if they are in memory. */
bool lobby_known(struct server *server, enum store_question list, struct store_answer *out);
/* Notes that a client was told the first tables of a list, and follows it from here. */
void lobby_told(struct server *server, enum store_question list, const struct store_answer *answer);
/* Writes the tables of an answer as an array of Rows; what is newer in memory is taken from there. `viewer`
 * is the player who asks, or 0. */
void lobby_show(struct server *server, const struct store_answer *answer, uint64_t viewer, struct text *out);
/* Tells clients what changed in the lists that they follow. Call it about once a second. */
void lobby_tick(struct server *server);
void lobby_close(struct server *server);

#endif
