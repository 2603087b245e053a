/*
 * text.h: text built in a caller's buffer, without allocation. It is always terminated; what does not fit is
 * dropped and remembered in `cut`.
 */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *at;      /* the buffer */
    size_t size;   /* its bytes, > 0 */
    size_t length; /* bytes used, without the NUL */
    bool cut;
};

struct text text_in(char *buffer, size_t size);
/* For an array, whose size the compiler knows. */
#define TEXT_IN(array) text_in((array), sizeof(array))

void text_clear(struct text *t);
void text_char(struct text *t, char c);
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t n);
/* Understands %s %d %c %% and nothing else. */
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *t, const char *format, va_list args);
/* Puts what somebody wrote, or what a file holds, so that it can go to a terminal: control characters and
 * bytes that are no UTF-8 are written as \x1b. */
void text_visible(struct text *t, const char *s);
void text_visible_n(struct text *t, const char *s, size_t n);
/* Puts what somebody wrote into a message: in quotes, with control characters escaped, cut if it is long. */
void text_quote(struct text *t, const char *s);
void text_quote_n(struct text *t, const char *s, size_t n);

/*
 * JSON is written with these, which put the commas: a comma goes before whatever follows a finished value.
 * text_json_key(t, "a") inside an object is followed by one value.
 */
void text_json_open(struct text *t, char bracket); /* '{' or '[' */
void text_json_close(struct text *t, char bracket);
void text_json_key_n(struct text *t, const char *key, size_t n); /* of letters that need no escape */
void text_json_string(struct text *t, const char *s);
void text_json_string_or_null(struct text *t, const char *s); /* NULL writes null */
void text_json_int(struct text *t, int64_t n);
void text_json_bool(struct text *t, bool b);
void text_json_null(struct text *t);
void text_json_raw(struct text *t, const char *json); /* a value that is JSON already */

/* Keys are constants: here the compiler knows their lengths. */
static inline void text_json_key(struct text *t, const char *key)
{
    text_json_key_n(t, key, strlen(key));
}

/* A whole member of an object: its key and its value, or the bracket that begins it. */
static inline void text_member_string(struct text *t, const char *key, const char *s)
{
    text_json_key(t, key);
    text_json_string_or_null(t, s);
}
static inline void text_member_int(struct text *t, const char *key, int64_t n)
{
    text_json_key(t, key);
    text_json_int(t, n);
}
static inline void text_member_bool(struct text *t, const char *key, bool b)
{
    text_json_key(t, key);
    text_json_bool(t, b);
}
static inline void text_member_open(struct text *t, const char *key, char bracket)
{
    text_json_key(t, key);
    text_json_open(t, bracket);
}

/* Reading: words and numbers of untrusted input. */

/* If *s begins with the word, moves past it (and one following space) and returns true. */
bool text_take_word(const char **s, const char *word);
/* Reads a decimal number of at most 9 digits without sign; moves past it. */
bool text_take_int(const char **s, int *n);

/* Bytes as hexadecimal digits. `out` has 2 * size + 1 bytes. */
void hex_text(const void *bytes, size_t size, char *out);
/* False if the text is anything but 2 * size digits, a to f in small letters. */
bool hex_parse(const char *text, size_t size, void *bytes);

#endif
