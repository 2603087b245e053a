/* again.h: reads players again, about whom the store may have other things than this program. */
#ifndef SERVER_PEOPLE_AGAIN_H
#define SERVER_PEOPLE_AGAIN_H

#include "server/people/players.h"

/* Takes over what the store has of a player and their sessions. If it cannot be read, that is tried again. */
void player_read_again(struct server *server, uint64_t player);
/* Asks again about players about whom the store could not be asked. Call it about once a second. */
void players_look_again(struct server *server);
/* Whether two rows say the same of a player, except when they were seen. */
bool player_row_same(const struct player_row *, const struct player_row *);

#endif
