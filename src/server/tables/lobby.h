/* lobby.h: the lists of tables, and who follows them. */
#ifndef SERVER_TABLES_LOBBY_H
#define SERVER_TABLES_LOBBY_H

#include "server/tables/table.h"

/* The lists, as in docs/PROTOCOL.md; the first is STORE_OPEN. Ended by NULL. */
extern const char *const list_names[];

/* The list of this name, or -1. */
int list_find(const char *name);
/* A table changed from a state: those who follow a list that it is in will be told. */
void lobby_changed(struct table *table, uint8_t before);
/* Writes what the store answered as an array of Rows, with what is newer in memory. `viewer` may be 0. */
void lobby_show(struct server *server, const struct store_answer *answer, uint64_t viewer, struct text *out);
/* Sends the lists that changed to those who follow them; to be called about once a second. */
void lobby_tick(struct server *server);

#endif
