/* config.c: options of a command from an INI file: lines `name = value` without sections, read by inih. */
#include "cli/base/config.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/cli.h"

/* A file that is being read. The library tells only the line of the first fault, so each fault has its own.
 */
struct reading {
    FILE *in;
    int line;
    bool too_long;
    struct arguments *arguments;
    char problem[256]; /* the first that was found in a line of the right form, or "" */
    int problem_line;
};

static int wrong(struct reading *r, const char *problem, const char *word)
{
    struct text out = TEXT_IN(r->problem);
    if (r->problem_line)
        return 0;
    r->problem_line = r->line;
    text_printf(&out, "%s ", problem);
    text_quote(&out, word);
    return 0;
}

/* Values of all files that were read: somebody may still use one of an older file. */
struct kept {
    struct kept *next;
    char text[];
};

static const char *keep(const char *text)
{
    static struct kept *all;
    size_t size = strlen(text) + 1;
    struct kept *k = malloc(sizeof *k + size);
    if (!k)
        return NULL;
    memcpy(k->text, text, size);
    k->next = all;
    all = k;
    return k->text;
}

/* The value of an option, or NULL if the option is not set or the value is wrong (`*fine` false). */
static const char *read_value(const struct flag *f, const char *text, bool *fine)
{
    long n;
    if (!f->value) {
        bool yes = strcmp(text, "yes") == 0;
        *fine = yes || strcmp(text, "no") == 0;
        return yes ? "" : NULL;
    }
    *fine = *text && (!f->max || cli_number(text, f->min, f->max, &n));
    const char *kept = *fine ? keep(text) : NULL;
    *fine = kept != NULL;
    return kept;
}

static int take_option(void *context, const char *section, const char *name, const char *value)
{
    struct reading *r = context;
    struct arguments *a = r->arguments;
    if (*section)
        return wrong(r, "there are no sections in this file, such as", section);
    for (int i = 0; a->command->flags[i].name; i++) {
        const struct flag *f = &a->command->flags[i];
        bool fine;
        if (strcmp(f->name, name) != 0 || strcmp(name, "config") == 0)
            continue;
        if (a->from_file & (1u << i))
            return wrong(r, "there is a second", name);
        a->from_file |= 1u << i;
        const char *read = read_value(f, value, &fine);
        if (!fine)
            return wrong(r, f->value ? "this is no value for it:" : "it is yes or no, not", value);
        if (!a->values[i])
            a->values[i] = read;
        return 1;
    }
    return wrong(r, "there is no option", name);
}

/* For the library: the next line. White space before a name would make it a part of the value before. */
static char *read_line(char *line, int size, void *context)
{
    struct reading *r = context;
    if (r->too_long || !fgets(line, size, r->in))
        return NULL;
    r->line++;
    r->too_long = !strchr(line, '\n') && !feof(r->in);
    size_t white = strspn(line, " \t");
    memmove(line, line + white, strlen(line + white) + 1);
    return line;
}

bool config_add(struct arguments *a, const char *file, struct text *error)
{
    struct arguments next = *a;
    struct reading r = {.in = fopen(file, "r"), .arguments = &next};
    if (!r.in) {
        text_printf(error, "%s: %s", file, strerror(errno));
        return false;
    }
    int line = ini_parse_stream(read_line, &r, take_option, &r);
    bool fine = !line && !r.too_long && !ferror(r.in);
    if (ferror(r.in))
        text_printf(error, "%s: %s", file, strerror(errno));
    else if (line < 0)
        text_printf(error, "%s: there is no memory to read it", file);
    else if (r.too_long)
        text_printf(error, "%s:%d: the line is too long", file, r.line);
    else if (line && line == r.problem_line)
        text_printf(error, "%s:%d: %s", file, line, r.problem);
    else if (line)
        text_printf(error, "%s:%d: expected \"name = value\"", file, line);
    fclose(r.in);
    if (fine)
        *a = next;
    return fine;
}
