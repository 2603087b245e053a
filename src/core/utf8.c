/* utf8.c: characters of UTF-8 text that comes from outside. */
#include "core/utf8.h"

#include <string.h>

size_t utf8_size(const char *text, size_t n)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t size = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    if (size > n)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] > 0x9f, beyond = s[0] == 0xf4 && s[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : size;
}

uint32_t utf8_read(const char *s, size_t size)
{
    uint32_t c = (unsigned char)s[0] & (size > 1 ? 0x7fu >> size : 0x7fu);
    for (size_t i = 1; i < size; i++)
        c = c << 6 | ((unsigned char)s[i] & 0x3f);
    return c;
}

size_t utf8_write(uint32_t c, char *out)
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(heads[size] | c);
    return size;
}

bool utf8_is_valid(const char *s, size_t n)
{
    for (size_t i = 0, size; i < n; i += size) {
        size = (unsigned char)s[i] < 0x80 ? 1 : utf8_size(s + i, n - i);
        if (!size)
            return false;
    }
    return true;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

int utf8_line_length(const char *text)
{
    int count = 0;
    for (size_t left = strlen(text), size; left; text += size, left -= size, count++) {
        size = utf8_size(text, left);
        if (!size || is_control(utf8_read(text, size)))
            return -1;
    }
    return count;
}
