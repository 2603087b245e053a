/* names.c: which names people may have, and the form in which names are compared. */
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>
#include <unictype.h>
#include <unistr.h>

#include "core/utf8.h"
#include "server/base/limits.h"
#include "server/people/players.h"

/*
 * Letters of other scripts that look like Latin ones, small or capital. Names of mixed scripts are refused,
 * so this tells apart what is left: a whole name in letters that look like another's ("сора" and "copa").
 */
static const struct {
    ucs4_t letter;
    char latin;
} lookalikes[] = {
    /* Cyrillic */
    {0x430, 'a'},
    {0x432, 'b'},
    {0x435, 'e'},
    {0x43a, 'k'},
    {0x43c, 'm'},
    {0x43d, 'h'},
    {0x43e, 'o'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x455, 's'},
    {0x456, 'i'},
    {0x458, 'j'},
    {0x4bb, 'h'},
    {0x4cf, 'l'},
    {0x501, 'd'},
    {0x51b, 'q'},
    {0x51d, 'w'},
    {0x4af, 'y'},
    /* Greek */
    {0x3b1, 'a'},
    {0x3b2, 'b'},
    {0x3b5, 'e'},
    {0x3b6, 'z'},
    {0x3b7, 'h'},
    {0x3b9, 'i'},
    {0x3ba, 'k'},
    {0x3bc, 'm'},
    {0x3bd, 'n'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c4, 't'},
    {0x3c5, 'y'},
    {0x3c7, 'x'},
    /* Armenian, and Latin letters without a dot or with a bar that few people notice */
    {0x585, 'o'},
    {0x570, 'h'},
    {0x578, 'n'},
    {0x57d, 'u'},
    {0x581, 'g'},
    {0x131, 'i'},
    {0x142, 'l'},
};

static ucs4_t plain(ucs4_t c)
{
    for (size_t i = 0; i < sizeof lookalikes / sizeof lookalikes[0]; i++)
        if (lookalikes[i].letter == c)
            return (ucs4_t)lookalikes[i].latin;
    return c;
}

/* Characters that leave no mark on the screen: joiners, direction marks, variation selectors, fillers. */
static bool is_unseen(ucs4_t c)
{
    return uc_is_property_default_ignorable_code_point(c) || uc_is_general_category(c, UC_FORMAT) ||
           c == 0x2800 || c == 0xfffc;
}

/* Compatible forms are replaced, letters are small, and what nobody sees is left out. */
bool player_name_key(const char *name, char key[STORE_NAME])
{
    int length = utf8_line_length(name);
    if (length < 1 || length > LIMIT_NAME || name[0] == ' ' || name[strlen(name) - 1] == ' ' ||
        strstr(name, "  "))
        return false;
    size_t size = 0, at = 0;
    uint8_t *folded = u8_casefold((const uint8_t *)name, strlen(name), NULL, UNINORM_NFKC, NULL, &size);
    bool fine = folded && size > 0;
    for (size_t i = 0; fine && i < size;) {
        ucs4_t c;
        uint8_t bytes[6];
        i += (size_t)u8_mbtoucr(&c, folded + i, size - i);
        c = plain(c);
        int more = is_unseen(c) ? 0 : u8_uctomb(bytes, c, sizeof bytes);
        fine = more >= 0 && at + (size_t)more < STORE_NAME;
        if (fine)
            memcpy(key + at, bytes, (size_t)more), at += (size_t)more;
    }
    free(folded);
    key[fine ? at : 0] = '\0';
    return fine && at > 0;
}

/* ---- what a new name may be ---- */

/* Scripts from Arabic on, and pictures, need characters that join two others. */
static bool may_join_after(ucs4_t c, ucs4_t before)
{
    return (c == 0x200c || c == 0x200d || c == 0xfe0f) && before >= 0x600 && !is_unseen(before);
}

/* A space that is not the usual one looks like it, or like nothing. */
static bool is_odd_space(ucs4_t c)
{
    return c != ' ' && uc_is_property_white_space(c);
}

static bool is(const uc_script_t *script, const char *name)
{
    return script && strcmp(script->name, name) == 0;
}

/* One script, or those that Japanese, Korean and Chinese write together, also with Latin (UTS 39, "highly
 * restrictive"). */
struct scripts {
    const uc_script_t *one; /* a script that stands alone */
    bool latin, han, kana, hangul, bopomofo, mixed;
};

static void add_script(struct scripts *s, ucs4_t c)
{
    const uc_script_t *script = uc_script(c);
    if (!script || is(script, "Common") || is(script, "Inherited"))
        return;
    if (is(script, "Latin"))
        s->latin = true;
    else if (is(script, "Han"))
        s->han = true;
    else if (is(script, "Hiragana") || is(script, "Katakana"))
        s->kana = true;
    else if (is(script, "Hangul"))
        s->hangul = true;
    else if (is(script, "Bopomofo"))
        s->bopomofo = true;
    else if (s->one && s->one != script)
        s->mixed = true;
    else
        s->one = script;
}

static bool is_mixed(const struct scripts *s)
{
    bool eastern = s->han || s->kana || s->hangul || s->bopomofo;
    int syllables = s->kana + s->hangul + s->bopomofo;
    return s->mixed || (s->one && (s->latin || eastern)) || syllables > 1;
}

bool player_name_allowed(const char *name, char key[STORE_NAME])
{
    struct scripts scripts = {.one = NULL};
    ucs4_t before = 0;
    if (!player_name_key(name, key))
        return false;
    for (size_t i = 0, size; name[i]; i += size) {
        size = utf8_size(name + i, strlen(name + i));
        ucs4_t c = utf8_read(name + i, size);
        if (is_odd_space(c) || (is_unseen(c) && !may_join_after(c, before)))
            return false;
        add_script(&scripts, c);
        before = c;
    }
    return !is_mixed(&scripts);
}
