/* wrap.c: text in lines of a width. */
#include "face/wrap.h"

#include <string.h>

enum { LINE = 512 };

size_t wrap_character(const char *text)
{
    size_t n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

int wrap_width(const char *text)
{
    int width = 0;
    for (; *text; text += wrap_character(text))
        width++;
    return width;
}

bool wrap_line(const char **text, int width, char *line, size_t size)
{
    const char *at = *text, *end = at, *space = NULL;
    int used = 0;
    if (!*at)
        return false;
    while (*end && *end != '\n' && used < width) {
        if (*end == ' ')
            space = end;
        end += wrap_character(end);
        used++;
    }
    if (*end && *end != '\n' && *end != ' ' && space)
        end = space;
    size_t length = (size_t)(end - at);
    if (length >= size)
        length = size - 1;
    memcpy(line, at, length);
    line[length] = '\0';
    *text = *end == ' ' || *end == '\n' ? end + 1 : end;
    return true;
}

void wrap_put(struct text *out, const char *text, int width, int indent)
{
    char line[LINE];
    for (bool first = true; *text;) {
        for (int i = 0; i < indent && !first; i++)
            text_char(out, ' ');
        wrap_line(&text, first ? width : width - indent, line, sizeof line);
        text_put(out, line);
        text_char(out, '\n');
        first = text[-1] == '\n';
    }
}
