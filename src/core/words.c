/* words.c: finds names in lists and splits a move into words. */
#include "core/words.h"

#include <string.h>

int words_find(const char *const names[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

int words_find_in(const char *names, size_t size, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names + (size_t)i * size, name) == 0)
            return i;
    return -1;
}

bool words_take(const char **text, char *word, size_t size)
{
    size_t n = strcspn(*text, " "), kept = n < size ? n : size - 1;
    memcpy(word, *text, kept);
    word[kept] = '\0';
    *text += n + ((*text)[n] == ' ');
    return n > 0;
}
