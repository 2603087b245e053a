/* rulebook.h: the rules for people, clause by clause, as docs/rules has them. */
#ifndef CLI_RULEBOOK_H
#define CLI_RULEBOOK_H

#include "core/game.h"

/* What the game is about: the first paragraph. Empty when the game has no rulebook. */
void rulebook_about(const struct game *, struct text *out);
/* The titles of the chapters with their numbers, one a line. */
void rulebook_chapters(const struct game *, struct text *out);
/* A clause ("4.1") or a whole chapter ("4"). False if there is none. */
bool rulebook_clause(const struct game *, const char *clause, struct text *out);

#endif
