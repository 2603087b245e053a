/* show.c: castellany show: draws a position of a record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

enum { ALL = -2, PICTURE_ROOM = 256 * 1024 };

/* Stops the replay at the wanted move. */
static bool until(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    const long *ply = context;
    (void)state;
    (void)actor;
    (void)move;
    return *ply < 0 || record->moves < *ply;
}

static void draw(const struct record *record, union cli_state *state, int viewer)
{
    static char picture[PICTURE_ROOM];
    const struct game *game = record->game;
    struct text out = TEXT_IN(picture);
    bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    if (viewer != ALL)
        game->observe(game, state, viewer, state);
    game->picture(game, state, viewer == ALL ? GAME_PUBLIC : viewer, colour, &out);
    fputs(picture, stdout);
}

static bool read_viewer(const char *text, int *viewer)
{
    long seat = 0;
    if (text && strcmp(text, "all") != 0 && !cli_number(text, 1, GAME_MAX_SEATS, &seat))
        return false;
    *viewer = !text ? GAME_PUBLIC : seat ? (int)seat - 1 : ALL;
    return true;
}

int cmd_show(int argc, char **argv)
{
    const char *box = NULL, *file = NULL, *ply_text = NULL, *seat_text = NULL;
    for (int i = 1; i < argc; i++) {
        if (cli_option(argc, argv, &i, "box", &box) || cli_option(argc, argv, &i, "ply", &ply_text) ||
            cli_option(argc, argv, &i, "seat", &seat_text))
            continue;
        if (strncmp(argv[i], "--", 2) == 0 || file)
            return cli_usage("show", "what is %s?", argv[i]);
        file = argv[i];
    }
    long ply = -1;
    int viewer;
    if (!file)
        return cli_usage("show", "a file is needed, or - for standard input");
    if (ply_text && !cli_number(ply_text, 0, 1000000, &ply))
        return cli_usage("show", "--ply takes a number of moves");
    if (!read_viewer(seat_text, &viewer))
        return cli_usage("show", "--seat takes a seat from 1 to %d, or all", GAME_MAX_SEATS);
    struct record record;
    union cli_state state;
    if (!cli_replay(file, box, until, &ply, &record, &state))
        return CLI_REFUSED;
    if (ply > record.moves)
        return cli_refuse("%s: the record has only %d moves", file, record.moves);
    if (viewer >= record.seats)
        return cli_refuse("%s: the game has only %d seats", file, record.seats);
    draw(&record, &state, viewer);
    return CLI_OK;
}
