/* lesson.c: the lessons of the page at the terminal. */
#include "cli/play/lesson.h"

#include <string.h>

const struct lesson *lesson_of(const char *game)
{
    for (const struct lesson *l = lessons; l->game; l++)
        if (strcmp(l->game, game) == 0)
            return l;
    return NULL;
}

/* A pattern is a move, or the beginning of one and "*". */
static bool fits(const char *const *patterns, const char *move)
{
    for (; *patterns; patterns++) {
        size_t n = strlen(*patterns);
        bool beginning = n > 0 && (*patterns)[n - 1] == '*';
        if (beginning ? strncmp(*patterns, move, n - 1) == 0 : strcmp(*patterns, move) == 0)
            return true;
    }
    return false;
}

const char *lesson_judge(const struct lesson_step *step, const char *move)
{
    if (fits(step->right, move))
        return "right";
    if (fits(step->aside, move))
        return NULL;
    for (const struct lesson_other *other = step->others; other->kind; other++)
        if (fits(other->moves, move))
            return other->kind;
    return NULL;
}

void lesson_words(const struct speaker *s, const struct lesson *lesson, int step, const char *what,
                  struct text *out)
{
    char beginning[96];
    struct text key = TEXT_IN(beginning);
    text_printf(&key, "lesson.%s.%s.", lesson->game, lesson->steps[step].id);
    words_key(s, out, beginning, what);
}
