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

/* The position as programs read it: board, view, the viewer's legal moves and the points. */
static void put_json(const struct record *record, const union cli_state *view, int viewer, struct text *out)
{
    const struct game *game = record->game;
    game_move moves[GAME_MAX_MOVES];
    int points[GAME_MAX_SEATS];
    int count = viewer < 0 ? 0 : game->moves(game, view, viewer, moves, NULL);
    text_json_open(out, '{');
    text_json_key(out, "board");
    game->board_json(game, view, out);
    text_json_key(out, "view");
    game->view_json(game, view, viewer, out);
    text_json_key(out, "moves");
    text_json_open(out, '[');
    for (int i = 0; i < count; i++) {
        char name[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(name);
        game->move_text(game, view, viewer, moves[i], &text);
        text_json_string(out, name);
    }
    text_json_close(out, ']');
    text_json_key(out, "points");
    text_json_open(out, '[');
    game->score(game, view, points);
    for (int seat = 0; seat < record->seats; seat++)
        text_json_int(out, points[seat]);
    text_json_close(out, ']');
    text_json_close(out, '}');
    text_char(out, '\n');
}

static void draw(const struct record *record, union cli_state *state, int viewer, bool json)
{
    static char picture[PICTURE_ROOM];
    const struct game *game = record->game;
    struct text out = TEXT_IN(picture);
    bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    if (viewer != ALL)
        game->observe(game, state, viewer, state);
    else
        viewer = GAME_PUBLIC;
    if (json)
        put_json(record, state, viewer, &out);
    else
        game->picture(game, state, viewer, colour, &out);
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
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
            continue;
        }
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
    draw(&record, &state, viewer, json);
    return CLI_OK;
}
