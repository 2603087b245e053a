/* arguments.h: the command line, read as the commands declare it. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include "core/game.h"

enum { MAX_FLAGS = 16 };

/* An option of a command: --seats N. */
struct flag {
    const char *name;    /* "seats"; NULL ends a list */
    const char *value;   /* "N"; NULL: it takes none */
    const char *initial; /* its default, in words; NULL: there is none */
    const char *about;   /* one line */
    long min, max;       /* if it takes a number; max 0: it takes text */
};

struct arguments;

struct command {
    const char *name;
    const char *operands; /* "GAME", "FILE…", or "" */
    int least, most;      /* how many operands */
    const char *summary;  /* a line that begins with a verb */
    const char *about;    /* more, or "" */
    const char *example;  /* without "castellany" */
    const struct flag *flags;
    int (*run)(const struct arguments *);
};

/* The words behind a command, checked. */
struct arguments {
    const struct command *command;
    const char *values[MAX_FLAGS];   /* in the order of the command's flags; NULL: not given */
    char options[GAME_OPTIONS_TEXT]; /* of the game: the values of every --option, joined by spaces */
    const char *const *operands;
    int count;    /* of them */
    char **words; /* all of it, the command's name first */
    int word_count;
};

/* Reads the words behind a command and runs it, or says what is wrong, or prints its help. Returns its exit
 * code. */
int arguments_run(const struct command *, int argc, char **argv);
void arguments_help(const struct command *);

/* The value of an option; NULL if it was not given. An option without a value has "". */
const char *argument(const struct arguments *, const char *name);
long argument_number(const struct arguments *, const char *name, long otherwise);

#endif
