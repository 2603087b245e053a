/* show.c: castellany show: draws a position of a record. */
#include <stdio.h>
#include <string.h>

#include "cli/record/records.h"

enum { ALL = -2, PICTURE_SIZE = 256 * 1024 };

/* Where the replay stops, and what its last move did. */
struct stop {
    long ply; /* -1: at the end */
    int viewer;
    bool plain;
    enum language language;
    int count;
    struct game_event events[GAME_MAX_EVENTS];
};

static bool until(void *context, const struct record *record, const void *state, int actor, game_move move)
{
    struct stop *stop = context;
    if (stop->ply >= 0 && record->moves >= stop->ply)
        return false;
    int viewer = stop->viewer == ALL ? GAME_PUBLIC : stop->viewer;
    stop->count = record->game->tell(record->game, state, actor, move, viewer, stop->events);
    return true;
}

static void put_events(const struct stop *stop, struct text *out)
{
    text_json_open(out, '[');
    for (int i = 0; i < stop->count; i++) {
        const struct game_event *event = &stop->events[i];
        text_json_open(out, '{');
        text_json_key(out, "key");
        text_json_string(out, event->key);
        if (event->seat >= 0) {
            text_json_key(out, "seat");
            text_json_int(out, event->seat + 1);
        }
        text_json_key(out, "amount");
        text_json_int(out, event->amount);
        if (event->what) {
            text_json_key(out, "what");
            text_json_string(out, event->what);
        }
        if (event->place[0]) {
            text_json_key(out, "place");
            text_json_string(out, event->place);
        }
        text_json_close(out, '}');
    }
    text_json_close(out, ']');
}

/* The position for programs: board, view, the viewer's legal moves, points, and the events of the last move.
 */
static void put_json(const struct record *record, const union game_state *view, int viewer,
                     const struct stop *stop, struct text *out)
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
    text_json_key(out, "events");
    put_events(stop, out);
    text_json_close(out, '}');
    text_char(out, '\n');
}

static void put_position(const struct record *record, const union game_state *state, const struct stop *stop,
                         struct text *out)
{
    int viewer = stop->viewer == ALL ? GAME_PUBLIC : stop->viewer;
    struct speaker speaker = words_speaker(stop->language, record->seats, viewer);
    enum position_style style = cli_position_style(stop->plain);
    position_put(&speaker, record->game, state, style, out);
    for (int seat = 0; seat < record->seats && stop->viewer == ALL; seat++)
        position_hand(&speaker, record->game, state, seat, out);
    if (style == POSITION_WORDS)
        return;
    text_char(out, '\n');
    position_legend(&speaker, record->game, out);
}

static void draw(const struct record *record, union game_state *state, const struct stop *stop, bool json)
{
    static char picture[PICTURE_SIZE];
    const struct game *game = record->game;
    struct text out = TEXT_IN(picture);
    int viewer = stop->viewer == ALL ? GAME_PUBLIC : stop->viewer;
    if (stop->viewer != ALL)
        game->observe(game, state, viewer, state);
    if (json)
        put_json(record, state, viewer, stop, &out);
    else
        put_position(record, state, stop, &out);
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

static int show(const struct arguments *a, const char *file, struct stop stop)
{
    struct record record;
    union game_state state;
    if (!cli_replay(file, argument(a, "box"), until, &stop, &record, &state))
        return CLI_REFUSED;
    if (stop.ply > record.moves)
        return cli_refuse("%s: the record has only %d moves; --ply %ld is too large", file, record.moves,
                          stop.ply);
    if (stop.viewer >= record.seats)
        return cli_refuse("%s: the game has only seats 1 to %d", file, record.seats);
    draw(&record, &state, &stop, argument(a, "json"));
    return CLI_OK;
}

int cmd_show(const struct arguments *a)
{
    bool json = argument(a, "json");
    int wrong = 0;
    struct stop stop = {.ply = argument_number(a, "ply", -1), .plain = argument(a, "plain")};
    if (json && stop.plain)
        return cli_usage("show", "--plain and --json cannot be given together");
    if (!cli_language(argument(a, "lang"), &stop.language))
        return cli_usage("show", "--lang takes en, nl or de, not \"%s\"", argument(a, "lang"));
    if (!read_viewer(argument(a, "seat"), &stop.viewer))
        return cli_usage("show", "--seat takes a seat from 1 to %d, or all, not \"%s\"", GAME_MAX_SEATS,
                         argument(a, "seat"));
    for (int i = 0; i < a->count; i++) {
        if (!json)
            cli_file_heading(a, i);
        wrong += show(a, a->operands[i], stop) != CLI_OK;
    }
    return wrong ? CLI_REFUSED : CLI_OK;
}
