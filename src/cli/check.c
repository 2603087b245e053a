/* check.c: castellany check: says whether records are right. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static bool check(const char *file, const char *box)
{
    struct record record;
    union game_state state;
    if (!cli_replay(file, box, NULL, NULL, &record, &state))
        return false;
    printf("%s: right, %s, %d seats, %d moves, %s\n", file, record.game->name, record.seats, record.moves,
           game_actor(record.game, &state) < 0 ? "over" : "not over");
    return true;
}

int cmd_check(int argc, char **argv)
{
    const char *box = NULL;
    int files = 0, wrong = 0;
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "box", &box))
            continue;
        if (strncmp(argv[i], "--", 2) == 0)
            return cli_usage("check", "what is %s?", argv[i]);
        argv[1 + files++] = argv[i];
    }
    if (!files)
        return cli_usage("check", "a file is needed, or - for standard input");
    for (int i = 1; i <= files; i++)
        wrong += !check(argv[i], box);
    return wrong ? CLI_REFUSED : CLI_OK;
}
