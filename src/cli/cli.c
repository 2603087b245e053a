/* cli.c: what the subcommands share: messages, files, arguments and boxes. */
#include "cli/cli.h"

#include <errno.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum picture_style cli_picture_style(bool plain)
{
    if (plain)
        return PICTURE_WORDS;
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") ? PICTURE_COLOUR : PICTURE_PLAIN;
}

static void complain(const char *format, va_list args)
{
    fflush(stdout);
    fputs("castellany: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
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
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, command) == 0)
            fprintf(stderr, "usage: castellany %s\n", c->usage);
    return CLI_USAGE;
}

static char *read_all(FILE *file, size_t *length)
{
    size_t size = 0, room = 64 * 1024;
    char *text = malloc(room);
    while (text) {
        size += fread(text + size, 1, room - size, file);
        if (size < room)
            break;
        char *more = realloc(text, room *= 2);
        if (!more)
            free(text);
        text = more;
    }
    if (text)
        text[size] = '\0';
    *length = size;
    return text;
}

char *cli_read_file(const char *name, size_t *length)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (!file) {
        cli_refuse("%s: %s", name, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *text = read_all(file, length);
    if (!text || ferror(file)) {
        cli_refuse("%s: %s", name, text ? strerror(errno) : "out of memory");
        free(text);
        text = NULL;
    }
    if (!standard)
        fclose(file);
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

bool cli_option_number(const char *command, const char *name, const char *text, long min, long max, long *out)
{
    if (!text || cli_number(text, min, max, out))
        return true;
    cli_usage(command, "--%s takes a number from %ld to %ld", name, min, max);
    return false;
}

bool cli_option(int argc, char **argv, int *i, const char *name, const char **value)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], "--", 2) != 0 || strncmp(argv[*i] + 2, name, n) != 0)
        return false;
    const char *rest = argv[*i] + 2 + n;
    if (*rest == '=') {
        *value = rest + 1;
        return true;
    }
    if (*rest || *i + 1 >= argc)
        return false;
    *value = argv[++*i];
    return true;
}

void cli_add_option(struct text *options, const char *word)
{
    if (options->length)
        text_char(options, ' ');
    text_put(options, word);
}

/* The file's name without folders and ending: how records name the box. */
static char *box_name(const char *file)
{
    const char *base = strrchr(file, '/');
    char *name = strdup(base ? base + 1 : file);
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot)
        *dot = '\0';
    return name;
}

/* The games of a box file, kept until the program ends; NULL for no file. False after a message. */
static bool boxed_games(const char *box_file, const struct game **boxed)
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
        cli_refuse("there is no game called %s", name);
        for (int i = 0; games[i]; i++)
            fprintf(stderr, "%s%s", i ? ", " : "games: ", games[i]->name);
        fputc('\n', stderr);
        return NULL;
    }
    if (!box_file)
        return game;
    if (!boxed_games(box_file, &boxed))
        return NULL;
    while (boxed->name && strcmp(boxed->name, name) != 0)
        boxed++;
    if (!boxed->name) {
        cli_refuse("%s is not a box of %s", box_file, name);
        return NULL;
    }
    return boxed;
}

bool cli_replay(const char *file, const char *box_file, record_visit *visit, void *context,
                struct record *record, union game_state *state)
{
    const struct game *boxed;
    size_t length;
    char *text, reason[RECORD_MAX_LINE * 2];
    struct text error = TEXT_IN(reason);
    if (!boxed_games(box_file, &boxed) || !(text = cli_read_file(file, &length)))
        return false;
    bool fine = record_replay(text, length, boxed, visit, context, record, state, &error);
    free(text);
    if (!fine)
        cli_refuse("%s: %s", file, reason);
    return fine;
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
    cli_refuse("%s is for %s", game->title, range);
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
