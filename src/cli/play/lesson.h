/* lesson.h: the lessons of the page, as the build puts them into the program (web/src/games/GAME/lessons.json,
 * tools/embed_lessons.py). */
#ifndef CLI_PLAY_LESSON_H
#define CLI_PLAY_LESSON_H

#include "cli/play/play_story.h"

struct lesson_other {
    const char *kind;
    const char *const *moves; /* patterns, ended by NULL */
};

/* docs/LESSONS.md describes the members. */
struct lesson_step {
    const char *id, *record;
    int seat; /* from 0 */
    const char *const *right, *const *aside;
    const char *const *lit;            /* names of places, ended by NULL */
    const struct lesson_other *others; /* ended by a NULL kind */
};

struct lesson {
    const char *game;
    const struct lesson_step *steps;
    int count;
};

extern const struct lesson lessons[]; /* ended by a NULL game */

/* The lesson of a game, or NULL. */
const struct lesson *lesson_of(const char *game);
/* "right", the kind of another choice, or NULL if the move decides nothing. */
const char *lesson_judge(const struct lesson_step *, const char *move);
/* A text of a step: "title", "before", "after", or the kind of a choice. */
void lesson_words(const struct speaker *, const struct lesson *, int step, const char *what, struct text *);

#endif
