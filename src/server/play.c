/* play.c: a game in memory: its options, its moves and the position after them. */
#include "server/play.h"

#include <stdlib.h>
#include <string.h>

#include "server/memory.h"

static int viewer_bit(int viewer)
{
    return 1 << (viewer == GAME_PUBLIC ? GAME_MAX_SEATS : viewer);
}

const char *play_start(struct play *play, const struct game *game, int seats, const char *options)
{
    *play = (struct play){.game = game, .seats = seats};
    struct text copy = TEXT_IN(play->options);
    text_put(&copy, options);
    if (copy.cut)
        return "The options are too long.";
    play->state = must_calloc(1, game->state_size);
    play->mark = must_calloc(1, game->state_size);
    const char *problem = game->start(game, play->state, seats, options);
    if (problem)
        play_free(play);
    else
        play_mark(play);
    return problem;
}

void play_free(struct play *play)
{
    free(play->moves);
    free(play->state);
    free(play->mark);
    play->moves = NULL;
    play->state = play->mark = NULL;
    play->count = play->room = play->marked = 0;
}

void play_mark(struct play *play)
{
    memcpy(play->mark, play->state, play->game->state_size);
    play->marked = play->count;
}

void play_add(struct play *play, int actor, game_move move)
{
    const struct game *game = play->game;
    if (play->count == play->room) {
        play->room = play->room ? play->room * 2 : 64;
        play->moves = must_realloc(play->moves, (size_t)play->room * sizeof *play->moves);
    }
    uint8_t unseen = 0;
    for (int viewer = GAME_PUBLIC; viewer < play->seats; viewer++)
        if (game->sight(game, play->state, actor, move, viewer) == GAME_UNSEEN)
            unseen |= (uint8_t)viewer_bit(viewer);
    uint8_t react = (uint8_t)game_may_react(game, play->state, actor, move);
    play->moves[play->count++] =
        (struct play_move){.move = move, .actor = (uint8_t)actor, .unseen = unseen, .react = react};
    play->any_unseen |= unseen != 0;
    game->apply(game, play->state, actor, move);
}

void play_at(const struct play *play, int place, void *state)
{
    const struct game *game = play->game;
    if (place == play->count) {
        memcpy(state, play->state, game->state_size);
        return;
    }
    int from = place >= play->marked ? play->marked : 0;
    memcpy(state, play->mark, game->state_size);
    if (from != play->marked) {
        memset(state, 0, game->state_size);
        game->start(game, state, play->seats, play->options);
    }
    for (int i = from; i < place; i++)
        game->apply(game, state, play->moves[i].actor, play->moves[i].move);
}

void play_cut(struct play *play, int count)
{
    if (count >= play->count)
        return;
    play_at(play, count, play->state);
    play->count = count;
    if (play->marked > count)
        play_mark(play);
}

bool play_unseen(const struct play *play, int index, int viewer)
{
    return play->moves[index].unseen & viewer_bit(viewer);
}

int play_number(const struct play *play, int viewer, int place)
{
    int number = place;
    for (int i = 0; i < place && play->any_unseen; i++)
        number -= play_unseen(play, i, viewer);
    return number;
}

int play_place(const struct play *play, int viewer, int number)
{
    int place = 0;
    if (number < 0)
        return -1;
    for (; place < play->count; place++) {
        if (play_unseen(play, place, viewer))
            continue;
        if (number == 0)
            return place;
        number--;
    }
    return number == 0 ? place : -1;
}

const char *play_problem(const struct play *play)
{
    game_move moves[GAME_MAX_MOVES];
    const struct game *game = play->game;
    uint32_t actors = game->to_act(game, play->state);
    for (int actor = 0; actor <= GAME_CHANCE; actor++)
        if ((actors & game_bit(actor)) && game->moves(game, play->state, actor, moves, NULL) < 1)
            return "a seat is to move and has no move";
    return NULL;
}
