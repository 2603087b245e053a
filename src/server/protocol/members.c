/* members.c: reads the declarations of requests, and checks messages against them. */
#include "server/protocol/members.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "core/utf8.h"
#include "match/match.h"
#include "server/base/limits.h"
#include "server/store.h"

/* ---- declarations ---- */

/* Limits that have a name have it in declarations too, so that a number stands in one place. */
static const struct {
    const char *name;
    int64_t value;
} limits[] = {
    {"BOT_LEVELS", BOT_LEVELS},
    {"GAME_MAX_SEATS", GAME_MAX_SEATS},
    {"INT32_MAX", INT32_MAX},
    {"LIMIT_CHAT", LIMIT_CHAT},
    {"LIMIT_NAME", LIMIT_NAME},
    {"MATCH_REST_DAYS", MATCH_REST_DAYS},
    {"PUSH_ADDRESS", sizeof((struct push_row *)0)->address - 1},
    {"PUSH_KEY", sizeof((struct push_row *)0)->key - 1},
    {"PUSH_SECRET", sizeof((struct push_row *)0)->secret - 1},
    {"STORE_NAME", STORE_NAME - 1},
    {"STORE_SETTINGS", STORE_SETTINGS},
};

/* What many requests have. `about` describes it in messages, if its range does not. */
static const struct keyword {
    const char *word;
    enum member_type type;
    int64_t min, max;
    const char *refusal, *about;
} keywords[] = {
    {"table", MEMBER_ID, ID_TEXT - 1, ID_TEXT - 1, "no_table", "the id of a table"},
    {"player", MEMBER_ID, ID_TEXT - 1, ID_TEXT - 1, "unknown", "the id of a player"},
    {"key", MEMBER_BYTES, 0, TOKEN_TEXT - 1, "no_table", "the invite key of a table"},
    {"hash", MEMBER_HASH, 2 * MATCH_KEY, 2 * MATCH_KEY, "illegal",
     "a hash: 64 hexadecimal digits in small letters"},
    {"seat", MEMBER_INTEGER, 1, GAME_MAX_SEATS, "no_seat", NULL},
    {"viewer", MEMBER_INTEGER, 0, GAME_MAX_SEATS, "no_seat", "0 (the public) or a seat, 1 to 4"},
    {"place", MEMBER_INTEGER, 0, INT32_MAX, "stale", "the number of a position"},
    {"move", MEMBER_BYTES, 0, GAME_MOVE_TEXT - 1, "illegal", NULL},
    {"game", MEMBER_BYTES, 0, sizeof((struct table_row *)0)->game - 1, "unknown", "the name of a game"},
    {"option", MEMBER_TEXT, 1, GAME_OPTIONS_TEXT - 1, "illegal", "a word without spaces, such as \"battle\""},
    {"record", MEMBER_BYTES, 0, LIMIT_RECORD, "too_long", "a record of at most 1 MB"},
};
enum { KEYWORDS = sizeof keywords / sizeof keywords[0], LIMITS = sizeof limits / sizeof limits[0] };

static_assert(GAME_MAX_SEATS == 4 && MATCH_KEY == 32 && LIMIT_RECORD == 1 << 20,
              "the keywords' texts say so");

static bool ends_word(char c)
{
    return !c || strchr(" |}]", c);
}

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (!ends_word(at[n]))
        n++;
    return n;
}

static int64_t read_limit(const char **at)
{
    size_t n = strspn(*at, "0123456789");
    if (n) {
        int64_t value = strtoll(*at, NULL, 10);
        *at += n;
        return value;
    }
    n = strspn(*at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    size_t i = 0;
    while (i < LIMITS && (strlen(limits[i].name) != n || memcmp(limits[i].name, *at, n) != 0))
        i++;
    assert(i < LIMITS);
    *at += n;
    return limits[i].value;
}

static void read_range(const char **at, struct member *m)
{
    m->min = read_limit(at);
    assert(**at == '-');
    ++*at;
    m->max = read_limit(at);
    assert(ends_word(**at));
}

static const struct keyword *find_keyword(const char *word, size_t length)
{
    for (size_t i = 0; i < KEYWORDS; i++)
        if (strlen(keywords[i].word) == length && memcmp(keywords[i].word, word, length) == 0)
            return &keywords[i];
    return NULL;
}

/* Moves past the bracket that closes the one before `at`. */
static void skip_inside(const char **at)
{
    for (int depth = 1; depth; ++*at) {
        assert(**at);
        depth += strchr("{[", **at) ? 1 : strchr("}]", **at) ? -1 : 0;
    }
}

static void read_words(const char **at, struct member *m)
{
    m->type = MEMBER_WORD;
    m->refusal = "unknown";
    m->inside = *at;
    for (m->max = 1; *(*at += word_length(*at)) == '|'; ++*at)
        m->max++;
}

/* A letter and a range. */
static void read_letter(const char **at, struct member *m)
{
    static const char letters[] = "ibtxo";
    static const enum member_type types[] = {MEMBER_INTEGER, MEMBER_BOOLEAN, MEMBER_TEXT, MEMBER_BYTES,
                                             MEMBER_ANY_OBJECT};
    const char *letter = strchr(letters, *(*at)++);
    assert(letter && *letter);
    m->type = types[letter - letters];
    if (m->type != MEMBER_BOOLEAN)
        read_range(at, m);
}

static void read_type(const char **at, struct member *m)
{
    size_t n = word_length(*at);
    const struct keyword *keyword = find_keyword(*at, n);
    m->refusal = "limit";
    m->keyword = "";
    if (**at == '{' || **at == '[') {
        m->type = **at == '{' ? MEMBER_OBJECT : MEMBER_LIST;
        m->inside = ++*at;
        skip_inside(at);
        if (m->type == MEMBER_LIST)
            read_range(at, m);
    } else if (keyword) {
        m->type = keyword->type;
        m->min = keyword->min;
        m->max = keyword->max;
        m->keyword = keyword->word;
        m->refusal = keyword->refusal;
        *at += n;
    } else if ((*at)[n] == '|') {
        read_words(at, m);
    } else {
        read_letter(at, m);
    }
    assert(ends_word(**at) && **at != '|');
}

bool member_next(const char **at, struct member *out)
{
    *at += strspn(*at, " ");
    if (!**at || **at == '}')
        return false;
    size_t n = strcspn(*at, "?:");
    *out = (struct member){.optional = (*at)[n] == '?'};
    assert(n > 0 && n < sizeof out->name);
    memcpy(out->name, *at, n);
    *at += n + out->optional;
    assert(**at == ':');
    ++*at;
    read_type(at, out);
    return true;
}

void member_item(const struct member *list, struct member *out)
{
    const char *at = list->inside;
    assert(list->type == MEMBER_LIST);
    *out = (struct member){0};
    read_type(&at, out);
    assert(*at == ']');
}

bool member_word(const struct member *m, int number, char out[MEMBER_NAME])
{
    const char *at = m->inside;
    if (m->type != MEMBER_WORD || number < 0 || number >= m->max)
        return false;
    for (; number > 0; number--)
        at += word_length(at) + 1;
    size_t n = word_length(at);
    assert(n < MEMBER_NAME);
    memcpy(out, at, n);
    out[n] = '\0';
    return true;
}

/* ---- messages ---- */

static void put_range(const struct member *m, const char *before, const char *unit, struct text *out)
{
    text_put(out, before);
    if (m->min && m->min < m->max) {
        text_int(out, m->min);
        text_put(out, " to ");
    } else if (!m->min)
        text_put(out, "at most ");
    text_int(out, m->max);
    text_put(out, unit);
}

static void put_words(const struct member *m, struct text *out)
{
    char word[MEMBER_NAME];
    for (int i = 0; member_word(m, i, word); i++) {
        text_put(out, i == 0 ? "" : i == m->max - 1 ? " or " : ", ");
        text_put(out, word);
    }
}

void member_describe(const struct member *m, struct text *out)
{
    const struct keyword *keyword = find_keyword(m->keyword, strlen(m->keyword));
    if (keyword && keyword->about) {
        text_put(out, keyword->about);
        return;
    }
    switch (m->type) {
    case MEMBER_INTEGER:
        text_put(out, "an integer from ");
        text_int(out, m->min);
        text_put(out, " to ");
        text_int(out, m->max);
        break;
    case MEMBER_BOOLEAN:
        text_put(out, "true or false");
        break;
    case MEMBER_TEXT:
        put_range(m, "text of ", " characters, without control characters", out);
        break;
    case MEMBER_BYTES:
        put_range(m, "text of ", " bytes, without NUL", out);
        break;
    case MEMBER_WORD:
        put_words(m, out);
        break;
    case MEMBER_ANY_OBJECT:
        put_range(m, "an object of ", " bytes", out);
        break;
    case MEMBER_LIST:
        put_range(m, "a list of ", " values", out);
        break;
    case MEMBER_OBJECT:
        text_put(out, "an object");
        break;
    case MEMBER_ID:
    case MEMBER_HASH: /* keywords, which describe themselves */
        break;
    }
}

/* ---- checking ---- */

/* What is wrong with a value. */
struct fault {
    const char *code;
    struct text *problem;
    char where[64]; /* the object or list that the value is in: "clock.", "who[2]." */
};

static bool has_type(const struct member *m, const struct json *value)
{
    switch (m->type) {
    case MEMBER_INTEGER:
        return json_is(value, JSON_INTEGER);
    case MEMBER_BOOLEAN:
        return json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE);
    case MEMBER_TEXT:
    case MEMBER_BYTES:
    case MEMBER_WORD:
    case MEMBER_ID:
    case MEMBER_HASH:
        return json_is(value, JSON_STRING);
    case MEMBER_ANY_OBJECT:
    case MEMBER_OBJECT:
        return json_is(value, JSON_OBJECT);
    case MEMBER_LIST:
        return json_is(value, JSON_ARRAY);
    }
    return false;
}

static bool is_between(const struct member *m, int64_t n)
{
    return n >= m->min && n <= m->max;
}

static bool is_hash(const char *text)
{
    size_t n = strspn(text, "0123456789abcdef");
    return n == 2 * MATCH_KEY && !text[n];
}

static bool is_word(const struct member *m, const char *text)
{
    char word[MEMBER_NAME];
    for (int i = 0; member_word(m, i, word); i++)
        if (strcmp(word, text) == 0)
            return true;
    return false;
}

static bool is_short_object(const struct member *m, const struct json *value)
{
    char buffer[STORE_SETTINGS + 2];
    struct text text = TEXT_IN(buffer);
    json_write(value, &text);
    return !text.cut && is_between(m, (int64_t)text.length);
}

/* Whether a value of the right type is what it may be; what is inside of it is another question. */
static bool is_inside(const struct member *m, const struct json *value)
{
    const char *text = json_text(value);
    switch (m->type) {
    case MEMBER_INTEGER:
        return is_between(m, json_int(value));
    case MEMBER_TEXT:
        return is_between(m, utf8_line_length(text)) && !(*m->keyword && strchr(text, ' '));
    case MEMBER_BYTES:
        return is_between(m, (int64_t)strlen(text));
    case MEMBER_WORD:
        return is_word(m, text);
    case MEMBER_ID:
        return id_parse(text) != 0;
    case MEMBER_HASH:
        return is_hash(text);
    case MEMBER_ANY_OBJECT:
        return is_short_object(m, value);
    case MEMBER_LIST:
        return is_between(m, json_size(value));
    case MEMBER_BOOLEAN:
    case MEMBER_OBJECT:
        break;
    }
    return true;
}

/* What a value is, so that its sender recognises it. */
static void put_value(const struct member *m, const struct json *value, struct text *out)
{
    const char *text = json_text(value);
    if (m->type == MEMBER_INTEGER) {
        text_put(out, "is ");
        text_int(out, json_int(value));
    } else if (m->type == MEMBER_LIST) {
        text_printf(out, "has %d values", json_size(value));
    } else if (text && utf8_line_length(text) < 0) {
        text_put(out, "has a control character");
    } else if (text && (m->type == MEMBER_TEXT || m->type == MEMBER_BYTES) && !is_between(m, strlen(text))) {
        text_printf(out, "has %d characters", utf8_line_length(text));
    } else if (text) {
        text_put(out, "is ");
        text_quote(out, text);
    } else {
        text_put(out, "is too long");
    }
}

static bool refuse(struct fault *f, const struct member *m, const char *code, const struct json *value)
{
    f->code = code;
    text_printf(f->problem, "The member \"%s%s\" ", f->where, m->name);
    if (!value)
        text_put(f->problem, "is missing");
    else if (!has_type(m, value))
        text_put(f->problem, "has the wrong type");
    else
        put_value(m, value, f->problem);
    text_put(f->problem, "; it must be ");
    member_describe(m, f->problem);
    text_char(f->problem, '.');
    return false;
}

static bool check_all(struct fault *f, const char *declaration, const struct json *object, bool is_request);

/* The values of an object or a list. `where` is longer meanwhile. */
static bool check_inside(struct fault *f, const struct member *m, const struct json *value);

static bool check_value(struct fault *f, const struct member *m, const struct json *value)
{
    if (!has_type(m, value))
        return refuse(f, m, "missing", value);
    return is_inside(m, value) ? check_inside(f, m, value) : refuse(f, m, m->refusal, value);
}

static bool check_inside(struct fault *f, const struct member *m, const struct json *value)
{
    bool fine = true;
    size_t length = strlen(f->where);
    struct text where = {.at = f->where, .size = sizeof f->where, .length = length};
    text_put(&where, m->name);
    if (m->type == MEMBER_OBJECT) {
        text_char(&where, '.');
        fine = check_all(f, m->inside, value, false);
    } else if (m->type == MEMBER_LIST) {
        size_t at = where.length;
        int i = 0;
        struct member item;
        member_item(m, &item);
        for (const struct json *each = json_first(value); each; each = json_next(value, each), i++) {
            where.length = at;
            text_printf(&where, "[%d]", i);
            if (!check_value(f, &item, each))
                return false;
        }
    }
    f->where[length] = '\0';
    return fine;
}

static bool is_declared(const char *declaration, const char *key, bool is_request)
{
    struct member m;
    for (const char *at = declaration; member_next(&at, &m);)
        if (strcmp(m.name, key) == 0)
            return true;
    return is_request && (strcmp(key, "do") == 0 || strcmp(key, "id") == 0);
}

static bool check_all(struct fault *f, const char *declaration, const struct json *object, bool is_request)
{
    struct member m;
    for (const struct json *name = json_first(object); name; name = json_next(object, name)) {
        const char *key = name->text;
        if (is_declared(declaration, key, is_request))
            continue;
        f->code = "unknown";
        text_put(f->problem, "This request has no member \"");
        text_put(f->problem, f->where);
        text_put_n(f->problem, key, strnlen(key, 40));
        text_put(f->problem, "\"; docs/PROTOCOL.md lists its members.");
        return false;
    }
    for (const char *at = declaration; member_next(&at, &m);) {
        const struct json *value = json_get(object, m.name);
        if (!value && !m.optional)
            return refuse(f, &m, "missing", NULL);
        if (value && !check_value(f, &m, value))
            return false;
    }
    return true;
}

const char *members_check(const char *declaration, const struct json *message, struct text *problem)
{
    struct fault f = {.problem = problem};
    return check_all(&f, declaration, message, true) ? NULL : f.code;
}
