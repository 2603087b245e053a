/* catalogue.h: the words that the build makes from web/words, web/src/games and data/words (tools/embed_words.py). */
#ifndef FACE_CATALOGUE_H
#define FACE_CATALOGUE_H

#include "face/message.h"

struct catalogue_entry {
    const char *key, *text;
};

/* Sorted by key. */
extern const struct catalogue_entry *const catalogues[LANGUAGES];
extern const int catalogue_sizes[LANGUAGES];

#endif
