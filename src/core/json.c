/* json.c: a strict JSON reader without allocation. */
#include "core/json.h"

#include <string.h>

enum { MAX_DEPTH = 16 };

struct parser {
    const char *text;
    int length, at;
    struct json_token *tokens;
    int count, max;
    struct text *error;
};

static int line_of(const char *text, int at)
{
    int line = 1;
    for (int i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

static bool fail(struct parser *p, const char *what)
{
    if (p->error)
        text_printf(p->error, "line %d: %s", line_of(p->text, p->at), what);
    return false;
}

static void skip_space(struct parser *p)
{
    while (p->at < p->length && strchr(" \t\r\n", p->text[p->at]) && p->text[p->at])
        p->at++;
}

static char peek(const struct parser *p)
{
    return p->at < p->length ? p->text[p->at] : '\0';
}

static int add(struct parser *p, enum json_kind kind)
{
    if (p->count == p->max) {
        fail(p, "the file has too many values");
        return -1;
    }
    p->tokens[p->count] = (struct json_token){.kind = kind, .start = p->at, .end = p->at};
    return p->count++;
}

static bool parse_string(struct parser *p)
{
    p->at++;
    int t = add(p, JSON_STRING);
    if (t < 0)
        return false;
    for (; p->at < p->length; p->at++) {
        unsigned char c = (unsigned char)p->text[p->at];
        if (c < 0x20)
            return fail(p, "a control character inside a string");
        if (c == '"') {
            p->tokens[t].end = p->at++;
            p->tokens[t].next = p->count;
            return true;
        }
        if (c == '\\') {
            p->at++;
            if (p->at >= p->length || !strchr("\"\\/", p->text[p->at]) || !p->text[p->at])
                return fail(p, "an escape other than \\\", \\\\ and \\/");
        }
    }
    return fail(p, "a string without its closing quote");
}

static bool digits(struct parser *p)
{
    int begin = p->at;
    while (peek(p) >= '0' && peek(p) <= '9')
        p->at++;
    return p->at > begin;
}

static bool parse_number(struct parser *p)
{
    int t = add(p, JSON_NUMBER);
    if (t < 0)
        return false;
    if (peek(p) == '-')
        p->at++;
    int first = p->at;
    if (!digits(p) || (p->text[first] == '0' && p->at > first + 1))
        return fail(p, "a number needs digits, without a zero in front");
    if (peek(p) == '.') {
        p->at++;
        if (!digits(p))
            return fail(p, "a number that ends with its point");
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        p->at++;
        if (peek(p) == '+' || peek(p) == '-')
            p->at++;
        if (!digits(p))
            return fail(p, "a number without its exponent");
    }
    p->tokens[t].end = p->at;
    p->tokens[t].next = p->count;
    return true;
}

static bool parse_word(struct parser *p)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    for (int i = 0; i < 3; i++) {
        int n = (int)strlen(words[i].word);
        if (p->length - p->at >= n && memcmp(p->text + p->at, words[i].word, (size_t)n) == 0) {
            int t = add(p, words[i].kind);
            if (t < 0)
                return false;
            p->at += n;
            p->tokens[t].end = p->at;
            p->tokens[t].next = p->count;
            return true;
        }
    }
    return fail(p, "a value was expected here");
}

static bool same_string(const struct parser *p, int a, int b)
{
    const struct json_token *x = &p->tokens[a], *y = &p->tokens[b];
    return x->end - x->start == y->end - y->start &&
           memcmp(p->text + x->start, p->text + y->start, (size_t)(x->end - x->start)) == 0;
}

static bool parse_value(struct parser *p, int depth);

/* The key of a member and its colon; a key that the object already has is refused. */
static bool parse_key(struct parser *p, int object)
{
    if (peek(p) != '"')
        return fail(p, "a name in quotes was expected here");
    int key = p->count;
    if (!parse_string(p))
        return false;
    for (int k = object + 1; k < key; k = p->tokens[p->tokens[k].next].next)
        if (same_string(p, k, key))
            return fail(p, "the same name twice in one object");
    skip_space(p);
    if (peek(p) != ':')
        return fail(p, "a colon was expected here");
    p->at++;
    skip_space(p);
    return true;
}

static bool parse_container(struct parser *p, int depth)
{
    bool object = peek(p) == '{';
    char close = object ? '}' : ']';
    int t = add(p, object ? JSON_OBJECT : JSON_ARRAY);
    if (t < 0)
        return false;
    if (depth == MAX_DEPTH)
        return fail(p, "brackets too deep");
    p->at++;
    skip_space(p);
    if (peek(p) != close) {
        for (;;) {
            if (object && !parse_key(p, t))
                return false;
            if (!parse_value(p, depth + 1))
                return false;
            p->tokens[t].size++;
            skip_space(p);
            if (peek(p) != ',')
                break;
            p->at++;
            skip_space(p);
        }
        if (peek(p) != close)
            return fail(p, object ? "a comma or } was expected here" : "a comma or ] was expected here");
    }
    p->at++;
    p->tokens[t].end = p->at;
    p->tokens[t].next = p->count;
    return true;
}

static bool parse_value(struct parser *p, int depth)
{
    switch (peek(p)) {
    case '{':
    case '[':
        return parse_container(p, depth);
    case '"':
        return parse_string(p);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return parse_number(p);
    default:
        return parse_word(p);
    }
}

bool json_parse(const char *text, size_t length, struct json_token *tokens, int max, struct json *out,
                struct text *error)
{
    struct parser p = {.text = text, .tokens = tokens, .max = max, .error = error};
    if (length > (1 << 24))
        return fail(&p, "the file is larger than 16 MB");
    p.length = (int)length;
    skip_space(&p);
    if (!parse_value(&p, 0))
        return false;
    skip_space(&p);
    if (p.at != p.length)
        return fail(&p, "something follows the end of the value");
    *out = (struct json){.text = text, .tokens = tokens, .count = p.count};
    return true;
}

static bool is(const struct json *j, int value, enum json_kind kind)
{
    return value >= 0 && value < j->count && j->tokens[value].kind == kind;
}

int json_size(const struct json *j, int value)
{
    return is(j, value, JSON_OBJECT) || is(j, value, JSON_ARRAY) ? j->tokens[value].size : -1;
}

int json_first(const struct json *j, int container)
{
    return json_size(j, container) > 0 ? container + 1 : -1;
}

int json_value(const struct json *j, int key)
{
    return key < 0 ? -1 : j->tokens[key].next;
}

int json_after(const struct json *j, int container, int at)
{
    if (at < 0)
        return -1;
    int next = j->tokens[at].next;
    if (is(j, container, JSON_OBJECT))
        next = j->tokens[next].next;
    return next < j->tokens[container].next ? next : -1;
}

bool json_is(const struct json *j, int value, const char *string)
{
    if (!is(j, value, JSON_STRING))
        return false;
    const struct json_token *t = &j->tokens[value];
    size_t n = (size_t)(t->end - t->start);
    return strlen(string) == n && memcmp(j->text + t->start, string, n) == 0;
}

int json_member(const struct json *j, int object, const char *key)
{
    if (!is(j, object, JSON_OBJECT))
        return -1;
    for (int k = json_first(j, object); k >= 0; k = json_after(j, object, k))
        if (json_is(j, k, key))
            return json_value(j, k);
    return -1;
}

int json_unknown_key(const struct json *j, int object, const char *const *known)
{
    if (!is(j, object, JSON_OBJECT))
        return -1;
    for (int k = json_first(j, object); k >= 0; k = json_after(j, object, k)) {
        int i = 0;
        while (known[i] && !json_is(j, k, known[i]))
            i++;
        if (!known[i])
            return k;
    }
    return -1;
}

bool json_text(const struct json *j, int value, char *out, size_t size)
{
    if (!is(j, value, JSON_STRING))
        return false;
    const struct json_token *t = &j->tokens[value];
    size_t n = 0;
    for (int i = t->start; i < t->end; i++) {
        if (j->text[i] == '\\')
            i++;
        if (n + 1 >= size)
            return false;
        out[n++] = j->text[i];
    }
    out[n] = '\0';
    return true;
}

bool json_int(const struct json *j, int value, long min, long max, long *out)
{
    if (!is(j, value, JSON_NUMBER))
        return false;
    const struct json_token *t = &j->tokens[value];
    int i = t->start;
    bool negative = j->text[i] == '-';
    i += negative;
    if (t->end - i > 9)
        return false;
    long n = 0;
    for (; i < t->end; i++) {
        if (j->text[i] < '0' || j->text[i] > '9')
            return false;
        n = n * 10 + (j->text[i] - '0');
    }
    n = negative ? -n : n;
    if (n < min || n > max)
        return false;
    *out = n;
    return true;
}

int json_line(const struct json *j, int value)
{
    return value < 0 || value >= j->count ? 0 : line_of(j->text, j->tokens[value].start);
}
