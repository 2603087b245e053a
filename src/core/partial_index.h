/* partial_index.h: the lines that the reader of a partial record was told, found by the words in them. */
#ifndef CORE_PARTIAL_INDEX_H
#define CORE_PARTIAL_INDEX_H

#include "core/game.h"

enum {
    PARTIAL_LINES = 4096,      /* a game has some 600 at most … */
    PARTIAL_WORDS = 16384,     /* … with a few words each; what is more belongs to no game */
    PARTIAL_BUCKETS = 1 << 15, /* more than there are words */
    PARTIAL_NONE = INT32_MAX
};

/* A line that the reader was told. */
struct told {
    int actor;
    bool hidden; /* it ends with "?" */
    int place;   /* of its first word, counted over all lines */
    char move[GAME_MOVE_TEXT];
};

/* A word that is in some line. Where seats say it openly is in `places`, in order. */
struct told_word {
    const char *at; /* in one of the lines */
    int length;
    int begin[GAME_MAX_SEATS], count[GAME_MAX_SEATS];
    int last[GAME_MAX_SEATS], last_of_all; /* the last lines with it, also of hidden moves; or -1 */
};

struct partial_index {
    struct told lines[PARTIAL_LINES];
    int count;
    bool whole; /* all lines are here */
    struct told_word words[PARTIAL_WORDS];
    int word_count;
    int place_of[PARTIAL_WORDS]; /* the word that stands at a place … */
    int place_count;
    int places[PARTIAL_WORDS];
    int buckets[PARTIAL_BUCKETS]; /* numbers of words, from 1 */
};

/* Reads the lines from `rest` on. */
void partial_index(struct partial_index *, const char *rest);
/* Takes the next word of a move. Returns its length, 0 at the end. */
size_t partial_next_word(const char **move, const char **word);
/* Whether a line from `line` on has the word: one of this actor, or of anybody for chance. */
bool partial_is_named(struct partial_index *, int line, int actor, const char *word);
/* The place where a seat says a word openly the next time from `line` on, after `skip` other times. */
int partial_place(struct partial_index *, int line, int seat, const char *word, int skip);

#endif
