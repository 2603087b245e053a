/* arguments.c: reads the command line as the commands declare it. */
#include "cli/base/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/cli.h"
#include "cli/base/print.h"
#include "face/wrap.h"

/* ---- help ---- */

static void put_usage(FILE *out, const struct command *c)
{
    fprintf(out, "usage: castellany %s%s%s%s\n", c->name, *c->operands ? " " : "", c->operands,
            c->flags->name ? " [OPTION…]" : "");
}

void arguments_help(const struct command *c)
{
    print_wrapped(true);
    put_usage(stdout, c);
    printf("\n%s\n", c->summary);
    if (*c->about)
        print_paragraph(c->about, 0, 0);
    if (c->flags->name)
        puts("\nOptions:");
    for (const struct flag *f = c->flags; f->name; f++) {
        char left[48], about[256];
        struct text out = TEXT_IN(about);
        snprintf(left, sizeof left, "--%s%s%s", f->name, f->value ? " " : "", f->value ? f->value : "");
        text_put(&out, f->about);
        if (f->value && !strstr(f->about, "; needed"))
            text_printf(&out, " (default: %s)", f->initial ? f->initial : "none");
        int wide = wrap_width(left) > 20 ? wrap_width(left) : 20;
        printf("  %s%*s ", left, wide - wrap_width(left), "");
        print_paragraph(about, wide + 3, 23);
    }
    if (c->more)
        c->more();
    printf("\nExample: castellany %s\n", c->example);
}

/* ---- reading ---- */

static int wrong(const struct command *c, const char *format, const char *a, const char *b)
{
    char message[256];
    snprintf(message, sizeof message, format, a, b);
    return cli_usage(c->name, "%s", message);
}

static int find_flag(const struct command *c, const char *word, size_t length)
{
    for (int i = 0; c->flags[i].name; i++)
        if (strlen(c->flags[i].name) == length && memcmp(c->flags[i].name, word, length) == 0)
            return i;
    return -1;
}

static int check_number(const struct command *c, const struct flag *f, const char *value)
{
    long n;
    if (!f->max || cli_number(value, f->min, f->max, &n))
        return CLI_OK;
    return cli_usage(c->name, "--%s takes a number from %ld to %ld, not \"%s\"", f->name, f->min, f->max,
                     value);
}

/* Reads the option at *i; its value may be the next word. */
static int read_flag(struct arguments *a, int *i)
{
    const struct command *c = a->command;
    const char *word = a->words[*i] + 2, *equals = strchr(word, '=');
    int at = find_flag(c, word, equals ? (size_t)(equals - word) : strlen(word));
    if (at < 0)
        return wrong(c, "there is no option \"%s\"; \"castellany %s --help\" lists the options", a->words[*i],
                     c->name);
    const struct flag *f = &c->flags[at];
    if (!f->value) {
        a->values[at] = "";
        return equals ? wrong(c, "--%s takes no value%s", f->name, "") : CLI_OK;
    }
    const char *value = equals ? equals + 1 : *i + 1 < a->word_count ? a->words[++*i] : NULL;
    if (!value)
        return wrong(c, "--%s needs a value: %s", f->name, f->value);
    a->values[at] = value;
    if (strcmp(f->name, "option") == 0) {
        struct text options = {.at = a->options, .size = sizeof a->options, .length = strlen(a->options)};
        cli_add_option(&options, value);
        if (options.cut)
            return cli_refuse("the options of the game are too long: at most %d bytes",
                              GAME_OPTIONS_TEXT - 1);
    }
    return check_number(c, f, value);
}

/* "-" alone is a file name (standard input), and "--" alone ends the options. */
static bool is_flag(const char *word)
{
    return strncmp(word, "--", 2) == 0 && word[2];
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int read_all(struct arguments *a, const char **operands)
{
    const struct command *c = a->command;
    bool plain = false;
    for (int i = 1; i < a->word_count; i++) {
        const char *word = a->words[i];
        int code = CLI_OK;
        if (!plain && strcmp(word, "--") == 0)
            plain = true;
        else if (!plain && is_flag(word))
            code = read_flag(a, &i);
        else if (!plain && word[0] == '-' && word[1])
            code = wrong(c, "there is no option \"%s\"; options begin with --, such as --help%s", word, "");
        else
            operands[a->count++] = word;
        if (code)
            return code;
    }
    if (a->count < c->least)
        return wrong(c, "missing words; the command needs: %s%s", c->operands, "");
    if (a->count > c->most)
        return wrong(c, "unexpected word \"%s\"; the command takes: %s", operands[c->most],
                     *c->operands ? c->operands : "no words");
    return CLI_OK;
}

int arguments_run(const struct command *c, int argc, char **argv)
{
    if (wants_help(argc, argv)) {
        arguments_help(c);
        return CLI_OK;
    }
    const char **operands = calloc((size_t)argc, sizeof *operands);
    if (!operands)
        return cli_refuse("out of memory");
    struct arguments a = {.command = c, .operands = operands, .words = argv, .word_count = argc};
    int code = read_all(&a, operands);
    if (!code)
        code = c->run(&a);
    free(operands);
    return code;
}

/* ---- asking ---- */

const char *argument(const struct arguments *a, const char *name)
{
    int at = find_flag(a->command, name, strlen(name));
    return at < 0 ? NULL : a->values[at];
}

long argument_number(const struct arguments *a, const char *name, long otherwise)
{
    const char *value = argument(a, name);
    return value ? strtol(value, NULL, 10) : otherwise;
}
