/*
 * differential.c COUNT [SEED]: makes texts that are JSON or nearly so, and lets core/json.h and jansson read
 * each of them: both must refuse it, or both read the same values. Ends with an error at the first
 * difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "judge.h"

enum { LONGEST = 1500, DEEP = 70 };

struct maker {
    struct rng rng;
    char text[4 * LONGEST];
    size_t length;
};

static int below(struct maker *m, int n)
{
    return (int)rng_below(&m->rng, (uint32_t)n);
}

static void put_n(struct maker *m, const char *s, size_t n)
{
    if (m->length + n > LONGEST)
        return;
    memcpy(m->text + m->length, s, n);
    m->length += n;
}

static void put(struct maker *m, const char *s)
{
    put_n(m, s, strlen(s));
}

#define PUT_ONE(m, list) put(m, (list)[below(m, (int)(sizeof(list) / sizeof(list)[0]))])

static void put_space(struct maker *m)
{
    static const char *const spaces[] = {" ", "\n", "\t", "\r", "  "};
    if (below(m, 8) == 0)
        PUT_ONE(m, spaces);
}

/* ---- strings ---- */

static void put_unicode(struct maker *m)
{
    static const unsigned ends[] = {0,      1,      0x1f,   0x20,   0x7f,   0x80,   0x7ff,  0x800,
                                    0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff, 0xfeff};
    char escape[8];
    unsigned c = below(m, 2) ? ends[below(m, 16)] : (unsigned)below(m, 0x10000);
    snprintf(escape, sizeof escape, below(m, 2) ? "\\u%04x" : "\\u%04X", c);
    put(m, escape);
    if (c >= 0xd800 && c < 0xdc00 && below(m, 8)) {
        snprintf(escape, sizeof escape, "\\u%04x", 0xdc00u + (unsigned)below(m, 0x400));
        put(m, escape);
    }
}

/* Bytes at the borders of UTF-8, right and wrong. */
static void put_bytes(struct maker *m)
{
    static const char *const bytes[] = {"\xc2\x80",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf4\x8f\xbf\xbf",
                                        "\xc3\xa9",
                                        "\xe2\x82\xac",
                                        "\xf0\x9f\x8f\xb0",
                                        "\xc3\xa9",
                                        "\xe2\x82\xac",
                                        "\x7f",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xed\xa0\x80",
                                        "\xf0\x8f\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\x80",
                                        "\xff",
                                        "\xc3",
                                        "\xe2\x82"};
    int known = below(m, 40) ? 14 : (int)(sizeof bytes / sizeof bytes[0]);
    put(m, bytes[below(m, known)]);
}

static void put_piece(struct maker *m)
{
    static const char *const escapes[] = {"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"};
    static const char *const wrong[] = {"\\x",        "\\u12",   "\\", "\\ud800x",
                                        "\\ud800\\n", "\\U0041", "\n", "\x01"};
    static const char *const plain[] = {"a", "b", "cd", "0", " ", "{", "]", ",", ":", "'", "//", "take 1"};
    int which = below(m, 100);
    if (which < 55)
        PUT_ONE(m, plain);
    else if (which < 70)
        PUT_ONE(m, escapes);
    else if (which < 82)
        put_unicode(m);
    else if (which < 98)
        put_bytes(m);
    else
        PUT_ONE(m, wrong);
}

static void put_string(struct maker *m)
{
    put(m, "\"");
    for (int n = below(m, 2) ? below(m, 4) : below(m, 12); n > 0; n--)
        put_piece(m);
    put(m, "\"");
}

/* Few names, some of them written in two ways, so that some stand twice. */
static void put_name(struct maker *m)
{
    static const char *const names[] = {"\"a\"",  "\"b\"",     "\"\\u0061\"", "\"\"",
                                        "\"ab\"", "\"id\"",    "\"\\u00e9\"", "\"\xc3\xa9\"",
                                        "\"do\"", "\"table\"", "\"x\\/y\"",   "\"x/y\""};
    if (below(m, 4))
        PUT_ONE(m, names);
    else
        put_string(m);
}

/* ---- numbers ---- */

static void put_digits(struct maker *m, int count)
{
    for (int i = 0; i < count; i++)
        put_n(m, &"0123456789"[below(m, 10)], 1);
}

/* The first digits of the largest double, and what is just above and below them. */
static void put_large(struct maker *m)
{
    static const char largest[] =
        "17976931348623158079372897140530341507993413271003782693617377898044496829";
    char digits[sizeof largest];
    memcpy(digits, largest, sizeof largest);
    if (below(m, 2))
        digits[below(m, (int)sizeof largest - 1)] = (char)('0' + below(m, 10));
    int n = 1 + below(m, (int)sizeof largest - 1), point = below(m, n) + 1, zeros = below(m, 3);
    for (int i = 0; i < zeros; i++)
        put(m, i ? "0" : "0.");
    put_n(m, digits, (size_t)(zeros ? n : point));
    if (!zeros && point < n) {
        put(m, ".");
        put_n(m, digits + point, (size_t)(n - point));
    }
    char exponent[16];
    snprintf(exponent, sizeof exponent, "e%+d", 309 - (zeros ? -(zeros - 1) : point) + below(m, 3) - 1);
    put(m, exponent);
}

static void put_number(struct maker *m)
{
    static const char *const known[] = {"0",
                                        "-0",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551616",
                                        "92233720368547758070",
                                        "-1",
                                        "1e308",
                                        "1e309",
                                        "1E-400",
                                        "1.7976931348623157e308",
                                        "1.7976931348623159e308",
                                        "0e999999999999",
                                        "0.0",
                                        "-0.0",
                                        "2.5",
                                        "1e5",
                                        "00",
                                        "01",
                                        "-",
                                        "1.",
                                        ".5",
                                        "1e",
                                        "1e+",
                                        "+1",
                                        "0x10",
                                        "1.e5",
                                        "-01",
                                        "1e99999999999999999999",
                                        "0.1e-99999999999"};
    int which = below(m, 100);
    if (which < 40) {
        put_digits(m, 1);
    } else if (which < 60) {
        PUT_ONE(m, known);
    } else if (which < 70) {
        put_large(m);
    } else {
        put(m, below(m, 3) ? "" : "-");
        put_n(m, &"123456789"[below(m, 9)], 1);
        put_digits(m, below(m, 4) ? below(m, 4) : 15 + below(m, 8));
        if (below(m, 3) == 0) {
            put(m, ".");
            put_digits(m, below(m, 5));
        }
        if (below(m, 6) == 0) {
            static const char *const exponents[] = {"e", "E", "e+", "e-", "E-"};
            PUT_ONE(m, exponents);
            put_digits(m, 1 + below(m, 3));
        }
    }
}

/* ---- values ---- */

static void put_value(struct maker *m, int depth)
{
    static const char *const words[] = {"true", "false", "null",  "true", "false",
                                        "null", "tru",   "nulll", "True", "NaN"};
    int which = below(m, depth < 6 ? 100 : 55);
    put_space(m);
    if (which < 20) {
        put_number(m);
    } else if (which < 45) {
        put_string(m);
    } else if (which < 55) {
        put(m, words[below(m, below(m, 20) ? 6 : 10)]);
    } else {
        bool object = which < 80;
        int n = below(m, 3) ? below(m, 4) : below(m, 14);
        put(m, object ? "{" : "[");
        for (int i = 0; i < n; i++) {
            put(m, i ? "," : "");
            put_space(m);
            if (object) {
                put_name(m);
                put_space(m);
                put(m, ":");
            }
            put_value(m, depth + 1);
            put_space(m);
        }
        put_space(m);
        put(m, object ? "}" : "]");
    }
    put_space(m);
}

/* Brackets around a value, around as many as are allowed. */
static void nest(struct maker *m)
{
    int n = DEEP - below(m, 12);
    char inner[LONGEST];
    size_t length = m->length;
    bool object = below(m, 2);
    memcpy(inner, m->text, length);
    m->length = 0;
    for (int i = 0; i < n; i++)
        put(m, object ? "{\"a\":" : "[");
    put_n(m, inner, length);
    for (int i = 0; i < n; i++)
        put(m, object ? "}" : "]");
}

/* One small damage. */
static void damage(struct maker *m)
{
    static const char bytes[] = "\"\\{}[]:,0123456789-+.eEu \n\t\r\0\x80\xc3\xff/ntfb";
    size_t at = (size_t)below(m, (int)m->length + 1), n = m->length - at;
    char byte = below(m, 4) ? bytes[below(m, (int)sizeof bytes)] : (char)below(m, 256);
    switch (below(m, 6)) {
    case 0:
        m->length = at;
        break;
    case 1:
        if (n)
            memmove(m->text + at, m->text + at + 1, n - 1), m->length--;
        break;
    case 2:
        if (n)
            m->text[at] = byte;
        break;
    case 3: {
        size_t span = (size_t)below(m, 9);
        span = span < n ? span : n;
        memmove(m->text + at + span, m->text + at, n);
        m->length += span;
        break;
    }
    default:
        memmove(m->text + at + 1, m->text + at, n);
        m->text[at] = byte;
        m->length++;
    }
}

int main(int argc, char **argv)
{
    static struct maker m;
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 100000, read = 0;
    rng_seed(&m.rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (long i = 0; i < count; i++) {
        m.length = 0;
        put_value(&m, below(&m, 6));
        if (below(&m, 50) == 0)
            nest(&m);
        for (int n = below(&m, 2) ? 0 : 1 + below(&m, 3); n > 0; n--)
            damage(&m);
        /* Of just its length, so that the sanitizer sees what is read behind it. */
        char *text = malloc(m.length ? m.length : 1);
        memcpy(text, m.text, m.length);
        read += judge(text, m.length);
        free(text);
    }
    printf("%ld texts, %ld of them JSON: no difference\n", count, read);
    return read < count / 5 || read > count - count / 5;
}
