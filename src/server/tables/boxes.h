/* boxes.h: the games with the components of other boxes, read from DIR/boxes/NAME.json when the server
 * starts. */
#ifndef SERVER_BOXES_H
#define SERVER_BOXES_H

#include "core/list.h"

/* Reads all box files of a data folder; a wrong one is logged and left out. */
void boxes_open(const char *folder);
void boxes_close(void);

/* The game with this name, with a box unless that is "". NULL if there is none. */
const struct game *boxes_find(const char *game, const char *box);
/* The games of a box as record_replay wants them, or NULL. */
const struct game *boxes_games(const char *box);

#endif
