/* json.c: a strict JSON reader without allocation. */
#include "core/json.h"

#include <string.h>

#include "core/utf8.h"

struct parser {
    const char *text;
    uint32_t length, at, depth, line;
    struct json *values;
    uint32_t count;
    char *strings; /* they grow down from the end of the memory, towards the values */
    struct text *error;
};

static bool fail(struct parser *p, const char *what)
{
    if (p->error)
        text_printf(p->error, "line %d: %s", (int)p->line, what);
    return false;
}

/* Only here can a line end. */
static void skip_space(struct parser *p)
{
    for (; p->at < p->length; p->at++) {
        char c = p->text[p->at];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            return;
        p->line += c == '\n';
    }
}

/* The next byte; 0 at the end. A NUL in the text is allowed nowhere either. */
static char peek(const struct parser *p)
{
    return p->at < p->length ? p->text[p->at] : '\0';
}

static bool take(struct parser *p, char c)
{
    bool taken = p->at < p->length && p->text[p->at] == c;
    p->at += taken;
    return taken;
}

/* The next value, which has nothing in it yet; NULL if there is no more memory. */
static struct json *add(struct parser *p, enum json_kind kind)
{
    struct json *value = &p->values[p->count];
    if ((char *)(value + 1) > p->strings) {
        fail(p, "there are too many values");
        return NULL;
    }
    *value = (struct json){.kind = (uint8_t)kind, .span = 1, .line = p->line};
    p->count++;
    return value;
}

/* Memory for a text of so many bytes and its NUL. */
static char *reserve(struct parser *p, uint32_t n)
{
    if ((size_t)(p->strings - (char *)&p->values[p->count]) < (size_t)n + 1) {
        fail(p, "there are too many values");
        return NULL;
    }
    return p->strings -= n + 1;
}

/* ---- strings ---- */

/* Four hexadecimal digits; -1 if there are none. */
static int32_t take_hex(struct parser *p)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    int32_t c = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        const char *digit = peek(p) ? strchr(digits, peek(p)) : NULL;
        if (!digit)
            return -1;
        int32_t n = (int32_t)(digit - digits);
        c = c << 4 | (n > 15 ? n - 6 : n);
    }
    return c;
}

/* The character of \u and its digits, perhaps of two halves; -1 if it is wrong. A NUL is. */
static int32_t take_unicode(struct parser *p)
{
    int32_t c = take_hex(p);
    if (c <= 0 || c < 0xd800 || c > 0xdfff)
        return c > 0 ? c : -1;
    if (c > 0xdbff || !take(p, '\\') || !take(p, 'u'))
        return -1;
    int32_t low = take_hex(p);
    return low < 0xdc00 || low > 0xdfff ? -1 : 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
}

/* Writes what stands behind a backslash; 0 if it is wrong. */
static size_t take_escape(struct parser *p, char *out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = peek(p) ? strchr(names, peek(p)) : NULL;
    if (name) {
        p->at++;
        *out = values[name - names];
        return 1;
    }
    int32_t c = take(p, 'u') ? take_unicode(p) : -1;
    return c < 0 ? 0 : utf8_write((uint32_t)c, out);
}

/* How many bytes stand for themselves. */
static size_t plain_size(const char *s, size_t n)
{
    size_t plain = 0, size;
    while (plain < n && (unsigned char)s[plain] >= 0x20 && s[plain] != '\\') {
        size = (unsigned char)s[plain] < 0x80 ? 1 : utf8_size(s + plain, n - plain);
        if (!size)
            break;
        plain += size;
    }
    return plain;
}

/* Copies what stands before the closing quote. */
static bool decode(struct parser *p, uint32_t close, char *out, uint32_t *size)
{
    char *to = out;
    while (p->at < close) {
        size_t n = plain_size(p->text + p->at, close - p->at);
        memcpy(to, p->text + p->at, n);
        p->at += (uint32_t)n;
        if (!n && !take(p, '\\'))
            return fail(p, "a string has a control character or is not UTF-8");
        if (!n && !(n = take_escape(p, to)))
            return fail(p, "a string has a wrong escape");
        to += n;
    }
    *to = '\0';
    *size = (uint32_t)(to - out);
    return true;
}

static bool read_string(struct parser *p)
{
    struct json *value = add(p, JSON_STRING);
    uint32_t close = ++p->at;
    while (close < p->length && p->text[close] != '"')
        close += p->text[close] == '\\' ? 2 : 1;
    if (!value || close >= p->length)
        return value && fail(p, "a string without its closing quote");
    char *out = reserve(p, close - p->at);
    value->text = out;
    if (!out || !decode(p, close, out, &value->size))
        return false;
    p->at = close + 1;
    return true;
}

/* ---- numbers ---- */

static uint32_t take_digits(struct parser *p)
{
    uint32_t begin = p->at;
    while (peek(p) >= '0' && peek(p) <= '9')
        p->at++;
    return p->at - begin;
}

static bool set_integer(struct parser *p, struct json *value, const char *at)
{
    const char *end = p->text + p->at;
    bool negative = *at == '-';
    uint64_t most = (uint64_t)INT64_MAX + negative, sum = 0;
    for (at += negative; at < end; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (sum > (most - digit) / 10)
            return fail(p, "an integer of more than 64 bits");
        sum = sum * 10 + digit;
    }
    value->integer = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

/* The digits of the smallest number that is rounded to more than a double can hold: 2^1024 - 2^970. It has
 * 309 of them before the point. */
static const char too_large[] =
    "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963"
    "3028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027"
    "0069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792";

/* Whether 0.DIGITS times ten to the `places` is so large, with digits that may have a point in them. */
static bool is_too_large(const char *digits, const char *end, int64_t places)
{
    if (places != 309)
        return places > 309;
    const char *limit = too_large;
    for (; digits < end && *limit; digits++)
        if (*digits != '.' && *digits != *limit++)
            return *digits > limit[-1];
    return !*limit;
}

static bool set_real(struct parser *p, struct json *value, const char *begin, const char *exponent)
{
    const char *end = p->text + p->at, *at = begin + (*begin == '-');
    const char *stop = exponent ? exponent : end, *point = memchr(at, '.', (size_t)(stop - at));
    int64_t power = 0, places = (point ? point : stop) - at;
    bool down = exponent && exponent[1] == '-';
    for (const char *e = exponent ? exponent + 1 : end; e < end; e++)
        if (*e >= '0' && *e <= '9' && power < JSON_LENGTH * 16)
            power = power * 10 + (*e - '0');
    for (; at < stop && (*at == '0' || *at == '.'); at++)
        places -= *at == '0';
    if (at < stop && is_too_large(at, stop, places + (down ? -power : power)))
        return fail(p, "a number too large for a double");
    value->size = (uint32_t)(end - begin);
    char *copy = reserve(p, value->size);
    if (!copy)
        return false;
    memcpy(copy, begin, value->size);
    copy[value->size] = '\0';
    value->text = copy;
    return true;
}

static bool read_number(struct parser *p)
{
    struct json *value = add(p, JSON_INTEGER);
    const char *begin = p->text + p->at, *exponent = NULL;
    if (!value)
        return false;
    take(p, '-');
    uint32_t first = p->at, n = take_digits(p);
    if (!n || (p->text[first] == '0' && n > 1))
        return fail(p, "a number needs digits, without a zero in front");
    if (take(p, '.')) {
        value->kind = JSON_REAL;
        if (!take_digits(p))
            return fail(p, "a number that ends with its point");
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        exponent = p->text + p->at++;
        value->kind = JSON_REAL;
        if (!take(p, '+'))
            take(p, '-');
        if (!take_digits(p))
            return fail(p, "a number without its exponent");
    }
    return value->kind == JSON_REAL ? set_real(p, value, begin, exponent) : set_integer(p, value, begin);
}

/* ---- values ---- */

static bool read_word(struct parser *p)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        uint32_t n = (uint32_t)strlen(words[i]);
        if (p->length - p->at >= n && memcmp(p->text + p->at, words[i], n) == 0) {
            bool added = add(p, JSON_TRUE + i);
            p->at += n;
            return added;
        }
    }
    return fail(p, "a value was expected here");
}

static bool is_less(const struct json *a, const struct json *b)
{
    return a->size != b->size ? a->size < b->size : memcmp(a->text, b->text, a->size) < 0;
}

/* Sorts the first `count` names of the list at *first, which are linked by `span`, and takes them out of it:
 * many names must not cost more than their number and its logarithm. */
static uint32_t sort_names(struct json *values, uint32_t *first, uint32_t count)
{
    uint32_t head = *first, *last = &head;
    if (count == 1) {
        *first = values[head].span;
        values[head].span = 0;
        return head;
    }
    uint32_t a = sort_names(values, first, count / 2), b = sort_names(values, first, count - count / 2);
    while (a && b) {
        uint32_t *next = is_less(&values[b], &values[a]) ? &b : &a;
        *last = *next;
        last = &values[*next].span;
        *next = *last;
    }
    *last = a ? a : b;
    return head;
}

/* Refuses an object in which a name stands twice. */
static bool check_names(struct parser *p, uint32_t object)
{
    struct json *v = p->values;
    uint32_t count = v[object].size, first = object + 1, twice = 0;
    if (count < 2)
        return true;
    for (uint32_t at = first, i = 1; i <= count; i++) {
        uint32_t next = at + 1 + v[at + 1].span;
        v[at].span = i < count ? next : 0;
        at = next;
    }
    uint32_t sorted = first;
    sorted = sort_names(v, &sorted, count);
    for (uint32_t at = sorted, next; at; at = next) {
        next = v[at].span;
        v[at].span = 1;
        if (next && !is_less(&v[at], &v[next]))
            twice = at > next ? at : next;
    }
    if (twice)
        p->line = v[twice].line;
    return !twice || fail(p, "the same name twice in one object");
}

static bool read_value(struct parser *p);

static bool read_name(struct parser *p)
{
    if (peek(p) != '"')
        return fail(p, "a name in quotes was expected here");
    if (!read_string(p))
        return false;
    skip_space(p);
    if (!take(p, ':'))
        return fail(p, "a colon was expected here");
    skip_space(p);
    return true;
}

static bool read_container(struct parser *p)
{
    bool object = peek(p) == '{';
    char close = object ? '}' : ']';
    uint32_t index = p->count;
    if (!add(p, object ? JSON_OBJECT : JSON_ARRAY))
        return false;
    if (p->depth++ == JSON_DEPTH)
        return fail(p, "brackets too deep");
    p->at++;
    skip_space(p);
    if (!take(p, close)) {
        do {
            skip_space(p);
            if ((object && !read_name(p)) || !read_value(p))
                return false;
            p->values[index].size++;
            skip_space(p);
        } while (take(p, ','));
        if (!take(p, close))
            return fail(p, object ? "a comma or } was expected here" : "a comma or ] was expected here");
    }
    p->depth--;
    p->values[index].span = p->count - index;
    return !object || check_names(p, index);
}

static bool read_value(struct parser *p)
{
    char c = peek(p);
    return c == '{' || c == '['                 ? read_container(p)
           : c == '"'                           ? read_string(p)
           : c == '-' || (c >= '0' && c <= '9') ? read_number(p)
                                                : read_word(p);
}

/* Before each value but the first stands one of these. A string has two quotes, which is more than its NUL
 * needs, and a real has what ends it. */
size_t json_memory(const char *text, size_t length)
{
    size_t values = 1;
    for (size_t i = 0; i < length; i++)
        values += text[i] == ',' || text[i] == ':' || text[i] == '[' || text[i] == '{';
    return values * sizeof(struct json) + length + 1;
}

const struct json *json_read(const char *text, size_t length, void *memory, size_t size, struct text *error)
{
    struct parser p = {
        .text = text, .values = memory, .strings = (char *)memory + size, .line = 1, .error = error};
    if (length > JSON_LENGTH) {
        fail(&p, "the text is longer than 16 MB");
        return NULL;
    }
    p.length = (uint32_t)length;
    skip_space(&p);
    if (!read_value(&p))
        return NULL;
    skip_space(&p);
    if (p.at == p.length)
        return p.values;
    fail(&p, "something follows the end of the value");
    return NULL;
}

/* ---- looking at values ---- */

bool json_is(const struct json *value, enum json_kind kind)
{
    return value && value->kind == kind;
}

const struct json *json_get(const struct json *object, const char *name)
{
    if (!json_is(object, JSON_OBJECT))
        return NULL;
    for (const struct json *at = json_first(object); at; at = json_next(object, at))
        if (json_says(at, name))
            return at + 1;
    return NULL;
}

const char *json_text(const struct json *value)
{
    return json_is(value, JSON_STRING) ? value->text : NULL;
}

int64_t json_int(const struct json *value)
{
    return json_is(value, JSON_INTEGER) ? value->integer : 0;
}

int json_size(const struct json *value)
{
    return json_is(value, JSON_OBJECT) || json_is(value, JSON_ARRAY) ? (int)value->size : -1;
}

bool json_says(const struct json *value, const char *string)
{
    return json_is(value, JSON_STRING) && strcmp(value->text, string) == 0;
}

bool json_copy_text(const struct json *value, char *out, size_t size)
{
    if (!json_is(value, JSON_STRING) || value->size >= size)
        return false;
    memcpy(out, value->text, value->size + 1);
    return true;
}

bool json_int_in(const struct json *value, long min, long max, long *out)
{
    if (!json_is(value, JSON_INTEGER) || value->integer < min || value->integer > max)
        return false;
    *out = (long)value->integer;
    return true;
}

const struct json *json_first(const struct json *container)
{
    return json_size(container) > 0 ? container + 1 : NULL;
}

const struct json *json_next(const struct json *container, const struct json *at)
{
    at += container->kind == JSON_OBJECT;
    at += at->span;
    return at < container + container->span ? at : NULL;
}

const struct json *json_at(const struct json *array, int index)
{
    const struct json *at = json_is(array, JSON_ARRAY) ? json_first(array) : NULL;
    for (; at && index > 0; index--)
        at = json_next(array, at);
    return at;
}

const struct json *json_unknown_name(const struct json *object, const char *const *known)
{
    for (const struct json *at = json_first(object); at; at = json_next(object, at)) {
        int i = 0;
        while (known[i] && !json_says(at, known[i]))
            i++;
        if (!known[i])
            return at;
    }
    return NULL;
}

/* Nests no deeper than what was read. */
void json_write(const struct json *value, struct text *out)
{
    static const char *const words[] = {"true", "false", "null"};
    if (value->kind == JSON_STRING) {
        text_json_string(out, value->text);
    } else if (value->kind == JSON_INTEGER) {
        text_json_int(out, value->integer);
    } else if (value->kind >= JSON_REAL) {
        text_json_raw(out, value->kind == JSON_REAL ? value->text : words[value->kind - JSON_TRUE]);
    } else {
        bool object = value->kind == JSON_OBJECT;
        text_json_open(out, object ? '{' : '[');
        for (const struct json *at = json_first(value); at; at = json_next(value, at)) {
            if (object) {
                text_json_string(out, at->text);
                text_char(out, ':');
            }
            json_write(at + object, out);
        }
        text_json_close(out, object ? '}' : ']');
    }
}
