/* message.c: fills in the texts of the catalogues. */
#include "face/message.h"

#include <string.h>

/* A piece of a text. */
struct span {
    const char *at;
    size_t length;
};

static void fill(struct span text, enum language language, const struct message_argument *arguments,
                 struct text *out);

/* ---- numbers and lists ---- */

/* At most one digit after the point, which is a comma in Dutch and German. */
static void put_number(double n, enum language language, struct text *out)
{
    bool negative = n < 0;
    int64_t tenths = (int64_t)((negative ? -n : n) * 10 + 0.5);
    if (negative && tenths)
        text_put(out, "−");
    text_int(out, tenths / 10);
    if (tenths % 10) {
        text_char(out, language == LANGUAGE_EN ? '.' : ',');
        text_int(out, tenths % 10);
    }
}

static void put_signed(double n, enum language language, struct text *out)
{
    bool zero = n < 0.05 && n > -0.05;
    text_put(out, zero ? "±" : n > 0 ? "+" : "");
    put_number(zero ? 0 : n, language, out);
}

static void put_percent(double share, enum language language, struct text *out)
{
    int64_t n = (int64_t)((share < 0 ? -share : share) * 100 + 0.5);
    if (share < 0 && n)
        text_put(out, "−");
    text_int(out, n);
    text_put(out, language == LANGUAGE_DE ? " %" : "%");
}

/* What stands between a member of a list and the next. */
static const char *between(enum language language, const struct message_argument *rest, bool first)
{
    static const char *const and[LANGUAGES] = {" and ", " en ", " und "};
    if (rest[1].kind != MESSAGE_END && rest[2].kind != MESSAGE_END)
        return ", ";
    return language == LANGUAGE_EN && !first ? ", and " : and[language];
}

void message_list(enum language language, const struct message_argument *members, struct text *out)
{
    for (const struct message_argument *m = members; m->kind != MESSAGE_END; m++) {
        text_put(out, m->text);
        if (m[1].kind != MESSAGE_END)
            text_put(out, between(language, m, m == members));
    }
}

static void put_plain(const struct message_argument *a, enum language language, struct text *out)
{
    if (a->kind == MESSAGE_NUMBER)
        put_number(a->number, language, out);
    else if (a->kind == MESSAGE_LIST)
        message_list(language, a->list, out);
    else
        text_put(out, a->text);
}

/* ---- forms ---- */

/* The length up to a mark that stands in no further braces, or of the whole text. */
static size_t up_to(struct span text, char mark)
{
    int depth = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == mark && depth == 0)
            return i;
        depth += text.at[i] == '{' ? 1 : text.at[i] == '}' ? -1 : 0;
    }
    return text.length;
}

/* Takes the form before the next "|". */
static struct span next_form(struct span *forms)
{
    size_t n = up_to(*forms, '|'), taken = n < forms->length ? n + 1 : n;
    struct span form = {forms->at, n};
    *forms = (struct span){forms->at + taken, forms->length - taken};
    return form;
}

/* A form for 0, if there is one, then one for 1, then one for all others. */
static struct span plural_form(struct span forms, double n)
{
    if (forms.length > 2 && memcmp(forms.at, "0=", 2) == 0) {
        struct span zero = next_form(&forms);
        if (n == 0)
            return (struct span){zero.at + 2, zero.length - 2};
    }
    struct span one = next_form(&forms);
    return n == 1 || n == -1 || forms.length == 0 ? one : next_form(&forms);
}

static void put_form(struct span form, enum language language, const struct message_argument *arguments,
                     const char *value, struct text *out)
{
    for (;;) {
        size_t n = up_to(form, '#');
        fill((struct span){form.at, n}, language, arguments, out);
        if (n == form.length)
            return;
        text_put(out, value);
        form = (struct span){form.at + n + 1, form.length - n - 1};
    }
}

static void put_you_forms(struct span forms, enum language language, const struct message_argument *a,
                          const struct message_argument *arguments, struct text *out)
{
    struct span you = next_form(&forms), other = next_form(&forms);
    if (a->kind != MESSAGE_LIST) {
        put_form(a->you ? you : other, language, arguments, a->text, out);
        return;
    }
    for (const struct message_argument *m = a->list; m->kind != MESSAGE_END; m++) {
        put_form(m->you ? you : other, language, arguments, m->text, out);
        if (m[1].kind != MESSAGE_END)
            text_put(out, between(language, m, m == a->list));
    }
}

static const struct message_argument *find(const struct message_argument *arguments, struct span name)
{
    for (const struct message_argument *a = arguments; a && a->kind != MESSAGE_END; a++)
        if (strlen(a->name) == name.length && memcmp(a->name, name.at, name.length) == 0)
            return a;
    return NULL;
}

static size_t word_length(struct span text)
{
    size_t n = 0;
    while (n < text.length &&
           (text.at[n] == '_' || (text.at[n] >= '0' && text.at[n] <= '9') || (text.at[n] | 0x20) >= 'a') &&
           !strchr("{|}", text.at[n]))
        n++;
    return n;
}

/* What stands between two braces. */
static void put_place(struct span inside, enum language language, const struct message_argument *arguments,
                      struct text *out)
{
    size_t n = word_length(inside);
    const struct message_argument *a = find(arguments, (struct span){inside.at, n});
    char kind = n < inside.length ? inside.at[n] : '\0', value[64];
    struct span forms = {inside.at + n + 1, n < inside.length ? inside.length - n - 1 : 0};
    struct text shown = TEXT_IN(value);
    if (a && !kind) {
        put_plain(a, language, out);
    } else if (a && kind == '?' && (a->kind == MESSAGE_PERSON || a->kind == MESSAGE_LIST)) {
        put_you_forms(forms, language, a, arguments, out);
    } else if (a && kind == ':' && a->kind == MESSAGE_NUMBER) {
        put_number(a->number, language, &shown);
        put_form(plural_form(forms, a->number), language, arguments, value, out);
    } else if (a && kind == '+' && a->kind == MESSAGE_NUMBER) {
        put_signed(a->number, language, out);
    } else if (a && kind == '%' && a->kind == MESSAGE_NUMBER) {
        put_percent(a->number, language, out);
    } else {
        text_char(out, '{');
        text_put_n(out, inside.at, inside.length);
        text_char(out, '}');
    }
}

static void fill(struct span text, enum language language, const struct message_argument *arguments,
                 struct text *out)
{
    for (size_t i = 0; i < text.length;) {
        const char *open = memchr(text.at + i, '{', text.length - i);
        size_t plain = open ? (size_t)(open - text.at) - i : text.length - i;
        text_put_n(out, text.at + i, plain);
        i += plain;
        if (!open)
            return;
        struct span rest = {text.at + i + 1, text.length - i - 1};
        int depth = 1;
        size_t n = 0;
        for (; n < rest.length; n++) {
            depth += rest.at[n] == '{' ? 1 : rest.at[n] == '}' ? -1 : 0;
            if (depth == 0)
                break;
        }
        put_place((struct span){rest.at, n}, language, arguments, out);
        i += n + 2;
    }
}

void message_fill(const char *text, enum language language, const struct message_argument *arguments,
                  struct text *out)
{
    fill((struct span){text, strlen(text)}, language, arguments, out);
}
