/* config.c: options of a command from a file with lines `name = value`. */
#include "cli/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { LINE = 4096 };

/* Without the white space around it. */
static char *trim(char *text)
{
    static const char white[] = " \t\r\n";
    text += strspn(text, white);
    size_t n = strlen(text);
    while (n && strchr(white, text[n - 1]))
        n--;
    text[n] = '\0';
    return text;
}

static bool wrong(struct text *error, const char *file, int line, const char *problem, const char *word)
{
    text_printf(error, "%s:%d: %s ", file, line, problem);
    text_quote(error, word);
    return false;
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

static bool take_line(struct arguments *a, const char *file, int number, char *line, struct text *error)
{
    char *name = trim(line), *equals = strchr(name, '=');
    if (!*name || *name == '#')
        return true;
    if (!equals)
        return wrong(error, file, number, "expected \"name = value\", found", name);
    *equals = '\0';
    char *value = trim(equals + 1);
    name = trim(name);
    for (int i = 0; a->command->flags[i].name; i++) {
        const struct flag *f = &a->command->flags[i];
        bool fine;
        if (strcmp(f->name, name) != 0 || strcmp(name, "config") == 0)
            continue;
        if (a->from_file & (1u << i))
            return wrong(error, file, number, "there is a second", name);
        a->from_file |= 1u << i;
        const char *read = read_value(f, value, &fine);
        if (!fine)
            return wrong(error, file, number, f->value ? "this is no value for it:" : "it is yes or no, not",
                         value);
        if (!a->values[i])
            a->values[i] = read;
        return true;
    }
    return wrong(error, file, number, "there is no option", name);
}

bool config_add(struct arguments *a, const char *file, struct text *error)
{
    struct arguments next = *a;
    char line[LINE];
    FILE *in = fopen(file, "r");
    if (!in) {
        text_printf(error, "%s: %s", file, strerror(errno));
        return false;
    }
    bool fine = true;
    for (int number = 1; fine && fgets(line, sizeof line, in); number++) {
        if (!strchr(line, '\n') && !feof(in)) {
            text_printf(error, "%s:%d: the line is too long", file, number);
            fine = false;
        } else {
            fine = take_line(&next, file, number, line, error);
        }
    }
    if (fine && ferror(in)) {
        text_printf(error, "%s: %s", file, strerror(errno));
        fine = false;
    }
    fclose(in);
    if (fine)
        *a = next;
    return fine;
}
