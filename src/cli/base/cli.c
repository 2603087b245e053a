/* cli.c: what the subcommands share: messages, files, boxes, records. */
#include "cli/base/cli.h"

#include <errno.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

bool cli_no_colour(void)
{
    const char *no = getenv("NO_COLOR");
    return no && *no;
}

bool cli_language(const char *given, enum language *out)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    *out = LANGUAGE_EN;
    if (given)
        return language_read(given, out);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            language_read(value, out);
            break;
        }
    }
    return true;
}

enum position_style cli_position_style(bool plain)
{
    if (plain)
        return POSITION_WORDS;
    return cli_terminal() && !cli_no_colour() ? POSITION_COLOUR : POSITION_PLAIN;
}

/* Control characters that users typed or that files hold must not reach the terminal. */
static void complain(const char *format, va_list args)
{
    char message[8192], shown[4 * 8192];
    struct text out = TEXT_IN(shown);
    vsnprintf(message, sizeof message, format, args);
    text_visible(&out, message);
    fflush(stdout);
    fprintf(stderr, "castellany: %s\n", shown);
}

int cli_refuse(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    return CLI_REFUSED;
}

int cli_usage(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    fprintf(stderr, "\"castellany %s --help\" lists the options and an example\n", command);
    return CLI_USAGE;
}

/* No record, box or file of weights is as large as this. */
enum { FILE_MAX = 16 * 1024 * 1024 };

static char *read_all(FILE *file, size_t *length)
{
    size_t size = 0, capacity = 64 * 1024;
    char *text = malloc(capacity);
    while (text) {
        size += fread(text + size, 1, capacity - size, file);
        if (size < capacity || size > FILE_MAX)
            break;
        char *more = realloc(text, capacity *= 2);
        if (!more)
            free(text);
        text = more;
    }
    if (text)
        text[size < capacity ? size : capacity - 1] = '\0';
    *length = size;
    return text;
}

/* The same as cli_read_file, with the reason in `error`. */
static char *read_file(const char *name, size_t *length, struct text *error)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (!file) {
        text_put(error, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *text = read_all(file, length);
    bool huge = text && *length > FILE_MAX;
    if (!text || huge || ferror(file)) {
        text_put(error, !text  ? "out of memory"
                        : huge ? "the file is larger than 16 MiB, so it is no file of castellany"
                               : strerror(errno));
        free(text);
        text = NULL;
    }
    if (!standard)
        fclose(file);
    return text;
}

char *cli_read_file(const char *name, size_t *length)
{
    char reason[128];
    struct text error = TEXT_IN(reason);
    char *text = read_file(name, length, &error);
    if (!text)
        cli_refuse("%s: %s", name, reason);
    return text;
}

bool cli_number(const char *text, long min, long max, long *out)
{
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (end == text || *end || errno || n < min || n > max || text[0] == ' ' || text[0] == '+')
        return false;
    *out = n;
    return true;
}

void cli_add_option(struct text *options, const char *word)
{
    if (options->length)
        text_char(options, ' ');
    text_put(options, word);
}

/* The name of a box in records: the file's name without folders and ending. */
static char *box_name(const char *file)
{
    const char *base = strrchr(file, '/');
    char *name = strdup(base ? base + 1 : file);
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot)
        *dot = '\0';
    return name;
}

/* The games with the components of a box file, kept until the program ends; NULL without a file. False after
 * a message. */
bool cli_boxed_games(const char *box_file, const struct game **boxed)
{
    static alignas(max_align_t) unsigned char box[GAMES_BOX_SIZE];
    static struct game list[GAMES_MAX];
    *boxed = NULL;
    if (!box_file)
        return true;
    size_t length;
    char *text = cli_read_file(box_file, &length);
    if (!text)
        return false;
    char *name = box_name(box_file);
    char reason[512];
    struct text error = TEXT_IN(reason);
    bool fine = name && games_with_box(text, length, name, list, box, &error);
    free(text);
    if (!fine) {
        cli_refuse("%s: %s", box_file, reason);
        free(name);
        return false;
    }
    *boxed = list;
    return true;
}

const struct game *cli_game(const char *name, const char *box_file)
{
    const struct game *game = games_find(name), *boxed;
    if (!game) {
        char names[128];
        struct text out = TEXT_IN(names);
        games_put_names(&out);
        cli_refuse("no game called \"%s\"; games: %s", name, names);
        return NULL;
    }
    if (!box_file)
        return game;
    if (!cli_boxed_games(box_file, &boxed))
        return NULL;
    while (boxed->name && strcmp(boxed->name, name) != 0)
        boxed++;
    if (!boxed->name) {
        cli_refuse("%s: this box is not for the game \"%s\"", box_file, name);
        return NULL;
    }
    return boxed;
}

bool cli_try_replay(const char *file, const char *box_file, record_visit *visit, void *context,
                    struct record *record, union game_state *state, struct text *error)
{
    const struct game *boxed;
    size_t length;
    char *text;
    if (!cli_boxed_games(box_file, &boxed) || !(text = read_file(file, &length, error)))
        return false;
    bool fine = record_replay(text, length, boxed, visit, context, record, state, error);
    free(text);
    return fine;
}

bool cli_replay(const char *file, const char *box_file, record_visit *visit, void *context,
                struct record *record, union game_state *state)
{
    char reason[RECORD_MAX_LINE * 2];
    struct text error = TEXT_IN(reason);
    bool fine = cli_try_replay(file, box_file, visit, context, record, state, &error);
    if (!fine && error.length)
        cli_refuse("%s: %s", file, reason);
    return fine;
}

void cli_file_heading(const struct arguments *a, int i)
{
    char name[4 * 4096];
    struct text shown = TEXT_IN(name);
    text_visible(&shown, a->operands[i]);
    if (a->count > 1)
        printf("%s==> %s <==\n", i ? "\n" : "", name);
}

int cli_need_game(const char *command)
{
    char names[128];
    struct text out = TEXT_IN(names);
    games_put_names(&out);
    return cli_usage(command, "a game is needed: %s", names);
}

bool cli_check_seats(const struct game *game, int seats)
{
    if (seats >= game->min_seats && seats <= game->max_seats)
        return true;
    char range[64];
    struct text text = TEXT_IN(range);
    game_put_seats(game, &text);
    cli_refuse("%s is for %s, not for %d", game->title, range, seats);
    return false;
}

bool cli_start(const struct game *game, int seats, const char *options, struct rng *rng,
               char settled[GAME_OPTIONS_TEXT], union game_state *state)
{
    memset(state, 0, sizeof *state);
    if (!cli_check_seats(game, seats))
        return false;
    char problem[256];
    struct text error = TEXT_IN(problem);
    if (game_settle(game, seats, options, rng, settled, &error) &&
        game_start(game, state, seats, settled, &error))
        return true;
    cli_refuse("%s", problem);
    return false;
}
