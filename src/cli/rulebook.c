/* rulebook.c: the rules for people, clause by clause. */
#include "cli/rulebook.h"

#include <string.h>

#include "core/embedded.h"

/* The rules of a game. The name up to a "-" counts: castelli-tournament is in castelli.md. */
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

/* Text without Markdown marks, in lines of at most WIDTH columns. */
enum { WIDTH = 96 };

struct page {
    struct text *out;
    int column;
};

/* The columns of a word. Continuation bytes of UTF-8 and Markdown marks take none. */
static int width_of(const char *word, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += (word[i] & 0xc0) != 0x80 && !strchr("*`#", word[i]);
    return width;
}

static void put_line(struct page *page, const char *line)
{
    while (*line && *line != '\n') {
        size_t n = strcspn(line, " \n");
        int width = width_of(line, n);
        if (width > 0 && page->column > 0) {
            bool fits = page->column + 1 + width <= WIDTH;
            text_char(page->out, fits ? ' ' : '\n');
            page->column = fits ? page->column + 1 : 0;
        }
        for (size_t i = 0; i < n; i++)
            if (!strchr("*`#", line[i]))
                text_char(page->out, line[i]);
        page->column += width;
        line += n + (line[n] == ' ');
    }
}

static void end_paragraph(struct page *page)
{
    if (page->column > 0)
        text_char(page->out, '\n');
    page->column = 0;
}

void rulebook_about(const struct game *game, struct text *out)
{
    const char *line = book(game);
    struct page page = {.out = out};
    while (*line && (is_heading(line) || *line == '\n'))
        line = next_line(line);
    for (; *line && *line != '\n'; line = next_line(line))
        put_line(&page, line);
    end_paragraph(&page);
}

void rulebook_chapters(const struct game *game, struct text *out)
{
    struct page page = {.out = out};
    for (const char *line = book(game); *line; line = next_line(line))
        if (strncmp(line, "## ", 3) == 0) {
            put_line(&page, line + 3);
            end_paragraph(&page);
        }
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
    struct page page = {.out = out};
    do {
        if (is_clause(line) || is_heading(line) || strchr("|-\n", *line))
            end_paragraph(&page);
        put_line(&page, line);
        line = next_line(line);
    } while (*line && !(chapter ? strncmp(line, "## ", 3) == 0 : is_clause(line) || is_heading(line)));
    end_paragraph(&page);
    return true;
}
