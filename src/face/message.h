/*
 * message.h: fills in the texts of the catalogues, as web/src/say/words.ts does for the page:
 *
 *   {n}                  the argument; a number as the language writes it, a list with "and"
 *   {n+}                 a number with its sign: +3.4, −1, ±0
 *   {n%}                 a share of 1 as a percentage
 *   {n:point|points}     a form for 1 and one for other numbers; `#` is the number
 *   {n:0=none|one|#}     the same with a form for 0
 *   {name?have|has}      the first form if the argument is the reader, else the second; `#` is the name
 *
 * Forms may hold further {…}. What has no argument, or one of another kind, stays as it is.
 */
#ifndef FACE_MESSAGE_H
#define FACE_MESSAGE_H

#include "core/text.h"

enum language { LANGUAGE_EN, LANGUAGE_NL, LANGUAGE_DE, LANGUAGES };

enum message_kind { MESSAGE_END, MESSAGE_TEXT, MESSAGE_NUMBER, MESSAGE_PERSON, MESSAGE_LIST };

/* What stands for a {…}. */
struct message_argument {
    const char *name;
    enum message_kind kind;
    const char *text; /* of a text or a person */
    double number;
    bool you;                            /* the person is the reader */
    const struct message_argument *list; /* texts or persons, ended by MESSAGE_END */
};

/* Versions of clang-format differ about braces in macros. */
/* clang-format off */
#define ARG_TEXT(argument, words)   {.name = (argument), .kind = MESSAGE_TEXT, .text = (words)}
#define ARG_NUMBER(argument, value) {.name = (argument), .kind = MESSAGE_NUMBER, .number = (value)}
#define ARG_LIST(argument, members) {.name = (argument), .kind = MESSAGE_LIST, .list = (members)}
/* clang-format on */

/* `arguments` is ended by MESSAGE_END; NULL: there are none. */
void message_fill(const char *text, enum language, const struct message_argument *arguments,
                  struct text *out);

/* "A, B and C". */
void message_list(enum language, const struct message_argument *members, struct text *out);

/* The text of a key, or the key itself if the catalogue has none: tests fail on that. */
const char *catalogue_text(enum language, const char *key);
bool catalogue_has(enum language, const char *key);

/* "nl", "nl_BE.UTF-8", "de-AT" → the language. False for one that has no catalogue. */
bool language_read(const char *name, enum language *out);
extern const char *const language_names[LANGUAGES];

#endif
