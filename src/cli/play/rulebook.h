/* rulebook.h: the rules for people, clause by clause, as docs/rules has them. */
#ifndef CLI_PLAY_RULEBOOK_H
#define CLI_PLAY_RULEBOOK_H

#include "core/game.h"
#include "face/message.h"

/* The rules of a game in a language, or in English if they are not translated; lines have at most `width`
 * columns. */
struct rulebook {
    const char *text; /* "" when the game has no rulebook */
    int width;
};

struct rulebook rulebook_open(const struct game *, enum language, int width);

/* The titles of the chapters with their numbers, one a line. */
void rulebook_chapters(const struct rulebook *, struct text *out);
/* A clause ("4.1") or a whole chapter ("4"). False if there is none. */
bool rulebook_clause(const struct rulebook *, const char *clause, struct text *out);
/* All clauses with this word, in any case. False if there is none. */
bool rulebook_search(const struct rulebook *, const char *word, struct text *out);

#endif
