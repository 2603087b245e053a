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

int cmd_check(const struct arguments *a)
{
    int wrong = 0;
    for (int i = 0; i < a->count; i++)
        wrong += !check(a->operands[i], argument(a, "box"));
    return wrong ? CLI_REFUSED : CLI_OK;
}
