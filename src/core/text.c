/* text.c: text built in a caller's buffer, without allocation. */
#include "core/text.h"

#include <assert.h>
#include <string.h>

#include "core/utf8.h"

enum { QUOTED_MAX = 60 };

struct text text_in(char *buffer, size_t size)
{
    assert(size > 0);
    buffer[0] = '\0';
    return (struct text){.at = buffer, .size = size};
}

void text_clear(struct text *t)
{
    t->length = 0;
    t->cut = false;
    t->at[0] = '\0';
}

/* Copies a few bytes: two words that may overlap cost less than a call of memcpy. */
static inline void copy_short(char *to, const char *from, size_t n)
{
    uint64_t a, b;
    uint32_t c, d;
    if (n > 2 * sizeof a) {
        memcpy(to, from, n);
    } else if (n >= sizeof a) {
        memcpy(&a, from, sizeof a);
        memcpy(&b, from + n - sizeof b, sizeof b);
        memcpy(to, &a, sizeof a);
        memcpy(to + n - sizeof b, &b, sizeof b);
    } else if (n >= sizeof c) {
        memcpy(&c, from, sizeof c);
        memcpy(&d, from + n - sizeof d, sizeof d);
        memcpy(to, &c, sizeof c);
        memcpy(to + n - sizeof d, &d, sizeof d);
    } else {
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
    }
}

void text_put_n(struct text *t, const char *s, size_t n)
{
    size_t left = t->size - 1 - t->length;
    if (n > left) {
        n = left;
        t->cut = true;
    }
    copy_short(t->at + t->length, s, n);
    t->length += n;
    t->at[t->length] = '\0';
}

void text_put(struct text *t, const char *s)
{
    text_put_n(t, s, strlen(s));
}

void text_char(struct text *t, char c)
{
    if (t->size - 1 - t->length == 0) {
        t->cut = true;
        return;
    }
    t->at[t->length++] = c;
    t->at[t->length] = '\0';
}

void text_int(struct text *t, int64_t n)
{
    char digits[24];
    int at = sizeof digits;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0)
        digits[--at] = '-';
    text_put_n(t, digits + at, sizeof digits - (size_t)at);
}

void text_vprintf(struct text *t, const char *format, va_list args)
{
    for (const char *f = format; *f; f++) {
        const char *end = strchr(f, '%');
        if (f != end) {
            size_t plain = end ? (size_t)(end - f) : strlen(f);
            text_put_n(t, f, plain);
            f += plain - 1;
            continue;
        }
        f++;
        switch (*f) {
        case 's':
            text_put(t, va_arg(args, const char *));
            break;
        case 'd':
            text_int(t, va_arg(args, int));
            break;
        case 'c':
            text_char(t, (char)va_arg(args, int));
            break;
        case '%':
            text_char(t, '%');
            break;
        default:
            assert(!"text_printf: a conversion it does not know");
        }
    }
}

void text_printf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

/* The bytes of the character that begins here; 0 if it is no UTF-8 or a control character of Unicode. */
static size_t visible_size(const char *s, size_t n)
{
    size_t size = utf8_size(s, n);
    uint32_t c = size ? utf8_read(s, size) : 0;
    return c < 0x20 || (c >= 0x7f && c < 0xa0) ? 0 : size;
}

void text_visible_n(struct text *t, const char *s, size_t n)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0, length; i < n; i += length ? length : 1) {
        unsigned char c = (unsigned char)s[i];
        length = visible_size(s + i, n - i);
        if (length)
            text_put_n(t, s + i, length);
        else
            text_printf(t, "\\x%c%c", hex[c >> 4], hex[c & 15]);
    }
}

void text_visible(struct text *t, const char *s)
{
    text_visible_n(t, s, strlen(s));
}

void text_quote_n(struct text *t, const char *s, size_t n)
{
    size_t shown = n;
    if (n > QUOTED_MAX)
        for (shown = QUOTED_MAX; shown > 0 && ((unsigned char)s[shown] & 0xc0) == 0x80;)
            shown--; /* not in the middle of a UTF-8 character */
    text_char(t, '"');
    for (size_t i = 0; i < shown;) {
        size_t plain = 0;
        while (i + plain < shown && s[i + plain] != '"' && s[i + plain] != '\\')
            plain++;
        text_visible_n(t, s + i, plain);
        i += plain;
        if (i < shown)
            text_printf(t, "\\%c", s[i++]);
    }
    text_put(t, shown < n ? "…\"" : "\"");
}

void text_quote(struct text *t, const char *s)
{
    text_quote_n(t, s, strlen(s));
}

/* A value that is not the first in its container needs a comma. The last byte written shows which it is. */
static bool needs_comma(const struct text *t)
{
    if (t->length == 0)
        return false;
    char last = t->at[t->length - 1];
    return last != '{' && last != '[' && last != ':';
}

static void json_comma(struct text *t)
{
    if (needs_comma(t))
        text_char(t, ',');
}

void text_json_open(struct text *t, char bracket)
{
    json_comma(t);
    text_char(t, bracket);
}

void text_json_close(struct text *t, char bracket)
{
    text_char(t, bracket);
}

/* Copies bytes that stand for themselves up to `end`, and returns the rest. */
static inline const char *copy_plain(char **to, const char *end, const char *s)
{
    char *at = *to;
    while (at < end && (unsigned char)*s >= 0x20 && *s != '"' && *s != '\\')
        *at++ = *s++;
    *to = at;
    return s;
}

/* The rest of a string with characters that do not stand for themselves, or for which there is too little
 * space. */
static void put_rest(struct text *t, const char *s)
{
    static const char hex[] = "0123456789abcdef";
    while (*s && !t->cut) {
        unsigned char c = (unsigned char)*s++;
        if (c == '"' || c == '\\') {
            text_char(t, '\\');
            text_char(t, (char)c);
        } else if (c < 0x20) {
            text_put(t, "\\u00");
            text_char(t, hex[c >> 4]);
            text_char(t, hex[c & 15]);
        } else {
            text_char(t, (char)c);
        }
    }
    text_char(t, '"');
}

/* Views are mostly keys, short names and small numbers: these three have a short way for them. */

void text_json_string(struct text *t, const char *s)
{
    enum { AROUND = 4 }; /* a comma, two quotation marks and the NUL */
    if (t->size - t->length < AROUND) {
        json_comma(t);
        text_char(t, '"');
        put_rest(t, s);
        return;
    }
    char *to = t->at + t->length;
    const char *end = t->at + t->size - 2;
    if (needs_comma(t))
        *to++ = ',';
    *to++ = '"';
    s = copy_plain(&to, end, s);
    if (!*s)
        *to++ = '"';
    *to = '\0';
    t->length = (size_t)(to - t->at);
    if (*s)
        put_rest(t, s);
}

void text_json_key_n(struct text *t, const char *key, size_t n)
{
    if (t->size - t->length < n + 5) {
        json_comma(t);
        text_char(t, '"');
        text_put_n(t, key, n);
        text_put(t, "\":");
        return;
    }
    char *to = t->at + t->length;
    if (needs_comma(t))
        *to++ = ',';
    *to++ = '"';
    copy_short(to, key, n);
    to += n;
    memcpy(to, "\":", 3);
    t->length = (size_t)(to + 2 - t->at);
}

void text_json_int(struct text *t, int64_t n)
{
    if (n < 0 || n > 9 || t->size - t->length < 3) {
        json_comma(t);
        text_int(t, n);
        return;
    }
    char *to = t->at + t->length;
    if (needs_comma(t))
        *to++ = ',';
    *to++ = (char)('0' + n);
    *to = '\0';
    t->length = (size_t)(to - t->at);
}

void text_json_bool(struct text *t, bool b)
{
    text_json_raw(t, b ? "true" : "false");
}

void text_json_raw(struct text *t, const char *json)
{
    json_comma(t);
    text_put(t, json);
}

void text_json_null(struct text *t)
{
    text_json_raw(t, "null");
}

void text_json_string_or_null(struct text *t, const char *s)
{
    if (s)
        text_json_string(t, s);
    else
        text_json_null(t);
}

bool text_take_word(const char **s, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*s, word, n) != 0 || ((*s)[n] != '\0' && (*s)[n] != ' '))
        return false;
    *s += n;
    if (**s == ' ')
        (*s)++;
    return true;
}

bool text_take_int(const char **s, int *n)
{
    const char *p = *s;
    int value = 0;
    while (*p >= '0' && *p <= '9' && p - *s < 9)
        value = value * 10 + (*p++ - '0');
    if (p == *s || (*p >= '0' && *p <= '9'))
        return false;
    *s = p;
    *n = value;
    return true;
}

/* ---- bytes ---- */

void hex_text(const void *bytes, size_t size, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i++) {
        *out++ = digits[from[i] >> 4];
        *out++ = digits[from[i] & 15];
    }
    *out = '\0';
}

/* -1 if it is no digit. */
static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hex_parse(const char *text, size_t size, void *bytes)
{
    unsigned char *to = bytes;
    if (strlen(text) != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        to[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}
