/* follow.c: a seat's view, rebuilt from what a server tells that seat. */
#include "cli/serve/follow.h"

#include <string.h>

#include "match/tell.h"

enum { TRIES = 400, MAX_UNSEEN = 8, VIEW_SIZE = 256 * 1024 };

bool follow_start(struct follow *f, const struct game *game, int seats, const char *options, int seat)
{
    union game_state state = {{0}};
    f->game = game;
    f->seats = seats;
    f->seat = seat;
    if (!game_start(game, &state, seats, options, NULL))
        return false;
    game->observe(game, &state, seat, &f->view);
    return true;
}

/* Any legal move of the actor that would be told in these words. False if there is none. */
static bool find_move_told_as(const struct follow *f, const void *state, int actor, const char *told,
                              struct rng *rng, game_move *out)
{
    game_move moves[GAME_MAX_MOVES];
    int count = f->game->moves(f->game, state, actor, moves, NULL);
    uint32_t found = 0;
    for (int i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text text = TEXT_IN(buffer);
        game_seen_text(f->game, state, actor, moves[i], f->seat, &text);
        if (strcmp(buffer, told) == 0 && rng_below(rng, ++found) == 0)
            *out = moves[i];
    }
    return found > 0;
}

/* Makes a move that the seat is not told of (a pass in a reaction), if another seat has one. */
static bool make_unseen(const struct follow *f, void *state, struct rng *rng)
{
    uint32_t actors = f->game->to_act(f->game, state);
    for (int actor = 0; actor < GAME_MAX_SEATS; actor++) {
        game_move move;
        if (actor != f->seat && (actors & game_bit(actor)) &&
            find_move_told_as(f, state, actor, "", rng, &move)) {
            f->game->apply(f->game, state, actor, move);
            return true;
        }
    }
    return false;
}

static bool has_hash(const struct follow *f, const void *view, const char *hash)
{
    static char buffer[VIEW_SIZE];
    char own[17];
    struct text text = TEXT_IN(buffer);
    f->game->view_json(f->game, view, f->seat, &text);
    tell_fingerprint(buffer, text.length, own);
    return strcmp(own, hash) == 0;
}

/* Tries once, with one deal for each line. */
static bool try_lines(const struct follow *f, const struct follow_line *lines, int count, const char *hash,
                      struct rng *rng, union game_state *view)
{
    union game_state state;
    const struct game *game = f->game;
    *view = f->view;
    for (int i = 0; i < count; i++) {
        game_move move;
        game->deal(game, view, f->seat, rng, &state);
        int unseen = 0;
        while (!find_move_told_as(f, &state, lines[i].actor, lines[i].move, rng, &move))
            if (unseen++ == MAX_UNSEEN || !make_unseen(f, &state, rng))
                return false;
        game->apply(game, &state, lines[i].actor, move);
        game->observe(game, &state, f->seat, view);
    }
    for (int unseen = 0; unseen <= MAX_UNSEEN; unseen++) {
        if (has_hash(f, view, hash))
            return true;
        game->deal(game, view, f->seat, rng, &state);
        if (!make_unseen(f, &state, rng))
            return false;
        game->observe(game, &state, f->seat, view);
    }
    return false;
}

bool follow_lines(struct follow *f, const struct follow_line *lines, int count, const char *hash)
{
    union game_state view;
    for (int i = 0; i < TRIES; i++)
        if (try_lines(f, lines, count, hash, &f->rng, &view)) {
            f->view = view;
            return true;
        }
    return false;
}
