/* rulebook.c: the rules for people, clause by clause. */
#include "cli/play/rulebook.h"

#include <string.h>
#include <strings.h>

#include "core/embedded.h"

/* A file of rules: "castelli.md", "nl/castelli.md". The name of a game up to a "-" counts:
 * castelli-tournament is in castelli.md. NULL if there is none. */
static const char *find_book(const struct game *game, const char *folder)
{
    char name[64];
    struct text out = TEXT_IN(name);
    text_put(&out, folder);
    text_put_n(&out, game->name, strcspn(game->name, "-"));
    text_put(&out, ".md");
    for (const struct embedded *file = rule_files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return (const char *)file->data;
    return NULL;
}

struct rulebook rulebook_open(const struct game *game, enum language language, int width)
{
    static const char *const folders[LANGUAGES] = {"", "nl/", "de/"};
    const char *text = find_book(game, folders[language]);
    if (!text)
        text = find_book(game, "");
    return (struct rulebook){.text = text ? text : "", .width = width};
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

/* Text without Markdown marks, in lines. */
struct page {
    struct text *out;
    int column, width;
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
            bool fits = page->column + 1 + width <= page->width;
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

void rulebook_chapters(const struct rulebook *book, struct text *out)
{
    struct page page = {.out = out, .width = book->width};
    for (const char *line = book->text; *line; line = next_line(line))
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

/* The text from a line to the next clause, or to the next chapter. */
static void put_clause(const struct rulebook *book, const char *line, bool chapter, struct text *out)
{
    struct page page = {.out = out, .width = book->width};
    do {
        if (is_clause(line) || is_heading(line) || strchr("|-\n", *line))
            end_paragraph(&page);
        put_line(&page, line);
        line = next_line(line);
    } while (*line && !(chapter ? strncmp(line, "## ", 3) == 0 : is_clause(line) || is_heading(line)));
    end_paragraph(&page);
}

bool rulebook_clause(const struct rulebook *book, const char *clause, struct text *out)
{
    const char *line = book->text;
    bool chapter = !strchr(clause, '.');
    if (!*clause || strspn(clause, "0123456789.") != strlen(clause))
        return false;
    while (*line && !(chapter ? strncmp(line, "## ", 3) == 0 && begins_with_number(line + 3, clause)
                              : begins_with_number(line, clause)))
        line = next_line(line);
    if (!*line)
        return false;
    put_clause(book, line, chapter, out);
    return true;
}

static bool has_word(const char *from, const char *end, const char *word)
{
    size_t n = strlen(word);
    for (; from + n <= end; from++)
        if (strncasecmp(from, word, n) == 0)
            return true;
    return false;
}

bool rulebook_search(const struct rulebook *book, const char *word, struct text *out)
{
    bool any = false;
    const char *line = book->text;
    while (*line) {
        const char *begin = line;
        do
            line = next_line(line);
        while (*line && !is_clause(line) && !is_heading(line));
        if (is_clause(begin) && has_word(begin, line, word)) {
            put_clause(book, begin, false, out);
            any = true;
        }
    }
    return any;
}
