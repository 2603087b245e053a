/*
 * option.h: the options of a game. A game declares them; core reads what people ask for, draws what they
 * leave to chance, words every refusal, and hands the game the values.
 */
#ifndef CORE_OPTION_H
#define CORE_OPTION_H

#include <stdbool.h>

#include "core/rng.h"
#include "core/text.h"

struct game;

enum {
    GAME_MAX_OPTIONS = 8,
    GAME_OPTIONS_TEXT = 256 /* capacity for all options of a game, joined by spaces, and a NUL */
};

enum option_kind {
    OPTION_FLAG, /* "battle" */
    OPTION_SEAT, /* "first=2", or "first=random" */
    OPTION_VALUE /* "layout=ABCD" */
};

struct game_option {
    const char *name; /* "battle"; NULL ends a list */
    enum option_kind kind;
    const char *about; /* one English sentence */
    /* Of an OPTION_VALUE: false if the value is wrong, with what it must be in `error`. */
    bool (*check)(const struct game *, int seats, const char *value, struct text *error);
    /* Of an OPTION_VALUE: draws a value for NAME=random. NULL: chance cannot choose it. */
    void (*draw)(const struct game *, int seats, struct rng *, struct text *value);
};

/* The options that were given, by their place in the game's list. */
struct game_choices {
    const char *value[GAME_MAX_OPTIONS]; /* NULL if it was not given; "" for a flag */
    char words[GAME_OPTIONS_TEXT];       /* what they point into */
};

static inline bool option_given(const struct game_choices *choices, int option)
{
    return choices->value[option] != NULL;
}

/* The seat that an OPTION_SEAT names, from 0; the first seat if it was not given. */
static inline int option_seat(const struct game_choices *choices, int option)
{
    return choices->value[option] ? choices->value[option][0] - '1' : 0;
}

/* Reads and checks options: words joined by spaces, all settled. False with a message for the user. `error`
 * may be NULL in all functions here. */
bool game_read_options(const struct game *game, int seats, const char *options, struct game_choices *out,
                       struct text *error);

/* Replaces every NAME=random by a drawn value, and checks all options. */
bool game_settle(const struct game *game, int seats, const char *options, struct rng *rng,
                 char settled[GAME_OPTIONS_TEXT], struct text *error);

/* Sets up a game of so many seats with settled options. False with a message for the user. */
bool game_start(const struct game *game, void *state, int seats, const char *options, struct text *error);

/* Walks over options: copies the next word to `word` and returns the rest, or NULL when there was none. */
const char *game_next_option(const char *options, char word[GAME_OPTIONS_TEXT]);

/* Does the game declare an option of this name? */
bool game_has_option(const struct game *game, const char *name);

#endif
