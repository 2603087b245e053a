/* reason.c: reasons as English sentences, and as data for clients that use another language. */
#include "core/reason.h"

#include <assert.h>
#include <string.h>

struct reason reason_none(void)
{
    return (struct reason){.clause = "", .english = "", .seat = -1, .amount = -1};
}

void reason_say(struct reason *reason, const char *clause, const char *key, const char *english)
{
    reason->clause = clause;
    reason->key = key;
    reason->english = english;
}

void reason_put(char *to, size_t size, const char *words)
{
    struct text text = text_in(to, size);
    text_visible(&text, words);
}

/* What {name} stands for; a sentence begins with a capital. */
static void put_member(const struct reason *r, const char *name, bool first, struct text *out)
{
    if (strcmp(name, "place") == 0)
        text_put(out, r->place);
    else if (strcmp(name, "other") == 0)
        text_put(out, r->other);
    else if (strcmp(name, "text") == 0)
        text_put(out, r->text);
    else if (strcmp(name, "what") == 0)
        text_put(out, r->what);
    else if (strcmp(name, "seat") == 0)
        text_printf(out, first ? "Seat %d" : "seat %d", r->seat + 1);
    else if (strcmp(name, "amount") == 0)
        text_int(out, r->amount);
    else
        assert(!"a reason has no such member");
}

static void put_sentence(const struct reason *r, struct text *out)
{
    const char *s = r->english;
    while (*s) {
        size_t plain = strcspn(s, "{");
        text_put_n(out, s, plain);
        s += plain;
        if (!*s)
            break;
        char name[16];
        size_t n = strcspn(s, "}");
        assert(s[n] == '}' && n < sizeof name);
        memcpy(name, s + 1, n - 1);
        name[n - 1] = '\0';
        put_member(r, name, s == r->english, out);
        s += n + 1;
    }
}

void reason_english(const struct reason *reason, struct text *out)
{
    if (reason->clause[0])
        text_printf(out, "%s ", reason->clause);
    put_sentence(reason, out);
}

void reason_json(const struct reason *reason, struct text *out)
{
    char sentence[512];
    struct text text = TEXT_IN(sentence);
    put_sentence(reason, &text);
    text_member_string(out, "clause", reason->clause);
    text_member_string(out, "key", reason->key);
    text_member_string(out, "text", sentence);
    text_member_open(out, "about", '{');
    if (reason->place[0])
        text_member_string(out, "place", reason->place);
    if (reason->other[0])
        text_member_string(out, "other", reason->other);
    if (reason->text[0])
        text_member_string(out, "text", reason->text);
    if (reason->what)
        text_member_string(out, "what", reason->what);
    if (reason->seat >= 0)
        text_member_int(out, "seat", reason->seat + 1);
    if (reason->amount >= 0)
        text_member_int(out, "amount", reason->amount);
    text_json_close(out, '}');
}
