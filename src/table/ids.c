/* ids.c: names of tables and players, and secrets, as text. */
#include "table/ids.h"

#include <string.h>

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const int64_t year_2020 = INT64_C(1577836800000);

/* Two of one millisecond differ by a random step, so that nobody can name the next one. */
uint64_t id_make(uint64_t *last, int64_t now, uint32_t random)
{
    enum { STEPS = 1024 };
    uint64_t time = (uint64_t)(now - year_2020) & ((UINT64_C(1) << 41) - 1);
    uint64_t id = time << 22 | (random & ((1u << 22) - 1));
    *last = id > *last ? id : *last + 1 + random % STEPS;
    return *last;
}

void id_text(uint64_t id, char out[ID_TEXT])
{
    for (int i = ID_TEXT - 2; i >= 0; i--) {
        out[i] = letters[id & 31];
        id >>= 5;
    }
    out[ID_TEXT - 1] = '\0';
}

uint64_t id_parse(const char *text)
{
    uint64_t id = 0;
    if (strlen(text) != ID_TEXT - 1 || text[0] > '7')
        return 0;
    for (; *text; text++) {
        const char *letter = strchr(letters, *text);
        if (!letter)
            return 0;
        id = id << 5 | (uint64_t)(letter - letters);
    }
    return id;
}

bool ids_contain(const char *list, uint64_t id)
{
    char text[ID_TEXT];
    id_text(id, text);
    return strstr(list, text) != NULL; /* all ids have the same length and no space */
}

bool token_valid(const char *text)
{
    return strlen(text) == TOKEN_TEXT - 1 && strspn(text, "0123456789abcdef") == TOKEN_TEXT - 1;
}
