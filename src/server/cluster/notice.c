/* notice.c: notices as text. */
#include "server/cluster/notice.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

static void put(struct text *out, uint64_t n)
{
    char digits[20];
    snprintf(digits, sizeof digits, " %llx", (unsigned long long)n);
    text_put(out, digits);
}

size_t notice_write(const struct notice *n, char buffer[NOTICE_TEXT])
{
    struct text out = text_in(buffer, NOTICE_TEXT);
    text_char(&out, (char)('a' + n->kind));
    put(&out, n->node);
    put(&out, n->sequence);
    put(&out, n->about);
    for (int i = 0; i < NOTICE_NUMBERS; i++)
        put(&out, (uint32_t)n->numbers[i]);
    for (int i = 0; i < n->id_count; i++)
        put(&out, n->ids[i]);
    return out.length;
}

/* One number behind a space. False at the end, and if it is none. */
static bool take(const char **at, const char *end, uint64_t *out)
{
    const char *p = *at;
    int digits = 0;
    if (p >= end || *p++ != ' ')
        return false;
    for (*out = 0; p < end && *p != ' '; p++, digits++) {
        const char *letter = memchr("0123456789abcdef", *p, 16);
        if (!letter || digits == 16)
            return false;
        *out = *out << 4 | (uint64_t)(letter - "0123456789abcdef");
    }
    if (!digits)
        return false;
    *at = p;
    return true;
}

bool notice_read(const char *text, size_t length, struct notice *out)
{
    const char *at = text + 1, *end = text + length;
    uint64_t number;
    *out = (struct notice){.kind = NOTICE_KINDS};
    if (!length || text[0] < 'a' || text[0] >= 'a' + NOTICE_KINDS)
        return false;
    out->kind = (enum notice_kind)(text[0] - 'a');
    if (!take(&at, end, &out->node) || !take(&at, end, &out->sequence) || !take(&at, end, &out->about))
        return false;
    for (int i = 0; i < NOTICE_NUMBERS; i++) {
        if (!take(&at, end, &number) || number > UINT32_MAX)
            return false;
        out->numbers[i] = (int32_t)(uint32_t)number;
    }
    while (out->id_count < NOTICE_IDS && take(&at, end, &out->ids[out->id_count]))
        out->id_count++;
    return at == end;
}
