/* rulebook.c: the rules for people, clause by clause. */
#include "cli/rulebook.h"

#include <string.h>

#include "core/embedded.h"

/* A game's own file, or that of the game whose name its name begins with (castelli-tournament is in
 * castelli.md). */
static const char *book(const struct game *game)
{
    size_t n = strcspn(game->name, "-");
    for (const struct embedded *file = rule_files; file->name; file++)
        if (strncmp(file->name, game->name, n) == 0 && strcmp(file->name + n, ".md") == 0)
            return (const char *)file->data;
    return "";
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static bool is_clause(const char *line)
{
    size_t chapter = strspn(line, "0123456789");
    return chapter > 0 && line[chapter] == '.' && line[chapter + 1] >= '0' && line[chapter + 1] <= '9';
}

static bool is_heading(const char *line)
{
    return line[0] == '#';
}

/* Copies a line without the marks of Markdown. */
static void put_line(const char *line, struct text *out)
{
    for (; *line && *line != '\n'; line++)
        if (*line != '*' && *line != '`' && *line != '#')
            text_char(out, *line);
    text_char(out, '\n');
}

void rulebook_about(const struct game *game, struct text *out)
{
    const char *line = book(game);
    while (*line && (is_heading(line) || *line == '\n'))
        line = next_line(line);
    for (; *line && *line != '\n'; line = next_line(line))
        put_line(line, out);
}

void rulebook_chapters(const struct game *game, struct text *out)
{
    for (const char *line = book(game); *line; line = next_line(line))
        if (strncmp(line, "## ", 3) == 0)
            put_line(line + 3, out);
}

static bool begins_with_number(const char *line, const char *number)
{
    size_t n = strlen(number);
    return strncmp(line, number, n) == 0 && (line[n] == ' ' || line[n] == '\n');
}

bool rulebook_clause(const struct game *game, const char *clause, struct text *out)
{
    const char *line = book(game);
    bool chapter = !strchr(clause, '.');
    if (!*clause || strspn(clause, "0123456789.") != strlen(clause))
        return false;
    while (*line && !(chapter ? strncmp(line, "## ", 3) == 0 && begins_with_number(line + 3, clause)
                              : begins_with_number(line, clause)))
        line = next_line(line);
    if (!*line)
        return false;
    do {
        put_line(chapter && is_heading(line) ? line + 3 : line, out);
        line = next_line(line);
    } while (*line && !(chapter ? strncmp(line, "## ", 3) == 0
                                : is_clause(line) || is_heading(line) || *line == '\n'));
    return true;
}
