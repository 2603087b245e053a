/* members.h: what the members of a request may be, as its row declares it. */
#ifndef SERVER_PROTOCOL_MEMBERS_H
#define SERVER_PROTOCOL_MEMBERS_H

#include "core/json.h"

/*
 * A declaration lists members with spaces between them: "table:table seat?:seat kind:open|computer
 * level?:i1-BOT_LEVELS". A question mark follows the name of a member that may be left out. The type is one
 * of these, where A-B is a range of numbers or of names from the list `limits` in members.c:
 *
 *     iA-B        an integer
 *     b           true or false
 *     tA-B        text of so many characters, without control characters
 *     xA-B        text of so many bytes, without NUL
 *     one|other   one of these words
 *     oA-B        any object that takes so many bytes as JSON
 *     {…}         an object with the members that are declared in it
 *     […]A-B      a list of so many values of the type in it
 *     a word of the list `keywords` in members.c, such as `table`, the id of a table
 */
enum member_type {
    MEMBER_INTEGER,
    MEMBER_BOOLEAN,
    MEMBER_TEXT,
    MEMBER_BYTES,
    MEMBER_WORD,
    MEMBER_ID,   /* of a table or a player, as the keyword says */
    MEMBER_HASH, /* 64 hexadecimal digits */
    MEMBER_ANY_OBJECT,
    MEMBER_OBJECT,
    MEMBER_LIST
};

enum { MEMBER_NAME = 24 };

struct member {
    char name[MEMBER_NAME]; /* "" for an item of a list */
    enum member_type type;
    bool optional;
    int64_t min, max;    /* of an integer, or what is counted: characters, bytes, values */
    const char *keyword; /* "table", "seat" …, or "" */
    const char *refusal; /* the error code if it is outside what it may be */
    const char *inside;  /* of words: these; of an object: its declaration; of a list: the type of a value */
};

/*
 * Reads the next member of a declaration and moves past it; false at its end, which for an object's `inside`
 * is its bracket. A declaration that cannot be read is a fault of the program.
 *
 *     struct member m;
 *     for (const char *at = kind->members; member_next(&at, &m);)
 */
bool member_next(const char **at, struct member *out);
/* What each value of a list is. */
void member_item(const struct member *list, struct member *out);
/* The word with this number, from 0; false if there are fewer. */
bool member_word(const struct member *m, int number, char out[MEMBER_NAME]);
/* "an integer from 1 to 6", "open or computer": for messages. */
void member_describe(const struct member *m, struct text *out);

/* Whether a message has the declared members, and no others except `do` and `id`. If not, the error code, and
 * a message that names the member and says what it may be. */
const char *members_check(const char *declaration, const struct json *message, struct text *problem);

#endif
