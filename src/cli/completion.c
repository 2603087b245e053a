/* completion.c: castellany completion: scripts for shells, made from the table of commands. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"

/* What a word of the command line is. */
enum word_kind { WORD_ANY, WORD_FILE, WORD_FOLDER, WORD_GAME, WORD_COMMAND, WORD_SHELL };

static enum word_kind kind_of(const char *name)
{
    static const struct {
        const char *name;
        enum word_kind kind;
    } kinds[] = {{"FILE", WORD_FILE},  {"DIR", WORD_FOLDER},      {"GAME", WORD_GAME},
                 {"[GAME", WORD_GAME}, {"COMMAND", WORD_COMMAND}, {"SHELL", WORD_SHELL}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (name && strncmp(name, kinds[i].name, strlen(kinds[i].name)) == 0)
            return kinds[i].kind;
    return WORD_ANY;
}

static void put_games(void)
{
    for (int i = 0; games[i]; i++)
        printf("%s%s", i ? " " : "", games[i]->name);
}

/* What can stand for a word, joined by spaces: the games, or the numbers of a short range. */
static void put_values(enum word_kind kind, const struct flag *f)
{
    if (kind == WORD_GAME)
        put_games();
    if (kind == WORD_SHELL)
        fputs("bash zsh fish", stdout);
    if (f && f->choices)
        fputs(f->choices, stdout);
    if (f && f->max > 0 && f->max - f->min < 10)
        for (long n = f->min; n <= f->max; n++)
            printf("%s%ld", n > f->min ? " " : "", n);
}

static bool has_values(enum word_kind kind, const struct flag *f)
{
    return kind == WORD_GAME || kind == WORD_SHELL ||
           (f && (f->choices || (f->max > 0 && f->max - f->min < 10)));
}

/* ---- bash ---- */

static void put_bash_reply(enum word_kind kind, const struct flag *f)
{
    if (kind == WORD_FILE || kind == WORD_FOLDER) {
        printf("COMPREPLY=($(compgen -%c -- \"$word\"))", kind == WORD_FILE ? 'f' : 'd');
    } else if (has_values(kind, f)) {
        fputs("COMPREPLY=($(compgen -W '", stdout);
        put_values(kind, f);
        fputs("' -- \"$word\"))", stdout);
    } else {
        fputs("COMPREPLY=()", stdout);
    }
}

static void bash_command(const struct command *c)
{
    printf("    %s)\n        case $before in\n", c->name);
    for (const struct flag *f = c->flags; f->name; f++) {
        if (!f->value)
            continue;
        printf("        --%s) ", f->name);
        put_bash_reply(kind_of(f->value), f);
        puts("; return ;;");
    }
    fputs("        esac\n        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--help", stdout);
    for (const struct flag *f = c->flags; f->name; f++)
        printf(" --%s", f->name);
    fputs("' -- \"$word\")); else ", stdout);
    put_bash_reply(kind_of(c->operands), NULL);
    puts("; fi ;;");
}

static void bash(void)
{
    puts("# bash completion for castellany; made by `castellany completion bash`\n"
         "_castellany() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    if [[ $COMP_CWORD -eq 1 ]]; then");
    fputs("        COMPREPLY=($(compgen -W '--help --version", stdout);
    for (const struct command *c = commands; c->name; c++)
        printf(" %s", c->name);
    puts("' -- \"$word\")); return\n    fi\n    case ${COMP_WORDS[1]} in");
    for (const struct command *c = commands; c->name; c++)
        bash_command(c);
    puts("    esac\n}\ncomplete -o filenames -F _castellany castellany");
}

/* ---- zsh ---- */

/* Text inside '…' and […]. */
static void put_escaped(const char *text, const char *marks)
{
    for (; *text && *text != '\n'; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(marks, *text))
            putchar('\\');
        putchar(*text);
    }
}

static void put_zsh_action(enum word_kind kind, const struct flag *f)
{
    if (kind == WORD_FILE || kind == WORD_FOLDER) {
        fputs(kind == WORD_FILE ? "_files" : "_files -/", stdout);
    } else if (has_values(kind, f)) {
        putchar('(');
        put_values(kind, f);
        putchar(')');
    } else {
        putchar(' ');
    }
}

static void zsh_command(const struct command *c)
{
    printf("    %s) _arguments", c->name);
    for (const struct flag *f = c->flags; f->name; f++) {
        bool several = strcmp(f->name, "option") == 0;
        printf(" \\\n        '%s--%s[", several ? "*" : "", f->name);
        put_escaped(f->about, "[]:");
        putchar(']');
        if (f->value) {
            putchar(':');
            put_escaped(f->value, "[]:");
            putchar(':');
            put_zsh_action(kind_of(f->value), f);
        }
        putchar('\'');
    }
    fputs(" \\\n        '--help[print the help]'", stdout);
    if (*c->operands) {
        fputs(" \\\n        '*:", stdout);
        put_escaped(c->operands, "[]:");
        putchar(':');
        put_zsh_action(kind_of(c->operands), NULL);
        putchar('\'');
    }
    puts(" ;;");
}

static void zsh(void)
{
    puts("#compdef castellany\n# zsh completion for castellany; made by `castellany completion zsh`\n"
         "_castellany() {\n    local -a commands=(");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        put_escaped(c->summary, ":");
        puts("'");
    }
    puts("    )\n    if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "    local command=$words[2]\n    shift words; (( CURRENT-- ))\n    case $command in");
    for (const struct command *c = commands; c->name; c++)
        zsh_command(c);
    /* zsh runs the file as the function when it is first asked, and a person may also source it. */
    puts("    esac\n}\nif [[ $funcstack[1] == _castellany ]]; then _castellany \"$@\"; "
         "else compdef _castellany castellany; fi");
}

/* ---- fish ---- */

static void put_fish_action(enum word_kind kind, const struct flag *f)
{
    if (kind == WORD_FILE || kind == WORD_FOLDER) {
        fputs(" -F", stdout);
    } else if (has_values(kind, f)) {
        fputs(" -f -a '", stdout);
        put_values(kind, f);
        putchar('\'');
    } else {
        fputs(" -f", stdout);
    }
}

static void fish_command(const struct command *c)
{
    static const char base[] = "complete -c castellany -n";
    printf("%s __fish_use_subcommand -f -a %s -d '", base, c->name);
    put_escaped(c->summary, "");
    puts("'");
    if (*c->operands) {
        printf("%s '__fish_seen_subcommand_from %s'", base, c->name);
        put_fish_action(kind_of(c->operands), NULL);
        putchar('\n');
    }
    for (const struct flag *f = c->flags; f->name; f++) {
        printf("%s '__fish_seen_subcommand_from %s' -l %s -d '", base, c->name, f->name);
        put_escaped(f->about, "");
        putchar('\'');
        if (f->value) {
            fputs(" -r", stdout);
            put_fish_action(kind_of(f->value), f);
        }
        putchar('\n');
    }
}

static void fish(void)
{
    puts("# fish completion for castellany; made by `castellany completion fish`");
    for (const struct command *c = commands; c->name; c++)
        fish_command(c);
}

int cmd_completion(const struct arguments *a)
{
    static const struct {
        const char *name;
        void (*put)(void);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(a->operands[0], shells[i].name) == 0) {
            shells[i].put();
            return CLI_OK;
        }
    return cli_usage("completion", "there are completions for bash, zsh and fish, not for \"%s\"",
                     a->operands[0]);
}
