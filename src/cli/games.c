/* games.c: castellany games: lists the games with their seats and options, the levels and the bots. */
#include <stdio.h>

#include "bot/bot.h"
#include "cli/commands.h"
#include "cli/base/print.h"

static const char *const defaults[] = {
    [OPTION_FLAG] = "off", [OPTION_SEAT] = "1; play draws it", [OPTION_VALUE] = "that of the box"};

static void put_option(const struct game_option *o)
{
    char about[256];
    struct text out = TEXT_IN(about);
    text_printf(&out, "%s (default: %s)", o->about, defaults[o->kind]);
    printf("  %-18s ", o->name);
    print_paragraph(about, 21, 21);
}

int cmd_games(const struct arguments *a)
{
    (void)a;
    print_wrapped(true);
    for (int i = 0; games[i]; i++) {
        char seats[64];
        struct text text = TEXT_IN(seats);
        game_put_seats(games[i], &text);
        printf("%-20s %s, %s\n", games[i]->name, games[i]->title, seats);
        for (const struct game_option *o = games[i]->options; o && o->name; o++)
            put_option(o);
    }
    puts("\nLevels of bots:");
    for (int i = 0; i < BOT_LEVELS; i++)
        printf("  %d %s\n", i + 1, bot_levels[i].name);
    fputs("\nBots for the arena:", stdout);
    for (int i = 0; bots[i]; i++)
        printf(" %s", bots[i]->name);
    putchar('\n');
    return CLI_OK;
}
