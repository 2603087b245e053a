/* cli.h: what the subcommands of castellany share. */
#ifndef CLI_BASE_CLI_H
#define CLI_BASE_CLI_H

#include "cli/base/arguments.h"
#include "core/game.h"
#include "core/list.h"
#include "core/record.h"
#include "face/message.h"
#include "face/position.h"

/* Exit codes. */
enum { CLI_OK = 0, CLI_REFUSED = 1, CLI_USAGE = 2 };

/* Whether standard output is a terminal that can do more than print lines. */
bool cli_terminal(void);
/* Whether the user wants no colours: NO_COLOR is set (no-color.org). */
bool cli_no_colour(void);
/* The language of --lang, else of the locale, else English. False if --lang names another. */
bool cli_language(const char *given, enum language *out);
/* How to draw positions on standard output: in words if `plain`, in colour on a terminal unless NO_COLOR is
 * set or TERM is dumb. */
enum position_style cli_position_style(bool plain);

/* Print "castellany: …" to standard error. They return CLI_REFUSED and CLI_USAGE. */
int cli_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A whole file in memory, with a NUL at its end; "-" is standard input. NULL after a message. */
char *cli_read_file(const char *name, size_t *length);

/* Reads a number. False unless the whole text is a number from min to max. */
bool cli_number(const char *text, long min, long max, long *out);
/* Adds a word to options joined by spaces. */
void cli_add_option(struct text *options, const char *word);

/* The game with this name, with the components of a box file or, for NULL, the shipped ones. It lives until
 * the program ends. NULL after a message. */
const struct game *cli_game(const char *name, const char *box_file);

/* The games with the components of a box file, as record_replay takes them; none for NULL. False after a
 * message. */
bool cli_boxed_games(const char *box_file, const struct game **boxed);

/* Reads a file and replays it (see record_replay). False after a message. */
bool cli_replay(const char *file, const char *box_file, record_visit *visit, void *context,
                struct record *record, union game_state *state);

/* The same, with the reason in `error` instead of a message. */
bool cli_try_replay(const char *file, const char *box_file, record_visit *visit, void *context,
                    struct record *record, union game_state *state, struct text *error);

/* Between the results for several files, prints the name of the next one. */
void cli_file_heading(const struct arguments *, int i);

/* Says which games a command can be given. */
int cli_need_game(const char *command);

/* Whether a game is for so many. False after a message. */
bool cli_check_seats(const struct game *, int seats);

/* Settles options and starts a game. False after a message. */
bool cli_start(const struct game *game, int seats, const char *options, struct rng *rng,
               char settled[GAME_OPTIONS_TEXT], union game_state *state);

#endif
