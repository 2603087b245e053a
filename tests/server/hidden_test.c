/*
 * hidden_test.c: what is sent to a viewer does not depend on what that viewer may not know.
 *
 *   hidden_test GAMES
 *
 * Over random games of every kind: at positions on the way another full state is dealt that fits what a
 * viewer sees (deal), and the bytes that the server would send of both are compared: the position with its
 * legal moves, the line of a next move as the viewer is told it, its preview, and the reason why a move is
 * refused. Spectators are viewers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "server/play.h"
#include "server/show.h"

enum { ROOM = 512 * 1024, EVERY = 3 };

union state {
    unsigned char bytes[GAME_MAX_STATE];
    max_align_t align;
};

static char first_room[ROOM], second_room[ROOM];
static long compared, lines_compared, differed;

static void differs(const struct game *game, int viewer, const char *what)
{
    size_t at = 0;
    while (first_room[at] && first_room[at] == second_room[at])
        at++;
    size_t from = at > 60 ? at - 60 : 0;
    printf("%s, viewer %d: the %s differs\n  %.160s\n  %.160s\n", game->name, viewer + 1, what,
           first_room + from, second_room + from);
    differed++;
}

static void compare_positions(const struct game *game, int seats, const union state *a, const union state *b,
                              int viewer)
{
    struct show_extra extra = {.number = 7, .choose = true, .undo = -1, .clocks = {-1, -1, -1, -1}};
    struct text one = TEXT_IN(first_room), two = TEXT_IN(second_room);
    show_position(game, seats, a, viewer, &extra, &one);
    show_position(game, seats, b, viewer, &extra, &two);
    compared++;
    if (one.cut || strcmp(first_room, second_room) != 0)
        differs(game, viewer, "position");
}

/* A move of the actor in b that the viewer would be told in the same words as m in a. */
static bool same_words(const struct game *game, const union state *a, const union state *b, int actor,
                       game_move m, int viewer, game_move *out)
{
    char told[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    game_move moves[GAME_MAX_MOVES];
    struct text text = TEXT_IN(told);
    game_seen_text(game, a, actor, m, viewer, &text);
    int count = text.length ? game->moves(game, b, actor, moves, NULL) : 0;
    for (int i = 0; i < count; i++) {
        struct text again = TEXT_IN(other);
        game_seen_text(game, b, actor, moves[i], viewer, &again);
        if (strcmp(told, other) == 0) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}

static void compare_lines(const struct game *game, const union state *a, const union state *b, int actor,
                          game_move m, int viewer)
{
    game_move same;
    if (!same_words(game, a, b, actor, m, viewer, &same))
        return;
    struct text one = TEXT_IN(first_room), two = TEXT_IN(second_room);
    bool told = show_line(game, a, actor, m, viewer, 7, &one);
    if (told != show_line(game, b, actor, same, viewer, 7, &two) || strcmp(first_room, second_room) != 0)
        differs(game, viewer, "line");
    lines_compared++;
    /* Whether the table pauses is public. */
    if (game->may_react(game, a, actor, m) != game->may_react(game, b, actor, same)) {
        printf("%s, viewer %d: who might react differs\n", game->name, viewer + 1);
        differed++;
    }
}

static void compare_viewer(const struct game *game, int seats, const union state *a, int actor, game_move m,
                           int viewer, struct rng *rng)
{
    union state view, b;
    memset(&b, 0, sizeof b);
    game->observe(game, a, viewer, &view);
    game->deal(game, &view, viewer, rng, &b);
    compare_positions(game, seats, a, &b, viewer);
    compare_lines(game, a, &b, actor, m, viewer);
}

static void play_game(const struct game *game, int seats, const char *options, struct rng *rng)
{
    union state state;
    char settled[GAME_OPTIONS_TEXT];
    memset(&state, 0, sizeof state);
    if (game_settle(game, seats, options, rng, settled) || game->start(game, &state, seats, settled))
        abort();
    for (uint32_t actors; (actors = game->to_act(game, &state));) {
        int actor = __builtin_ctz(actors);
        if ((actors & (actors - 1)) && rng_below(rng, 2))
            actor = __builtin_ctz(actors & (actors - 1));
        game_move move = game_random_move(game, &state, actor, rng);
        if (rng_below(rng, EVERY) == 0)
            for (int viewer = GAME_PUBLIC; viewer < seats; viewer++)
                compare_viewer(game, seats, &state, actor, move, viewer, rng);
        game->apply(game, &state, actor, move);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *game;
        int seats;
        const char *options;
    } kinds[] = {
        {"null", 3, ""},
        {"castelli", 2, ""},
        {"castelli", 4, "battle dilemma layout=random"},
        {"castelli", 3, "battle"},
        {"castle", 2, ""},
        {"castle", 4, ""},
        {"castellan", 2, ""},
        {"castellan", 4, "touch"},
        {"castelli-tournament", 4, "battle"},
        {"castelli-tournament", 4, "league dilemma"},
    };
    int games_each = argc > 1 ? atoi(argv[1]) : 10;
    struct rng rng;
    games_open();
    rng_seed(&rng, 20261115);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const struct game *game = games_find(kinds[k].game);
        for (int i = 0; i < games_each && differed < 10; i++)
            play_game(game, kinds[k].seats, kinds[k].options, &rng);
    }
    printf("%ld positions and %ld lines compared, %ld differ\n", compared, lines_compared, differed);
    return differed || compared < 1000 ? 1 : 0;
}
