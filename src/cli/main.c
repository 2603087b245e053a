/* main.c: the program castellany: finds the subcommand and runs it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "cli/cli.h"

/* Texts as they are printed. */
/* clang-format off */
const struct command commands[] = {
    {"serve",
     "serve [--listen ADDR:PORT] [--data DIR] [--tls-cert FILE --tls-key FILE] [--trust-proxy]\n"
     "       [--connections N] [--ping SECONDS]",
     "run the server and its web page\n"
     "Listens on 127.0.0.1:8080 unless told otherwise, and keeps everything in DIR (~/.local/share/castellany), which\n"
     "it makes if need be. Stops cleanly on SIGTERM. --trust-proxy believes the X-Forwarded-For and -Proto of a proxy in\n"
     "front; --connections is how many WebSockets one address may have (32), and half of how many other connections;\n"
     "--ping is after how many seconds of silence a client is asked whether it is there (30), for proxies that close\n"
     "quiet connections sooner. Boxes for others than the shipped games lie in DIR/boxes.",
     cmd_serve},
    {"play",
     "play GAME [--seats N] [--first SEAT] [--option O]… [--level L] [--persons P] [--box FILE] [--plain]\n"
     "       [--seed S]\n"
     "       castellany play --resume FILE [--level L] [--persons P] [--box FILE] [--plain] [--seed S]",
     "play a game at the terminal\n"
     "Against bots of level 1 to 6 (3 unless said otherwise), or with several people at one terminal, who have the\n"
     "first seats. --first says which seat begins; without it that is drawn.\n"
     "Moves are typed as their number or in the notation; help lists what else can be typed.\n"
     "--plain is for screen readers: no colours, no pictures, the board in words for who asks for it.\n"
     "--resume goes on with a saved game: the file says what is played, at how many seats and with which options; level\n"
     "and persons are as saved unless they are given again, and a box that is not the shipped one must be. A game that\n"
     "is left without being saved is kept in a file of the current folder.",
     cmd_play},
    {"analyse", "analyse [--budget MS | --sims N] [--seat S] [--seed S] [--json] [--box FILE] FILE",
     "say what each move of a record cost\n"
     "For every decision: the move that was made, the one that the bot master prefers when it sees what the player\n"
     "saw, and what the difference costs in expected points and in chances to win. Ends with the largest mistakes\n"
     "of each player. --json writes one object for programs; docs/RECORDS.md describes it.",
     cmd_analyse},
    {"bot",
     "bot --server URL (--token-file FILE | --token T) [--level N] [--table ID [--invite KEY]]\n"
     "       [--any] [--once]",
     "play on somebody's server with a bot account\n"
     "Goes on with the games where the account sits; takes a chair at the table ID, or with --any at every open one.\n"
     "The token is shown once when an account makes a bot account; FILE has it as its first line, - is standard input.\n"
     "With --token everybody on this machine can read it. --once: ends when one game is over.",
     cmd_bot},
    {"random", "random GAME SEATS SEED [--box FILE] [OPTION…]",
     "print the record of a game of random moves\n"
     "Every move, of chance too, is drawn with the generator seeded by SEED: equal arguments print equal records.\n"
     "Options are those of the record format, for instance: castellany random castelli 4 1 battle layout=random",
     cmd_random},
    {"trace", "trace [--box FILE] FILE",
     "print a record move by move with points and legal moves\n"
     "One line a move, before it is made: number, actor, points, and all legal moves of that actor in bytewise\n"
     "order; for chance each with its weight. Tabs separate these fields, | the moves. The last line of a finished\n"
     "game has the result and the winners.",
     cmd_trace},
    {"check", "check [--box FILE] FILE…",
     "say whether records are right\n"
     "Exit code 0 if all are, 1 if one is not.",
     cmd_check},
    {"show", "show [--box FILE] [--ply N] [--seat S] [--plain | --json] FILE",
     "draw a position of a record\n"
     "The last one, or the one after N moves; as spectators see it, or as seat S does (all: everything).\n"
     "With --plain in words; with --json what a program would draw it from: docs/views describes it.",
     cmd_show},
    {"bench", "bench [GAME] [--seats N] [--seconds S] [--option O]… [--box FILE]",
     "measure the speed of the rules\n"
     "Plays random games on one thread and reports figures per CPU-second, one a line.",
     cmd_bench},
    {"arena",
     "arena GAME --bots A,B,… [--seats N] [--games N] [--budget MS | --sims N] [--jobs J] [--seed S]\n"
     "       [--option O]… [--box FILE] [--records DIR] [--sprt]",
     "let bots play each other and say who is stronger\n"
     "Every deal is played once in each seating, with the same draws as far as the games are alike. A line for each\n"
     "bot: its share of the wins with a 95 % interval, its mean margin in points, its CPU time for a move.\n"
     "Bots: random, greedy, ismcts, master, level1 to level6, and oracle, which is master with open cards. Settings\n"
     "follow colons: master:ms=20, ismcts:sims=500, master:c=0.8, greedy:noise=0.1, greedy:weights=FILE. The last bot\n"
     "takes all seats that are left. A budget is CPU time for a decision, 50 ms unless said otherwise; a level has the\n"
     "time that it has against people, and --budget, --sims, level6:ms=20 or level6:sims=500 only lower it. Of settings\n"
     "a level takes no others but weights. --records writes every game into the folder DIR, which must be there.\n"
     "--sprt stops as soon as it is clear whether the first bot has its fair share or five points of a hundred more.",
     cmd_arena},
    {"train",
     "train GAME --seats N [--games N] [--seed S] [--option O]… [--hidden H] [--lambda PERCENT]\n"
     "       [--resume FILE] [--out FILE]",
     "improve an evaluation by self-play\n"
     "Learns by TD(λ) from that many games (20000) and writes weights, GAME-N.json unless said otherwise; every\n"
     "thousand games they are written as far as they are, and --resume goes on from there: --games is the total,\n"
     "those of FILE included, and the hidden units are FILE's (16 without a file). Equal arguments give equal weights.\n"
     "Without --option every game draws its options.",
     cmd_train},
    {0},
};
/* clang-format on */

static int help(void)
{
    puts("castellany: three castle-building board games\n\nusage: castellany COMMAND [ARGUMENT…]\n");
    for (const struct command *c = commands; c->name; c++)
        printf("  %-8s %.*s\n", c->name, (int)strcspn(c->about, "\n"), c->about);
    puts("\n`castellany COMMAND --help` says more, --version which castellany this is. Games:\n");
    for (int i = 0; games[i]; i++) {
        char seats[64];
        struct text text = TEXT_IN(seats);
        game_put_seats(games[i], &text);
        printf("  %-20s %s, %s\n", games[i]->name, games[i]->title, seats);
    }
    return CLI_OK;
}

/* Whether the usage shows a value behind this option: "--box FILE". */
static bool takes_value(const struct command *c, const char *option)
{
    size_t n = strlen(option);
    for (const char *at = c->usage; (at = strstr(at, option)); at += n)
        if (at[n] == ' ' && at[n + 1] >= 'A' && at[n + 1] <= 'Z')
            return true;
    return false;
}

static int run(const struct command *c, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            printf("usage: castellany %s\n\n%s\n", c->usage, c->about);
            return CLI_OK;
        }
    if (argc > 1 && strncmp(argv[argc - 1], "--", 2) == 0 && takes_value(c, argv[argc - 1]))
        return cli_usage(c->name, "%s needs a value", argv[argc - 1]);
    return c->run(argc, argv);
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
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0) {
        puts("castellany " CASTELLANY_VERSION);
        return CLI_OK;
    }
    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(c->name, argv[1]) != 0)
            continue;
        int code = run(c, argc - 1, argv + 1);
        if (fflush(stdout) != 0 || ferror(stdout))
            return cli_refuse("the output could not be written");
        return code;
    }
    return cli_usage("", "there is no command %s; castellany --help lists them", argv[1]);
}
