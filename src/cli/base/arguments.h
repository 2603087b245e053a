/* arguments.h: reads the command line as the commands declare it. */
#ifndef CLI_BASE_ARGUMENTS_H
#define CLI_BASE_ARGUMENTS_H

#include "core/game.h"

enum { MAX_FLAGS = 20 };

/* An option of a command: --seats N. */
struct flag {
    const char *name;    /* "seats"; NULL ends a list */
    const char *value;   /* what its value is called: "N"; NULL: it takes none */
    const char *initial; /* its default, as the help shows it; NULL: none */
    const char *about;   /* one line of help */
    long min, max;       /* the range of a number; max 0: it takes text */
    const char *choices; /* the words that it takes, joined by spaces; NULL: any */
};

struct arguments;

struct command {
    const char *name;
    const char *operands; /* "GAME", "FILE…", or "" */
    int least, most;      /* how many operands it takes */
    const char *summary;  /* a line that begins with a verb */
    const char *about;    /* more, or "" */
    const char *example;  /* without "castellany" */
    const struct flag *flags;
    int (*run)(const struct arguments *);
    void (*more)(void); /* prints what else its help says; NULL: nothing */
};

/* The checked words after a command. */
struct arguments {
    const struct command *command;
    const char *values[MAX_FLAGS];   /* in the order of the command's flags; NULL: not given */
    unsigned from_file;              /* a bit for each that a file gives, see config.h */
    char options[GAME_OPTIONS_TEXT]; /* options of the game: the values of all --option, joined by spaces */
    const char *const *operands;
    int count;    /* of operands */
    char **words; /* the whole command line, the command's name first */
    int word_count;
};

/* Reads the words after a command and runs it, prints its help, or says what is wrong. Returns the exit code.
 */
int arguments_run(const struct command *, int argc, char **argv);
void arguments_help(const struct command *);

/* The value of an option; NULL if it was not given. An option without a value has "". */
const char *argument(const struct arguments *, const char *name);
long argument_number(const struct arguments *, const char *name, long otherwise);

#endif
