/* words.h: finds names in lists and splits a move into words. */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The place of a name in a list, or -1. */
int words_find(const char *const names[], int count, const char *name);
/* The same in an array of texts of `size` bytes each: words_find_in(box->names[0], sizeof box->names[0], …).
 */
int words_find_in(const char *names, size_t size, int count, const char *name);

/* Copies the next word, as much of it as fits, and moves past it and one space. False at the end. */
bool words_take(const char **text, char *word, size_t size);

#endif
