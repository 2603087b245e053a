/* catalogue.c: finds texts in the catalogue of a language. */
#include "face/catalogue.h"

#include <string.h>

const char *const language_names[LANGUAGES] = {"en", "nl", "de"};

static const char *find(enum language language, const char *key)
{
    const struct catalogue_entry *list = catalogues[language];
    int low = 0, high = catalogue_sizes[language];
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(key, list[middle].key);
        if (order == 0)
            return list[middle].text;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *catalogue_text(enum language language, const char *key)
{
    const char *text = find(language, key);
    return text ? text : key;
}

bool catalogue_has(enum language language, const char *key)
{
    return find(language, key) != NULL;
}

bool language_read(const char *name, enum language *out)
{
    for (int i = 0; i < LANGUAGES; i++)
        if (strncmp(name, language_names[i], 2) == 0 && strchr("_-.@", name[2])) {
            *out = (enum language)i; /* strchr finds the NUL too */
            return true;
        }
    return false;
}
