/* lobby.h: the lists of tables, and who follows them. */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "server/room.h"

extern const char *const list_names[]; /* by enum store_list, ended by NULL */

/* A room changed, and `stored` is still what it was before: those who follow a list that it is in will be
 * told.
 */
void lobby_changed(struct room *room);
/* Writes a list as an array of Rows. */
void lobby_show(struct server *server, enum store_list what, const struct player *viewer, uint64_t before,
                struct text *out);
/* Sends the lists that changed to those who follow them; to be called about once a second. */
void lobby_tick(struct server *server);

#endif
