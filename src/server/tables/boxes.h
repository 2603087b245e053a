/* boxes.h: games with the components of other boxes. The server reads them from DIR/boxes/NAME.json when it
 * starts. */
#ifndef SERVER_BOXES_H
#define SERVER_BOXES_H

#include "core/list.h"
#include "table/rows.h"

/* Reads all box files of a data folder. A file that cannot be used is logged and left out. */
void boxes_open(const char *folder);
void boxes_close(void);
/* The box after the one with this name, or NULL; NULL: the first. `hash` is that of its file. */
const char *boxes_next(const char *name, const char **hash);

/* The game with this name and box; "" is the shipped box. NULL if there is none. */
const struct game *boxes_find(const char *game, const char *box);
/* The same with this version of its rules, if the program still has it. */
const struct game *boxes_find_rules(const char *game, const char *box, int rules);
/* The game of a table under the rules with which it began; under its own if the program has these no more. */
const struct game *boxes_find_for(const struct table_row *);
/* The games of a box, as record_replay takes them, or NULL. */
const struct game *boxes_games(const char *box);

#endif
