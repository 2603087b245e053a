/* requests_list.c: prints what every request takes, as JSON: tools/protocol.py makes documents and types of
 * it. */
#include <stdio.h>

#include "server/protocol/members.h"
#include "server/protocol/requests.h"

enum { LIST_TEXT = 256 * 1024 };

static const char *const types[] = {
    [MEMBER_INTEGER] = "integer", [MEMBER_BOOLEAN] = "boolean", [MEMBER_TEXT] = "text",
    [MEMBER_BYTES] = "bytes",     [MEMBER_WORD] = "word",       [MEMBER_ID] = "id",
    [MEMBER_HASH] = "hash",       [MEMBER_ANY_OBJECT] = "json", [MEMBER_OBJECT] = "object",
    [MEMBER_LIST] = "list",
};

static void put_members(struct text *out, const char *declaration);

static void put_member(struct text *out, const struct member *m)
{
    char describe[512], word[MEMBER_NAME];
    struct text about = TEXT_IN(describe);
    struct member item;
    member_describe(m, &about);
    text_json_open(out, '{');
    text_member_string(out, "name", m->name);
    text_member_string(out, "type", types[m->type]);
    text_member_bool(out, "optional", m->optional);
    text_member_int(out, "min", m->min);
    text_member_int(out, "max", m->max);
    text_member_string(out, "keyword", m->keyword);
    text_member_string(out, "about", describe);
    text_member_open(out, "words", '[');
    for (int i = 0; member_word(m, i, word); i++)
        text_json_string(out, word);
    text_json_close(out, ']');
    if (m->type == MEMBER_OBJECT) {
        text_json_key(out, "members");
        put_members(out, m->inside);
    }
    if (m->type == MEMBER_LIST) {
        text_json_key(out, "item");
        member_item(m, &item);
        put_member(out, &item);
    }
    text_json_close(out, '}');
}

static void put_members(struct text *out, const char *declaration)
{
    struct member m;
    text_json_open(out, '[');
    for (const char *at = declaration; member_next(&at, &m);)
        put_member(out, &m);
    text_json_close(out, ']');
}

int main(void)
{
    static char buffer[LIST_TEXT];
    struct text out = TEXT_IN(buffer);
    text_json_open(&out, '[');
    for (int list = 0; requests_all[list]; list++)
        for (const struct request_kind *kind = requests_all[list]; kind->word; kind++) {
            text_json_open(&out, '{');
            text_member_string(&out, "do", kind->word);
            text_json_key(&out, "members");
            put_members(&out, kind->members);
            text_json_close(&out, '}');
        }
    text_json_close(&out, ']');
    puts(buffer);
    return out.cut;
}
