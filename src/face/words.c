/* words.c: what faces need to make sentences. */
#include "face/face.h"

#include <string.h>

void words_put(const struct speaker *s, struct text *out, const char *key,
               const struct message_argument *arguments)
{
    message_fill(catalogue_text(s->language, key), s->language, arguments, out);
}

void words_key(const struct speaker *s, struct text *out, const char *beginning, const char *end)
{
    char key[96];
    struct text text = TEXT_IN(key);
    text_printf(&text, "%s%s", beginning, end);
    text_put(out, catalogue_text(s->language, key));
}

void words_count(const struct speaker *s, struct text *out, const char *beginning, const char *end, int n)
{
    char key[96];
    struct text text = TEXT_IN(key);
    text_printf(&text, "%s%s", beginning, end);
    SAY(s, out, key, ARG_NUMBER("n", n));
}

struct message_argument words_person(const struct speaker *s, const char *argument, int seat)
{
    static const char *const emblems[GAME_MAX_SEATS] = {"emblem.1", "emblem.2", "emblem.3", "emblem.4"};
    bool named = seat >= 0 && seat < s->seats;
    return (struct message_argument){.name = argument,
                                     .kind = MESSAGE_PERSON,
                                     .you = named && seat == s->you,
                                     .text = named ? s->names[seat]
                                             : seat >= 0 && seat < GAME_MAX_SEATS
                                                 ? catalogue_text(s->language, emblems[seat])
                                                 : ""};
}

struct sentences sentences_in(struct text *out)
{
    return (struct sentences){.out = out, .begin = out->length};
}

void sentence_begin(struct sentences *s)
{
    if (s->out->length && s->out->at[s->out->length - 1] != ' ')
        text_char(s->out, ' ');
    s->begin = s->out->length;
}

void sentence_end(struct sentences *s)
{
    if (s->out->length == s->begin) {
        while (s->out->length && s->out->at[s->out->length - 1] == ' ')
            s->out->at[--s->out->length] = '\0';
        return;
    }
    char *first = &s->out->at[s->begin];
    if (*first >= 'a' && *first <= 'z')
        *first = (char)(*first - 'a' + 'A');
}
