/* main.c: the program castellany: finds the command and runs it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/commands.h"

static int help(void)
{
    puts("castellany: three castle-building board games\n\nusage: castellany COMMAND [ARGUMENT…]\n");
    for (const struct command *c = commands; c->name; c++)
        printf("  %-11s %s\n", c->name, c->summary);
    puts(
        "\n\"castellany COMMAND --help\" lists the options of a command, \"castellany --version\" prints the "
        "version.\n\nGames:");
    for (int i = 0; games[i]; i++) {
        char seats[64];
        struct text text = TEXT_IN(seats);
        game_put_seats(games[i], &text);
        printf("  %-20s %s, %s\n", games[i]->name, games[i]->title, seats);
    }
    return CLI_OK;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    games_open();
    bots_open();
    if (argc < 2) {
        help();
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0) {
        puts("castellany " CASTELLANY_VERSION);
        return CLI_OK;
    }
    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(c->name, argv[1]) != 0)
            continue;
        int code = arguments_run(c, argc - 1, argv + 1);
        if (fflush(stdout) != 0 || ferror(stdout))
            return cli_refuse("cannot write to standard output");
        return code;
    }
    cli_refuse("there is no command \"%s\"; \"castellany --help\" lists the commands", argv[1]);
    return CLI_USAGE;
}
