/* last_words.c: how the program ends when it cannot go on, on a system with standard error. */
#include "server/base/last_words.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void last_words(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}
