/*
 * face_test.c GAME SEATS GAMES [OPTION…]: over random games, every face keeps to its canvas and its words:
 * pictures fit 80 columns, places of moves lie on the board, and no text is missing in any language. Moves,
 * what they did and cards are told in words.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/list.h"
#include "core/rng.h"
#include "face/position.h"
#include "face/wrap.h"

enum { SCALES = 4 };

static void fail(const char *what, const char *shown)
{
    fprintf(stderr, "%s:\n%s\n", what, shown);
    exit(1);
}

/* "1 points", but not "11 points". */
static bool counts_wrong(const char *line)
{
    static const char *const wrong[] = {"1 points", "1 punten", "1 Punkte", "1 cards",  "1 kaarten",
                                        "1 Karten", "1 walls",  "1 muren",  "1 Mauern", "1 towers"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        for (const char *at = line; (at = strstr(at, wrong[i])); at++)
            if (at == line || !strchr("0123456789.,-", at[-1]))
                return true;
    return false;
}

/* No line is wider than 79 columns unless it is in words, nothing is unfilled, and no control character is
 * there. */
static void check_text(const char *text, bool words)
{
    for (const char *line = text; *line;) {
        char copy[4096];
        struct text out = TEXT_IN(copy);
        size_t n = strcspn(line, "\n");
        text_put_n(&out, line, n);
        if (out.cut || (!words && wrap_width(copy) > POSITION_COLUMNS))
            fail("a line is too wide", copy);
        if (strpbrk(copy, "{}\033"))
            fail("a text is not filled in", copy);
        if (counts_wrong(copy))
            fail("one of several", copy);
        for (const char *at = copy; (at = strchr(at, '.')); at++)
            if (at > copy && islower((unsigned char)at[-1]) && islower((unsigned char)at[1]))
                fail("a key has no text", copy);
        line += n + (line[n] == '\n');
    }
}

static void check_view(const struct game *game, const void *view, int seats, int viewer)
{
    static char text[256 * 1024];
    for (enum language language = 0; language < LANGUAGES; language++) {
        struct speaker speaker = words_speaker(language, seats, viewer);
        for (enum position_style style = 0; style <= POSITION_WORDS; style += POSITION_WORDS) {
            struct text out = TEXT_IN(text);
            position_put(&speaker, game, view, style, &out);
            if (out.cut || !out.length)
                fail("a position is empty or too long", text);
            check_text(text, style == POSITION_WORDS);
        }
    }
}

/* The cells of each move's place lie on the board, and two moves with one place name have the same cells. */
static void check_places(const struct game *game, const void *view, int seat)
{
    static struct canvas canvas;
    static game_move moves[GAME_MAX_MOVES];
    int count = game->moves(game, view, seat, moves, NULL);
    for (int scale = 0; scale < SCALES; scale++) {
        face_of(game)->draw(game, view, seat, scale, &canvas);
        for (int i = 0; i < count; i++) {
            struct canvas_place place = {.count = 0};
            if (!face_of(game)->locate(game, view, seat, moves[i], scale, &place))
                continue;
            if (!place.name[0] || !place.count)
                fail("a place has no name or no cells", place.name);
            for (int k = 0; k < place.count; k++)
                if (place.cells[k][0] < 0 || place.cells[k][0] >= canvas.rows || place.cells[k][1] < 0 ||
                    place.cells[k][1] >= canvas.columns)
                    fail("a place lies beyond the board", place.name);
        }
    }
}

/* What a move did, told to everybody, and the moves of the actor in words. A move of which the viewer learns
 * something is told; the plain face has no words of its own. */
static void check_words(const struct game *game, const void *state, int seats, int actor, game_move move)
{
    const struct face *face = face_of(game);
    static game_move moves[GAME_MAX_MOVES];
    char text[4096];
    for (int language = 0; language < LANGUAGES; language++)
        for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
            struct speaker speaker = words_speaker((enum language)language, seats, viewer);
            struct game_event events[GAME_MAX_EVENTS];
            char seen[GAME_MOVE_TEXT + 8];
            struct text out = TEXT_IN(text), notation = TEXT_IN(seen);
            game_seen_text(game, state, actor, move, viewer, &notation);
            struct face_line line = {.actor = actor, .move = seen, .events = events};
            line.count = game->tell(game, state, actor, move, viewer, events);
            if (seen[0] || line.count)
                face->say(&speaker, game, &line, &out);
            check_text(text, true);
            if (face->game && out.length && strcmp(text, seen) == 0)
                fail("a move is told in notation", text);
            int count = viewer == actor ? game->moves(game, state, viewer, moves, NULL) : 0;
            for (int i = 0; i < count; i++) {
                text_clear(&out);
                face->move_words(&speaker, game, state, viewer, moves[i], &out);
                check_text(text, true);
                if (!out.length || (face->game && islower((unsigned char)text[0])))
                    fail("a move has no words", text);
            }
        }
}

int main(int argc, char **argv)
{
    games_open();
    const struct game *game = argc > 3 ? games_find(argv[1]) : NULL;
    char options[GAME_OPTIONS_TEXT] = "";
    struct text all = TEXT_IN(options);
    struct rng rng;
    if (!game)
        fail("usage", "face_test GAME SEATS GAMES [OPTION…]");
    for (int i = 4; i < argc; i++)
        text_printf(&all, "%s%s", i > 4 ? " " : "", argv[i]);
    int seats = atoi(argv[2]);
    rng_seed(&rng, 7);
    for (int round = 0; round < atoi(argv[3]); round++) {
        static union game_state state, view;
        uint32_t actors;
        char problem[256];
        struct text error = TEXT_IN(problem);
        if (!game_start(game, &state, seats, options, &error))
            fail("the game does not start", problem);
        for (int ply = 0; (actors = game->to_act(game, &state)); ply++) {
            int actor = __builtin_ctz(actors);
            if (actor != GAME_CHANCE && ply % 7 == round % 7) {
                game->observe(game, &state, actor, &view);
                check_view(game, &view, seats, actor);
                check_places(game, &view, actor);
                game->observe(game, &state, GAME_PUBLIC, &view);
                check_view(game, &view, seats, GAME_PUBLIC);
            }
            game_move move = game_random_move(game, &state, actor, &rng);
            if (ply % 5 == round % 5)
                check_words(game, &state, seats, actor, move);
            game->apply(game, &state, actor, move);
        }
        for (int viewer = GAME_PUBLIC; viewer < seats; viewer++) {
            game->observe(game, &state, viewer, &view);
            check_view(game, &view, seats, viewer);
        }
    }
    return 0;
}
