/*
 * list.h: the games of the program. Core names none: the build makes game_folders from the list of games in
 * meson.build, and a test makes its own.
 */
#ifndef CORE_LIST_H
#define CORE_LIST_H

#include "core/game.h"

enum { GAMES_MAX = 16, GAMES_BOX_SIZE = 64 * 1024 };

/* The games of each folder, ended by NULL; the list ends with NULL. */
extern const struct game *const *const game_folders[];
/* The same for games that are examples: they can be found and played, and nobody is offered them. */
extern const struct game *const *const example_folders[];

/* Reads the shipped boxes. To be called once, before anything else here and before any thread is started. */
void games_open(void);

/* The games that people play, ended by NULL, each with its shipped box. */
extern const struct game *games[];

/* The game with this name, or NULL; of several the first of its folder, which has the newest rules. A folder
 * may keep its game as it was before: the others can be found by their rules, and nobody is offered them. */
const struct game *games_find(const char *name);
/* The game with this name and this version of its rules, or NULL. */
const struct game *games_find_rules(const char *name, int rules);

/* "castelli, castelli-tournament, castle": the names of the games that people play, for messages. */
void games_put_names(struct text *out);

/*
 * The games that can be played with a box file: a copy of each game whose box it is, with that box in it. The
 * list ends with a NULL name; `box` is GAMES_BOX_SIZE bytes, aligned for any type, and lives as long as the
 * games. False with the reason in `error` if the file or its name is refused.
 */
bool games_with_box(const char *file, size_t length, const char *box_name, struct game out[GAMES_MAX],
                    void *box, struct text *error);

#endif
