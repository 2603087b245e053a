/* castle_text.c: names, and moves as in records. */
#include <string.h>

#include "castle/castle_state.h"
#include "core/words.h"

const char *const castle_colour_name[CASTLE_FACES] = {"yellow", "green", "blue", "pink", "red", "any"};
const char *const castle_tower_name[CASTLE_TOWERS] = {"white", "grey", "black"};
const char *const castle_ending_name[] = {"", "wall", "tower", "house", "palace", "board"};
const char *const castle_phase_name[] = {
    [CASTLE_DEAL] = "deal",   [CASTLE_WALL] = "wall",           [CASTLE_DICE] = "dice",
    [CASTLE_TOWER] = "tower", [CASTLE_HOUSE] = "house",         [CASTLE_JOIN] = "join",
    [CASTLE_CITY] = "city",   [CASTLE_SCORE] = "score",         [CASTLE_DRAW] = "draw",
    [CASTLE_SWAP] = "swap",   [CASTLE_SWAP_DRAW] = "swap_draw", [CASTLE_OVER] = "over",
};

int castle_find_point(const struct castle_box *box, const char *name)
{
    return words_find_in(box->point_name[0], sizeof box->point_name[0], box->points, name);
}

int castle_find_line(const struct castle_box *box, const char *name)
{
    return words_find_in(box->line_name[0], sizeof box->line_name[0], box->lines, name);
}

int castle_find_space(const struct castle_box *box, const char *name)
{
    return words_find_in(box->space_name[0], sizeof box->space_name[0], box->spaces, name);
}

int castle_find_kind(const struct castle_box *box, const char *name)
{
    for (int kind = 0; kind < box->kinds; kind++)
        if (strcmp(castle_kind_name(box, kind), name) == 0)
            return kind;
    return -1;
}

void castle_move_text(const struct game *game, const void *state, int actor, game_move move, struct text *out)
{
    const struct castle_box *box = game->box;
    int argument = castle_argument(move), second = castle_second_argument(move);
    (void)state;
    (void)actor;
    switch (castle_sort(move)) {
    case CASTLE_MOVE_CARD:
        text_printf(out, "card %s", castle_kind_name(box, argument));
        break;
    case CASTLE_MOVE_WALL:
        text_printf(out, "wall %s", box->line_name[argument]);
        break;
    case CASTLE_MOVE_DICE:
        text_printf(out, "dice %s %s %s", castle_colour_name[argument / CASTLE_FACES],
                    castle_colour_name[argument % CASTLE_FACES],
                    second == CASTLE_NONE ? "-" : castle_tower_name[second]);
        break;
    case CASTLE_MOVE_TOWER:
        text_printf(out, "tower %s %s", box->point_name[argument], castle_tower_name[second]);
        break;
    case CASTLE_MOVE_HOUSE:
        text_printf(out, "house %s %s", box->space_name[argument], castle_colour_name[second]);
        break;
    case CASTLE_MOVE_KEEP:
        text_put(out, "keep");
        break;
    case CASTLE_MOVE_JOIN:
        text_printf(out, "join %s", box->space_name[argument]);
        break;
    case CASTLE_MOVE_CITY:
        text_printf(out, "city %s", box->space_name[argument]);
        break;
    case CASTLE_MOVE_SCORE:
        text_printf(out, "score %s", castle_kind_name(box, argument));
        if (second != CASTLE_NONE)
            text_printf(out, " %s", castle_kind_name(box, second));
        break;
    case CASTLE_MOVE_DISCARD:
        text_printf(out, "discard %s", castle_kind_name(box, argument));
        break;
    case CASTLE_MOVE_SWAP:
        text_printf(out, "swap %s", castle_kind_name(box, argument));
        break;
    case CASTLE_MOVE_DONE:
        text_put(out, "done");
        break;
    }
}

/* The number of the next word in a list of names, or -1. */
static int take(const char **s, const char *const names[], int count)
{
    char word[24];
    return words_take(s, word, sizeof word) ? words_find(names, count, word) : -1;
}

bool castle_parse(const struct game *game, const char *s, game_move *out)
{
    static const char *const sorts[] = {
        [CASTLE_MOVE_CARD] = "card",       [CASTLE_MOVE_WALL] = "wall",   [CASTLE_MOVE_DICE] = "dice",
        [CASTLE_MOVE_TOWER] = "tower",     [CASTLE_MOVE_HOUSE] = "house", [CASTLE_MOVE_KEEP] = "keep",
        [CASTLE_MOVE_JOIN] = "join",       [CASTLE_MOVE_CITY] = "city",   [CASTLE_MOVE_SCORE] = "score",
        [CASTLE_MOVE_DISCARD] = "discard", [CASTLE_MOVE_SWAP] = "swap",   [CASTLE_MOVE_DONE] = "done"};
    const struct castle_box *box = game->box;
    char name[GAME_MOVE_TEXT] = "";
    int sort = take(&s, sorts, sizeof sorts / sizeof sorts[0]), first = 0, second = 0;
    switch (sort) {
    case CASTLE_MOVE_DICE:
        first = take(&s, castle_colour_name, CASTLE_FACES) * CASTLE_FACES;
        second = take(&s, castle_colour_name, CASTLE_FACES);
        first = first < 0 || second < 0 ? -1 : first + second;
        second = strcmp(s, "-") == 0 ? CASTLE_NONE : take(&s, castle_tower_name, CASTLE_TOWERS);
        break;
    case CASTLE_MOVE_WALL:
        first = castle_find_line(box, s);
        break;
    case CASTLE_MOVE_TOWER:
        words_take(&s, name, sizeof name);
        first = castle_find_point(box, name);
        second = take(&s, castle_tower_name, CASTLE_TOWERS);
        break;
    case CASTLE_MOVE_HOUSE:
        words_take(&s, name, sizeof name);
        first = castle_find_space(box, name);
        second = take(&s, castle_colour_name, CASTLE_FACES);
        break;
    case CASTLE_MOVE_JOIN:
    case CASTLE_MOVE_CITY:
        first = castle_find_space(box, s);
        break;
    case CASTLE_MOVE_SCORE:
        words_take(&s, name, sizeof name);
        first = castle_find_kind(box, name);
        second = *s ? castle_find_kind(box, s) : CASTLE_NONE;
        break;
    case CASTLE_MOVE_CARD:
    case CASTLE_MOVE_DISCARD:
    case CASTLE_MOVE_SWAP:
        first = castle_find_kind(box, s);
        break;
    default:
        break;
    }
    if (sort < 0 || first < 0 || second < 0)
        return false;
    *out = castle_move((enum castle_sort)sort, first, second);
    return true;
}
