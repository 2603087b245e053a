/* sentence.c: what faces need to make sentences. */
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

static const char *emblem(enum language language, int seat)
{
    static const char *const keys[GAME_MAX_SEATS] = {"emblem.1", "emblem.2", "emblem.3", "emblem.4"};
    return catalogue_text(language, keys[seat]);
}

struct speaker words_speaker(enum language language, int seats, int viewer)
{
    struct speaker speaker = {.language = language, .you = viewer, .seats = seats};
    for (int seat = 0; seat < seats; seat++) {
        struct text name = TEXT_IN(speaker.names[seat]);
        text_put(&name, seat == viewer ? catalogue_text(language, "name.you") : emblem(language, seat));
    }
    return speaker;
}

struct message_argument words_person(const struct speaker *s, const char *argument, int seat)
{
    bool named = seat >= 0 && seat < s->seats;
    return (struct message_argument){.name = argument,
                                     .kind = MESSAGE_PERSON,
                                     .you = named && seat == s->you,
                                     .text = named                                ? s->names[seat]
                                             : seat >= 0 && seat < GAME_MAX_SEATS ? emblem(s->language, seat)
                                                                                  : ""};
}

void list_begin(struct word_list *l)
{
    l->count = 0;
    l->out = TEXT_IN(l->buffer);
    l->members[0] = (struct message_argument){.kind = MESSAGE_END};
}

struct text *list_next(struct word_list *l)
{
    if (l->count == WORD_LIST)
        return &l->out;
    if (l->count)
        text_char(&l->out, '\0');
    l->members[l->count++] = (struct message_argument)ARG_TEXT("", l->buffer + l->out.length);
    l->members[l->count] = (struct message_argument){.kind = MESSAGE_END};
    return &l->out;
}

static void capital(struct text *out, size_t at)
{
    if (at < out->length && out->at[at] >= 'a' && out->at[at] <= 'z')
        out->at[at] = (char)(out->at[at] - 'a' + 'A');
}

void list_line(const struct speaker *s, const struct word_list *l, struct text *out)
{
    size_t begin = out->length;
    if (!l->count)
        return;
    message_list(s->language, l->members, out);
    capital(out, begin);
    text_put(out, ".\n");
}

void list_say(const struct speaker *s, struct word_list *l, const char *key, struct text *out)
{
    SAY(s, out, key, ARG_LIST("list", l->members), ARG_NUMBER("n", l->count));
    text_char(out, '\n');
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
    capital(s->out, s->begin);
}
